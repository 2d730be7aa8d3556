"""Checks against what really lies in the boxes: basic cards, tokens, mats."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.cards import BASIC_CARDS
from setup_rules.collection import TOKEN_VALUES, piece_of
from setup_rules.kingdom import Game
from setup_rules.names import listed
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, error, warning
from setup_rules.rulebook import Rulebook

book = Rulebook("")

SUBSTITUTES = {
    "Coin": "coins, beads or other counters",
    "VP": "a pencil and paper, or other counters",
    "Debt": "coins or other counters",
    "Embargo": "any markers",
}


def _boxes_with(game: Game, *names: str) -> str:
    """The boxes that hold a thing, as a sentence lists them."""
    boxes = game.collection.catalog.boxes.values()
    return listed([b.title for b in boxes if any(b.stock.get(name) for name in names)], "or")


@book.check("check-no-basic-cards", "check-treasure-sets")
def basic_sets_are_there(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A game needs a basic set, and two of them from five players on."""
    owned = game.collection.basic_sets
    if owned and (game.players < 5 or min(owned, game.sets) >= 2):
        return
    helps = listed(
        [b.title for b in game.collection.catalog.boxes.values() if b.has_basic_cards], "or"
    )
    if not owned:
        yield error(
            "check-no-basic-cards",
            "None of these boxes has Copper to Province and Curse.",
            f"Add {helps}.",
        )
    if game.players >= 5 and min(owned, game.sets) < 2:
        yield error(
            "check-treasure-sets",
            f"{game.players} players need the Treasures of two basic sets, and "
            f"{'one is' if min(owned, game.sets) else 'none is'} there.",
            f"Add another of {helps}; the same box twice will do. Or play with four."
            if owned < 2
            else "Use two of the basic sets on the shelf.",
        )


@book.check("check-basic-shortage")
def basic_cards_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """The boxes hold enough of every basic card for the Supply and the starting decks."""
    stock, sets = game.collection.stock, game.collection.basic_sets
    if not sets:
        return
    treasures_told = game.players >= 5 and sets < 2
    in_supply = {pile.name: pile.count for pile in plan.supply if pile.card is None}
    short: dict[str, str] = {}
    for name in (*BASIC_CARDS, "Platinum", "Colony"):
        in_decks = game.players * plan.starting_deck.get(name, 0)
        need = in_supply.get(name, 0) + in_decks
        if treasures_told and name in ("Copper", "Silver", "Gold"):
            need = in_decks + 1
        owned = stock.get(name, 0)
        if owned and need > owned:
            short[name] = f"{need} {name} ({owned} there)"
    if short:
        yield error(
            "check-basic-shortage",
            f"{game.players} players need {listed(short.values())}.",
            f"Add {_boxes_with(game, *short)}, or play with fewer players.",
            *short,
        )


def _asked_by_owned(game: Game, plan: SetupPlan, thing: str) -> tuple[str, ...]:
    """The cards that ask for a thing, if the shelf holds one of them."""
    asking = plan.because.get(thing, ())
    by_name = game.collection.catalog.by_name
    return asking if any(game.collection.owns(by_name[name]) for name in asking) else ()


@book.check("check-tokens-short", "check-tokens-limited")
def tokens_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Enough tokens to start with; coins, points, debt and Embargoes may be substituted."""
    for token, need in plan.tokens_placed.items():
        if token in TOKEN_VALUES:
            owned, pieces = game.collection.tokens(token), tuple(TOKEN_VALUES[token])
            things = (token, "Favor") if token == "Coin" else (token,)
        else:
            pieces = (piece_of(token),)
            owned, things = game.collection.stock.get(pieces[0], 0), (token,)
        if owned and owned >= need:
            continue
        asking = tuple(
            dict.fromkeys(n for thing in things for n in _asked_by_owned(game, plan, thing))
        )
        if not asking:
            continue
        has = f"there are {owned}" if owned else "no box on the shelf has any"
        name = {"VP": "victory point"}.get(token, token.lower() if token in TOKEN_VALUES else token)
        wanted = (
            f"{need} {name} tokens are needed at the start" if need else f"{name} tokens are needed"
        )
        wanted = wanted.replace("cube tokens", "cubes")
        if token in TOKEN_VALUES:
            yield warning(
                "check-tokens-short",
                f"{wanted[0].upper()}{wanted[1:]} for {listed(asking)}, and {has}.",
                f"Use {SUBSTITUTES[token]} in their place, or add {_boxes_with(game, *pieces)}.",
                *asking,
            )
        else:
            yield error(
                "check-tokens-limited",
                f"{wanted} for {listed(asking)}, and {has}.",
                f"Add another {_boxes_with(game, *pieces)}, play with fewer players, or leave out "
                f"{listed(asking)}.",
                *asking,
            )


@book.check("check-tokens-limited")
def heirlooms_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Each Heirloom is there for every player."""
    others = game.collection.catalog.by_name
    for name in plan.starting_deck:
        thing = others.get(name)
        if getattr(thing, "kind", "") != "heirloom":
            continue
        owned, asking = game.collection.stock.get(name, 0), _asked_by_owned(game, plan, name)
        if asking and owned < game.players:
            yield error(
                "check-tokens-limited",
                f"{game.players} players need a {name} each, and there are {owned}.",
                f"Add another {_boxes_with(game, name)}, play with fewer players, or leave out "
                f"{listed(asking)}.",
                *asking,
            )


@book.check("check-mats-short")
def mats_suffice(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A mat for every player; boxes hold six of a kind."""
    for mat in plan.player_mats:
        owned = game.collection.stock.get(f"{mat} mat", 0)
        if 0 < owned < game.players:
            yield warning(
                "check-mats-short",
                f"{game.players} players need a {mat} mat each, and there are {owned}.",
                "Use a sheet of paper for the rest.",
                *plan.because.get(mat, ()),
            )


@book.check("check-update-pack-parts")
def update_packs_bring_no_parts(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A card from an update pack may need mats or tokens that lie only in a full box."""
    boxes = game.collection.catalog.boxes
    for use in game.uses:
        if not use.thing.needs:
            continue
        kinds = {boxes[box].kind for box in use.thing.boxes if box in game.collection.copies}
        if kinds != {"update pack"}:
            continue
        missing: list[str] = []
        pieces: list[str] = []
        for material in use.thing.needs:
            for kind in material.reserves:
                if not game.collection.tokens(kind):
                    missing.append(f"{'victory point' if kind == 'VP' else kind.lower()} tokens")
                    pieces += TOKEN_VALUES[kind]
            for mat in material.player_mats:
                if mat in plan.player_mats and not game.collection.stock.get(f"{mat} mat"):
                    missing.append(f"{mat} mats")
                    pieces.append(f"{mat} mat")
        if missing:
            yield warning(
                "check-update-pack-parts",
                f"{use.thing.name} comes from an update pack without its {listed(missing)}.",
                f"Use substitutes, or add {_boxes_with(game, *pieces)}.",
                use.thing.name,
            )
