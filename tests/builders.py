"""Short ways to say what a test is about: a kingdom of a few telling cards, and its plan."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache

import pytest

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Game, Kingdom
from setup_rules.names import names_of
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem
from setup_rules.rule_index import rules_of
from setup_rules.rules import RULEBOOKS
from setup_rules.slots import candidates

CATALOG = load_catalog()
ALL_BOXES = tuple(CATALOG.boxes)
DULL = (
    *("Smithy", "Market", "Laboratory", "Festival", "Mine", "Remodel", "Library"),
    *("Council Room", "Militia", "Moneylender", "Throne Room", "Bureaucrat"),
)
"""Cards of Dominion that cost $4 or more, bring nothing to set out and are no Victory cards."""


DARK_AGES = (
    *("Altar", "Armory", "Catacombs", "Count", "Counterfeit", "Fortress", "Graverobber"),
    *("Ironmonger", "Junk Dealer", "Mystic"),
)
"""Ten cards of Dark Ages that set nothing out."""
VICTORY_PILES = (
    *("Gardens", "Duke", "Great Hall", "Harem", "Nobles", "Mill", "Island", "Vineyard"),
    *("Fairgrounds", "Farmland", "Silk Road", "Tunnel", "Feodum", "Distant Lands", "Cemetery"),
    "Marchland",
)
"""The Kingdom piles with Victory on the randomizer, Castles aside."""

every_count = pytest.mark.parametrize("players", range(2, 8))
up_to_six = pytest.mark.parametrize("players", range(2, 7))


def yes(*ids: str) -> pytest.MarkDecorator:
    """Marks a test that shows a rule (by its id in the rule list) at work."""
    return pytest.mark.rule(*ids, holds=True)


def no(*ids: str) -> pytest.MarkDecorator:
    """Marks a test that shows where a rule does not apply."""
    return pytest.mark.rule(*ids, holds=False)


def thing(name: str) -> Thing:
    """A card or landscape by name; `Ruins` is one of them."""
    if name == "Ruins":
        return CATALOG.groups["Ruins"][0]
    return names_of(CATALOG).find(name)


def card(name: str) -> Card:
    """A Kingdom pile by name."""
    pile = thing(name)
    assert isinstance(pile, Card)
    return pile


def landscape(name: str) -> Landscape:
    """A landscape by name."""
    named = names_of(CATALOG).find(name, (Landscape,))
    assert isinstance(named, Landscape)
    return named


def ten_with(*names: str) -> tuple[str, ...]:
    """These names, filled up to ten with dull ones."""
    dull = (name for name in DULL if name not in names)
    return (*names, *(next(dull) for _ in range(10 - len(names))))


def game_for(
    *names: str,
    players: int = 2,
    boxes: Iterable[str] = ALL_BOXES,
    fill: bool = True,
    landscapes: Iterable[str] = (),
    deck: Iterable[str] = (),
    boons: Iterable[str] = (),
    traits: Mapping[str, str] | None = None,
    platinum_colony: bool | None = False,
    shelters: bool | None = False,
    basic_sets: int | None = None,
    **drawn: str,
) -> Game:
    """A game with these cards, filled up to ten with dull ones; both draws decided as no."""
    kingdom = Kingdom(
        piles=tuple(thing(name) for name in (ten_with(*names) if fill else names)),
        landscapes=tuple(landscape(name) for name in landscapes),
        deck=tuple(thing(name) for name in deck),
        drawn={slot: thing(name) for slot, name in drawn.items()},
        boons=tuple(boon for name in boons if isinstance(boon := thing(name), OtherCard)),
        traits={landscape(name).id: thing(pile) for name, pile in (traits or {}).items()},
        platinum_colony=platinum_colony,
        shelters=shelters,
    )
    return settle(kingdom, players, gather(CATALOG, tuple(boxes)), basic_sets)


def plan_for(*names: str, **how: object) -> SetupPlan:
    """The plan of such a game."""
    return plan_setup(game_for(*names, **how))  # type: ignore[arg-type]


def pool(slot: str, *names: str, **how: object) -> set[str]:
    """The names of those that may fill a slot in such a game."""
    draw = next(draw for draw in rules_of(CATALOG).draws if draw.key == slot)
    return {pile.name for pile in candidates(game_for(*names, **how), draw)}  # type: ignore[arg-type]


def chance_of(draw: str, variant: str, *names: str, **how: object) -> Fraction | None:
    """The chance that one of the published ways gives to a draw."""
    ways = (way for book in RULEBOOKS for way in book.variants)
    way = next(way for way in ways if (way.draw, way.id) == (draw, variant))
    return way.chance(game_for(*names, **how))  # type: ignore[arg-type]


def supply(plan: SetupPlan) -> dict[str, int]:
    """Cards at the start, by Supply pile."""
    return {pile.name: pile.count for pile in plan.supply}


def beside(plan: SetupPlan) -> dict[str, int]:
    """Cards beside the Supply, by pile."""
    return {pile.name: pile.count for pile in plan.beside}


def aside(plan: SetupPlan) -> dict[str, str]:
    """The card set aside, by what it is for."""
    return {pile.name: pile.card for pile in plan.aside}


def fetched(plan: SetupPlan) -> dict[str, dict[str, int]]:
    """The fetch list: counts by thing, by box."""
    return {box.box: {item.what: item.count for item in box.items} for box in plan.fetch}


def codes(plan: SetupPlan) -> dict[str, str]:
    """The severity of each Problem found, by code (the worst one of each)."""
    return {
        problem.code: problem.severity.value
        for problem in sorted(plan.problems, key=lambda p: -p.severity.rank)
    }


def problem(plan: SetupPlan, code: str) -> Problem:
    """The first Problem with this code."""
    return next(it for it in plan.problems if it.code == code)


EVERYTHING = (
    *(card.name for card in CATALOG.cards.values()),
    *(landscape.name for landscape in CATALOG.landscapes.values()),
)
"""Every Kingdom pile and every landscape there is."""


def roles_for(name: str) -> tuple[str, ...]:
    """The ways a card may come into use: those that its cost and types allow.

    A mixed pile is left out where one copy only is in use: there the single card counts.
    """
    if name in {landscape.name for landscape in CATALOG.landscapes.values()}:
        return ("landscape",)
    pile = card(name)
    action = "Action" in pile.types and "Duration" not in pile.types
    fits = {
        "ten": True,
        "bane": pile.cost.is_exactly(2, 3),
        "army": "Attack" in pile.types,
        "ferryman": pile.cost.is_exactly(3, 4),
        "mouse": action and pile.cost.is_exactly(2, 3) and not pile.is_mixed,
        "riverboat": action and pile.cost.is_exactly(5) and not pile.is_mixed,
        "deck": not pile.is_mixed,
    }
    return tuple(role for role, allowed in fits.items() if allowed)


def in_every_role(*names: str) -> list[object]:
    """Each name with each of its roles, to be the parameters `name` and `role` of a test."""
    return [
        pytest.param(name, role, id=f"{name} as {role}")
        for name in names
        for role in roles_for(name)
    ]


def plan_using(name: str, role: str, *others: str, **how: object) -> SetupPlan:
    """The plan of a kingdom in which a card or landscape has this role, and others are dull.

    What gives it the role (Young Witch for the Bane, Tea House for a Prophecy …) is there too.
    """
    landscapes = tuple(how.pop("landscapes", ()))  # type: ignore[arg-type]
    if role == "landscape":
        kind = landscape(name).kind
        if kind == "ally":
            return plan_for("Bauble", *others, ally=name, landscapes=landscapes, **how)
        if kind == "prophecy":
            return plan_for("Tea House", *others, prophecy=name, landscapes=landscapes, **how)
        return plan_for(*others, landscapes=(name, *landscapes), **how)
    if role == "ten":
        return plan_for(name, *others, landscapes=landscapes, **how)
    if role == "deck":
        deck = (name, *how.pop("deck", ()))  # type: ignore[misc]
        return plan_for("Black Market", *others, deck=deck, landscapes=landscapes, **how)
    if role == "army":
        how["prophecy"] = "Approaching Army"
    if role == "mouse":
        landscapes = ("Way of the Mouse", *landscapes)
    asks = {
        "bane": ("Young Witch",),
        "army": ("Tea House",),
        "ferryman": ("Ferryman",),
        "mouse": (),
        "riverboat": ("Riverboat",),
    }[role]
    return plan_for(*asks, *others, landscapes=landscapes, **{role: name}, **how)


@cache
def alone(name: str) -> SetupPlan:
    """The plan of a card or landscape with nothing else but what an Ally or Prophecy needs."""
    return plan_using(name, roles_for(name)[0], fill=False)


def all_that(test: Callable[[SetupPlan], bool]) -> set[str]:
    """Every pile and landscape there is whose plan passes the test for its own sake."""
    return {
        name
        for name in EVERYTHING
        if test(alone(name)) and not (name in _DEALT_WITH and test(alone(_DEALT_WITH[name])))
    }


_DEALT_WITH = {
    landscape.name: {"ally": "Bauble", "prophecy": "Tea House"}[landscape.kind]
    for landscape in CATALOG.landscapes.values()
    if landscape.kind in ("ally", "prophecy")
}


def expect(
    plan: SetupPlan, code: str, severity: str, *about: str, fix: str | tuple[str, ...]
) -> Problem:
    """The one Problem with this code: how bad it is, which cards it is about, what helps."""
    problems = [it for it in plan.problems if it.code == code]
    assert len(problems) == 1, f"{code} is told {len(problems)} times among {codes(plan)}"
    (it,) = problems
    assert it.severity.value == severity
    assert sorted(it.cards) == sorted(about)
    assert len(it.message.split()) > 4, "a message says what is wrong and why"
    assert it.message.endswith(".")
    assert it.fix.endswith(".")
    for remedy in (fix,) if isinstance(fix, str) else fix:
        assert remedy in it.fix
    return it


def set_out(plan: SetupPlan) -> Counter[str]:
    """All that a plan sets out or hands out, tokens aside, by its name in the boxes."""
    total: Counter[str] = Counter()
    inherited = {}
    for pile in plan.supply:
        total[pile.name] += pile.count
        if pile.card and plan.traits.get(pile.name) == "Inherited":
            inherited = dict.fromkeys((part.name for part in pile.card.contains), pile.name)
    for name, count in plan.starting_deck.items():
        total[inherited.get(name, name)] += count * plan.players
    for other in (*plan.beside, *plan.aside):
        for name, count in other.takes or ((other.name, other.count),):
            total[name] += count
    total.update(plan.trash)
    total.update(landscape.name for landscape in plan.landscapes)
    for mat in plan.player_mats:
        total[f"{mat} mat"] += plan.players
    for mat in plan.shared_mats:
        total[f"{mat} mat"] += 1
    return total
