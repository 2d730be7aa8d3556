"""A whole household as one file: everything comes back, and nothing is lost in silence."""

import io
import json
import re
from html import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.thorough import cases
from tests.web.furnished import LINK
from tests.web.reading import text_of
from web.household.household_file import LARGEST, read_household, write_household
from web.household.import_preview import with_friends
from web.links.code_seals import is_sealed, seal
from web.links.kingdom_link import kingdom_key
from web.store import HouseholdExport, LoggedGame, Player, Rest, TableResult
from web.store.export import Amount
from web.store.games import MOST_GAMES, MOST_PEOPLE
from web.store.households import Case, Storage

OTHER = LINK.replace("cellar", "chapel")
WISHES = {"banned": ["possession"], "wishes": {"tags": {"village": {"min": 1}}}}

STORAGE = Storage("cases", (Case("Red 🐙", ("dominion-1e",), ""), Case("Blue", (), "A–F")))


def game(id_="abcdefgh", **changes):
    noted = LoggedGame(id_, LINK, "2026-01-02", "First 🐙", 3, False, 4, "Very\nclose", ())
    return noted._replace(**changes)


def filled(store):
    """A household of which everything is kept that can be; and a friend's."""
    home, key = store.found_household()
    friend, _ = store.found_household()
    store.keep_name(friend.id, "Ivan")
    store.keep_name(home.id, "Jana 🐙")
    store.keep_shelf(home.id, ("dominion-1e", "dominion-1e", "alchemy"))
    store.keep_players(home.id, 4)
    store.keep_wishes(home.id, WISHES)
    store.shelf_code(friend.id)
    store.add_friend(home.id, friend.id)
    store.switch_friend(home.id, friend.id, here=False)
    ada = store.add_person(home.id, "Ada", here=True)
    store.add_person(home.id, "Bo")
    store.keep_taste(home.id, ada.id, "chapel", "never")
    store.keep_taste(home.id, ada.id, "witch", "double")
    counted = {"points": 24, "turns": 18, "sources": {"Province": 30, "Curse": -6}}
    players = (Player(ada.id, "Ada", True, **counted), Player(None, "Gone", False))
    store.keep_game(home.id, game(players=players))
    store.keep_game(home.id, game("ijklmnop", liked=None, tie=True))
    store.keep_rest(home.id, Rest(True, "weeks", 5, "half"))
    store.keep_storage(home.id, STORAGE)
    store.keep_night(home.id, (LINK, OTHER), ("dominion-1e",), 1)
    store.share(home.id, LINK)
    store.keep_step(home.id, LINK, "/")
    store.keep_step(home.id, OTHER, f"{LINK}&keep=smithy.moat&never=cellar")
    store.keep_step(home.id, LINK, "/published")
    marks = {"f:dominion-1e:smithy": "1", "begins": "3", "a:dominion-1e:moat": ""}
    store.keep_marks(home.id, kingdom_key(LINK), marks)
    filled_tournament(store, home.id)
    return home.id, key


def filled_tournament(store, home):
    """A tournament in its second round, which somebody has left."""
    id_ = store.add_tournament(
        home, "seed", "Cup 🐙", ("Ada", "Bo", "Cy", "Di", "Ed", "Flo"), "lot"
    )
    seats = dict.fromkeys(range(1, 5), ((0, 1, 2), (3, 4, 5)))
    store.end_search(home, id_, store.begin_search(home, id_), seats)
    for number in (1, 2):
        store.choose_kingdom(home, id_, number, "own", LINK)
        store.announce_round(home, id_, number, seats[number])
        for place, table in enumerate(seats[number], 1):
            scores = tuple((player, 10 - 7 * player, 15) for player in table)
            store.keep_result(home, id_, TableResult(number, place, scores, 0))
    store.choose_kingdom(home, id_, 3, "wishes", OTHER)
    store.keep_gone(home, id_, 5, 2, midway=True)


@pytest.fixture
def home(store):
    return filled(store)


@pytest.fixture
def client(app, home):
    client = app.test_client()
    with client.session_transaction() as session:
        session.update(household=home[1], theme="dark", names="de", paper="letter")
    client.home = home[0]
    return client


@pytest.fixture
def upload(press):
    def upload(client, body, **fields):
        file = (io.BytesIO(body), "ten-piles-household.json")
        return press(client, "/shelf/open", "/shelf/open", file=file, **fields)

    return upload


def changed(body, **changes):
    return json.dumps(json.loads(body) | changes).encode()


class TestRoundTrip:
    def test_everything_is_in_the_file(self, client):
        saved = client.get("/settings/file").json
        assert all(saved[part] for part in saved), saved
        assert (saved["version"], saved["name"], saved["players"]) == (2, "Jana 🐙", 4)
        assert saved["people"][0] == {
            "name": "Ada",
            "here": True,
            "tastes": {"chapel": "never", "witch": "double"},
        }
        assert saved["games"][0]["players"] == [
            {
                "name": "Ada",
                "won": True,
                "known": True,
                "points": 24,
                "turns": 18,
                "sources": {"Province": 30, "Curse": -6},
            },
            {"name": "Gone", "won": False, "known": False},
        ]
        assert saved["phone"] == {"theme": "dark", "names": "de", "paper": "letter"}
        assert saved["ticks"] == {kingdom_key(LINK): {"f:dominion-1e:smithy": "1", "begins": "3"}}

    def test_comes_back_as_it_was(self, client, store, app, spoken):
        body = client.get("/settings/file").data
        file = read_household(body)
        assert file.faults == ()
        assert file.export == store.export(client.home)
        new, _ = store.found_household()
        with app.test_request_context():
            whole = with_friends(file.export)
        store.import_household(new.id, whole, replace=False)
        again = store.export(new.id)
        # The codes are the first household's, and go on leading to its ticks and tournaments.
        before = store.export(client.home)
        assert again == before._replace(codes=again.codes, tournaments=again.tournaments)
        assert [link for _code, link in again.codes] == [LINK]
        assert again.codes != before.codes
        new_code, old_code = (whole.tournaments[0].code for whole in (again, before))
        assert new_code != old_code
        assert again.tournaments == (before.tournaments[0]._replace(code=new_code),)
        store.import_household(new.id, whole, replace=True)
        assert store.export(new.id)._replace(tournaments=again.tournaments) == again

    def test_comes_back_after_all_was_forgotten(self, client, store, press, upload):
        body = client.get("/settings/file").data
        before = store.export(client.home)
        press(client, "/settings/forget", "/settings/forget")
        assert "In the file: 3 boxes, 2 people" in text_of(upload(client, body))
        upload(client, body, how="add")
        with client.session_transaction() as session:
            home = store.household_of(session["household"]).id
            assert (session["theme"], session["paper"]) == ("dark", "letter")
        # Paper that was printed before leads to the same kingdom and tournament again.
        assert store.export(home) == before

    def test_works_on_another_server(self, client, store, tmp_path, press, upload, app):
        from web.store import Store, prepare

        body = client.get("/settings/file").data
        before = store.export(client.home)
        prepare(tmp_path / "other.db")
        app.config["DATABASE"] = tmp_path / "other.db"
        guest = app.test_client()
        page = upload(guest, body)
        assert "Not found here, so left out: the shelves of Ivan." in text_of(page)
        upload(guest, body, how="add")
        other = Store(tmp_path / "other.db")
        with guest.session_transaction() as session:
            home = other.household_of(session["household"]).id
        assert other.export(home) == before._replace(friends=())
        other.close()


class TestAdding:
    def test_says_what_it_would_do_and_does_nothing_yet(self, client, store, upload):
        body = client.get("/settings/file").data
        more = changed(body, boxes=["alchemy", "empires"], people=[{"name": "ada"}, {"name": "Cy"}])
        before = store.export(client.home)
        page = text_of(upload(client, more))
        assert "In the file: 2 boxes, 2 people, 2 games, 1 planned night" in page
        assert "This adds 1 box, 1 person." in page
        assert "2 games are already here and stay as they are." in page
        assert (
            "Also deleted: 3 boxes, 2 people, 2 cards liked or disliked, 2 games, 1 planned" in page
        )
        assert store.export(client.home) == before

    def test_what_is_here_stays_as_it_is(self, client, store, upload):
        body = client.get("/settings/file").data
        people = [
            {"name": "ada", "tastes": {"Chapel": "double", "Moat": "half"}},
            {"name": "Cy", "here": True},
        ]
        games = [
            {"id": "abcdefgh", "link": OTHER, "day": "2026-02-02", "seats": 2},
            {
                "id": "qrstuvwx",
                "link": OTHER,
                "day": "2026-02-02",
                "seats": 2,
                "players": [{"name": "Cy", "known": True, "won": True}],
            },
        ]
        changes = {"people": people, "games": games, "name": "Other", "players": 7, "wishes": {}}
        before = store.export(client.home)
        ids = {person.name: person.id for person in store.people(client.home)}
        upload(client, changed(body, **changes), how="add")
        after = store.export(client.home)
        assert after.people[0].tastes == {"chapel": "never", "witch": "double", "moat": "half"}
        assert [person.name for person in after.people] == ["Ada", "Bo", "Cy"]
        assert [noted.id for noted in after.games] == ["abcdefgh", "ijklmnop", "qrstuvwx"]
        assert after.games[-1].players == (Player(2, "Cy", True),)
        assert after._replace(people=(), games=()) == before._replace(people=(), games=())
        assert ids.items() <= {p.name: p.id for p in store.people(client.home)}.items()

    def test_too_much_together_is_said_and_nothing_is_done(self, client, store, upload):
        body = client.get("/settings/file").data
        people = [{"name": f"No. {number}"} for number in range(MOST_PEOPLE - 1)]
        before = store.export(client.home)
        page = upload(client, changed(body, people=people))
        assert "that’s too many people; the limit is 40. Remove some first." in text_of(page)
        assert 'value="add"' not in page.text
        assert upload(client, changed(body, people=people), how="add").status_code == 422
        assert store.export(client.home) == before
        assert upload(client, changed(body, people=people), how="replace").status_code == 303
        assert len(store.people(client.home)) == MOST_PEOPLE - 1

    def test_too_many_friends_are_said(self, client, store, upload):
        codes = []
        for _number in range(20):
            friend, _key = store.found_household()
            codes.append({"code": store.shelf_code(friend.id)})
        body = changed(client.get("/settings/file").data, friends=codes)
        assert "too many friends; the limit is 20." in text_of(upload(client, body))

    def test_what_is_left_out_is_said(self, client, store, upload):
        rest = {"on": False, "unit": "games", "number": 9, "how": "out"}
        body = changed(client.get("/settings/file").data, wishes={"banned": ["moat"]}, rest=rest)
        page = text_of(upload(client, body))
        assert "Your current wishes stay; the ones in the file are left out." in page
        assert "Your setting for resting cards stays; the one in the file is left out." in page

    def test_friends_that_were_not_looked_up_are_strangers(self, client, store, spoken):
        whole = read_household(client.get("/settings/file").data).export
        taken = store.import_household(store.found_household()[0].id, whole, replace=False)
        assert taken.strangers == ("Ivan",)


class TestCodes:
    """A file says nothing of codes that others have, and takes none from them."""

    @pytest.fixture
    def taken(self, store):
        """Codes of others, by what they open."""
        other = store.found_household()[0].id
        cup = store.add_tournament(other, "seed", "Cup", "ABCDEF", "lot")
        return {
            "kingdom": store.share(other, OTHER),
            "veto": store.open_room(other, "veto", "seed", {}),
            "tournament": store.tournament(other, cup).code,
        }

    @pytest.mark.parametrize("how", ["", "add", "replace"])
    def test_answers_are_alike_for_free_and_taken_ones(self, client, store, upload, taken, how):
        body = client.get("/settings/file").data
        answers = set()
        for code in (*taken.values(), "000000", "ZZZZZZ"):
            file = json.loads(body)
            file["codes"] = [{"code": code, "link": OTHER}]
            file["tournaments"][0] |= {"code": code, "id": f"new-{code}-{how}"}
            answer = upload(client, json.dumps(file).encode(), how=how)
            answers.add((answer.status_code, text_of(answer).replace(code, "CODE")))
            store._write("delete from code where link = ? and household = ?", OTHER, client.home)
            store._write("delete from tournament where id like 'new-%'")
        assert len(answers) == 1

    def test_one_without_our_seal_is_never_kept(self, client, store, upload, taken):
        body = changed(client.get("/settings/file").data, codes=[{"code": "ZZZZZZ", "link": OTHER}])
        assert "1 kingdom gets a new code here." in text_of(upload(client, body))
        upload(client, body, how="add")
        assert store.shared("ZZZZZZ") is None
        assert store.code_of(client.home, OTHER)

    @pytest.mark.parametrize("kind", ["kingdom", "veto", "tournament"])
    def test_one_that_opens_something_of_others_goes_on_doing_so(
        self, client, store, upload, app, taken, kind
    ):
        code = taken[kind]
        with app.app_context():  # even with a seal, as of a household that was deleted
            sealed = {"code": code, "link": LINK, "seal": seal(code, LINK)}
            cup = {"code": code, "id": "new-cup-1", "seal": seal(code, "new-cup-1")}
        file = json.loads(client.get("/settings/file").data)
        file["codes"] = [sealed]
        file["tournaments"][0] |= cup
        before = [store.shared(code), store.room(code), store.tournament_by_code(code)]
        guest = app.test_client()
        upload(guest, json.dumps(file).encode(), how="add")
        after = [store.shared(code), store.room(code), store.tournament_by_code(code)]
        assert after == before
        assert [one is not None for one in after].count(True) == 1

    def test_a_seal_is_for_one_code_and_one_kingdom(self, client, app, upload, spoken):
        saved = json.loads(client.get("/settings/file").data)
        good = saved["codes"][0]
        for change in (
            {"link": OTHER},
            {"code": "ZZZZZZ"},
            {"seal": ""},
            {"seal": None},
            {"seal": 7},
            {"seal": "é" * 20},
            {"seal": "\ud800"},
        ):
            body = json.dumps(saved | {"codes": [good | change]}).encode()
            assert read_household(body).export.codes[0][0] == "", change
        assert read_household(json.dumps(saved).encode()).export.codes[0][0] == good["code"]
        app.config["SECRET_KEY"] = "another server's"
        assert read_household(json.dumps(saved).encode()).export.codes[0][0] == ""

    def test_no_text_breaks_a_seal(self, app):
        with app.app_context():
            assert not is_sealed("\ud800", "\ud800", "\ud800")
            assert is_sealed("\ud800", "\ud800", seal("\ud800", "\ud800"))

    def test_two_codes_of_one_kingdom_both_go_on(self, client, store, app, upload, press):
        body = client.get("/settings/file").data
        old = store.export(client.home).codes[0][0]
        press(client, "/settings/forget", "/settings/forget")
        press(client, "/shelf", "/share", link=LINK)
        upload(client, body, how="add")
        with client.session_transaction() as session:
            home = store.household_of(session["household"]).id
        codes = dict(store.export(home).codes)
        assert set(codes.values()) == {LINK}
        assert len(codes) == 2
        assert old in codes
        assert store.code_of(home, LINK) != old, "the one that is here stays the usual one"

    def test_the_file_names_no_household(self, client, store):
        body = client.get("/settings/file").text
        ids = [row["id"] for row in store._rows("select id from household")]
        assert not [id_ for id_ in ids if id_ in body]


class TestReplacing:
    def test_takes_the_place_of_all_but_keys_and_codes(self, client, store, upload):
        body = write_household(HouseholdExport(boxes=("empires",)), {})
        codes, recovery = store.export(client.home).codes, store.recovery_code(client.home)
        upload(client, body, how="replace")
        assert store.export(client.home) == HouseholdExport(boxes=("empires",), codes=codes)
        assert store.household_by_code(recovery).id == client.home
        assert "1 box, 24 Kingdom piles." in client.get("/shelf").text


class TestFaults:
    def test_all_are_told_at_once(self, client, store, upload):
        body = changed(
            client.get("/settings/file").data,
            gamse=[],
            friends=[{"code": "x"}, 3],
            people=[
                {"name": "Ada", "tastes": {"Chapl": "never", "Moat": "loves"}},
                {"name": "ADA"},
            ],
            rest={"unit": "days", "number": 0},
            games=[
                {"id": "short", "link": "/nothing", "day": "2026-13-01", "seats": 40},
                {"id": "abcdefgh", "link": LINK, "day": "2999-01-01", "note": "x" * 601},
            ],
            nights=[{"links": [], "boxes": ["dominon"], "fewest": "x", "made": "now"}],
            codes=[{"code": "4F7K2Q", "link": "javascript:alert(1)"}],
            steps=[{"link": LINK, "before": "https://elsewhere.example/"}],
            ticks={"x": {"f:a:b": "1"}},
            phone={"theme": "pink"},
        )
        before = store.export(client.home)
        answer = upload(client, body, how="replace")
        assert answer.status_code == 422
        page = unescape(answer.text)
        for message in (
            "“gamse” isn’t a known key. Did you mean “games”?",
            "“friends[0].code” isn’t a valid code.",
            *("“friends[1]” must be an object, not a number.", "There’s nothing called “Chapl”."),
            *("Use one of these: double, half and never.", "ADA is listed twice."),
            "“days” isn’t a known value for “rest.unit”.",
            "“rest.number” must be a whole number from 1 to 99.",
            "“games[0].id” must be 8 to 40 letters or digits, different for each game.",
            "“games[0].link” doesn’t contain a kingdom.",
            "“games[0].day” must be a date such as",
            "“games[0].seats” must be a whole number from 1 to 12.",
            "“games[1].day” must be a date such as",
            "“games[1].seats” must be a whole number from 1 to 12, not null.",
            "“games[1].note” has 601 characters; the limit is 600.",
            *("“nights[0].links” doesn’t contain a kingdom.", "”. Did you mean “dominion-"),
            "“nights[0].made” must be a time such as",
            "“codes[0].link” doesn’t contain a kingdom.",
            "“steps[0].before” doesn’t contain a kingdom.",
            "“ticks.x” has ticks for a list the app doesn’t know.",
            "“phone.theme” is not a valid setting.",
        ):
            assert message in page, message
        assert store.export(client.home) == before

    def test_very_many_are_not_all_told(self, client, upload):
        games = [{"id": str(number)} for number in range(500)]
        answer = upload(client, changed(client.get("/settings/file").data, games=games))
        assert answer.status_code == 422
        assert re.search("And [0-9]+ more.", answer.text)

    def test_with_thousands_reading_ends_and_nothing_is_taken(self, client, upload, store):
        before = store.export(client.home)
        games = [{"id": str(number), "zz": 1, "yy": 2} for number in range(1_000)]
        file = changed(client.get("/settings/file").data, games=games)
        answer = upload(client, file)
        assert answer.status_code == 422
        assert "This file has too many errors" in answer.text
        assert store.export(client.home) == before

    @settings(max_examples=cases(60), suppress_health_check=list(HealthCheck))
    @given(
        st.dictionaries(
            st.sampled_from(
                ["boxes", "friends", "people", "rest", "games", "nights", "codes", "steps", "ticks"]
            ),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.just(LINK),
                lambda inner: (
                    st.lists(inner, max_size=3)
                    | st.dictionaries(
                        st.sampled_from(
                            ["id", "link", "day", "code", "name", "links", "players", "tastes"]
                        ),
                        inner,
                        max_size=4,
                    )
                ),
                max_leaves=12,
            ),
        )
    )
    def test_nothing_absurd_breaks_it(self, spoken, changes):
        saved = {"format": "ten-piles-shelf", "version": 2, **changes}
        file = read_household(json.dumps(saved).encode())
        assert file.faults or all(not changes[part] for part in changes if part != "boxes")


class TestLargest:
    def test_a_full_log_fits_into_a_file(self, client, store, spoken):
        players = tuple(Player(None, f"Player {seat}", seat == 1) for seat in range(4))
        games = tuple(
            game(f"game-{number:05}", note="Played twice." * 8, seats=4, players=players)
            for number in range(cases(MOST_GAMES))
        )
        store.import_household(client.home, HouseholdExport(games=games), replace=True)
        body = client.get("/settings/file").data
        assert len(body) < LARGEST * len(games) / MOST_GAMES
        assert read_household(body).export.games == games


@pytest.fixture
def spoken(app):
    """Sentences can be said: they ask the app for the visitor's language."""
    with app.app_context():
        yield


def test_amounts_are_counted_in_the_order_they_are_said():
    assert Amount._fields == (
        *("boxes", "people", "tastes", "games", "nights", "tournaments", "friends", "codes"),
    )


class TestTwoTables:
    SEATS = (("Ada", "Bo", ""), ("4", "5"))

    def test_come_back_with_their_seats(self, app, store):
        home, _ = store.found_household()
        store.keep_night(home.id, (LINK, OTHER), ("dominion-1e",), 0, self.SEATS)
        with app.test_request_context():
            saved = write_household(store.export(home.id), {})
            read = read_household(saved if isinstance(saved, bytes) else saved.encode())
        assert read.faults == ()
        assert [night.seats for night in read.export.nights] == [self.SEATS]

    @pytest.mark.parametrize(
        "seats", ["x", ["Ada"], [["Ada"]], [[1], ["Bo"]], [["A"] * 5, ["B"]], [[], [], []]]
    )
    def test_other_seats_are_refused_with_a_sentence(self, app, store, seats):
        home, _ = store.found_household()
        store.keep_night(home.id, (LINK, OTHER), ("dominion-1e",), 0, self.SEATS)
        with app.test_request_context():
            saved = json.loads(write_household(store.export(home.id), {}))
            saved["nights"][0]["seats"] = seats
            read = read_household(json.dumps(saved).encode())
        assert read.faults
        assert read.export.nights == ()


class TestUndo:
    """Each step leads to the one before it, also where another number of players came between."""

    def undo(self, client, press, address):
        page = client.get(address).text
        step = re.search(r'name="from" value="(\d+)"', page)
        fields = {"link": re.sub("&(keep|from)=[^&]*", "", address), "do": "undo"}
        return press(client, address, "/kingdom/change", **fields, **{"from": step[1]}).location

    def test_goes_on_step_by_step_on_another_server(self, at_home, press, upload, app):
        host = at_home()
        steps = [LINK]
        for do in ("swap:cellar", "players:4", "swap:moat", "swap:market"):
            fields = {"link": re.sub("&from=.*", "", steps[-1]), "do": do, "seed": "one"}
            since = {"from": steps[-1].partition("&from=")[2]}
            steps.append(press(host, LINK, "/kingdom/change", **fields, **since).location)
        body = host.get("/settings/file").data
        guest = app.test_client()
        upload(guest, body, how="add")
        here = re.sub("&from=.*", "", steps[-1])
        for before in (steps[3], steps[2], LINK.replace("players=2", "players=4")):
            here = self.undo(guest, press, here)
            assert re.sub("&from=.*", "", here) == re.sub("&from=.*", "", before)
        assert 'value="undo"' not in guest.get(here).text

    def test_of_a_file_that_names_a_step_of_nobody_ends_there(self, client, store, spoken):
        file = read_household(client.get("/settings/file").data)
        whole = file.export._replace(steps=((LINK, "/"), (OTHER, f"{LINK}&from=77")))
        new, _ = store.found_household()
        store.import_household(new.id, whole, replace=False)
        assert store.export(new.id).steps == ((LINK, "/"), (OTHER, LINK))
