"""The score of a game: who is asked for what, on which phone, and what comes of it."""

import re

import pytest

from tests.web.conftest import FIRST_GAME
from tests.web.reading import text_of

TEN = ".".join(name.lower() for name in FIRST_GAME)
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"
ASK = LINK.replace("?", "/score?")
ESTATE, DUCHY, PROVINCE, CURSE = range(4)
NAMES = ("Ann", "Bob", "Cat")


def begin(client, link=LINK, names=NAMES, **fields):
    who = {f"who.{place}.name": name for place, name in enumerate(names)}
    sent = {"link": link, "players": str(len(names)), "seed": "friday", **who, **fields}
    return client.post("/score", data=sent)


@pytest.fixture
def host(at_home):
    client = at_home(("dominion-1e",), 3)
    client.room = begin(client).location
    return client


def send(client, path, **fields):
    return client.post(path, data=fields)


def count(client, room, counts, do=""):
    """Enter counts as {seat: {place of the input: number}}."""
    fields = {
        f"n.{seat}.{place}": str(number)
        for seat, of_seat in counts.items()
        for place, number in of_seat.items()
    }
    return send(client, room, **fields, do=do)


ENDING = {
    1: {PROVINCE: 5, ESTATE: 2},
    2: {PROVINCE: 4, DUCHY: 2, ESTATE: 3},
    3: {PROVINCE: 3, DUCHY: 3, CURSE: 1},
}
"""32, 33 and 26 points."""


class TestWhoPlayed:
    def test_start_leads_there(self, at_home):
        client = at_home()
        assert f'href="{ASK}"'.replace("&", "&amp;") in client.get(LINK).text
        assert client.get(ASK).status_code == 200

    def test_those_who_are_here_are_filled_in(self, at_home, store):
        client = at_home()
        for name in NAMES:
            store.add_person(client.home, name, here=True)
        page = client.get(ASK).text
        assert re.findall(r'name="who\.\d\.name"[^>]* value="(\w+)"', page) == list(NAMES)

    def test_a_name_twice_is_refused_and_kept(self, at_home):
        answer = begin(at_home(), names=("Ann", "Bob", "ann"))
        assert answer.status_code == 422
        assert "ann is listed twice." in text_of(answer)
        assert 'value="Bob"' in answer.text

    def test_without_names_they_are_players(self, at_home):
        client = at_home()
        assert "Player 2" in text_of(client.get(begin(client, names=("", "", "")).location))

    def test_the_same_page_sent_twice_opens_one_room(self, at_home):
        client = at_home()
        assert begin(client).location == begin(client).location


class TestCounting:
    def test_asks_for_what_scores_here_and_nothing_else(self, host):
        labels = re.findall(
            r'scope="rowgroup".*?<span class="name">(\w+)<', host.get(host.room).text
        )
        assert labels == ["Estate", "Duchy", "Province", "Curse"]

    def test_totals_run(self, host):
        count(host, host.room, ENDING)
        totals = re.findall(r'<b class="points">(\d+)<', host.get(host.room).text)
        assert totals == ["32", "33", "26"]

    def test_buttons_step_without_scripts(self, host):
        for do in ("more.1.2", "more.1.2", "more.2.1", "less.3.0"):
            values = re.findall(
                r'name="(n\.[\d.]+|was\.[\d.]+)"[^>]* value="(\d+)"', host.get(host.room).text
            )
            send(host, host.room, **{**dict(values), "do": do})
        assert re.findall(r'<b class="points">(\d+)<', host.get(host.room).text) == ["12", "3", "0"]

    def test_a_page_that_is_old_undoes_nothing(self, host):
        """Two phones of the household count different players at once."""
        count(host, host.room, {1: {PROVINCE: 5}})
        zeros = {
            f"{kind}.{seat}.{place}": "0"
            for kind in ("n", "was")
            for seat in (1, 2, 3)
            for place in range(4)
        }
        send(host, host.room, **{**zeros, "n.2.2": "4"})
        assert re.findall(r'<b class="points">(\d+)<', host.get(host.room).text) == [
            "30",
            "24",
            "0",
        ]

    @pytest.mark.parametrize("typed", ["x", "-1", "1000", "1.5", "٣"])
    def test_what_is_no_count_is_refused_and_stays_typed(self, host, typed):
        answer = count(host, host.room, {1: {PROVINCE: typed, DUCHY: 3}})
        assert answer.status_code == 422
        assert "Enter a whole number from 0 to 999." in text_of(answer)
        assert f'value="{typed}"' in answer.text
        assert 'value="3"' in answer.text

    def test_a_code_that_opens_nothing(self, client):
        answer = client.get("/score/AAAAAA")
        assert answer.status_code == 404
        assert "There’s no score with this code." in text_of(answer)


class TestResult:
    def finish(self, host, ending=None):
        count(host, host.room, ending or ENDING, "done")
        return host.get(host.room)

    def test_names_the_winner_and_every_source(self, host):
        page = text_of(self.finish(host))
        assert "Bob wins!" in page
        assert "4× Province 24 2× Duchy 6 3× Estate 3" in re.sub(r" (?=\d+ )", " ", page) or (
            "3× Estate 3" in page and "4× Province 24" in page
        )
        assert "1× Curse −1" in page

    def test_a_tie_asks_for_turns_and_fewer_win(self, host):
        page = self.finish(host, {1: {PROVINCE: 4}, 2: {PROVINCE: 4}, 3: {PROVINCE: 1}})
        assert "Ann and Bob share the win." in text_of(page)
        assert "Whoever had fewer turns wins" in text_of(page)
        assert '<details class="fold" open>' in page.text
        send(host, f"{host.room}/turns", **{"turns.1": "20", "turns.2": "19"})
        assert "Bob wins!" in text_of(host.get(host.room))
        send(host, f"{host.room}/turns", **{"turns.1": "19", "turns.2": "19"})
        assert "Ann and Bob share the win." in text_of(host.get(host.room))

    def test_a_tie_of_all_is_said_in_short(self, host):
        count(host, host.room, {}, "done")
        assert "3 players tie with 0 points." in text_of(host.get(host.room))

    @pytest.mark.parametrize("typed", ["0", "1000", "many"])
    def test_what_is_no_number_of_turns_is_refused(self, host, typed):
        self.finish(host)
        answer = send(host, f"{host.room}/turns", **{"turns.1": typed})
        assert answer.status_code == 422
        assert "Enter how many turns" in text_of(answer)

    def test_more_provinces_than_there_are_is_asked_about_and_never_refused(self, host):
        page = self.finish(host, {1: {PROVINCE: 12}, 2: {PROVINCE: 1}})
        assert "All players together have 13× Province, but the game has only 12." in text_of(page)
        assert "Ann wins!" in text_of(page)
        assert "Log this game" in page.text

    def test_counts_can_be_changed_afterwards(self, host):
        self.finish(host)
        send(host, f"{host.room}/reopen")
        assert 'id="counts"' in host.get(host.room).text


class TestSeveralPhones:
    def test_a_friend_counts_alone_and_the_host_waits(self, host, client):
        page = text_of(client.get(host.room))
        assert "Who are you?" in page
        send(client, f"{host.room}/take", seat="2")
        mine = client.get(host.room).text
        assert 'name="n.2.0"' in mine
        assert 'name="n.1.0"' not in mine
        assert 'name="n.2.0"' not in host.get(host.room).text
        count(host, host.room, ENDING, "done")
        assert "Not done yet: Bob." in text_of(host.get(host.room))
        count(client, host.room, ENDING, "done")
        assert "Bob wins!" in text_of(client.get(host.room))
        assert "Bob wins!" in text_of(host.get(host.room))

    def test_nobody_counts_for_others_on_their_own_phone(self, host, client):
        count(client, host.room, ENDING, "done")
        assert re.findall(r'<b class="points">(\d+)<', host.get(host.room).text) == ["0"] * 3

    def test_two_phones_cannot_count_for_one_player(self, host, app):
        one, two = app.test_client(), app.test_client()
        send(one, f"{host.room}/take", seat="2")
        send(two, f"{host.room}/take", seat="2")
        assert "Another phone is already counting for this player. Choose someone else." in text_of(
            two.get(host.room)
        )

    def test_the_host_takes_over_and_nothing_is_lost(self, host, client):
        send(client, f"{host.room}/take", seat="2")
        count(client, host.room, {2: {PROVINCE: 4}})
        send(host, f"{host.room}/free", seat="2")
        assert re.findall(r'<b class="points">(\d+)<', host.get(host.room).text) == ["0", "24", "0"]

    def test_only_those_who_count_change_turns(self, host, client):
        count(host, host.room, ENDING, "done")
        send(client, f"{host.room}/turns", **{"turns.1": "20"})
        assert 'value="20"' not in host.get(host.room).text

    def test_the_code_leads_there_from_everywhere(self, host, client):
        code = host.room.rpartition("/")[2]
        assert client.get(f"/k?code={code.lower()}").location == host.room
        assert client.get(f"/s/{code}").location == host.room
        version = client.get(f"{host.room}/news?since=x").json["version"]
        assert client.get(f"{host.room}/news?since={version}").status_code == 204


class TestLog:
    def logged(self, host, store):
        count(host, host.room, ENDING, "done")
        send(host, f"{host.room}/turns", **{f"turns.{seat}": "18" for seat in (1, 2, 3)})
        answer = send(host, f"{host.room}/log")
        (game,) = store.games(host.home)
        return answer, game

    def test_one_tap_keeps_players_points_turns_and_sources(self, host, store):
        answer, game = self.logged(host, store)
        assert answer.location == f"/played/{game.id}"
        assert [(one.name, one.won, one.points, one.turns) for one in game.players] == [
            ("Ann", False, 32, 18),
            ("Bob", True, 33, 18),
            ("Cat", False, 26, 18),
        ]
        assert game.players[2].sources == {"Province": 18, "Duchy": 9, "Curse": -1}
        assert {person.name for person in store.people(host.home)} == set(NAMES)

    def test_twice_is_one_game_and_changes_are_kept(self, host, store):
        self.logged(host, store)
        send(host, f"{host.room}/reopen")
        count(host, host.room, {3: {PROVINCE: 9}}, "done")
        assert self.logged(host, store)[1].players[2].points is not None

    def test_the_game_shows_points_and_editing_keeps_them(self, host, store, press):
        _answer, game = self.logged(host, store)
        page = text_of(host.get(f"/played/{game.id}"))
        assert "Bob 33" in page
        people = {f"p.{one.person}": "won" if one.won else "played" for one in game.players}
        fields = {"day": game.day, "seats": "3", "note": "Close!", **people}
        press(host, f"/played/{game.id}/change", f"/played/{game.id}/change", **fields)
        (edited,) = store.games(host.home)
        assert edited.note == "Close!"
        assert [one.points for one in edited.players] == [32, 33, 26]

    def test_a_friend_does_not_write_into_the_log(self, host, client, store):
        count(host, host.room, ENDING, "done")
        send(client, f"{host.room}/log")
        assert store.games(host.home) == ()

    def test_statistics_have_averages_best_scores_and_sources(self, host, store):
        self.logged(host, store)
        page = text_of(host.get("/played/numbers"))
        assert "Points" in page
        assert "Bob average 33 · best 33" in page
        assert "Province 72" in page
