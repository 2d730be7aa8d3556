"""The tables, as steps from the first schema to today's: the SQL files of `steps`, by number.

A step that was released never changes.
"""

from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("ten_piles")


def is_newer(db: Database) -> bool:
    """Whether a file has taken steps that are not known here."""
    known = {step.name for step in migrations._migrations}
    return not {step.name for step in migrations.applied(db)} <= known


def _register(file: Path) -> None:
    @migrations(name=file.stem.partition("_")[2])
    def step(db: Database) -> None:
        # One by one: sqlite3's executescript would end the transaction.
        for statement in file.read_text().split(";\n"):
            db.execute(statement)


for _file in sorted(Path(__file__).with_name("steps").glob("*.sql")):
    _register(_file)
