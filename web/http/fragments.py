"""Pieces of pages that are rendered once: what a macro makes of the same values is kept.

In a template `part(macro, value, …)` stands for `macro(value, …)`. The macro must be imported
without context and show nothing but its arguments, which are values (tuples, frozen dataclasses,
text), and words in the reader's language. So a fragment is kept under all that it shows; nothing
can make it wrong. What belongs to a household (names it gave, codes, tokens of forms) is never
passed: `tests/web/http/test_fragments.py` looks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from gettext import NullTranslations
from typing import NamedTuple

from flask import Flask, g
from markupsafe import Markup

from web.language.translation import sentences

MOST_FRAGMENTS = 2_500
"""Kept by one app; on average they take 4 kB each."""


class Fragment(NamedTuple):
    """A piece of a page, and the glyphs that the page needs for it."""

    html: Markup
    glyphs: frozenset[str]


def _render(
    macro: Callable[..., Markup], _sentences: NullTranslations, *values: Hashable
) -> Fragment:
    named_before, g.glyphs = glyphs_named(), set()
    try:
        return Fragment(macro(*values).strip("\n"), frozenset(g.glyphs))
    finally:
        g.glyphs = named_before


def glyphs_named() -> set[str]:
    """The names of the glyphs on this page so far; adding one has its drawing added."""
    names: set[str] = g.setdefault("glyphs", set())
    return names


def register(app: Flask) -> None:
    """Give the app fragments of its own, and its templates `part`."""
    fragment = app.extensions["fragments"] = lru_cache(maxsize=MOST_FRAGMENTS)(_render)

    def part(macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """What the macro makes of these values, rendered the first time only."""
        html, glyphs = fragment(macro, sentences(), *values)
        if glyphs:
            glyphs_named().update(glyphs)
        return html

    app.jinja_env.globals["part"] = part
