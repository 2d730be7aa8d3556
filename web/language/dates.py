"""Days and months in the visitor's words: every month has sentences of its own to be translated."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from web.language.translation import gettext as _
from web.language.translation import pgettext

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


def month_name(month: int) -> str:
    """A month by itself, as a heading has it."""
    return (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )[month - 1]


def month_heading(day: date, today: date) -> str:
    """The month of a day; with its year unless that is this one."""
    if day.year == today.year:
        return month_name(day.month)
    return _("{month} {year}", month=month_name(day.month), year=day.year)


def weekday(day: date) -> str:
    """A day of the week in short."""
    return (
        _("Mon"),
        _("Tue"),
        _("Wed"),
        _("Thu"),
        _("Fri"),
        _("Sat"),
        pgettext("a day of the week", "Sun"),
    )[day.weekday()]


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
    return _("{weekday} {day}", weekday=weekday(day), day=day.day)


def whole_day(day: date) -> str:
    """A day by itself."""
    template = (
        _("{weekday} {day} January {year}"),
        _("{weekday} {day} February {year}"),
        _("{weekday} {day} March {year}"),
        _("{weekday} {day} April {year}"),
        _("{weekday} {day} May {year}"),
        _("{weekday} {day} June {year}"),
        _("{weekday} {day} July {year}"),
        _("{weekday} {day} August {year}"),
        _("{weekday} {day} September {year}"),
        _("{weekday} {day} October {year}"),
        _("{weekday} {day} November {year}"),
        _("{weekday} {day} December {year}"),
    )[day.month - 1]
    return template.format(weekday=weekday(day), day=day.day, year=day.year)
