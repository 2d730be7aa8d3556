"""Checks that hold for every kingdom: players, ten different piles, what is owned, the draws."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.cards import MAIN_LANDSCAPES, Landscape, OtherCard, Thing
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, Game, is_kingdom_card, pile_id
from setup_rules.names import listed
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, advice, error, warning
from setup_rules.rulebook import Rulebook, landscapes_of

book = Rulebook("")


@book.check("check-player-count", "check-end-undefined", "check-five-plus")
def players_are_possible(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Dominion is for 2 to 6 players; seven exist only as a footnote."""
    asked = game.asked_players
    if not FEWEST_PLAYERS <= asked <= MOST_PLAYERS:
        yield error(
            "check-player-count",
            f"Dominion is for 2 to 6 players, not for {asked}.",
            f"Choose 2 to 6 players; the plan shown is for {game.players}."
            if asked < FEWEST_PLAYERS
            else "Make two tables; the plan shown is for 7.",
        )
    elif asked == MOST_PLAYERS:
        yield warning(
            "check-player-count",
            "Seven players exist only as a footnote to the rules; mats and tokens are for six.",
            "Make two tables, or play with two basic sets, 21 Provinces and all 60 Curses.",
        )
        yield warning(
            "check-end-undefined",
            "No rulebook says when a game of seven ends; the plan assumes four empty piles.",
            "Agree on it before the game.",
        )
    elif asked > 4:
        yield advice(
            "check-five-plus",
            f"{asked} players at one table make long waits; two tables are recommended.",
            "Leave it, or make two tables.",
        )


@book.check("check-kingdom-size", "check-duplicate-pile")
def ten_different_piles(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A kingdom has exactly ten different Kingdom piles, each named once."""
    if len(game.ten) == 10 and game.ten == game.kingdom.piles:
        return
    doubled = False
    by_pile: dict[str, list[Thing]] = {}
    strangers = []
    for thing in game.kingdom.piles:
        if is_kingdom_card(thing):
            by_pile.setdefault(pile_id(thing), []).append(thing)
        else:
            strangers.append(thing)
    piles = {card.id: card for card in game.ten}
    for pile, things in by_pile.items():
        names = list(dict.fromkeys(thing.name for thing in things))
        for thing in dict.fromkeys(things):
            if isinstance(thing, OtherCard) and piles[pile].pile != "halves":
                doubled = True
                yield error(
                    "check-duplicate-pile",
                    f"{thing.name} is no pile of its own but one of the {piles[pile].name}.",
                    f"Name {piles[pile].name} once for the whole pile."
                    if len(things) == 1
                    else f"Take {thing.name} out; {piles[pile].name} are named already.",
                    thing.name,
                    piles[pile].name,
                )
        if len(things) > 1:
            doubled = True
            said = f"{names[0]} is named {len(things)} times" if len(names) == 1 else listed(names)
            yield error(
                "check-duplicate-pile",
                f"{said}, and that is one pile, in whatever edition."
                if len(names) == 1
                else f"{said} are one pile, {piles[pile].name}.",
                "Keep one and choose another pile for the rest.",
                *names,
            )
    ten, listed_piles = len(game.ten), len(game.kingdom.piles)
    for thing in strangers:
        away = (
            f"Name {thing.name} among the landscapes"
            if isinstance(thing, Landscape)
            else f"Take {thing.name} out of the ten"
        )
        yield error(
            "check-kingdom-size",
            f"{thing.name} is no Kingdom pile.",
            away + (" and put a Kingdom pile in its place." if ten < 10 else "."),
            thing.name,
        )
    if ten != 10 and ten + len(strangers) != 10 and not (doubled and listed_piles == 10):
        yield error(
            "check-kingdom-size",
            f"A kingdom has ten different piles, and {ten or 'none'} "
            f"{'is' if ten == 1 else 'are'} named.",
            f"Add {10 - ten} more." if ten < 10 else f"Take out {ten - 10}.",
        )


@book.check("check-not-owned")
def everything_is_owned(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Every card, landscape and extra lies in a box on the shelf."""
    owns = game.collection.owns
    missing = dict.fromkeys([use.thing for use in game.uses if not owns(use.thing)])
    titles = game.collection.catalog.boxes
    for thing in missing:
        holders = [titles[box].title for box in thing.boxes]
        yield error(
            "check-not-owned",
            f"{thing.name} is in no box on the shelf.",
            f"Add {listed(holders, 'or')}, or choose something else.",
            thing.name,
        )


@book.check("check-same-draw-card", source="Annotated rules 2013, section 1")
def draws_have_different_cards(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """One card never decides both draws."""
    first = game.kingdom.drawn.get("platinum_colony_card")
    second = game.kingdom.drawn.get("shelters_card")
    if first and second and pile_id(first) == pile_id(second):
        yield error(
            "check-same-draw-card",
            f"{first.name} decided both Platinum & Colony and Shelters.",
            "Turn up another card for the Shelters.",
            first.name,
        )


@book.check("check-choice-open")
def draws_are_made(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A mixed kingdom needs the Platinum/Colony and Shelter draws to be made."""
    stock, players = game.collection.stock, game.players
    asks = (
        (
            game.kingdom.platinum_colony,
            plan.odds.platinum_colony,
            bool(stock.get("Platinum") and stock.get("Colony")),
            "Platinum and Colony",
            "prosperity",
        ),
        (
            game.kingdom.shelters,
            plan.odds.shelters,
            stock.get("Hovel", 0) >= players,
            "Shelters",
            "dark-ages",
        ),
    )
    for choice, odds, there, what, family in asks:
        if choice is None and there and 0 < odds < 1:
            yield warning(
                "check-choice-open",
                f"It is not decided whether {what} are used; the plan assumes not.",
                f"Turn up a random Kingdom card: the chance is {odds}. Or agree on it.",
                *[card.name for card in game.supply_cards if family in card.families],
            )


@book.check("check-landscape-count", "check-way-count", "check-project-cubes")
def few_landscapes(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """At most two landscapes, at most one Way; two cubes serve two Projects."""
    if len(game.landscapes) < 2:
        return
    names = [landscape.name for landscape in landscapes_of(game, *MAIN_LANDSCAPES)]
    if len(names) > 2:
        yield advice(
            "check-landscape-count",
            f"{len(names)} landscapes: {listed(names)}. At most two are recommended.",
            "Leave it, or take some out.",
            *names,
        )
    ways = [landscape.name for landscape in landscapes_of(game, "way")]
    if len(ways) > 1:
        yield advice(
            "check-way-count",
            f"{listed(ways)}: at most one Way is recommended.",
            "Leave it, or keep one.",
            *ways,
        )
    projects = [landscape.name for landscape in landscapes_of(game, "project")]
    if len(projects) > 2:
        yield warning(
            "check-project-cubes",
            f"{len(projects)} Projects, and each player has two cubes: nobody can join them all.",
            "Leave it, or keep two Projects.",
            *projects,
        )
