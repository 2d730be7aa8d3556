"""Every sentence about files, phones and limits can be said in another language."""

import io
import json
import sqlite3

import pytest

from tests.web.household.test_household_file import LINK, OTHER
from tests.web.language.test_every_sentence import Visitor, assert_translated
from web.http.limits import rates as limits
from web.http.limits.rates import OF_A_HOUSEHOLD, OF_AN_ADDRESS, Limit
from web.store import Store

WHOLE = {"format": "ten-piles-shelf", "version": 2}
GAME = {"id": "abcdefgh", "link": LINK, "day": "2025-01-02", "seats": 2}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trust")
    visitor = Visitor(folder, boxes=("dominion-1e", "alchemy"))
    visitor.app.config["RATE_LIMITS"] = False
    visitor.store = Store(folder / "piles.db")
    yield visitor
    visitor.store.close()


@pytest.fixture
def limited(visitor, monkeypatch):
    """The same visitor, who has done nothing yet and may do little."""
    monkeypatch.setitem(visitor.app.config, "RATE_LIMITS", True)
    visitor.store._write("delete from haste")
    return visitor


def _key(visitor):
    with visitor.client.session_transaction() as session:
        return session["household"]


def upload(visitor, saved, **fields):
    body = json.dumps(WHOLE | saved).encode()
    return visitor.post("/shelf/open", file=(io.BytesIO(body), "x.json"), **fields)


class TestFiles:
    def test_pages(self, visitor):
        for page in ("/settings", "/shelf/open", "/settings/forget", "/phones/others"):
            assert_translated(visitor.get(page))
        visitor.store.recovery_code(visitor.home.id)
        visitor.store.enter(visitor.store.join_code(visitor.home.id))
        assert_translated(visitor.get("/phones/others"))

    def test_what_a_file_would_do(self, visitor):
        visitor.store.keep_wishes(visitor.home.id, {"banned": ["chapel"]})
        code = visitor.store.share(visitor.store.found_household()[0].id, OTHER)
        full = {
            "name": "Jana",
            "boxes": ["alchemy", "empires"],
            "people": [{"name": "Jana", "tastes": {"chapel": "never"}}],
            "games": [GAME],
            "friends": [{"code": "4F7K2Q", "name": "Jana"}],
            "codes": [{"code": code, "link": LINK}, {"code": "4F7K2Q", "link": LINK}],
            "wishes": {"banned": ["moat"]},
        }
        assert_translated(upload(visitor, full))
        assert_translated(upload(visitor, full, how="add"))
        assert_translated(visitor.get("/shelf"))
        assert_translated(upload(visitor, full))
        assert_translated(upload(visitor, {"version": 1, "boxes": ["alchemy"]}))
        assert_translated(upload(visitor, {"boxes": ["alchemy", "dominon"]}, partly="yes"))
        assert_translated(upload(visitor, {}))

    def test_too_much_together(self, visitor):
        home = visitor.store.household_of(_key(visitor)).id
        for number in range(30):
            visitor.store.add_person(home, f"{number}")
        people = [{"name": f"{number}"} for number in range(20, 60)]
        assert_translated(upload(visitor, {"people": people}))
        assert_translated(upload(visitor, {"people": people}, how="add"))

    @pytest.mark.parametrize(
        "saved",
        [
            {"friends": [{"code": "1"}, 3], "rest": {"number": 0, "unit": 3}, "ticks": {"1": {}}},
            {"people": [{"name": ""}, {"name": "Jana"}, {"name": "Jana"}, {"name": "1" * 50}]},
            {"people": [{"name": "Jana", "tastes": {"Alms": "never", "Moat": 3}}]},
            {"games": [{"id": 3, "link": "", "day": "3", "note": 3}, 3]},
            {"games": [{**GAME, "note": "1" * 700, "players": [3]}]},
            {"nights": [{"links": [], "boxes": [], "fewest": 3, "made": "3"}]},
            {"codes": [{"code": "3", "link": "3"}], "steps": [{"link": LINK, "before": "3"}]},
            {"phone": {"theme": "3"}, "games": [{"id": str(number)} for number in range(99)]},
            {"games": [{}] * 6000, "ticks": {str(number): {} for number in range(200)}},
        ],
    )
    def test_faults(self, visitor, saved):
        assert_translated(upload(visitor, saved))

    def test_changing_the_locks(self, visitor):
        visitor.post("/phones/others")
        assert_translated(visitor.get("/settings"))


class TestLimits:
    @pytest.mark.parametrize("seconds", [1, 30, 60, 600])
    @pytest.mark.parametrize(
        ("kind", "address"),
        [(limits.WRONG, "/k/00000{}"), (limits.PRINTS, LINK.replace("?", "/sheet.pdf?paper={}&"))],
    )
    def test_too_much_is_told(self, limited, monkeypatch, kind, address, seconds):
        monkeypatch.setitem(OF_AN_ADDRESS, kind, Limit(1, seconds))
        monkeypatch.setitem(OF_A_HOUSEHOLD, kind, Limit(1, seconds))
        limited.get(address.format(1))
        answer = limited.client.get(address.format(2))
        assert answer.status_code == 429
        assert_translated(answer)

    def test_too_many_changes_are_told(self, limited, monkeypatch):
        monkeypatch.setitem(OF_AN_ADDRESS, limits.CHANGES, Limit(1, 60))
        limited.post("/players", players="3")
        answer = limited.post("/players", players="3")
        assert answer.status_code == 429
        assert_translated(answer)


class TestTheFile:
    @pytest.mark.parametrize(
        "name", ["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CORRUPT", "SQLITE_BUSY"]
    )
    def test_what_is_wrong_with_it_is_told(self, visitor, monkeypatch, name):
        def fail(*_):
            error = sqlite3.OperationalError("no")
            error.sqlite_errorname = name
            raise error

        monkeypatch.setattr(Store, "keep_players", fail)
        answer = visitor.post("/players", players="3")
        assert answer.status_code in (503, 507)
        assert_translated(answer)
