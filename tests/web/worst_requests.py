"""Requests made to cost as much as they can, and what each takes of processor time and memory."""

from __future__ import annotations

import io
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.test import TestResponse

from setup_rules.cards import MAIN_LANDSCAPES, TYPE_TAGS
from setup_rules.catalog import load_catalog
from setup_rules.facts.schema import TAGS
from tests.web.full_kingdoms import overfull
from tests.web.hard_draws import adversarial
from web.links.kingdom_link import link_for
from web.links.night_link import night_link
from web.store import Store

MOST_SECONDS, MOST_MEGABYTES = 1.5, 300
"""What one request may take of the processor's time, and of memory."""
STATUS = Path("/proc/self/status")
FORGET_PEAK = Path("/proc/self/clear_refs")
TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')

Wishes = dict[str, Any]


class Cost(NamedTuple):
    """What a request took."""

    seconds: float
    megabytes: float
    status: int

    @property
    def is_fine(self) -> bool:
        return (
            self.seconds <= MOST_SECONDS and self.megabytes <= MOST_MEGABYTES and self.status < 500
        )


def _kilobytes(what: str) -> int:
    match = re.search(rf"{what}:\s+(\d+) kB", STATUS.read_text())
    return int(match[1]) if match else 0


def cost_of(send: Callable[[], TestResponse]) -> Cost:
    """Send a request, and measure this process: its processor time and its peak of memory."""
    FORGET_PEAK.write_text("5")
    before, start = _kilobytes("VmRSS"), time.process_time()
    status = send().status_code
    seconds = time.process_time() - start
    return Cost(seconds, max(_kilobytes("VmHWM") - before, 0) / 1024, status)


class Stranger:
    """A visitor with every box who sends whatever the forms and the interface let through."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._store = store
        self.phone = app.test_client()
        self.phone.post(
            "/shelf", data={"box": "dominion-2e:1"}, headers={"Origin": "http://localhost"}
        )
        self._token = TOKEN.search(self.phone.get("/settings").text)[1]  # type: ignore[index]
        with self.phone.session_transaction() as session:
            self.home = store.household_of(session["household"]).id

    def wish(self, request: Wishes) -> None:
        """Keep boxes and wishes as an import leaves them."""
        kept = {key: value for key, value in request.items() if key not in ("boxes", "players")}
        wanted = set(request["boxes"])
        for box in load_catalog().boxes:
            self._store.put_box(self.home, box, int(box in wanted))
        self._store.keep_wishes(self.home, kept)
        self._store.keep_players(self.home, min(request["players"], 6))

    def get(self, path: str) -> TestResponse:
        return self.phone.get(path)

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.phone.post(
            path, data={"csrf_token": self._token, **fields}, headers={"Origin": "http://localhost"}
        )

    def api(self, path: str, request: Wishes) -> TestResponse:
        return self.phone.post(path, json=request)


class Case(NamedTuple):
    """A request in words, what comes before it, and the request itself."""

    kind: str
    says: str
    before: Callable[[Stranger], object]
    send: Callable[[Stranger], TestResponse]

    def cost(self, stranger: Stranger) -> Cost:
        self.before(stranger)
        return cost_of(lambda: self.send(stranger))


def _nothing(_stranger: Stranger) -> None:
    """No preparation."""


def _bounds(dice: random.Random, top: int) -> dict[str, int]:
    least = dice.randint(0, top)
    return dice.choice(
        (
            {"min": least},
            {"max": least},
            {"min": least, "max": least + dice.randint(0, 2)},
            {"min": least, "max": least},
        )
    )


def hostile_wishes(dice: random.Random) -> Wishes:
    """Wishes of many kinds at once, each as hard to count and to meet as it may be."""
    catalog = load_catalog()
    boxes = sorted(catalog.boxes)
    owned = dice.choice((boxes, boxes, dice.sample(boxes, dice.randint(2, len(boxes)))))
    cards = sorted(
        (card for card in catalog.cards.values() if not {*card.boxes}.isdisjoint(owned)),
        key=lambda card: card.id,
    )
    if len(cards) < 30:
        owned, cards = boxes, sorted(catalog.cards.values(), key=lambda card: card.id)
    ids = [card.id for card in cards]
    families = sorted({min(card.families) for card in cards})
    wishes: Wishes = {}
    request: Wishes = {"boxes": owned, "players": dice.randint(2, 6), "wishes": wishes}

    def some(share: float) -> bool:
        return dice.random() < share

    if some(0.5):
        request["pinned"] = dice.sample(ids, dice.randint(1, 10))
    if some(0.3):
        request["banned"] = dice.sample(ids, dice.randint(1, len(ids) // 2))
    if some(0.5):
        wishes["boxes_used"] = _bounds(dice, 10)
    if some(0.3):
        wishes["min_per_used_box"] = dice.randint(2, 5)
    if some(0.2):
        wishes["random_boxes"] = dice.randint(1, 20)
    if some(0.3):
        chosen = dice.sample(families, min(len(families), dice.randint(1, 20)))
        wishes["per_box"] = {family: _bounds(dice, 3) for family in chosen}
    if some(0.6):
        tags = dice.sample([*TAGS, *TYPE_TAGS], dice.randint(1, 28))
        wishes["tags"] = {tag: _bounds(dice, dice.choice((1, 2, 4))) for tag in tags}
    if some(0.4):
        wishes["costs"] = {str(n): _bounds(dice, 3) for n in range(dice.randint(0, 8))}
    if some(0.3):
        wishes["cost_at_least"] = {str(n): _bounds(dice, 6) for n in range(dice.randint(2, 9))}
    if some(0.3):
        wishes["potion_cards"] = dice.sample(range(11), dice.randint(1, 5))
    if some(0.3):
        wishes["attack_needs_answer"] = True
    if some(0.6):
        number = dice.choice((5, 12, 18, 22, 30, 60, 100))
        wishes["not_together"] = [dice.sample(ids, 2) for _ in range(number)]
    if some(0.3):
        wishes["recently_played"] = {
            "cards": dice.sample(ids, dice.randint(1, len(ids))),
            "most": dice.randint(0, 8),
        }
    if some(0.4):
        chosen = dice.sample(ids, dice.randint(1, len(ids)))
        wishes["weights"] = {id_: dice.randint(0, 1000) / dice.choice((1, 1000)) for id_ in chosen}
    if some(0.15):
        wishes["preset"] = "as-published"
    if some(0.3):
        kinds = dice.sample(MAIN_LANDSCAPES, dice.randint(1, len(MAIN_LANDSCAPES)))
        wishes["landscapes"] = {**_bounds(dice, 6), "kinds": kinds, "always": some(0.5)}
    return request


def three_pins_two_boxes(pairs: int) -> Wishes:
    """Pins from more boxes than may be used, and pairs that may not come together."""
    catalog = load_catalog()
    plain = [card.id for card in sorted(catalog.cards.values(), key=lambda card: card.id)]
    pins = ["moat", "wharf", "bishop"]
    others = [id_ for id_ in plain if id_ not in pins][: 2 * pairs]
    together = [list(pair) for pair in zip(others[::2], others[1::2], strict=True)]
    wishes = {"boxes_used": {"max": 2}, "not_together": together}
    return {"boxes": [*catalog.boxes], "players": 2, "pinned": pins, "wishes": wishes}


TWO_PINS_ONE_BOX: Wishes = {
    "boxes": ["dominion-2e", "seaside-2e", "prosperity-2e", "intrigue-2e", "hinterlands-2e"],
    "players": 2,
    "pinned": ["Wharf", "Bishop"],
    "wishes": {"boxes_used": {"max": 1}},
}
"""What an honest player may wish for, and never get."""


def of_wishes(request: Wishes, says: str, dice: random.Random) -> Iterator[Case]:
    """Every way to have wishes counted, drawn, explained and planned with."""

    def keep(stranger: Stranger) -> None:
        stranger.wish(request)

    seed = {"seed": f"worst {dice.random()}"}
    yield Case("draw", says, _nothing, lambda s: s.api("/api/draw", request | seed))
    yield Case("count", says, _nothing, lambda s: s.api("/api/count", request))
    yield Case("wishes", says, keep, lambda s: s.get("/wishes"))
    yield Case("draw button", says, keep, lambda s: s.post("/draw", **seed))
    games, boxes = str(dice.randint(2, 6)), str(dice.randint(1, 20)) if dice.random() < 0.5 else ""
    night = {"games": games, "players": "2", "boxes": boxes, **seed}
    yield Case("night", says, keep, lambda s: s.post("/night", **night))
    tables = {"players": str(dice.randint(5, 8)), **seed}
    yield Case("two tables", says, keep, lambda s: s.post("/two-tables", **tables))
    veto = {"players": str(dice.randint(2, 6)), "strikes": "2", **seed}
    yield Case("veto", says, keep, lambda s: s.post("/veto/new", **veto))


def hostile_paste(dice: random.Random) -> str:
    """A text of the longest kind that is still read: brackets, breaks, links, unknown names."""
    catalog = load_catalog()
    names = [card.name for card in catalog.cards.values()]
    kind = dice.randrange(7)
    size = dice.choice((300, 3_000, 10_000))
    if kind == 0:
        return "https://x.example/?supply=" + "moat(" * min(size // 5, 1_100)
    if kind == 1:
        return "(a)," * (size // 4)
    if kind == 2:
        return ", ".join(dice.choices(names, k=size // 12))
    if kind == 3:
        return "\n".join("".join(dice.choices("abcdefgh ", k=9)) for _ in range(size // 10))
    if kind == 4:
        return "".join(dice.choices("()[],:;\n\tab-=/", k=size))
    if kind == 5:
        links = ("/kingdom/" + ".".join(dice.choices([*catalog.cards], k=60)) for _ in range(6))
        return "\n".join(links)
    return " ".join(f"{name} ({dice.choice(names)})" for name in dice.choices(names, k=size // 24))


def of_pastes(dice: random.Random) -> Iterator[Case]:
    """A kingdom of one's own: shown, mended, filled up."""
    text = hostile_paste(dice)
    do = dice.choice(("", "show", "mend", "draw:piles", "draw:out", "as-it-is"))
    boxes = dice.choice(([], [*load_catalog().boxes], ["dominion-2e"]))
    fields = {"names": text, "players": "2", "boxes": boxes, "do": do, "seed": str(dice.random())}
    yield Case("paste", f"{do} {text[:60]!r}", _nothing, lambda s: s.post("/own", **fields))


def of_known_pastes() -> Iterator[Case]:
    """Texts that were answered with a mistake of ours, or slowly."""
    for says, text in (
        ("3,000 nested brackets", "https://x.example/?supply=" + "(" * 3_000),
        ("3,000 nested brackets around a name", "/?cards=moat" + "(moat" * 1_100),
        ("many brackets between commas", "(a)," * 2_500),
    ):
        fields = {"names": text, "players": "2", "do": "show"}
        yield Case("paste", says, _nothing, lambda s, fields=fields: s.post("/own", **fields))


def hostile_file(dice: random.Random, kilobytes: int) -> bytes:
    """A household's file with as much in it as its size allows."""
    catalog = load_catalog()
    ids = [*catalog.cards]
    link = "/kingdom/" + ".".join(sorted(dice.sample(ids, 10))) + "?players=2&boxes=dominion-2e"
    make: dict[str, Callable[[int], Any]] = {
        "games": lambda n: {
            "id": f"game-{n:08}",
            "day": "2026-01-01",
            "link": link,
            "name": "",
            "seats": 2,
            "tie": False,
            "liked": None,
            "note": "x" * dice.choice((0, 500)),
            "players": [{"name": f"P{n % 20}", "won": True, "known": False}],
        },
        "codes": lambda n: {"code": f"{n:06X}", "link": link},
        "nights": lambda n: {"made": n, "boxes": ["dominion-2e"], "fewest": 1, "links": [link] * 3},
        "people": lambda n: {"name": f"P{n}", "here": True, "tastes": dict.fromkeys(ids, "never")},
        "friends": lambda n: {"code": f"{n:06X}", "name": "x" * 50, "here": True},
        "ticks": lambda n: {},
    }
    file: dict[str, Any] = {"format": "ten-piles-shelf", "version": 2, "boxes": ["dominion-2e"]}
    part = dice.choice(list(make))
    if part == "ticks":
        marks = {f"f:dominion-2e:{id_}": "x" for id_ in ids}
        number = 1024 * kilobytes // len(json.dumps(marks)) + 1
        file[part] = {f"{n:020x}": marks for n in range(number)}
    else:
        number = 1024 * kilobytes // len(json.dumps(make[part](1))) + 1
        file[part] = [make[part](n) for n in range(number)]
    return json.dumps(file).encode()


def of_files(dice: random.Random, kilobytes: int) -> Iterator[Case]:
    """A saved household, looked at before it is read."""
    body = hostile_file(dice, kilobytes)
    if dice.random() < 0.2:
        body = dice.choice((b"[" * len(body), b'{"a":' * (len(body) // 5), body[:-1]))

    def send(stranger: Stranger) -> TestResponse:
        return stranger.post("/shelf/open", file=(io.BytesIO(body), "file.json"), partly="yes")

    says = f"{len(body) // 1024} kB {body[:70]!r}"
    yield Case("file", says, _nothing, send)


def hostile_collection(dice: random.Random) -> bytes:
    """A list of games as large as is read, whose titles are nearly those of boxes."""
    names = [box.name for box in load_catalog().boxes.values()]

    def nearly(name: str) -> str:
        text = f"Dominion {name} {dice.choice(('Zweite Edition', '2nd ed', ''))}"
        place = dice.randrange(len(text))
        return text[:place] + dice.choice("xyz") + text[place + 1 :]

    number = dice.choice((900, 20_000, 60_000))
    titles = [nearly(dice.choice(names)) + "x" * dice.choice((0, 0, 150)) for _ in range(number)]
    kind = dice.randrange(6)
    if kind == 0:
        return json.dumps(titles).encode()[: 4 * 2**20 - 9]
    if kind == 1:
        items = (f"<item><name>{one}</name><status own='1'/></item>" for one in titles)
        return f"<items>{''.join(items)}</items>".encode()
    if kind == 2:
        return ("objectname,own\n" + "\n".join(f"{one},1" for one in titles)).encode()
    if kind == 3:
        columns = ",".join(f"c{number}" for number in range(dice.choice((10, 100_000))))
        return f"objectname,{columns}\n{'Dominion,' * 300_000}".encode()
    if kind == 4:
        return dice.choice((b"\n", b" - ", b"1. ", b"[ ] ", b"{}", b"[]")) * 10**6
    return "\n".join(titles).encode()


def of_collections(dice: random.Random) -> Iterator[Case]:
    """A list of somebody's games, looked at before it is saved."""
    body = hostile_collection(dice)[: 4 * 2**20 - 1000]
    fields = {"do": dice.choice(("", "save")), "box": ["dominion-2e"]}

    def send(stranger: Stranger) -> TestResponse:
        return stranger.post("/shelf/import", file=(io.BytesIO(body), "list"), **fields)

    yield Case("collection", f"{len(body) // 1024} kB {body[:70]!r}", _nothing, send)


def of_storage(dice: random.Random) -> Iterator[Case]:
    """As many cases as fit into a form, each with as many letters or boxes as that leaves."""
    boxes, rows = [*load_catalog().boxes], dice.choice((20, 200, 1_000))
    fields: dict[str, Any] = {"how": "cases"}
    for row in range(rows):
        fields[f"case.{row}.name"] = "x" * 20
        fields[f"case.{row}.letters"] = dice.choice(("A–Z", "A, " * 10, "Α–Ω 가–힣"))
        fields[f"case.{row}.boxes"] = boxes if rows == 20 else []
    says = f"{rows} cases"
    yield Case("storage", says, _nothing, lambda s: s.post("/shelf/storage", **fields))


def of_scores(dice: random.Random) -> Iterator[Case]:
    """Points of six players in a kingdom with much to count, in numbers of any length."""
    link = link_for(*overfull(dice.randrange(10**6)))
    length = dice.choice((1, 3, 4_000, 40_000))
    room = {"link": link, "players": "6", "seed": str(dice.random())}
    counts = {f"n.{seat}.{place}": "9" * length for seat in range(1, 7) for place in range(60)}
    if length > 3:
        counts = dict([*counts.items()][: 60_000 // length])
    path: list[str] = []

    def begin(stranger: Stranger) -> None:
        path[:] = [stranger.post("/score", **room).headers["Location"]]

    def count(stranger: Stranger) -> TestResponse:
        return stranger.post(path[0], do="done", **counts)

    says = f"{len(counts)} numbers of {length} digits"
    yield Case("score", says, begin, count)
    yield Case("score", "shown", begin, lambda s: s.get(path[0]))


def of_shared_nights(dice: random.Random) -> Iterator[Case]:
    """A night as a link: six kingdoms that ask for much."""
    games = [link_for(*overfull(dice.randrange(10**6))) for _ in range(6)]
    yield Case("shared night", "", _nothing, lambda s: s.get(night_link(games)))


KNOWN_BAD: tuple[tuple[str, Wishes], ...] = (
    *((f"three pins, two boxes, {n} pairs", three_pins_two_boxes(n)) for n in (18, 22, 60)),
    ("two pins, one box", TWO_PINS_ONE_BOX),
    *((f"adversarial {n}", adversarial(n)) for n in range(4)),
)


def cases(number: int) -> Iterator[Case]:
    """So many random requests, the same in every run."""
    count = 0
    for seed in range(number):
        dice = random.Random(f"worst {seed}")
        turn = seed % 8
        if turn in (0, 4):
            requests = [*of_pastes(dice)]
        elif turn in (1, 5):
            requests = [*of_files(dice, dice.choice((10, 100, 1_000)))]
        elif turn == 2:
            screen = dice.choice((of_collections, of_storage, of_scores, of_shared_nights))
            requests = [*screen(dice)]
        else:
            requests = [*of_wishes(hostile_wishes(dice), f"random wishes {seed}", dice)]
        for case in requests:
            if count == number:
                return
            count += 1
            yield case
