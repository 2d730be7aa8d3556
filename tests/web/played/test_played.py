"""Played before: games noted once, read by month, counted, changed, deleted and printed."""

import csv
import io
import re
import threading
from datetime import date, timedelta
from random import Random

import pytest

from app import create_app
from setup_rules.collection import gather
from tests.builders import CATALOG
from web.draw.history import piles_of, played_tens, ten_of, usual_people
from web.language.dates import day_of_late, month_heading, read_day, short_day, this_day, whole_day
from web.played.draft import players_of
from web.played.page import outcome_in_words, rest_view
from web.played.statistics import numbers_of
from web.store import LoggedGame, Player, Rest
from web.store import games as limits

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
FIRST_GAME = f"/kingdom/{TEN}?players=2&boxes=dominion-1e"
OTHER = (
    "/kingdom/bureaucrat.chapel.festival.laboratory.library.throne-room.moneylender.feast.gardens"
    ".witch?players=3&boxes=dominion-1e"
)
TODAY = this_day().isoformat()
FIELDS = {"link": FIRST_GAME, "rows": "3", "day": TODAY, "seats": "2", "liked": "", "note": ""}
CHOSEN = r'<input checked [^>]*name="p\.(\d+)" type="radio" value="played"'
JANA_WINS = {"new.0.name": "Jana", "new.0.won": "yes", "new.1.name": "Petr"}


def words(text):
    """What a page says, without its markup."""
    return re.sub(
        r"\s+", " ", re.sub(r"<[^>]+>", " ", text[text.index("<main") : text.index("</main>")])
    )


@pytest.fixture
def note(press):
    """Notes a game as a browser does, from its form."""

    def note(client, link=FIRST_GAME, id_="game-0001", **fields):
        sent = {**FIELDS, "link": link, "id": id_, **fields}
        return press(client, f"/played/new?link={link.replace('&', '%26')}", "/played/new", **sent)

    return note


def game(id_, day, link=FIRST_GAME, seats=2, won=(), tie=False, who=("Jana", "Petr"), **more):
    players = tuple(Player(None, name, name in won) for name in who)
    return LoggedGame(id_, link, day, "", seats, tie, None, "", players)._replace(**more)


class TestNoting:
    def test_starts_with_everything_filled_in(self, at_home, note):
        client = at_home()
        note(client, **JANA_WINS)
        form = client.get("/played/new", query_string={"link": FIRST_GAME}).text
        assert re.search(f'<input [^>]*name="day" type="date" value="{TODAY}"', form)
        assert len(re.findall(CHOSEN, form)) == 2
        assert 'name="name" type="text" value="First Game"' in form

    def test_starts_on_the_kingdoms_page_at_the_start_and_when_it_is_put_away(self, at_home):
        client = at_home()
        page = client.get(FIRST_GAME).text
        there = FIRST_GAME.replace("?", "/played?").replace("&", "&amp;")
        assert page.count(f'href="{there}">Log the game') == 2
        form = client.get(there.replace("&amp;", "&")).text
        assert "Save this game</button>" in form
        assert "First Game" in words(form)

    def test_is_not_for_friends_who_only_look(self, client, press):
        shared = press(client, FIRST_GAME, "/share", link=FIRST_GAME).location
        code = re.search(r"/k/(\w{6})", client.get(shared).text)[1]
        assert "Log the game" not in client.get(f"/k/{code}").text

    def test_takes_one_tap_in_the_form(self, at_home, note, store):
        client = at_home()
        location = note(client, "/kingdom/moat?players=4&boxes=dominion-1e", seats="4").location
        (kept,) = store.games(client.home)
        assert location == f"/played?saved={kept.id}"
        assert (kept.seats, kept.players, kept.tie, kept.liked) == (4, (), False, None)

    def test_leads_on_to_the_next_game_and_to_putting_away(self, at_home, note):
        client = at_home()
        page = client.get(note(client, **JANA_WINS).location).text
        assert "Draw the next kingdom</button>" in page
        assert re.search(r'href="/kingdom/[^"]+#put-away"', page)
        assert "Draw the next kingdom" not in client.get("/played").text

    def test_knows_people_by_name_from_then_on(self, at_home, note, store):
        client = at_home()
        note(client, **JANA_WINS)
        jana, petr = store.people(client.home)
        note(client, OTHER, "game-0002", **{f"p.{jana.id}": "played", f"p.{petr.id}": "won"})
        note(client, OTHER, "game-0003", day="2026-01-03", **{"new.0.name": " JANA "})
        assert [person.name for person in store.people(client.home)] == ["Jana", "Petr"]
        assert [player.name for player in store.game(client.home, "game-0003").players] == ["Jana"]

    def test_of_a_kingdom_nobody_knows_is_refused(self, client):
        assert client.get("/played/new?link=/kingdom/nonsense?players=2").status_code == 404
        assert client.get("/played/new").status_code == 404

    def test_keeps_the_name_of_the_kingdom_only_if_it_is_their_own(self, at_home, note, store):
        client = at_home()
        note(client, name="First Game")
        note(client, OTHER, "game-0002", name="Big Money")
        assert [kept.name for kept in store.games(client.home)] == ["Big Money", ""]

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"day": "2008-09-30"}, "What day was it? It can’t be before October 2008"),
            ({"day": "2999-01-01"}, "or after today"),
            ({"day": "yesterday"}, "What day was it?"),
            ({"note": "x" * 601}, "A note can have up to 600 characters."),
            ({"name": "x" * 61}, "A name can have up to 60 characters."),
            ({"new.0.name": "x" * 31}, "A name can have up to 30 characters."),
            ({"seats": "0"}, "Choose how many players, from 1 to 12."),
            ({"seats": "many"}, "Choose how many players, from 1 to 12."),
            ({"liked": "6"}, "Choose one of these."),
            (
                {"new.0.name": "Jana", "new.0.won": "yes", "tie": "yes"},
                "A tie has more than one winner. Mark everyone who tied, or nobody.",
            ),
        ],
    )
    def test_with_something_wrong_says_so_and_keeps_what_was_entered(
        self, at_home, note, store, fields, sentence
    ):
        client = at_home()
        answer = note(client, **{"note": "a close one", "new.2.name": "Ota", **fields})
        assert answer.status_code == 422
        assert sentence in words(answer.text)
        assert 'value="Ota"' in answer.text
        assert "note" in fields or "a close one" in answer.text
        assert store.games(client.home) == ()

    def test_needs_our_own_page(self, at_home):
        assert at_home().post("/played/new", data=FIELDS, headers={}).status_code == 400

    def test_without_a_household_founds_one(self, client, note):
        assert note(client, **JANA_WINS).status_code == 303
        assert "Jana won" in client.get("/played").text

    def test_stops_when_the_log_is_full(self, at_home, note, store, monkeypatch):
        monkeypatch.setattr(limits, "MOST_GAMES", 1)
        client = at_home()
        note(client)
        answer = note(client, OTHER, "game-0002")
        assert answer.status_code == 422
        assert "The log is full" in answer.text
        assert note(client, note="changed").status_code == 303
        assert store.game(client.home, "game-0001").note == "changed"

    def test_stops_at_too_many_people(self, at_home, note, monkeypatch):
        monkeypatch.setattr(limits, "MOST_PEOPLE", 1)
        answer = note(at_home(), **JANA_WINS)
        assert answer.status_code == 422
        assert "You can’t add more people; the limit is 40." in answer.text

    def test_puts_hostile_text_on_the_page_as_text(self, at_home, note):
        client = at_home()
        hostile = '</p><script>alert("x")</script>\u202e{{ 7*7 }}\x00 ok'
        note(client, note=hostile + "\n\nend", name="<b>x</b>", **{"new.0.name": "<i>Jana</i>"})
        for address in ("/played", "/played/game-0001", "/played/game-0001/change", "/people"):
            page = client.get(address).text
            assert "<script>alert" not in page
            assert "<i>Jana" not in page
            assert "<b>x</b>" not in page
        page = client.get("/played/game-0001").text
        assert "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;{{ 7*7 }} ok\n\nend" in page
        assert "\u202e" not in page


class TestOnce:
    """However often a game is sent, it is kept once."""

    def test_by_a_double_tap(self, at_home, note, store):
        client = at_home()
        for _tap in range(2):
            assert note(client, **JANA_WINS).status_code == 303
        assert len(store.games(client.home)) == 1

    def test_by_two_taps_at_the_same_moment(self, at_home, database, store):
        client = at_home()
        with client.session_transaction() as session:
            key = session["household"]
        apps = [create_app({"DATABASE": database}) for _ in range(2)]
        status = []

        def tap(app):
            phone = app.test_client()
            with phone.session_transaction() as session:
                session["household"] = key
            sent = {**FIELDS, **JANA_WINS, "id": "game-0001"}
            answer = phone.post("/played/new", data=sent)
            status.append(answer.status_code)

        taps = [threading.Thread(target=tap, args=(app,)) for app in apps]
        for each in taps:
            each.start()
        for each in taps:
            each.join()
        assert status == [303, 303]
        assert len(store.games(client.home)) == 1
        assert len(store.people(client.home)) == 2

    def test_by_two_phones_is_asked_about(self, at_home, note, store):
        client = at_home()
        note(client, **JANA_WINS)
        other = FIRST_GAME.replace("players=2", "players=3")
        refused = note(client, other, "game-0002", **JANA_WINS)
        assert refused.status_code == 409
        assert "Already logged" in refused.text
        assert 'name="same" value="game-0001"' in refused.text
        assert len(store.games(client.home)) == 1

    def test_by_two_phones_is_put_together_from_what_both_say(self, at_home, note, press, store):
        client = at_home()
        note(client, note="Long.", **{"new.0.name": "Jana", "new.1.name": "Petr"})
        jana, petr = store.people(client.home)
        fields = {
            f"p.{jana.id}": "won",
            f"p.{petr.id}": "played",
            "new.2.name": "Ota",
            "liked": "4",
        }
        form = note(client, id_="game-0002", same="game-0001", note="Close.", **fields)
        assert form.status_code == 200
        assert 'action="/played/game-0001/change"' in form.text
        assert re.search(
            f'<input checked [^>]*name="p.{jana.id}" type="radio" value="won"', form.text
        )
        assert 'value="Ota"' in form.text
        assert "Long.\nClose.</textarea>" in form.text
        assert re.search('<input checked [^>]*name="liked" type="radio" value="4"', form.text)
        assert store.game(client.home, "game-0001").note == "Long."

    def test_unless_they_played_it_twice(self, at_home, note, store):
        client = at_home()
        note(client)
        assert note(client, id_="game-0002", again="yes").status_code == 303
        assert note(client, id_="game-0003", day="2026-01-01").status_code == 303
        assert len(store.games(client.home)) == 3


class TestHistory:
    def test_stands_by_month_with_the_newest_first(self, at_home, store):
        client = at_home()
        year = this_day().year - 1
        store.keep_game(client.home, game("a", f"{year}-10-31", OTHER, seats=4))
        store.keep_game(client.home, game("b", f"{year}-11-02", won=("Jana", "Petr")))
        store.keep_game(client.home, game("c", f"{year}-11-15", won=("Jana",)))
        page = words(client.get("/played").text)
        days = [short_day(date(year, month, day)) for month, day in ((11, 15), (11, 2), (10, 31))]
        rows = [
            f"November {year} First Game {days[0]} · 2 players · Jana won",
            f"First Game {days[1]} · 2 players · a tie",
            f"October {year} Witch & Chapel {days[2]} · 4 players",
        ]
        places = [page.replace("&amp;", "&").index(each) for each in rows]
        assert places == sorted(places)

    def test_has_a_banner_of_ten_fields_in_roll_order(self, at_home, store):
        client = at_home()
        store.keep_game(client.home, game("a", TODAY))
        fields = re.search(r'class="banner"[^>]*>(.*?)</span>', client.get("/played").text)[1]
        assert re.findall(r'class="([^"]+)"', fields) == [
            *("a-action", "a-reaction", "a-action", "a-action", "a-action"),
            *("a-attack", "a-action", "a-action", "a-action", "a-action"),
        ]

    def test_of_500_games_stays_light_and_has_pages(self, at_home, store):
        client, random = at_home(), Random(1)
        with store.immediate():
            for number in range(500):
                day = (this_day() - timedelta(days=number)).isoformat()
                link = f"/kingdom/{'.'.join(random.sample(sorted(CATALOG.cards), 10))}?players=2"
                who = ("Jana", "Petr", "Ota", f"friend {number}")
                won = (random.choice(who),)
                kept = game(f"game-{number:05}", day, link, 4, won, who=who, note="x" * 600)
                store.keep_game(client.home, kept)
        first = client.get("/played", headers={"Accept-Encoding": "gzip"})
        assert first.headers["Content-Encoding"] == "gzip"
        assert len(first.data) < 20_000
        numbers = client.get("/played/numbers", headers={"Accept-Encoding": "gzip"})
        assert len(numbers.data) < 20_000
        assert client.get("/played").text.count('class="banner"') == 40
        assert "page=2" in client.get("/played").text
        last = client.get("/played?page=13").text
        assert last.count('class="banner"') == 20
        assert "page=12" in last
        assert "page=14" not in last
        assert client.get("/played?page=9999").text.count('class="banner"') == 20
        assert client.get("/played?page=-1").text.count('class="banner"') == 40

    def test_is_empty_before_the_first_game(self, at_home, client):
        sentence = "Nothing played yet. Your first game will show up here."
        for visitor in (client, at_home()):
            for address in ("/played", "/played/numbers"):
                assert sentence in visitor.get(address).text
                assert "Set-Cookie" not in visitor.get(address).headers

    def test_is_named_on_the_front_page_with_the_last_game(self, at_home, store):
        client = at_home()
        assert "Last:" not in client.get("/").text
        store.keep_game(client.home, game("a", TODAY))
        assert "Last: First Game, today" in client.get("/").text

    def test_can_be_saved_as_a_table(self, at_home, store):
        client = at_home()
        note = '=1+1\n"x", y'
        store.keep_game(client.home, game("a", TODAY, won=("Jana",), note=note, liked=5))
        store.keep_game(client.home, game("b", "2026-01-02", tie=True, name="@x"))
        answer = client.get("/played/games.csv")
        assert answer.mimetype == "text/csv"
        assert 'filename="ten-piles-games.csv"' in answer.headers["Content-Disposition"]
        heading, first, second = csv.reader(io.StringIO(answer.data.decode("utf-8-sig")))
        assert heading[:3] == ["Date", "Kingdom", "Players"]
        assert first[:5] == [TODAY, "First Game", "2", "Jana, Petr", "Jana"]
        assert first[6] == f"'{note}"
        assert first[8] == f"http://localhost{FIRST_GAME}"
        assert (second[1], second[4]) == ("'@x", "a tie")
        assert at_home().get("/played/games.csv").data.count(b"\n") == 1

    def test_lets_games_be_chosen_for_print(self, at_home, store):
        client = at_home()
        store.keep_game(client.home, game("a", TODAY))
        page = client.get("/played?choose=1").text
        assert 'action="/papers"' in page
        assert f'name="link" value="{FIRST_GAME.replace("&", "&amp;")}"' in page
        assert 'name="kind" value="cards"' in page


class TestOneGame:
    @pytest.fixture
    def client(self, at_home, note):
        client = at_home()
        note(client, liked="5", note="Close.", **JANA_WINS)
        return client

    def test_tells_all_that_was_noted(self, client):
        page = client.get("/played/game-0001").text
        for part in ("Jana won", "Jana and Petr", "one of the best", "Close.", "Workshop"):
            assert part in page
        assert f'href="{FIRST_GAME.replace("&", "&amp;")}"' in page

    def test_can_be_changed(self, client, press, store):
        jana, petr = store.people(client.home)
        change = "/played/game-0001/change"
        sent = {**FIELDS, "note": "Long.", f"p.{jana.id}": "played", f"p.{petr.id}": "won"}
        assert press(client, change, change, **sent).location == "/played/game-0001"
        kept = store.game(client.home, "game-0001")
        assert kept.note == "Long."
        assert outcome_in_words(kept) == "Petr won"
        assert press(client, change, change, **{**sent, "day": ""}).status_code == 422

    def test_keeps_the_name_of_somebody_who_was_removed(self, client, press, store):
        jana, petr = store.people(client.home)
        store.remove_person(client.home, jana.id)
        change = "/played/game-0001/change"
        sent = {**FIELDS, f"p.{petr.id}": "played", "new.0.name": "Jana", "new.0.won": "yes"}
        press(client, change, change, **sent)
        assert outcome_in_words(store.game(client.home, "game-0001")) == "Jana won"
        assert [person.name for person in store.people(client.home)] == ["Petr"]

    def test_is_deleted_after_a_question(self, client, press, store):
        delete = "/played/game-0001/delete"
        assert "Delete this game?" in client.get(delete).text
        assert store.count_games(client.home) == 1
        assert press(client, delete, delete).location == "/played"
        assert store.games(client.home) == ()
        assert client.get("/played/game-0001").status_code == 404


class TestOutcome:
    @pytest.mark.parametrize(
        ("won", "tie", "seats", "says"),
        [
            ((), False, 2, ""),
            (("Jana",), False, 2, "Jana won"),
            (("Jana", "Petr"), True, 2, "a tie"),
            (("Jana", "Petr"), True, 4, "Jana and Petr tied"),
            ((), True, 3, "a tie"),
        ],
    )
    def test_is_told_in_words(self, won, tie, seats, says):
        assert outcome_in_words(game("a", TODAY, won=won, tie=tie, seats=seats)) == says


class TestUsualPeople:
    def games(self, *sets):
        return [
            game("a", TODAY, seats=len(ids))._replace(
                players=tuple(Player(id_, str(id_), False) for id_ in ids)
            )
            for ids in sets
        ]

    def test_are_those_most_often_there_in_that_number(self):
        games = self.games((1, 2), (3, 4), (3, 4), (1, 2, 3))
        assert usual_people(games, 2, [1, 2, 3, 4]) == {3, 4}
        assert usual_people(games, 3, [1, 2, 3, 4]) == {1, 2, 3}
        assert usual_people(games, 5, [1, 2, 3, 4]) == frozenset()

    def test_are_the_latest_of_those_as_frequent(self):
        assert usual_people(self.games((1, 2), (3, 4)), 2, [1, 2, 3, 4]) == {1, 2}

    def test_are_only_those_still_known(self):
        assert usual_people(self.games((1, 2)), 2, [2]) == {2}

    def test_are_those_here_if_the_number_fits(self, at_home, store):
        client = at_home()
        people = [store.add_person(client.home, name) for name in ("Jana", "Petr", "Ota")]
        store.set_here(client.home, [people[0].id, people[2].id])
        form = client.get("/played/new", query_string={"link": FIRST_GAME}).text
        chosen = re.findall(CHOSEN, form)
        assert [int(id_) for id_ in chosen] == [people[0].id, people[2].id]


class TestPlayers:
    def test_are_each_there_once(self, store, at_home):
        home = at_home().home
        jana = store.add_person(home, "Jana")
        new = (("jana", True), ("", True), ("Ota", False), ("ota", True))
        assert players_of({jana.id: "played"}, new, [jana]) == (
            Player(jana.id, "Jana", True),
            Player(None, "Ota", True),
        )


class TestNumbers:
    SHELF = gather(CATALOG, ("dominion-1e",))
    DAY = date(2026, 11, 15)

    def numbers(self, *games, shelf=SHELF):
        return numbers_of(games, shelf, self.DAY, str)

    def test_of_the_last_twelve_months(self):
        numbers = self.numbers(
            game("a", "2026-11-01"), game("b", "2026-11-02"), game("c", "2026-01-31"),
            game("d", "2025-11-30"),
        )  # fmt: skip
        assert [month.games for month in numbers.months] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
        assert numbers.months[0].heading == "December 2025"
        assert numbers.months[-1].height == 2 * numbers.months[1].height

    def test_of_piles_played_and_never_played(self):
        numbers = self.numbers(game("a", "2026-11-01"), game("b", "2026-11-02"))
        assert {card.games for card in numbers.most} == {2}
        assert (numbers.seen, numbers.piles) == (10, 25)
        (box,) = numbers.never
        assert "Witch" in box.names
        assert len(box.names) == 15

    def test_of_boxes(self):
        shelf = gather(CATALOG, ("dominion-1e", "alchemy"))
        (dominion, alchemy) = self.numbers(game("a", "2026-11-01"), shelf=shelf).boxes
        assert (dominion.games, dominion.seen, dominion.piles) == (1, 10, 25)
        assert (alchemy.games, alchemy.seen, alchemy.piles) == (0, 0, 12)

    def test_share_a_win_among_those_who_tie(self):
        numbers = self.numbers(
            game("a", "2026-11-01", won=("Jana",)),
            game("b", "2026-11-02", won=("Jana", "Petr"), tie=True),
            game("c", "2026-11-03", tie=True, seats=4),
            game("d", "2026-11-04"),
        )
        jana, petr = numbers.people
        assert (jana.name, jana.wins, jana.games, jana.percent) == ("Jana", "1.8", 3, "")
        assert (petr.wins, petr.games) == ("0.8", 3)
        assert jana.by_chance == 42
        assert numbers.undecided == 1

    def test_tell_a_share_only_from_five_games_on(self):
        games = [game(str(n), f"2026-11-0{n}", won=("Jana",)) for n in range(1, 6)]
        assert self.numbers(*games).people[0].percent == "100"
        assert self.numbers(*games[1:]).people[0].percent == ""

    def test_stand_on_a_page_with_words_for_each_plot(self, at_home, store):
        client = at_home()
        store.keep_game(client.home, game("a", TODAY, won=("Jana",)))
        page = client.get("/played/numbers").text
        text = words(page)
        assert "Only 1 game so far." in text
        assert "Jana 1 of 1" in text
        assert "10 of 25 piles have been on the table." in text
        assert 'role="img" aria-label="Games per month, from' in page
        assert " style=" not in page


class TestDates:
    def test_are_read_within_reason(self):
        today = date(2026, 11, 15)
        assert read_day("2026-11-15", today) == today
        assert read_day("2026-11-16", today) == date(2026, 11, 16)
        for wrong in ("2026-11-17", "2008-09-30", "", "x", "2026-13-01", "0000-00-00"):
            assert read_day(wrong, today) is None

    def test_of_the_last_week_are_told_by_name(self):
        today = date(2026, 11, 20)
        assert day_of_late(today, today) == "today"
        assert day_of_late(date(2026, 11, 14), today) == "Saturday"
        assert day_of_late(date(2026, 11, 13), today) == "Fri 13 November 2026"
        assert day_of_late(date(2026, 11, 21), today) == "Sat 21 November 2026"

    def test_are_told_in_words(self):
        today, day = date(2026, 11, 20), date(2026, 11, 15)
        assert short_day(day) == "Sun 15"
        assert whole_day(day) == "Sun 15 November 2026"
        assert month_heading(day, today) == "November"
        assert month_heading(day, date(2027, 1, 1)) == "November 2026"


class TestMemory:
    def test_knows_the_tens_that_were_played(self, app, at_home, store):
        client = at_home()
        store.keep_game(client.home, game("a", TODAY))
        store.keep_game(client.home, game("b", TODAY, OTHER))
        with app.app_context():
            tens = played_tens(client.home)
        assert tens == {frozenset(TEN.split(".")), ten_of(OTHER)}

    def test_knows_a_half_by_its_pile_and_the_bane_as_played(self):
        link = "/kingdom/encampment.castles.young-witch?players=2&boxes=empires&bane=moat&ally=x"
        assert ten_of(link) == {"encampment-plunder", "castles", "young-witch"}
        assert piles_of(link) == {"encampment-plunder", "castles", "young-witch", "moat"}
        assert ten_of("/kingdom/-?players=2") == frozenset()


class TestRest:
    """At the foot of the log."""

    @pytest.fixture
    def client(self, at_home, store):
        client = at_home(("dominion-1e", "seaside-1e"))
        store.keep_game(client.home, game("a", TODAY))
        return client

    def test_is_off_until_it_is_asked_for(self, client, store):
        assert "10 piles would stay in their boxes" in client.get("/played").text
        assert not store.rest(client.home).on

    def test_is_turned_on_and_off_with_one_button(self, client, press, store):
        press(client, "/played", "/played/rest", on="yes")
        page = words(client.get("/played").text)
        assert "Rest the cards from the last 3 games 10 piles stay in their boxes Yes" in page
        assert "10 piles are resting" in client.get("/").text
        assert "10 piles are resting" in client.get("/wishes").text
        press(client, "/played", "/played/rest", on="no")
        assert store.rest(client.home) == Rest(False)
        assert "rest" not in words(client.get("/").text)

    @pytest.mark.parametrize(
        ("sent", "says"),
        [
            ({"unit": "games", "number": "1", "how": "half"}, "are half as likely as the others"),
            (
                {"unit": "weeks", "number": "2", "how": "quarter"},
                "are a quarter as likely as the others",
            ),
            (
                {"unit": "weeks", "number": "1", "how": "tenth"},
                "are a tenth as likely as the others",
            ),
        ],
    )
    def test_can_be_set(self, client, press, store, sent, says):
        press(client, "/played", "/played/rest", **sent)
        assert store.rest(client.home) == Rest(True, sent["unit"], int(sent["number"]), sent["how"])
        assert f"10 piles {says}" in client.get("/played").text

    @pytest.mark.parametrize(
        "sent", [{"unit": "years", "number": "1", "how": "out"}, {"number": "0"}, {"on": "x"}, {}]
    )
    def test_is_not_changed_by_nonsense(self, client, press, store, sent):
        press(client, "/played", "/played/rest", **sent)
        assert store.rest(client.home) == Rest()

    def test_counts_weeks_from_today(self, client, store, press):
        old = (this_day() - timedelta(days=7)).isoformat()
        store.keep_game(client.home, game("b", old, OTHER))
        press(client, "/played", "/played/rest", unit="weeks", number="1", how="out")
        assert "10 piles stay in their boxes" in client.get("/played").text
        press(client, "/played", "/played/rest", unit="weeks", number="2", how="out")
        assert "20 piles stay in their boxes" in client.get("/played").text

    def test_warns_where_too_few_piles_are_left(self):
        view = rest_view(Rest(), 20, 25)
        assert view.warning.startswith("Only 5 piles would be left")
        assert not rest_view(Rest(how="half"), 20, 25).warning
        assert not rest_view(Rest(), 10, 25).warning


class TestDraws:
    """Every draw of the household knows what rests."""

    @pytest.fixture
    def client(self, at_home, store):
        client = at_home(("dominion-1e",))
        store.keep_game(client.home, game("a", TODAY))
        store.keep_rest(client.home, Rest(True))
        return client

    def piles(self, answer):
        return set(answer.location.removeprefix("/kingdom/").partition("?")[0].split("."))

    def test_from_the_front_page(self, client, press):
        for seed in "abcd":
            assert not self.piles(press(client, "/", "/draw", seed=seed)) & set(TEN.split("."))

    def test_again_with_what_is_kept(self, client, press):
        link = f"{FIRST_GAME}&keep=moat"
        sent = {"link": FIRST_GAME, "keep": "moat", "do": "again", "seed": "a"}
        piles = self.piles(press(client, link, "/kingdom/change", **sent))
        assert piles & set(TEN.split(".")) == {"moat"}

    def test_of_one_pile_leave_the_nine_that_rest_where_they_are(self, client, press):
        sent = {"link": FIRST_GAME, "do": "swap:moat", "seed": "a"}
        piles = self.piles(press(client, FIRST_GAME, "/kingdom/change", **sent))
        assert len(piles & set(TEN.split("."))) == 9
        assert "moat" not in piles

    def test_are_counted_with_it(self, client):
        assert "3,<wbr>003" in client.get("/wishes").text  # ten of fifteen

    def test_that_fail_because_of_it_offer_to_let_cards_come(self, client, press, store):
        store.keep_game(client.home, game("b", TODAY, OTHER))
        assert press(client, "/", "/draw", seed="a").location == "/wishes"
        page = client.get("/wishes").text
        assert "20 piles from your last games are resting." in page
        way = re.search(r'name="way" value="(\w+)">Allow resting cards', page)
        assert press(client, "/wishes", "/wishes/way-out", way=way[1]).status_code == 303
        assert not store.rest(client.home).on
        assert "No cards are resting now." in client.get("/wishes").text
        assert press(client, "/", "/draw", seed="a").location.startswith("/kingdom/")


def test_the_store_keeps_a_game_as_it_was_told(store, at_home):
    home = at_home().home
    jana = store.add_person(home, "Jana")
    game = LoggedGame(
        "a", OTHER, TODAY, "Ours", 3, True, 4, "x\ny",
        (Player(jana.id, "Jana", True), Player(None, "Ota", True)),
    )  # fmt: skip
    store.keep_game(home, game)
    assert store.game(home, "a") == game
