"""What a logged game means for the evening: who is here, who won, and that it is saved."""

import re

import pytest

from tests.web.score.test_score import ENDING, begin, count, send
from web.language.dates import this_day

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"
NAMES = ("Ann", "Bob", "Cat")


@pytest.fixture
def host(at_home):
    return at_home(("dominion-1e",), 3)


def log(host, press, won=(), **fields):
    """Note a game by hand."""
    form = LINK.replace("?", "/played?", 1)
    page = host.get(form).text
    sent = {"id": re.search(r'name="id" value="([^"]+)"', page)[1], "link": LINK, "seats": "3"}
    for place, name in enumerate(NAMES):
        sent[f"new.{place}.name"] = name
        if name in won:
            sent[f"new.{place}.won"] = "y"
    sent["day"] = str(this_day())
    return press(host, form, "/played/new", **{**sent, **fields})


def picked(host, press):
    press(host, LINK, "/begins", link=LINK, how="first")
    return re.search('id="begins"[^>]*>([^<]*)<', host.get(LINK).text)[1]


class TestALoggedGame:
    def test_says_who_is_here(self, host, press, store):
        assert log(host, press, ["Ann"]).status_code == 303
        assert {one.name for one in store.people(host.home) if one.here} == set(NAMES)

    def test_of_another_day_does_not(self, host, press, store):
        log(host, press, day="2026-01-02")
        assert not [one.name for one in store.people(host.home) if one.here]

    def test_is_shown_as_saved_on_start(self, host, press, store):
        assert "Log the game" in host.get(LINK).text
        log(host, press)
        page, (game,) = host.get(LINK).text, store.games(host.home)
        assert "Log the game" not in page
        assert f'href="/played/{game.id}"' in page
        assert "Game saved" in page

    def test_is_one_game_with_its_points_once_they_are_counted(self, host, press, store):
        log(host, press, ["Cat"], note="Rain outside")
        room = begin(host, LINK).location
        count(host, room, ENDING, "done")
        send(host, f"{room}/log")
        (game,) = store.games(host.home)
        assert game.note == "Rain outside"
        assert [player.points for player in game.players] == [32, 33, 26]
        assert [player.name for player in game.players if player.won] == ["Bob"]

    def test_that_was_counted_is_asked_about_when_it_is_logged_by_hand(self, host, press, store):
        room = begin(host, LINK).location
        count(host, room, ENDING, "done")
        send(host, f"{room}/log")
        assert log(host, press).status_code == 409
        assert len(store.games(host.home)) == 1


class TestPickForUs:
    def test_names_somebody_who_is_here(self, host, press, store):
        store.set_here(host.home, [store.add_person(host.home, name).id for name in NAMES])
        sentence = picked(host, press)
        assert sentence in {f"{name} goes first." for name in NAMES}

    def test_counts_seats_where_not_all_are_known(self, host, press, store):
        store.set_here(host.home, [store.add_person(host.home, "Ann").id])
        assert "tapped" in picked(host, press)

    def test_knows_who_won_last(self, host, press):
        log(host, press, ["Bob"])
        assert picked(host, press) == "Bob won last time, so the player to their left goes first."

    def test_picks_one_of_the_others_after_a_tie(self, host, press):
        log(host, press, ["Bob", "Cat"])
        assert picked(host, press) == "Ann goes first."

    def test_forgets_the_winners_of_other_evenings(self, host, press):
        log(host, press, ["Bob"], day="2026-01-02")
        assert "tapped" in picked(host, press)

    def test_is_in_a_saved_file_that_can_be_read_again(self, host, press):
        log(host, press, ["Bob"])
        picked(host, press)
        saved = host.get("/settings/file").text
        assert "left:Bob" in saved
