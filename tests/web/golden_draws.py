"""Prints the answers to fixed requests; `python -m tests.web.golden_draws` shows what is drawn.

Of each plan only the address is kept: a corrected rule of setup changes no draw. The requests
ask about boxes, costs and single cards, not about tags, so that a corrected tag does no harm.
"""

import json
from tempfile import TemporaryDirectory
from typing import Any

from app import create_app

SHELF = [
    "base-cards", "dominion-2e", "prosperity-2e", "cornucopia-guilds-2e", "dark-ages", "empires",
    "nocturne", "menagerie", "allies", "plunder", "rising-sun", "promo-black-market",
]  # fmt: skip
REQUESTS: dict[str, dict[str, Any]] = {
    "one box": {"boxes": ["dominion-2e"], "players": 2},
    "many boxes": {"boxes": SHELF, "players": 3},
    "boxes and costs": {
        "boxes": SHELF,
        "players": 4,
        "banned": ["Possession", "Gladiator/Fortune", "Alms"],
        "wishes": {
            "per_box": {"dark-ages": {"min": 3, "max": 5}},
            "boxes_used": {"min": 2, "max": 3},
            "min_per_used_box": 2,
            "costs": {"2": {"min": 1}, "5": {"min": 2, "max": 4}},
            "cost_at_least": {"6": {"max": 2}},
            "not_together": [["Rebuild", "Cultist"]],
            "landscapes": {"min": 1, "max": 3, "always": True},
        },
        "draws": {"platinum_colony": "four-or-more", "shelters": "last-randomizer"},
    },
    "all that asks for more": {
        "boxes": SHELF,
        "players": 2,
        "pinned": ["Young Witch", "Black Market", "Ferryman", "Druid", "Underling", "Obelisk"],
        "black_market_size": 7,
    },
    "weights": {
        "boxes": ["dominion-1e", "dark-ages"],
        "players": 2,
        "wishes": {"weights": {"chapel": 3, "rats": 0.5, "moat": 2.25, "cellar": 0}},
    },
    "boxes at random": {"boxes": SHELF, "players": 2, "wishes": {"random_boxes": 2}},
    "impossible": {
        "boxes": ["dominion-2e"],
        "players": 2,
        "pinned": ["Witch"],
        "wishes": {"costs": {"5": {"max": 0}}},
    },
}
SEEDS = ("demo", "friday", " Ka\u0308se 🧀 ")


def answers() -> dict[str, Any]:
    """For each request and seed the whole answer, the plan's address in place of the plan."""
    draws = {}
    with TemporaryDirectory() as folder:
        client = create_app({"DATABASE": f"{folder}/piles.db"}).test_client()
        for name, request in REQUESTS.items():
            for seed in SEEDS:
                answer = client.post("/api/draw", json={**request, "seed": seed}).get_json()
                plan = answer.pop("plan")
                for key in ("kingdom", "landscapes", "black_market_deck"):
                    answer[key] = answer[key] and " ".join(card["id"] for card in answer[key])
                answer["url"] = plan and plan["url"]
                draws[f"{name} / {answer['seed']}"] = answer
    return draws


if __name__ == "__main__":
    print(json.dumps(answers(), ensure_ascii=False, indent=1, sort_keys=True))
