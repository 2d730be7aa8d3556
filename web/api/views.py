"""The JSON interface: the same engine, for bots, scripts and tests."""

from functools import cache

from flask import Blueprint, Response, current_app, make_response, request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from setup_rules.catalog import Catalog
from web.api.catalog_json import catalog_answer
from web.api.draw_json import count_answer, draw_answer
from web.api.other_prosperity_json import other_prosperity_answer, read_other_prosperity
from web.api.plan_json import plan_answer
from web.api.score_json import score_answer
from web.catalog import app_catalog
from web.http.headers import unchanging
from web.http.limits.route_marks import heavy, keeps_nothing
from web.reading.draw_reading import read_draw
from web.reading.json_text import parse_json, to_bytes
from web.reading.plan_reading import read_request
from web.reading.score_reading import read_score_request

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.post("/plan")
@heavy
@keeps_nothing
def plan() -> Response:
    """A kingdom in, its whole setup out."""
    asked = read_request(_body(), app_catalog())
    return _answer(to_bytes(plan_answer(asked, app_catalog())))


@bp.post("/draw")
@heavy
@keeps_nothing
def draw() -> Response:
    """Boxes and wishes in, a kingdom out."""
    catalog = app_catalog()
    return _answer(to_bytes(draw_answer(read_draw(_body(), catalog), catalog)))


@bp.post("/count")
@heavy
@keeps_nothing
def count() -> Response:
    """Boxes and wishes in, the number of kingdoms that fit out."""
    return _answer(to_bytes(count_answer(read_draw(_body(), app_catalog()))))


@bp.post("/other-prosperity")
@heavy
@keeps_nothing
def other_prosperity() -> Response:
    """Players in, the setup of the other game called Prosperity out."""
    return _answer(to_bytes(other_prosperity_answer(read_other_prosperity(_body(), app_catalog()))))


@bp.post("/score")
@heavy
@keeps_nothing
def score() -> Response:
    """The end of a game in, points out."""
    catalog = app_catalog()
    return _answer(to_bytes(score_answer(read_score_request(_body(), catalog), catalog)))


@bp.get("/catalog")
def catalog() -> Response:
    """All boxes, Kingdom piles, landscapes and recommended kingdoms."""
    return unchanging(_answer(_catalog_bytes(app_catalog())))


@bp.get("/openapi.json")
def openapi() -> Response:
    """The description of this interface."""
    return unchanging(_answer(_openapi_bytes()))


@cache
def _catalog_bytes(catalog: Catalog) -> bytes:
    return to_bytes(catalog_answer(catalog))


@cache
def _openapi_bytes() -> bytes:
    # Imported here, because it takes a while and few ask for it.
    from web.api.openapi import openapi_document

    return to_bytes(openapi_document())


def _body() -> object:
    """The JSON value that was sent; its size is judged before its type."""
    most = current_app.config["MAX_CONTENT_LENGTH"]
    # A body of unknown length is cut at the limit without a word: one byte more tells.
    request.max_content_length = most + 1
    body = request.get_data()
    if len(body) > most:
        raise RequestEntityTooLarge
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    return parse_json(body)


def _answer(body: bytes) -> Response:
    return make_response(body, {"Content-Type": "application/json"})
