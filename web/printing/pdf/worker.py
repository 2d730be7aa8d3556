"""The process that prints: it reads nothing but what it is sent, and is limited in all it does."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from web.printing.pdf.assets import FONT_FACES, read_fonts, read_styles

try:
    import resource
except ImportError:  # Windows has no such limits; the time limit of the printer still holds.
    resource = None  # type: ignore[assignment]

VARIANT = "pdf/ua-1"
DUPLEX, STYLES = "duplex", "styles"
"""Names of meta elements: how a paper is printed on both sides, and which style sheet it has."""
WARM_UP = (
    '<html lang="en"><title>-</title><style>body{font-family:"TP Fira"}'
    'h1{font-family:"TP Grenze"}</style><h1>Ten</h1><p>Piles <b>10</b></p>'
    '<svg width="9" height="9"><title>-</title><text y="9">1</text></svg></html>'
)


class Task(NamedTuple):
    """A page to print."""

    html: str
    title: str
    seconds: int
    """Seconds of the processor's time it may take."""


class Ready(NamedTuple):
    """Said once, when the process can print."""


class Missing(NamedTuple):
    """Said once, and then no more, when it cannot."""

    reason: str


class Progress(NamedTuple):
    """Said whenever another page is laid out or drawn."""

    laid: int = 0
    drawn: int = 0
    pages: int = 0
    """How many pages there are; known once all are laid out."""


class Printed(NamedTuple):
    """The PDF, and what WeasyPrint had to say about its making."""

    pdf: bytes
    warnings: tuple[str, ...]


class Failed(NamedTuple):
    """Said instead of the PDF."""

    reason: str


def work(calls: Connection, niceness: int, megabytes: int) -> None:
    """Print what is asked for until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then hangs up
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # WeasyPrint prints a banner if it finds no Pango
    if hasattr(os, "nice"):
        os.nice(niceness)
    _limit_memory(megabytes)
    try:
        render = _renderer(calls)
        render(Task(WARM_UP, "-", 0))
    except OSError as error:
        calls.send(Missing(str(error)))
        return
    calls.send(Ready())
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            task: Task = calls.recv()
            calls.send(_answer(render, task))


def _answer(render: Callable[[Task], Printed], task: Task) -> Printed | Failed:
    _limit_time(task.seconds)
    try:
        return render(task)
    except BaseException as error:  # a refused address is no Exception; the next page is printed
        return Failed(f"{type(error).__name__}: {error}")


def _renderer(calls: Connection) -> Callable[[Task], Printed]:
    """Import WeasyPrint, which is done here alone, and keep fonts and style sheets at hand."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    assets, styles, configuration = _assets(), read_styles(), FontConfiguration()

    @cache
    def style_sheet(rules: str) -> CSS:
        return CSS(string=rules, base_url="asset:", url_fetcher=assets, font_config=configuration)

    log = _WarningLog(calls)
    logging.getLogger("weasyprint").addHandler(log)
    progress = logging.getLogger("weasyprint.progress")
    progress.setLevel(logging.INFO)
    progress.addHandler(log)

    def render(task: Task) -> Printed:
        log.begin(telling=bool(task.seconds))
        html = HTML(string=task.html, base_url="asset:", url_fetcher=assets)
        asked = html.etree_element.find(f"head/meta[@name='{STYLES}']")
        rules = (FONT_FACES,) if asked is None else (FONT_FACES, styles[asked.get("content")])
        document = html.render(
            stylesheets=[style_sheet(each) for each in rules],
            font_config=configuration,
            pdf_variant=VARIANT,
        )
        document.metadata.title = task.title
        log.watch(document.pages)
        turned = document.metadata.custom.get(DUPLEX, "")
        pdf = document.write_pdf(pdf_variant=VARIANT, finisher=partial(_prefer, turned))
        return Printed(pdf, tuple(log.warnings))

    return render


def _assets() -> Any:
    """What hands out our fonts and refuses everything else: no file and no network is reached."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    fonts = read_fonts()

    class Assets(URLFetcher):
        def __init__(self) -> None:
            super().__init__(allowed_protocols=("asset",), allow_redirects=False)

        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:  # noqa: ARG002
            name = url.removeprefix("asset:")
            if not url.startswith("asset:") or name not in fonts:
                raise FatalURLFetchingError("refused")
            return URLFetcherResponse(url, fonts[name], {"Content-Type": "font/ttf"})

    return Assets()


def _prefer(turned: str, _document: Any, pdf: Any) -> None:
    """Ask viewers to print at a scale of 100 %, and on both sides where the paper says how."""
    preferences = pdf.catalog.setdefault("ViewerPreferences", {})
    preferences["PrintScaling"] = "/None"
    if turned:
        preferences["Duplex"] = f"/{turned}"


class _WarningLog(logging.Handler):
    """Keeps WeasyPrint's warnings, and passes on which page it is at."""

    def __init__(self, calls: Connection) -> None:
        super().__init__()
        self._calls = calls
        self._laid = 0
        self._telling = False
        self.warnings: list[str] = []

    def begin(self, *, telling: bool) -> None:
        """Another document begins."""
        self._laid, self._telling, self.warnings = 0, telling, []

    def emit(self, record: logging.LogRecord) -> None:
        """Hear what WeasyPrint says."""
        message = record.getMessage()
        if record.levelno >= logging.WARNING:
            self.warnings.append(message)
            return
        page = re.search(r"Page (\d+)$", message)
        if self._telling and page and int(page[1]) > self._laid:  # some are laid out twice
            self._laid = int(page[1])
            self._calls.send(Progress(self._laid))

    def watch(self, pages: Sequence[Any]) -> None:
        """Tell of each page that is drawn; WeasyPrint does not say so by itself."""
        for number, page in enumerate(pages if self._telling else (), 1):
            page.paint = partial(self._paint, page.paint, Progress(len(pages), number, len(pages)))

    def _paint(
        self, paint: Callable[..., None], progress: Progress, *args: Any, **more: Any
    ) -> None:
        paint(*args, **more)
        self._calls.send(progress)


def _limit_memory(megabytes: int) -> None:
    if resource is not None and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def _limit_time(seconds: int) -> None:
    """Let the process die when it has worked this long from now."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until, hard))
