"""Files of every schema there ever was: they are brought forward, and nothing in them is lost."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app import create_app
from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from tests.databases import open_database
from tests.old_databases import FRIEND, HOME, KEY, LINK, database_after, fixture, steps
from web.draw.tonight import request_for
from web.store import Store, prepare

ROOT = Path(__file__).parents[3]
PREPARE = """
import sys
from pathlib import Path
from web.store import prepare
print("ready", flush=True)
sys.stdin.readline()
print(prepare(Path(sys.argv[1])))
"""
ALL = range(1, len(steps()) + 1)


def rows_of(path):
    """All rows by table; what the app makes for itself apart."""
    with open_database(path) as db:
        db.row_factory = sqlite3.Row
        names = [
            row[0]
            for row in db.execute("select name from sqlite_master where type = 'table'")
            if not row[0].startswith(("sqlite_", "_sqlite_"))
        ]
        return {name: list(map(dict, db.execute(f"select * from {name}"))) for name in names}


def schema_of(connection):
    """The tables and indexes, in words that do not hang on how they were written."""
    rows = connection.execute("select name, sql from sqlite_master where sql is not null")
    return {name: "".join(sql.split()).replace('"', "") for name, sql in rows}


@pytest.fixture
def of_old(database):
    """Makes a file as a step of the schema left it."""

    def make(number):
        with open_database(database) as db:
            db.executescript(fixture(number).read_text(encoding="utf-8"))
            db.execute("pragma journal_mode = wal")
        return database

    return make


@pytest.mark.parametrize("number", ALL)
class TestEveryStep:
    def test_is_still_what_it_was_when_it_was_released(self, number):
        with open_database() as old, database_after(number) as new:
            old.executescript(fixture(number).read_text(encoding="utf-8"))
            assert schema_of(old) == schema_of(new)

    def test_has_wishes_that_a_draw_still_reads(self, of_old, number):
        path = of_old(number)
        prepare(path)
        with closing(Store(path)) as store:
            kept = store.wishes_of(HOME)
        assert kept or number == 1  # which had no wishes yet
        request = request_for(kept, gather(load_catalog(), ("alchemy",)), 2)
        assert request.wishes.banned == tuple(kept.get("banned", ()))
        assert request.how.banned == set(request.wishes.banned)

    def test_is_brought_forward_with_all_that_is_kept(self, of_old, number):
        path = of_old(number)
        before = rows_of(path)
        before.pop("haste", None)  # it is forgotten at every start
        assert prepare(path) == "kept"
        after = rows_of(path)
        for table, rows in before.items():
            for row in rows:
                assert any(row.items() <= new.items() for new in after[table]), (table, row)
        with open_database(path) as db, database_after(len(steps())) as newest:
            assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
            assert db.execute("pragma foreign_key_check").fetchall() == []
            assert schema_of(db).keys() >= schema_of(newest).keys()

    def test_opens_with_the_key_of_then(self, of_old, number):
        path = of_old(number)
        prepare(path)
        store = Store(path)
        home = store.household_of(KEY)
        assert (home.id, home.boxes, home.players) == (HOME, ("dominion-1e", "alchemy"), 4)
        store.put_box(HOME, "empires", 1)
        store.add_friend(HOME, FRIEND)
        assert store.friends(HOME)[0].boxes == ("seaside-2e",)
        if number >= 2:
            assert store.shared("4F7K2Q").link == LINK
            assert home.name == "Jana 🐙"
        if number >= 4:
            assert store.game(HOME, "abcdefgh").note == "Very\nclose"
        store.close()


class TestForward:
    def test_the_oldest_file_serves_its_pages(self, of_old):
        client = create_app({"DATABASE": of_old(1)}).test_client()
        with client.session_transaction() as session:
            session["household"] = KEY
        assert "2 boxes, 37 Kingdom piles." in client.get("/shelf").text
        assert client.get("/played").status_code == 200

    def test_several_processes_at_once_bring_a_file_forward_once(self, of_old):
        path = of_old(1)
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", PREPARE, str(path)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        answers = [process.communicate(timeout=60) for process in processes]
        assert [process.returncode for process in processes] == [0] * 4, answers
        assert {out.strip() for out, _ in answers} == {"kept"}
        with open_database(path) as db:
            taken = db.execute("select name from _sqlite_migrations order by id").fetchall()
            keys = db.execute("select count(*) from access").fetchone()
            boxes = db.execute("select boxes from household where id = ?", (HOME,)).fetchone()
        assert [name for (name,) in taken] == steps()
        assert keys == (2,)
        assert json.loads(boxes[0]) == ["dominion-1e", "alchemy"]
