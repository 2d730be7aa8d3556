"""Judges kingdoms with plain loops, sharing no code with the draw: the tests' second opinion."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from setup_rules.cards import Card
from setup_rules.draw.wishes import Bounds, Wishes


def inside(number: int, bounds: Bounds) -> bool:
    return number >= bounds.least and (bounds.most is None or number <= bounds.most)


def fits(kingdom: Sequence[Card], pool: Sequence[Card], wishes: Wishes) -> bool:
    """Whether ten cards of the pool fulfil every wish."""
    ids = [card.id for card in kingdom]
    zeros = [id_ for id_, weight in wishes.weights if weight == 0]
    if len(set(ids)) != 10 or any(card not in pool for card in kingdom):
        return False
    if any(pin not in ids for pin in wishes.pinned):
        return False
    if any(id_ in wishes.banned or id_ in zeros for id_ in ids):
        return False
    per_box = Counter(next(iter(card.families)) for card in kingdom)
    if not all(inside(per_box[family], bounds) for family, bounds in wishes.per_box):
        return False
    if wishes.boxes_used is not None and not inside(len(per_box), wishes.boxes_used):
        return False
    if any(number < wishes.min_per_used_box for number in per_box.values()):
        return False
    for tag, bounds in wishes.tags:
        if not inside(sum(tag in card.tags for card in kingdom), bounds):
            return False
    for coins, bounds in wishes.costs:
        plain = [c for c in kingdom if c.cost.coin == coins and not c.cost.potion + c.cost.debt]
        if not inside(len(plain), bounds):
            return False
    for coins, bounds in wishes.cost_at_least:
        if not inside(sum(card.cost.coin >= coins for card in kingdom), bounds):
            return False
    if wishes.potion_cards is not None:
        potions = sum(card.cost.potion > 0 for card in kingdom)
        if potions not in wishes.potion_cards:
            return False
    if wishes.attack_needs_answer and any("attack" in card.tags for card in kingdom):
        answers = wishes.answers
        if answers is None:
            answered = any(card.defends for card in kingdom)
        elif isinstance(answers, str):
            answered = any(answers in card.tags for card in kingdom)
        else:
            answered = any(id_ in answers for id_ in ids)
        if not answered:
            return False
    if any(one != other and one in ids and other in ids for one, other in wishes.not_together):
        return False
    for limit in wishes.list_limits:
        if sum(id_ in limit.cards for id_ in ids) > limit.most:
            return False
    return _needs_met(ids, pool, wishes, zeros)


def _needs_met(ids: list[str], pool: Sequence[Card], wishes: Wishes, zeros: list[str]) -> bool:
    """Whether every need finds cards of its own, by trying all ways."""
    shelf = {card.id for card in pool}
    wanted = []
    for need in wishes.needs:
        if need.trigger in ids:
            choice = (need.eligible & shelf) | need.elsewhere
            left = [i for i in choice if i not in ids and i not in wishes.banned and i not in zeros]
            wanted += [left] * need.how_many

    def serve(place: int, taken: frozenset[str]) -> bool:
        if place == len(wanted):
            return True
        return any(serve(place + 1, taken | {id_}) for id_ in wanted[place] if id_ not in taken)

    return serve(0, frozenset())


def all_fitting(pool: Sequence[Card], wishes: Wishes) -> Iterator[tuple[Card, ...]]:
    """Every kingdom of the pool that fulfils the wishes."""
    if any(pin not in [card.id for card in pool] for pin in wishes.pinned):
        return
    pins = [card for card in pool if card.id in wishes.pinned]
    others = [card for card in pool if card.id not in wishes.pinned]
    if len(pins) > 10:
        return
    for more in combinations(others, 10 - len(pins)):
        if fits((*pins, *more), pool, wishes):
            yield (*pins, *more)


def weight_of(kingdom: Sequence[Card], wishes: Wishes) -> int:
    """The product of the cards' weights."""
    weights = dict(wishes.weights)
    product = 1
    for card in kingdom:
        product *= weights.get(card.id, 1)
    return product
