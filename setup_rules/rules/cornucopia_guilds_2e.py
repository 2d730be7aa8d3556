"""Cornucopia & Guilds, 2nd edition: the Bane, Ferryman's pile and the Rewards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from setup_rules.cards import Card
from setup_rules.kingdom import Game
from setup_rules.plan import Pile, PileNote, Place, Reminder, Reserve, SetOut
from setup_rules.rulebook import Rulebook, Slot, pile_size, using
from setup_rules.sentences import NoteKind, note, say

book = Rulebook("cornucopia-guilds-2e")
book.titles = {
    "Cornucopia": (
        "carnival", "fairgrounds", "farmhands", "farming-village", "ferryman", "fortune-teller",
        "hamlet", "harvest", "horn-of-plenty", "horse-traders", "hunting-party", "jester", "joust",
        "menagerie", "remake", "shop", "tournament", "young-witch",
    ),
    "Guilds": (
        "advisor", "baker", "butcher", "candlestick-maker", "doctor", "farrier", "footpad",
        "herald", "infirmary", "journeyman", "masterpiece", "merchant-guild", "plaza",
        "soothsayer", "stonemason", "taxman",
    ),
}  # fmt: skip

_MARKED = note(
    "the Bane: put the Bane marker or the Young Witch randomizer sideways under it",
    NoteKind.MARKED,
)
_MARKED_BY_THE_RANDOMIZER = note(
    "the Bane: put the Young Witch randomizer sideways under it", NoteKind.MARKED
)
_COFFERS = Reserve("Coin", say("the Reward {card} gives Coffers", card="Huge Turnip"))


@book.swaps_mats
def coffers_mats(game: Game, mats: Iterable[str]) -> dict[str, str]:
    """One Coffers mat each: the one with Villagers if that is asked for or alone owned."""
    if "Coffers" not in mats:
        return {}
    stock, both = game.collection.stock, "Coffers/Villagers"
    has_own = bool(stock.get("Coffers mat"))
    if both in mats or (not has_own and stock.get(f"{both} mat")):
        return {"Coffers": both}
    return {} if has_own or "guilds" not in game.collection.copies else {"Coffers": ""}


BANE = Slot(
    key="bane",
    place=10,
    asked_by="Young Witch",
    says=say("the Bane"),
    in_supply=True,
    turn=3,
    label=say("Bane"),
    words=("bane card", "bane pile", "bann", "bannkarte", "bannstapel", "fleau", "plaie", "ban"),
    title=say("Bane for Young Witch"),
    about="Young Witch's Bane.",
    mark=say("Bane"),
    marked=True,
    marker_note=note("plus its randomizer, to mark the Bane", NoteKind.MARKER),
    glyph="reaction",
    row=say("Bane for {who}"),
    on_card=say("as Bane"),
    because=say("because {card} is the Bane."),
    open_title=say("{card} needs a Bane"),
    open_why=say("The Bane is an 11th pile that costs $2 or $3 and isn’t in use yet."),
    in_list=say("Bane {card}"),
    draw_it=say("Draw a Bane"),
)


@book.draw(
    BANE,
    "bane-pile",
    source="Annotated rules 2013, section 1; Cornucopia & Guilds rulebook 2023, p. 2",
    wants=say("an unused Kingdom pile costing $2 or $3"),
    missing="check-bane-missing",
    invalid="check-bane-invalid",
    empty="check-bane-impossible",
)
def bane(card: Card) -> bool:
    """Add 1 more Kingdom pile to the Supply, costing exactly $2 or $3."""
    return card.cost.is_exactly(2, 3)


@book.rule(
    "bane-pile",
    source="Annotated rules 2013, section 1; Cornucopia & Guilds rulebook 2023, p. 2",
    when=using("Young Witch"),
)
def bane_pile(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Mark the Bane pile with the Young Witch randomizer, sideways under it."""
    card = game.slots.get(BANE.key)
    if card:
        marker = game.collection.stock.get("Bane marker")
        yield PileNote(card.name, _MARKED if marker else _MARKED_BY_THE_RANDOMIZER)


FERRYMAN = Slot(
    key="ferryman",
    place=50,
    asked_by="Ferryman",
    says=say("Ferryman’s pile"),
    turn=4,
    label=say("Ferryman card"),
    words=("ferryman pile",),
    title=say("Pile for Ferryman"),
    about="Ferryman's pile.",
    because=say("because {card} is Ferryman’s pile."),
    fetch_note=note(
        "Ferryman’s pile, beside the Supply",
        NoteKind.BESIDE,
        short=say("for {card}, beside the Supply"),
        card="Ferryman",
    ),
)


@book.draw(
    FERRYMAN,
    "ferryman-pile",
    source="Cornucopia & Guilds rulebook 2023, p. 2, 5",
    wants=say("an unused Kingdom pile costing $3 or $4"),
    invalid="check-ferryman-invalid",
    empty="check-ferryman-pool",
)
def ferryman(card: Card) -> bool:
    """Put 1 more Kingdom pile, costing exactly $3 or $4, beside the Supply."""
    return card.cost.is_exactly(3, 4)


@book.rule(
    "ferryman-pile",
    source="Cornucopia & Guilds rulebook 2023, p. 2, 5",
    when=using("Ferryman"),
)
def ferryman_pile(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Put the whole extra pile for Ferryman beside the Supply; you get its cards only by gaining a
    Ferryman.
    """
    card = game.slots.get(FERRYMAN.key)
    if isinstance(card, Card):
        count, how = pile_size(card, game.players)
        yield Pile(
            f"Ferryman pile: {card.name}",
            count,
            Place.BESIDE,
            how,
            ((card.name, count),),
            slot=FERRYMAN.key,
        )
        yield Reminder(
            say("Whoever gains a Ferryman also gains a card from the {pile} pile.", pile=card.name),
            "Ferryman",
        )


@book.rule(
    "joust-rewards",
    source="Cornucopia & Guilds rulebook 2023, p. 2, 6, 8",
    when=using("Joust"),
)
def rewards(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """The Rewards go beside the Supply: 1 of each for 2 players, 2 of each for more."""
    if game.players == 2:
        yield Pile("Rewards", 6, Place.BESIDE, say("1 of each"))
    else:
        yield Pile("Rewards", 12, Place.BESIDE, say("2 of each"))
    yield _COFFERS
