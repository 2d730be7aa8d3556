"""The SQLite file: one secret key for all, what a household used last, safe starts."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from app import create_app
from web.store import LastUsed, Store, prepare

ROOT = Path(__file__).parent.parent.parent
START = """
import json, sys
from app import create_app
print(json.dumps(create_app({"DATABASE": sys.argv[1]}).config["SECRET_KEY"]))
"""


@pytest.fixture
def store(database):
    prepare(database)
    store = Store(database)
    yield store
    store.close()


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

    def test_lets_a_session_outlive_a_restart(self, client, send, database):
        send(names="Cellar", boxes="dominion-1e", players="4")
        cookie = client.get_cookie("ten_piles")
        restarted = create_app({"DATABASE": database}).test_client()
        restarted.set_cookie("ten_piles", cookie.value)
        assert 'value="4" checked' in restarted.get("/").text


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
        connection = sqlite3.connect(database)
        before = connection.execute("select sql from sqlite_master").fetchall()
        prepare(database)
        assert connection.execute("select sql from sqlite_master").fetchall() == before
        connection.close()

    def test_a_file_is_kept_as_it_should_be(self, store):
        query = store._db.execute
        assert query("pragma journal_mode").fetchone() == ("wal",)
        assert query("pragma foreign_keys").fetchone() == (1,)
        assert query("pragma synchronous").fetchone() == (2,)
        assert query("pragma busy_timeout").fetchone() == (30_000,)


class TestHousehold:
    def test_is_unknown_at_first(self, store):
        assert store.last_used("somebody") is None

    def test_is_remembered_with_what_it_used_last(self, store):
        store.remember("key", LastUsed(("dominion-1e",), 2))
        store.remember("key", LastUsed(("dominion-1e", "dominion-1e", "alchemy"), 5))
        assert store.last_used("key") == (("dominion-1e", "dominion-1e", "alchemy"), 5)

    def test_is_not_found_by_what_the_file_holds(self, store, database):
        store.remember("unguessable", LastUsed((), 2))
        assert b"unguessable" not in database.read_bytes()

    def test_a_failing_change_leaves_no_trace(self, store):
        with pytest.raises(sqlite3.IntegrityError):
            store.remember("key", LastUsed((), None))
        assert store.last_used("key") is None
        store.remember("key", LastUsed((), 3))
        assert store.last_used("key") == ((), 3)
