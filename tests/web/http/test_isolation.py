"""Nobody reads or changes what is another household's: every route, asked by everybody else."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client, EnvironBuilder, TestResponse, run_wsgi_app

from app import create_app
from tests.databases import open_database
from tests.thorough import cases, some
from tests.web.furnished import (
    COOKIE,
    LINK,
    OURS,
    Call,
    ExampleRequest,
    Furnished,
    calls,
    examples,
    furnish,
    keep_still,
    let_expire,
)
from web.http.limits.route_marks import CHANGES, PRINTS, rate_limit_of
from web.links.codes import written
from web.store import Store
from web.store.base import digest

Rows = Mapping[str, list[tuple[Any, ...]]]

OF_NOBODY = {"setting", "haste", "_sqlite_migrations", "sqlite_sequence"}
"""Tables that hold nothing of a household."""
STILL_OPENS = {"access": " and (expires is null or expires > '2021')"}
"""What is past may be swept at any time."""
SEEN_BY_CODE = {
    "shelf.friend": {"home"},
    "shelf.join": {"home"},
    "tournament_player.enter": {"player"},
    "tournament_player.seating": {"cup", "player"},
    "tournament_player.show": {"cup", "player"},
    "tournament_player.standings": {"cup", "player"},
    "tournament_player.table": {"player"},
    "score.show": {"ann", "bob"},
    "veto.show": {"seat"},
}
"""What a code is meant to show to whoever holds it: a shelf's name, who sits in a veto, who plays
in a tournament."""
GONE_WITH_THEM = {"household.forget": {"friend"}}
"""A friend who leaves is nobody's friend any more."""
DONE_BY_CODE = {
    "ticks.keep_shared": {"mark"},
    "ticks.save_shared": {"mark"},
    "fetchers.change_shared": {"mark"},
    "score.take": {"room", "seat"},
    "veto.sit": {"room", "seat"},
    "black_market.move": {"room", "room_move"},
    "tournament_player.enter": {"tournament", "tournament_result"},
}
"""What a code is meant to let whoever holds it do, and the tables that this changes."""
KEPT_BY_LOOKING = {PRINTS: {"code", "paper"}, CHANGES: {"access"}}
"""What pages with a rate limit store though they are only looked at; no other page does."""
PRIVATE = {"id_", "night", "tables", "job"}
"""Parts of addresses that name what is one household's alone: people, games, nights, papers."""
STATELESS = ("api.",)
"""The JSON interface knows no household and keeps nothing, so it asks for no token."""
FOREIGN = (
    *("https://evil.example", "http://localhost.evil.example", "http://localhost@evil.example"),
    *("http://localhost:81", "http://evil.example/http://localhost", "http://[", "://localhost/"),
    "null",
)
STRANGE_HOSTS = ("evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.1.evil.nip")
ELSEWHERE = (
    *("https://evil.example/", "//evil.example/", "///evil.example/", "/\\evil.example/"),
    *("\\\\evil.example/", "/%2f/evil.example/", "/\t/evil.example/", "http:evil.example"),
    *("javascript:alert(1)", "http://localhost@evil.example/", "http://["),
    *("/shelf/..//evil.example/", "/k/\r\nSet-Cookie: a=b"),
)
LEADING = ("back", "next", "to", "from", "at", "keep", "unfold", "url", "return")
"""Fields that might lead somewhere."""


@dataclass
class World:
    """Two households with everything, on one app; after each request all is as it was before."""

    app: Flask
    mine: Furnished
    theirs: Furnished
    friend: Furnished
    deleted_key: str
    database: sqlite3.Connection
    kept: sqlite3.Connection
    version: int = 0
    questions: dict[bool, dict[str, str]] = field(default_factory=dict)

    def cookie(self, secret: str | None = None, **session: Any) -> dict[str, str]:
        """The header of a phone that carries this, signed with the app's own key or another."""
        signing = SimpleNamespace(
            secret_key=secret or self.app.config["SECRET_KEY"], config=self.app.config
        )
        signer = self.app.session_interface.get_signing_serializer(signing)
        return {"Cookie": f"{COOKIE}={signer.dumps({'_permanent': True, **session})}"}

    def ask(self, call: Call, headers: Mapping[str, str], **form: Any) -> TestResponse:
        """Send it without a client's memory, and see that the answer is a proper one."""
        client = Client(self.app, self.app.response_class, use_cookies=False)
        more: dict[str, Any] = {}
        if call.method != "GET":
            asked = call.asked
            more = {"json": asked.json} if asked.json else {"data": {**asked.form, **form}}
        with client.open(
            call.path,
            method=call.method,
            query_string=call.asked.query,
            headers=dict(headers),
            **more,
        ) as answer:
            answer.get_data()
        assert_proper(call, answer)
        return answer

    def changed(self) -> bool:
        """Whether anything was written since all was put back."""
        return bool(self.database.execute("pragma data_version").fetchone()[0] != self.version)

    def put_back(self) -> None:
        """Have everything as it was at first."""
        self.kept.backup(self.database)
        self.version = self.database.execute("pragma data_version").fetchone()[0]

    def rows(self, household: str | None = None) -> Rows:
        """All that is kept, of one household or of all, by table."""
        everyone = household is None
        if everyone not in self.questions:
            self.questions[everyone] = owned_rows(self.database, everyone=everyone)
        values = () if everyone else (household,)
        return {
            table: self.database.execute(sql, values).fetchall()
            for table, sql in self.questions[everyone].items()
        }


def owned_rows(database: sqlite3.Connection, *, everyone: bool = False) -> dict[str, str]:
    """For each table the question for the rows of a household; a new table is found by itself."""
    tables = [
        row[0] for row in database.execute("select name from sqlite_master where type='table'")
    ]
    left = [table for table in tables if table not in OF_NOBODY]
    owned = {"household": "select * from household where id = ?"}
    while more := {table: sql for table in left if (sql := _owned(database, table, owned))}:
        owned |= more
        left = [table for table in left if table not in owned]
    assert set(left) <= {"household"}, f"Nobody knows whose the rows of {left} are."
    if everyone:
        return {table: f"select * from {table}" for table in owned}
    return owned


def _owned(database: sqlite3.Connection, table: str, owned: Mapping[str, str]) -> str:
    if table in owned:
        return ""
    columns = [row[1] for row in database.execute(f"pragma table_info({table})")]
    if "household" in columns:
        return f"select * from {table} where household = ?{STILL_OPENS.get(table, '')}"
    for row in database.execute(f"pragma foreign_key_list({table})").fetchall():
        other, here, there = row[2], row[3], row[4]
        if other in owned and other != "household":
            theirs = owned[other].replace("select *", f"select {there}")
            return f"select * from {table} where {here} in ({theirs})"
    return ""


def assert_proper(call: Call, answer: TestResponse) -> None:
    """Whatever is asked: no mistake of ours, all headers, no way to another site."""
    about = f"{call}: {answer.status}"
    assert answer.status_code < 500, about
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff", about
    assert headers["Referrer-Policy"] == "same-origin", about
    assert "frame-ancestors" in headers["Content-Security-Policy"], about
    assert "default-src 'none'" in headers["Content-Security-Policy"], about
    if answer.mimetype == "text/html":
        assert "unsafe" not in headers["Content-Security-Policy"], about
        assert "Cookie" in headers["Vary"] or answer.status_code == 400, about
    assert not [name for name, _ in headers if name.lower().startswith("access-control")], about
    assert call.endpoint == "static" or "public" not in headers["Cache-Control"], about
    for cookie in headers.getlist("Set-Cookie"):
        assert "HttpOnly" in cookie, about
        assert "SameSite=Lax" in cookie, about
        assert len(cookie) < 4000, about
    if 300 <= answer.status_code < 400 and answer.status_code != 304:
        assert_leads_home(headers["Location"], about)


def assert_leads_home(location: str, about: str) -> None:
    """A path of ours, which no browser takes for an address of somebody else."""
    assert location.startswith("/"), f"{about} leads to {location}"
    assert location[1:2] not in ("/", "\\"), f"{about} leads to {location}"
    assert not set("\t\r\n") & set(location), f"{about} leads to {location!r}"


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("isolation")
    path = folder / "piles.db"
    with pytest.MonkeyPatch.context() as patch:
        keep_still(patch)
        app = create_app({"DATABASE": path, "RATE_LIMITS": False, "TRUSTED_HOSTS": ["localhost"]})
        store = Store(path)
        with pytest.MonkeyPatch.context() as clock:
            # A minute ago: SQLite writes nothing, and `World.changed` sees nothing, where a
            # value is stored again with the time of the same second.
            a_minute_ago = SimpleNamespace(time=lambda: time.time() - 60)
            clock.setattr("web.store.base.time", a_minute_ago)
            mine = furnish(app, store, "Zqmine-{}".format, "mine")
            theirs = furnish(app, store, "Zqtheirs-{}".format, "theirs")
            friend = furnish(app, store, "Zqfriend-{}".format, "friend")
        store.add_friend(friend.id, mine.id)
        store.add_friend(mine.id, friend.id)
        mine.lost_key = store.enter(mine.names["join"])
        let_expire(path, digest(mine.names["expired"]))
        with open_database(path) as db:  # what change_locks does to other phones
            db.execute("delete from access where digest = ?", (digest(mine.lost_key),))
        gone, deleted_key = store.found_household()
        store.forget_household(gone.id)
        store.close()
        with open_database(path) as database, open_database() as kept:
            database.backup(kept)
            world = World(app, mine, theirs, friend, deleted_key, database, kept)
            world.put_back()
            yield world


@pytest.fixture(autouse=True)
def as_it_was(world):
    world.put_back()


Headers = Callable[[World], Mapping[str, str]]

NOBODY: dict[str, Headers] = {
    "another household": lambda world: world.cookie(household=world.theirs.key),
    "no cookie": lambda _world: {},
    "a forged cookie": lambda world: world.cookie("not our key", household=world.mine.key),
    "a stale cookie": lambda world: world.cookie(household=world.mine.lost_key),
}
"""Visitors who have no business in the household, by the headers they send."""

WRONG_KEYS: dict[str, Headers] = {
    "the key of a deleted household": lambda world: world.cookie(household=world.deleted_key),
    "the id in place of the key": lambda world: world.cookie(household=world.mine.id),
    "a joining code": lambda world: world.cookie(household=world.mine.names["join"]),
    "a cookie that was changed": lambda world: {
        "Cookie": world.cookie(household=world.theirs.key)["Cookie"].replace("=ey", "=eY", 1)
    },
    "a cookie of another kind": lambda world: world.cookie(household=[1], phone={}, theme=7),
}


def all_calls(world: World, **other: Any) -> list[Call]:
    """Every route, about what is in `mine`; where a code is asked for, one that does not open."""
    names = {"join": world.mine.names["expired"], **other}
    return list(calls(world.app, examples(world.mine, names)))


class TestEveryRoute:
    def test_means_something_to_the_household_itself(self, world):
        """Otherwise the tests below would prove nothing."""
        headers, token = {**world.mine.cookie, **OURS}, world.mine.token
        silent, kept, before = set(), set(), world.rows()
        for call in calls(world.app, examples(world.mine, {"shelf": world.friend.names["shelf"]})):
            answer = world.ask(call, headers, csrf_token=token)
            assert answer.status_code < 400, f"{call}: {answer.status}"
            if world.changed():
                after = world.rows()
                changed = {table for table in before if after[table] != before[table]}
                limit = rate_limit_of(world.app, call.endpoint, call.method)
                assert call.method != "GET" or changed <= KEPT_BY_LOOKING.get(limit, set()), (
                    f"{call} stores something without a rate limit"
                )
                kept.add(call.endpoint)
                world.put_back()
            elif call.method != "GET":
                silent.add(call.endpoint)
        assert silent - kept == KEEPS_NOTHING | SO_ALREADY

    @pytest.mark.parametrize("visitor", some(NOBODY, 2))
    def test_shows_and_changes_nothing_for(self, world, visitor):
        every = all_calls(world)
        assert_nothing_for(world, dict.fromkeys(every, NOBODY[visitor](world)))

    def test_shows_and_changes_nothing_for_other_keys_that_do_not_fit(self, world):
        """Each route for some of them; for all of them where there is time."""
        wrong = [headers(world) for headers in WRONG_KEYS.values()]
        every = all_calls(world)
        for turn in range(cases(4)):
            each = dict(zip(every, cycle(wrong[turn:] + wrong[:turn]), strict=False))
            assert_nothing_for(world, each)

    def test_shows_friends_the_name_and_the_shelf_only(self, world):
        code = world.mine.names["shelf"]
        friend = world.cookie(household=world.friend.key)
        allowed = {world.mine.texts["home"], code, written(code)}
        assert_nothing_for(world, dict.fromkeys(all_calls(world), friend), allowed)

    def test_is_there_for_the_names_it_answers_to_only(self, world):
        cookie = world.cookie(household=world.mine.key)
        everything = world.rows()
        for call in calls(world.app, examples(world.mine)):
            for host in STRANGE_HOSTS if call.endpoint == "shelf.put" else STRANGE_HOSTS[:1]:
                headers = {**cookie, "Host": host, "Origin": f"http://{host}"}
                answer = world.ask(call, headers)
                assert answer.status_code == 400, str(call)
                assert_shows_nothing(world, call, answer)
                assert not world.changed() or world.rows() == everything, str(call)

    def test_takes_no_form_from_elsewhere(self, world):
        """The visitor's own cookie comes with it, but neither a token nor our own address."""
        own = world.mine.cookie
        everything = world.rows()
        for call in calls(world.app, examples(world.mine)):
            if call.method == "GET":
                continue
            for origin in FOREIGN if call.endpoint == "shelf.put" else (FOREIGN[0], ""):
                headers = {**own, **({"Origin": origin} if origin else {})}
                answer = world.ask(call, headers, csrf_token="" if origin else world.theirs.token)
                if not call.endpoint.startswith(STATELESS):
                    assert answer.status_code in (400, 422), f"{call} from {origin or 'nowhere'}"
                assert not world.changed() or world.rows() == everything, str(call)

    def test_answers_no_other_method(self, world):
        cookie = world.cookie(household=world.mine.key)
        methods = cycle(("PUT", "DELETE", "PATCH", "TRACE"))
        for call in all_calls(world):
            method = next(methods)
            answer = world.ask(replace(call, method=method), {**cookie, **OURS})
            assert answer.status_code == 405, f"{method} {call}"
            assert not world.changed()

    def test_never_leads_to_another_site(self, world):
        """Every redirect is looked at by `assert_proper`."""
        cookie = {**world.cookie(household=world.theirs.key), **OURS}
        reading = []
        for call in calls(world.app, examples(world.theirs)):
            answer = world.ask(led(call, ELSEWHERE[0]), {**cookie, "Referer": ELSEWHERE[0]})
            if world.changed():
                world.put_back()
            leads = answer.status_code == 303 and call.endpoint not in SLOW
            if leads and world.ask(led(call, "/about"), cookie).location != answer.location:
                reading.append(call)
            if world.changed():
                world.put_back()
        assert {call.endpoint for call in reading} >= {"printing.choose", "household.theme"}
        for call in reading:
            for where in ELSEWHERE:
                referrer = {} if set("\r\n") & set(where) else {"Referer": where}
                world.ask(led(call, where), {**cookie, **referrer})
                world.ask(call, {**cookie, **referrer})

    @pytest.mark.parametrize("where", ELSEWHERE[:-1])
    def test_offers_no_way_to_another_site_either(self, world, where):
        call = Call("share.make", "POST", "/share", ExampleRequest())
        answer = world.ask(led(call, where), {"Referer": where})
        assert answer.status_code == 400
        assert "evil" not in answer.text

    @pytest.mark.parametrize("path", ["//k//evil.example", "///k///evil.example", "/shelf//open"])
    def test_leads_from_doubled_slashes_to_ourselves(self, world, path):
        environ = EnvironBuilder().get_environ() | {"PATH_INFO": path, "REQUEST_URI": path}
        _said, status, headers = run_wsgi_app(world.app, environ)
        assert status.startswith("308")
        assert headers["Location"].startswith("http://localhost/")

    def test_leads_back_to_our_own_pages(self, world):
        """Otherwise the test above would prove nothing."""
        for back in ("/shelf", LINK):
            asked = replace(examples(world.mine)["printing.choose"], form={"back": back})
            call = Call("printing.choose", "POST", "/paper", asked)
            assert world.ask(call, OURS).location == back


def led(call: Call, where: str) -> Call:
    """The same with all fields that might lead somewhere else."""
    evil = dict.fromkeys(LEADING, where)
    asked = replace(
        call.asked, query={**call.asked.query, **evil}, form={**call.asked.form, **evil}
    )
    return replace(call, asked=asked)


SLOW = {
    *("night.plan", "night.again", "two_tables.draw", "two_tables.again"),
    *("veto.deal", "home.draw", "api.draw", "api.count"),
}
"""Routes that draw, which takes a moment."""

KEEPS_NOTHING = {
    *("api.count", "api.draw", "api.other_prosperity", "api.plan", "api.score"),
    "own.read",
    *("other_prosperity.pick", "published.surprise"),
    *("printing.choose", "household.language", "household.names", "household.theme"),
}
"""Forms that keep nothing in the store: what they are about is in the address or the cookie."""

SO_ALREADY = {"score.free", "shelf.join", "veto.sit", "wishes.way_out"}
"""What has nothing left to do here: the friend is joined, the phone sits, all wishes can be met."""


def assert_shows_nothing(
    world: World, call: Call, answer: TestResponse, allowed: Set[str] = frozenset()
) -> None:
    """None of the household's texts, keys and codes, but what was said in the request itself."""
    shown = answer.text + str(answer.headers)
    by_code = SEEN_BY_CODE.get(call.endpoint, set())
    allowed = {*allowed, *(world.mine.texts[text] for text in by_code)}
    for secret in world.mine.sees_own() - allowed:
        known = secret in call.sent or secret.replace(" ", "") in call.sent
        assert known or secret not in shown, f"{call} shows {secret}"


def assert_nothing_for(
    world: World, visits: Mapping[Call, Mapping[str, str]], allowed: Set[str] = frozenset()
) -> None:
    """Whoever asks with these headers neither sees nor changes anything of the household."""
    before = world.rows(world.mine.id)
    for call, headers in visits.items():
        answer = world.ask(call, {**headers, **OURS})
        assert_shows_nothing(world, call, answer, allowed)
        assert_changes_nothing(world, call, before)
        if PRIVATE & call.asked.path.keys():
            assert answer.status_code == 404, f"{call}: {answer.status}"


def assert_changes_nothing(world: World, call: Call, before: Rows) -> None:
    if not world.changed():
        return
    meant = (DONE_BY_CODE | GONE_WITH_THEM).get(call.endpoint, set())
    after = world.rows(world.mine.id)
    changed = {table for table in before if before[table] != after[table]}
    assert changed <= meant, f"{call} changed {changed}"
    world.put_back()


OPENS = {
    "code": {
        *("black_market.look", "black_market.look_news", "ticks.show_shared", "share.open_code"),
        *("share.show", "share.typed", "ticks.keep_shared", "ticks.save_shared"),
        *("fetchers.show_shared", "fetchers.change_shared"),
    },
    "shelf": {"shelf.find", "shelf.friend", "shelf.join", "shelf.remove"},
    "veto": {
        *("share.typed", "veto.end", "veto.free", "veto.news", "veto.short", "veto.show"),
        *("veto.sit", "veto.strike"),
    },
    "score": {
        *("score.count", "score.free", "score.log", "score.news", "score.reopen", "score.short"),
        *("score.show", "score.take", "score.turns", "share.typed"),
    },
    "market": {
        *(
            "black_market.move",
            "black_market.news",
            "black_market.short",
            "black_market.table",
            "share.typed",
        )
    },
    "cup_code": {
        *(
            "share.typed",
            "tournament_player.enter",
            "tournament_player.news",
            "tournament_player.seating",
        ),
        *("tournament_player.short", "tournament_player.show", "tournament_player.standings"),
        *("tournament_player.table", "score.begin_table"),
    },
    "expired": set(),
}


class TestCodes:
    """A code opens what it was made for and nothing else."""

    @pytest.mark.parametrize("kind", OPENS)
    def test_opens_nothing_else(self, world, kind):
        code = world.mine.names[kind]
        doors = ("code", "shelf", "veto", "market", "join", "cup_code")
        everywhere = dict.fromkeys(doors, code)
        headers = {**world.cookie(household=world.theirs.key), **OURS}
        before = world.rows(world.mine.id)
        opened = set()
        for call in all_calls(
            world, **everywhere, night=code, tables=code, job=code, game=code, cup=code
        ):
            if code not in call.sent:
                continue
            answer = world.ask(call, headers)
            assert_shows_nothing(world, call, answer)
            if call.endpoint not in OPENS[kind]:
                assert_changes_nothing(world, replace(call, endpoint=""), before)
            assert_changes_nothing(world, call, before)
            if answer.status_code < 400:
                opened.add(call.endpoint)
        harmless = {
            "printing.kingdom_cards",
            "printing.kingdom_score_sheet",
            "printing.kingdom_sheet",
            "shelf.switch",
            "shelf.remove",
        }
        assert opened - harmless <= OPENS[kind]
        assert OPENS[kind] - harmless <= opened

    def test_a_wrong_one_says_no_more_than_an_expired_one(self, world):
        answers = [
            world.ask(Call("household.open_code", "GET", f"/join/{code}", ExampleRequest()), {})
            for code in (world.mine.names["expired"], "0" * 16)
        ]
        pages = [
            answer.text.replace(code, "")
            for answer, code in zip(answers, (world.mine.names["expired"], "0" * 16), strict=True)
        ]
        assert pages[0] == pages[1]
