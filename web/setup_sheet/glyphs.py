"""The small pictures for the types of cards and on buttons, which `glyphs.svg` has drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from flask import Flask, g
from markupsafe import Markup

from web.http.fragments import glyphs_named

SHARED = {
    "Ally": "liaison",
    "Artifact": "star",
    "Boon": "star",
    "Fate": "star",
    "Hex": "doom",
    "Looter": "ruins",
    "Prize": "star",
    "Prophecy": "omen",
    "Reward": "star",
    "State": "doom",
}
"""Printed types and kinds of landscapes that have the picture of another word."""
OWN = (
    *("Action", "Attack", "Castle", "Command", "Curse", "Doom", "Duration", "Event", "Gathering"),
    *("Heirloom", "Knight", "Landmark", "Liaison", "Loot", "Night", "Omen", "Project", "Reaction"),
    *("Reserve", "Ruins", "Shadow", "Shelter", "Spirit", "Trait", "Traveller", "Treasure"),
    *("Victory", "Way", "Zombie"),
)
"""Those with a picture of their own."""
WITHOUT = ("Augur", "Clash", "Fort", "Odyssey", "Townsfolk", "Wizard")


def _drawings() -> Iterator[tuple[str, str]]:
    """The pictures of the file, which is our own: each stands in a `g` with its name."""
    for group in Path(__file__).with_suffix(".svg").read_text().split('<g id="')[1:]:
        head, _end, drawing = group.partition("</g>")[0].partition(">")
        yield head.partition('"')[0], drawing


_DRAWN = dict(_drawings())
GLYPHS: Mapping[str, str] = _DRAWN | {word.lower(): _DRAWN[same] for word, same in SHARED.items()}
"""What is inside the `svg` of a picture, by its name."""
GLYPH_OF: Mapping[str, str] = (
    {word: word.lower() for word in OWN} | SHARED | dict.fromkeys(WITHOUT, "")
)
"""The picture of each printed type and kind of landscape; empty for those that have none.

Words that share a picture name the same one, so that a page carries it once.
"""


def sprite(names: Iterable[str]) -> Markup:
    """A hidden drawing that holds these pictures for `<use href="#g-name"/>`."""
    symbols = "".join(
        f'<symbol id="g-{name}" viewBox="0 0 24 24">{GLYPHS[name]}</symbol>'
        for name in sorted(set(names), key=lambda name: (GLYPHS[name], name))
    )
    return Markup(f'<svg display="none">{symbols}</svg>')  # noqa: S704  our own markup


def glyph(name: str, size: str = "") -> Markup:
    """A glyph in the colour of the text beside it; its drawing is added to the page once."""
    glyphs_named().add(name)
    return _use(name, size)


@cache
def _use(name: str, size: str) -> Markup:
    classes = f"g {size}" if size else "g"
    return Markup('<svg class="{}" aria-hidden="true"><use href="#g-{}"/></svg>').format(
        classes, name
    )


def need_glyph(*names: str) -> str:
    """Have the drawings of glyphs added to the page."""
    glyphs_named().update(names)
    return ""


def glyphs_needed() -> Markup:
    """The drawings of the glyphs used so far that the page does not have yet."""
    drawn: set[str] = g.setdefault("glyphs_drawn", set())
    missing = glyphs_named() - drawn
    drawn |= missing
    return sprite(missing) if missing else Markup()


def register(app: Flask) -> None:
    """Let templates show glyphs."""
    app.jinja_env.globals.update(glyph=glyph, need_glyph=need_glyph, glyphs_needed=glyphs_needed)
