"""No rule without its tests: ids of the rule list = ids in the code = ids that tests show."""

import ast
from collections.abc import Iterator
from pathlib import Path

from setup_rules.rule_index import rules_of
from setup_rules.rules import RULEBOOKS
from tests.builders import CATALOG
from tests.rule_list import CHECKS, RULES, VARIANTS
from tests.rules.cases import CASES
from tests.rules.what_cards_bring import ROWS


def stated_in_the_code() -> set[str]:
    rules = rules_of(CATALOG)
    ids = {id_ for rule in (*rules.in_order, *rules.draws) for id_ in rule.ids}
    for book in RULEBOOKS:
        ids |= {statement.id for statement in book.statements}
        ids |= {pile.id for pile in book.piles}
        ids |= {f"{variant.draw}:{variant.id}" for variant in book.variants}
        ids |= {code for check in book.checks for code in check.codes}
        for draw in book.draws:
            ids |= {code for code in (draw.missing, draw.invalid, draw.empty) if code}
    return ids


def marked_in_the_tests() -> Iterator[tuple[str, str]]:
    """Every `@yes("…")` and `@no("…")` on a test, read from the source, and those of the tables.

    Of each row of ROWS one test shows all cards that bring it and another that no other does.
    """
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "@yes(" not in text and "@no(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from _marks(node)
    for row in ROWS:
        yield from (("yes", row.rule), ("no", row.rule))
    for case in CASES:
        yield from (("yes", rule) for rule in case.yes)
        yield from (("no", rule) for rule in case.no)


def _marks(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for mark in test.decorator_list:
        if (
            isinstance(mark, ast.Call)
            and isinstance(mark.func, ast.Name)
            and mark.func.id in ("yes", "no")
        ):
            for argument in mark.args:
                assert isinstance(argument, ast.Constant)
                yield mark.func.id, str(argument.value)


def test_the_code_states_every_row_of_the_rule_list_and_no_other():
    assert stated_in_the_code() == {*RULES, *VARIANTS, *CHECKS}


def test_every_row_has_a_test_that_shows_it_and_one_that_shows_where_it_ends():
    marks = set(marked_in_the_tests())
    rows = {*RULES, *VARIANTS, *CHECKS}
    assert {row for row in rows if ("yes", row) not in marks} == set()
    assert {row for row in rows if ("no", row) not in marks} == set()
    assert {row for _, row in marks} <= rows
