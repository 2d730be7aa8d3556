"""Light requests pass those that compute for long: the latter go on one at a time, in the gaps."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask

from setup_rules.budget import Budget, give_way, limited, open_budget, part_of_it
from web.http.limits import light_first, work_budget
from web.http.limits.light_first import Precedence
from web.http.limits.route_marks import heavy

SECONDS = 30
"""Generous: other work may keep the machine busy."""


def compute(seconds: float) -> None:
    """Use the processor for so long."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


class Long(threading.Thread):
    """A request that computes until it is told to end; counts how often it could go on."""

    def __init__(self, precedence: Precedence) -> None:
        super().__init__(daemon=True)
        self._precedence = precedence
        self.ends, self.steps = threading.Event(), 0

    def run(self) -> None:
        with self._precedence.heavy_request() as pause:
            compute(light_first.LIGHT)
            while not self.ends.is_set():
                pause()
                self.steps += 1
                compute(light_first.BETWEEN_PAUSES)

    def goes_on(self, within: float) -> bool:
        """Whether it takes another few steps in some time."""
        before, until = self.steps, time.monotonic() + within
        while time.monotonic() < until:
            if self.steps > before + 3:
                return True
            time.sleep(0.005)
        return False


@contextmanager
def long_requests(precedence: Precedence, number: int) -> Iterator[list[Long]]:
    requests = [Long(precedence) for _ in range(number)]
    try:
        for one in requests:
            one.start()
        yield requests
    finally:
        for one in requests:
            one.ends.set()
        for one in requests:
            one.join(SECONDS)


@pytest.fixture
def precedence() -> Precedence:
    return Precedence()


class TestLongRequests:
    @pytest.fixture(autouse=True)
    def _patient(self, monkeypatch):
        """Nobody goes on because of the time."""
        monkeypatch.setattr(light_first, "LONGEST_PAUSE", SECONDS)
        monkeypatch.setattr(light_first, "TURN_WITHIN", SECONDS)

    def test_stop_while_a_light_one_is_at_work_and_go_on_after_it(self, precedence):
        with long_requests(precedence, 1) as (one,):
            assert one.goes_on(SECONDS)
            with precedence.light_request():
                assert not one.goes_on(0.2)
            assert one.goes_on(SECONDS)

    def test_stop_until_the_last_light_one_has_ended(self, precedence):
        with long_requests(precedence, 1) as (one,), ExitStack() as first:
            first.enter_context(precedence.light_request())
            with precedence.light_request():
                first.close()
                assert not one.goes_on(0.2)
            assert one.goes_on(SECONDS)

    def test_go_on_one_at_a_time(self, precedence):
        with long_requests(precedence, 2) as requests:
            while not any(one.goes_on(0.1) for one in requests):
                pass
            going = [one for one in requests if one.goes_on(0.2)]
            assert len(going) == 1
            going[0].ends.set()
            (other,) = (one for one in requests if one not in going)
            assert other.goes_on(SECONDS)

    def test_give_the_turn_back_when_they_fail(self, precedence):
        def fail() -> None:
            with precedence.heavy_request() as pause:
                compute(light_first.LIGHT)
                pause()
                raise LookupError

        with pytest.raises(LookupError):
            fail()
        with long_requests(precedence, 1) as (one,):
            assert one.goes_on(SECONDS)

    def test_are_not_those_that_have_computed_for_a_moment_only(self, precedence):
        """An ordinary draw neither waits for a turn nor for pages."""
        with long_requests(precedence, 1) as (one,):
            assert one.goes_on(SECONDS)
            with precedence.light_request(), precedence.heavy_request() as pause:
                start = time.monotonic()
                pause()
                assert time.monotonic() - start < SECONDS / 2


class TestLongRequestsInTheEnd:
    def test_go_on_though_light_ones_never_end(self, precedence):
        with precedence.light_request(), long_requests(precedence, 1) as (one,):
            assert one.goes_on(SECONDS)

    def test_go_on_though_another_keeps_the_turn(self, precedence, monkeypatch):
        """It may be waiting for this one, which may be writing to the database."""
        monkeypatch.setattr(light_first, "TURN_WITHIN", 0.1)
        precedence.turn.acquire()
        with long_requests(precedence, 1) as (one,):
            assert one.goes_on(SECONDS)
        assert precedence.turn.locked(), "it was not its own"


class TestPauses:
    def test_are_made_by_whatever_spends_from_a_budget_or_gives_way(self):
        pauses: list[str] = []
        with limited(Budget(pause=lambda: pauses.append("pause"))):
            open_budget().spend(1)
            give_way()
            with part_of_it(0.5):
                give_way()
        assert len(pauses) == 3

    def test_are_made_in_heavy_views_alone(self):
        app = Flask("small")
        app.add_url_rule("/heavy/<name>", "heavy", heavy(lambda **_: has_pauses()))
        app.add_url_rule("/light", "light", lambda: has_pauses())
        work_budget.register(app)
        client = app.test_client()
        assert client.get("/heavy/é").text == "True"
        assert client.get("/light").text == "False"
        assert client.get("/nowhere").status_code == 404


def has_pauses() -> str:
    return str(open_budget().pause is not Budget().pause)
