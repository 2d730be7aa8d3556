"""A clock that is set while the server runs: what is kept by it neither stays nor goes too soon."""

import pytest

from tests.web.furnished import LINK
from web.store.households import JOIN_MINUTES
from web.store.rooms import MOST_ROOMS, VETO

A_DAY = 24 * 60 * 60


@pytest.fixture
def home(store):
    return store.found_household()[0].id


class TestClock:
    def test_set_back_keeps_no_joining_code_for_longer(self, client, home, clock, store):
        code = store.join_code(home)
        clock.ahead = -A_DAY
        assert store.household_by_code(code) is None
        code = store.join_code(home)
        assert client.get(f"/join/{code}").status_code == 200
        clock.ahead -= 60 * JOIN_MINUTES / 2
        assert client.get(f"/join/{code}").status_code == 200

    def test_set_back_lets_new_rooms_stay_and_old_ones_go(self, home, clock, store):
        clock.ahead = 300 * A_DAY
        for number in range(MOST_ROOMS):
            store.open_room(home, VETO, f"ahead {number}", {})
        clock.ahead = 0
        new = store.open_room(home, VETO, "now", {})
        assert store.room(new), "those from ahead do not push it out"
        assert len(store.rooms_of(home, VETO)) == MOST_ROOMS
        clock.ahead = 3 * A_DAY
        store.open_room(home, VETO, "later", {})
        assert len(store.rooms_of(home, VETO)) == 1

    def test_set_back_lets_print_work_go_after_a_day(self, home, clock, store):
        clock.ahead = 300 * A_DAY
        job = store.add_job(home, "cards", {}, 1)
        store.end_job(job, "done")
        clock.ahead = 0
        other = store.add_job(home, "cards", {}, 1)
        assert store.job(home, job)
        clock.ahead = A_DAY + 60
        store.end_job(other, "done")
        store.delete_old_papers()
        assert store.job(home, job) is None

    def test_set_back_has_the_night_planned_last_still_be_the_last(self, home, clock, store):
        clock.ahead = 300 * A_DAY
        store.keep_night(home, (LINK,), ("dominion-1e",), 1)
        clock.ahead = 0
        last = store.keep_night(home, (LINK, LINK), ("dominion-1e",), 1)
        assert store.last_night(home) == last

    @pytest.mark.parametrize("step", [-A_DAY, -60, 60, A_DAY])
    def test_lets_a_search_for_seats_that_died_be_taken_over(self, home, clock, store, step):
        names = [f"Player {number}" for number in range(6)]
        tournament = store.add_tournament(home, "seed", "Friday", names, "lot")
        store.begin_search(home, tournament)
        assert store.take_over_search(home, tournament) == ""
        clock.ahead = step
        assert store.take_over_search(home, tournament) != ""
