"""Serves the app to this machine and to phones on the same network: `python -m web.serve`."""

import errno
import io
import ipaddress
import os
import re
import signal
import socket
import sys
from collections.abc import Mapping
from types import FrameType
from typing import Any, NoReturn

import segno
import waitress

EVERY_ADDRESS = "0.0.0.0"  # noqa: S104  phones at the table are meant to reach the app
LOOPBACK = "127.0.0.1"
FIRST_PORT = 5000
PORTS_TO_TRY = 20
LARGEST_BODY = 16 * 2**20  # bytes; the app's own limit is far lower and answers in its own words


class CannotServe(Exception):
    """The app cannot be served as asked; the message says why and what would mend it."""


def free_port(host: str, wanted: str | None = None) -> int:
    """The port to listen on: the wanted one, or else the first free one from 5000 up."""
    if wanted is None:
        for port in range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY):
            if _is_free(host, port):
                return port
        last = FIRST_PORT + PORTS_TO_TRY - 1
        raise CannotServe(
            f"The ports {FIRST_PORT} to {last} are all taken. Name another one: make run PORT=8080"
        )
    if not (re.fullmatch("[0-9]{1,5}", wanted) and 1 <= int(wanted) <= 65535):
        raise CannotServe(f'PORT is "{wanted}", but must be a whole number from 1 to 65535.')
    if not _is_free(host, int(wanted)):
        raise CannotServe(
            f"Port {wanted} is taken by another program. Stop that one, name another port, "
            "or leave PORT out to get a free one."
        )
    return int(wanted)


def _is_free(host: str, port: int) -> bool:
    """Whether the port can be bound; a host that cannot be used at all is an error."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # A port whose last connections are still fading out counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError as error:
            raise CannotServe(
                f"Only an administrator may use port {port}. Name one from 1024 up."
            ) from error
        except (OSError, UnicodeError) as error:
            if getattr(error, "errno", None) == errno.EADDRINUSE:
                return False
            raise CannotServe(
                f'HOST is "{host}", but must be an IPv4 address or a name of this machine, '
                f"such as {LOOPBACK}."
            ) from error
    return True


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


def trusted_hosts(host: str, lan: str | None, hostname: str, more: str = "") -> list[str]:
    """The names the app answers to, so that no other site can pass itself off as this one."""
    hostname = hostname.lower()
    short_name = hostname.partition(".")[0]
    names = ["localhost", LOOPBACK, "[::1]", hostname, f"{short_name}.local"]
    if host != EVERY_ADDRESS:
        names.append(host.lower())
    if lan:
        names.append(lan.lower())
    names += (name.strip().lower() for name in more.split(","))
    return list(dict.fromkeys(name for name in names if name))


def banner(host: str, port: int, lan: str | None) -> str:
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


def qr_code(url: str) -> str:
    """The address as a QR code drawn with block characters."""
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


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(0)


def serve(environ: Mapping[str, str]) -> None:
    """Serve until a signal says to stop."""
    # Imported here so that a stop during the start, which takes a moment, is quiet too.
    from app import create_app
    from web.pdf.jobs import resume

    host = environ.get("HOST") or EVERY_ADDRESS
    port = free_port(host, environ.get("PORT") or None)
    lan = lan_address(host)
    more = environ.get("TRUSTED_HOSTS", "")
    config: dict[str, Any] = {"TRUSTED_HOSTS": trusted_hosts(host, lan, socket.gethostname(), more)}
    for setting in ("DATABASE", "PAPERS", "REPORT_TO"):
        if environ.get(setting):
            config[setting] = environ[setting]
    app = create_app(config)
    server = waitress.create_server(
        app,
        host=host,
        port=port,
        ipv6=False,
        threads=8,
        max_request_body_size=LARGEST_BODY,
    )
    if lan and _can_show(drawing := qr_code(_url(lan, port))):
        print(drawing)
    print(banner(host, port, lan), flush=True)
    resume(app)
    server.run()


def main() -> None:
    """Serve as the environment asks; a wish that cannot be met ends in one plain sentence."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    try:
        serve(os.environ)
    except CannotServe as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
