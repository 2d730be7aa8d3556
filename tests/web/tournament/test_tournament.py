"""A tournament on the web: names, seats, rounds, results from phones, leaving, the champion."""

import html
import json
import random
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from setup_rules.chance import Chance
from setup_rules.tournament.finals import plan_finals
from setup_rules.tournament.scoring import Played, Score
from setup_rules.tournament.standings import standings
from tests.tournament.results import best_seating
from tests.web.reading import text_of
from web.household.household_file import read_household
from web.http.limits import shares
from web.language.tournament_words import percent_in_words, points_in_words
from web.store import Entrant, KeptRound, Stale, Store, TableResult, Tournament
from web.store.tournaments import MOST_TOURNAMENTS
from web.tournament import search as tournament_search
from web.tournament.book import Book
from web.tournament.file import tournament_as_json
from web.tournament.forms import player_names

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"
OTHER = LINK.replace("cellar", "chapel")
SIX = tuple((n, n + 1, n + 2) for n in (0, 3))
SEATS_OF_SIX = {
    1: ((0, 1, 2), (3, 4, 5)),
    2: ((3, 0, 4), (1, 5, 2)),
    3: ((5, 3, 0), (4, 2, 1)),
    4: ((2, 4, 3), (0, 1, 5)),
}


def send(client, path, **fields):
    return client.post(path, data=fields)


def names(number):
    return [f"Player {n}" for n in range(1, number + 1)]


class Cup:
    """A tournament and its organiser; changes go by HTTP as people make them."""

    def __init__(self, host, store, path):
        self.host, self.store, self.path = host, store, path

    @property
    def kept(self):
        return self.store.tournament(self.host.home, self.path.rpartition("/")[2])

    @property
    def book(self):
        return Book(self.kept)

    @property
    def at(self):
        return f"/tournament/at/{self.kept.code}"

    def page(self, path=""):
        answer = self.host.get(self.path + path)
        assert answer.status_code == 200, answer.status
        return text_of(answer)

    def send(self, path, **fields):
        return send(self.host, self.path + path, **fields)

    def choose(self, number, kingdom=LINK):
        return self.send(f"/round/{number}/kingdom", how="own", kingdom=kingdom)

    def announce(self, number, kingdom=LINK):
        assert self.choose(number, kingdom).status_code == 303
        assert self.send(f"/round/{number}/announce").status_code == 303
        assert self.kept.announced == number

    def enter(self, client, number, place, points, turns=15, version=0, do="keep"):
        table = self.kept.round(number).seats[place - 1]
        turns = (turns,) * len(table) if isinstance(turns, int) else turns
        fields = {f"points.{player}": str(p) for player, p in zip(table, points, strict=True)}
        fields |= {f"turns.{player}": str(t) for player, t in zip(table, turns, strict=True)}
        return send(client, f"{self.at}/{number}/{place}", **fields, version=version, do=do)

    def play(self, client, number, chance):
        """Announce a round and have a phone enter random results for all its tables."""
        self.announce(number)
        for place, table in enumerate(self.kept.round(number).seats, 1):
            points = [chance.randint(-3, 12) for _player in table]
            answer = self.enter(
                client, number, place, points, [chance.choice((9, 10)) for _ in table]
            )
            assert answer.status_code == 303, text_of(answer)


@pytest.fixture
def host(at_home):
    return at_home(("dominion-1e", "alchemy"))


@pytest.fixture
def cup(host, store):
    """Makes a tournament; the search is left out where the seats are given."""

    def cup(players=6, seats=SEATS_OF_SIX, client=host):
        if seats is not None:
            id_ = store.add_tournament(client.home, "seed", "", names(players), "lot")
            search = store.begin_search(client.home, id_)
            assert store.end_search(client.home, id_, search, seats)
            return Cup(client, store, f"/tournament/{id_}")
        answer = send(client, "/tournament/new", names="\n".join(names(players)), seed="seed")
        assert answer.status_code == 303, text_of(answer)
        return Cup(client, store, answer.location)

    return cup


@pytest.fixture
def phone(app):
    return app.test_client()


@pytest.fixture(autouse=True)
def short_search(monkeypatch):
    """A search that ends soon, and whose end every request waits for."""
    monkeypatch.setattr(tournament_search, "WORK", 5_000)
    monkeypatch.setattr(tournament_search, "in_background", lambda work: work())
    monkeypatch.setattr(tournament_search, "fresh_seed", lambda: "seed")


class TestNames:
    def test_are_read_one_on_a_line(self):
        text = "1. Ada\n2) Bo\r\n- Cy\n\n  • Di \nEva  Lund\n\u202eFlo"
        assert player_names(text) == ("Ada", "Bo", "Cy", "Di", "Eva Lund", "Flo")
        assert player_names("Ada, Bo; Cy, Di, Ed, Flo") == (
            *("Ada", "Bo", "Cy", "Di", "Ed", "Flo"),
        )

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "Enter who’s playing, one name per line: 6 to 60 names."),
            ("Ada", "That’s 1 name, but a tournament needs 6 to 60."),
            ("\n".join(names(5)), "That’s 5 names, but a tournament needs 6 to 60."),
            ("\n".join(names(61)), "That’s 61 names, but a tournament needs 6 to 60."),
            ("\n".join([*names(6), "ADA", "Bo", "Ada", "bo"]), "Twice in the list: ADA and Bo."),
            ("\n".join([*names(6), "x" * 31]), "has 31 characters; the limit is 30."),
            (
                "\n".join([*names(6), "y" * 6_000]),
                "This text is too long for a list of names. Shorten it.",
            ),
        ],
    )
    def test_that_do_not_make_a_tournament_are_told_and_kept(self, host, store, text, message):
        answer = send(host, "/tournament/new", names=text, name="Cup")
        assert answer.status_code == 422
        assert message in text_of(answer)
        assert html.escape(text, quote=False).strip() in answer.text.replace("\r\n", "\n")
        assert 'value="Cup"' in answer.text
        assert not store.tournaments_of(host.home)

    def test_the_name_of_the_tournament_may_be_too_long(self, host):
        answer = send(host, "/tournament/new", names="\n".join(names(6)), name="x" * 41)
        assert answer.status_code == 422
        assert "The name can have up to 40 characters." in text_of(answer)

    def test_can_be_corrected_later(self, cup, phone):
        here = cup()
        assert here.send("/players/2/name", name=" Ada \n").status_code == 303
        assert here.kept.players[2].name == "Ada"
        refused = (("player 1", "Twice"), ("", "Everyone needs"), ("x" * 31, "31 char"))
        for name, message in refused:
            answer = here.send("/players/2/name", name=name)
            assert answer.status_code == 422
            assert message in text_of(answer)
        assert "Ada" in text_of(phone.get(f"{here.at}/seating"))
        assert here.host.get(f"{here.path}/players/6").status_code == 404


class TestBeginning:
    def test_the_front_page_and_the_menu_lead_to_it(self, host, cup):
        assert host.get("/").text.count('href="/tournament"') == 2
        assert host.get("/tournament").location == "/tournament/new"
        cup()
        assert "Everyone has a seat." in text_of(host.get("/tournament"))

    def test_needs_no_household_before(self, app):
        client = app.test_client()
        answer = send(client, "/tournament/new", names="\n".join(names(6)))
        assert "6 players. 2 tables of 3." in text_of(client.get(answer.location))

    def test_seats_are_searched_and_their_quality_is_told(self, cup):
        here = cup(12, seats=None)
        page = here.page()
        assert "Nobody plays the same opponent twice." in page
        assert "Starting positions are as balanced as possible." in page
        assert "12 players. 4 tables of 3." in page
        for number in range(1, 5):
            seats = here.kept.round(number).seats
            assert sorted(player for table in seats for player in table) == list(range(12))

    def test_a_double_tap_begins_one(self, cup, store, host):
        assert cup(7, seats=None).path == cup(7, seats=None).path
        assert len(store.tournaments_of(host.home)) == 1

    def test_there_is_an_end_to_how_many_are_kept(self, host, store):
        for number in range(MOST_TOURNAMENTS):
            store.add_tournament(host.home, str(number), "", names(6), "lot")
        answer = send(host, "/tournament/new", names="\n".join(names(6)))
        assert answer.status_code == 422
        assert "Too many tournaments are saved here" in text_of(answer)

    def test_one_can_be_deleted(self, cup, store, host):
        here = cup()
        assert "You can’t undo this." in here.page("/delete")
        here.send("/delete")
        assert not store.tournaments_of(host.home)
        assert here.host.get(here.path).status_code == 404


BREAKING = """
import json
print(json.dumps({"done": 0.4, "seating": None}), flush=True)
"""

LEAVING = """
import sys
from pathlib import Path
from app import create_app
from web.tournament import search
from web.serving.server import leave
from web.store import get_store
database, home, id_ = sys.argv[1:]
search.COMMAND = (sys.executable, "-c", "import time; time.sleep(600)")
with create_app({"DATABASE": Path(database), "RATE_LIMITS": False}).app_context():
    search.search_now(get_store().tournament(home, id_))
leave(0)
"""


class TestSearch:
    @pytest.fixture
    def breaking(self, monkeypatch):
        """A search that has done two fifths and then breaks off."""
        monkeypatch.setattr(tournament_search, "COMMAND", (sys.executable, "-c", BREAKING))

    def test_shows_how_far_it_is_and_asks_again_without_scripts(self, cup, store, monkeypatch):
        monkeypatch.setattr(tournament_search, "_begin", lambda _kept, _search: None)
        here = cup(6, seats=None)
        search = here.kept.search
        assert store.keep_search_progress(here.kept.household, here.kept.id, search, 40)
        page = here.host.get(here.path).text
        assert '<progress id="progress" max="100" value="40">' in page
        assert '<noscript><meta http-equiv="refresh"' in page
        assert "data-job" in page
        assert here.send("/round/1/announce").status_code == 303
        assert here.kept.announced == 0

    def test_that_broke_off_is_told_and_begun_again(self, breaking, cup, monkeypatch, caplog):
        here = cup(6, seats=None)
        assert "Working out the seating was interrupted. Start it again." in here.page()
        assert "the search broke off" in caplog.text
        monkeypatch.undo()
        monkeypatch.setattr(tournament_search, "in_background", lambda work: work())
        here.send("/search")
        assert "Everyone has a seat." in here.page()

    def test_that_died_with_its_process_is_begun_anew_by_whoever_looks(self, cup, store):
        here = cup(6, seats={})
        store.begin_search(here.kept.household, here.kept.id)
        assert "<progress" in here.host.get(here.path).text
        assert not here.kept.seated
        store._write("update tournament set beat = '2020-01-01T00:00:00+00:00'")
        here.page()
        assert here.kept.seated

    def test_that_is_under_way_when_the_server_ends_is_not_given_up(self, cup, database):
        here = cup(12, seats={})
        server = [sys.executable, "-c", LEAVING, database, here.kept.household, here.kept.id]
        ended = subprocess.run(server, cwd=tournament_search.ROOT, capture_output=True, check=True)
        assert ended.stderr == b""
        assert here.kept.search

    def test_that_is_no_longer_wanted_changes_nothing(self, cup, store):
        here = cup()
        old = store.begin_search(here.kept.household, here.kept.id)
        new = store.begin_search(here.kept.household, here.kept.id)
        assert not store.keep_search_progress(here.kept.household, here.kept.id, old, 50)
        assert not store.end_search(here.kept.household, here.kept.id, old, {1: SIX})
        assert store.end_search(here.kept.household, here.kept.id, new, {})
        assert here.kept.round(1).seats == SEATS_OF_SIX[1]

    def test_keeps_the_better_seats_and_those_that_are_announced(self, cup):
        same = dict.fromkeys(range(1, 5), SIX)
        here = cup(6, seats=same)
        here.announce(1)
        here.send("/search")
        assert here.kept.round(1).seats == SIX
        seats = [here.kept.round(number).seats for number in range(2, 5)]
        assert SIX not in seats
        here.send("/search")
        again = tournament_search.quality_of(here.kept)
        assert again.distinct == 15


IN_BACKGROUND = tournament_search.in_background
SLEEPING = "import time; time.sleep(60)"


class TestSearchInTheBackground:
    @pytest.fixture(autouse=True)
    def _sleeping(self, short_search, monkeypatch):
        """A search that does not end by itself, beside all requests."""
        monkeypatch.setattr(tournament_search, "in_background", IN_BACKGROUND)
        monkeypatch.setattr(tournament_search, "COMMAND", (sys.executable, "-c", SLEEPING))
        monkeypatch.setattr(tournament_search, "TURN", 0.1)

    @pytest.fixture
    def started(self, monkeypatch):
        """The searches that began; ended when the test is over."""
        workers = []
        start = subprocess.Popen

        def popen(*args, **options):
            workers.append(start(*args, **options))
            return workers[-1]

        monkeypatch.setattr(tournament_search.subprocess, "Popen", popen)
        yield workers
        until = time.monotonic() + 30
        while any(one.name == "seats" for one in threading.enumerate()):
            assert time.monotonic() < until
            for process in workers:
                process.kill()
            time.sleep(0.05)

    def test_holds_no_thread_of_the_server(self, cup, started):
        here = cup(6, seats=None)
        assert here.kept.search
        assert "<progress" in here.host.get(here.path).text
        assert all(process.poll() is None for process in started), "it goes on"
        names = {one.name for one in threading.enumerate()}
        assert "seats" in names

    def test_begins_no_more_threads_than_fit(self, cup, store, started, monkeypatch):
        monkeypatch.setattr(tournament_search, "_THREADS", threading.BoundedSemaphore(3))
        here = cup(6, seats=None)
        for _ in range(8):
            here.send("/search")
        searches = [one for one in threading.enumerate() if one.name == "seats"]
        assert len(searches) <= 3
        assert here.kept.search, "whoever looks later begins it"

    def test_is_charged_to_the_address(self, cup, store, app, monkeypatch):
        app.config["RATE_LIMITS"] = True
        answer = {"done": 1, "seating": [SIX] * 4, "seconds": 3}
        say = f"print({json.dumps(json.dumps(answer))})"
        monkeypatch.setattr(tournament_search, "COMMAND", (sys.executable, "-c", say))
        monkeypatch.setattr(tournament_search, "in_background", lambda work: work())
        monkeypatch.setattr(shares, "FREE", 60)  # the request itself is not charged
        here = cup(6, seats=None)
        assert here.kept.seated
        assert store._row("select until from haste where kind = ?", shares.CPU)


class TestRounds:
    def test_the_suggested_set_is_drawn_five_and_five(self, cup):
        here = cup()
        assert "5 cards from Dominion and 5 from Alchemy" in here.page("/round/1")
        assert "need 2 copies" in here.page("/round/1")
        assert here.send("/round/1/kingdom", how="set", seed="a").status_code == 303
        link = here.kept.round(1).link
        assert "players=3" in link
        assert "colony=no" in link
        page = here.page("/round/1")
        assert "A kingdom has been chosen. Only you can see it" in page

    def test_what_the_shelf_lacks_is_told_in_words(self, cup):
        here = cup()
        assert "Intrigue isn’t on your shelf. Guilds isn’t on your shelf." in here.page("/round/2")
        answer = here.send("/round/2/kingdom", how="set")
        assert answer.status_code == 422
        assert "Your boxes don’t have the cards for this mix." in text_of(answer)

    def test_tonights_wishes_are_kept_or_told_to_clash(self, at_home, cup):
        here = cup(client=at_home(("dominion-1e",), wishes={"pinned": ["moat"]}))
        assert here.send("/round/1/kingdom", how="wishes", seed="a").status_code == 303
        assert "moat" in here.kept.round(1).link
        none = cup(
            client=at_home(("dominion-1e",), wishes={"banned": ["moat"], "pinned": ["moat"]})
        )
        answer = none.send("/round/1/kingdom", how="wishes", seed="a")
        assert answer.status_code == 422
        assert "No kingdom from these boxes matches your wishes" in text_of(answer)

    def test_without_a_shelf_a_link_still_does(self, at_home, cup):
        here = cup(client=at_home(()))
        assert "Your shelf" in here.page("/round/1")
        for how in ("set", "wishes", "", "nonsense"):
            assert here.send("/round/1/kingdom", how=how).status_code == 422
        here.announce(1)

    def test_any_kingdom_is_known_by_link_code_or_published_name(self, cup, store, at_home):
        here = cup()
        code = store.share(at_home().home, OTHER)
        for typed, there in (
            (LINK, "cellar"),
            (f"https://piles.example{OTHER}&lang=cs", "chapel"),
            (f" {code.lower()} ", "chapel"),
            (f"http://localhost/k/{code}", "chapel"),
            ("first game", "cellar"),
            ("http://localhost/published/big-money", "adventurer"),
        ):
            assert here.choose(1, typed).status_code == 303, typed
            assert there in here.kept.round(1).link

    @pytest.mark.parametrize("typed", ["", "Smity", "/kingdom/-?players=2", "ZZZZZZ"])
    def test_what_is_no_kingdom_is_told_and_kept(self, cup, typed):
        answer = cup().choose(1, typed)
        assert answer.status_code == 422
        assert "This isn’t a kingdom’s link or code" in text_of(answer)
        assert f'name="kingdom" value="{typed}"' in answer.text

    def test_tables_of_four_set_the_same_kingdom_up_for_four(self, cup, phone):
        seats = dict.fromkeys(range(1, 5), ((0, 1, 2, 3), (4, 5, 6)))
        here = cup(7, seats=seats)
        here.announce(1)
        page = phone.get(here.at).text
        assert html.escape(LINK) in page
        assert html.escape(LINK.replace("players=3", "players=4")) in page

    def test_come_one_after_the_other(self, cup, phone):
        here = cup()
        here.send("/round/1/announce")
        assert here.kept.announced == 0, "there is no kingdom yet"
        here.choose(2)
        here.send("/round/2/announce")
        assert here.kept.announced == 0
        here.announce(1)
        here.send("/round/2/announce")
        assert here.kept.announced == 1
        assert "once all results of earlier rounds are in" in here.page("/round/2")
        for place in (1, 2):
            here.enter(phone, 1, place, (3, 2, 1))
        assert not here.kept.round(1).closed
        here.announce(2)
        assert here.kept.round(1).closed
        here.choose(1, OTHER)
        assert here.kept.round(1).link == LINK, "what was announced stays"
        assert "Results are in from 0 of 2 tables." in here.page()

    @pytest.mark.parametrize("number", [5, 10**20])
    def test_there_are_no_others(self, cup, number):
        here = cup()
        assert here.host.get(f"{here.path}/round/{number}").status_code == 404
        for change in ("kingdom", "close"):
            assert (
                here.send(f"/round/{number}/{change}", how="own", kingdom=LINK).status_code == 404
            )


class TestSecrecy:
    """Section 5, Overview 3: the kingdom is announced at the beginning of each round."""

    def pages(self, here, phone):
        paths = ("", "/news?since=x", "/standings", "/seating", "/1/1", "/2/1", "/1/9")
        answers = [phone.get(here.at + path) for path in paths]
        return [(answer.status, answer.text.replace(here.kept.code, "")) for answer in answers]

    def test_no_answer_differs_whatever_was_chosen(self, at_home, cup, app):
        """Two tournaments that differ in the kingdoms that are not announced alone."""
        answers = []
        for kingdom, how in ((LINK, "own"), (OTHER, "own"), ("", "wishes")):
            here = cup(client=at_home(("dominion-1e", "alchemy")))
            here.announce(1)
            for number in (2, 6):
                changed = here.send(f"/round/{number}/kingdom", how=how, kingdom=kingdom)
                assert changed.status_code == 303
            answers.append(self.pages(here, app.test_client()))
        assert answers[0] == answers[1] == answers[2]
        assert "chapel" not in str(answers[1])

    def test_it_is_seen_as_soon_as_it_is_announced(self, cup, phone):
        here = cup()
        here.choose(1, OTHER)
        assert "The first round hasn’t been announced yet." in text_of(phone.get(here.at))
        assert phone.get(f"{here.at}/1/1").location == here.at, "a sheet of paper may lead there"
        assert send(phone, f"{here.at}/1/1", do="keep").location == here.at
        version = here.kept.version
        assert phone.get(f"{here.at}/news?since={version}").status_code == 204
        here.send("/round/1/announce")
        assert phone.get(f"{here.at}/news?since={version}").json["version"] > version
        assert html.escape(OTHER) in phone.get(here.at).text


class TestResults:
    @pytest.fixture
    def here(self, cup):
        here = cup()
        here.announce(1)
        return here

    def test_with_odd_turns_are_asked_about(self, here, phone):
        page = text_of(here.enter(phone, 1, 1, (20, 31, -4), (15, 150, 15), do="check"))
        assert "The turn counts differ by more than 1." in page
        assert "differ" not in text_of(here.enter(phone, 1, 1, (20, 31, -4), do="check"))

    def test_are_shown_with_places_and_points_before_they_are_kept(self, here, phone):
        page = text_of(here.enter(phone, 1, 1, (20, 31, -4), do="check"))
        assert "Is this right? 1. Player 2 Victory points: 31, turns: 15" in page
        assert re.search("Player 2 .*: 5 .*Player 1 .*: 3 .*Player 3 .*: −4, .*: 1 ", page)
        assert not here.kept.results
        changed = here.enter(phone, 1, 1, (20, 31, -4), do="change")
        assert 'value="-4"' in changed.text
        here.enter(phone, 1, 1, (20, 31, -4))
        assert here.kept.result(1, 1).scores == ((0, 20, 15), (1, 31, 15), (2, -4, 15))
        assert "Results are in from 1 of 2 tables." in text_of(phone.get(here.at))

    def test_ties_are_broken_by_turns_or_shared(self, here, phone):
        page = text_of(here.enter(phone, 1, 1, (20, 20, 9), (15, 14, 14), do="check"))
        assert re.search("1. Player 2 .*2. Player 1 .*3. Player 3", page)
        page = text_of(here.enter(phone, 1, 1, (20, 20, 20), do="check"))
        assert page.count("1. Player") == 3
        assert page.count("Tournament points: 3") == 3

    @pytest.mark.parametrize(
        ("points", "turns", "message"),
        [
            ("", "", "Enter Player 1’s victory points and turns."),
            ("", "15", "How many victory points does Player 1 have?"),
            ("many", "15", "Player 1’s victory points: enter a whole number up to 9999"),
            ("123456", "15", "enter a whole number up to 9999"),
            ("20", "", "How many turns did Player 1 take?"),
            ("20", "-1", "Player 1’s turns: enter a whole number from 1 to 999."),
            ("20", "0", "Player 1’s turns"),
        ],
    )
    def test_that_cannot_be_read_are_told_and_kept_in_the_form(
        self, here, phone, points, turns, message
    ):
        answer = here.enter(phone, 1, 1, (points, "12", "13"), (turns, "14", "15"))
        assert answer.status_code == 422
        assert message in text_of(answer)
        assert f'value="{points}"' in answer.text
        assert 'value="13"' in answer.text
        marked = re.findall(r'name="(\w+)\.\d+"[^>]*aria-invalid', answer.text)
        wrong = ["points"] if points != "20" else []
        assert marked == [*wrong, *(["turns"] if turns != "15" else [])]
        assert not here.kept.results

    def test_a_minus_may_be_written_in_other_ways(self, here, phone):
        here.enter(phone, 1, 1, ("−5", "–6", "-7"))
        assert [points for _player, points, _turns in here.kept.result(1, 1).scores] == [-5, -6, -7]

    def test_can_be_counted_with_the_app(self, here, phone):
        table = re.search(r'name="table" value="([^"]+)"', phone.get(f"{here.at}/1/1").text)[1]
        room = send(phone, "/score/table", table=table, seed="").location
        page = phone.get(room).text
        for name in names(3):
            assert name in page
        counts = {"n.1.3": "5", "n.2.1": "2", "n.2.2": "3", "n.3.0": "3"}
        send(phone, room, **counts, do="done")
        send(phone, f"{room}/turns", **{"turns.1": "15", "turns.2": "15", "turns.3": "14"})
        result = phone.get(room).text.partition('<footer class="dock">')[2]
        fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', result))
        address = re.search(r'action="([^"]+)"', result)[1]
        preview = send(phone, address, **fields)
        assert "Is this right?" in text_of(preview)
        assert not here.kept.results
        send(phone, address, **fields | {"do": "keep"})
        assert here.kept.result(1, 1).scores == ((0, -5, 15), (1, 24, 15), (2, 3, 14))

    @pytest.mark.parametrize("table", ["", "{code}", "{code}.1.3", "{code}.2.1", "0OIL00.1.1"])
    def test_of_a_table_that_is_not_played_at_are_not_counted(self, here, phone, table):
        answer = send(phone, "/score/table", table=table.format(code=here.kept.code), seed="")
        assert answer.status_code == 404
        assert "No tournament has this code." in text_of(answer)

    def test_two_phones_at_one_table_lose_nothing_to_each_other(self, here, phone, app):
        other = app.test_client()
        assert 'name="version" value="0"' in other.get(f"{here.at}/1/1").text
        here.enter(phone, 1, 1, (20, 31, 4))
        late = here.enter(other, 1, 1, (21, 31, 4))
        assert late.status_code == 409
        page = text_of(late)
        assert "Another phone entered a result for this table first." in page
        assert "Saved result 1. Player 2 Victory points: 31" in page
        assert 'value="21"' in late.text, "what was typed is still there"
        assert here.kept.result(1, 1).scores[0] == (0, 20, 15)
        assert 'name="version" value="1"' in late.text
        assert here.enter(other, 1, 1, (21, 31, 4), version=1).status_code == 303
        assert here.kept.result(1, 1).scores[0] == (0, 21, 15)
        assert here.kept.result(1, 1).version == 2

    def test_of_many_phones_at_once_one_is_first(self, here, database):
        of = here.kept.household, here.kept.id

        def keep(points):
            store = Store(database)
            try:
                scores = ((0, points, 15), (1, 1, 15), (2, 1, 15))
                store.keep_result(*of, TableResult(1, 1, scores, 0))
            except Stale:
                return None
            finally:
                store.close()
            return points

        with ThreadPoolExecutor(8) as phones:
            first = [points for points in phones.map(keep, range(8)) if points is not None]
        assert len(first) == 1
        assert here.kept.result(1, 1).scores[0] == (0, first[0], 15)

    def test_the_same_result_twice_is_one(self, here, phone, app):
        for client in (phone, app.test_client()):
            assert here.enter(client, 1, 1, (20, 31, 4)).status_code == 303
        assert len(here.kept.results) == 1
        assert here.kept.result(1, 1).version == 1

    def test_of_a_closed_round_are_corrected_by_the_organiser_alone(self, here, phone):
        here.enter(phone, 1, 1, (20, 31, 4))
        here.send("/round/1/close", closed="yes")
        assert "This round is closed." in text_of(phone.get(f"{here.at}/1/1"))
        assert "/1/1" not in phone.get(here.at).text
        refused = here.enter(phone, 1, 1, (9, 9, 9), version=1)
        assert refused.status_code == 409
        assert "Ask the organiser to edit its results." in text_of(refused)
        assert here.enter(here.host, 1, 1, (9, 9, 9), version=1).status_code == 409, "by code"
        fields = {f"{kind}.{player}": "7" for player in (0, 1, 2) for kind in ("points", "turns")}
        page = here.send("/round/1/table/1", **fields, version=1)
        assert "Is this right?" in text_of(page)
        here.send("/round/1/table/1", **fields, version=1, do="keep")
        assert here.kept.result(1, 1).scores == ((0, 7, 7), (1, 7, 7), (2, 7, 7))
        here.send("/round/1/close", closed="no")
        assert here.enter(phone, 1, 1, (9, 9, 9), version=2).status_code == 303

    @pytest.mark.parametrize("path", ["/1/3", "/1/0", "/9/1"])
    def test_there_are_no_other_tables(self, here, phone, path):
        assert phone.get(here.at + path).status_code == 404
        assert send(phone, here.at + path, do="keep").status_code == 404
        number, place = path[1:].split("/")
        assert here.host.get(f"{here.path}/round/{number}/table/{place}").status_code == 404

    def test_standings_tell_every_column_and_what_decided(self, here, phone):
        here.enter(phone, 1, 1, (20, 40, 0))
        assert "once all results of the first round are in" in here.page("/standings")
        here.enter(phone, 1, 2, (20, 30, 10))
        for page in (here.page("/standings"), text_of(phone.get(f"{here.at}/standings"))):
            lines = page.partition("After 1 round ")[2]
            assert lines.startswith("1. Player 2 66.67%, 1st: 1, 2nd: 0, 3rd: 0, games: 1 5")
            assert "2. Player 5 50.00%, 1st: 1, 2nd: 0, 3rd: 0, games: 1 decided by: perc" in lines
            assert "3. Player 1 33.33%, 1st: 0, 2nd: 1, 3rd: 0, games: 1 decided by: tour" in lines
            assert "3. Player 4 33.33%, 1st: 0, 2nd: 1, 3rd: 0, games: 1 shared rank" in lines


class TestWholeTournaments:
    def test_of_twelve_from_names_to_the_champion(self, cup, phone):
        here = cup(12, seats=None)
        chance = random.Random(8)
        for number in range(1, 7):
            assert here.book.next_round == number
            here.play(phone, number, chance)
        book = here.book
        kept = here.kept
        played = [
            Played(one.round, one.place, tuple(Score(*score) for score in one.scores))
            for one in kept.results
            if one.round <= 4
        ]
        after_four = standings(range(12), played)
        assert kept.round(5).seats == plan_finals(after_four, kept.lot).groups
        ranking = plan_finals(after_four, kept.lot).ranking
        assert [table[0] for table in kept.round(5).seats] == list(ranking[:3])
        best = {
            max(one.scores, key=lambda score: (score[1], -ranking.index(score[0])))[0]
            for one in kept.results
            if one.round == 5
        }
        assert set(kept.round(6).seats[0]) == best
        assert list(kept.round(6).seats[0]) == sorted(best, key=ranking.index)
        champion = book.names[book.champion]
        won = {player: points for player, points, _turns in kept.result(6, 1).scores}
        assert won[book.champion] == max(won.values())
        for page in (
            here.page(),
            here.page("/standings"),
            text_of(phone.get(here.at)),
            text_of(phone.get(f"{here.at}/standings")),
        ):
            assert f"{champion} is the champion." in page
        assert book.next_round is None
        assert here.page("/standings").count("Table ") == 3
        for after in range(1, 5):
            assert f"After {after} round" in here.page(f"/standings?after={after}")

    @pytest.mark.parametrize("players", [7, 8])
    def test_of_fewer_than_nine_send_the_best_three_straight_into_the_final(
        self, cup, phone, players
    ):
        here = cup(players, seats=None)
        chance = random.Random(players)
        assert here.book.rounds == (1, 2, 3, 4, 6)
        assert "Players at the tables: 4 + " in here.page()
        assert "the top 3 go straight to the final." in here.page()
        for number in (1, 2, 3, 4):
            here.play(phone, number, chance)
        page = here.page("/standings")
        assert f"A pre-final takes 9 players, but there are only {players}" in page
        best = [row.player for row in here.book.standings(4)][:3]
        assert set(here.book.seats(6)[0]) == set(best) or here.book.finals.lots
        here.play(phone, 6, chance)
        assert "is the champion." in here.page()

    def test_a_correction_after_the_groups_are_seated_is_told_and_changes_no_table(
        self, cup, phone
    ):
        here = cup(12, seats=None)
        chance = random.Random(1)
        for number in (1, 2, 3, 4):
            here.play(phone, number, chance)
        here.announce(5)
        groups = here.kept.round(5).seats
        loser = here.book.ranking[-1]
        for result in (one for one in here.kept.results if one.round < 5):
            players = [player for player, _points, _turns in result.scores]
            if loser in players:
                fields = {f"points.{p}": "99" if p == loser else "0" for p in players}
                fields |= {f"turns.{p}": "9" for p in players}
                path = f"/round/{result.round}/table/{result.place}"
                here.send(path, **fields, version=1, do="keep")
        assert here.kept.round(5).seats == groups
        assert here.book.finals.groups != groups
        assert "The tables stay as they were announced." in here.page("/standings")


class TestLeaving:
    @pytest.fixture
    def here(self, cup, phone):
        """Nine players who have played a round."""
        nine = best_seating(9, Chance("nine"), work=1).seating
        here = cup(9, seats=dict(enumerate(nine, 1)))
        here.play(phone, 1, random.Random(2))
        return here

    def test_the_rounds_to_come_are_seated_anew_and_those_played_stay(self, here, phone):
        first = here.kept.round(1)
        results = here.kept.results
        assert "The rules ask everyone to stay until the end." in here.page("/players/4")
        here.send("/players/4/leave", when="next")
        assert here.kept.round(1) == first
        assert here.kept.results == results
        for number in (2, 3, 4):
            seats = here.kept.round(number).seats
            assert sorted(p for table in seats for p in table) == [0, 1, 2, 3, 5, 6, 7, 8]
        assert "Player 5 left before: Round 2" in here.page("/players")
        assert "1 has left." in here.page()
        assert "has left" in text_of(phone.get(f"{here.at}/standings"))
        for number in (2, 3, 4):
            here.play(phone, number, random.Random(number))
        assert here.book.rounds == (1, 2, 3, 4, 6), "eight are too few for a pre-final"
        assert 4 not in here.book.finals.ranking

    def test_in_the_middle_means_the_last_place(self, here, phone):
        here.announce(2)
        table = here.kept.round(2).seats[0]
        here.send(f"/players/{table[0]}/leave", when="now")
        form = text_of(phone.get(f"{here.at}/2/1"))
        assert "Left during the game and takes last place." in form
        page = text_of(here.enter(phone, 2, 1, ("", "-5", "3"), ("", 15, 15), do="check"))
        name = here.book.names[table[0]]
        assert f"3. {name} left during" in page
        assert here.enter(phone, 2, 1, ("", "-5", "3"), ("", 15, 15)).status_code == 303
        assert here.kept.result(2, 1).scores[0] == (table[0], 0, 0)
        assert table[0] in [p for seats in here.kept.round(2).seats for p in seats]
        assert table[0] not in [p for seats in here.kept.round(3).seats for p in seats]
        assert f"{name} left during: Round 2" in here.page("/players")

    def test_can_be_taken_back_while_nothing_was_announced(self, here, phone):
        here.send("/players/4/leave", when="next")
        assert "Stay after all" in here.page("/players/4")
        here.send("/players/4/leave", when="back")
        assert here.kept.players[4].gone is None
        assert here.kept.seated
        here.send("/players/4/leave", when="next")
        here.announce(2)
        assert "this can’t be undone" in here.page("/players/4")
        here.send("/players/4/leave", when="back")
        assert here.kept.players[4].gone == 2

    @pytest.mark.parametrize("when", ["now", "back", ""])
    def test_what_is_not_possible_changes_nothing(self, here, when):
        before = here.kept
        answer = here.send("/players/4/leave", when=when)
        assert "Nothing was changed" in text_of(here.host.get(answer.location))
        assert here.kept == before

    def test_two_at_least_stay(self, cup, monkeypatch):
        monkeypatch.setattr("web.tournament.views.search_now", lambda _kept: None)
        here = cup()
        for number in range(4):
            here.send(f"/players/{number}/leave", when="next")
        assert len(here.book.here) == 2
        here.send("/players/5/leave", when="next")
        assert len(here.book.here) == 2
        assert "This player can’t leave" in here.page("/players/5")
        assert "Working out the seating was interrupted." in here.page(), (
            "these seats do not hold any more"
        )

    def test_a_winner_who_leaves_makes_room_for_the_next_of_the_group(self, here, phone):
        for number in (2, 3, 4, 5):
            here.play(phone, number, random.Random(number))
        first, second = here.book.places(1)[:2]
        here.send(f"/players/{first.player}/leave", when="next")
        assert second.player in here.book.seats(6)[0]
        assert first.player not in here.book.seats(6)[0]
        here.play(phone, 6, random.Random(6))
        assert here.send(f"/players/{second.player}/leave", when="next").status_code == 303
        assert here.kept.players[second.player].gone is None, "nothing is left to play"


class TestPhones:
    def test_come_in_by_the_code_and_set_no_cookie(self, cup, phone):
        here = cup()
        code = here.kept.code
        assert phone.get(f"/t/{code.lower()}").location == here.at
        assert phone.get(f"/T/{code}").location == here.at
        assert phone.get(f"/k?code={code[:4]}+{code[4:]}").location == here.at
        looked = phone.get(here.at)
        assert "Set-Cookie" not in looked.headers
        assert looked.headers["Cache-Control"] == "no-store"
        assert here.kept.id not in looked.text
        assert (
            "Organise" in text_of(here.host.get(here.at))
            or here.path in here.host.get(here.at).text
        )
        assert 'class="qr"' in here.host.get(here.path).text

    def test_an_unknown_code_is_told_kindly(self, phone):
        for path in ("/t/ABC123", "/tournament/at/nonsense", "/tournament/at/ABC123/news"):
            answer = phone.get(path)
            assert answer.status_code == 404
            assert "No tournament has this code." in answer.text

    def test_the_code_changes_nothing_but_results(self, cup, phone):
        here = cup()
        here.announce(1)
        before = here.kept
        changes = (
            "/search /delete /round/1/close /round/1/announce /round/2/kingdom /players/1/leave "
            "/players/1/name /round/1/table/1"
        )
        for change in changes.split():
            for name in (here.kept.id, here.kept.code):
                answer = send(
                    phone, f"/tournament/{name}{change}", how="own", kingdom=LINK, name="x"
                )
                assert answer.status_code == 404, change
        assert here.kept == before


@pytest.fixture(scope="module")
def saved(empty_app):
    """A tournament of six after four rounds, which somebody has left then; and its file."""
    scores = {
        n: [[(p, 10 - p, 15) for p in table] for table in SEATS_OF_SIX[n]] for n in SEATS_OF_SIX
    }
    kept = Tournament(
        *("", "0123456789abcdef", "4F7K2Q", "Cup", "lot", "", 0, 0, "2026-01-02T03:04:05+00:00"),
        tuple(Entrant(n, name, 5 if n == 3 else None) for n, name in enumerate(names(6))),
        (
            *(KeptRound(n, SEATS_OF_SIX[n], "own", LINK, True, n < 4) for n in range(1, 5)),
            KeptRound(6, (), "own", OTHER),
        ),
        tuple(
            TableResult(n, place, tuple(one))
            for n in scores
            for place, one in enumerate(scores[n], 1)
        ),
    )
    file = {"format": "ten-piles-shelf", "version": 2, "boxes": []}
    with empty_app.app_context():
        return kept, json.dumps(file | {"tournaments": [tournament_as_json(kept)]})


class TestTheFile:
    @pytest.fixture(autouse=True)
    def in_the_app(self, app):
        with app.app_context():
            yield

    def test_brings_it_back_as_it_was(self, saved, store):
        kept, file = saved
        whole = read_household(file.encode())
        assert whole.faults == ()
        assert whole.export.tournaments == (kept,)
        home, _key = store.found_household()
        store.import_household(home.id, whole.export, replace=False)
        assert store.exported_tournaments(home.id) == whole.export.tournaments
        assert Book(store.tournaments_of(home.id)[0]).next_round == 6
        store.forget_household(home.id)
        for table in ("", "_player", "_round", "_result"):
            assert not store._rows(f"select * from tournament{table}")

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda cup: cup.update(players=cup["players"][:5]), "don’t match"),
            (lambda cup: cup["players"][0].update(name="player 2"), "don’t match"),
            (lambda cup: cup["players"][0].update(name=""), "has no name"),
            (lambda cup: cup["players"][0].update(gone=1), "don’t match"),
            (lambda cup: cup["players"][0].update(gone=6, midway=True), "don’t match"),
            (lambda cup: [one.update(gone=5) for one in cup["players"]], "don’t match"),
            (lambda cup: cup["results"].pop(0), "don’t match"),
            (lambda cup: cup["results"].append(cup["results"][0]), "don’t match"),
            (lambda cup: cup["results"][0].update(round=5), "don’t match"),
            (lambda cup: cup["results"][0].update(table=4), "don’t match"),
            (lambda cup: cup["results"][0]["scores"].pop(), "don’t match"),
            (lambda cup: cup["results"][0]["scores"][0].update(player=99), "from 0 to 59"),
            (lambda cup: cup["rounds"][0].update(announced=False), "don’t match"),
            (lambda cup: cup["rounds"][0].update(link=""), "don’t match"),
            (lambda cup: cup["rounds"][0].update(link="x"), "doesn’t contain a kingdom"),
            (lambda cup: cup["rounds"][0].update(how=0), "must be text"),
            (lambda cup: cup["rounds"][0]["seats"].append([0, 1]), "don’t match"),
            (lambda cup: cup["rounds"][0].update(seats=[[0], [1]]), "don’t match"),
            (lambda cup: cup["rounds"].append(cup["rounds"][0]), "don’t match"),
            (lambda cup: cup["rounds"][4].update(seats=[[0, 1, 2]]), "don’t match"),
            (lambda cup: cup["rounds"][4].update(announced=True), "don’t match"),
            (lambda cup: cup.update(id="x"), "different for each tournament"),
            (lambda cup: cup.update(code="x"), "isn’t a valid code"),
            (lambda cup: cup.update(rounds=[3]), "must be an object"),
        ],
    )
    def test_that_does_not_fit_together_is_told(self, saved, change, message):
        file = json.loads(saved[1])
        change(file["tournaments"][0])
        read = read_household(json.dumps(file).encode())
        assert any(message in fault for fault in read.faults), read.faults
        assert read.export.tournaments == ()


class TestNumbers:
    def test_points_are_told_exactly(self):
        words = {
            Fraction(5): "5",
            Fraction(7, 2): "3½",
            Fraction(1, 4): "¼",
            Fraction(10, 3): "3 1/3",
        }
        assert {points: points_in_words(points) for points in words} == words
        assert points_in_words(Fraction(1, 3)) == "1/3"
        assert points_in_words(Fraction()) == "0"

    def test_percentages_have_two_digits(self, app):
        with app.test_request_context():
            assert percent_in_words(Fraction(1, 3)) == "33.33%"
            assert percent_in_words(Fraction(2)) == "200.00%"


class TestPapers:
    """What is on them is told in `test_tournament_papers.py`; here is how one gets them."""

    @pytest.fixture
    def printed(self, monkeypatch):
        monkeypatch.setattr(
            "web.printing.answers.printed", lambda _folder, html, _title: html.encode()
        )
        monkeypatch.setattr("web.printing.answers.printing_available", lambda: True)
        monkeypatch.setattr("web.printing.documents.printing_available", lambda: True)

    def test_are_printed_from_the_pages_that_show_the_same(self, printed, cup, phone):
        here = cup()
        here.choose(1)
        links = set()
        for page in ("", "/round/1", "/seating"):
            links |= set(
                re.findall(r'href="([^"]+\.pdf[^"]*)"', here.host.get(here.path + page).text)
            )
        here.announce(1)
        for place in (1, 2):
            here.enter(phone, 1, place, (3, 2, 1))
        for page in ("", "/round/1", "/standings"):
            links |= set(
                re.findall(r'href="([^"]+\.pdf[^"]*)"', here.host.get(here.path + page).text)
            )
        assert len(links) == 5
        for address in links:
            answer = here.host.get(html.unescape(address))
            assert answer.mimetype == "application/pdf", address
            assert re.search(r"Player\s1", answer.text) or "kingdom.pdf" in address
            assert phone.get(html.unescape(address)).status_code == 404

    def test_wait_until_there_is_something_to_print(self, printed, cup):
        here = cup(seats={})
        assert here.host.get(f"{here.path}/standings.pdf").location == f"{here.path}/standings"
        assert here.host.get(f"{here.path}/seating.pdf").location == f"{here.path}/seating"
        assert here.host.get(f"{here.path}/round/1/tables.pdf").status_code == 404
        assert here.host.get(f"{here.path}/round/1/kingdom.pdf").status_code == 404
        here.choose(1)
        assert "Militia" in here.host.get(f"{here.path}/round/1/kingdom.pdf?players=9").text
