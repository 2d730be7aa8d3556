"""Buttons that fix what the engine finds wrong, by the code of the problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from setup_rules.cards import Landscape
from setup_rules.kingdom import possible_players
from setup_rules.problems import Problem
from setup_rules.rules import DEALT_KINDS, PILE_SLOTS
from web.fix.checked import Checked
from web.language.translation import gettext as _
from web.links.slot_words import WITH
from web.setup_sheet.sheet import SIGNS

MOST_BUTTONS = 4


class Remedy(NamedTuple):
    """A button that fixes a problem; `do` is what it sends."""

    label: str
    do: str


class OwnProblem(NamedTuple):
    """What is wrong, why, and how to fix it."""

    kind: str
    what: str
    why: str
    remedies: tuple[Remedy, ...] = ()


def choose(what: str) -> Remedy:
    """A list of all that fits, to choose from."""
    return Remedy(_("Choose one"), f"choose:{what}")


class Buttons:
    """Makes the buttons for one kingdom."""

    def __init__(self, checked: Checked) -> None:
        self._on = checked
        self._name = checked.name

    def against(self, problem: Problem) -> Iterator[Remedy]:
        """How to fix a problem; nothing where only its words can say."""
        if problem.choice in PILE_SLOTS:
            return self._pile_choice(problem)
        tell = _BUTTONS.get(problem.code)
        return tell(self, problem) if tell else iter(())

    def id_of(self, english: str) -> str:
        """The id of a card by its printed name."""
        thing = self._on.catalog.by_name.get(english)
        return thing.id if thing else ""

    def swap(self, card: str) -> Remedy:
        """Draw something else in the place of a card, by its printed name."""
        return Remedy(_("Swap {name}", name=self._name(card)), f"swap-thing:{self.id_of(card)}")

    def _leave_out(self, card: str) -> Remedy:
        return Remedy(_("Leave out {name}", name=self._name(card)), f"out:{self.id_of(card)}")

    def _boxes(self, ids: tuple[str, ...] | list[str], most: int = 2) -> Iterator[Remedy]:
        """Add a box for tonight."""
        boxes = self._on.catalog.boxes
        fresh = [box for box in ids if box not in self._on.table.boxes]
        whole = [box for box in fresh if boxes[box].kind != "update pack"] or fresh
        for box in whole[:most]:
            label = _("Add {box} for tonight", box=self._name(boxes[box].title))
            yield Remedy(label, f"box:{box}")

    def _with(self, thing: str) -> list[str]:
        """Boxes that hold a thing, newest first."""
        return [box.id for box in self._on.catalog.boxes.values() if box.stock.get(thing)][::-1]

    def _not_owned(self, problem: Problem) -> Iterator[Remedy]:
        thing = self._on.catalog.by_name[problem.cards[0]]
        in_deck = thing in self._on.asked.kingdom.deck
        if in_deck or (isinstance(thing, Landscape) and thing.kind in DEALT_KINDS):
            yield Remedy(_("Remove"), f"out:{thing.id}")
        else:
            yield Remedy(_("Swap it"), f"swap-thing:{thing.id}")
        yield from self._boxes(list(thing.boxes)[::-1])

    def _potion(self, problem: Problem) -> Iterator[Remedy]:
        yield from self._boxes(self._with("Potion"))
        known = self._on.catalog.by_name
        yield from (self.swap(card) for card in problem.cards[:MOST_BUTTONS] if card in known)

    def _limited(self, problem: Problem) -> Iterator[Remedy]:
        if self._on.table.players > 6:
            yield self._set_up_for(6)
        yield from map(self.swap, problem.cards[:MOST_BUTTONS])

    def _players(self, _problem: Problem) -> Iterator[Remedy]:
        players = self._on.table.players
        if players > 6:
            yield self._set_up_for(6)
        elif players != possible_players(players):
            yield self._set_up_for(2)

    @staticmethod
    def _set_up_for(number: int) -> Remedy:
        return Remedy(_("Set up for {number}", number=number), f"players:{number}")

    def _no_basic(self, _problem: Problem) -> Iterator[Remedy]:
        yield from self._boxes(["dominion-2e", "base-cards", "dominion-1e"], 2)

    def _sets(self, _problem: Problem) -> Iterator[Remedy]:
        if self._on.shelf.basic_sets >= 2:
            yield Remedy(_("Use 2 sets of basic cards"), "sets:2")
        else:
            yield from self._boxes(["base-cards", "dominion-2e", "dominion-1e"], 1)
        yield self._set_up_for(4)

    def _fewer(self, _problem: Problem) -> Iterator[Remedy]:
        players = possible_players(self._on.table.players)
        if (self._on.table.sets or 0) > self._on.shelf.basic_sets:
            label = _("Use 1 set of basic cards") if players < 5 else _("Use 2 sets of basic cards")
            yield Remedy(label, "sets:usual")
            return
        yield from self._boxes(["base-cards", "dominion-2e"], 1)
        if players > 2:
            yield self._set_up_for(players - 1)

    def _same_card(self, _problem: Problem) -> Iterator[Remedy]:
        yield Remedy(_("Draw another card"), "decide:shelters")

    def _missing_draw(self, problem: Problem) -> Iterator[Remedy]:
        colony = problem.code == "check-colony-missing"
        if SIGNS[problem.severity] == "bad":
            label = _("Play without them") if colony else _("Play with Estates")
            yield Remedy(label, "no:colony" if colony else "no:shelters")
        yield from self._boxes(self._with("Colony" if colony else "Hovel"), 1)

    def _open(self, problem: Problem) -> Iterator[Remedy]:
        """Choices that are open: the two draws, Druid's Boons, Traits."""
        by_name = self._on.catalog.by_name
        first = by_name.get(problem.cards[0]) if problem.cards else None
        if (
            not problem.choice
            and isinstance(first, Landscape)
            and first.kind == "trait"
            and first.id not in (self._on.asked.kingdom.traits)
        ):
            yield Remedy(_("Draw a pile"), f"draw:trait:{first.id}")
            yield choose(f"trait:{first.id}")
        elif first is not None and first.id == "druid":
            yield Remedy(_("Draw 3"), "draw:boons")
        elif problem.choice in WITH:
            draw = "colony" if problem.choice == "platinum_colony" else "shelters"
            yield Remedy(_("Let a card decide"), f"decide:{draw}")
            yield Remedy(_("Use them"), f"yes:{draw}")
            yield Remedy(_("Play without them"), f"no:{draw}")

    def _unused(self, problem: Problem) -> Iterator[Remedy]:
        """A choice that nothing asks for; a landscape named twice is read once."""
        role = {"druid_boons": "boon", "black_market_deck": "deck"}.get(problem.choice)
        yield Remedy(_("Remove"), f"unslot:{role or problem.choice}")

    def _trait(self, problem: Problem) -> Iterator[Remedy]:
        """A Trait on a pile that cannot carry it, or with none left."""
        landscapes = self._on.catalog.landscapes
        traits = [self.id_of(card) for card in problem.cards if self.id_of(card) in landscapes]
        if problem.choice:
            yield Remedy(_("Remove"), f"unslot:{problem.choice}")
            return
        trait = traits[-1]
        if len(problem.cards) > 1:
            yield Remedy(_("Draw a pile"), f"draw:trait:{trait}")
            yield choose(f"trait:{trait}")
        yield self._leave_out(landscapes[trait].name)

    def _pile_choice(self, problem: Problem) -> Iterator[Remedy]:
        yield Remedy(_("Draw a pile"), f"draw:slot:{problem.choice}")
        yield choose(f"slot:{problem.choice}")

    def _deck(self, _problem: Problem) -> Iterator[Remedy]:
        draw = Remedy(_("Draw a deck"), "draw:deck")
        yield draw if self._on.game.unused() else self.swap("Black Market")

    def _small_deck(self, _problem: Problem) -> Iterator[Remedy]:
        yield Remedy(_("Fill it up"), "draw:deck")

    def _out_of_deck(self, problem: Problem) -> Iterator[Remedy]:
        for card in problem.cards[:MOST_BUTTONS]:
            label = _("Take out {name}", name=self._name(card))
            yield Remedy(label, f"undeck:{self.id_of(card)}")

    def _twice_in_deck(self, problem: Problem) -> Iterator[Remedy]:
        yield Remedy(_("Keep just one"), f"deck-once:{self.id_of(problem.cards[0])}")

    def _keep_one(self, problem: Problem) -> Iterator[Remedy]:
        if len(problem.cards) == 1:
            yield self._leave_out(problem.cards[0])
        else:
            for card in problem.cards[:MOST_BUTTONS]:
                label = _("Keep {name}", name=self._name(card))
                yield Remedy(label, f"keep:{self.id_of(card)}")

    def _take_out(self, problem: Problem) -> Iterator[Remedy]:
        return map(self._leave_out, problem.cards[:MOST_BUTTONS])

    def _other_prophecy(self, problem: Problem) -> Iterator[Remedy]:
        yield Remedy(_("Draw another Prophecy"), f"draw:slot:{problem.choice}")


_Buttons = Callable[[Buttons, Problem], Iterator[Remedy]]
_BUTTONS: dict[str, _Buttons] = {
    "check-not-owned": Buttons._not_owned,
    "check-potion-missing": Buttons._potion,
    "check-tokens-limited": Buttons._limited,
    "check-player-count": Buttons._players,
    "check-no-basic-cards": Buttons._no_basic,
    "check-treasure-sets": Buttons._sets,
    "check-basic-shortage": Buttons._fewer,
    "check-same-draw-card": Buttons._same_card,
    "check-colony-missing": Buttons._missing_draw,
    "check-shelters-missing": Buttons._missing_draw,
    "check-choice-open": Buttons._open,
    "check-choice-unused": Buttons._unused,
    "check-trait-invalid": Buttons._trait,
    "check-trait-pile": Buttons._trait,
    "check-bm-deck-missing": Buttons._deck,
    "check-bm-deck-small": Buttons._small_deck,
    "check-bm-not-kingdom": Buttons._out_of_deck,
    "check-bm-non-supply": Buttons._out_of_deck,
    "check-bm-in-supply": Buttons._out_of_deck,
    "check-bm-in-use": Buttons._out_of_deck,
    "check-bm-two-knights": Buttons._out_of_deck,
    "check-different-backs": Buttons._out_of_deck,
    "check-bm-duplicate": Buttons._twice_in_deck,
    "check-ally-single": Buttons._keep_one,
    "check-prophecy-single": Buttons._keep_one,
    "check-landscape-count": Buttons._take_out,
    "check-way-count": Buttons._take_out,
    "check-project-cubes": Buttons._take_out,
    "check-divine-wind-pool": Buttons._other_prophecy,
}
