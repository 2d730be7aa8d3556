"""What this is, whose the game is, what is stored; and what makes the app installable."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for

from web.catalog import MOST_FAULTS, app_catalog
from web.http.assets import static_url
from web.http.headers import unchanging, unless_known
from web.http.version import VERSION, build
from web.language.translation import gettext as _
from web.language.translation import language
from web.setup_sheet.spines import spine

bp = Blueprint("about", __name__)

BACKGROUND = "#F1F2ED"
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/icon-maskable-512.png", "512x512", "maskable"),
)
FONTS = "fonts/*-latin-[0-9]*.woff2"
"""The fonts that nearly every page needs; those for rarer letters are fetched on demand."""


@bp.get("/about")
def show():
    """Whose the game is, what is stored and for how long, and where to report a wrong rule."""
    return unless_known(
        "about",
        lambda: render_template(
            "about/show.html",
            report_to=current_app.config.get("REPORT_TO", ""),
            added=[spine(box) for box in app_catalog().boxes.values() if box.added],
            left_out=app_catalog().left_out,
            most_faults=MOST_FAULTS,
            version=f"{VERSION} ({build()})",
        ),
    )


@bp.get("/offline")
def offline():
    """What an installed app shows where it has neither a network nor a kept page."""
    return unless_known("offline", lambda: render_template("about/offline.html"))


@bp.get("/manifest.webmanifest")
def manifest():
    """How the app looks among the others on a phone."""
    content = {
        "id": "/",
        "name": "Ten Piles",
        "short_name": "Ten Piles",
        "description": _("Draw ten piles for Dominion and set up the table."),
        "lang": language(),
        "start_url": url_for("home.show"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [
            {"src": static_url(file), "sizes": size, "type": "image/png", "purpose": purpose}
            for file, size, purpose in ICONS
        ],
    }
    text = json.dumps(content, ensure_ascii=False)
    return unchanging(Response(text, mimetype="application/manifest+json"))


@bp.get("/sw.js")
def service_worker():
    """The script that keeps opened kingdoms; it changes whenever any file of ours does."""
    shell = [url_for(".offline"), *(url_for("static", filename=font) for font in _fonts())]
    script = _script().replace("VERSION_OF_ALL_FILES", _version())
    script = script.replace("SHELL_ADDRESSES", json.dumps(shell))
    return unchanging(Response(script, mimetype="text/javascript"))


def _version() -> str:
    """A name for what phones keep of us, alike for all: scripts, styles, fonts, offline page."""
    assets = current_app.extensions["assets"]
    parts = [_script(), assets.style_hashes, assets.script_hashes]
    parts += (_source(template) for template in ("base.html", "about/offline.html"))
    parts += (static_url(font) for font in _fonts())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]


def _source(template: str) -> str:
    """A template as written: as rendered it would differ by language and theme."""
    return (Path(current_app.root_path) / "templates" / template).read_text(encoding="utf-8")


def _script() -> str:
    return (_static() / "sw.js").read_text(encoding="utf-8")


def _fonts() -> list[str]:
    return sorted(font.relative_to(_static()).as_posix() for font in _static().glob(FONTS))


def _static() -> Path:
    return Path(current_app.static_folder or "")
