"""Finds a tournament of the visitor's household; nobody else's is ever found."""

from __future__ import annotations

from werkzeug.exceptions import NotFound

from web.http.visitor import household
from web.store import get_store
from web.tournament.book import Book


def own_book(id_: str) -> Book:
    """A tournament of this household; raises NotFound."""
    home = household()
    kept = get_store().tournament(home.id, id_) if home else None
    if kept is None:
        raise NotFound
    return Book(kept)
