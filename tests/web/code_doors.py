"""Finds every way in which a code that a visitor sends is looked up among everybody's codes.

No list of paths: a code that nobody has is put into each part of each route's path, each field of
its query and its form, and each text of the file of a household. SQLite tells of every question it
is asked. Where the code stands in one that is not about the visitor's own household, there is a
door.
"""

import json
import re
import secrets
import sqlite3
import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import AnyConverter, BuildError, Rule
from werkzeug.test import Client, TestResponse

from app import create_app
from tests.databases import open_database
from tests.thorough import some
from tests.web.furnished import (
    LINK,
    OURS,
    ExampleRequest,
    Furnished,
    examples,
    furnish,
    keep_still,
    let_expire,
)
from web.store import Store
from web.store.base import CODE_LENGTH, Connection, digest
from web.store.households import RECOVERY_LENGTH

SHAPES = some(("{}", "/k/{}", "http://localhost/share/{}", "{}:yes"), 2)
"""How a code may stand in a field."""
LENGTHS = (CODE_LENGTH, RECOVERY_LENGTH)


@dataclass(frozen=True)
class Door:
    """A place of a request in which a code may stand."""

    endpoint: str
    method: str
    place: str
    shape: str
    length: int
    request: Callable[[str], dict[str, Any]]
    """What is sent with a code, as a test client takes it."""

    def __str__(self) -> str:
        return f"{self.method} {self.endpoint}, {self.place} as {self.shape}, {self.length} letters"

    def knock(
        self, app: Flask, code: str, visitor: Furnished | None, address: str = "192.0.2.1"
    ) -> TestResponse:
        """Send a code; the answer has been read."""
        client = Client(app, app.response_class, use_cookies=False)
        cookie = visitor.cookie if visitor else {}
        with client.open(
            method=self.method,
            headers={**OURS, **cookie},
            environ_base={"REMOTE_ADDR": address},
            **self.request(code),
        ) as answer:
            answer.get_data()
        return answer


def places(
    app: Flask, known: Mapping[str, ExampleRequest], token: str, file: str
) -> Iterator[Door]:
    """Every place in which something can be sent."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}):
            for length in LENGTHS:
                yield from _places(rule, method, known[rule.endpoint], token, length)
    yield from _places_of_file(json.loads(file), token)


def _places(
    rule: Rule, method: str, asked: ExampleRequest, token: str, length: int
) -> Iterator[Door]:
    form = {"csrf_token": token, **asked.form} if method != "GET" and asked.json is None else {}

    def door(kind: str, key: str, shape: str) -> Door:
        def request(code: str) -> dict[str, Any]:
            parts = {"path": dict(asked.path), "query": dict(asked.query), "form": dict(form)}
            parts[kind][key] = shape.format(code)
            built = rule.build(parts["path"], append_unknown=False)
            assert built is not None
            data = {"data": parts["form"]} if method != "GET" else {}
            return {"path": built[1], "query_string": parts["query"], **data}

        return Door(rule.endpoint, method, f"{kind} {key}", shape, length, request)

    texts = [
        key
        for key in rule.arguments
        if isinstance(asked.path.get(key), str)
        and not isinstance(rule._converters[key], AnyConverter)  # fixed words name no code
    ]
    yield from (door("path", key, "{}") for key in texts)
    yield from (door("query", key, "{}") for key in asked.query)
    shapes = SHAPES if length == CODE_LENGTH else SHAPES[:1]
    yield from (door("form", key, shape) for key in asked.form for shape in shapes)


def _places_of_file(file: Any, token: str) -> Iterator[Door]:
    for place in _texts(file):
        for how in some(("", "add", "replace")):

            def request(
                code: str, place: tuple[Any, ...] = place, how: str = how
            ) -> dict[str, Any]:
                changed = json.loads(json.dumps(file))
                holder = changed
                for key in place[:-1]:
                    holder = holder[key]
                holder[place[-1]] = code
                fields = {"csrf_token": token, "how": how, "partly": "yes"}
                return {"path": "/shelf/open", "data": {**fields, "text": json.dumps(changed)}}

            name = f"file {'.'.join(map(str, place))} {how}"
            yield from (
                Door("saved_file.read", "POST", name, "{}", length, request) for length in LENGTHS
            )


def _texts(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of texts in a file; of a list its first entry stands for all."""
    if isinstance(value, str):
        yield place
    parts = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        parts = tuple(enumerate(value))[:1]
    for key, part in parts:
        yield from _texts(part, (*place, key))


@contextmanager
def traced() -> Iterator[list[str]]:
    """All that the database is asked meanwhile, with the values in it."""
    statements: list[str] = []
    begin = Connection.__init__

    def listening(self: Connection, path: Any) -> None:
        begin(self, path)
        self._db.conn.set_trace_callback(statements.append)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Connection, "__init__", listening)
        yield statements


def about(statements: list[str], code: str, home: str) -> list[str]:
    """Questions in which a code stands, or its digest, and that are not about one household."""
    names = (f"'{code}'", f"'{digest(code)}'")
    return [
        sql
        for sql in statements
        if sql.lower().startswith("select")
        and any(name in sql for name in names)
        and f"'{home}'" not in sql
    ]


def wrong_code(length: int) -> str:
    """A code that nobody has, and that no card's name is like."""
    return "".join(secrets.choice(string.digits) for _ in range(length))


def find_doors(
    app: Flask, home: Furnished, known: Mapping[str, ExampleRequest], file: str
) -> Iterator[Door]:
    """The doors; after each request the database is as it was before."""
    with open_database(app.config["DATABASE"]) as database, open_database() as kept:
        database.backup(kept)
        version = database.execute("pragma data_version").fetchone()
        with traced() as statements:
            for place in places(app, known, home.token, file):
                code = wrong_code(place.length)
                statements.clear()
                try:
                    place.knock(app, code, home)
                except BuildError:
                    continue
                if about(statements, code, home.id):
                    yield place
                if database.execute("pragma data_version").fetchone() != version:
                    kept.backup(database)
                    version = database.execute("pragma data_version").fetchone()


SHORT = ("code", "sheet", "shelf", "veto", "market", "cup_code", "score")
LONG = ("join", "recovery", "expired")
FORMS = re.compile(r'(name="(?:csrf_token|seed)"[^>]*value=")[^"]*')
LITERAL = re.compile(r"[xX]?'[^']*'|\b[0-9]+(\.[0-9]+)?\b|\bsqlite_utils_\w+")


@dataclass
class Hall:
    """A visitor, a household whose codes are tried, and all doors."""

    app: Flask
    mine: Furnished
    theirs: Furnished
    doors: list[Door]
    database: sqlite3.Connection
    kept: sqlite3.Connection
    """All as it was before the first try."""

    def codes_for(self, door: Door) -> dict[str, str]:
        """The other household's codes of the length that a door takes."""
        kinds = SHORT if door.length == CODE_LENGTH else LONG
        return {kind: self.theirs.names[kind] for kind in kinds}


@contextmanager
def open_hall(path: Path) -> Iterator[Hall]:
    """Two households and all doors, with limits."""
    with pytest.MonkeyPatch.context() as patch:
        keep_still(patch)
        patch.setattr("web.printing.answers.printing_available", lambda: True)
        patch.setattr("web.http.limits.shares.FREE", 3600)  # some tries take longer than others
        app = create_app({"DATABASE": path, "RATE_LIMITS": False})
        store = Store(path)
        mine, theirs = (furnish(app, store, str.title, mark) for mark in ("mine", "theirs"))
        theirs.names["sheet"] = store.share(theirs.id, LINK)
        store.share(mine.id, LINK)  # what is printed has its code already
        let_expire(path, digest(theirs.names["expired"]))
        friend = store.found_household()[0].id
        store.shelf_code(friend)
        store.add_friend(mine.id, friend)
        store.close()
        file = mine.phone.get("/settings/file").text
        doors = list(find_doors(app, mine, examples(mine), file))
        app.config["RATE_LIMITS"] = True
        with open_database(path) as database, open_database() as kept:
            database.backup(kept)
            yield Hall(app, mine, theirs, doors, database, kept)


@dataclass
class Try:
    """What came of one code at one door."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    text: str
    counted: bool
    questions: list[str]
    """What the database was asked, without values."""

    @property
    def seen(self) -> tuple[Any, ...]:
        """All that a visitor can see of it."""
        return (self.status, self.headers, self.cookies, self.text)


def try_code(hall: Hall, door: Door, code: str, *, put_back: bool = True) -> Try:
    """Try a code as the visitor does; afterwards all is as it was, if that is wanted."""
    with traced() as statements:
        answer = door.knock(hall.app, code, hall.mine)
    counted = hall.database.execute("select count(*) from haste where kind = 'wrong'").fetchone()
    if put_back:
        hall.kept.backup(hall.database)
    return Try(
        status=answer.status_code,
        headers={
            name: without(value, code)
            for name, value in answer.headers
            if name not in ("Content-Length", "Date", "Set-Cookie", "Retry-After", "ETag")
        },
        cookies=[cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")],
        text=FORMS.sub(r"\1", without(answer.text, code)),
        counted=counted != (0,),
        questions=[LITERAL.sub("?", sql) for sql in statements],
    )


def without(text: str, code: str) -> str:
    """A text without the code that was sent, however it is written."""
    groups = [code[start : start + 4] for start in range(0, len(code), 4)]
    for written in (code, " ".join(groups), "+".join(groups)):
        text = text.replace(written, "CODE")
    return text
