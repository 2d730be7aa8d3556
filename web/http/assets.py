"""Styles and scripts of a page: small, inside the page itself, and known to its policy by hash."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import rcssmin
import rjsmin
from flask import Flask, current_app, g, url_for
from jinja2.ext import Extension
from markupsafe import Markup

from web.http.short_names import short_locals, short_properties
from web.http.style_rules import StyleSheet
from web.setup_sheet.glyphs import sprite
from web.setup_sheet.spines import spine_styles

STYLES = {
    "screen": ("fonts", "base", "parts", "home", "shelf", "wishes", "share", "printing"),
    "own": ("fonts", "base", "parts", "own"),
    "kingdom": ("fonts", "base", "kingdom", "fetch", "table", "start", "print"),
    "published": ("fonts", "base", "parts", "home", "published"),
    "played": ("fonts", "base", "parts", "home", "played"),
    "night": ("fonts", "base", "parts", "home", "fetch", "published", "night"),
    "room": ("fonts", "base", "parts", "share", "rooms"),
    "tournament": ("fonts", "base", "parts", "home", "share", "printing", "tournament"),
    "other": ("fonts", "base", "parts", "home", "printing", "other_prosperity"),
}
"""The style sheets of static/css that each kind of page has in it."""

SCRIPTS = {
    "screen": ("page", "wishes", "share", "printing"),
    "own": ("page", "own"),
    "kingdom": ("page", "steps", "ticks"),
    "published": ("page",),
    "played": ("page", "played"),
    "night": ("page", "ticks"),
    "room": ("page", "rooms"),
    "tournament": ("page", "rooms", "printing"),
    "other": ("page",),
}
"""The scripts of static/js that each kind of page has in it."""


TRIMMED = ("kingdom",)
"""Kinds of page that must be small: with short names, and only the rules they have a use for."""

BLOCKS = (
    "(?:article|dd|details|div|dl|dt|fieldset|footer|form|h[1-6]|header|legend|li|link|main|meta"
    "|nav|ol|option|p|section|select|summary|title|ul)"
)
"""Elements before which a space is never shown."""


class Bundle(NamedTuple):
    """Several files as one element of a page, and the hash by which the policy knows it."""

    element: Markup
    hash: str


class Assets(NamedTuple):
    """All bundles."""

    styles: Mapping[str, Bundle]
    scripts: Mapping[str, Bundle]
    sheets: Mapping[str, StyleSheet]
    """The styles of those kinds of page that do not carry all of theirs."""

    @property
    def style_hashes(self) -> str:
        """The style bundles as a content security policy names them."""
        return " ".join(bundle.hash for bundle in self.styles.values())

    @property
    def script_hashes(self) -> str:
        """The script bundles as a content security policy names them."""
        return " ".join(bundle.hash for bundle in self.scripts.values())


class Unindented(Extension):
    """Templates without the spaces and line ends that only their writers need."""

    def preprocess(
        self,
        source: str,
        name: str | None,  # noqa: ARG002  Jinja calls it with these
        filename: str | None = None,  # noqa: ARG002
    ) -> str:
        """A line end before a block moves into a comment, so that lines are counted as before."""
        source = re.sub(rf"(</?{BLOCKS}(?: [^<>]*)?>)\n[ \t]*", r"\1{#\n#}", source)
        source = re.sub(rf"\n[ \t]*(?=</?{BLOCKS}[ >])", "{#\n#}", source)
        return re.sub(r"(?m)^[ \t]+", "", source)


@cache
def gather_assets(static: Path, spines: str = "") -> Assets:
    """Read all styles and scripts once, without what only their writers need.

    `spines` is the style of the boxes' spines, which every kind of page has, too.
    """
    css = {
        kind: rcssmin.cssmin(_joined(static / "css", names, "css") + spines)
        for kind, names in STYLES.items()
    }
    js = {
        kind: rjsmin.jsmin(_joined(static / "js", names, "js")) for kind, names in SCRIPTS.items()
    }
    for kind in TRIMMED:
        css[kind] = short_properties(css[kind])
        js[kind] = short_locals(js[kind])
    return Assets(
        {kind: _bundle("style", text) for kind, text in css.items()},
        {kind: _bundle("script", f"{{{text}}}") for kind, text in js.items()},
        {kind: StyleSheet(css[kind], _classes_set_by(js[kind])) for kind in TRIMMED},
    )


def _classes_set_by(script: str) -> frozenset[str]:
    return frozenset(re.findall(r"classList\.\w+\('([\w-]+)'", script))


def _joined(folder: Path, names: tuple[str, ...], ending: str) -> str:
    files = (folder / f"{name}.{ending}" for name in names)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _bundle(tag: str, text: str) -> Bundle:
    """The text as an element; it is ours, so nothing in it is escaped."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Bundle(Markup(f"<{tag}>{text}</{tag}>"), f"'sha256-{digest}'")  # noqa: S704  our own


def styles(kind: str, body: str) -> Markup:
    """The styles of a page of this kind, of which this is the body."""
    assets: Assets = current_app.extensions["assets"]
    bundle = assets.styles[kind]
    if kind in assets.sheets:
        bundle = _bundle("style", assets.sheets[kind].for_page(body))
    g.style_hash = bundle.hash
    return bundle.element


def scripts(kind: str) -> Markup:
    """The scripts of a page of this kind."""
    assets: Assets = current_app.extensions["assets"]
    g.script_hash = assets.scripts[kind].hash
    return assets.scripts[kind].element


def glyph(name: str, size: str = "") -> Markup:
    """A glyph in the colour of the text beside it; its drawing is added to the page once."""
    need_glyph(name)
    named = f"g {size}" if size else "g"
    return Markup('<svg class="{}" aria-hidden="true"><use href="#g-{}"/></svg>').format(
        named, name
    )


def need_glyph(*names: str) -> str:
    """Have the drawings of glyphs added to the page."""
    if "glyphs" not in g:
        g.glyphs = set()
    g.glyphs.update(names)
    return ""


def glyphs_needed() -> Markup:
    """The drawings of all glyphs this page uses; stands at the end of it."""
    return sprite(g.get("glyphs", ()))


def static_url(filename: str) -> str:
    """The address of a static file with its content in it, so that it can be kept for ever."""
    versions: dict[str, str] = current_app.extensions["static_versions"]
    if filename not in versions:
        content = (Path(current_app.static_folder or "") / filename).read_bytes()
        versions[filename] = hashlib.sha256(content).hexdigest()[:10]
    return url_for("static", filename=filename, v=versions[filename])


def register(app: Flask) -> None:
    """Make styles, scripts and glyphs known to the app and its templates."""
    assets = gather_assets(
        Path(app.static_folder or ""), spine_styles(app.extensions["catalog"].boxes.values())
    )
    app.extensions["assets"] = assets
    app.extensions["static_versions"] = {}
    mark = (Path(app.static_folder or "") / "mark.svg").read_text(encoding="utf-8").strip()
    # Inside a page its own styles colour it.
    mark = re.sub(r'<style>.*?</style>| (?:xmlns|fill)="[^"]*"|\n *', "", mark)
    mark = mark.replace("<svg ", '<svg class="mark" aria-hidden="true" ', 1)
    app.jinja_env.add_extension(Unindented)
    app.jinja_env.globals.update(
        include_mark=lambda: Markup(mark),  # noqa: S704  our own drawing
        styles=styles,
        scripts=scripts,
        glyph=glyph,
        need_glyph=need_glyph,
        glyphs_needed=glyphs_needed,
        static_url=static_url,
    )
