"""What is said when a household keeps as much as it may."""

from __future__ import annotations

from web.language.translation import gettext as _
from web.store import TooMany
from web.store.evenings import MOST_CODES
from web.store.games import MOST_GAMES, MOST_PEOPLE
from web.store.quota import MOST_BYTES


def all_kept() -> str:
    """That all together is too much."""
    return _(
        "One shelf can store up to {number} MB. Delete some old games first.",
        number=MOST_BYTES // 2**20,
    )


def log_full(many: TooMany) -> str:
    """Why a game cannot be logged."""
    if many.what == "games":
        return _("The log is full; the limit is {number}. Delete a game first.", number=MOST_GAMES)
    if many.what == "bytes":
        return all_kept()
    return _(
        "You can’t add more people; the limit is {number}. Remove someone first.",
        number=MOST_PEOPLE,
    )


def no_code(many: TooMany) -> str:
    """Why a kingdom gets no code of its own."""
    if many.what == "codes":
        return _(
            "Too many codes are saved here; the limit is {number}. The long link works just as "
            "well.",
            number=MOST_CODES,
        )
    return all_kept()
