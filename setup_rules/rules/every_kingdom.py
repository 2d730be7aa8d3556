"""Checks that hold for every kingdom: players, ten different piles, what is owned, the draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import filterfalse

from setup_rules.cards import MAIN_LANDSCAPES, Landscape, OtherCard, Thing
from setup_rules.collection import Collection
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, Game, is_kingdom_card, pile_id
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, advice, error, warning
from setup_rules.rulebook import ASKED_BY, Choice, Rulebook, SlotDraw, landscapes_of
from setup_rules.rules.dark_ages import SHELTER_DRAW
from setup_rules.rules.prosperity_2e import COLONIES
from setup_rules.sentences import listed, listed_briefly, say, say_number

book = Rulebook("")


@book.check("check-player-count", "check-end-undefined", "check-five-plus", first=True)
def players_are_possible(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Dominion is for 2 to 6 players; 7 are only in a footnote."""
    asked = game.asked_players
    if not FEWEST_PLAYERS <= asked <= MOST_PLAYERS:
        yield error(
            "check-player-count",
            say("Dominion is for 2 to 6 players, not {number}.", number=asked),
            say("Choose 2 to 6 players; this setup is for {number}.", number=game.players)
            if asked < FEWEST_PLAYERS
            else say("Split into 2 tables; this setup is for {number}.", number=MOST_PLAYERS),
        )
    elif asked == MOST_PLAYERS:
        yield warning(
            "check-player-count",
            say(
                "The rules mention 7 players only in a footnote, "
                "and the mats and tokens are for up to 6."
            ),
            say(
                "Split into 2 tables, or play with 2 sets of basic cards, 21 Provinces and all "
                "60 Curses."
            ),
        )
        yield warning(
            "check-end-undefined",
            say("No rulebook says when a 7-player game ends; this setup assumes 4 empty piles."),
            say("Agree on it before you start."),
        )
    elif asked > 4:
        yield advice(
            "check-five-plus",
            say_number(
                "{number} player at one table means long waits; 2 tables are recommended.",
                "{number} players at one table means long waits; 2 tables are recommended.",
                asked,
            ),
            say("Leave it as is, or split into 2 tables."),
        )


@book.check("check-kingdom-size", "check-duplicate-pile")
def ten_different_piles(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A kingdom has exactly 10 different Kingdom piles, each chosen once."""
    if len(game.ten) == 10 and game.ten == game.kingdom.piles:
        return
    by_pile: dict[str, list[Thing]] = {}
    strangers = []
    for thing in game.kingdom.piles:
        if is_kingdom_card(thing):
            by_pile.setdefault(pile_id(thing), []).append(thing)
        else:
            strangers.append(thing)
    doubled = [*_named_twice(game, by_pile)]
    yield from doubled
    ten, listed_piles = len(game.ten), len(game.kingdom.piles)
    for thing in strangers:
        yield error(
            "check-kingdom-size",
            say("{name} isn’t a Kingdom pile.", name=thing.name),
            _away(thing, open_place=ten < 10),
            thing.name,
        )
    if ten != 10 and ten + len(strangers) != 10 and not (doubled and listed_piles == 10):
        yield error(
            "check-kingdom-size",
            say_number(
                "A kingdom has 10 different piles, but you’ve chosen {number}.",
                "A kingdom has 10 different piles, but you’ve chosen {number}.",
                ten,
            )
            if ten
            else say("A kingdom has 10 different piles, but you haven’t chosen any."),
            say("Add {number} more.", number=10 - ten)
            if ten < 10
            else say("Take out {number}.", number=ten - 10),
        )


def _named_twice(game: Game, by_pile: Mapping[str, Sequence[Thing]]) -> Iterator[Problem]:
    """Piles that are named more than once, or by one of their cards."""
    piles = {card.id: card for card in game.ten}
    for pile, things in by_pile.items():
        for thing in dict.fromkeys(things):
            if isinstance(thing, OtherCard) and piles[pile].pile != "halves":
                yield error(
                    "check-duplicate-pile",
                    say(
                        "{card} isn’t a pile of its own; it’s one of the {pile}.",
                        card=thing.name,
                        pile=piles[pile].name,
                    ),
                    say("Choose {pile} once; that’s the whole pile.", pile=piles[pile].name)
                    if len(things) == 1
                    else say(
                        "Take {card} out; {pile} are already chosen.",
                        card=thing.name,
                        pile=piles[pile].name,
                    ),
                    thing.name,
                    piles[pile].name,
                )
        if len(things) > 1:
            yield _one_pile(piles[pile].name, things)


def _one_pile(pile: str, things: Sequence[Thing]) -> Problem:
    """A pile that is named more than once, under one name or several."""
    names = list(dict.fromkeys(thing.name for thing in things))
    if len(names) == 1:
        message = say_number(
            "{pile} is chosen {number} time, but it’s the same pile in every edition.",
            "{pile} is chosen {number} times, but it’s the same pile in every edition.",
            len(things),
            pile=names[0],
        )
    else:
        message = say("{names} are the same pile, {pile}.", names=listed(names), pile=pile)
    return error(
        "check-duplicate-pile",
        message,
        say("Keep one and choose different piles for the rest."),
        *names,
    )


def _away(thing: Thing, *, open_place: bool) -> str:
    """What to do with a thing that is no pile."""
    if isinstance(thing, Landscape):
        if open_place:
            return say(
                "Move {name} to the landscapes and put a Kingdom pile in its place.",
                name=thing.name,
            )
        return say("Move {name} to the landscapes.", name=thing.name)
    if open_place:
        return say(
            "Take {name} out of the ten piles and put a Kingdom pile in its place.", name=thing.name
        )
    return say("Take {name} out of the ten piles.", name=thing.name)


@book.check(
    "check-not-owned",
    unless=lambda shelf, _players: len(shelf.boxes) == len(shelf.catalog.boxes),
)
def everything_is_owned(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Every card, landscape and extra is in a box on the shelf."""
    missing = dict.fromkeys(filterfalse(_things_on(game.collection).__contains__, game.things))
    titles = game.collection.catalog.boxes
    for thing in missing:
        holders = [titles[box].title for box in thing.boxes]
        yield error(
            "check-not-owned",
            say("{name} isn’t in your boxes.", name=thing.name),
            say("Choose something else, or add a box: {boxes}.", boxes=listed(holders, "or")),
            thing.name,
        )


@lru_cache(maxsize=64)
def _things_on(shelf: Collection) -> frozenset[Thing]:
    return frozenset(thing for box in shelf.boxes for thing in box.things)


@book.check("check-same-draw-card", source="Annotated rules 2013, section 1")
def draws_have_different_cards(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """One card never decides both draws."""
    drawn = game.kingdom.drawn
    first, second = drawn.get(COLONIES.card.key), drawn.get(SHELTER_DRAW.card.key)
    if first and second and pile_id(first) == pile_id(second):
        yield error(
            "check-same-draw-card",
            say("{card} can’t decide both Platinum & Colony and Shelters.", card=first.name),
            say("Turn over a different card for Shelters."),
            first.name,
        )


_NOT_DECIDED = (
    (
        COLONIES,
        say(
            "You haven’t decided yet whether to use Platinum and Colony, so this setup "
            "leaves them out."
        ),
    ),
    (
        SHELTER_DRAW,
        say("You haven’t decided yet whether to use Shelters, so this setup leaves them out."),
    ),
)


@book.check("check-choice-open")
def draws_are_made(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A mixed kingdom needs a decision on Platinum & Colony and on Shelters."""
    for decision, message in _NOT_DECIDED:
        choice = decision.key
        if getattr(game.kingdom, choice) is not None:
            continue
        odds = getattr(plan.odds, choice)
        if decision.owned(game.collection, game.players) and 0 < odds < 1:
            yield warning(
                "check-choice-open",
                message,
                say(
                    "Turn over a random Kingdom card to decide (chance they’re used: {chance}), "
                    "or agree among yourselves.",
                    chance=odds,
                ),
                *[card.name for card in game.supply_cards if decision.family in card.families],
                choice=choice,
            )


@book.check("check-choice-unused")
def choices_are_asked_for(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A choice that nothing in the kingdom needs isn’t used; a landscape is used once."""
    kingdom = game.kingdom
    choices = [key for key in kingdom.drawn if key not in game.slots and key in ASKED_BY]
    if choices or kingdom.boons or kingdom.deck:
        choices = [key for key in kingdom.choices if key not in game.slots and key in ASKED_BY]
        asked_for = {due.key for due in game.due if isinstance(due, (SlotDraw, Choice))}
        for key in choices:
            named = kingdom.choices[key]
            if key in asked_for or (isinstance(named[0], Landscape) and named[0].kind == key):
                continue  # an Ally or a Prophecy too many has a check of its own
            when = ASKED_BY[key]
            asks = listed([*when.names, *map(say, when.types)], "or")
            yield _unused(key, [thing.name for thing in named], asks)
    for trait, pile in kingdom.traits.items():
        if all(landscape.id != trait for landscape in game.landscapes):
            asks = game.collection.catalog.landscapes[trait].name
            yield _unused("traits", [pile.name], asks)
    if len(set(kingdom.landscapes)) < len(kingdom.landscapes):
        times = Counter(landscape.name for landscape in kingdom.landscapes)
        for name in [name for name, number in times.items() if number > 1]:
            yield advice(
                "check-choice-unused",
                say("{name} is chosen more than once, but it’s set out only once.", name=name),
                say("Leave it as is, or choose it once."),
                name,
            )


def _unused(choice: str, names: list[str], asks: str) -> Problem:
    """What was named for a card that is not there."""
    return advice(
        "check-choice-unused",
        say_number(
            "{cards} isn’t used: it was chosen for {asks}, which isn’t in this kingdom.",
            "{cards} aren’t used: they were chosen for {asks}, which isn’t in this kingdom.",
            len(names),
            cards=listed_briefly(names),
            asks=asks,
        ),
        say("Drop that choice, or add {asks}.", asks=asks),
        *names,
        choice=choice,
    )


@book.check("check-landscape-count", "check-way-count", "check-project-cubes")
def few_landscapes(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """At most 2 landscapes, at most 1 Way; 2 cubes are enough for 2 Projects."""
    if len(game.landscapes) < 2:
        return
    names = [landscape.name for landscape in landscapes_of(game, *MAIN_LANDSCAPES)]
    if len(names) > 2:
        yield advice(
            "check-landscape-count",
            say_number(
                "{number} landscape: {names}. At most 2 are recommended.",
                "{number} landscapes: {names}. At most 2 are recommended.",
                len(names),
                names=listed(names),
            ),
            say("Leave it as is, or take some out."),
            *names,
        )
    ways = [landscape.name for landscape in landscapes_of(game, "way")]
    if len(ways) > 1:
        yield advice(
            "check-way-count",
            say("{names}: at most 1 Way is recommended.", names=listed(ways)),
            say("Leave it as is, or keep one."),
            *ways,
        )
    projects = [landscape.name for landscape in landscapes_of(game, "project")]
    if len(projects) > 2:
        yield warning(
            "check-project-cubes",
            say_number(
                "{number} Project, but each player has only 2 cubes.",
                "{number} Projects, but each player has only 2 cubes: nobody can buy them all.",
                len(projects),
            ),
            say("Leave it as is, or keep 2 Projects."),
            *projects,
        )
