"""Nothing that was acknowledged is lost: by a kill, a full disk, or two phones at once."""

import os
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from app import create_app
from bench.bench_kill import WRONG, run
from bench.bench_load import Evening
from tests.databases import open_database
from tests.servers import BOXES, LINK, Phone, free_ports, pass_for, same_home, servers
from tests.thorough import cases
from web.links.kingdom_link import kingdom_key
from web.store import Store, base, prepare, stay_open
from web.store.schema import migrations

NOBODY = 65534


def state_of(database):
    with open_database(database) as db:
        return db.execute("pragma integrity_check").fetchall()


@pytest.fixture(scope="module")
def mother(tmp_path_factory):
    """Whoever starts server processes on one file, and the app to make passes with."""
    app = create_app({"DATABASE": tmp_path_factory.mktemp("many") / "piles.db"})
    with servers(app.config["DATABASE"], [], "limited", "clock") as mother:
        yield mother, app


class TestKill:
    """One server after the other is ended with SIGKILL, and the clock is set each time.

    `make bench` does it fifty times.
    """

    def test_everything_acknowledged_is_there(self, mother):
        count = run(mother[1], mother[0], cases(12), seconds=0.2, told=False)
        assert count["killed"] == cases(12)
        assert count["acknowledged"] > 0
        assert not any(count[kind] for kind in WRONG), count


@pytest.fixture(scope="module")
def two_servers(mother):
    """Two processes on one file."""
    ports = free_ports(2)
    store = Store(mother[1].config["DATABASE"])
    for port in ports:
        mother[0].start(port)
    yield mother[1], store, ports
    store.close()


@pytest.fixture
def two_phones(two_servers):
    """Two phones of one household, each at another process; runs what both do at once."""
    app, store, ports = two_servers
    home, key = store.found_household()
    store.keep_shelf(home.id, ("dominion-1e",))
    phones = [Phone(same_home(app, home.id, key)) for _ in ports]

    def both(*requests):
        """Each phone sends its own requests; all answers by phone."""
        answers = [[], []]
        start = threading.Barrier(len(phones))

        def send(place):
            start.wait()
            for path, fields in requests[place]:
                answers[place].append(phones[place].ask(ports[place], "POST", path, fields).status)

        threads = [threading.Thread(target=send, args=(place,)) for place in range(len(phones))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    both.home = home.id
    yield both
    for phone in phones:
        phone.close()


class TestTwoPhones:
    """Of one household, at two processes, at the same time."""

    def test_editing_one_shelf_lose_no_box(self, two_phones, two_servers):
        mine = ("alchemy", "cornucopia", "guilds", "empires", "nocturne")
        yours = ("dark-ages", "renaissance", "menagerie", "allies", "plunder")
        answers = two_phones(
            [("/shelf", {"box": f"{box}:1"}) for box in mine],
            [("/shelf", {"box": f"{box}:1"}) for box in yours],
        )
        assert answers == [[303] * 5] * 2
        boxes = two_servers[1].export(two_phones.home).boxes
        assert Counter(boxes) == Counter(("dominion-1e", *mine, *yours))

    def test_ticking_one_list_lose_no_tick(self, two_phones, two_servers):
        def ticks(name):
            sent = {"kingdom": kingdom_key(LINK)}
            return [("/marks", {**sent, "on": f"f:dominion-1e:{name}-{n}"}) for n in range(12)]

        assert two_phones(ticks("a"), ticks("b")) == [[200] * 12] * 2
        marks = two_servers[1].marks(two_phones.home, kingdom_key(LINK))
        assert len(marks.values) == 24
        assert set(marks.values.values()) == {"1"}
        assert marks.version == 24

    def test_noting_the_same_game_keep_it_once(self, two_phones, two_servers):
        def note(id_):
            return ("/played/new", {"link": LINK, "id": id_, "day": "2026-01-02", "seats": "2"})

        same = two_phones([note("the-same-game")] * 2, [note("the-same-game")] * 2)
        assert same == [[303, 303]] * 2
        assert len(two_servers[1].games(two_phones.home)) == 1

    def test_noting_what_may_be_the_same_game_are_asked(self, two_phones, two_servers):
        def note(id_):
            return [("/played/new", {"link": LINK, "id": id_, "day": "2026-01-02", "seats": "2"})]

        [[one], [other]] = two_phones(note("one-phone"), note("other-phone"))
        assert {one, other} == {303, 409}
        assert len(two_servers[1].games(two_phones.home)) == 1

    def test_forbidding_cards_lose_none(self, two_phones, two_servers):
        def never(*cards):
            return [("/kingdom/change", {"link": LINK, "do": f"never:{card}"}) for card in cards]

        mine, yours = ("cellar", "market", "militia", "mine"), ("moat", "remodel", "smithy")
        two_phones(never(*mine), never(*yours))
        wishes = two_servers[1].wishes_of(two_phones.home)
        assert sorted(wishes["banned"]) == sorted((*mine, *yours))


class TestEvening:
    """A few phones for a moment; `make bench` lets fifty play for a minute."""

    def test_has_no_errors(self, two_servers):
        app, store, ports = two_servers
        phones = [
            Evening(pass_for(app, store, BOXES), ports[place % 2], place) for place in range(8)
        ]
        until = time.perf_counter() + cases(6)
        threads = [threading.Thread(target=phone.run, args=(until, 0.2)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum((phone.wrong for phone in phones), Counter()) == {}
        assert all(phone.took for phone in phones)


class TestFullDisk:
    @pytest.fixture
    def small(self, database, monkeypatch, app):
        """Lets the file have no more pages than it has; SQLite then says that the disk is full."""
        with open_database(database) as db:
            pages = db.execute("pragma page_count").fetchone()[0]
        ordinary = base.Connection.__init__

        def limited(self, path):
            ordinary(self, path)
            self._db.conn.execute(f"pragma max_page_count = {pages}")

        monkeypatch.setattr(base.Connection, "__init__", limited)
        yield
        monkeypatch.undo()

    def test_is_told_and_nothing_is_damaged(self, at_home, press, small, store, database):
        client = at_home(("dominion-1e",))
        note = {"link": LINK, "day": "2026-01-02", "seats": "2", "again": "yes", "note": "x" * 600}
        for number in range(200):
            answer = press(client, "/settings", "/played/new", id=f"game-{number:04}", **note)
            if answer.status_code != 303:
                break
        assert answer.status_code == 507
        assert "is full. Nothing was lost, but nothing new was saved." in answer.text
        assert answer.headers["Retry-After"]
        assert len(store.games(client.home)) == number
        assert client.get("/played").status_code == 200
        assert state_of(database) == [("ok",)]

    def test_all_works_again_once_there_is_room(self, at_home, press, small, monkeypatch, store):
        client = at_home(("dominion-1e",))
        big = {"link": LINK, "day": "2026-01-02", "seats": "2", "again": "yes", "note": "x" * 600}
        while (
            press(client, "/settings", "/played/new", id=os.urandom(8).hex(), **big).status_code
            == 303
        ):
            pass
        monkeypatch.undo()
        before = len(store.games(client.home))
        assert press(client, "/settings", "/played/new", id="one-more", **big).status_code == 303
        assert len(store.games(client.home)) == before + 1


@pytest.fixture
def unwritable():
    """A folder whose files nobody may write, not even the administrator's tests."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder / "piles.db")
        me = os.geteuid()

        def lock(*, folder_too):
            for path in folder.iterdir():
                path.chmod(0o444)
            folder.chmod(0o555 if folder_too else 0o777)
            if me == 0:
                os.seteuid(NOBODY)
            return folder / "piles.db"

        yield lock
        os.seteuid(me)
        folder.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="needs the rights of files as Unix has them")
@pytest.mark.parametrize("folder_too", [False, True])
class TestReadOnly:
    def test_is_told_and_nothing_is_damaged(self, app, unwritable, folder_too):
        client = app.test_client()
        for page in ("/shelf", LINK, "/nowhere"):  # templates are read while they may be
            client.get(page)
        app.config["DATABASE"] = database = unwritable(folder_too=folder_too)
        answer = client.post("/shelf", data={"box": "alchemy:1"})
        assert answer.status_code == 503
        assert "Nothing was lost, but nothing new was saved." in answer.text
        assert "Traceback" not in answer.text
        assert client.get(LINK).status_code == 200
        os.seteuid(os.getuid())
        database.parent.chmod(0o755)
        for file in database.parent.iterdir():
            file.chmod(0o644)
        assert state_of(database) == [("ok",)]
        answer = client.post("/shelf", data={"box": "alchemy:1"})
        assert answer.status_code == 303


class TestDamaged:
    def test_a_damaged_file_is_told(self, at_home, database, store):
        client = at_home()
        store.close()
        for file in database.parent.glob("piles.db*"):
            file.unlink()
        database.write_bytes(b"no database at all" * 1000)
        answer = client.get("/shelf")
        assert answer.status_code == 503
        assert "restore the last backup" in answer.text


class TestForgetting:
    def test_nothing_is_left_of_a_household(self, at_home, press, store, database, app):
        client = at_home(("dominion-1e",))
        kept = stay_open(database)
        store.keep_name(client.home, "Zvonimíra of the marsh")
        person = store.add_person(client.home, "Quillfeather")
        store.keep_taste(client.home, person.id, "chapel", "never")
        note = {"link": LINK, "day": "2026-01-02", "seats": "2", "note": "whispered secret"}
        for number in range(30):
            press(client, "/settings", "/played/new", id=f"forget-{number:03}", again="yes", **note)
        store.keep_night(client.home, (LINK,), ("dominion-1e",), 1)
        store.open_room(client.home, "veto", "seedling-of-room", {"strikes": 1}, seats=2)
        store.keep_marks(client.home, kingdom_key(LINK), {"f:dominion-1e:hidden": "1"})
        code = store.share(client.home, LINK)
        job = store.add_job(client.home, "cards", {"links": [LINK]}, 1)
        store.end_job(job, "done", file="ab" * 32)
        pdf = Path(app.config["PAPERS"]) / f"{'ab' * 32}.pdf"
        pdf.parent.mkdir(exist_ok=True)
        pdf.write_bytes(b"%PDF")

        content = self.bytes_of(database)
        words = (b"Zvonim", b"Quillfeather", b"whispered secret", b"forget-0", b"seedling-of-room")
        words = (*words, b"hidden", client.home.encode())
        assert all(word in content for word in words)
        press(client, "/settings/forget", "/settings/forget")
        content = self.bytes_of(database)
        assert [word for word in words if word in content] == []
        assert not pdf.exists()
        assert self.rows_of(database, client.home) == {}
        assert store.shared(code) is None
        kept.close()

    def test_a_printed_file_that_others_have_too_stays(self, at_home, press, store, app):
        one, other = at_home(), at_home()
        for client in (one, other):
            store.end_job(store.add_job(client.home, "cards", {}, 1), "done", file="cd" * 32)
        pdf = Path(app.config["PAPERS"]) / f"{'cd' * 32}.pdf"
        pdf.parent.mkdir(exist_ok=True)
        pdf.write_bytes(b"%PDF")
        press(one, "/settings/forget", "/settings/forget")
        assert pdf.exists()
        press(other, "/settings/forget", "/settings/forget")
        assert not pdf.exists()

    def bytes_of(self, database):
        return b"".join(file.read_bytes() for file in database.parent.glob("piles.db*"))

    def rows_of(self, database, home):
        """The rows in which a household is named, in any column of any table."""
        counts = {}
        with open_database(database) as db:
            tables = db.execute("select name from sqlite_master where type = 'table'")
            for (table,) in tables.fetchall():
                for row in db.execute(f"select * from {table}"):
                    if home in row:
                        counts[table] = row
        return counts


class TestConnection:
    def test_a_failed_start_leaves_no_half_schema(self, database, monkeypatch):
        def broken(db):
            db.execute("create table half (a)")
            raise RuntimeError("pulled the plug")

        monkeypatch.setattr(migrations._migrations[-1], "fn", broken)
        with pytest.raises(RuntimeError):
            prepare(database)
        monkeypatch.undo()
        with open_database(database) as db:
            assert db.execute("select count(*) from sqlite_master").fetchone() == (0,)
        prepare(database)
        assert state_of(database) == [("ok",)]

    def test_what_cannot_be_committed_leaves_no_transaction_behind(self, store):
        def orphan():
            with store.immediate():
                store._db.execute("pragma defer_foreign_keys = on")
                store.keep_rest("nobody", store.rest("nobody"))

        with pytest.raises(sqlite3.IntegrityError):
            orphan()
        assert not store._db.conn.in_transaction
        home, key = store.found_household()
        other = Store(store._db.execute("pragma database_list").fetchone()[2])
        assert other.household_of(key).id == home.id
        other.close()

    def test_the_threads_of_a_process_take_turns(self, database, app):
        def found():
            store = Store(database)
            for _ in range(25):
                store.found_household()
            store.close()

        threads = [threading.Thread(target=found) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with open_database(database) as db:
            assert db.execute("select count(*) from access").fetchone() == (200,)

    def test_whoever_waits_for_too_long_is_told(self, database, store, monkeypatch, at_home, press):
        client = at_home()
        monkeypatch.setattr(base, "PATIENCE", 0.1)
        done, held = threading.Event(), threading.Event()

        def hold():
            other = Store(database)
            with other.immediate():
                held.set()
                done.wait()
            other.close()

        thread = threading.Thread(target=hold)
        thread.start()
        held.wait()
        answer = press(client, "/settings", "/players", players="3")
        done.set()
        thread.join()
        assert answer.status_code == 503
        assert "Try again in a moment." in answer.text

    def test_whoever_stays_keeps_the_log_of_writes(self, database, store):
        log = database.with_name("piles.db-wal")
        store.close()
        assert not log.exists()
        kept = stay_open(database)
        other = Store(database)
        other.found_household()
        other.close()
        assert log.exists()
        kept.close()
        assert not log.exists()

    def test_what_may_be_lost_does_not_wait_for_the_disk(self, store):
        def level():
            return store._db.execute("pragma synchronous").fetchone()[0]

        with store.unhurried():
            assert level() == 1
        assert level() == 2
