"""What is wrong with a typed kingdom, in words, with a button for each way to fix it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from setup_rules.problems import Problem
from setup_rules.rulebook import SlotDraw
from setup_rules.sentences import parts_of
from setup_rules.slots import candidates, cards_need
from web.fix.buttons import MOST_BUTTONS, Buttons, OwnProblem, Remedy, choose
from web.fix.checked import Checked, boxes_for, key_of
from web.fix.text_problems import TextProblems
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.slot_words import WITH
from web.setup_sheet.sheet import SIGNS, quiet_notes

FEW_MISSING = 2
"""Things in no box that are told one by one."""


@dataclass(frozen=True)
class OwnPage:
    """What the page says of a kingdom: problems, worst first, and a sentence of state."""

    checked: Checked

    @cached_property
    def problems(self) -> tuple[OwnProblem, ...]:
        """Everything wrong, worst first."""
        if self.checked.is_empty:
            return ()
        problems = (*TextProblems(self.checked), *_EngineProblems(self.checked))
        order = list(SIGNS.values())
        return tuple(sorted(problems, key=lambda one: order.index(one.kind)))

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
        return ngettext("{number} pile found.", "{number} piles found.", number)

    @property
    def to_fix(self) -> str:
        """How many things there are to fix, such as `3 problems`."""
        number = self.count("bad")
        return ngettext("{number} problem", "{number} problems", number)

    @property
    def also(self) -> tuple[str, ...]:
        """Warnings and hints, counted."""
        warnings, hints = self.count("warn"), self.count("hint")
        counted = (
            ngettext("{number} warning", "{number} warnings", warnings) if warnings else "",
            ngettext("{number} hint", "{number} hints", hints) if hints else "",
        )
        return tuple(filter(None, counted))

    @property
    def fix_label(self) -> str:
        """What the button says that fixes everything."""
        number = self.count("bad")
        if number == 1:
            return _("Fix it for me")
        if number == 2:
            return _("Fix both for me")
        return _("Fix all {number} for me", number=number)


class _EngineProblems:
    """Tells what the engine finds wrong, with a button for each way to fix it."""

    def __init__(self, checked: Checked) -> None:
        self._on = checked
        self._name = checked.name
        self._buttons = Buttons(checked)

    def __iter__(self) -> Iterator[OwnProblem]:
        if not self._on.table.boxes:
            yield self._no_box()
            return
        yield from self._of_the_plan()
        yield from self._beside()

    def _of_the_plan(self) -> Iterator[OwnProblem]:
        on = self._on
        missing = [p for p in on.plan.problems if p.code == "check-not-owned"]
        many = len(missing) > FEW_MISSING
        if many:
            yield self._many_missing(missing)
        must_fix = many
        for problem in on.plan.problems:
            if many and problem in missing:
                continue
            kind = SIGNS[problem.severity]
            must_fix = must_fix or kind == "bad"
            if problem.choice in WITH and (must_fix or on.free or on.pasted.unknown):
                continue  # they hang on the ten, so they are decided last
            if kind != "bad" and problem.code in on.table.left:
                continue
            entry = self._shown(problem, kind)
            if entry:
                yield entry

    def _no_box(self) -> OwnProblem:
        """A shelf without any box; what follows from that goes without saying."""
        on = self._on
        titles = [self._name(on.catalog.boxes[box].title) for box in boxes_for(on)]
        return OwnProblem(
            "bad",
            _("No boxes ticked yet"),
            _("Tick your boxes. {boxes} would be enough.", boxes=and_list(titles)),
            (Remedy(_("Use these boxes"), "boxes"),),
        )

    def _many_missing(self, missing: list[Problem]) -> OwnProblem:
        """Several things that no box has, told at once."""
        names = [self._name(problem.cards[0]) for problem in missing]
        titles = [self._name(self._on.catalog.boxes[b].title) for b in boxes_for(self._on)]
        return OwnProblem(
            "bad",
            ngettext(
                "{number} card isn’t in your boxes",
                "{number} cards aren’t in your boxes",
                len(missing),
            ),
            _("You don’t have the boxes for {names}.", names=and_list(names)),
            (
                Remedy(_("Swap them"), "swap-all"),
                Remedy(_("Add {box} for tonight", box=and_list(titles)), "boxes"),
            ),
        )

    def _shown(self, problem: Problem, kind: str) -> OwnProblem | None:
        """A problem of the engine, with buttons; None if it is told otherwise."""
        if problem.quiet or problem.code in ("check-kingdom-size", "check-duplicate-pile"):
            return None
        slot = self._slot(problem)
        if slot:
            return self._slot_problem(problem, kind, slot)
        remedies = list(self._buttons.against(problem))
        if kind != "bad" and problem.choice not in WITH:
            remedies.append(Remedy(_("Leave as is"), f"leave:{problem.code}"))
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
        reasons = [translate(text, self._name) for text in (*more, problem.fix)]
        return translate(first, self._name).rstrip("."), " ".join(reasons)

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
        number = len(candidates(on.game, draw))
        named = on.game.kingdom.drawn.get(draw.key) is not None
        if draw.slot.open_title and not named:
            what = _(draw.slot.open_title, card=and_list(map(self._name, on.game.due[draw])))
            why = _(draw.slot.open_why)
        elif not named:
            what = translate(cards_need(on.game.due[draw], draw.wants), self._name)
            why = ""
        else:
            what, why = self._words(problem)
        if not number:
            fix = translate(problem.fix, self._name)
            if not named:
                fix = f"{why} {fix}".strip()
            remedies = [
                self._buttons.swap(card)
                for card in on.game.due[draw][:MOST_BUTTONS]
                if self._buttons.id_of(card) in on.catalog.cards
            ]
            return OwnProblem(kind, what, fix, tuple(remedies))
        if not named:
            has = ngettext(
                "You have {number} to choose from.",
                "You have {number} to choose from.",
                number,
            )
            why = f"{why} {has}".strip()
        return OwnProblem(kind, what, why, (self._draw_it(draw), choose(f"slot:{draw.key}")))

    @staticmethod
    def _draw_it(draw: SlotDraw) -> Remedy:
        return Remedy(_(draw.slot.draw_it), f"draw:slot:{draw.key}")

    def _beside(self) -> Iterator[OwnProblem]:
        for piece in self._on.pasted.pieces:
            if piece.role == "beside" and piece.thing:
                yield OwnProblem(
                    "hint",
                    _("{card} is added automatically", card=self._name(piece.thing.name)),
                    _("It isn’t one of the ten piles; it’s set out when a card needs it."),
                    (Remedy(_("Remove"), f"remove:{key_of(piece)}"),),
                )
