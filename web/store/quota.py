"""How much a household may keep: nobody fills the disk, and nobody who plays comes near it."""

from __future__ import annotations

from web.store.base import Connection

MOST_BYTES = 4 * 2**20
"""Of one household's texts. All of it fits into a file that can be read again."""
WEIGHED = {
    "household": ("name", "boxes", "wishes", "storage", "hints_away"),
    "code": ("link",),
    "game": ("link", "name", "note"),
    "game_player": ("name", "score"),
    "mark": ("kingdom", "item", "value"),
    "night": ("links", "boxes", "seats"),
    "paper_job": ("request", "error"),
    "person": ("name",),
    "room": ("seed", "about", "reveal"),
    "step": ("link", "before"),
    "tournament": ("name", "lot"),
    "tournament_player": ("name",),
    "tournament_result": ("scores",),
    "tournament_round": ("seats", "link"),
}
"""The texts that count, by table."""


class TooMany(Exception):
    """More than is kept: `games`, `people`, `tastes`, `codes`, `bytes` and so on."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class RoomLeft(Connection):
    """Whether there is room for more."""

    def bytes_of(self, household: str) -> int:
        """How much a household keeps."""
        sums = (
            f"(select coalesce(sum({_length(columns)}), 0) from {table} "  # noqa: S608  our own
            f"where {'id' if table == 'household' else 'household'} = ?)"
            for table, columns in WEIGHED.items()
        )
        return self._value(f"select {' + '.join(sums)}", *([household] * len(WEIGHED)))

    def check_bytes(self, household: str) -> None:
        """Raises TooMany when a household keeps as much as it may."""
        if self.bytes_of(household) > MOST_BYTES:
            raise TooMany("bytes")


def _length(columns: tuple[str, ...]) -> str:
    return " + ".join(f"length(cast({column} as blob))" for column in columns)
