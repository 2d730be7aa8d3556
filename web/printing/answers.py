"""Answers with a PDF, on the paper that the address asks for."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from flask import Response, current_app, request
from werkzeug.http import parse_etags

from setup_rules.catalog import Catalog
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.http.version import build
from web.http.visitor import household, reading
from web.language.translation import language
from web.links.kingdom_link import link_for
from web.printing.documents import Document, liked_paper, liked_size, liked_style
from web.printing.pdf import PrintMissing, printing_available
from web.printing.pdf.cache import KeptName, find, find_name, keep_name, printed, tag_of
from web.printing.pdf.libraries import made_with
from web.printing.pdf.printer import missing
from web.printing.styles import PAPERS, SIZES, STYLES, CardSize, Paper, Style
from web.setup_sheet.storage import storage_here
from web.store import get_store

POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
"""A PDF is shown by the browser's own reader, which brings a page of its own."""

SAVED = "save"
"""The word in an address that has the file saved: in an app of the home screen, which has no
buttons of a browser, nothing leads back from a PDF that is shown."""


class UnknownChoice(Exception):
    """An address that asks for a paper there is none of."""


def asked_paper() -> Paper:
    """The paper that the address asks for, or else the one that is liked."""
    return _choice("paper", PAPERS, liked_paper())


def asked_style() -> Style:
    """The style of cards that the address asks for, or else the one that is liked."""
    return _choice("style", STYLES, liked_style())


def asked_size() -> CardSize:
    """The size of cards that the address asks for, or else the one that is liked."""
    return _choice("size", SIZES, liked_size())


_Choice = TypeVar("_Choice", bound=str)


def _choice(name: str, known: tuple[_Choice, ...], otherwise: _Choice) -> _Choice:
    asked = request.args.get(name, otherwise)
    for choice in known:
        if choice == asked:
            return choice
    raise UnknownChoice


def as_pdf(make: Callable[..., Document], *inputs: Any) -> Response:
    """What `make` makes of its inputs, as PDF; from its file if it was printed before.

    Beside its inputs a document hangs on how the visitor reads, and on nothing else.
    """
    if not printing_available():
        raise PrintMissing(missing())
    folder, key = pdf_folder(), _key_of(make, inputs)
    kept = find_name(folder, key)
    pdf = _pdf_of(kept) if kept else None
    if kept is None or pdf is None:
        document = make(*inputs)
        kept = KeptName(tag_of(document.html, document.title), document.filename)
        pdf = _pdf_of(kept)
        if pdf is None:
            pdf = printed(folder, document.html, document.title)
        keep_name(folder, key, kept)
    home = household()
    if home:
        with suppress(sqlite3.OperationalError):  # it is printed on a full disk, too
            get_store().keep_paper(home.id, kept.tag)
    return pdf_answer(pdf, kept.tag, kept.filename)


def _pdf_of(kept: KeptName) -> bytes | None:
    """The file, which nobody needs who has it already; None if it must be printed."""
    if parse_etags(request.headers.get("If-None-Match")).contains(kept.tag):
        return b""
    return find(pdf_folder(), kept.tag)


def _key_of(make: Callable[..., Document], inputs: Iterable[Any]) -> str:
    """A digest of all that decides what is on a paper, so that it is known without making it."""
    likes = reading()
    facts = (
        build(),
        made_with(),
        _added_boxes(app_catalog()),
        request.host_url,
        language(),
        likes.names,
        likes.beside,
        storage_here().as_json(),
        make.__qualname__,
        *(link_for(*one) if isinstance(one, PlanRequest) else one for one in inputs),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()


@cache
def _added_boxes(catalog: Catalog) -> str:
    """A digest of the boxes that the host added."""
    added = [box for box in catalog.boxes.values() if box.added]
    return hashlib.sha256(repr(added).encode()).hexdigest()


def pdf_answer(pdf: bytes, tag: str, filename: str) -> Response:
    """A PDF that a browser asks for again only if its tag has changed."""
    response = Response(pdf, mimetype="application/pdf")
    shown = "attachment" if SAVED in request.args else "inline"
    response.headers["Content-Disposition"] = f'{shown}; filename="{filename}"'
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    response.set_etag(tag)
    response.make_conditional(request)
    return response


def pdf_folder() -> Path:
    """Where printed files are kept."""
    return Path(current_app.config["PAPERS"])
