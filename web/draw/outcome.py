"""How many kingdoms match tonight's wishes; where none does, why, and the ways out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from setup_rules.budget import remembered
from setup_rules.catalog import Catalog
from setup_rules.draw.conflict import MOST_WAYS_OUT, WayOut
from setup_rules.draw.drawing import Drawn, count_kingdoms, count_or_explain, playable
from setup_rules.draw.exact.sampler import Tally
from setup_rules.draw.landscape_conflict import can_lay_out
from setup_rules.draw.preferences import (
    LAST_GAMES,
    LIMIT_KEY,
    Lift,
    Preferences,
    at_rest,
    lifted,
    with_preferences,
)
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wish_kinds import (
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    Weights,
)
from setup_rules.draw.wishes import (
    BANS,
    BOXES_USED,
    KINGDOM_SIZE,
    LANDSCAPES,
    Bounds,
    ListLimit,
    Wish,
    Wishes,
    WishType,
    bounds_of,
    kind_of_wish,
    of_kind,
    zero_weights,
)
from web.api.draw_json import DIGITS_TOLD
from web.draw.tonight import Tonight
from web.draw.wish_words import (
    TAGS,
    Noun,
    bounded,
    capital,
    card_id,
    card_name,
    family_name,
    family_of,
    few,
    has_preset,
    landscapes_in_words,
    noun_of,
    wish_in_words,
)
from web.http.visitor import reading
from web.language.card_names import naming
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import grouped, ngettext, translate
from web.reading.draw_reading import ParsedDraw, read_draw
from web.reading.json_reader import Unreadable
from web.wishes.form import Kept, digest_of

NO_LIFT = Lift()
LOOSENED: tuple[type[Kind], ...] = (ByTag, ByCost, ByBox, Bounded, Number, Counts, Flag)
"""Kinds of wishes about numbers in the order in which a way out tells them."""


class OutcomeWay(NamedTuple):
    """A way out: what changes, the wishes then, and how many kingdoms match them."""

    says: str
    kept: Kept
    matching: str
    lift: Lift = NO_LIFT
    """What is given up of rest and dislikes."""

    @property
    def sign(self) -> str:
        """By this it is known to be still the same when it is pressed."""
        return digest_of({**self.kept, "lift": self.lift} if self.lift else self.kept)


class MoreBoxes(NamedTuple):
    """A way out that needs another box on the shelf."""

    box: str
    matching: str


class Outcome(NamedTuple):
    """What the wishes come to."""

    state: str
    """`some`, `none`, `undecided`, `uncounted`, `no boxes` or `unreadable`."""
    matching: str = ""
    """The number in groups of three; of an estimate only the first digits count."""
    number: int = 0
    about: bool = False
    reason: str = ""
    ways: tuple[OutcomeWay, ...] = ()
    boxes: tuple[MoreBoxes, ...] = ()


def outcome_of(night: Tonight, kept: Mapping[str, Any], catalog: Catalog) -> Outcome:
    """Count the kingdoms; explain where there is none."""
    if not night.boxes:
        return Outcome("no boxes")
    teller = _Teller(night, kept, catalog)
    return teller.tell()


def count_of(night: Tonight, kept: Mapping[str, Any], catalog: Catalog) -> str:
    """How many kingdoms other wishes would give; empty if that is not known."""
    try:
        return in_digits(_counted(_request(night, kept, catalog).asked))
    except Unreadable:
        return ""


def in_digits(tally: Tally) -> str:
    """A count as it is shown; empty if it is not known."""
    if tally.exact is not None:
        return grouped(tally.exact)
    return "" if tally.about is None else _("about {number}", number=grouped(_rounded(tally.about)))


@remembered(512)
def _counted(asked: DrawRequest) -> Tally:
    """How many kingdoms there are, without a reason where there is none."""
    return count_kingdoms(asked)


@remembered(128)
def _explained(asked: DrawRequest) -> Drawn:
    """The same with the reason, as POST /api/count tells it; a reason may take a while."""
    return count_or_explain(asked)


def _rounded(number: int) -> int:
    return round(number, -max(len(str(number)) - DIGITS_TOLD, 0))


def _request(
    night: Tonight, kept: Mapping[str, Any], catalog: Catalog, lift: Lift = NO_LIFT
) -> ParsedDraw:
    """Tonight's request for counting; the shelf is known already and need not be read again."""
    request = read_draw({"boxes": [], "players": night.players, **kept}, catalog)
    asked = replace(request.asked, shelf=night.shelf)
    preferences = lifted(night.preferences, lift)
    return request._replace(asked=with_preferences(asked, preferences, counting=True))


class _Teller:
    """Explains one set of wishes."""

    def __init__(self, night: Tonight, kept: Mapping[str, Any], catalog: Catalog) -> None:
        self._night = night
        self._kept = kept
        self._catalog = catalog

    def tell(self) -> Outcome:
        try:
            request = _request(self._night, self._kept, self._catalog)
        except Unreadable as unreadable:
            name = naming(self._catalog, reading().names)
            return Outcome("unreadable", reason=translate(unreadable.message, name))
        drawn = _explained(request.asked)
        if drawn.undecided:
            return Outcome("undecided", reason=self._asked_for(request.asked, drawn.conflict))
        tally = drawn.tally
        if tally.exact:
            return Outcome("some", grouped(tally.exact), tally.exact)
        if tally.about:
            number = _rounded(tally.about)
            return Outcome("some", grouped(number), number, about=True)
        if tally.exact is None and not drawn.conflict:
            return Outcome("uncounted")
        return self._none(request, drawn)

    def _none(self, request: ParsedDraw, drawn: Drawn) -> Outcome:
        ways = [*self._ways(request, drawn)][:MOST_WAYS_OUT]
        boxes = [
            MoreBoxes(and_list(family_name(f, self._catalog) for f in way.more_boxes), count)
            for way in drawn.ways_out
            if way.more_boxes
            and (way.tally.exact or way.tally.about)
            and (count := in_digits(way.tally))
        ]
        return Outcome(
            "none",
            "0",
            reason=self._reason(request.asked, drawn.conflict),
            ways=tuple(ways),
            boxes=tuple(boxes[: MOST_WAYS_OUT - len(ways)]),
        )

    def _asked_for(self, asked: DrawRequest, conflict: Iterable[Wish]) -> str:
        """The wishes of a conflict in a row: the choice of boxes aside, never-deal cards last."""
        wishes = playable(asked).counted
        landscapes = self._kept.get("wishes", {}).get(LANDSCAPES.name) or {}
        words, never, rest = [], [], ""
        for wish in conflict:
            if wish.key == LANDSCAPES.name:
                words += [*landscapes_in_words(landscapes)]
            elif wish.key in BANS:
                never.append(self._never(wish, conflict))
            elif wish.key == LIMIT_KEY:
                rest = self._resting(asked)
            elif wish.key != "boxes" and not wish.is_rule:
                words.append(wish_in_words(wish, wishes, self._catalog))
        asks = _("You ask for {wishes}.", wishes=and_list(words)) if words else ""
        return " ".join(filter(None, (asks, rest, *never)))

    @staticmethod
    def _resting(asked: DrawRequest) -> str:
        """How many piles rest."""
        number = len(at_rest(asked).intersection(card.id for card in asked.shelf.cards))
        return ngettext(
            "{number} pile of your last games rests.",
            "{number} piles of your last games rest.",
            number,
        )

    def _never(self, wish: Wish, conflict: Iterable[Wish]) -> str:
        """The cards of the never list that would help."""
        tags = {other.detail for other in conflict if isinstance(kind_of_wish(other), ByTag)}
        known = self._catalog.cards
        fitting = [id_ for id_ in wish.cards if id_ in known and tags & known[id_].tags]
        cards = fitting or wish.cards
        if isinstance(kind_of_wish(wish), Weights) and any(
            map(self._night.preferences.names, cards)
        ):
            return self._disliked(cards)
        names = [card_name(id_, self._catalog) for id_ in cards]
        if len(names) == 1:
            return _("{card} is on your “never” list.", card=names[0])
        return _("{cards} are on your “never” list.", cards=few(names))

    def _disliked(self, cards: Iterable[str]) -> str:
        """Who never wants which of these cards."""
        by_people: dict[tuple[str, ...], list[str]] = {}
        for id_ in cards:
            people = self._night.preferences.names(id_)
            by_people.setdefault(people, []).append(card_name(id_, self._catalog))
        said = []
        for people, names in by_people.items():
            if not people and len(names) == 1:
                said.append(_("{card} is on your “never” list.", card=names[0]))
            elif not people:
                said.append(_("{cards} are on your “never” list.", cards=few(names)))
            elif len(people) == 1:
                said.append(_("{person} never wants {cards}.", person=people[0], cards=few(names)))
            else:
                said.append(
                    _("{people} never want {cards}.", people=and_list(people), cards=few(names))
                )
        return " ".join(said)

    def _reason(self, asked: DrawRequest, conflict: tuple[Wish, ...]) -> str:
        """Why these wishes cannot be met."""
        rules = [wish for wish in conflict if wish.is_rule]
        real = [wish for wish in conflict if wish.key != "boxes" and not wish.is_rule]
        if not real and not rules:
            number = len(asked.shelf.cards)
            return _("Ten piles are needed, and the boxes here have {number}.", number=number)
        said = self._out_of_one_box(asked, real) or [
            self._asked_for(asked, real),
            *(self._rule(rule) for rule in rules),
            self._because(asked, real, boxes=len(real) + len(rules) < len(conflict)),
        ]
        return " ".join(filter(None, said))

    def _rule(self, rule: Wish) -> str:
        """What a card asks for by the rules of the game."""
        name = naming(self._catalog, reading().names)
        return _("{sentence}.", sentence=capital(translate(rule.says, name)))

    def _because(self, asked: DrawRequest, real: list[Wish], *, boxes: bool) -> str:
        """What stands against these wishes."""
        if len(real) == 1:
            bounds = bounds_of(asked.wishes, real[0]) or Bounds()
            there = self._on_shelf(asked, real[0])
            if there is not None and there < bounds.least:
                if not there:
                    return _("The boxes here have none.")
                return _("The boxes here have only {number}.", number=there)
        if boxes:
            return _("The boxes here cannot give that.")
        return (
            _("No ten piles meet all of that.") if len(real) > 1 else _("No ten piles meet that.")
        )

    def _out_of_one_box(self, asked: DrawRequest, real: list[Wish]) -> list[str]:
        """Too many of a kind out of one box: which box has them, and which are never dealt."""
        tags = [wish for wish in real if isinstance(kind_of_wish(wish), ByTag)]
        used = bounds_of(asked.wishes, Wish(BOXES_USED.field))
        keys = {wish.key for wish in real} - {wish.key for wish in tags}
        if len(tags) != 1 or used is None or used.most != 1 or BOXES_USED.field not in keys:
            return []
        if keys - {BOXES_USED.field, "banned"}:
            return []
        tag = tags[0].detail
        least = (bounds_of(asked.wishes, tags[0]) or Bounds()).least
        having = [card for card in asked.shelf.cards if tag in card.tags]
        counts = Counter(family for card in having for family in card.families)
        able = sorted(family for family, number in counts.items() if number >= least)
        said = [
            _(
                "You ask for {cards} out of one box.",
                cards=TAGS[tag].counted(least),
            )
        ]
        if not able:
            return [*said, _("No box here has so many.")]
        names = and_list(family_name(family, self._catalog) for family in able)
        never = [wish for wish in real if wish.key == "banned"]
        if len(able) == 1:
            said.append(_("Only {box} has so many.", box=names))
        else:
            said.append(_("Only {boxes} have so many.", boxes=names))
        return [*said, *(self._never(wish, tags) for wish in never)]

    def _on_shelf(self, asked: DrawRequest, wish: Wish) -> int | None:
        """How many piles there are of what one wish alone asks for."""
        kind = kind_of_wish(wish)
        if not isinstance(kind, ByPart):
            return None
        part = kind.part(wish.detail)
        cards = [card for card in asked.shelf.cards if card.id not in asked.wishes.banned]
        return sum(kind.fits(card, part) for card in cards)

    def _ways(self, request: ParsedDraw, drawn: Drawn) -> Iterator[OutcomeWay]:
        """Ways out that only change wishes, each counted as it would be kept."""
        if not can_lay_out(request.asked):
            candidates = self._without_each(drawn.conflict)
        else:
            candidates = (
                self._changed(request, way) for way in drawn.ways_out if not way.more_boxes
            )
        for says, kept, lift in candidates:
            if (kept == self._kept and not lift) or not says:
                continue
            tally = _counted(_request(self._night, kept, self._catalog, lift).asked)
            if (tally.exact or tally.about) and (count := in_digits(tally)):
                yield OutcomeWay(says, kept, count, lift)

    def _without_each(self, conflict: tuple[Wish, ...]) -> Iterator[tuple[str, Kept, Lift]]:
        """The wishes without one of those that clash, landscapes included."""
        for wish in conflict:
            kept = deepcopy(dict(self._kept))
            if wish.key == LANDSCAPES.name:
                kept["wishes"].pop(LANDSCAPES.name, None)
                if not kept["wishes"]:
                    del kept["wishes"]
                yield _("Landscapes as they turn up"), kept, NO_LIFT
            elif wish.key in ("pinned", "banned"):
                self._take_out(kept, wish.key, wish.cards)
                names = few([card_name(id_, self._catalog) for id_ in wish.cards])
                if wish.key == "pinned":
                    yield _("Do without {cards}", cards=names), kept, NO_LIFT
                else:
                    yield _("Allow {cards}", cards=names), kept, NO_LIFT

    def _take_out(self, kept: Kept, part: str, cards: tuple[str, ...]) -> None:
        left = [card for card in kept.get(part, ()) if card_id(card, self._catalog) not in cards]
        kept[part] = left
        if not left:
            del kept[part]

    def _changed(self, request: ParsedDraw, way: WayOut) -> tuple[str, Kept, Lift]:
        """A way out as a change of what is kept, and in words."""
        change = _Change(self._kept, self._catalog, request, self._night.preferences)
        change.make(playable(request.asked).counted, way.wishes)
        words = [capital(change.said[0]), *change.said[1:]] if change.said else ()
        return and_list(words), change.kept, change.lift


class _Change:
    """Carries a change of the engine's wishes over to those that are kept."""

    def __init__(
        self,
        kept: Mapping[str, Any],
        catalog: Catalog,
        request: ParsedDraw,
        preferences: Preferences,
    ) -> None:
        self.kept: Kept = deepcopy(dict(kept))
        self.said: list[str] = []
        self.lift = NO_LIFT
        self._preferences = preferences
        self._catalog = catalog
        self._request = request
        self._wishes: dict[str, Any] = self.kept.setdefault("wishes", {})
        self._preset = has_preset(self._wishes)

    def make(self, old: Wishes, new: Wishes) -> None:
        for kind in LOOSENED:
            for line in of_kind(kind):
                if line.field:
                    self._number(line, getattr(old, line.field), getattr(new, line.field))
        self._cards(old, new)
        for key in [key for key, value in self.kept.items() if value in ({}, [])]:
            del self.kept[key]

    def _number(self, line: WishType[Kind], old: Any, new: Any) -> None:
        """A wish about numbers that may be looser than it was."""
        if new == old:
            return
        match line.kind:
            case ByPart() as kind:
                self._bounds(line, kind, dict(old), dict(new))
            case Bounded() as kind:
                self._bounded(line, kind, old or Bounds(), new)
            case Number() as kind:
                self._put(line.name, new or None, 0)
                asks = new >= kind.asks_from
                self.said.append(ngettext(*kind.phrase, new) if asks else _(kind.freed or ""))
            case Counts() as kind:
                self._put(line.name, None, list(range(KINGDOM_SIZE + 1)))
                self.said.append(_(kind.freed))
            case Flag() as kind:
                del self._wishes[line.name]
                self.said.append(_(kind.freed))

    def _put(self, key: str, value: Any, free: Any) -> None:
        """Keep a value; where there is none, what frees it from the preset."""
        if value is not None or self._preset:
            self._wishes[key] = free if value is None else value
        else:
            self._wishes.pop(key, None)

    def _bounds(
        self, line: WishType[Kind], kind: ByPart, old: dict[Any, Bounds], new: dict[Any, Bounds]
    ) -> None:
        for detail, before in old.items():
            after = new.get(detail, Bounds())
            if after == before:
                continue
            group = self._wishes.setdefault(line.name, {})
            key = str(detail)
            if isinstance(kind, ByBox):
                key = next(name for name in group if family_of(name, self._catalog) == detail)
            if after != Bounds():
                group[key] = _as_kept(after)
            elif self._preset and line.in_preset:
                group[key] = {"min": 0}
            else:
                group.pop(key, None)
            if not group:
                del self._wishes[line.name]
            self.said.append(_loosened(noun_of(kind, str(detail), self._catalog), before, after))

    def _bounded(
        self, line: WishType[Kind], kind: Bounded, old: Bounds, new: Bounds | None
    ) -> None:
        lowering = {number.name for number in of_kind(Number) if number.kind.lowers == line.name}
        told = self._request.keys.get(line.field, "")
        if told in lowering and self._wishes.get(told) is not None:
            most = None if new is None else new.most
            pinned = len(self._request.asked.pinned_families)
            if most is None:
                del self._wishes[told]
            else:
                self._wishes[told] = max(most - pinned, 1)
        else:
            self._put(line.name, None if new is None else _as_kept(new), {})
        if new is None or (new.most is None and not new.least):
            self.said.append(_(kind.freed))
        elif new.most is not None and (old.most is None or new.most > old.most):
            self.said.append(ngettext(*kind.raised, new.most))
        else:
            self.said.append(_("{boxes} will do", boxes=bounded(kind, new)))

    def _cards(self, old: Wishes, new: Wishes) -> None:
        freed = [id_ for id_ in old.banned if id_ not in new.banned]
        zeros = zero_weights(new)
        freed += [id_ for id_ in zero_weights(old) if id_ not in zeros]
        given_up = [id_ for id_ in old.pinned if id_ not in new.pinned]
        for part, gone in (("banned", freed), ("pinned", given_up)):
            kept = self.kept.get(part, [])
            staying = [card for card in kept if card_id(card, self._catalog) not in gone]
            if staying != kept:
                self.kept[part] = staying
        for line in of_kind(Weights):
            weights = self._wishes.get(line.name, {})
            for name in [name for name in weights if not weights[name]]:
                if card_id(name, self._catalog) in freed:
                    del weights[name]
        disliked = tuple(id_ for id_ in dict.fromkeys(freed) if self._preferences.names(id_))
        if disliked:
            self.lift = self.lift._replace(never=disliked)
        if freed:
            self.said.append(_("allow {cards}", cards=self._names(freed)))
        if given_up:
            self.said.append(_("do without {cards}", cards=self._names(given_up)))
        for pairs in of_kind(Pairs):
            left = getattr(new, pairs.field)
            for pair in [pair for pair in getattr(old, pairs.field) if pair not in left]:
                self._allow_both(pairs, pair)
        for cards in of_kind(CardList):
            self._rest(cards, getattr(old, cards.field), getattr(new, cards.field))

    def _allow_both(self, line: WishType[Pairs], pair: tuple[str, str]) -> None:
        self._wishes[line.name] = [
            known
            for known in self._wishes[line.name]
            if {card_id(card, self._catalog) for card in known} != set(pair)
        ]
        self.said.append(_(line.kind.freed, cards=self._names(list(pair))))

    def _rest(
        self, line: WishType[CardList], old: Iterable[ListLimit], new: Iterable[ListLimit]
    ) -> None:
        """Lists of cards that rest: that of the last games, and that kept by hand."""
        before, after = ({limit.name: limit for limit in limits} for limits in (old, new))
        if before.pop(LAST_GAMES, None) != after.pop(LAST_GAMES, None):
            self.lift = self.lift._replace(rest=True)
            self.said.append(_("let resting cards come"))
        if before != after:
            if after:
                most = next(iter(after.values())).most
                self._wishes[line.name]["most"] = most
                self.said.append(ngettext(*line.kind.raised, most))
            else:
                del self._wishes[line.name]
                self.said.append(_(line.kind.freed))

    def _names(self, ids: list[str]) -> str:
        return few([card_name(id_, self._catalog) for id_ in dict.fromkeys(ids)])


def _as_kept(bounds: Bounds) -> dict[str, int]:
    """Bounds as they are kept."""
    found = {"min": bounds.least, "max": bounds.most}
    return {
        half: number for half, number in found.items() if number or (half == "max" and number == 0)
    }


def _loosened(noun: Noun, before: Bounds, after: Bounds) -> str:
    """What a looser wish asks for now."""
    if after == Bounds():
        if before.most is None:
            return _("do without {cards}", cards=noun.all())
        return _("any number of {cards}", cards=noun.all())
    if after.least < before.least:
        if after.least:
            return _("{cards} will do", cards=noun.counted(after.least))
        return _("do without {cards}", cards=noun.all())
    return _("up to {cards}", cards=noun.counted(after.most or 0))
