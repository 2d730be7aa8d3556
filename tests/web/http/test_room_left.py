"""Nobody fills the disk: how much a household may keep, and what becomes of what it made."""

import io
import json
import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.bench_size import MOST_GROWTH, fill
from tests.databases import open_database
from tests.web.furnished import LINK, MARKET_LINK, furnish
from web.links.kingdom_link import kingdom_key
from web.printing.pdf import jobs
from web.printing.pdf.cache import keep
from web.printing.qr import code_or_none
from web.serving.tidying import keep_tidy, tidy_now
from web.store import Store, TooMany
from web.store.evenings import CODES_IDLE, KINGDOMS_MARKED, MOST_CODES
from web.store.games import MOST_GAMES
from web.store.households import MOST_PHONES
from web.store.print_jobs import JOBS_KEPT
from web.store.quota import MOST_BYTES, WEIGHED

TICK = {"f:dominion-1e:moat": "1"}
UNWEIGHED = {
    *("household.id", "household.updated", "household.shelf_code"),
    *("tournament.search", "tournament.beat", "tournament_round.how"),
    *("game.id", "game.day", "night.id", "room.kind", "room.used"),
    *("tournament.id", "tournament.made", "game.made", "code.made", "night.made", "room.code"),
    *("paper_job.id", "paper_job.kind", "paper_job.state", "paper_job.file", "paper_job.made"),
    *("tournament.code", "code.code", "paper.file", "paper.made"),
    *("access.digest", "access.kind", "access.expires", "rest.unit", "rest.how"),
}
"""Texts of a fixed or very small length, whose rows are counted."""


def link(number):
    return f"/kingdom/cellar?players={number}"


def rows_of(database):
    """All rows of all tables, but for what is of nobody or of the moment."""
    left_out = ("haste", "setting", "sqlite_sequence")
    with open_database(database) as connection:
        tables = connection.execute("select name from sqlite_master where type = 'table'")
        return {
            table: sorted(connection.execute(f"select * from {table}").fetchall())
            for (table,) in tables.fetchall()
            if table not in left_out
        }


class TestDeletion:
    def test_leaves_the_database_as_it_was_before(self, app, store, database, monkeypatch):
        """A household with a row in every table comes and goes."""
        monkeypatch.setattr("web.tournament.search._begin", lambda _kept, _search: None)
        friend = store.found_household()[0].id
        before = rows_of(database)
        home = furnish(app, store, str.title, "mine")
        store.add_friend(home.id, friend)
        store.add_friend(friend, home.id)
        store.keep_paper(home.id, "ab" * 32)
        here = rows_of(database)
        assert {table for table in here if here[table] == before[table]} <= {"_sqlite_migrations"}
        home.phone.post("/settings/forget", data={"csrf_token": home.token})
        assert rows_of(database) == before

    def test_takes_what_was_read_from_a_file(self, app, store, database):
        client = app.test_client()
        before = rows_of(database)
        codes = [{"code": f"{n:06}", "link": LINK.replace("=2", f"={n}")} for n in range(2, 7)]
        file = {"format": "ten-piles-shelf", "version": 2, "boxes": [], "codes": codes}
        for _again in range(2):
            data = {"text": json.dumps(file), "how": "add"}
            assert client.post("/shelf/open", data=data).status_code == 303
        assert len(rows_of(database)["code"]) == len(before["code"]) + 5
        client.post("/settings/forget")
        assert rows_of(database) == before

    def test_removes_what_was_printed(self, app, at_home, store, press, monkeypatch):
        folder = Path(app.config["PAPERS"])

        def printed(folder, html, title):
            keep(folder, jobs.tag_of(html, title), b"%PDF")
            return b"%PDF"

        monkeypatch.setattr("web.printing.answers.printed", printed)
        monkeypatch.setattr("web.printing.views.printing_available", lambda: True)
        client, other = at_home(), at_home()
        client.get(press(client, "/shelf", "/print", link=LINK).location)
        client.get("/shelf/card.pdf")
        assert len(list(folder.glob("*.pdf"))) == 2
        press(other, "/settings/forget", "/settings/forget")
        assert len(list(folder.glob("*.pdf"))) == 2
        press(client, "/settings/forget", "/settings/forget")
        assert list(folder.glob("*.pdf")) == []


class TestCaps:
    """Each is far from what a household has, and nothing is lost where it is met."""

    @pytest.fixture
    def few_codes(self, monkeypatch):
        for module in ("evenings", "imports"):
            monkeypatch.setattr(f"web.store.{module}.MOST_CODES", 2)

    def test_are_those_in_the_docs(self):
        docs = Path(__file__).parents[3] / "docs" / "keeping.md"
        rows = docs.read_text(encoding="utf-8").splitlines()
        assert f"| games | {MOST_GAMES:,} |" in rows
        assert f"| codes of kingdoms | {MOST_CODES:,} |" in rows
        assert f"| kingdoms with ticks | the last {KINGDOMS_MARKED} |" in rows
        assert f"| all texts together | {MOST_BYTES / 2**20:g} MB |" in rows
        assert any(row.endswith(f"; phones | 20; {MOST_PHONES} |") for row in rows)

    def test_codes(self, at_home, store, press, few_codes):
        client = at_home()
        codes = [store.share(client.home, link(number)) for number in (2, 3)]
        answer = press(client, "/shelf", "/share", link=LINK)
        assert answer.location == LINK.replace("/kingdom/", "/share/")
        assert "Too many codes are saved here" in client.get(answer.location).text
        assert [code for code, _link in store.export(client.home).codes] == codes
        assert store.share(client.home, link(2)) == codes[0]

    def test_paper_without_room_for_a_code_has_the_long_link(
        self, at_home, store, press, few_codes
    ):
        client = at_home()
        for number in (2, 3):
            store.share(client.home, link(number))
        answer = press(client, "/shelf", "/print", link=LINK)
        assert answer.status_code == 303
        assert "code=" not in answer.location
        assert code_or_none(store, client.home, LINK) == ""

    def test_codes_of_files(self, at_home, store, few_codes):
        client = at_home()
        codes = [{"code": f"{n:06}", "link": LINK.replace("=2", f"={n}")} for n in range(2, 5)]
        file = {"format": "ten-piles-shelf", "version": 2, "boxes": ["alchemy"], "codes": codes}
        data = {"text": json.dumps(file), "how": "add"}
        answer = client.post("/shelf/open", data=data)
        assert answer.status_code == 422
        assert "Together that’s too many codes" in answer.text
        assert store.export(client.home).codes == ()

    def test_bytes(self, at_home, store, press, monkeypatch):
        client = at_home()
        monkeypatch.setattr("web.store.quota.MOST_BYTES", 2_000)
        note = {"link": LINK, "day": "2026-01-02", "seats": "2", "note": "é" * 500, "again": "yes"}
        answers = [
            press(client, "/shelf", "/played/new", id=f"a-game-{n}", **note) for n in range(3)
        ]
        assert [answer.status_code for answer in answers] == [303, 303, 422]
        assert "MB." in answers[2].text
        assert "é" * 500 in answers[2].text, "what was written is still there"
        with pytest.raises(TooMany):
            store.share(client.home, LINK)
        with pytest.raises(TooMany):
            store.add_tournament(client.home, "seed", "Cup", "ABCDEF", "lot")
        changed = press(client, "/shelf", "/played/a-game-0/change", **note | {"note": "short"})
        assert changed.status_code == 303

    def test_bytes_of_files(self, at_home, store, monkeypatch):
        client = at_home()
        before = store.export(client.home)
        monkeypatch.setattr("web.store.quota.MOST_BYTES", 2_000)
        game = {"link": LINK, "day": "2026-01-02", "seats": 2, "note": "x" * 600}
        games = [{"id": f"a-game-{n}", **game} for n in range(3)]
        file = {"format": "ten-piles-shelf", "version": 2, "boxes": [], "games": games}
        for how in ("add", "replace"):
            data = {"file": (io.BytesIO(json.dumps(file).encode()), "a.json"), "how": how}
            answer = client.post("/shelf/open", data=data)
            assert answer.status_code == 422
            assert "MB." in answer.text
        assert store.export(client.home) == before

    def test_all_texts_of_a_household_are_weighed(self, database, app):
        """A new column is found by itself: it is weighed, or its length is known."""
        with open_database(database) as connection:
            tables = [
                row[0]
                for row in connection.execute("select name from sqlite_master where type='table'")
            ]
            for table in tables:
                columns = connection.execute(f"pragma table_info({table})").fetchall()
                if table != "household" and "household" not in {column[1] for column in columns}:
                    continue
                texts = {name for _cid, name, kind, *_rest in columns if kind.upper() == "TEXT"}
                owner = {"household", "tournament", "game", "other"}
                weighed = set(WEIGHED.get(table, ())) | {
                    name for name in texts if f"{table}.{name}" in UNWEIGHED
                }
                assert texts - owner <= weighed, table

    def test_weighing_a_full_household_takes_a_moment(self, at_home, store):
        home = at_home().home
        with store.immediate():
            store._db.conn.executemany(
                "insert into game values (?, ?, ?, '2026-01-02', '', 2, 0, null, ?, '')",
                [(home, f"game-{n:05}", LINK, "x" * 600) for n in range(5_000)],
            )
        begun = time.thread_time()
        assert 3_000_000 < store.bytes_of(home) < MOST_BYTES
        assert time.thread_time() - begun < 0.2

    def test_marks(self, at_home, store):
        home = at_home().home
        with store.immediate():
            for number in range(KINGDOMS_MARKED + 3):
                store.keep_marks(home, f"{number:020}", TICK)
        kept = store._rows("select distinct kingdom from mark where household = ?", home)
        assert len(kept) == KINGDOMS_MARKED
        assert store.marks(home, f"{2:020}").values == {}
        assert store.marks(home, f"{KINGDOMS_MARKED + 2:020}").values == TICK

    def test_jobs(self, at_home, store):
        home = at_home().home
        ids = []
        for _number in range(JOBS_KEPT + 5):
            ids.append(store.add_job(home, "cards", {"links": [LINK]}, 1))
            store.end_job(ids[-1], "done")
        assert len(store.jobs_of(home)) == JOBS_KEPT + 1
        assert store.job(home, ids[0]) is None
        assert store.job(home, ids[-1])

    def test_phones(self, at_home, store, press, monkeypatch, app):
        home = at_home().home
        code = store.recovery_code(home)
        monkeypatch.setattr("web.store.households.MOST_PHONES", 2)
        phones = [app.test_client() for _ in range(2)]
        answers = [press(one, "/join", "/join", code=code, sure="yes") for one in phones]
        assert [answer.status_code for answer in answers] == [303, 422]
        assert "This shelf has too many phones" in answers[1].text
        assert store.count_phones(home) == 2


class TestTidying:
    def days_go_by(self, store, days):
        for day in range(days):
            store.tidy(f"day {day}")

    def test_deletes_codes_that_nobody_opened_for_two_years(self, at_home, store, client):
        home = at_home().home
        old, used = store.share(home, LINK), store.share(home, MARKET_LINK)
        self.days_go_by(store, CODES_IDLE // 2)
        assert client.get(f"/k/{used}").status_code == 200
        self.days_go_by(store, CODES_IDLE // 2 + 1)
        assert store.shared(old) is None
        assert store.shared(used)
        assert CODES_IDLE == 2 * 365

    def test_a_wrong_clock_makes_no_code_old(self, at_home, store, app):
        code = store.share(at_home().home, LINK)
        for year in ("1970", "2026", "2099", "2026", "1970"):
            for _hour in range(30):
                store.tidy(f"{year}-01-01")
        assert store.shared(code)

    def test_deletes_rooms_jobs_and_joining_codes_by_themselves(self, at_home, store, app):
        home = at_home().home
        room = store.open_room(home, "veto", "seed", {}, seats=2)
        store.add_job(home, "cards", {"links": [LINK]}, 1)
        store.keep_paper(home, "ab" * 32)
        store.join_code(home)
        tidy_now(app)
        assert store.room(room)
        assert len(store.jobs_of(home)) == 1
        for table, column in (
            ("room", "used"),
            ("paper_job", "made"),
            ("paper", "made"),
            ("access", "expires"),
        ):
            store._write(f"update {table} set {column} = '2020-01-01T00:00:00+00:00'")
        tidy_now(app)
        for table in ("room", "seat", "paper_job", "paper"):
            assert store._rows(f"select * from {table}") == []
        assert store._rows("select * from access where kind = 'join'") == []

    def test_what_a_wrong_clock_made_counts_from_now_on(self, at_home, store):
        home = at_home().home
        room = store.open_room(home, "veto", "seed", {})
        store.add_job(home, "cards", {"links": [LINK]}, 1)
        store._write("update room set used = '2199-01-01T00:00:00+00:00'")
        store._write("update paper_job set made = '2199-01-01T00:00:00+00:00'")
        store.tidy("today")
        this_year = str(datetime.now(UTC).year)
        assert store.room(room)
        assert store.jobs_of(home)[0].made.startswith(this_year)
        assert store._rows("select used from room")[0]["used"].startswith(this_year)

    def test_removes_old_printed_files(self, app):
        folder = Path(app.config["PAPERS"])
        keep(folder, "new", b"%PDF")
        keep(folder, "old", b"%PDF")
        long_ago = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
        os.utime(folder / "old.pdf", (long_ago, long_ago))
        tidy_now(app)
        assert [file.name for file in folder.glob("*.pdf")] == ["new.pdf"]

    def test_happens_without_any_visitor(self, app, at_home, store):
        """At the start and from time to time, and by one process of several."""
        home = at_home().home
        stops = [keep_tidy(app, every=0.05), keep_tidy(app, every=0.05)]
        threads = [thread for thread in threading.enumerate() if thread.name == "tidying"]
        assert len(threads) >= 2
        try:
            for number in range(2):
                store.open_room(home, "veto", f"seed {number}", {})
                store._write("update room set used = '2020-01-01T00:00:00+00:00'")
                until = time.monotonic() + 30
                while store._rows("select * from room") and time.monotonic() < until:
                    time.sleep(0.02)
                assert store._rows("select * from room") == []
        finally:
            for stop in stops:
                stop.set()
            for thread in threads:
                thread.join(30)

    def test_readers_and_writers_go_on_while_the_file_shrinks(self, app, database, store, at_home):
        home = at_home().home
        for number in range(200):
            store.keep_night(home, (LINK * 40,), ("dominion-1e",), number)
        store.forget_household(home)
        free = store._db.conn.execute("pragma freelist_count").fetchone()[0]
        assert free > 20
        reader = Store(database)
        with reader.at_one_moment():
            reader.household_of("")
            store.shrink()
            reader.household_of("")
        reader.close()
        store.wipe_log()
        assert store._db.conn.execute("pragma freelist_count").fetchone()[0] == 0
        assert store._db.conn.execute("pragma integrity_check").fetchone() == ("ok",)


def test_a_full_disk_comes_back_to_its_size(app, monkeypatch):
    monkeypatch.setattr("web.tournament.search._begin", lambda _kept, _search: None)
    before, largest, after = fill(app, 12)
    assert largest > before * 1.5
    assert after <= before * (1 + MOST_GROWTH)


def test_ticks_of_the_last_kingdoms_fit_into_a_file():
    from web.store.export import KINGDOMS_TICKED

    assert KINGDOMS_MARKED >= KINGDOMS_TICKED
    assert len(kingdom_key(LINK)) == 20
