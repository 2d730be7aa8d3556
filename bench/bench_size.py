"""Filling the disk: a thousand households read a file, open rooms, print and are deleted.

Afterwards, once a server has tidied, the database and the printed files take what they took before.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from bench.quick import unless_quick
from tests.web.furnished import MARKET_LINK, OURS, furnish
from web.printing.pdf.cache import keep
from web.serving.tidying import tidy_now
from web.store import Store

ROUNDS = unless_quick(1_000, 5)
MOST_GROWTH = 0.05
MOST_TIDYINGS = 20
PRINTED = b"%PDF" + 20_000 * b"-"
"""What a sheet weighs; it is not laid out here."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE": Path(folder) / "piles.db", "RATE_LIMITS": False})
        before, largest, after = fill(app, ROUNDS)
        print(
            f"{ROUNDS} imports, deletions and rooms: {before / 1024:.0f} kB before, "
            f"{largest / 1024:.0f} kB at most, {after / 1024:.0f} kB after ({after / before:.1%})."
        )
        assert after <= before * (1 + MOST_GROWTH)


def fill(app: Flask, rounds: int) -> tuple[int, int, int]:
    """Bytes before, at most, and after so many households came and went."""
    store = Store(app.config["DATABASE"])
    home = furnish(app, store, str.title, "ours")
    file = home.phone.get("/settings/file").text
    tidy_now(app)
    before = size_of(app)
    phones = []
    for number in range(rounds):
        phones.append(come(app, store, file, number))
        store.open_room(home.id, "veto", f"seed {number}", {"strikes": 1, "dealt": [file[:500]]})
    largest = size_of(app)
    for phone in phones:
        send(phone, "/settings/forget")
    with store.immediate():  # two days later
        store._write("update room set used = '2020-01-01T00:00:00+00:00' where seed like 'seed %'")
    store.close()
    for _ in range(MOST_TIDYINGS):  # the log stays while somebody reads
        tidy_now(app)
        if (after := size_of(app)) <= before * (1 + MOST_GROWTH):
            break
        time.sleep(0.1)
    return before, largest, after


def send(phone: FlaskClient, path: str, **fields: str) -> str:
    """Send a form that is taken; answers where it leads."""
    answer = phone.post(path, data=fields, headers=OURS)
    assert answer.status_code == 303, (path, answer.status)
    return answer.location


def come(app: Flask, store: Store, file: str, number: int) -> FlaskClient:
    """A household reads a file, opens a deck, counts points, shares a night, and prints."""
    phone = app.test_client()
    send(phone, "/shelf/open", text=file, how="add")
    send(phone, "/market", link=MARKET_LINK)
    score = send(phone, "/score", link=MARKET_LINK, players="2", seed=str(number))
    send(phone, score, **{"n.1.0": "3"}, do="done")
    send(phone, "/shelf/storage", how="cost")
    night = send(phone, "/night", games="2", players="2", seed=str(number))
    send(phone, f"{night}/share")
    send(phone, "/share", link=MARKET_LINK.replace("players=2", "players=3"))
    with phone.session_transaction() as session:
        home = store.household_of(session["household"])
    assert home is not None
    printed = f"{number:064x}"
    keep(Path(app.config["PAPERS"]), printed, PRINTED)
    store.keep_paper(home.id, printed)
    return phone


def size_of(app: Flask) -> int:
    """Bytes of the database, its log and all printed files."""
    database = Path(app.config["DATABASE"])
    files = (*database.parent.glob(f"{database.name}*"), *Path(app.config["PAPERS"]).glob("*"))
    return sum(file.stat().st_size for file in files if file.is_file())


if __name__ == "__main__":
    main()
