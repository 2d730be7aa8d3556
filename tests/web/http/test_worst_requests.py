"""No request takes long: the worst that are known, and some that are made to be as bad."""

import random
from collections import Counter

import pytest
from coverage import Coverage

from setup_rules.budget import REQUEST_WORK, Budget, open_budget
from tests.thorough import THOROUGH
from tests.web.worst_requests import (
    KNOWN_BAD,
    MOST_MEGABYTES,
    TWO_PINS_ONE_BOX,
    Stranger,
    cases,
    cost_of,
    of_known_pastes,
    of_wishes,
)
from web.http.limits import work_budget
from web.store import Store

CASES = 24 if THOROUGH else 8
CHECKED = ("three pins, two boxes, 22 pairs", "two pins, one box", "adversarial 3")
"""Those of the requests that are known to be bad which are sent here; bench_worst sends all."""
PATIENCE = 30 if Coverage.current() else 3
"""Times as long as a request may take by itself: beside other tests processors are slower, and
ten times as slow where every line is noted down."""


@pytest.fixture
def stranger(app, database):
    store = Store(database)
    yield Stranger(app, store)
    store.close()


def check(costs):
    slow = {says: cost for says, cost in costs.items() if cost.seconds > 1.5 * PATIENCE}
    large = {says: cost for says, cost in costs.items() if cost.megabytes > MOST_MEGABYTES}
    failed = {says: cost for says, cost in costs.items() if cost.status >= 500}
    assert (slow, large, failed) == ({}, {}, {})


class TestCost:
    @pytest.mark.parametrize("says", [says for says, _ in KNOWN_BAD if says in CHECKED])
    def test_wishes_that_are_known_to_be_bad(self, stranger, says):
        requests = of_wishes(dict(KNOWN_BAD)[says], says, random.Random(says))
        check({case.kind: case.cost(stranger) for case in requests})

    def test_texts_that_are_known_to_be_bad(self, stranger):
        check({case.says: case.cost(stranger) for case in of_known_pastes()})

    def test_some_made_by_chance(self, stranger):
        requests = list(cases(CASES))
        assert len(Counter(case.kind for case in requests)) >= 6
        check({f"{case.kind}: {case.says}": case.cost(stranger) for case in requests})

    def test_the_cost_of_a_request_is_noticed(self, stranger):
        def waste():
            sum(number * number for number in range(300_000))
            filled = bytearray(64 * 2**20)
            filled[::4096] = b"x" * len(filled[::4096])
            return stranger.get("/healthz")

        cost = cost_of(waste)
        assert cost.seconds > 0.005
        assert cost.megabytes > 50


class TestBudgetOfARequest:
    def test_every_request_has_one_of_its_own(self, app, client):
        seen = []
        app.before_request_funcs.setdefault(None, []).append(lambda: seen.append(open_budget()))
        client.get("/healthz")
        client.get("/healthz")
        del app.before_request_funcs[None][-1]
        assert [budget.limit for budget in seen] == [REQUEST_WORK] * 2
        assert seen[0] is not seen[1]

    def test_what_has_no_answer_of_its_own_is_refused_kindly(self, app, client, monkeypatch):
        def spent():
            open_budget().spend(REQUEST_WORK + 1)

        app.before_request_funcs.setdefault(None, []).append(spent)
        page, api = client.get("/wishes"), client.post("/api/count", json={})
        del app.before_request_funcs[None][-1]
        assert page.status_code == api.status_code == 422
        assert "too much work for one page" in page.text
        assert api.json["error"]["code"] == "too-much-work"


class TestWishesThatCannotBeCounted:
    def test_pins_from_more_boxes_than_may_be_opened_are_told_and_nothing_breaks(self, stranger):
        stranger.wish(TWO_PINS_ONE_BOX)
        page = stranger.get("/wishes")
        assert page.status_code == 200
        assert "No kingdom matches" in page.text
        assert stranger.post("/draw", seed="x").status_code == 303
        assert stranger.api("/api/count", TWO_PINS_ONE_BOX).json["matching"] == "0"

    def test_a_page_without_any_budget_left_says_that_nothing_was_counted(
        self, stranger, monkeypatch
    ):
        stranger.wish({"boxes": ["dominion-2e"], "players": 2, "wishes": {"tags": {}}})
        monkeypatch.setattr(work_budget, "Budget", lambda **_: Budget(0))
        page = stranger.get("/wishes")
        assert page.status_code == 200
        assert "Not counted" in page.text or "Can’t say for sure" in page.text
