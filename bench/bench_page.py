"""Pages against plans in one run; the kingdom page until it is seen on a slow phone and network.

Pages are measured as processor time, in turn with `POST /api/plan` for the same kingdom, as a
household opens them on a server that has run for a while; a 304 is for a page that is known.

The phone is Chromium, slowed by its own developer tools: a processor four times slower, and
the network that they call slow 4G (150 ms to and fro, 1.6 Mbit/s down, 750 kbit/s up). The time
is from the start of the navigation to the first paint that has the names of the ten piles in it,
with an empty cache.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
import threading
import time
from pathlib import Path

import waitress
from flask import Flask
from playwright.sync_api import Browser, sync_playwright

from app import create_app
from bench.quick import unless_quick
from bench.results import Results
from tests.conftest import find_chromium
from tests.servers import BOXES, pass_for
from web.links.kingdom_link import kingdom_key
from web.store import Store, stay_open

ORDINARY = (
    "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e"
)
EXTREME = (
    "/kingdom/young-witch.bank.marauder.hermit.urchin.familiar.tournament.black-market.golem"
    ".university?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages"
    ".promo-black-market&deck=chapel.moat.smithy.witch.village.market.mine.militia.festival"
    ".laboratory.library.workshop.throne-room.remodel.gardens&bane=cellar&colony=yes"
    "&colony_card=bank&shelters=no&shelters_card=golem"
)
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
SLOWER = 4
PLAN, KINGDOM, KNOWN = "POST /api/plan", "a kingdom", "a kingdom that is known: 304"
PAGES = ("/", "/shelf", "/wishes", "/published", "/own", "/played", "/night", "/papers")
"""The most used pages but the kingdom's."""
PHONE = {"Accept-Encoding": "gzip"}
ROUNDS = unless_quick(60, 2)
VISITS = unless_quick(7, 1)
SECONDS = unless_quick(3, 0.2)

SEEN = """() => new Promise(done => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  if (paint) done(paint.startTime);
  else new PerformanceObserver((list, me) => {
    me.disconnect();
    done(list.getEntries()[0].startTime);
  }).observe({type: "paint", buffered: true});
})"""


def seen_after(browser: Browser, address: str) -> float:
    """Milliseconds until the kingdom is visible to a phone that was never here."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="domcontentloaded")
    assert page.locator(".roll .name").count() >= 10
    after = page.evaluate(SEEN)
    context.close()
    return float(after)


def against_plan(app: Flask, database: Path) -> None:
    """The ten most used pages, and one that is known, against a plan."""
    store, results = Store(database), Results("page")
    let_in = pass_for(app, store, BOXES)
    store.close()
    client = app.test_client()
    client.set_cookie("ten_piles", let_in.cookie)
    piles = ORDINARY.split("/")[2].partition("?")[0].split(".")
    plan = {"boxes": ["dominion-1e"], "players": 2, "kingdom": piles}
    ticks = {"kingdom": kingdom_key(ORDINARY), "on": "f:dominion-1e:smithy"}
    known: dict[str, str] = {}
    asked = {
        PLAN: (lambda: client.post("/api/plan", json=plan, headers=PHONE), None),
        KINGDOM: (lambda: client.get(ORDINARY, headers=PHONE), 6),
        KNOWN: (lambda: client.get(ORDINARY, headers=PHONE | known), 1),
        "tick": (lambda: client.post("/marks", data=ticks | {"csrf_token": let_in.token}), 8),
        **{page: (lambda page=page: client.get(page, headers=PHONE), 8) for page in PAGES},
    }
    times: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(ROUNDS):
        for name, (ask, _limit) in asked.items():
            start = time.process_time()
            answer = ask()
            times[name].append(time.process_time() - start)
            assert answer.status_code == (304 if name == KNOWN else 200), (name, answer.status)
            if name == KINGDOM:
                known["If-None-Match"] = answer.headers["ETag"]
    medians = {name: statistics.median(took) for name, took in times.items()}
    results.add(PLAN, 1000 * medians[PLAN], "ms")
    for name, (_ask, limit) in asked.items():
        if limit:
            results.add(f"{name} / plan", medians[name] / medians[PLAN], "×", at_most=limit)
    results.save()


def main() -> None:
    folder = tempfile.TemporaryDirectory()
    database = Path(folder.name) / "piles.db"
    app = create_app({"DATABASE": database, "RATE_LIMITS": False})
    kept_open = stay_open(database)
    against_plan(app, database)
    kept_open.close()
    client = app.test_client()
    for name, link in (("ordinary", ORDINARY), ("extreme", EXTREME)):
        body = client.get(link, headers={"Accept-Encoding": "gzip"}).data
        print(f"{name} kingdom: {len(body):,} bytes sent, {len(gzip.decompress(body)):,} unpacked")
        rounds = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            client.get(link, headers={"Accept-Encoding": "gzip"})
            rounds += 1
        print(f"  {rounds / (time.perf_counter() - start):,.0f} pages a second in one process")
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=8)
    threading.Thread(target=server.run, daemon=True).start()
    address = f"http://127.0.0.1:{server.effective_port}"
    with sync_playwright() as playwright:
        chromium = find_chromium(playwright.chromium.executable_path)
        if chromium is None:
            print("Removed: no Chromium was found to see the pages with.")
            return
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, link in (("ordinary", ORDINARY), ("extreme", EXTREME)):
            times = sorted(seen_after(browser, address + link) for _ in range(VISITS))
            print(
                f"{name} kingdom visible after {statistics.median(times):,.0f} ms (median of "
                f"{VISITS}; {times[0]:,.0f} to {times[-1]:,.0f}), 4x slower processor, slow 4G"
            )
        browser.close()
    folder.cleanup()


if __name__ == "__main__":
    main()
