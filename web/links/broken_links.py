"""The page shown for a link that holds no kingdom, or names what no box here has."""

from __future__ import annotations

import re

from flask import Flask, Response

from web.http.errors import error_page
from web.language.translation import gettext as _
from web.links.kingdom_link import BrokenLink, UnknownInLink

ID = re.compile("[a-z0-9-]{1,60}")


def register(app: Flask) -> None:
    """Answer every broken link with a page that says what is wrong with it."""
    app.register_error_handler(BrokenLink, _broken_link)


def _broken_link(error: BrokenLink) -> Response:
    if isinstance(error, UnknownInLink) and ID.fullmatch(name := str(error)):
        sentence = _(
            "This link includes “{name}”, which isn’t in any box here. Either the link was cut "
            "off, or it needs a box that was added here and has been removed. Nothing is lost: "
            "with that box, the link works again.",
            name=name,
        )
        return error_page(404, _("Nothing here"), sentence)
    sentence = _(
        "There’s no kingdom in this link. It may have been cut off: ask for it again, or draw "
        "a new kingdom."
    )
    return error_page(404, _("Nothing here"), sentence)
