"""The SQLite file: one secret key for all, safe starts, and files of the first schema."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlite_utils import Database

from app import create_app
from tests.databases import open_database
from web.store import Store, prepare
from web.store.base import digest
from web.store.schema import migrations

ROOT = Path(__file__).parents[3]
START = """
import json, sys
from pathlib import Path
from web.store import prepare
print(json.dumps(prepare(Path(sys.argv[1]))))
"""


class TestSecretKey:
    def test_is_shared_by_two_apps_on_one_file(self, database):
        keys = {create_app({"DATABASE": database}).config["SECRET_KEY"] for _ in range(2)}
        assert len(keys) == 1
        assert len(keys.pop()) == 64

    def test_differs_between_files(self, tmp_path):
        files = (tmp_path / "a.db", tmp_path / "b.db")
        assert len({create_app({"DATABASE": file}).config["SECRET_KEY"] for file in files}) == 2

    def test_can_be_given(self, database):
        app = create_app({"DATABASE": database, "SECRET_KEY": "given"})
        assert app.config["SECRET_KEY"] == "given"

    def test_lets_a_session_outlive_a_restart(self, at_home, press, database):
        client = at_home(("dominion-1e", "alchemy"))
        press(client, "/shelf", "/shelf", box="seaside-1e:1")
        restarted = create_app({"DATABASE": database}).test_client()
        restarted.set_cookie("ten_piles", client.get_cookie("ten_piles").value)
        assert "3 boxes, 63 Kingdom piles." in restarted.get("/shelf").text


class TestStart:
    def test_four_processes_at_once_agree(self, database):
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", START, str(database)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for _ in range(4)
        ]
        answers = [process.communicate(timeout=60) for process in processes]
        assert [process.returncode for process in processes] == [0] * 4, answers
        assert len({json.loads(out) for out, _ in answers}) == 1

    def test_makes_the_folder(self, tmp_path):
        create_app({"DATABASE": tmp_path / "deep" / "er" / "piles.db"})
        assert (tmp_path / "deep" / "er" / "piles.db").exists()

    def test_twice_changes_nothing(self, database):
        prepare(database)
        with open_database(database) as db:
            before = db.execute("select sql from sqlite_master").fetchall()
            prepare(database)
            assert db.execute("select sql from sqlite_master").fetchall() == before

    def test_a_file_is_kept_as_it_should_be(self, store):
        query = store._db.execute
        assert query("pragma journal_mode").fetchone() == ("wal",)
        assert query("pragma foreign_keys").fetchone() == (1,)
        assert query("pragma synchronous").fetchone() == (2,)
        assert query("pragma busy_timeout").fetchone() == (30_000,)


class TestFirstSchema:
    """A household of the first schema was named by the digest of its only key."""

    @pytest.fixture
    def of_old(self, database):
        rows = [
            {"id": digest("old key"), "boxes": '["dominion-1e", "dominion-1e"]', "players": 5},
            {"id": digest("other key"), "boxes": "[]", "players": 2},
        ]
        with open_database(database) as db:
            old = Database(db)
            migrations.apply(old, stop_before="keys_friends_and_evenings")
            old.table("household").insert_all({**row, "updated": "2020"} for row in rows)
            old.table("setting").insert({"name": "secret_key", "value": "kept"})
        return database

    def test_keeps_its_secret_key(self, of_old):
        assert prepare(of_old) == "kept"

    def test_keeps_boxes_and_players_under_the_old_key(self, of_old):
        prepare(of_old)
        store = Store(of_old)
        home = store.household_of("old key")
        assert home.boxes == ("dominion-1e", "dominion-1e")
        assert (home.name, home.players, home.wishes) == ("", 5, {})
        assert store.household_of("other key").boxes == ()
        store.close()

    def test_opens_with_the_old_cookie(self, of_old):
        client = create_app({"DATABASE": of_old}).test_client()
        with client.session_transaction() as session:
            session["household"] = "old key"
        assert "2 boxes, 25 Kingdom piles." in client.get("/shelf").text
