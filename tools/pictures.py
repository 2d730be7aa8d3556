"""Takes the pictures of docs/pictures: `python -m tools.pictures`. Needs Chromium."""

from __future__ import annotations

import io
import tempfile
import threading
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import waitress
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from app import create_app
from setup_rules.catalog import load_catalog
from tests.conftest import find_chromium
from web.draw.published import asked_for
from web.language.dates import this_day
from web.links.kingdom_link import kingdom_key, link_for
from web.store import LoggedGame, Player, Rest, Store

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
OWN = (
    "/own?boxes=d1.al.p1.co.da&names=Young+Witch,+Tournament,+Bank,+Trade+Route,+Hermit,+Marauder,"
    "+Urchin,+Familiar,+Knigts,+Dame+Anna"
)
LOG = (
    (1, "big-money", 2, ("Ota", "Jana"), "Ota"),
    (8, "first-game", 4, ("Jana", "Petr", "Ota", "Eva"), "Jana"),
    (9, "size-distortion", 3, ("Jana", "Petr", "Eva"), "Petr"),
    (30, "village-square", 2, ("Ota", "Jana"), ""),
    (41, "chemistry-lesson", 4, ("Jana", "Petr", "Ota", "Eva"), "Jana"),
    (77, "interaction", 3, ("Jana", "Ota", "Eva"), "Eva"),
)
"""Games: days ago, the published kingdom, players, who played, who won."""
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
        "own": OWN,
        "published": "/published",
        "played": "/played",
        "numbers": "/played/numbers",
        "note": KINGDOM.replace("?", "/played?"),
        "people": "/people",
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
        _log(store, home.id)
        session = app.session_interface.get_signing_serializer(app)
        cookie = session.dumps({"household": key, "_permanent": True})
        server = waitress.create_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=server.run, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright.chromium.executable_path),
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


def _log(store: Store, home: str) -> None:
    """A few games of the last months."""
    catalog = load_catalog()
    for ago, id_, seats, names, winner in LOG:
        link = link_for(*asked_for(catalog.published[id_], seats, SHELF))
        players = tuple(Player(None, name, name == winner) for name in names)
        day = (this_day() - timedelta(days=ago)).isoformat()
        store.keep_game(home, LoggedGame(id_, link, day, "", seats, False, None, "", players))
    for name in ("Jana", "Petr", "Ota", "Eva"):
        store.add_person(home, name, here=True)
    jana = store.people(home)[0].id
    store.keep_taste(home, jana, "witch", "half")
    store.keep_rest(home, Rest(on=True))


def _evening(page: Page, view: str, ending: str) -> None:
    """Screens that come of pressing buttons."""
    page.goto("/night")
    page.get_by_role("button", name="Plan the night").click()
    page.wait_for_url("**/night/*")
    save(page, f"{view}-night{ending}")
    page.goto("/veto/new")
    page.get_by_role("button", name="Draw the piles").click()
    page.get_by_role("button", name="Take a seat").click()
    page.locator("label").nth(4).click()
    save(page, f"{view}-veto{ending}")
    page.get_by_role("button", name="Done").click()
    page.get_by_text("Stop waiting").first.click()
    page.locator("form[action$='/end'] button").click()
    page.wait_for_timeout(300)
    save(page, f"{view}-struck{ending}")
    page.goto(f"/market?link={quote(KINGDOM)}")
    start = page.get_by_role("button", name="Shuffle and start")
    if start.count():
        start.click()
    reveal = page.get_by_role("button", name="Reveal 3")
    if reveal.count():
        reveal.click()
    page.get_by_role("button", name="Buy nothing").wait_for()
    save(page, f"{view}-market{ending}")


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
            _evening(page, view, ending)
            store.keep_wishes(home, CLASH)
            page.goto("/wishes")
            save(page, f"{view}-none-match{ending}")
        context.close()


if __name__ == "__main__":
    main()
