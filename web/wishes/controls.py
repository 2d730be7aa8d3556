"""Makes the form fields of the wishes from the table of wishes: one handler for each kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from wtforms.fields.core import UnboundField

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.catalog import Catalog
from setup_rules.draw.completion import DECK_SIZE
from setup_rules.draw.wish_kinds import (
    AboutLandscapes,
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    ReadyMade,
    Weights,
)
from setup_rules.draw.wishes import TABLE, WishType
from setup_rules.names import family_of
from setup_rules.plan_request import MOST_IN_DECK, MOST_LANDSCAPES
from setup_rules.sentences import say
from web.draw.kept_wishes import card_id, has_preset, landscape_families, value_at
from web.draw.tag_words import TAGS
from web.draw.wish_words import KINDS
from web.reading.draw_fields import MOST_OF_A_KIND
from web.wishes.fields import (
    MOST_OFFERED,
    WEIGHTS,
    BoundsField,
    CountField,
    CountsField,
    FlagField,
    HighestField,
    LeastField,
    MostField,
    PartField,
    PolicyField,
    ReadyMadeField,
    WeightField,
    numbers,
)
from web.wishes.name_fields import (
    CardPairField,
    CardsField,
    DropField,
    DropLimitedField,
    DropPairField,
    LimitedCardsField,
    WeightedCardsField,
)
from web.wishes.steppers import anchor_of

MOST_WAYS = 3
Fields = Iterator[tuple[str, UnboundField]]
"""Fields with their names."""


class Controls:
    """The fields for one household's wishes."""

    def __init__(
        self,
        kept: Mapping[str, Any],
        catalog: Catalog,
        families: Iterable[str] | None,
        sent: Collection[str],
    ) -> None:
        """`families` of the boxes here, or None where only fields that were sent are wanted.

        `sent` are the names of these fields.
        """
        self._kept, self._catalog = kept, catalog
        self._families, self._sent = families or (), sent
        self._for_page = families is not None
        self._preset = has_preset(kept)

    def fields(self) -> Fields:
        """Numbers and choices first, then what is taken off lists, then what is added."""
        for line in TABLE:
            if self._is_wanted(line.name):
                yield from self._of_wish(line)
        yield from self._draws()
        lists = [*self._lists()]
        yield from ((f"drop.{name}", drop) for name, drop, _add in lists)
        yield from ((f"add.{name}", add) for name, _drop, add in lists)

    def _is_wanted(self, name: str) -> bool:
        """Whether a field of this name, or one that begins like it, can be asked for."""
        return self._for_page or any(sent.startswith(name) for sent in self._sent)

    def parts(self, line: WishType[Kind]) -> Iterable[str]:
        """The tags, costs or families that have controls: all offered, and all that is wished."""
        stored = value_at(self._kept, ("wishes", line.name)) or {}
        names = (name.split(".") for name in self._sent if name.startswith(f"{line.name}."))
        sent = [name[1] for name in names]
        match line.kind:
            case ByCost() as kind:
                costs = [cost for cost in sent if kind.find(cost, self._catalog) is not None]
                return dict.fromkeys((*kind.offered, *sorted(stored, key=int), *costs))
            case ByBox():
                known = {box.family for box in self._catalog.boxes.values()}
                families = [family_of(name, self._catalog) for name in stored]
                return dict.fromkeys(
                    family for family in (*self._families, *families, *sent) if family in known
                )
        return TAGS

    def _of_wish(self, line: WishType[Kind]) -> Fields:
        """The controls of a wish; lists of cards are elsewhere."""
        at: dict[str, Any] = {"path": ("wishes", line.name), "section": line.section}
        match line.kind:
            case ByPart():
                yield from self._by_part(line, line.kind)
            case Bounded() as kind:
                yield from self._bounds(line, place=kind.anchor, lowest=kind.lowest_most)
            case AboutLandscapes():
                yield from self._landscapes(line, line.kind)
            case Number() as kind:
                at["choices"] = numbers(kind.asks_from, kind.offered_to, blank=kind.blank)
                at |= {"least": 0 if self._frees(line) else 1, "asks_from": kind.asks_from}
                yield line.name, CountField(kind.label, **at)
            case Counts() as kind:
                at |= {"choices": self._counts(line, kind), "description": kind.note}
                yield line.name, CountsField(kind.label, kind=kind, **at)
            case Flag() as kind:
                yield line.name, FlagField(kind.label, place=line.section, **at)
            case ReadyMade() as kind:
                yield line.name, ReadyMadeField(known=kind.known, **at)
            case CardList() as kind:
                choices = {**numbers(0, MOST_OFFERED - 1), "0": say("none")}
                del choices[""]
                at["path"] += ("most",)
                yield f"{line.name}.most", MostField(kind.label, least=0, choices=choices, **at)
            case Weights():
                for card, stored in self._weighted(line).items():
                    at["path"] = ("wishes", line.name, stored)
                    yield f"{line.name}.{card}", WeightField(choices=WEIGHTS, **at)

    def _frees(self, line: WishType[Kind]) -> bool:
        """Whether a wish for any number has to be stored, because the preset asks for another."""
        return line.in_preset and self._preset

    def _by_part(self, line: WishType[Kind], kind: ByPart) -> Fields:
        keys = {}
        if isinstance(kind, ByBox):  # a family may be stored by the name of one of its boxes
            stored = value_at(self._kept, ("wishes", line.name)) or {}
            keys = {family_of(name, self._catalog): name for name in reversed(stored)}
        for part in self.parts(line):
            pressed = kind.shortcut is not None and kind.shortcut.part == part
            yield from self._bounds(
                line,
                part,
                keys.get(part, part),
                place=line.section if pressed else anchor_of(f"{line.name}.{part}"),
            )

    def _bounds(
        self,
        line: WishType[Kind],
        part: str = "",
        key: str = "",
        *,
        place: str = "",
        lowest: int = 0,
        most: int = MOST_OF_A_KIND,
    ) -> Fields:
        """A pair of bounds: both at once, the least, and the most."""
        name = f"{line.name}.{part}" if part else line.name
        if not self._is_wanted(name):
            return
        path = ("wishes", line.name, key) if part else ("wishes", line.name)
        free = self._frees(line)
        at: dict[str, Any] = {"path": path, "section": line.section, "most": most, "free": free}
        yield name, BoundsField(place=place, **at)
        yield f"{name}.min", LeastField(choices=numbers(0 if free else 1), **at)
        yield f"{name}.max", HighestField(choices=numbers(lowest), **at)

    def _landscapes(self, line: WishType[Kind], kind: AboutLandscapes) -> Fields:
        yield from self._bounds(line, place=kind.anchor, most=MOST_LANDSCAPES)
        path, section = ("wishes", line.name), line.section
        at: dict[str, Any] = {"section": section}
        ways = {**numbers(0, MOST_WAYS, blank=say("1, as in the rules")), "0": say("none")}
        most: dict[str, Any] = {"least": 0, "most": MOST_LANDSCAPES, "choices": ways}
        most["path"] = (*path, "max_ways")
        yield f"{line.name}.max_ways", CountField(say("Ways, at most"), **most, **at)
        always = say("Always 1 or 2, from their own deck")
        at["place"] = section
        yield f"{line.name}.always", FlagField(always, path=(*path, "always"), **at)
        yield from self._landscape_kinds(line)
        whole = landscape_families(self._catalog)
        for family in whole:
            part = PartField(path=(*path, "boxes"), part=family, whole=whole, **at)
            yield f"{line.name}.boxes.{family}", part

    def _landscape_kinds(self, line: WishType[Kind]) -> Fields:
        """Whether there are landscapes of each kind, and how many."""
        path, section = ("wishes", line.name), line.section
        for one in MAIN_LANDSCAPES:
            whole: dict[str, Any] = {"part": one, "whole": MAIN_LANDSCAPES, "place": section}
            kinds = PartField(KINDS[one], path=(*path, "kinds"), section=section, **whole)
            yield f"{line.name}.kinds.{one}", kinds
            name, at = f"{line.name}.each.{one}", dict[str, Any](section=section, free=False)
            at |= {"path": (*path, "each", one), "most": MOST_LANDSCAPES}
            yield name, BoundsField(place=section, **at)
            yield f"{name}.min", LeastField(choices=numbers(1), **at)
            yield f"{name}.max", HighestField(choices=numbers(0), **at)

    def _counts(self, line: WishType[Kind], kind: Counts) -> dict[str, str]:
        """Sets of numbers, as the field writes them."""
        any_number = say("any number")
        choices: dict[str, str] = {"": any_number}
        choices |= {",".join(map(str, counts)): label for counts, label in kind.offered}
        if self._frees(line):
            choices[""] = say("as in the rulebooks")
            choices[",".join(map(str, range(MOST_OFFERED + 1)))] = any_number
        return choices

    def _weighted(self, line: WishType[Kind]) -> dict[str, str]:
        """The cards that have a weight, and those sent, with the names they are stored by."""
        sent = (name.removeprefix(f"{line.name}.") for name in self._sent)
        cards = {card: card for card in sent if card in self._catalog.cards}
        stored = value_at(self._kept, ("wishes", line.name)) or {}
        return cards | {card_id(name, self._catalog): name for name in stored}

    def _draws(self) -> Fields:
        """What else is drawn beside the ten."""
        labels = {"platinum_colony": say("Platinum & Colony"), "shelters": say("Shelters")}
        for draw, label in labels.items():
            policy = PolicyField(label, path=("draws", draw), section="draws", draw=draw)
            yield f"draws.{draw}", policy
        size = CountField(
            say("Cards in the Black Market deck"),
            path=("black_market_size",),
            section="draws",
            least=1,
            most=MOST_IN_DECK,
            description=say("usually {number}", number=DECK_SIZE),
            render_kw={"inputmode": "numeric", "class": "number"},
        )
        yield "black_market_size", size

    def _lists(self) -> Iterator[tuple[str, UnboundField, UnboundField]]:
        """Lists of cards: the name, the field that takes one off, and the field that adds."""
        known: dict[str, Any] = {"catalog": self._catalog}
        for name, section, place in (("banned", "", "never"), ("pinned", "cards", "cards")):
            at = {"path": (name,), "section": section, "place": place, **known}
            yield name, DropField(**at), CardsField(landscapes=True, **at)
        for line in TABLE:
            path, section = ("wishes", line.name), line.section
            at = {"path": path, "section": section, "place": section, **known}
            match line.kind:
                case CardList() as kind:
                    at["path"] = (*path, "cards")
                    yield kind.form_name, DropLimitedField(**at), LimitedCardsField(**at)
                case Weights():
                    yield line.name, DropField(**at), WeightedCardsField(**at)
                case Pairs():
                    yield line.name, DropPairField(**at), CardPairField(**at)
