"""What is wrong with a kingdom of one's own, in words, with a button for each way to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from setup_rules.cards import Card, OtherCard, Thing
from setup_rules.draw.wishes import KINGDOM_SIZE
from setup_rules.names import Near, shorten
from setup_rules.problems import Problem
from setup_rules.rulebook import SlotDraw
from setup_rules.sentences import parts_of
from setup_rules.slots import candidates
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import grouped, ngettext, translate
from web.links.slot_words import WITH
from web.own.buttons import MOST_BUTTONS, Buttons, Remedy, choose, number_word
from web.own.page import MOST_UNKNOWN, Checked, boxes_for, key_of
from web.own.pasting import MOST_NAMES, MOST_TEXT, Piece
from web.setup_sheet.other_prosperity import names_the_other_game
from web.setup_sheet.sheet import SIGNS, quiet_notes

FEW_MISSING = 2
"""Things in no box that are told one by one."""
OTHER_PROSPERITY = "other-prosperity"
"""What a button does that leads to the other game of that name."""


class OwnProblem(NamedTuple):
    """What is wrong, why, and what would mend it."""

    kind: str
    what: str
    why: str
    remedies: tuple[Remedy, ...] = ()


@dataclass(frozen=True)
class OwnPage:
    """What the page says of a kingdom: problems, worst first, and a sentence of state."""

    checked: Checked

    @cached_property
    def problems(self) -> tuple[OwnProblem, ...]:
        """Everything wrong, worst first."""
        order = list(SIGNS.values())
        return tuple(sorted(_Problems(self.checked), key=lambda one: order.index(one.kind)))

    @property
    def notes(self) -> tuple[str, ...]:
        """What is said in one line each rather than among the problems."""
        on = self.checked
        return quiet_notes(on.plan.problems, on.name) if on.table.boxes else ()

    def count(self, kind: str) -> int:
        """How many problems there are of a kind."""
        return sum(problem.kind == kind for problem in self.problems)

    @property
    def is_ready(self) -> bool:
        """Whether it can be played."""
        return not self.checked.is_empty and not self.count("bad")

    @property
    def known(self) -> str:
        """How many piles are known, as a sentence."""
        number = len(self.checked.game.ten)
        return ngettext("{number} pile known.", "{number} piles known.", number)

    @property
    def to_mend(self) -> str:
        """`3 things to mend`; empty if there is nothing."""
        number = self.count("bad")
        return (
            ngettext("{number} thing to mend", "{number} things to mend", number) if number else ""
        )

    @property
    def also(self) -> tuple[str, ...]:
        """Warnings and hints, counted."""
        warnings, hints = self.count("warn"), self.count("hint")
        return tuple(
            said
            for said in (
                warnings and ngettext("{number} warning", "{number} warnings", warnings),
                hints and ngettext("{number} hint", "{number} hints", hints),
            )
            if said
        )

    @property
    def mend_label(self) -> str:
        """What the button says that mends everything."""
        number = self.count("bad")
        if number == 1:
            return _("Mend it for me")
        if number == 2:
            return _("Mend both for me")
        return _("Mend all {number} for me", number=number_word(number))


class _Problems:
    """Tells what is wrong, with a button for each way to mend it."""

    def __init__(self, checked: Checked) -> None:
        self._on = checked
        self._name = checked.name
        self._buttons = Buttons(checked)
        self._places_told = False

    def __iter__(self) -> Iterator[OwnProblem]:
        on = self._on
        if on.is_empty:
            return
        yield from self._unread()
        yield from self._unknown()
        yield from self._mixed()
        yield from self._doubled()
        yield from self._number_of_piles()
        if not on.table.boxes:
            yield self._no_box()
            return
        must = False
        missing = [p for p in on.plan.problems if p.code == "check-not-owned"]
        if len(missing) > FEW_MISSING:
            yield self._many_missing(missing)
        for problem in on.plan.problems:
            if problem in missing and len(missing) > FEW_MISSING:
                must = True
                continue
            kind = SIGNS[problem.severity]
            must = must or kind == "bad"
            if problem.choice in WITH and (must or on.free or on.pasted.unknown):
                continue  # they hang on the ten, so they are decided last
            if kind != "bad" and problem.code in on.table.left:
                continue
            told = self._told(problem, kind)
            if told:
                yield told
        yield from self._beside()

    # The text.

    def _unread(self) -> Iterator[OwnProblem]:
        pasted = self._on.pasted
        if pasted.too_long or pasted.left_over:
            yield OwnProblem(
                "warn",
                _("That is more than a kingdom"),
                _(
                    "Only the first {letters} letters and {names} names are read. All of it stays "
                    "in the text.",
                    letters=grouped(MOST_TEXT),
                    names=MOST_NAMES,
                ),
            )

    def _unknown(self) -> Iterator[OwnProblem]:
        on = self._on
        pieces = {piece.text: piece for piece in on.pasted.unknown}
        for text, piece in list(pieces.items())[:MOST_UNKNOWN]:
            yield self._unknown_word(piece, on.near.get(text, ()))
        more = len(pieces) - MOST_UNKNOWN
        if more > 0:
            yield OwnProblem(
                "bad",
                ngettext(
                    "{number} more word is no card we know",
                    "{number} more words are no cards we know",
                    more,
                ),
                _("They are underlined in the text."),
                (Remedy(_("Remove them all"), "remove-unknown"),),
            )

    def _unknown_word(self, piece: Piece, near: tuple[Near, ...]) -> OwnProblem:
        key, shown = key_of(piece), shorten(piece.text)
        if names_the_other_game(piece.text):
            return OwnProblem(
                "bad",
                _("“{name}” is no card we know", name=shown),
                _("It sounds like the other Prosperity, the board game by Knizia and Bleasdale."),
                (
                    Remedy(_("To the other Prosperity"), OTHER_PROSPERITY),
                    Remedy(_("Remove"), f"remove:{key}"),
                ),
            )
        names = [self._name(one.thing.name) for one in near]
        what = _("“{name}” is no card we know", name=shown)
        if piece.maybe:
            what = _("“{name}” may be several cards", name=shown)
            why = _("It names different cards in different languages. Which one is it?")
        elif len(names) == 1:
            box = self._box(near[0].thing)
            why = _("Did you mean {name}, from {box}?", name=names[0], box=box)
        elif names:
            why = _("Did you mean {names}?", names=_or_list(names))
        else:
            why = _("Check the spelling, or take it out.")
        remedies = [
            Remedy(_("Use {name}", name=name), f"use:{one.thing.id}:{key}")
            for name, one in zip(names, near, strict=True)
        ]
        return OwnProblem("bad", what, why, (*remedies, Remedy(_("Remove"), f"remove:{key}")))

    def _box(self, thing: Thing) -> str:
        """A box that holds it: one on the shelf if there is one."""
        boxes = self._on.catalog.boxes
        here = [box for box in thing.boxes if box in self._on.table.boxes]
        return self._name(boxes[(here or list(thing.boxes))[0]].name)

    def _mixed(self) -> Iterator[OwnProblem]:
        on = self._on
        for piece in on.mixed:
            card = piece.thing
            if not isinstance(card, OtherCard):
                continue
            pile = on.catalog.cards[card.pile]
            what, why = self._part_of(card, pile)
            meant = {near.thing for found in on.near.values() for near in found}
            if pile in on.game.ten or pile in meant:
                remedies = []
            else:
                name = self._name(pile.name)
                remedies = [Remedy(_("Use {name}", name=name), f"use:{pile.id}:{key_of(piece)}")]
            free = on.free
            if free > 0:
                self._places_told = self._places_told or piece is on.mixed[-1]
                why = f"{why} {self._places(free)}"
                remedies += self._fill(free, f"instead:{key_of(piece)}")
            else:
                remedies.append(Remedy(_("Remove"), f"remove:{key_of(piece)}"))
            yield OwnProblem("bad", what, why, tuple(remedies))

    def _part_of(self, card: OtherCard, pile: Card) -> tuple[str, str]:
        said = {"card": self._name(card.name)}
        of = {"number": number_word(len(pile.contains)), "pile": self._name(pile.name)}
        if pile.pile == "knights" and card.name.startswith("Dame"):
            return (
                _("{card} is no pile of her own", **said),
                _("She is one of the {number} {pile}.", **of),
            )
        if pile.pile == "knights":
            return (
                _("{card} is no pile of his own", **said),
                _("He is one of the {number} {pile}.", **of),
            )
        return (
            _("{card} is no pile of its own", **said),
            _("It is one of the {number} cards of the pile {pile}.", **of),
        )

    # How many piles.

    def _places(self, free: int) -> str:
        named = KINGDOM_SIZE - free
        if free == 1:
            return _("That leaves a place free: nine piles, and ten are needed.")
        return ngettext(
            "That leaves {places} places free: {number} pile, and ten are needed.",
            "That leaves {places} places free: {number} piles, and ten are needed.",
            named,
            places=number_word(free),
        )

    @staticmethod
    def _fill(free: int, place: str) -> list[Remedy]:
        """Buttons that fill the places that are free."""
        if free == 1:
            return [
                Remedy(_("Draw a tenth pile"), place if place else "draw:piles"),
                Remedy(_("Choose one"), f"choose:{place or 'pile'}"),
            ]
        draw = _("Draw {number} piles", number=number_word(free))
        return [
            Remedy(draw, "draw:piles"),
            Remedy(_("Choose one"), f"choose:{place or 'pile'}"),
        ]

    def _doubled(self) -> Iterator[OwnProblem]:
        seen: dict[Thing, int] = {}
        for pile in self._on.asked.kingdom.piles:
            seen[pile] = seen.get(pile, 0) + 1
        for pile, number in seen.items():
            if number > 1:
                yield OwnProblem(
                    "bad",
                    _("{pile} is named twice", pile=self._name(pile.name))
                    if number == 2
                    else _(
                        "{pile} is named {number} times",
                        pile=self._name(pile.name),
                        number=number_word(number),
                    ),
                    _("That is one pile, in whatever edition."),
                    (Remedy(_("Name it once"), f"once:{pile.id}"),),
                )

    def _number_of_piles(self) -> Iterator[OwnProblem]:
        free = self._on.free
        if free > 0 and not self._places_told:
            named = KINGDOM_SIZE - free
            what = ngettext(
                "{number} pile, and ten are needed", "{number} piles, and ten are needed", named
            )
            why = ngettext("{number} place is free.", "{number} places are free.", free)
            yield OwnProblem("bad", what, why, tuple(self._fill(free, "")))
        elif free < 0:
            number = len(self._on.game.ten)
            yield OwnProblem(
                "bad",
                _("{number} piles, and ten are enough", number=number),
                ngettext(
                    "{number} has to stay in its box.",
                    "{number} have to stay in their boxes.",
                    -free,
                ),
                (
                    Remedy(_("Choose which"), "choose:out"),
                    Remedy(_("Leave it to chance"), "draw:out"),
                ),
            )

    # What the engine says.

    def _no_box(self) -> OwnProblem:
        """A shelf without any box; what follows from that goes without saying."""
        on = self._on
        titles = [self._name(on.catalog.boxes[box].title) for box in boxes_for(on)]
        return OwnProblem(
            "bad",
            _("No box here yet"),
            _("Say below which boxes are here. {boxes} would do.", boxes=and_list(titles)),
            (Remedy(_("Take these boxes"), "boxes"),),
        )

    def _many_missing(self, missing: list[Problem]) -> OwnProblem:
        """Several things that no box has, told at once."""
        names = [self._name(problem.cards[0]) for problem in missing]
        titles = [self._name(self._on.catalog.boxes[b].title) for b in boxes_for(self._on)]
        return OwnProblem(
            "bad",
            ngettext(
                "{number} thing is in no box on the shelf",
                "{number} things are in no box on the shelf",
                len(missing),
            ),
            _("{names} lie in boxes that are not here.", names=and_list(names)),
            (
                Remedy(_("Swap them"), "swap-all"),
                Remedy(_("Add {box} for tonight", box=and_list(titles)), "boxes"),
            ),
        )

    def _told(self, problem: Problem, kind: str) -> OwnProblem | None:
        """A problem of the engine, with buttons; None if it is told otherwise."""
        if problem.quiet or problem.code in ("check-kingdom-size", "check-duplicate-pile"):
            return None
        slot = self._slot(problem)
        if slot:
            return self._slot_problem(problem, kind, slot)
        remedies = list(self._buttons.against(problem))
        if kind != "bad" and problem.choice not in WITH:
            remedies.append(Remedy(_("Leave it"), f"leave:{problem.code}"))
        what, why = self._words(problem)
        return OwnProblem(kind, what, why, tuple(remedies))

    def _words(self, problem: Problem) -> tuple[str, str]:
        if problem.choice in WITH:
            colony = problem.choice == "platinum_colony"
            return (
                _("Platinum & Colony: not decided") if colony else _("Shelters: not decided"),
                translate(problem.fix, self._name),
            )
        first, *more = parts_of(problem.message, " ")
        said = [translate(text, self._name) for text in (*more, problem.fix)]
        return translate(first, self._name).rstrip("."), " ".join(said)

    def _slot(self, problem: Problem) -> SlotDraw | None:
        """The slot that a problem is about."""
        for draw, asking in self._on.game.due.items():
            if (
                isinstance(draw, SlotDraw)
                and problem.code in (draw.missing, draw.invalid, draw.empty)
                and set(asking) <= set(problem.cards)
            ):
                return draw
        return None

    def _slot_problem(self, problem: Problem, kind: str, draw: SlotDraw) -> OwnProblem:
        on = self._on
        who = [self._name(card) for card in on.game.due[draw]]
        number = len(candidates(on.game, draw))
        named = on.game.kingdom.drawn.get(draw.key) is not None
        if draw.slot.open_title and not named:
            what = _(draw.slot.open_title, card=and_list(who))
            why = _(draw.slot.open_why)
        elif not named:
            what = ngettext(
                "{cards} asks for one more card",
                "{cards} ask for one more card",
                len(who),
                cards=and_list(who),
            )
            why = _("That is {what}.", what=translate(draw.wants, self._name))
        else:
            what, why = self._words(problem)
        if not number:
            fix = translate(problem.fix, self._name)
            remedies = [
                Remedy(
                    _("Swap {name}", name=self._name(card)),
                    f"swap-thing:{self._buttons.id_of(card)}",
                )
                for card in on.game.due[draw][:MOST_BUTTONS]
                if self._buttons.id_of(card) in on.catalog.cards
            ]
            return OwnProblem(kind, what, fix, tuple(remedies))
        if not named:
            has = ngettext(
                "Your shelf has {number} to choose from.",
                "Your shelf has {number} to choose from.",
                number,
            )
            why = f"{why} {has}"
        return OwnProblem(kind, what, why, (self._draw_it(draw), choose(f"slot:{draw.key}")))

    @staticmethod
    def _draw_it(draw: SlotDraw) -> Remedy:
        return Remedy(_(draw.slot.draw_it), f"draw:slot:{draw.key}")

    def _beside(self) -> Iterator[OwnProblem]:
        for piece in self._on.pasted.pieces:
            if piece.role == "beside" and piece.thing:
                yield OwnProblem(
                    "hint",
                    _("{card} comes by itself", card=self._name(piece.thing.name)),
                    _("It is no pile of the ten; it is set out when a card asks for it."),
                    (Remedy(_("Remove"), f"remove:{key_of(piece)}"),),
                )


def _or_list(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{some} or {last}", some=", ".join(names[:-1]), last=names[-1])
