"""Random wishes for the tests and benchmarks of the draw, the same in every run."""

from collections.abc import Collection
from random import Random

from setup_rules.cards import Card
from setup_rules.catalog import load_catalog
from setup_rules.draw.exact.conditions import state_constraints
from setup_rules.draw.exact.sampler import Tally, count_constraints
from setup_rules.draw.wishes import Bounds, ListLimit, Needs, Wishes

TAGS = (
    "village", "draw", "plus_buy", "trasher", "gainer", "attack", "reaction", "curser",
    "alt_vp", "treasure", "duration", "cantrip", "coins", "nonterminal", "junker",
)  # fmt: skip


def all_cards() -> tuple[Card, ...]:
    """All Kingdom piles by id."""
    cards = load_catalog().cards
    return tuple(cards[id_] for id_ in sorted(cards))


def bane(pool: tuple[Card, ...]) -> Needs:
    """Young Witch's need of a Bane."""
    eligible = frozenset(card.id for card in pool if card.cost.is_exactly(2, 3))
    return Needs("young-witch", eligible, 1, "a Bane costing $2 or $3")


def small_pool(random: Random) -> tuple[Card, ...]:
    """13 to 16 cards of a few boxes, Young Witch and some Potion cards often among them."""
    cards = all_cards()
    titles = sorted({min(card.families) for card in cards})
    families = ["dominion", *random.sample(titles, random.randint(2, 5))]
    families += random.sample(["alchemy", "cornucopia-guilds"], random.randint(0, 2))
    near = [card for card in cards if min(card.families) in families]
    near += [card for card in cards if card.id in ("young-witch", "riverboat", "ferryman")]
    near = sorted(set(near), key=lambda card: card.id)
    pool = random.sample(near, random.choice((10, 12, 13, 13, 14, 14, 15, 16)))
    if random.random() < 0.4:
        pool = list(
            {c.id: c for c in [*pool, *(c for c in near if c.id == "young-witch")]}.values()
        )
    random.shuffle(pool)
    return tuple(pool)


def _bounds(random: Random, top: int) -> Bounds:
    least = random.randint(0, top)
    kind = random.random()
    if kind < 0.35:
        return Bounds(least)
    if kind < 0.65:
        return Bounds(0, least)
    if kind < 0.99:
        return Bounds(least, least + random.randint(0, 3))
    return Bounds(least + 1, least)


def small_wishes(random: Random, pool: tuple[Card, ...], strictness: float) -> Wishes:
    """Wishes of every kind for a small pool; the stricter, the more of them."""

    def some() -> bool:
        return random.random() < strictness

    ids = [card.id for card in pool]
    families = sorted({min(card.families) for card in pool})
    triggers = [id_ for id_ in ("young-witch", "riverboat", "ferryman") if id_ in ids]
    if some():
        triggers = list(dict.fromkeys([*triggers, *random.sample(ids, 2)]))[:3]
    needs = []
    if random.random() < 0.5:
        for trigger in triggers:
            eligible = frozenset([*random.sample(ids, random.randint(0, 6)), "not-here"])
            elsewhere = frozenset(["elsewhere-1"] if random.random() < 0.2 else [])
            needs.append(Needs(trigger, eligible, random.randint(1, 2), "x", elsewhere))
    weights = [(id_, random.randint(1, 4)) for id_ in ids if random.random() < 0.3]
    if some() and random.random() < 0.4:
        weights = [(random.choice(ids), 0), *weights]
        weights = list(dict(reversed(weights)).items())
    return Wishes(
        pinned=tuple(random.sample(ids, random.randint(0, 3))) if some() else (),
        banned=tuple(random.sample(ids, random.randint(0, 2))) if some() else (),
        per_box=tuple(
            (family, _bounds(random, 4)) for family in families if some() and random.random() < 0.5
        ),
        boxes_used=_bounds(random, 4) if some() else None,
        min_per_used_box=random.randint(0, 4) if some() else 0,
        tags=tuple((tag, _bounds(random, 3)) for tag in random.sample(TAGS, 4) if some()),
        costs=tuple((coins, _bounds(random, 3)) for coins in (2, 3, 4, 5) if some() and some()),
        cost_at_least=tuple((coins, _bounds(random, 5)) for coins in (5, 6) if some() and some()),
        potion_cards=tuple(random.sample(range(6), random.randint(1, 4))) if some() else None,
        attack_needs_answer=some(),
        answers=random.choice(("reaction", None, frozenset(random.sample(ids, 3)))),
        not_together=tuple((random.choice(ids), random.choice(ids)) for _ in range(3) if some()),
        list_limits=(
            (ListLimit("lately", tuple(random.sample(ids, 6)), random.randint(0, 5)),)
            if some()
            else ()
        ),
        weights=tuple(weights),
        needs=tuple(needs),
    )


def realistic_wishes(random: Random, heavy: bool = False) -> tuple[tuple[Card, ...], Wishes]:
    """A shelf of 2 to 27 families of boxes and what a player might ask of it: 1 to 15 wishes."""
    cards = all_cards()
    big = sorted({min(c.families) for c in cards if not min(c.families).startswith("promo")})
    owned = set(random.sample(big, random.randint(2, len(big))))
    if random.random() < 0.4:
        owned |= {min(c.families) for c in cards if min(c.families).startswith("promo")}
    pool = tuple(card for card in cards if min(card.families) in owned)
    if random.random() < 0.25:
        pool, owned = cards, {min(card.families) for card in cards}
    ids = [card.id for card in pool]
    scale = 1.6 if heavy else 1.0

    def some(share: float) -> bool:
        return random.random() < share * scale

    tags = []
    for tag, share, choices in (
        ("village", 0.5, (Bounds(1), Bounds(1), Bounds(2), Bounds(1, 3))),
        ("plus_buy", 0.4, (Bounds(1), Bounds(1), Bounds(1, 2))),
        ("trasher", 0.4, (Bounds(1), Bounds(1), Bounds(1, 3))),
        ("draw", 0.3, (Bounds(1), Bounds(2), Bounds(1, 4))),
        ("attack", 0.5, (Bounds(0, 2), Bounds(0, 1), Bounds(1, 2), Bounds(0, 0), Bounds(1))),
        ("curser", 0.15, (Bounds(0, 1), Bounds(0, 0), Bounds(1))),
        ("gainer", 0.15, (Bounds(1), Bounds(1, 3))),
        ("duration", 0.2, (Bounds(0, 3), Bounds(1), Bounds(0, 1))),
        ("treasure", 0.15, (Bounds(0, 2), Bounds(1))),
        ("alt_vp", 0.15, (Bounds(0, 1), Bounds(1))),
        ("reaction", 0.15, (Bounds(1), Bounds(1, 2))),
        ("cantrip", 0.15, (Bounds(2), Bounds(1, 4))),
    ):
        if some(share):
            tags.append((tag, random.choice(choices)))
    costs: list[tuple[int, Bounds]] = []
    if some(0.3):
        costs = [(coins, Bounds(1)) for coins in random.sample((2, 3, 4, 5), random.randint(1, 4))]
    by_box = some(0.35)
    family = random.choice(sorted(owned & set(big)))
    most_used = random.choice((2, 3, 3, 4))
    per_box = ((family, random.choice((Bounds(2), Bounds(3, 5), Bounds(0, 2)))),)
    weights = ((id_, random.choice((1, 2, 4))) for id_ in random.sample(ids, 12))
    pinned = tuple(random.sample(ids, random.randint(1, 3))) if some(0.25) else ()
    return pool, Wishes(
        pinned=pinned,
        banned=tuple(sorted(set(random.sample(ids, random.randint(1, 8))) - set(pinned)))
        if some(0.3)
        else (),
        per_box=per_box if some(0.15) else (),
        boxes_used=Bounds(random.choice((0, 1, 2)), most_used) if by_box else None,
        min_per_used_box=random.choice((0, 2, 2, 3)) if by_box else 0,
        tags=tuple(tags),
        costs=tuple(costs),
        cost_at_least=((5, random.choice((Bounds(3, 5), Bounds(2, 4)))),) if some(0.2) else (),
        potion_cards=(0, 3, 4, 5) if some(0.3) else None,
        attack_needs_answer=some(0.2),
        not_together=tuple(
            (random.choice(ids), random.choice(ids)) for _ in range(2) if some(0.15)
        ),
        list_limits=(ListLimit("lately", tuple(random.sample(ids, min(20, len(ids)))), 2),)
        if some(0.2)
        else (),
        weights=tuple(weights) if some(0.2) else (),
        needs=(bane(pool),),
    )


def count(pool: Collection[Card], wishes: Wishes) -> Tally:
    """How many kingdoms fit the wishes."""
    return count_constraints(state_constraints(pool, wishes))
