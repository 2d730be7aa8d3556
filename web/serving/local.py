"""Serves the app to this machine and phones on its network: `python -m web.serving.local`."""

import gc

if __name__ == "__main__":
    # Nothing that is made while starting is garbage, and looking for some takes a tenth of it;
    # `Server.run` turns it on again.
    gc.disable()

import contextlib
import io
import ipaddress
import os
import signal
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from flask import Flask

from web.serving.environment import CannotServe, WrongSetting, app_config, read_settings
from web.serving.server import PortTaken, listen, serve_until_stopped

EVERY_ADDRESS = "0.0.0.0"  # noqa: S104  phones at the table are meant to reach the app
LOOPBACK = "127.0.0.1"
FIRST_PORT = 5000
PORTS_TO_TRY = 20


def open_port(host: str, wanted: int | None = None) -> socket.socket:
    """A socket at the wanted port, or else at the first free one from 5000 up."""
    if wanted is not None:
        return listen(host, wanted)
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY):
        with contextlib.suppress(PortTaken):
            return listen(host, port)
    last = FIRST_PORT + PORTS_TO_TRY - 1
    raise CannotServe(
        f"The ports {FIRST_PORT} to {last} are all taken. Name another one: make run PORT=8080"
    )


def lan_address(host: str = EVERY_ADDRESS) -> str | None:
    """The address under which phones reach an app that listens on this host, if there is one."""
    if host != EVERY_ADDRESS:
        return None if _is_loopback(host) else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting UDP sends nothing, it only chooses the address to send from.
            # 192.0.2.1 is set aside for documentation, so it is nobody's.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if _is_loopback(address) else address


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def trusted_hosts(host: str, lan: str | None, hostname: str, more: Iterable[str] = ()) -> list[str]:
    """The names the app answers to, so that no other site can pass itself off as this one."""
    hostname = hostname.lower()
    short_name = hostname.partition(".")[0]
    names = ["localhost", LOOPBACK, "[::1]", hostname, f"{short_name}.local"]
    if host != EVERY_ADDRESS:
        names.append(host.lower())
    if lan:
        names.append(lan.lower())
    return list(dict.fromkeys((*filter(None, names), *more)))


def start_banner(host: str, port: int, lan: str | None) -> str:
    """What to open on this machine and on a phone, and how to stop."""
    here = LOOPBACK if host == EVERY_ADDRESS else host
    lines = ["Ten Piles is running.", "", f"  On this machine:  {_url(here, port)}"]
    if lan:
        lines.append(f"  On a phone:       {_url(lan, port)}  (on the same network)")
    elif host == EVERY_ADDRESS:
        lines.append("  No network was found, so phones cannot reach it.")
    else:
        lines.append(f"  Phones cannot reach it, because HOST is {host}.")
    return "\n".join([*lines, "", "Press Ctrl+C to stop.", ""])


def describe_added_boxes(app: Flask) -> str:
    """Which boxes were added, and which files were left out and why; the log has every fault."""
    catalog, folder = app.extensions["catalog"], app.config["BOXES"]
    added = [box.title for box in catalog.boxes.values() if box.added]
    lines = [f"Added from {folder}: {', '.join(added)}."] if added else []
    for faults in catalog.left_out.values():
        more = f" (and {len(faults) - 1} faults more)" if len(faults) > 1 else ""
        lines.append(f"Left out {faults[0]}{more}.")
    return "\n".join(lines)


def qr_code(url: str) -> str:
    """The address as a QR code drawn with block characters."""
    import segno  # here, because it takes a while and few need it

    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(out=drawing, border=2, compact=True)
    return drawing.getvalue()


def _url(host: str, port: int) -> str:
    return f"http://{host}:{port}/"


def _can_show(text: str) -> bool:
    """Whether standard output has all the characters of the text."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def stop_at_once(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End quietly; for signals that come before anybody is served."""
    sys.exit(0)


def begin() -> None:
    """What comes before all else: an end that is quiet, and files that are nobody else's."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop_at_once)
    os.umask(0o077)


def make_app(settings: Mapping[str, Any], names: Iterable[str]) -> Flask:
    """The app with these settings, under these names; raises WrongSetting."""
    # Imported here so that a stop during the start, which takes a moment, is quiet too.
    from app import create_app

    config = {**app_config(settings), "TRUSTED_HOSTS": list(names)}
    try:
        app = create_app(config)
    except (OSError, sqlite3.Error) as error:
        where = settings["DATABASE"] or "in the folder instance"
        raise WrongSetting(f"The database {where} cannot be used: {_why(error)}.") from error
    papers = Path(app.config["PAPERS"])
    try:
        papers.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=papers).close()
    except OSError as error:
        message = f"The folder {papers} (PAPERS) cannot be used: {_why(error)}."
        raise WrongSetting(message) from error
    return app


def _why(error: Exception) -> str:
    """What the system says, without numbers and paths."""
    return getattr(error, "strerror", None) or str(error)


def serve(environ: Mapping[str, str]) -> NoReturn:
    """Serve until a signal says to stop."""
    settings = read_settings(environ)
    host = settings["HOST"] or EVERY_ADDRESS
    listener = open_port(host, settings["PORT"])
    port = listener.getsockname()[1]
    lan = lan_address(host)
    names = trusted_hosts(host, lan, socket.gethostname(), settings["TRUSTED_HOSTS"])
    app = make_app(settings, names)
    if lan and _can_show(drawing := qr_code(_url(lan, port))):
        print(drawing)
    print(start_banner(host, port, lan), flush=True)
    if boxes := describe_added_boxes(app):
        print(boxes, flush=True)
    serve_until_stopped(app, listener, settings["THREADS"])


def main() -> None:
    """Serve as the environment asks; a wish that cannot be met ends in one plain sentence."""
    begin()
    try:
        serve(os.environ)
    except CannotServe as reason:
        print(reason, file=sys.stderr)
        sys.exit(reason.exit_code)


if __name__ == "__main__":
    main()
