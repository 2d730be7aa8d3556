"""The small pictures: charges for the types of cards, and the signs on buttons.

Each is drawn on a square of 24 units in the colour of the text around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from flask import Flask, g
from markupsafe import Markup

from web.http.fragments import glyphs_named


def _solid(path: str) -> str:
    """A silhouette; an outline within another is a hole."""
    return f'<path fill="currentColor" fill-rule="evenodd" d="{path}"/>'


def _lines(path: str, width: float = 2, *, rounded: bool = True) -> str:
    """Strokes; their ends and corners are round, or cut off square."""
    ends = 'stroke-linecap="round" stroke-linejoin="round" ' if rounded else ""
    return f'<path fill="none" stroke="currentColor" stroke-width="{width:g}" {ends}d="{path}"/>'


def _circle(x: float, y: float, radius: float) -> str:
    """A full circle as part of a path."""
    return (
        f"M{x - radius:.4g} {y:g}a{radius:g} {radius:g} 0 1 0 {2 * radius:g} 0"
        f"a{radius:g} {radius:g} 0 1 0-{2 * radius:g} 0z"
    )


_CHARGES: Mapping[str, str] = {
    "action": _solid("M12 4.5 21.5 14v5.5L12 10l-9.5 9.5V14z"),
    "attack": _lines(
        "M3.6 3.6 17 17M20.4 3.6 7 17M13.6 19.6l6-6M10.4 19.6l-6-6M17.4 17.4l3 3M6.6 17.4l-3 3",
        2.3,
        rounded=False,
    ),
    "reaction": _solid("M4 3h16v8.2c0 5-3.6 8.3-8 10.3-4.4-2-8-5.3-8-10.3z"),
    "duration": _solid(
        "M5.5 2h13v2.8c0 3.2-2.4 5.2-4.6 7.2 2.2 2 4.6 4 4.6 7.2V22h-13v-2.8"
        "c0-3.2 2.4-5.2 4.6-7.2-2.2-2-4.6-4-4.6-7.2z"
    ),
    "treasure": _solid(_circle(12, 6.8, 4.7) + _circle(6.4, 16.7, 4.7) + _circle(17.6, 16.7, 4.7)),
    "victory": _solid("M2.5 6.5 7.6 11 12 3.5l4.4 7.5 5.1-4.5-2 10h-15zM4.6 18.3h14.8v2.4H4.6z"),
    "curse": _solid("M12 1.5c.9 4.6 6.2 8.3 6.2 14a6.2 6.2 0 0 1-12.4 0c0-5.7 5.3-9.4 6.2-14z"),
    "night": _solid("M14.8 2.2a10 10 0 1 0 7 13.4A8.3 8.3 0 0 1 14.8 2.2z"),
    "reserve": _solid(
        "M3.5 4h12.3v2.8h2.4c1.9 0 3.3 1.4 3.3 3.3v4.8c0 1.9-1.4 3.3-3.3 3.3h-2.4V21H3.5z"
        "M15.8 9.2v6.6h2.1c.7 0 1.1-.4 1.1-1.1v-4.4c0-.7-.4-1.1-1.1-1.1z"
    ),
    "ruins": _solid("M3.5 21.5V19h2.2V8.6L8.5 6l2 2.5L13 4l2.6 5.6 2.7-1V19h2.2v2.5z"),
    "knight": _solid(
        "M12 1.5c5 0 8.7 3.5 8.7 8.8V20L15 22.6H9L3.3 20v-9.7C3.3 5 7 1.5 12 1.5z"
        "M6.2 11.2V14h4.4v5.2h2.8V14h4.4v-2.8z"
    ),
    "castle": _solid(
        "M3.2 2h4v2.8H10V2h4v2.8h2.8V2h4v6.6l-2.2 2v11.9h-4.4v-4.8a2.2 2.2 0 0 0-4.4 0v4.8"
        "H5.4V10.6l-2.2-2z"
    ),
    "shelter": _solid("M12 2.4 23.2 12l-1.7 2-1.5-1.2V22H4v-9.2L2.5 14 .8 12z"),
    "traveller": _solid(
        "M12 2c5.9 0 10.2 3.9 10.2 8.7 0 3.4-2.9 6-6.4 7.3l.5 4.4H7.7l.5-4.4"
        "c-3.5-1.3-6.4-3.9-6.4-7.3C1.8 5.9 6.1 2 12 2z"
        "M11.2 4.6V16h1.6V4.6zM6.9 6l2.8 10 1.1-.2L8.6 5.4zM3.6 9.3l4.9 7 .9-.7-4.3-7.5z"
        "M17.1 6l-2.8 10-1.1-.2L15.4 5.4zM20.4 9.3l-4.9 7-.9-.7 4.3-7.5z"
    ),
    "gathering": _solid(
        "M12 .6c2.6 3.2 2.6 7 0 10.2-2.6-3.2-2.6-7 0-10.2zM3.6 2.4c4 .6 6.7 3.8 6.7 8.4"
        "-4-.9-6.7-4.3-6.7-8.4zM20.4 2.4c-4 .6-6.7 3.8-6.7 8.4 4-.9 6.7-4.3 6.7-8.4z"
        "M7.6 11.8h8.8v2.4H7.6zM9 15.2h1.8l-1 7.6H5.4zM11.6 15.2h.8l.6 7.6h-2z"
        "M15 15.2h-1.8l1 7.6h4.4z"
    ),
    "star": _solid(
        "M12 1.2l2.7 8 8.4.1-6.8 5 2.5 8.1-6.8-4.9-6.8 4.9 2.5-8.1-6.8-5 8.4-.1z",
    ),
    "doom": _solid(
        "M12 22.8l-2.7-8-8.4-.1 6.8-5-2.5-8.1L12 6.5l6.8-4.9-2.5 8.1 6.8 5-8.4.1z",
    ),
    "liaison": _lines(_circle(7.8, 12, 6.1) + _circle(16.2, 12, 6.1), 2.8),
    "omen": _solid(_circle(12, 12, 5.2))
    + _lines(
        "M12 1.4v2.2M12 20.4v2.2M1.4 12h2.2M20.4 12h2.2"
        "M4.5 4.5l1.6 1.6M17.9 17.9l1.6 1.6M4.5 19.5l1.6-1.6M17.9 6.1l1.6-1.6",
        2.4,
    ),
    "shadow": _solid(
        "M1.4 6.4C5 4.8 8.5 5.2 12 6.8c3.5-1.6 7-2 10.6-.4.3 6.4-1.2 12.2-6 12.2"
        "-2.8 0-3.2-3-4.6-3s-1.8 3-4.6 3c-4.8 0-6.3-5.8-6-12.2z"
        "M4.8 11.4c1.2 1.8 4 2 5.7.7-1.2-2.3-4.2-2.5-5.7-.7z"
        "M19.2 11.4c-1.2 1.8-4 2-5.7.7 1.2-2.3 4.2-2.5 5.7-.7z"
    ),
    "command": _lines("M4.6 19.4 19.4 4.6", 3)
    + _solid(_circle(4.6, 19.4, 3.5) + _circle(19.4, 4.6, 3.5)),
    "event": _solid(
        "M5.7 1.6h13.4a2.8 2.8 0 0 1 2.8 2.8v3.4h-4.5v11.8a2.9 2.9 0 0 1-2.9 2.9H4.8"
        "a2.9 2.9 0 0 1-2.9-2.9v-2.3h3.8z"
    ),
    "landmark": _solid(
        "M3 1.8h18v3.8h-2.3v12.8H21v3.8H3v-3.8h2.3V5.6H3zM8.6 7.6v8.8h1.6V7.6z"
        "M13.8 7.6v8.8h1.6V7.6z"
    ),
    "project": _lines(_circle(12, 12, 6.4), 4.5)
    + _lines(
        "M12 .8v4M12 19.2v4M.8 12h4M19.2 12h4"
        "M4.1 4.1l2.8 2.8M17.1 17.1l2.8 2.8M4.1 19.9l2.8-2.8M17.1 6.9l2.8-2.8",
        4,
        rounded=False,
    ),
    "way": _solid(
        "M12 .9c6 0 10.2 4.4 10.2 10.4 0 3.8-1.3 7-3 9.5H20v2.3h-5.8v-2.6"
        "c2.3-2.7 3.7-5.9 3.7-9.1 0-3.8-2.6-6.3-5.9-6.3s-5.9 2.5-5.9 6.3c0 3.2 1.4 6.4 3.7 9.1"
        "v2.6H4v-2.3h.8c-1.7-2.5-3-5.7-3-9.5C1.8 5.3 6 .9 12 .9z"
    ),
    "trait": _solid("M5.4 1.6h13.2v21L12 17.7l-6.6 4.9z"),
    "potion": _solid(
        "M8 1.4h8v2.7h-1.4v5.5l6 9.3c1.1 1.7 0 3.7-2 3.7H5.4c-2 0-3.1-2-2-3.7l6-9.3V4.1H8z"
    ),
    "debt": _solid("M12 1l9.5 5.5v11L12 23l-9.5-5.5v-11z"),
    "heirloom": _lines(_circle(12, 15.4, 6.2), 2.8) + _solid("M8.4 1h7.2l2.6 3.3-6.2 6.4-6.2-6.4z"),
    "spirit": _solid(
        "M12 1.6c5 0 8.3 3.7 8.3 8.8v12.2l-3.2-2.7-2.6 2.7-2.5-2.7-2.5 2.7-2.6-2.7-3.2 2.7V10.4"
        "c0-5.1 3.3-8.8 8.3-8.8z" + _circle(8.9, 9.8, 1.8) + _circle(15.1, 9.8, 1.8)
    ),
    "zombie": _solid(
        "M12 1.6c4.3 0 7.2 2.9 7.2 7.2v9.8h2.6v3.8H2.2v-3.8h2.6V8.8c0-4.3 2.9-7.2 7.2-7.2z"
        "M10.8 5.6v3H8V11h2.8v5h2.4v-5H16V8.6h-2.8v-3z"
    ),
    "loot": _solid(
        "M7.2 3.4h9.6A5.2 5.2 0 0 1 22 8.6v2.2h-6.4V9.4H8.4v1.4H2V8.6a5.2 5.2 0 0 1 5.2-5.2z"
        "M2 12.6h6.4v3.2h7.2v-3.2H22v8.2H2zM10.2 11.2h3.6V14h-3.6z"
    ),
}
"""What is printed on cards: the ten coloured types first, then the rest."""

_SIGNS: Mapping[str, str] = {
    "bad": _solid(
        "M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9zM10.7 6v7.6h2.6V6zM10.7 15.4V18h2.6v-2.6z"
    ),
    "book": _lines(
        "M12 6.3C9.7 4.7 6.8 4 3 4v15c3.8 0 6.7.7 9 2.3 2.3-1.6 5.2-2.3 9-2.3V4"
        "c-3.8 0-6.7.7-9 2.3zv15"
    ),
    "box": _lines("M12 2.4 20.6 7v10L12 21.6 3.4 17V7zM3.4 7l8.6 4.7L20.6 7M12 11.7v9.9"),
    "check": _lines("M4.5 12.8l4.9 4.9L19.5 7.2", 2.8),
    "close": _lines("M5.5 5.5l13 13M18.5 5.5l-13 13", 2.2),
    "crown-outline": _lines("M2.8 7.2 7.8 12 12 4.4l4.2 7.6 5-4.8-2.1 9.6H4.9zM5 20.6h14"),
    "download": _lines(
        "M12 3v12M7.3 10.5l4.7 4.7 4.7-4.7"
        "M4 16.5v3A1.5 1.5 0 0 0 5.5 21h13a1.5 1.5 0 0 0 1.5-1.5v-3"
    ),
    "eye": _lines(
        "M1.8 12C4.1 7.6 7.6 5.4 12 5.4s7.9 2.2 10.2 6.6c-2.3 4.4-5.8 6.6-10.2 6.6S4.1 16.4 1.8 12z"
        + _circle(12, 12, 3)
    ),
    "flag": _lines("M4.5 22V2.4M4.5 3.8h15l-3.4 4.9 3.4 4.9h-15"),
    "hint": _lines(_circle(12, 12, 9.6))
    + _lines("M12 11.4v5.6", 2.6)
    + _solid(_circle(12, 7.3, 1.5)),
    "lock": _lines("M8 11V6.6a4 4 0 0 1 8 0V11", 2.2)
    + _solid(
        "M5.5 10.2h13A1.5 1.5 0 0 1 20 11.7v8.6a1.5 1.5 0 0 1-1.5 1.5h-13"
        "A1.5 1.5 0 0 1 4 20.3v-8.6a1.5 1.5 0 0 1 1.5-1.5z"
    ),
    "lock-open": _lines(
        "M8 11V6.4a4.1 4.1 0 0 1 8-1.2M6 11h12a1.2 1.2 0 0 1 1.2 1.2v7.4a1.2 1.2 0 0 1-1.2 1.2H6"
        "a1.2 1.2 0 0 1-1.2-1.2v-7.4A1.2 1.2 0 0 1 6 11z"
    ),
    "menu": _lines("M3 6h18M3 12h18M3 18h18", 2.2),
    "minus": _lines("M4.5 12h15", 2.4),
    "moon": _lines("M20.4 14.6A8.9 8.9 0 1 1 9.4 3.6a7 7 0 0 0 11 11z"),
    "never": _lines(_circle(12, 12, 9.2) + "M5.5 5.5l13 13"),
    "next": _lines("M8.5 4.5 16 12l-7.5 7.5", 2.2),
    "pencil": _lines(
        "M3.6 20.4l1.3-5.3L16.4 3.6a1 1 0 0 1 1.4 0l2.6 2.6a1 1 0 0 1 0 1.4L8.9 19.1zM13.9 6.1l4 4"
    ),
    "phone": _lines(
        "M8 2.2h8a1.8 1.8 0 0 1 1.8 1.8v16a1.8 1.8 0 0 1-1.8 1.8H8A1.8 1.8 0 0 1 6.2 20V4"
        "A1.8 1.8 0 0 1 8 2.2zM10.7 18.3h2.6"
    ),
    "players": _solid(
        _circle(9, 7.6, 4) + "M1.8 20.6c0-4.7 2.8-7.6 7.2-7.6s7.2 2.9 7.2 7.6z"
        "M16 3.8c2.3.4 3.7 1.8 3.7 3.8s-1.4 3.4-3.7 3.8c1.2-2.4 1.2-5.2 0-7.6z"
        "M17.6 13.6c3 .9 4.9 3.4 4.9 7h-4.2c0-2.8-.1-4.9-.7-7z"
    ),
    "plus": _lines("M12 4.5v15M4.5 12h15", 2.4),
    "print": _lines(
        "M7 8V3h10v5M7 14h10v7H7z"
        "M7 17H4.4A1.4 1.4 0 0 1 3 15.6V9.4A1.4 1.4 0 0 1 4.4 8h15.2A1.4 1.4 0 0 1 21 9.4"
        "v6.2a1.4 1.4 0 0 1-1.4 1.4H17"
    ),
    "search": _lines(_circle(10.3, 10.3, 6.8) + "M15.3 15.3 21 21", 2.2),
    "send": _lines(
        "M12 15.5V3M7.3 7.5 12 2.8l4.7 4.7"
        "M4 11.5v8A1.5 1.5 0 0 0 5.5 21h13a1.5 1.5 0 0 0 1.5-1.5v-8"
    ),
    "share": _solid(
        "M2 2h9v9H2zM4.2 4.2v4.6h4.6V4.2zM13 2h9v9h-9zM15.2 4.2v4.6h4.6V4.2zM2 13h9v9H2z"
        "M4.2 15.2v4.6h4.6v-4.6zM13 13h3v3h3v-3h3v3h-3v3h3v3h-3v-3h-3v3h-3v-3h3v-3h-3z"
    ),
    "sun": _lines(
        _circle(12, 12, 4.4) + "M12 1.6v2.2M12 20.2v2.2M1.6 12h2.2M20.2 12h2.2"
        "M4.6 4.6l1.6 1.6M17.8 17.8l1.6 1.6M4.6 19.4l1.6-1.6M17.8 6.2l1.6-1.6"
    ),
    "swap": _lines(
        "M3.4 3.4V9H9M3.9 9a8.6 8.6 0 0 1 16.6 2M20.6 20.6V15H15M20.1 15a8.6 8.6 0 0 1-16.6-2"
    ),
    "table": _lines(
        "M2.8 4h4v6.6h-4zM10 4h4v6.6h-4zM17.2 4h4v6.6h-4zM2.8 13.4h4V20h-4zM10 13.4h4V20h-4z"
        "M17.2 13.4h4V20h-4z",
        1.9,
    ),
    "undo": _lines("M8.6 3.8 3.6 8.8l5 5M3.6 8.8h10.8a5.8 5.8 0 0 1 0 11.6h-3.6", 2.2),
    "warn": _solid(
        "M10.6 2.6a1.6 1.6 0 0 1 2.8 0l9 16.6a1.6 1.6 0 0 1-1.4 2.4H3a1.6 1.6 0 0 1-1.4-2.4z"
        "M10.7 8.2v6.6h2.6V8.2zM10.7 16.4v2.6h2.6v-2.6z"
    ),
}
"""What is shown on buttons, tabs and problems."""

_SAME = {
    "ally": "liaison",
    "boon": "star",
    "fate": "star",
    "hex": "doom",
    "looter": "ruins",
    "prize": "star",
    "prophecy": "omen",
}
"""Further names for a picture."""

GLYPHS: Mapping[str, str] = MappingProxyType(
    {**_CHARGES, **_SIGNS, **{name: _CHARGES[drawn] for name, drawn in _SAME.items()}}
)
"""What is inside the `svg` of a picture, by its name."""

GLYPH_OF: Mapping[str, str] = MappingProxyType(
    {
        "Action": "action",
        "Ally": "liaison",
        "Artifact": "star",
        "Attack": "attack",
        "Augur": "",
        "Boon": "star",
        "Castle": "castle",
        "Clash": "",
        "Command": "command",
        "Curse": "curse",
        "Doom": "doom",
        "Duration": "duration",
        "Event": "event",
        "Fate": "star",
        "Fort": "",
        "Gathering": "gathering",
        "Heirloom": "heirloom",
        "Hex": "doom",
        "Knight": "knight",
        "Landmark": "landmark",
        "Liaison": "liaison",
        "Loot": "loot",
        "Looter": "ruins",
        "Night": "night",
        "Odyssey": "",
        "Omen": "omen",
        "Prize": "star",
        "Project": "project",
        "Prophecy": "omen",
        "Reaction": "reaction",
        "Reserve": "reserve",
        "Reward": "star",
        "Ruins": "ruins",
        "Shadow": "shadow",
        "Shelter": "shelter",
        "Spirit": "spirit",
        "State": "",
        "Townsfolk": "",
        "Trait": "trait",
        "Traveller": "traveller",
        "Treasure": "treasure",
        "Victory": "victory",
        "Way": "way",
        "Wizard": "",
        "Zombie": "zombie",
    }
)
"""The picture of each printed type and kind of landscape; empty for those that have none.

Words that share a picture name the same one, so that a page carries it once.
"""


def sprite(names: Iterable[str]) -> Markup:
    """A hidden drawing that holds these pictures for `<use href="#g-name"/>`."""
    symbols = "".join(
        f'<symbol id="g-{name}" viewBox="0 0 24 24">{GLYPHS[name]}</symbol>'
        for name in sorted(set(names))
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
    return sprite(missing)


def register(app: Flask) -> None:
    """Let templates show glyphs."""
    app.jinja_env.globals.update(glyph=glyph, need_glyph=need_glyph, glyphs_needed=glyphs_needed)
