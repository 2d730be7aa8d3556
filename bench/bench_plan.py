"""Loading and planning: how long they take, beside rendering the page, all in one run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from app import create_app
from bench.quick import unless_quick
from bench.results import Results
from bench.side_by_side import PLANS, rates
from setup_rules.catalog import DATA, Catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Kingdom
from setup_rules.rule_index import rules_of
from web.links.kingdom_link import link_for

DECK_SIZES = (15, 50, 100, 200, 400)


def timed(what: Callable[[], object], runs: int) -> float:
    """The median time of some runs, in milliseconds."""
    times = []
    for _ in range(unless_quick(runs, 1)):
        start = time.process_time()
        what()
        times.append(time.process_time() - start)
    return 1000 * median(times)


def load() -> Catalog:
    """All facts but the names of other languages."""
    catalog = Catalog(DATA)
    assert catalog.published
    return catalog


def report_loading() -> Catalog:
    """Loading, aim: under 200 ms for all facts."""
    facts = timed(load, 7)
    catalog = load()
    unread = [Catalog(DATA) for _ in range(3)]
    languages = timed(lambda: unread.pop().local_names, 3)
    index = timed(lambda: rules_of.__wrapped__(catalog), 5)
    print(f"load all facts            {facts:8.1f} ms   (aim: under 200)")
    print(f"  names of 7 languages    {languages:8.1f} ms   more, when first wanted")
    print(f"  index of the rules      {index:8.1f} ms   more, once")
    return catalog


def kingdom_of(catalog: Catalog, id_: str) -> Kingdom:
    """A published kingdom as it is printed."""
    printed = catalog.published[id_]
    return Kingdom(
        printed.cards,
        printed.landscapes,
        (),
        printed.drawn,
        printed.boons,
        printed.traits,
        printed.platinum_colony,
        printed.shelters,
    )


def report_planning(catalog: Catalog) -> None:
    """Planning against rendering, aim: a tenth; the same kingdoms in both."""
    shelf = gather(catalog, tuple(catalog.boxes))
    everything = [kingdom_of(catalog, id_) for id_ in catalog.published]
    some = everything[:: unless_quick(12, 120)]
    everywhere = timed(lambda: [plan_setup(settle(k, 4, shelf)) for k in everything], 3)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE": str(Path(folder) / "bench.db")})
        client = app.test_client()
        urls = [link_for(kingdom, 4, tuple(catalog.boxes), None) for kingdom in some]
        for url in urls:
            assert client.get(url).status_code == 200
        page = timed(lambda: [client.get(url) for url in urls], 5) / len(urls)
        plan = timed(lambda: [plan_setup(settle(k, 4, shelf)) for k in some], 5) / len(some)
    print(
        f"plan a kingdom            {everywhere / len(everything):8.3f} ms   (all published, mean)"
    )
    print(f"of {len(some)} of them: plan      {plan:8.3f} ms")
    print(f"  page, plan included     {page:8.3f} ms")
    print(f"  plan / rendering        {plan / (page - plan):8.3f}      (required < 1, aim 0.1)")


def report_decks(catalog: Catalog) -> None:
    """Growth with the Black Market deck: at most linear."""
    shelf = gather(catalog, tuple(catalog.boxes))
    ten = (*catalog.published["first-game"].cards[:9], catalog.cards["black-market"])
    others = [c for c in catalog.cards.values() if c not in ten and not c.contains]
    times = {}
    for size in DECK_SIZES:
        kingdom = Kingdom(ten, deck=tuple(others[-size:]), platinum_colony=False, shelters=False)
        times[size] = timed(lambda k=kingdom: plan_setup(settle(k, 4, shelf)), 15)  # type: ignore[misc]
    print("Black Market deck of      " + "".join(f"{size:>9}" for size in DECK_SIZES))
    print("  plan, ms                " + "".join(f"{times[size]:9.2f}" for size in DECK_SIZES))
    print(
        "  per card of the deck    "
        + "".join(f"{1000 * times[size] / size:9.1f}" for size in DECK_SIZES)
        + "  µs (linear growth: never rises)"
    )


def compare() -> None:
    """Plans of the published kingdoms by this tree, and by BASE if it is given."""
    results = Results("plan")
    per_second = rates(PLANS, *unless_quick((20, 300), (1, 3)))
    ours = per_second.pop("this tree")
    results.add("plans a second", ours, "/s")
    for who, theirs in per_second.items():
        results.add(f"  against {who}", ours / theirs, "×")
    results.save()


if __name__ == "__main__":
    compare()
    facts = report_loading()
    report_planning(facts)
    report_decks(facts)
