"""Days and months in the visitor's words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from web.language.translation import gettext as _
from web.language.translation import language, pgettext

FIRST_DAY = date(2008, 10, 1)
"""Nobody played before the game was there."""


def this_day() -> date:
    """Today where the server stands, which is where the table stands."""
    return datetime.now().astimezone().date()


def read_day(text: str, today: date | None = None) -> date | None:
    """A day as a form sends it; None if it is none that a game was played on."""
    try:
        day = date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None
    tomorrow = (today or this_day()) + timedelta(days=1)  # it may be that day already elsewhere
    return day if FIRST_DAY <= day <= tomorrow else None


def month_heading(day: date, today: date) -> str:
    """The month of a day; with its year unless that is this one."""
    if day.year == today.year:
        return _format(day, pgettext("a pattern of Unicode CLDR", "LLLL"))
    return _format(day, pgettext("a pattern of Unicode CLDR", "LLLL y"))


def day_of_late(day: date, today: date) -> str:
    """A day of the last week by its name, any other one in full."""
    names = (
        _("Monday"),
        _("Tuesday"),
        _("Wednesday"),
        _("Thursday"),
        _("Friday"),
        _("Saturday"),
        _("Sunday"),
    )
    if day == today:
        return _("today")
    return names[day.weekday()] if 0 < (today - day).days < 7 else whole_day(day)


def short_day(day: date) -> str:
    """A day under the heading of its month."""
    return _format(day, pgettext("a pattern of Unicode CLDR", "EEE d"))


def whole_day(day: date) -> str:
    """A day by itself."""
    return _format(day, pgettext("a pattern of Unicode CLDR", "EEE d MMMM y"))


def _format(day: date, pattern: str) -> str:
    # Imported here, because it takes a while and few pages need it.
    from babel.dates import format_date

    return str(format_date(day, pattern, locale=language()))
