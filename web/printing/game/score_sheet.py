"""The score sheet of a kingdom: only what can score here, for as many games as fit on a page."""

from __future__ import annotations

from typing import Final

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from web.language.score_words import score_rows
from web.language.translation import ngettext
from web.links.codes import written
from web.printing.styles import Paper, Rules, document_html
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import kingdom_name

FEWEST, MOST = 2, 6
"""Players there are columns for."""
ROOM: Final = {"a4": 245.0, "letter": 227.0}
"""How tall all tables may be together on one page, in millimetres."""
LEAST_ROW, GOOD_ROW, TALLEST_ROW = 6.0, 7.6, 11.0
ABOVE_ROWS, BETWEEN = 20.0, 9.0
"""What the date and the head of a table take, and what is free between two."""
MOST_GAMES = 3
WIDTH, LABEL = 186.0, {2: 74.0, 3: 68.0, 4: 62.0, 5: 58.0, 6: 54.0}
"""Of the table and of its first column, by players."""
COUNT_PART = 0.42
"""How much of a player's column is for the count, and not for the points."""


def score_sheet_html(
    asked: PlanRequest, catalog: Catalog, paper: Paper, reader: NameStyle, code: str
) -> str:
    """The score sheet of a kingdom as a document to print."""
    game = asked.game(catalog)
    rows = score_rows(game, plan_setup(game), reader.name)
    players = min(max(asked.players, FEWEST), MOST)
    room, lines = ROOM[paper], len(rows) + 2
    games = max(1, min(MOST_GAMES, int(room / (ABOVE_ROWS + lines * GOOD_ROW + BETWEEN))))
    height = (room / games - ABOVE_ROWS - BETWEEN) / lines
    return document_html(
        "score_sheet",
        "game",
        paper=paper,
        name=kingdom_name(game, reader.name),
        facts=ngettext("{number} player", "{number} players", players),
        code=code if " " in code else written(code),
        players=range(1, players + 1),
        rows=rows,
        games=range(games),
        table_rules=_rules(players, min(max(height, LEAST_ROW), TALLEST_ROW)),
    )


def _rules(players: int, height: float) -> Rules:
    """How wide columns and how tall rows are."""
    each = (WIDTH - LABEL[players]) / players
    return (
        (" .label", f"width:{LABEL[players]:.2f}mm"),
        (" .count", f"width:{each * COUNT_PART:.2f}mm"),
        (" .points", f"width:{each * (1 - COUNT_PART):.2f}mm"),
        (" tbody tr", f"height:{height:.2f}mm"),
    )
