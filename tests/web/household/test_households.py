"""What is kept of a household: the shelf, its keys and codes, and the shelves of friends."""

import time
from itertools import product

import pytest

from web.store.base import LETTERS
from web.store.households import JOIN_CODES_KEPT, JOIN_MINUTES, Case, Storage


@pytest.fixture
def home(store):
    household, _ = store.found_household()
    store.keep_shelf(household.id, ("dominion-1e", "alchemy"))
    return household.id


@pytest.fixture
def friend(store):
    household, _ = store.found_household()
    store.keep_shelf(household.id, ("seaside-2e",))
    store.keep_name(household.id, "Jana")
    return household.id


STORAGE = Storage("cases", (Case("Red 🐙", ("dominion-1e",), ""), Case("Blue", (), "A–F")))


def seen(store, key):
    return store.household_of(key).boxes


class TestHousehold:
    def test_is_unknown_at_first(self, store):
        assert store.household_of("somebody") is None

    def test_keeps_what_was_chosen(self, store):
        home, key = store.found_household()
        store.keep_shelf(home.id, ("dominion-1e", "dominion-1e"))
        store.keep_name(home.id, "Jana 🐙")
        store.keep_players(home.id, 5)
        store.keep_wishes(home.id, {"banned": ["Possession"]})
        store.keep_storage(home.id, STORAGE)
        store.put_hint_away(home.id, "wishes")
        assert store.household_of(key) == (
            home.id,
            "Jana 🐙",
            ("dominion-1e", "dominion-1e"),
            5,
            {"banned": ["Possession"]},
            STORAGE,
            {"wishes"},
        )

    def test_is_not_opened_by_what_the_file_holds(self, store, database):
        home, key = store.found_household()
        assert store.household_of(home.id) is None
        for file in database.parent.iterdir():
            assert key.encode() not in file.read_bytes()

    def test_a_box_is_put_there_without_touching_others(self, store, home):
        store.put_box(home, "seaside-1e", 2)
        store.put_box(home, "alchemy", 0)
        store.put_box(home, "alchemy", 0)
        key = store.enter(store.join_code(home))
        assert seen(store, key) == ("dominion-1e", "seaside-1e", "seaside-1e")

    def test_a_failing_change_leaves_no_trace(self, store, home):
        def fail():
            with store.immediate():
                store.keep_players(home, 6)
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        key = store.enter(store.join_code(home))
        assert store.household_of(key).players == 2

    def test_a_forgotten_one_is_gone_with_all_that_belongs_to_it(self, store, home, friend):
        store.add_friend(home, friend)
        store.add_friend(friend, home)
        recovery, code = store.recovery_code(home), store.shelf_code(home)
        store.forget_household(home)
        assert store.household_by_code(recovery) is None
        assert store.shelf_by_code(code) is None
        assert store.friends(friend) == ()
        store.put_box(home, "alchemy", 1)
        store.add_friend(home, friend)
        assert store.friends(home) == ()


class TestJoiningCode:
    def test_opens_the_household_for_several_phones(self, store, home):
        code = store.join_code(home)
        keys = {store.enter(code) for _ in range(2)}
        assert len(keys) == 2
        assert {seen(store, key) for key in keys} == {("dominion-1e", "alchemy")}

    def test_is_no_key_itself(self, store, home):
        assert store.household_of(store.join_code(home)) is None

    def test_a_key_is_no_code(self, store):
        _, key = store.found_household()
        assert store.enter(key) is None

    def test_ends_after_half_an_hour(self, store, home, monkeypatch):
        code = store.join_code(home)
        assert store.household_by_code(code).id == home
        later = time.time() + 60 * JOIN_MINUTES + 2
        monkeypatch.setattr("time.time", lambda: later)
        assert store.household_by_code(code) is None
        assert store.enter(code) is None

    def test_the_oldest_makes_room(self, store, home, friend):
        other = store.join_code(friend)
        codes = [store.join_code(home) for _ in range(JOIN_CODES_KEPT + 1)]
        works = [store.household_by_code(code) is not None for code in codes]
        assert works == [False] + [True] * JOIN_CODES_KEPT
        assert store.household_by_code(other).id == friend


class TestRecoveryCode:
    def test_opens_the_household_as_often_as_need_be(self, store, home):
        assert not store.has_recovery_code(home)
        code = store.recovery_code(home)
        assert store.has_recovery_code(home)
        assert seen(store, store.enter(code)) == seen(store, store.enter(code))

    def test_a_new_one_takes_the_place_of_the_old_one(self, store, home, friend):
        first, other = store.recovery_code(home), store.recovery_code(friend)
        second = store.recovery_code(home)
        assert store.enter(first) is None
        assert store.household_by_code(second).id == home
        assert store.household_by_code(other).id == friend


class TestFriends:
    def test_a_shelf_code_is_made_once(self, store, home, friend):
        code = store.shelf_code(home)
        assert store.shelf_code(home) == code != store.shelf_code(friend)
        assert len(code) == 6
        assert set(code) <= set(LETTERS)
        assert not set("ILOU") & set(LETTERS)

    def test_a_taken_code_is_not_given_twice(self, store, home, friend, monkeypatch):
        codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
        monkeypatch.setattr("web.store.households.new_code", lambda _length: next(codes))
        assert [store.shelf_code(home), store.shelf_code(friend)] == ["AAAAAA", "BBBBBB"]

    def test_a_code_shows_name_and_boxes(self, store, friend):
        code = store.shelf_code(friend)
        assert store.shelf_by_code(code) == (friend, code, "Jana", ("seaside-2e",), False)
        assert store.shelf_by_code("000000") is None

    def test_a_joined_shelf_is_here_until_switched_off(self, store, home, friend):
        store.add_friend(home, friend)
        assert [other.here for other in store.friends(home)] == [True]
        store.switch_friend(home, friend, here=False)
        assert [other.here for other in store.friends(home)] == [False]
        store.add_friend(home, friend)
        assert [other.here for other in store.friends(home)] == [True]
        store.remove_friend(home, friend)
        assert store.friends(home) == ()

    def test_a_joined_shelf_shows_later_changes(self, store, home, friend):
        store.add_friend(home, friend)
        store.keep_shelf(friend, ("empires",))
        assert store.friends(home)[0].boxes == ("empires",)

    def test_nobody_is_a_friend_of_themselves_or_of_nobody(self, store, home):
        for one, other in product((home, "nobody"), repeat=2):
            store.add_friend(one, other)
        assert store.friends(home) == ()
