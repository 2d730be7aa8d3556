"""Finds a tournament of the visitor's household; nobody else's is ever found."""

from __future__ import annotations

from werkzeug.exceptions import NotFound

from web.http.visitor import home_id
from web.store import get_store
from web.tournament.book import Book


def own_book(id_: str) -> Book:
    """A tournament of this household; raises NotFound."""
    kept = get_store().tournament(home_id(), id_)
    if kept is None:
        raise NotFound
    return Book(kept)
