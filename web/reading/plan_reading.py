"""Reads a request for a plan (kingdom, choices, players, boxes) and reports every fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from setup_rules import rules
from setup_rules.cards import LANDSCAPE_KINDS, Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Kingdom
from setup_rules.names import fold
from setup_rules.plan_request import (
    MOST_BOONS,
    MOST_IN_DECK,
    MOST_LANDSCAPES,
    MOST_PILES,
    MOST_PLAYERS_ASKED,
    MOST_SETS,
    MOST_TRAITS,
    PlanRequest,
)
from setup_rules.sentences import Code, Sentence, row, say
from web.reading.fields import Fields, ListOf, MapOf, Name, WholeNumber, YesNo
from web.reading.json_reader import BOXES, FieldValues, JsonReader, Unreadable

THE_PLAYERS = say("The number of players")

CHOICES = Fields(
    about="What was chosen or drawn. Null or left out: still open.",
    fields={
        "platinum_colony": YesNo(about="Whether Platinum and Colony are used."),
        "shelters": YesNo(about="Whether the decks start with Shelters."),
        "druid_boons": ListOf(
            items=Name(), most=MOST_BOONS, nullable=True, about="The Boons set aside for Druid."
        ),
        "traits": MapOf(
            values=Name(nullable=True),
            most=MOST_TRAITS,
            nullable=True,
            about="The pile of each Trait.",
        ),
        **{slot.key: Name(nullable=True, about=slot.about) for slot in rules.SLOTS},
    },
)
REQUEST = Fields(
    fields={
        "boxes": BOXES,
        "players": WholeNumber(
            least=0, most=MOST_PLAYERS_ASKED, what=THE_PLAYERS, required=True, default=2
        ),
        "kingdom": ListOf(
            items=Name(),
            most=MOST_PILES,
            required=True,
            about="The ten piles in the order dealt.",
        ),
        "landscapes": ListOf(
            items=Name(), most=MOST_LANDSCAPES, about="Events, Landmarks, Projects …"
        ),
        "black_market_deck": ListOf(items=Name(), most=MOST_IN_DECK),
        "choices": CHOICES,
        "basic_sets": WholeNumber(
            least=1,
            most=MOST_SETS,
            what=say("The number of sets of basic cards"),
            nullable=True,
            about="Left out: 1 for up to four players, 2 for more.",
        ),
    }
)
"""Every field of POST /api/plan."""
SLOTS = tuple(slot.key for slot in rules.SLOTS)
"""The choices that are one card each."""

_Names = Iterable[tuple[str, str]]
"""Names, each with its field."""


def read_request(body: object, catalog: Catalog) -> PlanRequest:
    """What a request asks for; raises Unreadable with every fault."""
    return PlanReader(catalog).read(body)


class PlanReader(JsonReader):
    """Reads a kingdom with its choices."""

    def read(self, body: object) -> PlanRequest:
        """A request for a plan and nothing else."""
        request = self._plan_request(self._body(body, REQUEST))
        if self._faults:
            raise Unreadable(self._faults)
        return request

    def _plan_request(self, given: FieldValues) -> PlanRequest:
        choices = given["choices"]
        return PlanRequest(
            Kingdom(
                piles=self._things(given["kingdom"]),
                landscapes=tuple(self._landscapes(given["landscapes"])),
                deck=self._things(given["black_market_deck"]),
                drawn=self._drawn(choices),
                boons=tuple(self._boons(choices["druid_boons"])),
                traits=self._traits(choices["traits"]),
                platinum_colony=choices["platinum_colony"],
                shelters=choices["shelters"],
            ),
            given["players"],
            self._boxes(given["boxes"]),
            given["basic_sets"],
        )

    def _things(self, names: _Names) -> tuple[Thing, ...]:
        things = (self._thing(where, name) for where, name in names)
        return tuple(thing for thing in things if thing is not None)

    def _landscapes(self, names: _Names) -> Iterator[Landscape]:
        for field, name in names:
            thing = self._thing(field, name)
            if isinstance(thing, Landscape):
                yield thing
            elif thing is not None:
                self._misplaced(field, thing, say("{name} isn’t a landscape.", name=thing.name))

    def _misplaced(self, field: str, thing: Thing, wrong: Sentence) -> None:
        self._fault(field, row((wrong, _where(thing)), " "))

    def _drawn(self, choices: FieldValues) -> dict[str, Thing]:
        drawn: dict[str, Thing] = {}
        for slot in SLOTS:
            name, field = choices[slot], choices.path(slot)
            if name is None:
                continue
            is_pile = slot in rules.PILE_SLOTS
            if thing := self._pile(field, name) if is_pile else self._thing(field, name):
                drawn[slot] = thing
        return drawn

    def _pile(self, field: str, name: str) -> Thing | None:
        """A Supply pile by its name; one of the Ruins stands for theirs."""
        if fold(name) == "ruins":
            return self._catalog.groups["Ruins"][0]
        return self._thing(field, name)

    def _boons(self, names: _Names) -> Iterator[OtherCard]:
        for field, name in names:
            thing = self._thing(field, name)
            if isinstance(thing, OtherCard) and thing.group == "Boons":
                yield thing
            elif thing is not None:
                self._misplaced(field, thing, say("{name} isn’t a Boon.", name=thing.name))

    def _traits(self, entries: Iterable[tuple[str, str, object]]) -> dict[str, Thing]:
        traits: dict[str, Thing] = {}
        for field, name, pile_name in entries:
            trait = self._thing(field, name)
            if trait is not None and getattr(trait, "kind", "") != "trait":
                self._misplaced(field, trait, say("{name} isn’t a Trait.", name=trait.name))
            if pile_name is None or not self._is_name(field, pile_name):
                continue
            pile = self._pile(field, str(pile_name))
            if trait is not None and trait.id in traits:
                self._fault(field, say("{name} is listed twice.", name=trait.name))
            elif trait is not None and pile is not None:
                traits[trait.id] = pile
        return traits


def _where(thing: Thing) -> Sentence:
    """What a card is, and where its name belongs."""
    if isinstance(thing, Card):
        return say("It’s a Kingdom pile, so it belongs in “{field}”.", field=Code("kingdom"))
    if isinstance(thing, Landscape):
        return say(LANDSCAPE_KINDS[thing.kind].belongs, field=Code("landscapes"))
    if thing.group == "Boons":
        return say("It’s a Boon, so it belongs in “{field}”.", field=Code("choices.druid_boons"))
    if thing.pile:
        return say(
            "It’s a card from a Kingdom pile; the pile belongs in “{field}”.", field=Code("kingdom")
        )
    return say("It’s set out automatically when needed, so leave it out.")
