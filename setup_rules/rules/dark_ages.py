"""Dark Ages: Shelters, Ruins, Rats and Knights."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from setup_rules.cards import Card
from setup_rules.kingdom import Game
from setup_rules.plan import Pile, Place, SetOut, SetupPlan
from setup_rules.problems import Problem, advice, error, warning
from setup_rules.rulebook import Decision, Rulebook, Slot, all_from, any_of_type
from setup_rules.sentences import NoteKind, note, row, say, say_number

book = Rulebook("dark-ages")

_SECTION_1 = "Annotated rules 2013, section 1"
RUINS_IN_BOX = 50
SHELTERS = ("Hovel", "Necropolis", "Overgrown Estate")

book.states(
    "draw-shelters",
    "With Shelters, each deck starts with Hovel, Necropolis and Overgrown Estate instead of 3 "
    "Estates; the Estate pile stays the same size, and Shelters have no pile.",
    source=_SECTION_1,
)
book.states(
    "draw-different-cards",
    "The card that decides Shelters is never the one that decided Platinum and Colony.",
    source=_SECTION_1,
)
book.states(
    "knights-shuffle",
    "In the Supply, Knights are shuffled face down with the top card face up; they never get a "
    "Trade Route token.",
    source=_SECTION_1,
)


SHELTER_DRAW = book.decision(
    Decision(
        key="shelters",
        family="dark-ages",
        card=Slot(
            key="shelters_card",
            place=30,
            label=say("Shelters decided by"),
            words=("shelters card", "unterschlupf-karte"),
            title=say("Card that decided Shelters"),
            about="The card that decided on Shelters; never needed.",
        ),
        brings=SHELTERS,
        owned=lambda shelf, players: shelf.stock.get("Hovel", 0) >= players,
        left_out=say("Shelters are left out: your boxes don’t have enough of them."),
    )
)


@book.pile("pile-rats", "rats", source=_SECTION_1)
def rats(card: Card, players: int) -> tuple[int, str]:
    """The Rats pile has 20 cards."""
    return 20, ""


@book.pile("pile-knights", "knights", source=_SECTION_1)
def knights(card: Card, players: int) -> tuple[int, str]:
    """The 10 different Knights are shuffled face down, with the top card face up."""
    return 10, note(
        "shuffle, face down, top card face up",
        NoteKind.SHUFFLED_TOP_UP,
        short=say("shuffle, top card face up"),
    )


@book.variant(SHELTER_DRAW.key, "random-card", source=_SECTION_1)
def random_card(game: Game) -> Fraction:
    """A random Kingdom card in use decides, but not the one used for Platinum and Colony."""
    return Fraction(*SHELTER_DRAW.deciding(game)) if game.supply_cards else Fraction(0)


@book.variant(SHELTER_DRAW.key, "last-randomizer", source=_SECTION_1)
def last_randomizer(game: Game) -> Fraction:
    """The last card drawn decides."""
    return Fraction(bool(game.ten) and SHELTER_DRAW.family in game.ten[-1].families)


@book.variant(SHELTER_DRAW.key, "all-dark-ages", source=_SECTION_1)
def all_dark_ages(game: Game) -> Fraction:
    """Use Shelters if all 10 piles are from Dark Ages."""
    return Fraction(all_from(game.ten, SHELTER_DRAW.family))


@book.variant(SHELTER_DRAW.key, "agreement", source="German Dark Ages rulebook 2019, p. 4")
def agreement(game: Game) -> None:
    """In a mixed kingdom, the players agree on it."""
    return


@book.rule("ruins-pile", source=_SECTION_1, when=any_of_type("Looter"))
def ruins(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """The Ruins are a Supply pile: shuffle them all, then count out 10 for each player after the
    first.
    """
    need = 10 * (game.players - 1)
    there = RUINS_IN_BOX if need <= RUINS_IN_BOX else _all_ruins(game)
    count = min(need, there)
    yield Pile(
        "Ruins",
        count,
        Place.SUPPLY,
        _how_ruins_lie(there, count),
    )


@cache
def _how_ruins_lie(there: int, count: int) -> str:
    shuffled = note(
        "shuffle all {total}, count out {number}",
        NoteKind.SHUFFLED_PART,
        total=there,
        number=count,
    )
    top_up = note("face down, top card face up", NoteKind.ORDER, short=say("top card face up"))
    return row((shuffled, top_up), "; ")


def _all_ruins(game: Game) -> int:
    """Those of one box, or of all boxes on the shelf if that is more."""
    return max(RUINS_IN_BOX, game.collection.stock.get("Ruins", 0))


@book.check("check-ruins-short", when=any_of_type("Looter"))
def enough_ruins(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """7 players would need 60 Ruins, but there are only 50."""
    need = 10 * (game.players - 1)
    if need > _all_ruins(game):
        yield warning(
            "check-ruins-short",
            say_number(
                "{number} player would need {need} Ruins, but there are only {there}.",
                "{number} players would need {need} Ruins, but there are only {there}.",
                game.players,
                need=need,
                there=RUINS_IN_BOX,
            ),
            say("Play with all {number}, or leave out the Looters.", number=RUINS_IN_BOX),
            *plan.because.get("Ruins", ()),
        )


@book.check("check-shelters-missing", source=_SECTION_1, unless=SHELTER_DRAW.owned)
def shelters_are_there(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Shelters need Dark Ages and at most 6 players; otherwise the app doesn’t decide them."""
    owned = game.collection.stock.get("Hovel", 0)
    if owned:
        why = say_number(
            "Your boxes have enough Shelters for {number} player, not {players}.",
            "Your boxes have enough Shelters for {number} players, not {players}.",
            owned,
            players=game.players,
        )
        fix = say("Play with Estates, or with fewer players.")
    else:
        why = say("None of your boxes have Shelters.")
        fix = say("Add Dark Ages, or play with Estates.")
    cards = [card.name for card in game.supply_cards if SHELTER_DRAW.family in card.families]
    if game.kingdom.shelters:
        message = row((say("Shelters can’t be used."), why), " ")
        yield error("check-shelters-missing", message, fix, *cards)
    elif game.kingdom.shelters is None and cards:
        message = row((why, say("So this setup leaves them out.")), " ")
        yield advice("check-shelters-missing", message, fix, *cards)
