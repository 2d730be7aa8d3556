"""Whatever the checks find wrong, every word of it can be said in another language."""

import pytest

from setup_rules import engine
from tests.untranslated import untranslated


@pytest.fixture(autouse=True)
def every_problem_can_be_translated(monkeypatch):
    """All problems of all tests here are looked through."""
    find = engine.find_problems

    def looked_through(game, plan):
        problems = find(game, plan)
        for problem in problems:
            assert untranslated(problem.message) + untranslated(problem.fix) == [], problem
        return problems

    monkeypatch.setattr(engine, "find_problems", looked_through)
