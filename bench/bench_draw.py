"""Figures of the draw, all measured in one run: `make bench` prints them as ratios.

The base of every ratio is what any randomizer must do at the least: one `random.sample` of ten
piles, and one check of all the wishes. Times are CPU times of this process, the best of several.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import count as numbers
from math import comb
from random import Random

from bench.quick import unless_quick
from bench.results import Results
from bench.side_by_side import WHOLE, WISHED, rates
from setup_rules.cards import Card
from setup_rules.catalog import load_catalog
from setup_rules.chance import Chance
from setup_rules.collection import Collection, gather
from setup_rules.draw.conflict import find_conflict
from setup_rules.draw.drawing import draw_kingdom, with_rules
from setup_rules.draw.exact.conditions import Constraints, state_constraints
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.exact.sampler import (
    COUNT_BUDGET,
    Answer,
    Prepared,
    count_constraints,
    prepare,
    prepare_constraints,
)
from setup_rules.draw.exact.state_count import count_by_states
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.rerolls import swap_pile
from setup_rules.draw.wishes import Bounds, ListLimit, Wishes
from setup_rules.engine import plan_setup, settle
from tests.draw.reroll import reroll_one
from tests.draw.wish_sets import all_cards, bane, count, realistic_wishes

SIX_WISHES = Wishes(
    tags=(("village", Bounds(1)), ("trasher", Bounds(1)), ("attack", Bounds(0, 2))),
    costs=((2, Bounds(1)), (5, Bounds(2, 4))),
    potion_cards=(0, 3, 4, 5),
)


def profiles(pool: Sequence[Card]) -> dict[str, Wishes]:
    """Requests from none at all to everything at once."""
    one = Bounds(1)
    ids = [card.id for card in pool]
    three_tags = (("village", one), ("plus_buy", one), ("trasher", one))
    many_tags = tuple((tag, one) for tag in ("village", "plus_buy", "trasher", "draw", "gainer"))
    curve = tuple((coins, one) for coins in (2, 3, 4, 5))
    few_boxes = len(pool) < 50
    everything = Wishes(
        tags=(*many_tags, ("attack", Bounds(0, 2)), ("duration", Bounds(0, 3)),
              ("treasure", Bounds(0, 2)), ("curser", Bounds(0, 1))),
        costs=curve,
        potion_cards=(0, 3, 4, 5),
        attack_needs_answer=True,
        answers="reaction",
        not_together=tuple(zip(ids[0:8:2], ids[1:8:2], strict=True)),
        list_limits=(ListLimit("lately", tuple(ids[::7]), 2),),
        banned=tuple(ids[8:10]),
        needs=(bane(tuple(pool)),),
    )  # fmt: skip
    boxes = Wishes(boxes_used=Bounds(0, 2 if few_boxes else 3), min_per_used_box=2)
    return {
        "P1 nothing": Wishes(),
        "P2 three tags": Wishes(tags=three_tags),
        "P3 Potions, a card at each cost": Wishes(potion_cards=(0, 3, 4, 5), costs=curve),
        "P4 attacks, answers, pins, bans": Wishes(
            tags=(("attack", Bounds(0, 2)), ("trasher", one)),
            attack_needs_answer=True,
            answers="reaction",
            pinned=tuple(ids[11:13]),
            banned=tuple(ids[13:16]),
        ),
        "P5 at most three boxes": boxes,
        "P6 exactly two boxes, three tags": Wishes(
            boxes_used=Bounds(2, 2),
            min_per_used_box=4,
            tags=three_tags,
            potion_cards=(0, 3, 4, 5),
        ),
        "P7 a tournament's nine counts": Wishes(tags=many_tags, costs=curve),
        "P8 nearly everything": everything,
        "P10 everything, three boxes": Wishes(
            **{
                name: getattr(everything, name)
                for name in everything.__slots__
                if name not in ("boxes_used", "min_per_used_box")
            },
            boxes_used=boxes.boxes_used,
            min_per_used_box=2,
        ),
    }


LONG_BUDGET = 700_000_000
"""Work for a count that may take seconds."""
BARS = {"P1": 8, "P2": 8, "P5": 8, "P3": 20, "P4": 20, "P6": 20, "P7": 20, "P8": 100, "P10": 180}
"""How many bases a mean draw may take."""


def seconds(work: Callable[[], object], times: int = 1, rounds: int = 3) -> float:
    """CPU seconds of one call, the best round."""
    times, rounds = unless_quick((times, rounds), (1, 1))
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - start) / times)
    return best


def base_of(problem: Constraints) -> float:
    """CPU seconds of one plain sample of ten and one check of all wishes."""
    random = Random(1)
    places = range(len(problem.cards))

    def sample_and_check() -> bool:
        chosen = 0
        for place in random.sample(places, 10):
            chosen |= 1 << place
        return [condition.holds(chosen) for condition in problem.conditions] == []

    return seconds(sample_and_check, times=800)


def shelf(size: int) -> tuple[Card, ...]:
    """A pool of this size: the same boxes each time, in a fixed order."""
    cards = all_cards()
    if size >= len(cards):
        return cards
    titles = ["dominion", "alchemy", "seaside", "cornucopia-guilds", "prosperity", "hinterlands"]
    titles += ["dark-ages", "intrigue"]
    of_titles = [card for card in cards if min(card.families) in titles[: 2 if size < 50 else 8]]
    return tuple(Random(size).sample(of_titles, size))


def draw_time(prepared: Prepared, times: int) -> float:
    chance = Chance("bench")
    return seconds(lambda: prepared.draw(chance), times=times, rounds=2)


def print_profiles() -> None:
    print("\nprofiles, in bases (sample of ten and one check); piles 25 / 200 / all")
    print(f"{'':34}{'draw':>21}{'bar':>5}{'prepare':>19}{'exact count':>30}  kingdoms (all)")
    for name in profiles(all_cards()):
        draws, prepares, counts, number = [], [], [], "-"
        for size in unless_quick((25, 200, 498), (25,)):
            pool = shelf(size)
            problem = state_constraints(pool, profiles(pool)[name])
            base = base_of(problem)
            prepared = prepare_constraints(problem)
            prepares.append(seconds(lambda p=problem: prepare_constraints(p), rounds=2) / base)
            if prepared.answer is Answer.POSSIBLE:
                draws.append(f"{draw_time(prepared, 300) / base:.1f}")
            else:
                draws.append(prepared.answer.value[:6])
            took = seconds(lambda p=problem: count_exactly(p, p.conditions, LONG_BUDGET), rounds=2)
            exact = count_exactly(problem, problem.conditions, LONG_BUDGET)
            counts.append(f"{took / base:.0f}" if exact is not None else "too long")
            number = f"{exact:.2e}" if exact is not None else "-"
        print(
            f"{name:34}{' / '.join(draws):>21}{BARS[name.split()[0]]:>5}"
            f"{' / '.join(f'{p:.0f}' for p in prepares):>19}{' / '.join(counts):>30}  {number}"
        )


def print_gains() -> None:
    cards = all_cards()
    wishes = profiles(cards)
    problem = state_constraints(cards, wishes["P6 exactly two boxes, three tags"])
    number = count_constraints(problem).exact or 0
    plain = base_of(problem) * comb(len(cards), 10) / number
    ours = draw_time(prepare_constraints(problem), 300)
    print(f"\nP6: a draw is {plain / ours:.1e} times faster than plain rejection (bar 1e6)")
    problem = state_constraints(cards, wishes["P7 a tournament's nine counts"])
    ours = seconds(lambda: count_exactly(problem, problem.conditions, COUNT_BUDGET))
    capped = seconds(
        lambda: count_by_states(problem, problem.conditions, LONG_BUDGET, most_lanes=1), rounds=1
    )
    print(f"P7: a count is {capped / ours:.0f} times faster than with capped counters (bar 20)")


def print_rates() -> None:
    print("kingdoms per second and core, once prepared (draw alone, no plan)")
    one_box = tuple(card for card in all_cards() if min(card.families) == "dominion")
    for name, pool, wishes in (
        ("one box", one_box, Wishes()),
        ("all boxes", all_cards(), Wishes()),
        ("all boxes, six wishes", all_cards(), SIX_WISHES),
    ):
        problem = state_constraints(pool, wishes)
        prepared = prepare_constraints(problem)
        took = draw_time(prepared, 1500)
        build = seconds(lambda p=pool, w=wishes: prepare_constraints(state_constraints(p, w)))
        counted = seconds(lambda p=problem: count_constraints(p))
        random = Random(1)
        plain = seconds(lambda p=pool, r=random: r.sample(p, 10), times=300)
        print(
            f"  {name:24}{1 / took:10,.0f}/s   prepare {1000 * build:6.2f} ms   exact count"
            f" {1000 * counted:6.2f} ms   draw = {took / plain:.1f} x random.sample"
        )
    growth = []
    for size in (25, 100, 200, 498):
        prepared = prepare_constraints(state_constraints(shelf(size), SIX_WISHES))
        growth.append((size, draw_time(prepared, 800)))
    first = growth[0][1]
    print("  growth with six wishes:", ", ".join(f"{s} piles {t / first:.2f} x" for s, t in growth))


GROWING = (
    ("dominion-1e",),
    ("dominion-1e", "seaside-2e", "prosperity-2e", "hinterlands-2e"),
    ("dominion-1e", "seaside-2e", "prosperity-2e", "hinterlands-2e", "dark-ages", "plunder",
     "menagerie"),
)  # fmt: skip
"""Shelves of about 25, 100 and 200 piles; all boxes come after them."""


def shelf_of(*boxes: str) -> Collection:
    """A shelf of these boxes and the basic cards; all boxes if none is named."""
    catalog = load_catalog()
    return gather(catalog, ("base-cards", *boxes) if boxes else tuple(catalog.boxes))


def whole_times(asked: DrawRequest, times: int) -> tuple[float, float, float]:
    """CPU seconds of a whole kingdom with its plan, of the kingdom alone, of the plan alone."""
    seeds = map(str, numbers())
    draw_kingdom(asked, "warm")

    def whole() -> object:
        kingdom = draw_kingdom(asked, next(seeds)).kingdom
        assert kingdom is not None
        return plan_setup(settle(kingdom, asked.players, asked.shelf))

    some = [draw_kingdom(asked, f"plan {number}").kingdom for number in range(unless_quick(100, 3))]
    plans = seconds(
        lambda: [plan_setup(settle(k, asked.players, asked.shelf)) for k in some if k], rounds=2
    )
    drawn = seconds(lambda: draw_kingdom(asked, next(seeds)), times=times, rounds=2)
    return seconds(whole, times=times, rounds=2), drawn, plans / len(some)


def print_whole_kingdoms() -> None:
    """Kingdoms as a player gets them: ten, landscapes, extras, draws, and the whole plan."""
    print("\nwhole kingdoms with full plan per second and core, once prepared")
    random = Random(1)
    everything = shelf_of()
    for name, shelf_, wishes in (
        ("one box", shelf_of("dominion-2e"), Wishes()),
        ("all boxes", everything, Wishes()),
        ("all boxes, six wishes", everything, SIX_WISHES),
    ):
        asked = DrawRequest(shelf_, 4, wishes)
        whole, drawn, planned = whole_times(asked, 500)
        pool, ruled = shelf_.cards, with_rules(shelf_, wishes)
        build = seconds(lambda p=pool, w=ruled: prepare(p, w))
        counted = seconds(lambda p=pool, w=ruled: count(p, w))
        plain = seconds(lambda p=pool: random.sample(p, 10), times=300)
        kingdom = draw_kingdom(asked, "swap").kingdom
        assert kingdom is not None
        swaps = map(str, numbers())
        out = kingdom.piles[0]
        assert isinstance(out, Card)
        swap = seconds(
            lambda a=asked, k=kingdom, o=out, s=swaps: swap_pile(a, k, o, next(s)), times=50
        )
        print(
            f"  {name:24}{1 / whole:8,.0f}/s   build {1000 * build:5.2f} ms   count"
            f" {1000 * counted:5.2f} ms   draw {1000 * drawn:.3f} ms   plan {1000 * planned:.3f} ms"
            f"   swap {1000 * swap:.2f} ms   whole = {whole / plain:.0f} x random.sample"
        )
    print("    (bar: 1,000/s with six wishes on all boxes, aim 3,000)")
    growth = []
    for boxes in (*GROWING, ()):
        shelf_ = shelf_of(*boxes)
        plain = seconds(lambda p=shelf_.cards: random.sample(p, 10), times=300)
        growth.append(
            (len(shelf_.cards), whole_times(DrawRequest(shelf_, 4, SIX_WISHES), 300)[0], plain)
        )
    first, base = growth[0][1:]
    print(
        "  growth with six wishes and plan:",
        ", ".join(f"{size} piles {took / first:.2f} x" for size, took, _ in growth),
    )
    print(
        "  growth of plain random.sample:  ",
        ", ".join(f"{size} piles {took / base:.2f} x" for size, _, took in growth),
    )


def quantiles(values: list[float]) -> str:
    ordered = sorted(values)
    picks = [ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.85, 0.99, 1)]
    return " / ".join(f"{1000 * value:.2f}" for value in picks)


def print_random_sets(heavy: bool, how_many: int) -> None:
    counts, prepares, draws, conflicts, swaps = [], [], [], [], []
    exact = soon = drawn = refuted = 0
    for number in range(how_many):
        pool, wishes = realistic_wishes(Random(5000 + number), heavy)
        problem = state_constraints(pool, wishes)
        start = time.process_time()
        known = count(pool, wishes).exact is not None
        counts.append(time.process_time() - start)
        exact += known
        soon += known and counts[-1] < 0.05
        start = time.process_time()
        prepared = prepare_constraints(problem)
        prepares.append(time.process_time() - start)
        if prepared.answer is Answer.POSSIBLE:
            drawn += 1
            draws.append(draw_time(prepared, 15))
            kingdom = prepared.draw(Chance("swap"))
            start = time.process_time()
            reroll_one(kingdom, kingdom[0], pool, wishes, Chance("swap"))
            swaps.append(time.process_time() - start)
        elif prepared.answer is Answer.IMPOSSIBLE:
            refuted += 1
            start = time.process_time()
            find_conflict(pool, wishes)
            conflicts.append(time.process_time() - start)
    random, cards = Random(1), all_cards()
    plain = seconds(lambda: random.sample(cards, 10), times=300)
    print(f"\n{how_many} random {'heavy' if heavy else 'ordinary'} wish sets (ms: 50/85/99 %/max)")
    print(f"  drawn {drawn}, refuted {refuted}, undecided {how_many - drawn - refuted}")
    print(
        f"  count, exact or estimated, {quantiles(counts)}; {100 * exact / how_many:.1f} % exact,"
    )
    print(f"    {100 * soon / how_many:.1f} % exact and under 50 ms (bar for ordinary sets: 85)")
    print(f"  prepare {quantiles(prepares)}")
    median = sorted(draws)[len(draws) // 2]
    print(f"  draw {quantiles(draws)}; median {median / plain:.1f} x random.sample")
    print(f"  re-roll of one pile {quantiles(swaps)}")
    if conflicts:
        print(f"  conflict with its ways out {quantiles(conflicts)}")


def print_stream() -> None:
    chance, random = Chance("bench"), Random(1)
    ours = seconds(lambda: chance.below(7 * 10**20), times=5000)
    theirs = seconds(lambda: random.randrange(7 * 10**20), times=5000)
    print(f"\na number of the hash stream: {ours / theirs:.1f} x random.randrange (bar 5)")


def compare() -> None:
    """Whole kingdoms of this tree, of BASE and of PEER, if these are given."""
    results = Results("draw")
    for job in (WHOLE, WISHED):
        per_second = rates(job, *unless_quick((20, 300), (1, 3)))
        ours = per_second.pop("this tree")
        results.add(f"{job} a second", ours, "/s")
        for who, theirs in per_second.items():
            aim = 6 if who == "PEER" else None
            results.add(f"  against {who}", ours / theirs, "×", at_least=aim)
    results.save()


def main() -> None:
    compare()
    print_rates()
    print_whole_kingdoms()
    print_profiles()
    print_gains()
    print_random_sets(heavy=False, how_many=unless_quick(300, 6))
    print_random_sets(heavy=True, how_many=unless_quick(100, 6))
    print_stream()


if __name__ == "__main__":
    main()
