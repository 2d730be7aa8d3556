"""Styles and scripts of a page: minified at start, inside the page, and known to its policy."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import rcssmin
import rjsmin
from flask import Flask, current_app, g, url_for
from markupsafe import Markup

KINGDOM = ("roll", "fetch", "kingdom_table", "kingdom_start", "kingdom", "kingdom_print")
"""The steps first: the page as a whole says which of them is shown, and the print shows all."""


def _sheets(*names: str) -> tuple[str, ...]:
    """The style sheets of a page; all but a kingdom's print in the same way."""
    return ("fonts", "base", *names, "print")


STYLES = {
    "screen": _sheets("parts", "lists", "shelf", "wishes", "share", "printing"),
    "own": _sheets("parts", "own"),
    "kingdom": ("fonts", "base", *KINGDOM),
    "published": _sheets("parts", "lists", "published"),
    "played": _sheets("parts", "lists", "fields", "played"),
    "people": _sheets("parts", "lists", "fields", "people"),
    "night": _sheets("parts", "lists", "fetch", "night"),
    "fetchers": _sheets("parts", "lists", "fields"),
    "veto": _sheets("parts", "share", "roll", "rooms", "veto"),
    "black_market": _sheets("parts", "share", "roll", "rooms", "black_market"),
    "score": _sheets("parts", "share", "fields", "rooms", "score"),
    "tournament": _sheets("parts", "lists", "share", "printing", "tournament"),
    "other_prosperity": _sheets("parts", "lists", "printing", "other_prosperity"),
}
"""The style sheets of static/css that each kind of page has in it."""

SCRIPTS = {
    "screen": ("page", "finding", "wishes", "share", "printing", "offline", "close"),
    "own": ("page", "own"),
    "kingdom": ("page", "kingdom", "ticks"),
    "published": ("page", "finding"),
    "played": ("page", "played"),
    "night": ("page", "ticks", "printing"),
    "people": ("page", "people"),
    "fetchers": ("page", "news", "fetchers"),
    "veto": ("page", "news", "veto"),
    "black_market": ("page", "news"),
    "score": ("page", "news", "score"),
    "tournament": ("page", "news", "printing"),
    "other_prosperity": ("page", "printing"),
}
"""The scripts of static/js that each kind of page has in it."""


SVG = "{http://www.w3.org/2000/svg}"


class Bundle(NamedTuple):
    """Several files as one element of a page, and the hash by which the policy knows it."""

    element: Markup
    hash: str


class Assets(NamedTuple):
    """All bundles, by the kind of page."""

    styles: Mapping[str, Bundle]
    scripts: Mapping[str, Bundle]

    @property
    def style_hashes(self) -> str:
        """The style bundles as a content security policy names them."""
        return " ".join(bundle.hash for bundle in self.styles.values())

    @property
    def script_hashes(self) -> str:
        """The script bundles as a content security policy names them."""
        return " ".join(bundle.hash for bundle in self.scripts.values())


@cache
def gather_assets(static: Path) -> Assets:
    """Read and minify all styles and scripts once."""
    styles = {
        kind: _bundle("style", rcssmin.cssmin(_join(static / "css", names, "css")))
        for kind, names in STYLES.items()
    }
    scripts = {
        kind: _bundle("script", f"{{{rjsmin.jsmin(_join(static / 'js', names, 'js'))}}}")
        for kind, names in SCRIPTS.items()
    }
    return Assets(styles, scripts)


def _join(folder: Path, names: tuple[str, ...], ending: str) -> str:
    files = (folder / f"{name}.{ending}" for name in names)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _bundle(tag: str, text: str) -> Bundle:
    """The text as an element; it is ours, so nothing in it is escaped."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Bundle(Markup(f"<{tag}>{text}</{tag}>"), f"'sha256-{digest}'")  # noqa: S704  our own


def styles(kind: str) -> Markup:
    """The styles of a page of this kind."""
    assets: Assets = current_app.extensions["assets"]
    g.style_hash = assets.styles[kind].hash
    return assets.styles[kind].element


def scripts(kind: str) -> Markup:
    """The scripts of a page of this kind."""
    assets: Assets = current_app.extensions["assets"]
    g.script_hash = assets.scripts[kind].hash
    return assets.scripts[kind].element


def static_url(filename: str) -> str:
    """The address of a static file with its content in it, so that it can be kept for ever."""
    versions: dict[str, str] = current_app.extensions["static_versions"]
    if filename not in versions:
        content = (Path(current_app.static_folder or "") / filename).read_bytes()
        versions[filename] = hashlib.sha256(content).hexdigest()[:10]
    return url_for("static", filename=filename, v=versions[filename])


def _inline_mark(file: Path) -> Markup:
    """The app's mark without colours of its own: inside a page the page's styles colour it."""
    drawing = ElementTree.parse(file).getroot()  # noqa: S314  our own drawing
    paths = "".join(f'<path d="{path.get("d")}"/>' for path in drawing.iter(f"{SVG}path"))
    box = drawing.get("viewBox")
    return Markup(  # noqa: S704  our own drawing
        f'<svg class="mark" aria-hidden="true" viewBox="{box}">{paths}</svg>'
    )


def register(app: Flask) -> None:
    """Make styles, scripts and the mark known to the app and its templates."""
    static = Path(app.static_folder or "")
    app.extensions["assets"] = gather_assets(static)
    app.extensions["static_versions"] = {}
    mark = _inline_mark(static / "mark.svg")
    app.jinja_env.globals.update(
        include_mark=lambda: mark, styles=styles, scripts=scripts, static_url=static_url
    )
