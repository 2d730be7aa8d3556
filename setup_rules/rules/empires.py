"""Empires: Castles, split piles, Landmarks and Tax; debt and VP tokens are in its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setup_rules.cards import Card, OtherCard
from setup_rules.kingdom import Game
from setup_rules.plan import (
    LandscapeTokens,
    PileNote,
    PileTokens,
    Reminder,
    SetOut,
    SetupPlan,
    SupplyPile,
)
from setup_rules.problems import Problem, error, warning
from setup_rules.rulebook import Rulebook, Slot, any_of, named_pile, using
from setup_rules.scoring.counts import Copies, GameCards, ScoreCount, card_count
from setup_rules.sentences import NoteKind, Sentence, listed, note, say

book = Rulebook("empires")

_CARD = "the card"
_WHO_TAKES_THE_DEBT = Reminder(say("Whoever buys a card takes the debt from its pile."), "Tax")
SIX_EACH = ("Arena", "Basilica", "Baths", "Battlefield", "Colonnade", "Labyrinth")

book.states(
    "landmark-rest",
    "Bandit Fort, Fountain, Keep, Mountain Pass, Museum, Orchard, Palace, Tomb, Tower, Triumphal "
    "Arch, Wall and Wolf Den start without tokens.",
    source=_CARD,
)


@book.pile("pile-castles", "castles", source=_CARD)
def castles(card: Card, players: int) -> tuple[int, str]:
    """Castles are stacked by cost, cheapest on top: 1 of each for 2 players, all 12 for more."""
    if players == 2:
        return len(card.contains), say("1 of each, by cost, cheapest on top")
    return sum(part.copies for part in card.contains), note(
        "all, by cost, cheapest on top",
        NoteKind.ORDER,
        short=say("by cost, cheapest on top"),
    )


@book.pile("pile-split-5-5", "halves", source="Empires rulebook 2016; the card")
def halves(card: Card, players: int) -> tuple[int, str]:
    """A split pile of 2 different cards has 5 of the first on top of 5 of the second."""
    top, bottom = card.contains
    order = say("{top} on {below}", top=some_of(top), below=some_of(bottom))
    return top.copies + bottom.copies, order


def some_of(part: OtherCard) -> Sentence:
    """How many of a card lie in a mixed pile: `5× Emporium`."""
    return say("{number}× {card}", number=part.copies, card=part.name)


@book.rule("landmark-6-per-player", source=_CARD, when=using(*SIX_EACH))
def six_points_each(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Arena, Basilica, Baths, Battlefield, Colonnade and Labyrinth start with 6 VP per player."""
    for landmark in because:
        yield LandscapeTokens(landmark, "VP", 6 * game.players, suffice=True)


@book.tokens("landmark-aqueduct", source=_CARD, when=using("Aqueduct"))
def aqueduct(game: Game, supply: Sequence[SupplyPile]) -> Iterator[SetOut]:
    """Aqueduct puts 8 VP on Silver and 8 VP on Gold."""
    yield PileTokens("VP", "Silver", 8, suffice=True)
    yield PileTokens("VP", "Gold", 8, suffice=True)


@book.tokens("landmark-defiled-shrine", source=_CARD, when=using("Defiled Shrine"))
def defiled_shrine(game: Game, supply: Sequence[SupplyPile]) -> Iterator[SetOut]:
    """Defiled Shrine puts 2 VP on each Action Supply pile that isn’t Gathering."""
    for pile in supply:
        if "Action" in pile.types and "Gathering" not in pile.types:
            yield PileTokens("VP", pile.name, 2, suffice=True)


@book.tokens("event-tax", source=_CARD, when=using("Tax"))
def tax(game: Game, supply: Sequence[SupplyPile]) -> Iterator[SetOut]:
    """Tax puts 1 debt on every Supply pile."""
    for pile in supply:
        yield PileTokens("Debt", pile.name, 1)
    yield _WHO_TAKES_THE_DEBT


OBELISK = Slot(
    key="obelisk",
    place=100,
    asked_by="Obelisk",
    label=say("Obelisk pile"),
    title=say("Pile that Obelisk counts"),
    about="The pile Obelisk looks at; also Ruins.",
    glyph="landmark",
    row=say("Obelisk counts {pile}"),
    bold_row=say("<b>Obelisk</b> counts {pile}"),
)


@book.names_a_pile(OBELISK)
def obelisk_targets(supply: Sequence[SupplyPile]) -> list[str]:
    """The Action Supply piles, Ruins among them; a mixed pile counts as its randomizer says."""
    return [pile.name for pile in supply if "Action" in pile.types]


@book.tokens("landmark-obelisk", source=_CARD, when=using("Obelisk"))
def obelisk(game: Game, supply: Sequence[SupplyPile]) -> Iterator[SetOut]:
    """Obelisk counts 1 Action Supply pile, chosen at random."""
    named = named_pile(game, OBELISK)
    if named in obelisk_targets(supply):
        yield PileNote(named, note("the pile Obelisk counts", NoteKind.LOOKED_AT))


@book.check(
    "check-obelisk-pool", "check-obelisk-invalid", "check-choice-open", when=using("Obelisk")
)
def obelisk_has_a_pile(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Obelisk needs an Action Supply pile; a chosen pile must be one."""
    targets = obelisk_targets(plan.supply)
    named = named_pile(game, OBELISK)
    if not targets:
        yield warning(
            "check-obelisk-pool",
            say("Obelisk needs an Action Supply pile, but there isn’t one."),
            say("Play anyway (Obelisk scores nothing), or swap Obelisk."),
            "Obelisk",
        )
    elif not named:
        yield warning(
            "check-choice-open",
            say("Obelisk needs an Action Supply pile, but none is chosen."),
            any_of(targets),
            "Obelisk",
            choice=OBELISK.key,
        )
    elif named not in targets:
        yield error(
            "check-obelisk-invalid",
            say(
                "Obelisk can’t count {pile}: it isn’t an Action Supply pile in this kingdom.",
                pile=named,
            ),
            say("Choose {names}.", names=listed(targets, "or")),
            "Obelisk",
            named,
            choice=OBELISK.key,
        )


def treasures(cards: GameCards) -> list[ScoreCount]:
    """The copies of each Treasure."""
    return [card_count(card) for card in cards.of_type("Treasure")]


@book.score("keep", counts=treasures)
def keep(own: Sequence[int], others: Sequence[Sequence[int]]) -> int:
    """5 VP for each different Treasure you have that nobody has more copies of."""
    most = [max(0, *copies) for copies in zip(*others, strict=True)] if others else [0] * len(own)
    return 5 * sum([copies >= max(best, 1) for copies, best in zip(own, most, strict=True)])


def from_obelisk_pile(cards: GameCards) -> list[ScoreCount]:
    """The cards from the pile that Obelisk looks at."""
    pile = cards.looked_at.get("Obelisk", "")
    lying = [card for card in cards.cards.values() if pile and cards.supply.get(card.id) == pile]
    if len(lying) == 1:
        return [card_count(lying[0])]
    return [
        ScoreCount(
            key="obelisk_cards",
            label=say("Cards from the {pile} pile", pile=pile)
            if pile
            else say("Cards from the Obelisk pile"),
            fits=lambda card: bool(pile) and cards.supply.get(card.id) == pile,
            follows=bool(pile),
        )
    ]


@book.score("obelisk", counts=from_obelisk_pile)
def obelisk_points(own: Sequence[int], others: Sequence[Sequence[int]]) -> int:
    """2 VP for each card from the pile that Obelisk counts."""
    return 2 * own[0]


def from_empty_piles(cards: GameCards) -> list[ScoreCount]:
    """The cards from empty Supply piles that are no Victory cards."""
    return [
        ScoreCount(
            key="empty_pile_cards",
            label=say("Non-Victory cards from empty piles"),
            fits=lambda card: (
                cards.supply.get(card.id) in cards.empty and "Victory" not in cards.types(card)
            ),
            follows=False,
        )
    ]


@book.score("tower", counts=from_empty_piles)
def tower(own: Sequence[int], others: Sequence[Sequence[int]]) -> int:
    """1 VP for each non-Victory card from an empty Supply pile; Curses count."""
    return own[0]


def _second_most(copies: Copies) -> int:
    return sorted(copies)[-2] if len(copies) > 1 else 0


def second_action(cards: GameCards) -> list[ScoreCount]:
    """The copies of the second most common Action."""
    return [
        ScoreCount(
            key="second_action",
            label=say("Copies of the second most common Action"),
            fits=lambda card: "Action" in cards.types(card),
            of=_second_most,
            decided_by="Action",
        )
    ]


@book.score("triumphal-arch", counts=second_action)
def triumphal_arch(own: Sequence[int], others: Sequence[Sequence[int]]) -> int:
    """3 VP for each copy of the second most common Action; if two tie, either one."""
    return 3 * own[0]
