"""Answers with a PDF, on the paper that the address asks for."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from flask import Response, current_app, request
from werkzeug.http import parse_etags

from web.http.visitor import household
from web.printing.documents import Document, liked_paper, liked_size, liked_style
from web.printing.pdf import PrintMissing, printing_available
from web.printing.pdf.cache import printed, tag_of
from web.printing.pdf.printer import missing
from web.printing.styles import PAPERS, SIZES, STYLES, CardSize, Paper, Style
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


def as_pdf(document: Document) -> Response:
    """The document as PDF; nothing is printed for those who have it already."""
    if not printing_available():
        raise PrintMissing(missing())
    tag = tag_of(document.html, document.title)
    home = household()
    if home:
        with suppress(sqlite3.OperationalError):  # it is printed on a full disk, too
            get_store().keep_paper(home.id, tag)
    if parse_etags(request.headers.get("If-None-Match")).contains(tag):
        return pdf_answer(b"", tag, document.filename)
    return pdf_answer(printed(pdf_folder(), document.html, document.title), tag, document.filename)


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
