"""Rising Sun: the Prophecy with its Suns, Approaching Army, Riverboat."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.cards import Card, Landscape
from setup_rules.kingdom import Game
from setup_rules.plan import LandscapeTokens, PileNote, Reminder, SetOut, SetupPlan
from setup_rules.problems import Problem, error, warning
from setup_rules.rulebook import Rulebook, ScoreDoubt, Slot, Trigger, any_of_type, using
from setup_rules.rules.allies import named_of_kind
from setup_rules.rules.menagerie import set_aside
from setup_rules.rules.promo_black_market import DECK
from setup_rules.scoring.counts import COST
from setup_rules.sentences import NoteKind, listed, note, say, say_number

book = Rulebook("rising-sun")

_SOURCE = "Rising Sun rulebook 2024, p. 2–3"
_ADDED = note("added by {card}", NoteKind.ADDED, short=say("for {card}"), card="Approaching Army")
_WAITS = say("It does nothing until the last Sun is gone.")
SUNS = {2: 5, 3: 8, 4: 10, 5: 12, 6: 13, 7: 13}

book.states(
    "divine-wind",
    "Divine Wind changes nothing during setup. When its last Sun is gone, 10 unused piles replace "
    "all Kingdom piles: do their setup, but skip Heirlooms and don’t decide on Colonies or "
    "Shelters again.",
    source="Rising Sun rulebook 2024, p. 8",
)
book.states(
    "choose-ally-prophecy-free",
    "The Ally and the Prophecy come from their own decks and don’t count towards the 2 landscapes.",
    source="Allies rulebook 2021, p. 3; Rising Sun rulebook 2024, p. 2",
)
book.score_doubts += (
    ScoreDoubt(
        by="Enlightenment",
        about="Action",
        says=say("If Enlightenment has no Suns left, Treasures are Actions too."),
    ),
    ScoreDoubt(
        by="Flourishing Trade",
        about=COST,
        says=say("If Flourishing Trade has no Suns left, cards cost $1 less."),
    ),
)


PROPHECY = Slot(
    key="prophecy",
    place=90,
    kind="prophecy",
    turn=1,
    label=say("Prophecy"),
    title=say("Prophecy"),
    about="The Prophecy.",
    unfit=say("{name} isn’t a Prophecy, but {cards_need}."),
    draw_it=say("Draw a Prophecy"),
)


@book.draw(
    PROPHECY,
    "omen-prophecy",
    source=_SOURCE,
    when=any_of_type("Omen"),
    wants=say("a Prophecy"),
)
def prophecy(landscape: Landscape) -> bool:
    """Draw 1 Prophecy, however many Omens there are."""
    return landscape.kind == PROPHECY.kind


@book.rule("omen-prophecy", source=_SOURCE, when=any_of_type("Omen"))
def suns(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Suns on the Prophecy: 5, 8, 10, 12 or 13 for 2, 3, 4, 5 or 6 players."""
    prophecy_ = game.slots.get(PROPHECY.key)
    if prophecy_:
        yield LandscapeTokens(prophecy_.name, "Sun", SUNS[game.players])
        if not prophecy_.remind:  # else that says so
            yield Reminder(_WAITS, prophecy_.name)


@book.check("check-prophecy-single", source=_SOURCE)
def one_prophecy(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """There’s 1 Prophecy with an Omen; without one, there isn’t any."""
    names = [landscape.name for landscape in named_of_kind(game, PROPHECY.kind)]
    if len(names) > 1:
        yield error(
            "check-prophecy-single",
            say("{names} are chosen, but a game has only 1 Prophecy.", names=listed(names)),
            say("Keep one of them: {names}.", names=listed(names, "or")),
            *names,
        )
    elif names and PROPHECY.key not in game.slots:
        yield error(
            "check-prophecy-single",
            say("{name} is chosen, but no card in this kingdom is an Omen.", name=names[0]),
            say("Leave {name} out, or add an Omen.", name=names[0]),
            *names,
        )


ARMY = Slot(
    key="army",
    place=40,
    asked_by="Approaching Army",
    says=say("the Attack pile for Approaching Army"),
    in_supply=True,
    turn=2,
    label=say("Army"),
    title=say("Attack pile for Approaching Army"),
    about="The Attack pile of Approaching Army.",
    mark=say("Army"),
    row=say("Attack pile for {who}"),
    draw_it=say("Draw an Attack"),
)


@book.draw(
    ARMY,
    "approaching-army",
    source="Rising Sun rulebook 2024, p. 2, 7",
    wants=say("an unused Attack pile"),
    invalid="check-army-invalid",
    empty="check-army-pool",
    instead=say("Draw another Prophecy, or add a box."),
)
def army(card: Card) -> bool:
    """Add 1 more Attack pile to the Supply, from the start of the game."""
    return "Attack" in card.types


@book.rule(
    "approaching-army", source="Rising Sun rulebook 2024, p. 2, 7", when=using("Approaching Army")
)
def army_pile(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Add Approaching Army’s Attack pile to the Supply, and do its setup too."""
    card = game.slots.get(ARMY.key)
    if card:
        yield PileNote(card.name, _ADDED)


RIVERBOAT = Slot(
    key="riverboat",
    place=70,
    asked_by="Riverboat",
    says=say("set aside for Riverboat"),
    single_copy=True,
    turn=6,
    label=say("Riverboat card"),
    title=say("Card for Riverboat"),
    about="The card set aside for Riverboat.",
    because=say("because {card} is set aside for Riverboat."),
)


@book.draw(
    RIVERBOAT,
    "riverboat-card",
    source="Rising Sun rulebook 2024, p. 2, 6",
    wants=say("an unused non-Duration Action costing $5"),
    mixed=False,
    invalid="check-riverboat-invalid",
    empty="check-riverboat-pool",
)
def riverboat(card: Card) -> bool:
    """1 unused Action that isn’t a Duration and costs exactly $5."""
    return "Action" in card.types and "Duration" not in card.types and card.cost.is_exactly(5)


@book.rule("riverboat-card", source="Rising Sun rulebook 2024, p. 2, 6", when=using("Riverboat"))
def riverboat_card(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Set 1 copy aside for Riverboat, and do that card’s setup too."""
    yield from set_aside(game, RIVERBOAT)


@book.rule("shadow-backs", source="Rising Sun rulebook 2024, p. 4", when=Trigger(own_back=True))
def own_backs(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Alley, Fishmonger, Ninja, Ronin and Tanuki have different backs, so they stand out in a
    shuffled Black Market deck.
    """
    in_decks = {
        use.thing.name for use in game.uses if use.role is DECK.role or not use.role.single_copy
    }
    names = [name for name in because if name in in_decks]
    if names:
        yield Reminder(
            say_number(
                "{cards} has a different back: you can spot it in any deck.",
                "{cards} have different backs: you can spot them in any deck.",
                len(names),
                cards=listed(names),
            )
        )


@book.check("check-divine-wind-pool", when=using("Divine Wind"))
def enough_for_divine_wind(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Divine Wind may need 10 more piles."""
    left = len(game.unused())
    if left < 10:
        yield warning(
            "check-divine-wind-pool",
            say(
                "Divine Wind may need 10 more Kingdom piles, but your boxes have only {number} "
                "left.",
                number=left,
            ),
            say("Add a box, or draw another Prophecy."),
            "Divine Wind",
            choice=PROPHECY.key,
        )
