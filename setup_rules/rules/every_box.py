"""Checks against what really lies in the boxes: basic cards, tokens, mats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from setup_rules.cards import BASIC_CARDS, Thing
from setup_rules.collection import Collection, piece_of
from setup_rules.kingdom import Game
from setup_rules.plan import Basics, SetupPlan
from setup_rules.problems import Problem, error, warning
from setup_rules.rulebook import Rulebook
from setup_rules.sentences import Sentence, listed, piece_words, say, say_number

book = Rulebook("")
book.token_values = {
    "Coin": {"Coin token": 1},
    "VP": {"1 VP token": 1, "2 VP token": 2, "5 VP token": 5},
    "Debt": {"Debt token": 1},
    "Embargo": {"Embargo token": 1},
}

_TREASURES = ("Copper", "Silver", "Gold")
SUBSTITUTES = {
    "Coin": say("coins, beads or other counters"),
    "VP": say("a pencil and paper, or other counters"),
    "Debt": say("coins or other counters"),
    "Embargo": say("any small objects"),
}


_SHORT = {
    "Coin": say("coin tokens"),
    "VP": say("VP tokens"),
    "Debt": say("debt tokens"),
    "Embargo": say("embargo tokens"),
}


_AT_HAND = {
    "Coin": say("Coin tokens"),
    "VP": say("VP tokens"),
    "Debt": say("Debt tokens"),
    "Embargo": say("Embargo tokens"),
}
_KINDS = {
    "Coin": say("coin"),
    "Debt": say("debt"),
    "Embargo": say("embargo"),
}


_SERVES_AS = {"Coffers": ("Coffers/Villagers",)}
"""Mats that serve as another one."""


def _boxes_with(game: Game, *names: str) -> str:
    """The boxes that hold one of some things, as a sentence lists them."""
    return _boxes_with_all(game, [names])


def _boxes_with_all(game: Game, parts: Sequence[Sequence[str]]) -> str:
    """The boxes that hold every part, each in one form or another, as a sentence lists them."""
    return listed(
        [
            box.title
            for box in game.collection.catalog.boxes.values()
            if all(any(map(box.stock.get, forms)) for forms in parts)
        ],
        "or",
    )


@book.check(
    "check-no-basic-cards",
    "check-treasure-sets",
    unless=lambda shelf, players: shelf.basic_sets > 0 and players < 5,
)
def basic_sets_are_there(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A game needs 1 set of basic cards, or 2 with 5 or more players."""
    owned = game.collection.basic_sets
    if min(owned, game.sets) >= 2:
        return
    helps = listed(
        [b.title for b in game.collection.catalog.boxes.values() if b.has_basic_cards], "or"
    )
    if not owned:
        yield error(
            "check-no-basic-cards",
            say("These boxes lack basic cards (Copper to Province and Curse)."),
            say("Add {boxes}.", boxes=helps),
        )
    if game.players >= 5 and min(owned, game.sets) < 2:
        yield error(
            "check-treasure-sets",
            _treasures_are_short(game, min(owned, game.sets)),
            say(
                "Add another box: {boxes}; a second copy works too. Or play with 4 players.",
                boxes=helps,
            )
            if owned < 2
            else say("Use 2 sets of basic cards from your shelf."),
        )


def _treasures_are_short(game: Game, sets: int) -> Sentence:
    if sets:
        return say_number(
            "{number} player needs the Treasures of 2 sets of basic cards, but only 1 is in use.",
            "{number} players need the Treasures of 2 sets of basic cards, but only 1 is in use.",
            game.players,
        )
    return say_number(
        "{number} player needs the Treasures of 2 sets of basic cards, but your boxes have none.",
        "{number} players need the Treasures of 2 sets of basic cards, but your boxes have none.",
        game.players,
    )


def _too_many_sets(chosen: int, sets: int) -> Problem:
    return error(
        "check-basic-shortage",
        say_number(
            "You chose {asked} sets of basic cards, but there’s only {number}.",
            "You chose {asked} sets of basic cards, but there are only {number}.",
            sets,
            asked=chosen,
        ),
        say_number("Use 1 set.", "Use {number} sets.", sets),
        *_TREASURES,
    )


@book.check("check-basic-shortage")
def basic_cards_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """The boxes have enough of every basic card for the Supply and the starting decks."""
    sets = game.collection.basic_sets
    if not sets:
        return
    treasures_told = game.players >= 5 and sets < 2
    if game.sets > sets and not treasures_told:
        treasures_told = True
        yield _too_many_sets(game.sets, sets)
    short = _short_of(game.collection, plan.basics, game.players, treasures_told)
    if short:
        yield error(
            "check-basic-shortage",
            say_number(
                "{number} player needs {cards}.",
                "{number} players need {cards}.",
                game.players,
                cards=listed(short.values()),
            ),
            say("Add {boxes}, or play with fewer players.", boxes=_boxes_with(game, *short)),
            *short,
        )


@lru_cache(maxsize=1024)
def _short_of(
    shelf: Collection, basics: Basics, players: int, treasures_told: bool
) -> Mapping[str, str]:
    """The basic cards that are too few, by name, each with how many there are."""
    in_supply = {pile.name: pile.count for pile in basics.piles}
    short = {}
    for name in (*BASIC_CARDS, "Platinum", "Colony"):
        in_decks = players * basics.starting_deck.get(name, 0)
        need = in_supply.get(name, 0) + in_decks
        if treasures_told and name in _TREASURES:
            need = in_decks + 1
        owned = shelf.stock.get(name, 0)
        if owned and need > owned:
            short[name] = say(
                "{need}× {card} (you have {number})", need=need, card=name, number=owned
            )
    return short


def asked_by_owned(game: Game, plan: SetupPlan, thing: str) -> tuple[str, ...]:
    """The cards that ask for a thing, if the shelf holds one of them."""
    asking = plan.because.get(thing, ())
    by_name = game.collection.catalog.by_name
    return asking if any(game.collection.owns(by_name[name]) for name in asking) else ()


@book.check("check-tokens-short", "check-tokens-limited")
def tokens_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """There are enough tokens; anything can stand in for coins, points, debt and Embargoes."""
    for token, need in plan.tokens_placed.items():
        owned = _owned(game.collection, token)
        if owned and owned >= need:
            continue
        pieces = (*book.token_values.get(token, (piece_of(token),)),)
        things = (token, "Favor") if token == "Coin" else (token,)
        asking = tuple(
            dict.fromkeys(n for thing in things for n in asked_by_owned(game, plan, thing))
        )
        by_name = game.collection.catalog.by_name
        if not owned:  # a card of an update pack is told of with all its parts
            lonely = _only_in_update_packs(game.collection)
            asking = tuple(name for name in asking if by_name[name] not in lonely)
        if not asking:
            continue
        message = _tokens_are_short(token, need, owned, listed(asking))
        if token in book.token_values:
            yield warning(
                "check-tokens-short",
                message,
                say(
                    "Use {things} instead, or add a box: {boxes}.",
                    things=SUBSTITUTES[token],
                    boxes=_boxes_with(game, *pieces),
                ),
                *asking,
            )
        else:
            yield error(
                "check-tokens-limited", message, _add_another(game, asking, *pieces), *asking
            )


@lru_cache(maxsize=1024)
def _owned(shelf: Collection, token: str) -> int:
    """What all tokens of a kind on a shelf are worth."""
    return shelf.worth(book.token_values.get(token) or {piece_of(token): 1})


def _tokens_are_short(token: str, need: int, owned: int, cards: str) -> Sentence:
    """How many tokens are needed for some cards, and how many there are."""
    if need:
        tokens = _counted(token, need)
        if owned:
            return say(
                "You need {tokens} at the start for {cards}, but you have only {number}.",
                tokens=tokens,
                cards=cards,
                number=owned,
            )
        return say(
            "You need {tokens} at the start for {cards}, but none of your boxes have any.",
            tokens=tokens,
            cards=cards,
        )
    return say(
        "{tokens} are needed for {cards}, but none of your boxes have any.",
        tokens=_AT_HAND.get(token) or say("{kind} tokens", kind=say(token)),
        cards=cards,
    )


def _counted(token: str, number: int) -> Sentence:
    if token == "Project cube":
        return say_number("{number} Project cube", "{number} Project cubes", number)
    if token == "VP":
        return say_number(
            "VP tokens worth {number} point", "VP tokens worth {number} points", number
        )
    if token.startswith(("+", "-")):  # "7 +1 Buy tokens" would read as a sum
        return say("{number}× {card}", number=number, card=say("{kind} token", kind=say(token)))
    kind = _KINDS.get(token) or say(token)
    return say_number("{number} {kind} token", "{number} {kind} tokens", number, kind=kind)


def _add_another(game: Game, asking: tuple[str, ...], *pieces: str) -> Sentence:
    return say(
        "Add another copy of {boxes}, play with fewer players, or leave out {cards}.",
        boxes=_boxes_with(game, *pieces),
        cards=listed(asking),
    )


@book.check("check-tokens-limited")
def heirlooms_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """There’s 1 of each Heirloom for every player."""
    for name in _too_few_heirlooms(game.collection, plan.basics, game.players):
        asking = asked_by_owned(game, plan, name)
        if asking:
            yield error(
                "check-tokens-limited",
                say_number(
                    "{number} player needs 1 {card}, but you have only {there}.",
                    "{number} players need 1 {card} each, but you have only {there}.",
                    game.players,
                    card=name,
                    there=game.collection.stock.get(name, 0),
                ),
                _add_another(game, asking, name),
                *asking,
            )


@lru_cache(maxsize=1024)
def _too_few_heirlooms(shelf: Collection, basics: Basics, players: int) -> list[str]:
    """The Heirlooms in the starting decks that are fewer than the players."""
    others = shelf.catalog.by_name
    heirlooms = [
        n for n in basics.starting_deck if getattr(others.get(n), "kind", "") == "heirloom"
    ]
    return [name for name in heirlooms if shelf.stock.get(name, 0) < players]


@book.check("check-mats-short")
def mats_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """There’s a mat for every player; a box has 6 of a kind."""
    for mat in plan.player_mats:
        owned = game.collection.stock.get(f"{mat} mat", 0)
        if 0 < owned < game.players:
            yield warning(
                "check-mats-short",
                say_number(
                    "{number} player needs 1 {mat} mat, but you have only {there}.",
                    "{number} players need 1 {mat} mat each, but you have only {there}.",
                    game.players,
                    mat=piece_words(mat),
                    there=owned,
                ),
                say("Use pieces of paper for the rest."),
                *plan.because.get(mat, ()),
            )


@lru_cache(maxsize=256)
def _only_in_update_packs(shelf: Collection) -> frozenset[Thing]:
    """Things of update packs that no other box on the shelf holds."""
    packs = {box for box in shelf.boxes if box.kind == "update pack"}
    elsewhere = {thing for box in shelf.boxes if box not in packs for thing in box.things}
    return frozenset(thing for box in packs for thing in box.things) - elsewhere


@book.check(
    "check-update-pack-parts", unless=lambda shelf, _players: not _only_in_update_packs(shelf)
)
def update_packs_bring_no_parts(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A card from an update pack may need mats or tokens that only a full box has."""
    lonely = _only_in_update_packs(game.collection)
    without: dict[tuple[str, ...], list[str]] = {}
    pieces: dict[str, tuple[str, ...]] = {}
    for thing in filter(lonely.__contains__, game.things):
        missing: list[str] = []
        for material in thing.needs:
            for kind in material.reserves:
                if not game.collection.worth(book.token_values[kind]):
                    missing.append(_SHORT[kind])
                    pieces[_SHORT[kind]] = tuple(book.token_values[kind])
            for mat in material.player_mats:
                if mat in plan.player_mats and not game.collection.stock.get(f"{mat} mat"):
                    mats = say("{mat} mats", mat=piece_words(mat))
                    missing.append(mats)
                    pieces[mats] = tuple(f"{name} mat" for name in (mat, *_SERVES_AS.get(mat, ())))
        if missing:
            without.setdefault(tuple(missing), []).append(thing.name)
    for parts, cards in without.items():
        yield warning(
            "check-update-pack-parts",
            say_number(
                "{cards} comes from an update pack that doesn’t include the {parts} it needs.",
                "{cards} come from an update pack that doesn’t include the {parts} they need.",
                len(cards),
                cards=listed(cards),
                parts=listed(parts),
            ),
            say(
                "Use substitutes, or add a box: {boxes}.",
                boxes=_boxes_with_all(game, [pieces[part] for part in parts]),
            ),
            *cards,
        )
