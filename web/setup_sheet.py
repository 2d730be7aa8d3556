"""SetupSheet: the plan in readers' words, for screen and paper. Templates only loop and label."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from setup_rules.cards import Card, Cost, OtherCard
from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, Game
from setup_rules.names import listed
from setup_rules.plan import FetchBox, Pile, SetupPlan, SupplyPile
from setup_rules.problems import Severity
from setup_rules.rules import RULEBOOKS
from web.links import link_for, piles_part, query_for
from web.reading import Asked

NUMBERS = {3: "three", 4: "four"}
SIGNS = {
    Severity.ERROR: ("bad", "Must mend"),
    Severity.WARNING: ("warn", "Warning"),
    Severity.ADVICE: ("hint", "Hint"),
}
COLOURED = (
    "Night",
    "Attack",
    "Duration",
    "Reaction",
    "Reserve",
    "Treasure",
    "Victory",
    "Curse",
    "Ruins",
)
"""Types that colour a field, in the order in which they do."""

DRAWS = {
    "platinum_colony": ("Platinum & Colony", "Prosperity"),
    "shelters": ("Shelters", "Dark Ages"),
}


class CostMark(NamedTuple):
    """A cost as it is drawn, and as it is read out."""

    coin: str
    potion: bool
    debt: str
    words: str


class ProblemRow(NamedTuple):
    """A problem: how bad, what, and what would mend it."""

    kind: str
    sign: str
    message: str
    fix: str


class PileRow(NamedTuple):
    """A Supply pile."""

    name: str
    cost: CostMark | None
    types: str
    colours: str
    cards: int
    notes: tuple[str, ...]


class Line(NamedTuple):
    """Something to set out: what, and how it is done or for which cards."""

    what: str
    note: str


class Way(NamedTuple):
    """A published way to decide a draw, and what it says here."""

    says: str
    chance: str


class DrawRow(NamedTuple):
    """A yes-or-no draw."""

    name: str
    answer: str
    why: str
    ways: tuple[Way, ...]


class FetchLine(NamedTuple):
    """Something to take out; `whole` when nobody needs to count."""

    what: str
    whole: bool
    number: int
    note: str


class FetchSection(NamedTuple):
    """What to take out of one box."""

    box: str
    copies: int
    lines: tuple[FetchLine, ...]


class PlayersLink(NamedTuple):
    """The same kingdom for another number of players."""

    players: int
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """The whole setup as it is read at the table."""

    name: str
    players: int
    boxes: str
    change_url: str
    players_links: tuple[PlayersLink, ...]
    status: str
    """One of ok, warning, error."""
    verdict: str
    problems: tuple[ProblemRow, ...]
    counts: str
    basic_piles: tuple[PileRow, ...]
    kingdom_piles: tuple[PileRow, ...]
    landscapes: tuple[Line, ...]
    beside: tuple[Line, ...]
    aside: tuple[Line, ...]
    trash: tuple[Line, ...]
    each_player: tuple[Line, ...]
    shared: tuple[Line, ...]
    draws: tuple[DrawRow, ...]
    both_odds: str
    fetch: tuple[FetchSection, ...]
    begins: tuple[str, ...]
    ends: tuple[str, ...]
    reminders: tuple[str, ...]
    because: tuple[Line, ...]


def make_sheet(asked: Asked, catalog: Catalog) -> SetupSheet:
    """The setup of what was asked for, in words."""
    game = asked.game(catalog)
    plan = plan_setup(game)
    return SetupSheet(
        name=_name(game),
        players=plan.players,
        boxes=listed(_box_titles(asked, catalog)) or "no box",
        change_url=f"/?kingdom={piles_part(asked.kingdom)}&{query_for(*asked)}",
        players_links=tuple(_players_links(asked)),
        status=plan.status,
        verdict=_verdict(plan),
        problems=tuple(
            ProblemRow(*SIGNS[problem.severity], problem.message, problem.fix)
            for problem in plan.problems
        ),
        counts=_counts(plan),
        basic_piles=tuple(_pile_row(p, plan, catalog) for p in plan.supply if p.card is None),
        kingdom_piles=tuple(_pile_row(p, plan, catalog) for p in plan.supply if p.card),
        landscapes=tuple(_landscapes(plan)),
        beside=tuple(_line(pile, plan) for pile in plan.beside if pile.count),
        aside=tuple(_line(pile, plan) for pile in plan.aside),
        trash=tuple(
            Line(f"{count} {name}", _because(plan, name)) for name, count in plan.trash.items()
        ),
        each_player=tuple(_each_player(plan)),
        shared=tuple(_shared(plan)),
        draws=tuple(_draw(draw, game, plan) for draw in DRAWS),
        both_odds=_both_odds(plan),
        fetch=tuple(_fetch_section(box, asked, catalog) for box in plan.fetch),
        begins=(
            "Each player shuffles the ten cards and draws five.",
            "The player to the left of the last winner begins; in the first game anyone, at "
            "random.",
        ),
        ends=_ends(plan),
        reminders=plan.reminders,
        because=tuple(Line(thing, f"for {listed(cards)}") for thing, cards in plan.because.items()),
    )


def _name(game: Game) -> str:
    """A published kingdom's own name, or else its dearest and its cheapest card."""
    for published in game.collection.catalog.published_by_ten.get(frozenset(game.ten), ()):
        return published.name
    plain = [card for card in game.ten if not (card.cost.potion or card.cost.debt)]
    cards = plain or list(game.ten)
    if not cards:
        return "A kingdom without piles"
    dearest = min(cards, key=lambda card: (-card.cost.coin, len(card.name), card.name))
    cheapest = min(cards, key=lambda card: (card.cost.coin, len(card.name), card.name))
    return dearest.name if dearest is cheapest else f"{dearest.name} & {cheapest.name}"


def _box_titles(asked: Asked, catalog: Catalog) -> list[str]:
    return [
        catalog.boxes[box].title + (_times(asked.boxes.count(box)))
        for box in dict.fromkeys(asked.boxes)
    ]


def _times(copies: int) -> str:
    return {1: "", 2: " (twice)"}.get(copies, f" ({copies} times)")


def _players_links(asked: Asked) -> Iterator[PlayersLink]:
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        url = link_for(asked.kingdom, players, asked.boxes, asked.basic_sets)
        yield PlayersLink(players, url, players == asked.players)


def _verdict(plan: SetupPlan) -> str:
    """One sentence on what the problems come to."""
    by_kind = [sum(p.severity is severity for p in plan.problems) for severity in Severity]
    errors, warnings, hints = by_kind
    said = [
        f"{number} {word if number == 1 else words}"
        for number, word, words in (
            (errors, "thing to mend", "things to mend"),
            (warnings, "warning", "warnings"),
            (hints, "hint", "hints"),
        )
        if number
    ]
    if not said:
        return "Everything is there and fits."
    return f"{'Not ready yet' if errors else 'Ready to play'}: {listed(said)}."


def _counts(plan: SetupPlan) -> str:
    kingdom = sum(pile.card is not None for pile in plan.supply)
    beside = len([pile for pile in plan.beside if pile.count])
    text = f"{len(plan.supply)} Supply piles, {kingdom} of them Kingdom piles"
    return f"{text}; {beside} beside the Supply." if beside else f"{text}."


def _because(plan: SetupPlan, thing: str) -> str:
    cards = [card for card in plan.because.get(thing, ()) if card != thing]
    return f"for {listed(cards)}" if cards else ""


def _joined(*notes: str) -> str:
    return ", ".join(note for note in notes if note)


def cost_mark(cost: Cost) -> CostMark:
    """A cost as it is drawn and read out."""
    words = []
    if cost.coin or not (cost.potion or cost.debt):
        words.append(f"${cost.coin}{cost.mark}")
    if cost.potion:
        words.append("Potion")
    if cost.debt:
        words.append(f"{cost.debt} debt")
    coin = f"{cost.coin}{cost.mark}" if words[0].startswith("$") else ""
    return CostMark(coin, bool(cost.potion), str(cost.debt or ""), f"costs {' and '.join(words)}")


def colours(types: tuple[str, ...]) -> str:
    """The classes that colour a pile's field: one type, or two that part it."""
    bearing = [type_ for type_ in COLOURED if type_ in types]
    if "Action" in types and (not bearing or bearing in (["Treasure"], ["Victory"])):
        bearing.insert(0, "Action")
    bearing = (bearing or ["Action"])[:2]
    return " ".join(
        f"{half}-{type_.lower()}" for half, type_ in zip(("a", "b"), bearing, strict=False)
    )


def _pile_row(pile: SupplyPile, plan: SetupPlan, catalog: Catalog) -> PileRow:
    notes = [pile.note, _because(plan, pile.name)]
    for token, piles in plan.pile_tokens.items():
        if pile.name in piles:
            notes.append(f"{_tokens(piles[pile.name], token)} on it")
    return PileRow(
        name=pile.name,
        cost=_cost_of(pile, catalog),
        types=", ".join(pile.types),
        colours=colours(pile.types),
        cards=pile.count,
        notes=tuple(note[0].upper() + note[1:] for note in notes if note),
    )


def _cost_of(pile: SupplyPile, catalog: Catalog) -> CostMark | None:
    card: Card | OtherCard | None = pile.card
    if card is None:
        group = catalog.groups.get(pile.name, ())
        named = catalog.by_name.get(pile.name, group[0] if group else None)
        card = named if isinstance(named, OtherCard) else None
    return cost_mark(card.cost) if card and card.cost else None


def _tokens(count: int, token: str) -> str:
    """`1 Coin token`, `2 Project cubes`."""
    piece = "" if token.endswith("cube") else " token"
    return f"{count} {token}{piece}{'' if count == 1 else 's'}"


def _landscapes(plan: SetupPlan) -> Iterator[Line]:
    pile_of = {trait: pile for pile, trait in plan.traits.items()}
    for landscape in plan.landscapes:
        how = [landscape.kind.capitalize()]
        if landscape.cost:
            how.append(cost_mark(landscape.cost).words)
        if landscape.name in pile_of:
            how.append(f"on {pile_of[landscape.name]}")
        if landscape.name == "Obelisk" and plan.obelisk:
            how.append(f"looks at {plan.obelisk}")
        for token, count in plan.landscape_tokens.get(landscape.name, {}).items():
            how.append(f"{_tokens(count, token)} on it")
        yield Line(landscape.name, _joined(*how, _because(plan, landscape.name)))


def _line(pile: Pile, plan: SetupPlan) -> Line:
    """A pile beside the Supply or set aside."""
    what = f"{pile.name}: {pile.card}" if pile.card else f"{pile.count} {pile.name}"
    if pile.name == "Black Market deck":
        what = f"Black Market deck of {pile.count}"
    elif pile.name.startswith("Ferryman pile"):
        what = f"{pile.name}, {pile.count} cards"
    return Line(what, _joined(pile.note, "" if pile.card else _because(plan, pile.name)))


def _each_player(plan: SetupPlan) -> Iterator[Line]:
    deck = [f"{count} {name}" for name, count in plan.starting_deck.items() if count]
    yield Line(listed(deck), "the deck to start with")
    for mat in plan.player_mats:
        yield Line(f"{mat} mat", _because(plan, mat))
    for token, count in plan.player_tokens.items():
        yield Line(_tokens(count, token), _because(plan, token))


def _shared(plan: SetupPlan) -> Iterator[Line]:
    for mat in plan.shared_mats:
        yield Line(f"{mat} mat", _joined("in the middle", _because(plan, mat)))
    for kind in plan.token_reserves:
        yield Line(f"{kind} tokens", _joined("at hand", _because(plan, kind)))


def _draw(draw: str, game: Game, plan: SetupPlan) -> DrawRow:
    name, family = DRAWS[draw]
    chosen: bool | None = getattr(game.kingdom, draw)
    used: bool = getattr(game, draw)
    card = game.kingdom.drawn.get(f"{draw}_card")
    if chosen is not None:
        answer, why = ("yes" if chosen else "no"), f"{card.name} decided" if card else ""
    elif used:
        answer, why = "yes", f"all ten are from {family}"
    elif getattr(plan.odds, draw):
        answer, why = "not decided", "planned without"
    else:
        answer, why = "no", f"no pile is from {family}"
    ways = tuple(
        Way(variant.says, _chance(variant.chance(game)))
        for book in RULEBOOKS
        for variant in book.variants
        if variant.draw == draw
    )
    return DrawRow(name, answer, why, ways)


def _chance(chance: Fraction | None) -> str:
    if chance is None:
        return "as you like"
    if chance in (0, 1):
        return "yes" if chance else "no"
    return f"yes in {chance.numerator} of {chance.denominator} cases"


def _both_odds(plan: SetupPlan) -> str:
    """What the random-card method says of both draws together, if both can go either way."""
    odds = plan.odds
    if not (odds.platinum_colony and odds.shelters):
        return ""
    return (
        f"By random cards both are used in {_share(odds.both)} and neither in "
        f"{_share(odds.neither)}."
    )


def _share(chance: Fraction) -> str:
    if chance in (0, 1):
        return "every case" if chance else "no case"
    return f"{chance.numerator} of {chance.denominator} cases"


def _fetch_section(fetched: FetchBox, asked: Asked, catalog: Catalog) -> FetchSection:
    return FetchSection(
        catalog.boxes[fetched.box].title,
        asked.boxes.count(fetched.box),
        tuple(FetchLine(i.what, i.whole, i.count, i.note) for i in fetched.items),
    )


def _ends(plan: SetupPlan) -> tuple[str, ...]:
    """When the game ends, at the end of a turn."""
    number = NUMBERS.get(plan.empty_piles, str(plan.empty_piles))
    return (
        *(f"the {pile} pile is empty" for pile in plan.ends_when_empty),
        f"any {number} Supply piles are empty",
    )
