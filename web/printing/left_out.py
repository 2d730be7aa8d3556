"""What paper leaves out of a SetupSheet, by the path of its fields, and why."""

from __future__ import annotations

SCREEN_ONLY = {
    "draws.ways": "the draw is over when a sheet is printed",
    "brings": "said at its place: decided, beside the Supply, each player",
    "extras.role": "stands as a mark on its pile",
    "roll.says": "the fetch list and the table say it",
    "extras.says": "the fetch list and the table say it",
    "landscapes.says": "the fetch list and the table say it",
    "roll.types": "hatching and glyphs show types",
    "extras.types": "hatching and glyphs show types",
    "landscapes.types": "hatching and glyphs show types",
    "problems": "only what forbids the game is printed",
    "notes": "advice is for choosing a kingdom",
    "fetch.sides.says": "ticks are counted on the screen",
    "table.reserves": "stands under Keep at hand",
    "table.players.loose_tokens": "stands under what each player takes",
    "table.players.tokens": "stands under what each player takes",
    "table.beside.notes": "said where it matters: shuffling, Boons",
}
ON_SHEET = SCREEN_ONLY | {
    "draws": "a draw that is not in question is not printed",
    "fetch.sides.boxes.lines.note": "hints for putting away are on the screen",
    "roll.spine": "the fetch list has the boxes",
    "fetch.sides.boxes.spine.name": "cut in a narrow column; the letters always stand there",
    "table.extras.added": "the pile has its tag",
}
ON_CARD = SCREEN_ONLY | {
    "name": "cut to one line where it is long",
    "fetch": "a card tells how to set up, not what to fetch",
    "roll.spine.name": "boxes stand there by their letters",
    "extras.spine.name": "boxes stand there by their letters",
    "landscapes.spine.name": "boxes stand there by their letters",
    "draws.what": "the front has name and answer",
    "draws.why": "there is no room for which card decided",
    "start.ends.text": "said for 2 to 6 players at once",
    "start.placed.number": "the table of players has it where it depends on them",
    "table.title": "a card has no picture of the table",
    "table.counts": "a card has no picture of the table",
    "table.treasures": "usual piles need no words; the back names others",
    "table.victory": "usual piles need no words; the back names others",
    "table.ten": "the front names them, the back only what is unusual",
    "table.extras.notes": "said by their role",
    "table.beside.tags": "said with the name",
    "table.landscapes.notes": "the front shows kind and cost, the back says the rest",
    "table.players.deck": "single cards stand without a number",
    "table.shuffled": "said with the pile",
}
