"""plan_setup() and find_problems(): the whole setup of a game, and everything wrong with it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from setup_rules.assembly import Assembly
from setup_rules.cascade import settle
from setup_rules.collection import gather
from setup_rules.fetch import fetch_list
from setup_rules.kingdom import Game
from setup_rules.names import names_of
from setup_rules.plan import DrawOdds, SetupPlan
from setup_rules.problems import Problem
from setup_rules.rule_index import rules_of
from setup_rules.rules import BASIC_GAME, DECISIONS
from setup_rules.slots import named_piles, slot_problems

__all__ = ["draw_odds", "find_problems", "gather", "names_of", "plan_setup", "settle"]


def plan_setup(game: Game) -> SetupPlan:
    """The whole setup of a game, every Problem included."""
    assembly = Assembly(game)
    plan = SetupPlan(
        players=game.players,
        problems=(),
        supply=tuple(assembly.supply),
        beside=tuple(assembly.beside.values()),
        aside=tuple(assembly.aside),
        trash=assembly.trash,
        basics=assembly.basics,
        starting_deck=dict(assembly.basics.starting_deck),
        player_mats=tuple(assembly.player_mats),
        shared_mats=tuple(assembly.shared_mats),
        player_tokens=assembly.player_tokens,
        pile_tokens=assembly.pile_tokens,
        landscape_tokens=assembly.landscape_tokens,
        token_reserves=tuple(assembly.reserves),
        reserved_for=assembly.reserved_for,
        landscapes=game.landscapes,
        traits=assembly.traits,
        named_piles=named_piles(game),
        ends_when_empty=("Province", "Colony") if game.platinum_colony else ("Province",),
        empty_piles=BASIC_GAME.empty_piles(game.players),
        odds=draw_odds(game),
        because=dict(sorted(assembly.because.items())),
        reminders=tuple(assembly.reminders),
        fetch=(),
    )
    plan.problems = find_problems(game, plan)
    plan.fetch = fetch_list(game, plan)
    return plan


def find_problems(game: Game, plan: SetupPlan) -> tuple[Problem, ...]:
    """Everything wrong with a game, worst first; never only the first thing found."""
    rules = rules_of(game.collection.catalog)
    places = {problem: len(rules.places) for problem in slot_problems(game)}
    for check in rules.checks_of(game):
        for problem in check.find(game, plan):
            places[problem] = rules.places[check]
    return tuple(sorted(places, key=lambda p: (p.severity.rank, places[p], p.message)))


def draw_odds(game: Game) -> DrawOdds:
    """Exact chances of Platinum/Colony and of Shelters by the random-card method."""
    (colonies, among), (shelters, _) = [decision.deciding(game) for decision in DECISIONS]
    return _odds_by_number(colonies, shelters, among)


@lru_cache(maxsize=1024)
def _odds_by_number(colonies: int, shelters: int, among: int) -> DrawOdds:
    """The odds when so many cards of so many decide for Platinum/Colony and for Shelters."""
    one, other = (Fraction(cards, among or 1) for cards in (colonies, shelters))
    both = one * other
    if both and one != 1 and other != 1:
        both *= Fraction(among, among - 1)
    return DrawOdds(one, other, both, 1 - one - other + both)
