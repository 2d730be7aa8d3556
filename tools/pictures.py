"""Takes the pictures of docs/pictures: `python -m tools.pictures`. Needs Chromium."""

from __future__ import annotations

import io
import tempfile
import threading
from pathlib import Path

import waitress
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from app import create_app
from web.links import kingdom_key
from web.store import Store

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SHELF = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market")
KINGDOM = (
    "/kingdom/young-witch.bank.marauder.hermit.urchin.familiar.tournament.black-market.golem"
    ".university?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages"
    ".promo-black-market&deck=chapel.moat.smithy.witch.village.market.mine.militia.festival"
    ".laboratory.library.workshop.throne-room.remodel.gardens&bane=cellar&colony=yes"
    "&colony_card=bank&shelters=no&shelters_card=golem"
)
START = (
    "/kingdom/fishmonger.aristocrat.craftsman.riverboat.alley.rustic-village.gold-mine.samurai"
    ".rice.daimyo?players=6&boxes=dominion-2e.base-cards.prosperity-1e.cornucopia.guilds"
    ".rising-sun&bane=trade-route&army=young-witch&riverboat=baker&prophecy=approaching-army"
)
NAME = "table.example"
"""The host name in the pictures of codes."""
COLOURS = 96


WISHES = {
    "banned": ["possession"],
    "wishes": {"tags": {"village": {"min": 1}, "trasher": {"min": 1}}},
}
CLASH = {
    "banned": ["beggar"],
    "wishes": {
        "tags": {"village": {"min": 1}, "trasher": {"min": 1}, "reaction": {"min": 2}},
        "boxes_used": {"max": 1},
    },
}
"""Wishes that no kingdom of the shelf fulfils."""
VIEWS = (
    ("phone", 390, 844, "light"),
    ("phone", 390, 844, "dark"),
    ("narrow", 320, 640, "light"),
    ("desktop", 1280, 900, "light"),
    ("desktop", 1280, 900, "dark"),
)


def screens(code: str) -> dict[str, str]:
    """The addresses of the screens by name."""
    return {
        "home": "/",
        "shelf": "/shelf",
        "wishes": "/wishes",
        "kingdom": f"{KINGDOM}&keep=hermit.bank",
        "fetch": f"{KINGDOM}#fetch",
        "put-away": f"{KINGDOM}#put-away",
        "table": f"{KINGDOM}#table",
        "start": f"{START}#start",
        "share": f"/share/{code}",
        "own": "/own",
    }


def save(page: Page, name: str) -> None:
    """A screenshot with few colours, so that it is small."""
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "piles.db"
        app = create_app({"DATABASE": database})
        store = Store(database)
        home, key = store.found_household()
        store.keep_shelf(home.id, SHELF)
        store.keep_players(home.id, 4)
        friend, _ = store.found_household()
        store.keep_name(friend.id, "Jana")
        store.keep_shelf(friend.id, ("seaside-2e", "empires", "nocturne"))
        store.add_friend(home.id, friend.id)
        store.switch_friend(home.id, friend.id, here=False)
        _tick(app, store, home.id)
        session = app.session_interface.get_signing_serializer(app)
        cookie = session.dumps({"household": key, "_permanent": True})
        server = waitress.create_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=server.run, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium",
                args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
            )
            address = f"http://{NAME}:{server.effective_port}"
            _take(browser, address, cookie, store, home.id)
            browser.close()
        store.close()


def _tick(app: Flask, store: Store, home: str) -> None:
    """Three boxes done, two begun, as in the middle of fetching."""
    client = app.test_client()
    page = client.get(KINGDOM).text
    items = [part.split('"')[0] for part in page.split('name="t" value="')[1:]]
    fetched = [item for item in items if item.startswith("f:")][:20]
    away = [item for item in items if item.startswith("a:")][:6]
    store.keep_marks(home, kingdom_key(KINGDOM), dict.fromkeys([*fetched, *away], "1"))


def _take(browser: Browser, address: str, cookie: str, store: Store, home: str) -> None:
    code = store.share(home, KINGDOM)
    for view, width, height, scheme in VIEWS:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.add_cookies([{"name": "ten_piles", "value": cookie, "url": address}])
        page = context.new_page()
        ending = "" if view == "narrow" else f"-{scheme}"
        store.keep_wishes(home, WISHES)
        for name, path in screens(code).items():
            if view != "desktop" or name == "kingdom":
                page.goto("about:blank")
                page.goto(path)
                save(page, f"{view}-{name}{ending}")
        if view != "desktop":
            store.keep_wishes(home, CLASH)
            page.goto("/wishes")
            save(page, f"{view}-none-match{ending}")
        context.close()


if __name__ == "__main__":
    main()
