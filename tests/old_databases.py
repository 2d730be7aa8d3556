"""Databases as each step of the schema left them, as texts of SQL in `fixtures/databases`.

`python -m tests.old_databases` writes those that are missing, with rows in every table; one that
is there is never written again, because a step that was released never changes.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from tests.databases import open_database
from web.store.base import digest
from web.store.schema import migrations

FOLDER = Path(__file__).parent / "fixtures" / "databases"
KEY = "the key of a phone"
HOME, FRIEND = digest(KEY), digest("the key of a friend's phone")
LINK = (
    "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e"
)
WHEN = "2026-01-02T03:04:05+00:00"
LONG_FROM_NOW = "2199-01-02T03:04:05+00:00"
ROWS: dict[str, list[dict[str, object]]] = {
    "setting": [{"name": "secret_key", "value": "kept"}],
    "household": [
        {"id": HOME, "boxes": '["dominion-1e", "alchemy"]', "players": 4, "updated": WHEN},
        {"id": FRIEND, "boxes": '["seaside-2e"]', "players": 2, "updated": WHEN},
    ],
    "access": [
        {"digest": digest("CODE"), "household": HOME, "kind": "recovery", "expires": None},
        {"digest": HOME, "household": HOME, "kind": "device", "expires": None},
        {"digest": FRIEND, "household": FRIEND, "kind": "device", "expires": None},
    ],
    "friend": [{"household": HOME, "other": FRIEND, "here": 1}],
    "code": [{"code": "4F7K2Q", "household": HOME, "link": LINK, "made": WHEN}],
    "step": [{"id": 7, "household": HOME, "link": LINK, "before": "/"}],
    "mark": [
        {
            "household": HOME,
            "kingdom": "0123456789abcdef0123",
            "item": "f:dominion-1e:moat",
            "value": "1",
            "version": 3,
        }
    ],
    "paper_job": [
        {
            "id": "0123456789AB",
            "household": HOME,
            "kind": "cards",
            "request": json.dumps({"links": [LINK]}),
            "state": "done",
            "done": 100,
            "total": 100,
            "file": "ab" * 32,
            "error": "",
            "made": WHEN,
        }
    ],
    "person": [
        {"id": 3, "household": HOME, "name": "Ada", "here": 1},
        {"id": 4, "household": HOME, "name": "Bo", "here": 0},
    ],
    "taste": [{"person": 3, "card": "chapel", "taste": "never"}],
    "game": [
        {
            "household": HOME,
            "id": "abcdefgh",
            "link": LINK,
            "day": "2026-01-02",
            "name": "First 🐙",
            "seats": 3,
            "tie": 0,
            "liked": 4,
            "note": "Very\nclose",
            "made": WHEN,
        }
    ],
    "game_player": [
        {
            "household": HOME,
            "game": "abcdefgh",
            "seat": seat,
            "person": person,
            "name": name,
            "won": 0,
        }
        for seat, (person, name) in enumerate(((3, "Ada"), (None, "Gone")))
    ],
    "rest": [{"household": HOME, "on_now": 1, "unit": "weeks", "number": 5, "how": "half"}],
    "room": [
        {
            "code": "2Q4F7K",
            "household": HOME,
            "kind": "veto",
            "seed": "seed",
            "about": '{"strikes": 1}',
            "reveal": "",
            "version": 1,
            "used": LONG_FROM_NOW,
        }
    ],
    "seat": [
        {
            "room": "2Q4F7K",
            "number": 1,
            "name": "Ada",
            "phone": digest("phone"),
            "done": 1,
            "struck": '["witch"]',
        }
    ],
    "room_move": [{"room": "2Q4F7K", "number": 1, "move": "look"}],
    "night": [
        {
            "id": "0123456789abcdef",
            "household": HOME,
            "links": json.dumps([LINK]),
            "boxes": "dominion-1e",
            "fewest": 1,
            "made": WHEN,
        }
    ],
    "tournament": [
        {
            "household": HOME,
            "id": "0123456789abcdef",
            "code": "7K2Q4F",
            "name": "Cup 🐙",
            "lot": "seed",
            "search": "",
            "beat": "",
            "done": 100,
            "version": 3,
            "made": WHEN,
        }
    ],
    "tournament_player": [
        {
            "household": HOME,
            "tournament": "0123456789abcdef",
            "number": number,
            "name": name,
            "gone": 2 if name == "Flo" else None,
            "midway": 0,
        }
        for number, name in enumerate(("Ada", "Bo", "Cy", "Di", "Eva", "Flo"))
    ],
    "tournament_round": [
        {
            "household": HOME,
            "tournament": "0123456789abcdef",
            "number": 1,
            "seats": "[[0, 1, 2], [3, 4, 5]]",
            "how": "own",
            "link": LINK,
            "announced": 1,
            "closed": 0,
        }
    ],
    "tournament_result": [
        {
            "household": HOME,
            "tournament": "0123456789abcdef",
            "round": 1,
            "place": 2,
            "scores": "[[3, 30, 15], [4, -2, 15], [5, 12, 14]]",
            "version": 1,
        }
    ],
    "paper": [{"household": HOME, "file": "ab" * 32, "made": WHEN}],
    "haste": [{"kind": "changes", "who": b"0123456789abcdef", "until": 9e9}],
}
LATER: dict[str, dict[str, object]] = {
    "household": {
        "name": "Jana 🐙",
        "wishes": '{"banned": ["possession"]}',
        "shelf_code": "JANA00",
    },
    "code": {"idle": 3},
    "seat": {"counted": '{"Province": 4}'},
    "game_player": {"score": '{"points": 24, "turns": 18, "sources": {"Province": 24}}'},
}
"""Columns that came to a table later."""


def steps() -> list[str]:
    """The names of all steps, in order."""
    return [step.name for step in migrations._migrations]


@contextmanager
def database_after(number: int) -> Iterator[sqlite3.Connection]:
    """An empty database that has taken so many steps."""
    later = steps()[number:]
    with open_database() as db:
        migrations.apply(Database(db), stop_before=later[0] if later else None)
        yield db


def fixture(number: int) -> Path:
    """The file of the database that has taken so many steps."""
    return FOLDER / f"{number}_{steps()[number - 1]}.sql"


def written() -> Iterator[Path]:
    """Write the files that are missing."""
    for number in range(1, len(steps()) + 1):
        path = fixture(number)
        if path.exists():
            continue
        with database_after(number) as db:
            fill(db)
            path.write_text("\n".join(db.iterdump()) + "\n", encoding="utf-8")
        yield path


def fill(db: sqlite3.Connection) -> None:
    """Put the rows into the tables that there are."""
    tables = [row[0] for row in db.execute("select name from sqlite_master")]
    for table in (table for table in ROWS if table in tables):
        columns = {row[1] for row in db.execute(f"pragma table_info({table})")}
        for place, given in enumerate(ROWS[table]):
            more = LATER.get(table, {}) if place == 0 else {}
            row = {**given, **{name: more[name] for name in more if name in columns}}
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            db.execute(f"insert into {table} ({names}) values ({marks})", tuple(row.values()))
    db.execute("update _sqlite_migrations set applied_at = ?", (WHEN,))
    db.commit()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for made in written():
        print(f"Written: {made.relative_to(FOLDER.parent.parent.parent)}")
