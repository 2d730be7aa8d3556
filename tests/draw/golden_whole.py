"""Prints whole kingdoms of fixed seeds; `python -m tests.draw.golden_whole` shows what is drawn.

The requests ask about boxes, costs and single cards, not about tags, so that a corrected tag
changes nothing here.
"""

import json

from setup_rules.catalog import load_catalog
from setup_rules.chance import DRAW_VERSION
from setup_rules.collection import gather
from setup_rules.draw.completion import Dealing, LandscapeWish
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.rerolls import swap_deck, swap_draws, swap_landscapes, swap_pile, swap_slot
from setup_rules.draw.wishes import Bounds, Wishes
from setup_rules.kingdom import Kingdom

CATALOG = load_catalog()
LARGE = gather(
    CATALOG,
    (
        "base-cards", "dominion-2e", "intrigue-2e", "prosperity-2e", "cornucopia-guilds-2e",
        "dark-ages", "empires", "nocturne", "menagerie", "allies", "plunder", "rising-sun",
        "promo-black-market",
    ),
)  # fmt: skip
SMALL = gather(CATALOG, ("dominion-1e", "cornucopia", "promo-black-market"))
ASKED = {
    "nothing": DrawRequest(LARGE, 3),
    "all that asks for more": DrawRequest(
        LARGE,
        2,
        Wishes(pinned=("young-witch", "black-market", "ferryman", "tea-house", "bauble", "druid")),
        Dealing(landscapes=LandscapeWish(least=2, kinds=("trait", "way", "landmark"))),
        pinned_landscapes=(CATALOG.landscapes["obelisk"],),
    ),
    "three boxes": DrawRequest(
        LARGE,
        4,
        Wishes(boxes_used=Bounds(2, 3), min_per_used_box=2, costs=((5, Bounds(2, 4)),)),
        Dealing(near=True, landscapes=LandscapeWish(always=True), shelters="always"),
    ),
    "two boxes at random": DrawRequest(LARGE, 2, random_boxes=2),
    "a small shelf": DrawRequest(
        SMALL,
        2,
        Wishes(pinned=("young-witch", "black-market"), weights=(("chapel", 5), ("moat", 2))),
        Dealing(banned=frozenset({"cellar"}), deck_size=100),
    ),
}
SEEDS = ("demo", "friday", "Käse 🧀")


def line(kingdom: Kingdom | None) -> str | None:
    """A kingdom in one line, everything chosen in it included."""
    if kingdom is None:
        return None
    parts = [
        " ".join(pile.id for pile in kingdom.piles),
        " ".join(one.id for one in kingdom.landscapes),
        " ".join(f"{slot}={thing.id}" for slot, thing in sorted(kingdom.drawn.items())),
        " ".join(thing.id for thing in kingdom.deck),
        " ".join(f"{trait}={pile.id}" for trait, pile in sorted(kingdom.traits.items())),
        " ".join(boon.id for boon in kingdom.boons),
        f"colony={kingdom.platinum_colony} shelters={kingdom.shelters}",
    ]
    return " | ".join(part for part in parts if part)


def kingdoms() -> dict[str, object]:
    """For each request and seed the whole kingdom, and what each kind of swap makes of it."""
    answer: dict[str, object] = {"draw_version": DRAW_VERSION}
    for name, request in ASKED.items():
        for seed in SEEDS:
            drawn = draw_kingdom(request, seed).kingdom
            assert drawn is not None
            swaps = {
                "drawn": drawn,
                "pile": swap_pile(request, drawn, drawn.piles[4], seed),  # type: ignore[arg-type]
                "landscapes": swap_landscapes(request, drawn, f"{seed} again"),
                "draws": swap_draws(request, drawn, f"{seed} again"),
            }
            if drawn.deck:
                swaps["deck"] = swap_deck(request, drawn, f"{seed} again")
            for slot in ("bane", "prophecy"):
                if slot in drawn.drawn:
                    swaps[slot] = swap_slot(request, drawn, slot, f"{seed} again")
            answer[f"{name} / {seed}"] = {what: line(one) for what, one in swaps.items()}
    return answer


if __name__ == "__main__":
    print(json.dumps(kingdoms(), ensure_ascii=True, indent=1))
