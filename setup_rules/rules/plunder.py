"""Plunder: Traits and their piles; Loot is in its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setup_rules.cards import Card
from setup_rules.kingdom import Game, pile_meant
from setup_rules.plan import PileNote, Reminder, SetOut, SetupPlan, StartsWith, SupplyPile
from setup_rules.problems import Problem, advice, error, warning
from setup_rules.rulebook import Rulebook, Slot, Trigger, any_of, landscapes_of, using
from setup_rules.rules.dark_ages import SHELTERS
from setup_rules.sentences import NoteKind, listed, note, say, say_number

book = Rulebook("plunder")

INHERITED = "inherited"
REPLACES = Slot(
    key="inherited_replaces",
    place=110,
    link="inherited",
    asked_by="Inherited",
    label=say("Inherited replaces"),
    in_brackets=False,  # the Trait's pile stands there
    title=say("Starting card that Inherited replaces"),
    about="The starting card that Inherited replaces.",
)
book.slot(REPLACES)
book.cheaper["Cheap"] = 1
_TRAITS = Trigger(kinds=("trait",))
_EACH_CHOOSES = say(
    "In turn order, each player replaces a starting card of their choice with a card from the "
    "Inherited pile."
)

book.states(
    "choose-landscapes",
    "You can shuffle Events, Landmarks, Projects, Ways and Traits in with the randomizers; "
    "they don’t take any of the ten spots. At most 2 in total are recommended, or always 1 or 2 "
    "from their own deck.",
    source="Renaissance rulebook 2018, p. 2; Menagerie rulebook 2020, p. 2; Plunder rulebook "
    "2022, p. 2; Rising Sun rulebook 2024, p. 2",
)
book.states(
    "draw-skip-landscapes",
    "A landscape never decides whether to use Platinum and Colony or Shelters, and is never the "
    "Bane.",
    source="Renaissance rulebook 2018; Menagerie rulebook 2020; Plunder rulebook 2022; Rising "
    "Sun rulebook 2024, p. 2",
)
book.states(
    "trait-cheap",
    "Cheap doesn’t affect the costs used in setup.",
    source="Plunder rulebook 2022, p. 7",
)


@book.carries("trait")
def may_carry_a_trait(card: Card) -> bool:
    """Whether a pile's randomizer is an Action or a Treasure."""
    return "Action" in card.types or "Treasure" in card.types


def trait_piles(game: Game) -> dict[str, Card]:
    """The Kingdom pile of each Trait in force that has a proper one, by the Trait's id."""
    taken: set[Card] = set()
    piles = {}
    for trait in landscapes_of(game, "trait"):
        pile = _pile_named(game, trait.id)
        if pile and pile in game.supply_cards and may_carry_a_trait(pile) and pile not in taken:
            taken.add(pile)
            piles[trait.id] = pile
    return piles


def trait_names(game: Game) -> dict[str, str]:
    """The Trait on each pile that has one, by name."""
    if not game.kingdom.traits:
        return {}
    names = {trait.id: trait.name for trait in landscapes_of(game, "trait")}
    return {pile.name: names[trait] for trait, pile in trait_piles(game).items()}


def inherited_pile(game: Game) -> Card | None:
    """The pile under the Trait Inherited, if there is one."""
    return trait_piles(game).get(INHERITED) if INHERITED in game.kingdom.traits else None


def _pile_named(game: Game, trait: str) -> Card | None:
    named = game.kingdom.traits.get(trait)
    return pile_meant(named, game.collection.catalog)


@book.tokens("trait-placement", source="Plunder rulebook 2022, p. 2–4", when=_TRAITS)
def traits(game: Game, supply: Sequence[SupplyPile]) -> Iterator[SetOut]:
    """Each Trait goes on 1 Action or Treasure Kingdom pile, never 2 on the same pile."""
    for pile, trait in trait_names(game).items():
        yield PileNote(pile, note("Trait: {trait}", NoteKind.TRAIT, trait=trait), trait)


@book.rule("trait-inherited", source="the card", when=using("Inherited"))
def inherited(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """With Inherited, each player swaps 1 starting card for a card from the Inherited pile."""
    pile = inherited_pile(game)
    if pile:
        named = game.kingdom.drawn.get(REPLACES.key)
        top = pile.contains[0] if pile.contains else None
        card = top.name if top and top.copies >= game.players else pile.name
        yield StartsWith(card, named.name if named else "Copper", pile.name)
        if pile.pile == "knights":
            taken = note(
                "Inherited: each player gets a different Knight from the top, {number} in all",
                NoteKind.HANDED_OUT,
                number=game.players,
            )
        else:
            taken = note(
                "Inherited: each player gets a card from the top, {number} in all",
                NoteKind.HANDED_OUT,
                number=game.players,
            )
        yield PileNote(pile.name, taken)
        if named is None:
            yield Reminder(_EACH_CHOOSES, "Inherited")


def _starting_cards(game: Game) -> list[str]:
    """What is in each starting deck before Inherited."""
    heirlooms = dict.fromkeys(
        need.heirloom for use in game.uses for need in use.thing.needs if need.heirloom
    )
    coppers = ["Copper"] if len(heirlooms) < 7 else []
    return [*coppers, *(SHELTERS if game.shelters else ["Estate"]), *heirlooms]


@book.check("check-trait-invalid", "check-trait-pile", "check-choice-open", when=_TRAITS)
def traits_have_piles(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Each Trait needs its own Action or Treasure Kingdom pile."""
    eligible = [card for card in game.supply_cards if may_carry_a_trait(card)]
    placed: dict[Card, str] = {}
    open_traits = []
    for trait in landscapes_of(game, "trait"):
        named = game.kingdom.traits.get(trait.id)
        pile = _pile_named(game, trait.id)
        if named is None:
            open_traits.append(trait.name)
        elif pile is None or pile not in eligible:
            name = getattr(named, "group", "") or named.name  # Ruins for any of them
            yield error(
                "check-trait-invalid",
                say(
                    "{trait} can’t go on {pile}: it needs an Action or Treasure pile in this "
                    "kingdom.",
                    trait=trait.name,
                    pile=name,
                ),
                say("Choose {names}.", names=listed([card.name for card in eligible], "or")),
                trait.name,
                name,
            )
        elif pile in placed:
            yield _two_on_one_pile(placed[pile], trait.name, pile.name)
        else:
            placed[pile] = trait.name
    free = [card.name for card in eligible if card not in placed]
    yield from _without_pile(open_traits, free)


def _two_on_one_pile(one: str, other: str, pile: str) -> Problem:
    return error(
        "check-trait-pile",
        say(
            "{one} and {other} are both on {pile}, but a pile has only 1 Trait.",
            one=one,
            other=other,
            pile=pile,
        ),
        say("Choose another pile for {trait}.", trait=other),
        one,
        other,
        pile,
    )


def _without_pile(traits: Sequence[str], free: Sequence[str]) -> Iterator[Problem]:
    """Traits that no pile is named for, and the piles that are left for them."""
    for number, trait_name in enumerate(traits, 1):
        if number > len(free):
            yield error(
                "check-trait-pile",
                say(
                    "{trait} needs an Action or Treasure pile without a Trait, but none is left.",
                    trait=trait_name,
                ),
                say("Leave {trait} out, or swap a pile.", trait=trait_name),
                trait_name,
            )
        else:
            yield error(
                "check-choice-open",
                say(
                    "{trait} needs an Action or Treasure pile to go on, but none is chosen.",
                    trait=trait_name,
                ),
                any_of(free),
                trait_name,
            )


@book.check(
    "check-choice-open", "check-trait-invalid", "check-inherited-pile", when=using("Inherited")
)
def inherited_is_settled(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Inherited replaces a card of the starting deck; its pile must have enough on top."""
    named = game.kingdom.drawn.get(REPLACES.key)
    before = _starting_cards(game)
    if named is None:
        yield advice(
            "check-choice-open",
            say("Inherited replaces 1 of each player’s starting cards, but none is chosen."),
            say("Players choose in turn order; this setup assumes a Copper."),
            "Inherited",
            choice=REPLACES.key,
        )
    elif named.name not in before:
        yield error(
            "check-trait-invalid",
            say("Inherited can’t replace {card}: nobody starts with it.", card=named.name),
            say("Choose {names}.", names=listed(before, "or")),
            "Inherited",
            named.name,
            choice=REPLACES.key,
        )
    pile = inherited_pile(game)
    if pile and pile.contains:
        yield from _different_on_top(game, pile)


def _different_on_top(game: Game, pile: Card) -> Iterator[Problem]:
    """A mixed pile under Inherited, where not all players start with the same card."""
    top = pile.contains[0]
    if pile.pile == "knights":
        yield advice(
            "check-inherited-pile",
            say("Inherited is on the Knights, so each player starts with a different one."),
            say("Hand them out from the top in turn order, or choose another pile."),
            "Inherited",
            pile.name,
        )
    elif top.copies < game.players:
        yield warning(
            "check-inherited-pile",
            say_number(
                "Inherited takes {number} card from {pile}, but the pile has only {there}× {top}.",
                "Inherited takes {number} cards from {pile}, but the pile has only {there}× {top}.",
                game.players,
                pile=pile.name,
                there=top.copies,
                top=top.name,
            ),
            say("Hand them out from the top in turn order, or choose another pile."),
            "Inherited",
            pile.name,
        )
