"""Prints the kingdoms of fixed seeds; `python -m tests.draw.golden` shows what is being drawn.

The cards are made up here, so that a corrected fact about a real card changes nothing.
"""

import json
from dataclasses import fields

from setup_rules.cards import Card, Cost
from setup_rules.chance import DRAW_VERSION, Chance
from setup_rules.draw.exact.sampler import prepare
from setup_rules.draw.wishes import Bounds, ListLimit, Needs, Wishes
from tests.draw.reroll import reroll, reroll_one


def made_up_card(number: int) -> Card:
    """A card whose facts follow from its number."""
    cycles = {"village": 9, "trasher": 7, "attack": 6, "reaction": 17, "duration": 8, "plus_buy": 5}
    known = {
        "id": f"card-{number:03}",
        "name": f"Card {number}",
        "cost": Cost(2 + number % 5, int(number % 41 == 0)),
        "tags": frozenset(tag for tag, cycle in cycles.items() if number % cycle == 1),
        "families": frozenset({f"box-{number // 30:02}"}),
    }
    return Card(**{field.name: known.get(field.name) for field in fields(Card)})  # type: ignore[arg-type]


POOL = tuple(made_up_card(number) for number in range(480))
CHEAP = frozenset(card.id for card in POOL if card.cost.is_exactly(2, 3))
WISHES = {
    "nothing": Wishes(),
    "three tags": Wishes(
        tags=(("village", Bounds(1)), ("trasher", Bounds(1)), ("plus_buy", Bounds(1)))
    ),
    "two boxes": Wishes(boxes_used=Bounds(2, 2), min_per_used_box=4),
    "boxes and tags": Wishes(
        boxes_used=Bounds(0, 3),
        min_per_used_box=2,
        per_box=(("box-03", Bounds(3, 5)),),
        tags=(("attack", Bounds(1, 2)), ("village", Bounds(2)), ("duration", Bounds(0, 1))),
        potion_cards=(0, 3),
    ),
    "weights": Wishes(
        weights=tuple((card.id, 1 + place % 5) for place, card in enumerate(POOL)),
        costs=((5, Bounds(2, 4)),),
    ),
    "all of it": Wishes(
        pinned=("card-007",),
        banned=("card-001", "card-002"),
        tags=(("attack", Bounds(0, 2)), ("village", Bounds(1, 3)), ("trasher", Bounds(1))),
        costs=((2, Bounds(1)), (3, Bounds(1)), (5, Bounds(2, 4))),
        cost_at_least=((5, Bounds(3, 6)),),
        potion_cards=(0, 3, 4, 5),
        attack_needs_answer=True,
        answers="reaction",
        not_together=(("card-010", "card-011"),),
        list_limits=(ListLimit("lately", tuple(card.id for card in POOL[::3]), 4),),
        weights=(("card-005", 9),),
        needs=(Needs("card-007", CHEAP, 1),),
    ),
}
SEEDS = ("demo", "friday", "Käse 🧀")


def kingdoms() -> dict[str, object]:
    """For each wish set and seed the ten in the order dealt, and two re-rolls of them."""
    answer: dict[str, object] = {"draw_version": DRAW_VERSION}
    for name, wishes in WISHES.items():
        prepared = prepare(POOL, wishes)
        for seed in SEEDS:
            dealt = prepared.draw(Chance(seed))
            one = reroll_one(dealt, dealt[3], POOL, wishes, Chance(seed, "swap"))
            some = reroll(dealt, dealt[:2], POOL, wishes, Chance(seed, "swap"))
            answer[f"{name} / {seed}"] = [
                " ".join(card.id.removeprefix("card-") for card in ten) if ten else None
                for ten in (dealt, one, some)
            ]
    return answer


if __name__ == "__main__":
    print(json.dumps(kingdoms(), ensure_ascii=True, indent=1))
