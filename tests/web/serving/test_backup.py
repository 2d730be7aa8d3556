"""Copies of the database: made while the app serves, checked, and brought back."""

import os
import stat
import subprocess
import sys
import threading
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.databases import open_database
from tests.old_databases import fixture
from tools.backup import CannotDo, back_up, copies_in, main, restore, rows_of
from web.store import Allowance, Store, prepare, stay_open

ROOT = Path(__file__).parents[3]


@pytest.fixture
def store(database):
    """A database of its own, with one household in it."""
    prepare(database)
    store = Store(database)
    store.home, store.key = store.found_household()
    store.keep_name(store.home.id, "Jana 🐙")
    yield store
    store.close()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "copies"


def names_in(path):
    with open_database(path) as db:
        return [row[0] for row in db.execute("select name from household")]


class TestBackup:
    def test_is_whole_and_named_by_its_time(self, store, database, folder):
        path = back_up(database, folder)
        assert copies_in(folder) == [path]
        assert names_in(path) == ["Jana 🐙"]
        assert [file.name for file in folder.iterdir()] == [path.name]

    def test_nobody_else_may_read_it(self, store, database, folder):
        assert stat.S_IMODE(back_up(database, folder).stat().st_mode) == 0o600

    def test_holds_what_was_there_while_others_go_on_writing(self, store, database, folder):
        done = threading.Event()

        def write():
            other = Store(database)
            while not done.is_set():
                home, _ = other.found_household()
                other.keep_rest(home.id, other.rest(home.id))
            other.close()

        writer = threading.Thread(target=write)
        writer.start()
        try:
            copies = [back_up(database, folder) for _ in range(5)]
        finally:
            done.set()
            writer.join()
        for path in copies:
            with open_database(path) as db:
                rows = rows_of(db)
                assert rows["household"] - rows["rest"] in (1, 2)
                assert db.execute("pragma integrity_check").fetchall() == [("ok",)]

    def test_leaves_out_who_was_hasty(self, store, database, folder):
        store.spend([Allowance("changes", b"digest of address", 10, 60)])
        path = back_up(database, folder)
        assert b"digest of address" not in path.read_bytes()
        with open_database(path) as db:
            assert db.execute("select count(*) from haste").fetchone() == (0,)

    def test_the_oldest_make_room(self, store, database, folder, capsys):
        paths = [back_up(database, folder, keep=2) for _ in range(4)]
        assert sorted(copies_in(folder)) == sorted(paths[-2:])
        assert capsys.readouterr().out.count("Removed, being older than the last 2") == 2
        back_up(database, folder, keep=0)
        assert len(copies_in(folder)) == 3

    def test_a_clock_that_was_set_back_removes_no_new_copy(
        self, store, database, folder, monkeypatch
    ):
        ahead = [back_up(database, folder, keep=2) for _ in range(3)][1:]

        class SetBack(datetime):
            @classmethod
            def now(cls, zone):
                return datetime.now(zone) - timedelta(days=400)

        monkeypatch.setattr("tools.backup.datetime", SetBack)
        copies = [back_up(database, folder, keep=2) for _ in range(4)]
        assert sorted(copies_in(folder)) == sorted([*copies[-2:], *ahead])

    def test_other_files_in_the_folder_stay(self, store, database, folder):
        folder.mkdir()
        (folder / "holiday.db").write_bytes(b"mine")
        for _ in range(3):
            back_up(database, folder, keep=1)
        assert (folder / "holiday.db").read_bytes() == b"mine"

    def test_of_nothing_is_told(self, tmp_path, folder):
        with pytest.raises(CannotDo, match="There is no database"):
            back_up(tmp_path / "none.db", folder)

    def test_of_a_damaged_file_is_told_and_leaves_nothing(self, store, database, folder):
        store.close()
        pages = bytearray(database.read_bytes())
        pages[4096:20480] = os.urandom(16384)
        database.write_bytes(pages)
        with pytest.raises(CannotDo):
            back_up(database, folder)
        assert list(folder.iterdir()) == []


class TestRestore:
    def test_brings_back_what_was_and_keeps_what_is(self, store, database, folder):
        path = back_up(database, folder)
        store.keep_name(store.home.id, "Later")
        store.close()
        aside = restore(path, database)
        assert names_in(database) == ["Jana 🐙"]
        assert names_in(aside) == ["Later"]
        prepare(database)
        again = Store(database)
        assert again.household_of(store.key).name == "Jana 🐙"
        again.close()

    def test_is_refused_while_a_server_uses_the_file(self, store, database, folder):
        path = back_up(database, folder)
        store.close()
        kept = stay_open(database)
        with pytest.raises(CannotDo, match="Stop it first"):
            restore(path, database)
        assert sorted(file.name for file in database.parent.glob("*.part")) == []
        kept.close()
        assert restore(path, database)

    def test_works_where_there_is_nothing_yet(self, store, database, folder, tmp_path):
        new = tmp_path / "elsewhere" / "piles.db"
        assert restore(back_up(database, folder), new) is None
        assert names_in(new) == ["Jana 🐙"]

    def test_a_damaged_database_is_set_aside(self, store, database, folder):
        path = back_up(database, folder)
        store.close()
        database.write_bytes(b"rubbish" * 1000)
        aside = restore(path, database)
        assert aside.read_bytes() == b"rubbish" * 1000
        assert names_in(database) == ["Jana 🐙"]

    def test_of_an_older_version_is_brought_forward(self, database, tmp_path):
        old = tmp_path / "old.db"
        with open_database(old) as db:
            db.executescript(fixture(2).read_text(encoding="utf-8"))
        restore(old, database)
        assert prepare(database) == "kept"

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda _: b"no database",
            lambda _: b"",
            lambda good: good[: len(good) // 2],
            lambda good: good[:8192] + os.urandom(8192) + good[16384:],
        ],
    )
    def test_what_is_no_copy_is_refused_and_nothing_changes(self, store, database, folder, spoil):
        path = back_up(database, folder)
        path.write_bytes(spoil(path.read_bytes()))
        store.close()
        before = database.read_bytes()
        with pytest.raises(CannotDo):
            restore(path, database)
        assert database.read_bytes() == before

    def test_of_another_program_or_a_newer_version_is_refused(self, store, database, folder):
        path = back_up(database, folder)
        with open_database(path) as db:
            db.execute(
                "insert into _sqlite_migrations values (99, 'ten_piles', 'from_the_future', '')"
            )
        with pytest.raises(CannotDo, match="newer version"):
            restore(path, database)
        with open_database(path) as db:
            db.execute("drop table setting")
        with pytest.raises(CannotDo, match="no database of Ten Piles"):
            restore(path, database)

    def test_not_onto_itself(self, store, database):
        with pytest.raises(CannotDo, match="the database itself"):
            restore(database, database)


class TestCommand:
    def test_says_what_it_did(self, store, database, folder, monkeypatch, capsys):
        monkeypatch.setenv("DATABASE", str(database))
        monkeypatch.setenv("TO", str(folder))
        main(["backup"])
        assert "Copied and checked" in capsys.readouterr().out
        store.close()
        main(["restore", str(copies_in(folder)[0])])
        assert "What was there before is kept" in capsys.readouterr().out

    @pytest.mark.parametrize("keep", ["x", "-1", "²"])
    def test_a_strange_number_is_told(self, store, database, monkeypatch, keep):
        monkeypatch.setenv("DATABASE", str(database))
        monkeypatch.setenv("KEEP", keep)
        with pytest.raises(CannotDo, match="whole number"):
            main(["backup"])

    def test_without_a_file_it_says_which_command_is_meant(self):
        command = [sys.executable, "-m", "tools.backup", "restore", ""]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert ended.returncode == 1
        assert "make restore FILE=" in ended.stderr
        assert "Traceback" not in ended.stderr
