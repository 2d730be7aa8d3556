"""What a setup card leaves out of a SetupSheet: why, and which of its fields by their paths."""

from __future__ import annotations

LEFT_OUT_OF_CARDS = {
    "the draws are over when a card is printed": ("draws.ways.chance", "draws.ways.says"),
    "there is no room for which card decided or asks for something": (
        *("brings.reason", "brings.what", "draws.why"),
    ),
    "a card tells how to set up, not what to fetch": (
        *("fetch.sides.boxes.lines.name", "fetch.sides.boxes.lines.note"),
        "fetch.sides.boxes.lines.number",
    ),
    "advice is for choosing a kingdom": ("notes", "problems.fix", "problems.message"),
    "a long name is cut to one line": ("name",),
    "the back says it for 2 to 6 players at once": ("table.counts.supply",),
    "the back names usual piles only where their number depends on the players": (
        *("table.treasures.cost.coin", "table.treasures.count", "table.treasures.name"),
        "table.victory.cost.coin",
    ),
    "the back says it in one sentence for all piles it holds for": (
        *("table.ten.notes.text", "table.victory.notes.text", "table.extras.notes.text"),
    ),
    "the back says it shorter": (
        *("table.beside.notes.text", "table.beside.tags", "table.landscapes.notes"),
        "table.players.deck",
    ),
}
