"""The settings that come from the environment: one table of them, each checked as it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple


class CannotServe(Exception):
    """The app cannot be served as asked; the message says why and how to fix it."""

    exit_code = 1


class WrongSetting(CannotServe):
    """A setting that cannot be what it is, so that trying again would be of no use."""

    exit_code = 2


class Setting(NamedTuple):
    """One setting: how it is read, and what docs/running.md tells of it."""

    name: str
    usual: str
    """What holds where it is not set, in words."""
    tells: str
    read: Callable[[str, str], Any]
    """Takes the name and what was set; answers the value or raises WrongSetting."""
    otherwise: Any = None
    """What holds where it is not set."""
    may_be_empty: bool = False
    """Whether empty is a value; otherwise it counts as not set."""


def _text(_name: str, value: str) -> str:
    return value


def _path(name: str, value: str) -> Path:
    try:
        return Path(value).expanduser().absolute()
    except (RuntimeError, OSError) as error:
        raise WrongSetting(f'{name} is "{value}", but that is no path: {error}.') from error


def _port(name: str, value: str) -> int:
    return _whole(name, value, 1, 65535)


def _whole(name: str, value: str, least: int, most: int) -> int:
    if not (re.fullmatch("[0-9]{1,9}", value) and least <= int(value) <= most):
        raise WrongSetting(
            f'{name} is "{value}", but must be a whole number from {least} to {most}.'
        )
    return int(value)


def _number(least: int, most: int) -> Callable[[str, str], int]:
    return lambda name, value: _whole(name, value, least, most)


def _fraction(name: str, value: str) -> float:
    if not (re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", value) and 0.1 <= float(value) <= 64):
        raise WrongSetting(f'{name} is "{value}", but must be a number from 0.1 to 64.')
    return float(value)


def _yes_or_no(name: str, value: str) -> bool:
    if value.lower() in ("yes", "true", "on", "1"):
        return True
    if value.lower() in ("no", "false", "off", "0"):
        return False
    raise WrongSetting(f'{name} is "{value}", but must be "yes" or "no".')


def _names(name: str, value: str) -> tuple[str, ...]:
    names = tuple(filter(None, (one.strip().lower() for one in value.split(","))))
    for one in names:
        if not _is_host(one):
            raise WrongSetting(
                f'{name} has "{one}", but must be names such as piles.example.org, separated by '
                "commas, without https:// and without a path."
            )
    return names


def _is_host(name: str) -> bool:
    """Whether a browser could have this as the name of a machine; one dot before it takes all."""
    bare = re.sub(r":[0-9]{1,5}$", "", name.removeprefix("."))
    if not re.fullmatch(r"[^\W_](?:[\w.-]*[^\W_])?", bare):
        return False
    try:
        return bool(bare.encode("idna"))
    except UnicodeError:
        return False


WIKI = "https://wiki.dominionstrategy.com/index.php/{name}"


def _template(name: str, value: str) -> str:
    if value and not (re.match("https?://[^/]", value) and "{name}" in value):
        raise WrongSetting(
            f'{name} is "{value}", but must be an address that begins with https:// and has '
            "{name} where the card's name belongs."
        )
    return value


SHORTEST_KEY = 32


def _key(name: str, value: str) -> str:
    if len(value) < SHORTEST_KEY:
        raise WrongSetting(
            f"{name} is too short to be secret: make it {SHORTEST_KEY} characters or more, or "
            "leave it out to have one made and kept in the database."
        )
    return value


SETTINGS = (
    Setting(
        "HOST",
        "every address; `make serve`: 127.0.0.1",
        "The IPv4 address to listen on. `127.0.0.1` keeps it to this machine, `0.0.0.0` is every "
        "address of it.",
        _text,
    ),
    Setting(
        "PORT",
        "5000 or the next free one; `make serve`: 5000",
        "The port to listen on.",
        _port,
    ),
    Setting(
        "DATABASE",
        "`instance/ten_piles.db`",
        "Path of the SQLite file in which everything is kept. On a disk of this machine, not on a "
        "network share.",
        _path,
    ),
    Setting(
        "PAPERS",
        "`papers` beside the database",
        "Folder for finished PDFs. It may be emptied at any time.",
        _path,
    ),
    Setting(
        "BOXES",
        "`boxes` beside the database",
        "Folder of further boxes, read at the start; see [adding a box](adding-a-box.md).",
        _path,
    ),
    Setting(
        "TRUSTED_HOSTS",
        "none",
        "More names the app answers to, separated by commas; `.example.org` takes all names below. "
        "localhost, 127.0.0.1, `HOST` and the names of this machine are always among them; any "
        "other name is refused.",
        _names,
        (),
    ),
    Setting(
        "PROXIES",
        "0",
        "How many proxies stand in front, one after the other. That number of entries in "
        "`X-Forwarded-For` and `X-Forwarded-Proto` is trusted; with 0, none.",
        _number(0, 10),
        0,
    ),
    Setting(
        "SECRET_KEY",
        "made once and kept in the database",
        f"What cookies are signed with, {SHORTEST_KEY} characters or more. A new one signs every "
        "phone out.",
        _key,
    ),
    Setting(
        "HSTS",
        "0",
        "Seconds for which browsers should insist on https; only sent over https. Set it when "
        "https is there to stay.",
        _number(0, 10**9 - 1),
        0,
    ),
    Setting(
        "RATE_LIMITS",
        "yes",
        "Whether there are limits on how much one address can do; `no` is for tests and measuring.",
        _yes_or_no,
        True,
    ),
    Setting(
        "CPU_AT_ONCE",
        "20",
        "Seconds of a processor that the requests of one address may take at once, before it is "
        "refused heavy ones for a while (draws, counts, nights, imports, prints). What a request "
        "takes up to 0.05 s is not counted, so ordinary pages are free.",
        _number(1, 3600),
        20,
    ),
    Setting(
        "CPU_A_SECOND",
        "0.2",
        "Seconds of a processor that an address gets back each second.",
        _fraction,
        0.2,
    ),
    Setting(
        "ADDRESS_CONNECTIONS",
        "300",
        "How many connections one address may have to a process; for one more the connection that "
        "was silent longest is closed. Only without `PROXIES`: otherwise all come from the proxy.",
        _number(1, 800),
        300,
    ),
    Setting(
        "PROCESSES",
        "1",
        "How many processes answer (`make serve` only). One for each core is enough.",
        _number(1, 64),
        1,
    ),
    Setting(
        "THREADS",
        "8",
        "How many requests a process works on at the same time.",
        _number(1, 64),
        8,
    ),
    Setting(
        "ACCESS_LOG",
        "no",
        "Whether every request is logged as a line of JSON on standard output.",
        _yes_or_no,
        False,
    ),
    Setting(
        "REPORT_TO",
        "nowhere",
        "Where wrong rules are reported, shown on the About page: an address of the web, of mail, "
        "or a sentence.",
        _text,
    ),
    Setting(
        "WIKI",
        f"`{WIKI}`",
        "Where the link to a card's page in the players' wiki leads, with `{name}` for the card's "
        "English name. Nothing is loaded from there. Empty: no link.",
        _template,
        WIKI,
        may_be_empty=True,
    ),
)
FOR_THE_APP = (
    *("DATABASE", "PAPERS", "BOXES", "PROXIES", "SECRET_KEY", "HSTS"),
    *("RATE_LIMITS", "CPU_AT_ONCE", "CPU_A_SECOND", "ADDRESS_CONNECTIONS", "THREADS"),
    *("ACCESS_LOG", "REPORT_TO", "WIKI"),
)


def read_settings(environ: Mapping[str, str]) -> dict[str, Any]:
    """All settings by name; what is empty counts as not set. Raises WrongSetting."""
    return {
        setting.name: setting.read(setting.name, environ[setting.name])
        if environ.get(setting.name) or (setting.may_be_empty and setting.name in environ)
        else setting.otherwise
        for setting in SETTINGS
    }


def app_config(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that the app itself reads."""
    return {name: settings[name] for name in FOR_THE_APP if settings[name] is not None}


def settings_table() -> str:
    """The table of docs/running.md."""
    rows = (f"| `{one.name}` | {one.usual} | {one.tells} |" for one in SETTINGS)
    return "\n".join(("| setting | if not set | what for |", "|---|---|---|", *rows)) + "\n"
