"""A visitor with a test client on a real SQLite file, and requests whose answers are checked."""

import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import datetime, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import create_app
from setup_rules.catalog import Catalog, load_catalog
from web.api.openapi import openapi_document
from web.language import dates
from web.store import Store, prepare

PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
FIRST_GAME = (
    *("Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Woodcutter"),
    "Workshop",
)


class PageClient(FlaskClient):
    """Sends a form as a browser does, with the Origin of its page; headers given go alone."""

    def post(self, *args: Any, **options: Any) -> TestResponse:
        if "json" not in options:
            options.setdefault("headers", {"Origin": "http://localhost"})
        return super().post(*args, **options)


class OneDay(datetime):
    """However late it gets, it stays the day on which the tests began."""

    BEGAN = datetime.now().astimezone()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return cls.BEGAN.astimezone(tz)


Flask.test_client_class = PageClient
dates.datetime = OneDay  # type: ignore[misc]


@pytest.fixture(scope="session")
def empty_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app on an empty file, made once: that takes longer than most tests."""
    config = {"DATABASE": tmp_path_factory.mktemp("made") / "piles.db", "RATE_LIMITS": False}
    return create_app(config)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "piles.db"


@pytest.fixture
def app(empty_app: Flask, database: Path) -> Iterator[Flask]:
    """The app on a file of its own; whatever a test does to it is undone."""
    config = dict(empty_app.config)
    extensions = {
        name: copy(part) if isinstance(part, dict) else part
        for name, part in empty_app.extensions.items()
    }
    if database.exists():
        empty_app.config["SECRET_KEY"] = prepare(database)
    else:
        shutil.copyfile(empty_app.config["DATABASE"], database)
    empty_app.config["DATABASE"] = database
    empty_app.config["PAPERS"] = database.parent / "papers"
    yield empty_app
    empty_app.config.clear()
    empty_app.config.update(config)
    empty_app.extensions.update(extensions)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def api(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client for the JSON interface; it stores nothing, so one serves for all tests."""
    config = {"DATABASE": tmp_path_factory.mktemp("api") / "piles.db", "RATE_LIMITS": False}
    return create_app(config).test_client()


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def conforms() -> Callable[[str, Any], None]:
    """Raises unless a value is as the OpenAPI document says."""
    schemas = {"components": openapi_document()["components"]}
    validators = {
        name: jsonschema.Draft202012Validator({**schemas, "$ref": f"#/components/schemas/{name}"})
        for name in schemas["components"]["schemas"]
    }
    return lambda name, value: validators[name].validate(value)


@pytest.fixture
def first_game() -> dict[str, Any]:
    """The example of the interface's description."""
    return {"boxes": ["dominion-1e"], "players": 2, "kingdom": list(FIRST_GAME)}


@pytest.fixture
def plan(api, conforms, first_game) -> Callable[..., dict[str, Any]]:
    """Asks for the First Game with changes, and answers its plan."""

    def ask(**changes: Any) -> dict[str, Any]:
        response = api.post("/api/plan", json=first_game | changes)
        assert response.status_code == 200, response.text
        assert response.headers["Content-Type"] == "application/json"
        conforms("Plan", response.json)
        return response.json

    return ask


@pytest.fixture
def refusal(conforms) -> Callable[[TestResponse, int], dict[str, Any]]:
    """The error in an answer of the JSON interface, once its form and status are checked."""

    def read(response: TestResponse, status: int) -> dict[str, Any]:
        assert response.status_code == status, response.text
        assert response.headers["Content-Type"] == "application/json"
        conforms("Error", response.json)
        return response.json["error"]

    return read


@pytest.fixture
def faults(api, first_game, refusal) -> Callable[..., dict[str, str]]:
    """Asks for the First Game with changes that cannot be read; answers messages by field."""

    def ask(**changes: Any) -> dict[str, str]:
        error = refusal(api.post("/api/plan", json=first_game | changes), 422)
        assert error["code"] == "invalid-request"
        assert error["message"]
        return {detail["field"]: detail["message"] for detail in error["details"]}

    return ask


@pytest.fixture
def draw(api, conforms) -> Callable[..., dict[str, Any]]:
    """Asks for a kingdom of the second edition with changes, and answers it."""
    return _asking(api, conforms, "/api/draw", "DrawAnswer")


@pytest.fixture
def count(api, conforms) -> Callable[..., dict[str, Any]]:
    """Asks how many kingdoms of the second edition there are, with changes."""
    return _asking(api, conforms, "/api/count", "CountAnswer")


def _asking(api, conforms, address: str, schema: str) -> Callable[..., dict[str, Any]]:
    def ask(**changes: Any) -> dict[str, Any]:
        request = {"boxes": ["dominion-2e"], "players": 2, "seed": "friday"} | changes
        conforms("DrawRequest", request)
        response = api.post(address, json=request)
        assert response.status_code == 200, response.text
        assert response.headers["Content-Type"] == "application/json"
        conforms(schema, response.json)
        return response.json

    return ask


@pytest.fixture(params=["/api/draw", "/api/count"])
def draw_faults(request, api, refusal) -> Callable[..., dict[str, str]]:
    """Asks for a draw and a count that cannot be read; answers messages by field."""

    def ask(**changes: Any) -> dict[str, str]:
        body = {"boxes": ["dominion-2e"], "players": 2} | changes
        error = refusal(api.post(request.param, json=body), 422)
        assert error["code"] == "invalid-request"
        assert error["message"]
        return {detail["field"]: detail["message"] for detail in error["details"]}

    return ask


@pytest.fixture
def send(client) -> Callable[..., TestResponse]:
    """Fills "Your own kingdom" in and sends it, as a browser does."""

    def send(**fields: Any) -> TestResponse:
        return client.post("/own", data={"players": "2", **fields})

    return send


TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')


@pytest.fixture
def store(database: Path, app: Flask) -> Iterator[Store]:
    """The store the app writes to, beside it."""
    store = Store(database)
    yield store
    store.close()


@pytest.fixture
def at_home(app: Flask, store: Store) -> Callable[..., FlaskClient]:
    """A visitor of a household with these boxes, players and wishes; `.home` is its id."""

    def visit(
        boxes: Sequence[str] = ("dominion-1e",),
        players: int = 2,
        wishes: dict[str, Any] | None = None,
    ) -> FlaskClient:
        home, key = store.found_household()
        store.keep_shelf(home.id, tuple(boxes))
        store.keep_players(home.id, players)
        store.keep_wishes(home.id, wishes or {})
        client = app.test_client()
        with client.session_transaction() as session:
            session["household"] = key
        client.home = home.id
        return client

    return visit


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock of the server: `ahead` sets it forth or back by seconds, and it goes on."""
    clock, right = SimpleNamespace(ahead=0.0), time.time
    monkeypatch.setattr(time, "time", lambda: right() + clock.ahead)
    return clock


@pytest.fixture
def press() -> Callable[..., TestResponse]:
    """Sends a form of a page as a browser does: with the page's own token."""

    def press(client: FlaskClient, page: str, action: str, **fields: Any) -> TestResponse:
        token = TOKEN.search(client.get(page).text)
        data = {"csrf_token": token[1], **fields} if token else fields
        return client.post(action, data=data)

    return press


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The app on a port of its own."""
    from tests.web.browsing import Server

    server = Server(tmp_path_factory.mktemp("server") / "piles.db")
    yield server
    server.stop()


@pytest.fixture
def phone(browser, server):
    """Opens one more phone, at a page; `boxes` make it one of a household with this shelf."""
    contexts = []

    def phone(boxes=(), path="", **options):
        context = browser.new_context(**{**PHONE, **options}, base_url=server.address)
        contexts.append(context)
        if boxes:
            context.add_cookies(server.key(boxes))
        page = context.new_page()
        page.console = []
        page.on("console", lambda message: page.console.append(message.text))
        if path:
            page.goto(path)
        return page

    yield phone
    for context in contexts:
        context.close()
