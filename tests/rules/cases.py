"""Reads the cases of rules: a kingdom, and the part of its plan that a passage decides.

The TOML files here and in tests/checks hold them by rulebook and passage; README.md has the fields.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from setup_rules.plan import SetupPlan
from tests.builders import (
    ALL_BOXES,
    aside,
    beside,
    chance_of,
    codes,
    expect,
    fetched,
    plan_for,
    plan_using,
    supply,
)
from tests.untranslated import untranslated

HERE = Path(__file__).parent
FILES = sorted((*HERE.glob("*.toml"), *HERE.with_name("checks").glob("*.toml")))
ANOTHER_TABLE = "what_cards_bring"
SEVERITIES = ("error", "warning", "advice")
WHOLE = (
    *("status", "starting_deck", "trash", "player_mats", "shared_mats", "player_tokens"),
    *("pile_tokens", "landscape_tokens", "token_reserves", "traits", "named_piles"),
    *("ends_when_empty", "empty_piles", "landscapes", "supply_piles", "kingdom_piles"),
    *("only_beside", "only_aside", "only_because", "problems", "opens"),
)
"""What a case gives whole; of other parts of a plan it gives what it is about."""


@dataclass(frozen=True)
class Case:
    """One kingdom for one number of players, and what its plan must be."""

    name: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    kingdom: Mapping[str, object] = field(hash=False)
    plan: Mapping[str, object] = field(hash=False)

    def check(self) -> None:
        """Plan the kingdom, and compare."""
        expected = dict(self.plan)
        for way, chance in expected.pop("chance", {}).items():
            cards, how = _arguments(self.kingdom)
            assert chance_of(*way.split(":"), *cards, **how) == Fraction(chance)
        plan = _plan(self.kingdom)
        for problem in plan.problems:
            assert untranslated(problem.message) + untranslated(problem.fix) == [], problem
        _compare(plan, expected)


def read_cases() -> Iterator[Case]:
    """All cases of all files, one for each row of `each` and each number of players."""
    for file in FILES:
        if file.stem != ANOTHER_TABLE:
            for name, case in tomllib.loads(file.read_text(encoding="utf-8")).items():
                yield from _expand(f"{file.stem}: {name}", **case)


def _expand(name, yes=(), no=(), kingdom=None, plan=None, each=({},)) -> Iterator[Case]:
    marks = [(ids,) if isinstance(ids, str) else tuple(ids) for ids in (yes, no)]
    for row in each:
        there = {**(kingdom or {}), **row.get("kingdom", {})}
        expected = {**(plan or {}), **row.get("plan", {})}
        assert expected, f"{name}: nothing is expected"
        players = there.pop("players", 2)
        for count in players if isinstance(players, list) else [players]:
            yield Case(name, *marks, {**there, "players": count}, expected)


def _arguments(kingdom: Mapping[str, object]) -> tuple[tuple[str, ...], dict]:
    """The cards of a kingdom, and all else that `plan_for` is to know."""
    how = {key: None if value == "open" else value for key, value in kingdom.items()}
    cards = how.pop("cards", ())
    if "only" in how:
        cards, how["fill"] = how.pop("only"), False
    if "more_boxes" in how:
        how["boxes"] = (*ALL_BOXES, *how.pop("more_boxes"))
    return tuple(cards), how


def _plan(kingdom: Mapping[str, object]) -> SetupPlan:
    cards, how = _arguments(kingdom)
    if "uses" in how:
        return plan_using(how.pop("uses"), how.pop("as"), *cards, **how)
    return plan_for(*cards, **how)


def _compare(plan: SetupPlan, expected: dict) -> None:
    _compare_problems(plan, expected)
    _compare_fetch(plan, expected)
    whole = {
        "problems": codes(plan),
        "landscapes": [landscape.name for landscape in plan.landscapes],
        "supply_piles": len(plan.supply),
        "kingdom_piles": len([pile for pile in plan.supply if pile.card]),
        "only_beside": beside(plan),
        "only_aside": aside(plan),
        "only_because": plan.because,
        "opens": [box.box for box in plan.fetch],
    }
    for part in [part for part in WHOLE if part in expected]:
        there = whole[part] if part in whole else getattr(plan, part)
        assert _plain(there) == expected.pop(part), part
    for part, there in (("supply", supply(plan)), ("beside", beside(plan))):
        counts = expected.pop(part, {})
        assert {name: there.get(name, 0) for name in counts} == counts
    for name, cards in expected.pop("because", {}).items():
        assert list(plan.because.get(name, ())) == cards
    for pile, note in expected.pop("pile_notes", {}).items():
        _compare_text(plan.pile_notes.get(pile, ""), note)
    for draw, chance in expected.pop("odds", {}).items():
        assert getattr(plan.odds, draw) == Fraction(chance)
    assert not expected, "fields that mean nothing"


def _compare_problems(plan: SetupPlan, expected: dict) -> None:
    for severity in SEVERITIES:
        for code, row in expected.pop(severity, {}).items():
            _compare_problem(plan, code, severity, **row)
    for code, cards in expected.pop("each_problem", {}).items():
        assert sorted(sorted(it.cards) for it in plan.problems if it.code == code) == cards
    assert expected.pop("some_problems", {}).items() <= codes(plan).items()
    assert not set(expected.pop("without", ())) & set(codes(plan))


def _compare_problem(
    plan: SetupPlan, code: str, severity: str, cards, fix, message=(), fix_without=()
) -> None:
    problem = expect(plan, code, severity, *cards, fix=tuple(fix))
    assert all(words in problem.message for words in message)
    assert not any(words in problem.fix for words in fix_without)


def _compare_fetch(plan: SetupPlan, expected: dict) -> None:
    boxes = fetched(plan)
    for box, counts in expected.pop("fetch", {}).items():
        assert {what: boxes[box].get(what, 0) for what in counts} == counts
    for box, counts in expected.pop("only_from", {}).items():
        assert boxes[box] == counts
    for what, count in expected.pop("taken", {}).items():
        assert sum(items.get(what, 0) for items in boxes.values()) == count
    items = {(box.box, item.what): item for box in plan.fetch for item in box.items}
    for box, lines in expected.pop("lines", {}).items():
        for what, line in lines.items():
            item = items[box, what]
            assert {"all" if item.whole else "count": item.count}.items() <= line.items(), item
            _compare_text(item.note, line.get("note", []))


def _compare_text(text: str, expected: str | list[str]) -> None:
    """A text is all of it, a list words in it."""
    if isinstance(expected, str):
        assert text == expected
    else:
        assert all(words in text for words in expected), text


def _plain(value: object) -> object:
    """The same in lists and dicts, as TOML has it."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return list(value) if isinstance(value, tuple) else value


CASES = tuple(read_cases())
