"""Which card names and numbers stand in the sentences of a plan; golden_facts.json keeps them.

    .venv/bin/python -m tests.web.language.sentence_facts

writes golden_facts.json. Do so only for a change that adds or removes facts, never for one that
says the same in other words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from setup_rules.catalog import Catalog, load_catalog

GOLDEN = Path(__file__).with_name("golden_facts.json")
KINGDOMS = 300
NUMBER_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


def requests(catalog: Catalog) -> Iterator[tuple[str, dict[str, Any]]]:
    """Published kingdoms for 2 to 6 players, with what is open left open; a third lacks a box."""
    for number, published in enumerate(list(catalog.published.values())[:KINGDOMS]):
        boxes = list(published.some_boxes)
        yield (
            published.id,
            {
                "boxes": boxes[1:] if number % 3 == 1 and len(boxes) > 1 else boxes,
                "players": 2 + number % 5,
                "kingdom": [card.name for card in published.cards],
                "landscapes": [landscape.name for landscape in published.landscapes],
            },
        )


@cache
def _names() -> re.Pattern[str]:
    catalog = load_catalog()
    things = (*catalog.cards.values(), *catalog.others.values(), *catalog.landscapes.values())
    names = sorted({thing.name for thing in things}, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, names))})(?:e?s)?\b")


def facts(sentence: str) -> list[str]:
    """The names and numbers in it, each once; the number one is a pronoun more often than not."""
    names = set(_names().findall(sentence))
    rest = _names().sub(" ", sentence)
    for value, word in enumerate(NUMBER_WORDS):
        rest = re.sub(rf"\b{word}\b", str(value), rest, flags=re.IGNORECASE)
    return sorted(names | set(re.findall(r"\d+", rest)) - {"0", "1"})


def facts_of(answer: dict[str, Any]) -> list[list[str]]:
    """The facts of each problem with what to do about it, of each note, and of each reminder."""
    problems = [f"{issue['message']} {issue['fix']}" for issue in answer["issues"]]
    notes = [f"{pile}: {note}" for pile, note in answer["pile_notes"].items()]
    return [facts(sentence) for sentence in (*problems, *notes, *answer["reminders"])]


if __name__ == "__main__":
    from app import create_app

    client = create_app({"DATABASE": ":memory:", "RATE_LIMITS": False}).test_client()
    golden = {
        id_: facts_of(client.post("/api/plan", json=json_).get_json())
        for id_, json_ in requests(load_catalog())
    }
    GOLDEN.write_text(
        "{\n"
        + ",\n".join(
            f"{json.dumps(id_)}: {json.dumps(lines, ensure_ascii=False)}"
            for id_, lines in golden.items()
        )
        + "\n}\n",
        encoding="utf-8",
    )
