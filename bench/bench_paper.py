"""Paper: how long printing takes, beside the page of the same kingdom; and one page for each sheet.

Times are the clock's, as ratios to rendering the HTML page of the same kingdoms in the same run.
Every document is printed for the first time; what was printed before is read from its file, and
as processor time takes at most three times as long as a kingdom's page that was seen before. The
last part prints a sheet of all published kingdoms on both papers, which takes some minutes.

PEER_DIVIDERS=/path/of/dominion_dividers (of the package domdiv, in an environment of its own) has
dividers of the same 17 boxes made by it and by us, in turns.
"""

from __future__ import annotations

import io
import itertools
import os
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import waitress
from flask import Flask
from pypdf import PdfReader

from app import create_app
from bench.quick import unless_quick
from bench.results import Results
from setup_rules.catalog import load_catalog
from setup_rules.plan_request import PlanRequest
from tests.web.full_kingdoms import overfull
from tests.web.furnished import LINK, calls, examples, furnish
from web.draw.published import asked_for, playable_kingdoms
from web.links.kingdom_link import link_for
from web.printing.documents import booklet, cards, dividers, sheet
from web.printing.pdf import printing_available
from web.printing.pdf.jobs import patient_printer
from web.printing.pdf.printer import Printer, printer
from web.store import Store, stay_open

MANY = unless_quick(40, 2)
ROUNDS = unless_quick(12, 2)
CACHED_ROUNDS = unless_quick(40, 2)
SECONDS = unless_quick(8, 0.2)
READERS = 2
PAGE_PAUSE = 0.02
PAPERS = ("a4", "letter")
SHELF = {
    "base-cards": "base",
    "dominion-2e": "dominion2ndEdition",
    "intrigue-2e": "intrigue2ndEdition",
    "seaside-2e": "seaside2ndEdition",
    "alchemy": "alchemy",
    "prosperity-2e": "prosperity2ndEdition",
    "cornucopia-guilds-2e": "cornucopiaAndGuilds2ndEdition",
    "hinterlands-2e": "hinterlands2ndEdition",
    "dark-ages": "darkAges",
    "adventures": "adventures",
    "empires": "empires",
    "nocturne": "nocturne",
    "renaissance": "renaissance",
    "menagerie": "menagerie",
    "allies": "allies",
    "plunder": "plunder",
    "rising-sun": "risingSun",
}
"""A shelf of 17 boxes, each with what domdiv calls it."""
AS_OURS = (
    "--orientation=vertical",
    "--front=blank",
    "--back=none",
    "--papersize=A4",
    "--cropmarks",
)
"""Settings with which domdiv prints what we do: one side, upright, without the text of cards."""


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def kingdoms() -> list[PlanRequest]:
    """All published kingdoms, for a shelf with all boxes."""
    catalog = load_catalog()
    boxes = tuple(catalog.boxes)
    return [asked_for(each, 4, boxes) for each in playable_kingdoms(catalog, boxes)]


def pdf_link(asked: PlanRequest, what: str) -> str:
    return link_for(*asked).replace("?", f"/{what}.pdf?", 1)


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def latency(address: str, links: list[str], seconds: float) -> list[float]:
    """How long pages take, asked for one after the other with a pause between."""
    times, until, turn = [], time.perf_counter() + seconds, itertools.cycle(links)
    while time.perf_counter() < until:
        times.append(timed(lambda: urllib.request.urlopen(address + next(turn)).read()))
        time.sleep(PAGE_PAUSE)
    return times


def keep_printing(address: str, sheets: Iterator[str], stop: threading.Event) -> None:
    while not stop.is_set():
        urllib.request.urlopen(f"{address}{next(sheets)}").read()


def while_printing(app, everything: list[PlanRequest]) -> None:
    """Page latency while two clients print sheets nobody printed before."""
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=8)
    threading.Thread(target=server.run, daemon=True).start()
    address = f"http://127.0.0.1:{server.effective_port}"
    links = [link_for(*asked) for asked in everything[:MANY]]
    latency(address, links, 1)
    quiet = latency(address, links, SECONDS)
    sheets = iter([pdf_link(asked, "sheet") for asked in everything[MANY:]])
    lock, stop = threading.Lock(), threading.Event()

    def each_once() -> Iterator[str]:
        while True:
            with lock:
                yield next(sheets)

    printing = [
        threading.Thread(target=keep_printing, args=(address, each_once(), stop), daemon=True)
        for _ in range(READERS)
    ]
    for thread in printing:
        thread.start()
    time.sleep(1)
    busy = latency(address, links, SECONDS)
    stop.set()
    for thread in printing:
        thread.join()
    for part in (0.5, 0.95):
        before, during = percentile(quiet, part), percentile(busy, part)
        print(
            f"page latency p{part * 100:.0f}: {before * 1e3:.1f} ms, while two print "
            f"{during * 1e3:.1f} ms, x {during / before:.2f}"
        )


def every_sheet(app, everything: list[PlanRequest]) -> None:
    """One page for each kingdom and paper, and no warning."""
    start, wrong = time.perf_counter(), []
    with app.test_request_context():
        for paper in PAPERS:
            for asked in everything:
                document = sheet(asked, paper, "")
                pdf = printer().render(document.html, document.title)
                if len(PdfReader(io.BytesIO(pdf)).pages) != 1:
                    wrong.append(f"{document.title} ({paper})")
    took = time.perf_counter() - start
    print(f"{len(everything)} kingdoms on {len(PAPERS)} papers: {took:.0f} s")
    print("each is one page" if not wrong else f"NOT ONE PAGE: {', '.join(wrong)}")
    assert not wrong


def from_their_files(app: Flask, database: Path) -> None:
    """Papers that were printed before, each against a page that was seen before."""
    store, results = Store(database), Results("paper")
    furnished = furnish(app, store, lambda kind: f"our {kind}", "ours")
    full = link_for(*overfull())
    whats = ("sheet", "cards", "score-sheet", "player-aids")
    papers = {f"{what} with a deck of 60": pdf_link(overfull(), what) for what in whats}
    for call in calls(app, examples(furnished)):
        if call.path.endswith(".pdf"):
            papers[call.endpoint] = f"{call.path}?{urlencode(call.asked.query)}"
    asked = {"an ordinary page": LINK, "a page with a deck of 60": full, **papers}
    times: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(1 + CACHED_ROUNDS):
        for name, address in asked.items():
            start = time.process_time()
            answer = furnished.phone.get(address, headers={"Accept-Encoding": "gzip"})
            times[name].append(time.process_time() - start)
            assert answer.status_code == 200, (name, answer.status)
    medians = {name: statistics.median(took[1:]) for name, took in times.items()}
    results.add("an ordinary page", 1000 * medians["an ordinary page"], "ms")
    for name in papers:
        ratio = medians[name] / medians["an ordinary page"]
        results.add(f"{name}, from its file / page", ratio, "×", at_most=3)
    results.save()
    store.close()


def beside_a_peer(app: Flask) -> None:
    """Dividers of a whole shelf by domdiv and by us, in turns: times and their ratio."""
    peer = os.environ.get("PEER_DIVIDERS")
    if not peer:
        return
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder, app.test_request_context():
        their_file = Path(folder) / "theirs.pdf"
        command = [peer, *AS_OURS, "--tab-side=left-alternate", f"--outfile={their_file}"]
        command += ["--group-special", "--expansions", *SHELF.values()]
        for _ in range(unless_quick(5, 1)):
            theirs.append(timed(lambda: subprocess.run(command, capture_output=True, check=True)))
            start = time.perf_counter()
            document = dividers(tuple(SHELF), "a4", "plain", "sides")
            pdf = patient_printer().render(document.html, document.title, 600)
            ours.append(time.perf_counter() - start)
        pages = [len(PdfReader(each).pages) for each in (io.BytesIO(pdf), their_file)]
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"dividers of {len(SHELF)} boxes: {statistics.median(ours):.1f} s on {pages[0]} pages, "
        f"domdiv {statistics.median(theirs):.1f} s on {pages[1]}; x {ratio:.2f} (at most 1)"
    )
    if ratio > 1:
        print("MISSED: slower than domdiv")


def main() -> None:
    if not printing_available():
        print("Removed: Pango is missing, with which pages are printed.")
        return
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", ResourceWarning)
    folder = tempfile.TemporaryDirectory()
    database = Path(folder.name) / "piles.db"
    app = create_app({"DATABASE": database, "RATE_LIMITS": False})
    kept_open = stay_open(database)
    client, everything = app.test_client(), kingdoms()
    some = everything[:: len(everything) // ROUNDS][:ROUNDS]
    client.get(link_for(*some[0]))
    page = statistics.median(timed(lambda a=a: client.get(link_for(*a))) for a in some)
    print(f"page: {page * 1e3:.1f} ms")

    def report(what: str, seconds: float) -> float:
        print(f"{what}: {seconds:.2f} s, x {seconds / page:.0f} of the page")
        return seconds

    report("sheet, cold", timed(lambda: client.get(pdf_link(some[0], "sheet"))))
    times = [timed(lambda a=a: client.get(pdf_link(a, "sheet"))) for a in some[1:]]
    single = report("sheet, warm", statistics.median(times))
    report("sheet, from its file", timed(lambda: client.get(pdf_link(some[1], "sheet"))))
    from_their_files(app, database)
    patient: Printer = patient_printer()
    patient._warm()
    many = [(asked, "4F7K2Q") for asked in everything[::10][:MANY]]
    with app.test_request_context():
        for name, make in (
            (f"cards of {MANY}", lambda: cards(many, "a4", "duplex")),
            (f"booklet of {MANY}", lambda: booklet(many, "a4")),
        ):
            start = time.perf_counter()
            document = make()
            built = time.perf_counter() - start
            pdf = patient.render(document.html, document.title, 600)
            took = report(name, time.perf_counter() - start)
            pages = len(PdfReader(io.BytesIO(pdf)).pages)
            print(
                f"  HTML {built:.2f} s of it; {pages} pages, {len(pdf) / 1000:,.0f} kB; "
                f"as long as {took / single:.1f} sheets"
            )
    beside_a_peer(app)
    patient.close()
    while_printing(app, everything)
    every_sheet(app, unless_quick(everything, some))
    kept_open.close()
    printer().close()


if __name__ == "__main__":
    main()
