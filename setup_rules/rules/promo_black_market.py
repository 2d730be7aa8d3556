"""Black Market: its deck of single cards that are not in the Supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.kingdom import Game, Role, is_kingdom_card, pile_id
from setup_rules.plan import Pile, Place, SetOut, SetupPlan
from setup_rules.problems import Problem, advice, error, warning
from setup_rules.rulebook import Rulebook, SideDeck, Slot, using
from setup_rules.sentences import NoteKind, listed, note, say, say_number

book = Rulebook("promo-black-market")

RECOMMENDED = 15
_SOURCE = "Annotated rules 2013, section 1"
DECK = SideDeck(
    card="Black Market",
    name="Black Market deck",
    role=Role(says=say("in the Black Market deck"), place=900, single_copy=True),
    wants=say("a deck of unused cards"),
    from_afar=say("Some cards in the Black Market deck come from boxes you don’t otherwise need."),
    take_out=say("Take {card} out of the Black Market deck and use it here, or add a box."),
)
_USING = using(DECK.card)
book.side_deck = DECK

book.states(
    "no-setup",
    "Stash, Envoy, Walled Village, Governor, Prince, Dismantle, Captain, Church and Summon "
    "need nothing extra set out.",
    source="Annotated rules 2013, section 1; the card",
)
book.choice("black_market_deck", when=_USING, number=RECOMMENDED)


def fetch_name(thing: Thing) -> str:
    """What to take out of the box for it: of the Knights any one, else the top card."""
    if isinstance(thing, Card) and thing.contains and thing.pile != "knights":
        return thing.contains[0].name
    return thing.name


@book.rule("black-market-deck", source=_SOURCE, when=_USING, deals_deck=True)
def black_market_deck(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Agree on Kingdom cards that aren’t in the Supply and shuffle 1 of each into a deck."""
    deck = game.deck_cards
    if deck:
        takes = tuple(sorted((fetch_name(thing), 1) for thing in deck))
        how = note("shuffle, face down", NoteKind.SHUFFLED)
        yield Pile(DECK.name, len(deck), Place.BESIDE, how, takes)


@book.check("check-bm-deck-missing", "check-bm-deck-small", when=_USING)
def deck_is_big_enough(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Black Market needs a deck; 15 or more cards are recommended."""
    deck = game.deck_cards
    if not deck:
        left = len(game.unused())
        yield error(
            "check-bm-deck-missing",
            say("Black Market needs a deck: 1 each of Kingdom cards that aren’t in the Supply."),
            say(
                "Choose 15 or more cards for it. Unused piles on your shelf: {number}.",
                number=left,
            )
            if left
            else say("Every pile on your shelf is in use: add a box, or swap Black Market."),
            "Black Market",
        )
    elif len(deck) < RECOMMENDED:
        yield warning(
            "check-bm-deck-small",
            say_number(
                "The Black Market deck has {number} card, but 15 or more are recommended.",
                "The Black Market deck has {number} cards, but 15 or more are recommended.",
                len(deck),
            ),
            say("Add more cards, or leave it small."),
            "Black Market",
        )


@book.check(
    "check-bm-not-kingdom",
    "check-bm-non-supply",
    "check-bm-in-supply",
    "check-bm-in-use",
    "check-bm-duplicate",
    "check-bm-two-knights",
    "check-different-backs",
    when=_USING,
)
def deck_cards_are_allowed(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """The deck has 1 each of Kingdom cards that aren’t used anywhere else."""
    good = [thing for thing in game.kingdom.deck if is_kingdom_card(thing)]
    yield from _no_kingdom_cards(game.kingdom.deck)
    yield from _used_elsewhere(game)
    yield from _said_twice(good)
    own_backs = [thing.name for thing in good if isinstance(thing, Card) and thing.own_back]
    if own_backs:
        yield advice(
            "check-different-backs",
            say_number(
                "{cards} has a different back and will stand out in the shuffled deck.",
                "{cards} have different backs and will stand out in the shuffled deck.",
                len(own_backs),
                cards=listed(own_backs),
            ),
            say("Leave it as is, use sleeves, or take cards with another back out of the deck."),
            *own_backs,
        )


def _no_kingdom_cards(deck: Sequence[Thing]) -> Iterator[Problem]:
    wrong = [thing for thing in deck if not is_kingdom_card(thing)]
    for thing in dict.fromkeys(wrong):
        if isinstance(thing, Landscape) or _is_basic(thing):
            yield error(
                "check-bm-not-kingdom",
                say(
                    "{card} isn’t a Kingdom card, so it can’t be in the Black Market deck.",
                    card=thing.name,
                ),
                say("Take {card} out of the deck.", card=thing.name),
                thing.name,
            )
        else:
            yield error(
                "check-bm-non-supply",
                say(
                    "{card} is never in the Supply, so it can’t be in the Black Market deck.",
                    card=thing.name,
                ),
                say("Take {card} out of the deck.", card=thing.name),
                thing.name,
            )


def _used_elsewhere(game: Game) -> Iterator[Problem]:
    in_supply = {card.id for card in game.supply_cards}
    elsewhere = {
        pile_id(use.thing): use.role
        for use in game.uses
        if isinstance(use.role, Slot) and not use.role.in_supply
    }
    for thing in game.deck_cards:
        pile = pile_id(thing)
        if pile in in_supply:
            yield error(
                "check-bm-in-supply",
                say(
                    "{card} is in the Supply, so it can’t be in the Black Market deck.",
                    card=thing.name,
                ),
                say("Take {card} out of the deck.", card=thing.name),
                thing.name,
            )
        elif pile in elsewhere:
            yield error(
                "check-bm-in-use",
                say(
                    "{card} is {role}, so it can’t be in the Black Market deck.",
                    card=thing.name,
                    role=elsewhere[pile].says,
                ),
                say("Take {card} out of the deck.", card=thing.name),
                thing.name,
            )
        if isinstance(thing, Card) and thing.is_mixed:
            yield _takes_single_cards(thing)


def _takes_single_cards(thing: Card) -> Problem:
    knights = thing.pile == "knights"
    stands_for = say("one of the Knights") if knights else thing.contains[0].name
    return warning(
        "check-bm-not-kingdom",
        say(
            "{pile} is a pile of different cards, but the deck takes only 1 of them.",
            pile=thing.name,
        ),
        say(
            "Use {card}, as shown here, or choose another card from that pile.",
            card=stands_for,
        ),
        thing.name,
    )


def _is_basic(thing: Thing) -> bool:
    return isinstance(thing, OtherCard) and thing.kind in ("basic", "ruins")


def _said_twice(deck: list[Thing]) -> Iterator[Problem]:
    by_pile: dict[str, list[str]] = {}
    for thing in deck:
        by_pile.setdefault(pile_id(thing), []).append(thing.name)
    for pile, names in by_pile.items():
        different = tuple(dict.fromkeys(names))
        if len(different) > 1:
            cards = listed(different)
            if pile == "knights":
                message = say(
                    "{cards} are in the Black Market deck, but it can have only 1 Knight.",
                    cards=cards,
                )
            else:
                message = say(
                    "{cards} are in the Black Market deck, but it can have only 1 card from "
                    "each mixed pile.",
                    cards=cards,
                )
            yield error(
                "check-bm-two-knights",
                message,
                say("Keep one of them: {names}.", names=listed(different, "or")),
                *different,
            )
        elif len(names) > 1:
            yield error(
                "check-bm-duplicate",
                say("{card} is in the Black Market deck more than once.", card=names[0]),
                say("Choose it once."),
                names[0],
            )
