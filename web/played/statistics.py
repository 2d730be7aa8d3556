"""What can be counted in the log of games, with the figures of its small plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from setup_rules.cards import Box, Card
from setup_rules.collection import Collection
from setup_rules.names import fold
from web.draw.history import ten_of
from web.language.card_names import Name
from web.language.dates import month_heading
from web.language.phrases import in_order
from web.language.translation import gettext as _
from web.setup_sheet.spines import Spine, box_of, spine
from web.store import LoggedGame

MONTHS = 12
MOST_PLAYED = 10
MOST_PEOPLE = 20
ENOUGH = 5
"""Games from which on a share is told in per cent; of fewer only the counts."""
HIGH = 40
"""Units of the tallest bar."""
STEP = 12
"""Units from bar to bar."""
WIDE = 100
"""Units of the widest bar."""


class MonthBar(NamedTuple):
    """The games of a month as a bar."""

    heading: str
    games: int
    x: int
    y: int
    height: int


class CardBar(NamedTuple):
    """How often a pile was played."""

    name: str
    games: int
    width: int


class PersonBar(NamedTuple):
    """How often somebody won."""

    name: str
    games: int
    wins: str
    percent: str
    """Empty with few games."""
    by_chance: int
    """In per cent: the share of the wins that mere chance would give."""
    width: int
    mark: int
    """Where mere chance would end the bar."""


class BoxBar(NamedTuple):
    """How often a box was used, and how many of its piles were ever on the table."""

    spine: Spine
    games: int
    seen: int
    piles: int
    width: int


class NeverPlayed(NamedTuple):
    """Piles of a box that were never on the table."""

    box: str
    names: tuple[str, ...]


class Numbers(NamedTuple):
    """All that is counted."""

    games: int
    months: tuple[MonthBar, ...]
    width: int
    most: tuple[CardBar, ...]
    people: tuple[PersonBar, ...]
    undecided: int
    """Games of which nobody noted who won."""
    boxes: tuple[BoxBar, ...]
    never: tuple[NeverPlayed, ...]
    seen: int
    piles: int
    """Piles on the shelf, and those of them that were ever played."""


def numbers_of(games: Sequence[LoggedGame], shelf: Collection, today: date, name: Name) -> Numbers:
    """All numbers of a log."""
    cards = shelf.catalog.cards
    tens = [[cards[id_] for id_ in ten_of(game.link)] for game in games]
    played = Counter(card for ten in tens for card in ten)
    months = tuple(_months(games, today))
    return Numbers(
        games=len(games),
        months=months,
        width=STEP * len(months),
        most=tuple(_most(played, name)),
        people=tuple(_people(games)),
        undecided=sum(not _winners(game) for game in games),
        boxes=tuple(_boxes(tens, played, shelf)),
        never=tuple(_never(played, shelf, name)),
        seen=sum(card in played for card in shelf.cards),
        piles=len(shelf.cards),
    )


def _months(games: Sequence[LoggedGame], today: date) -> Iterator[MonthBar]:
    """The last twelve months."""
    if not games:
        return
    counts = Counter(game.day[:7] for game in games)
    now = max(today.year * 12 + today.month - 1, _month_number(max(counts)))
    numbers = range(now - MONTHS + 1, now + 1)
    days = [date(number // 12, number % 12 + 1, 1) for number in numbers]
    tallest = max(counts[day.isoformat()[:7]] for day in days) or 1
    for place, day in enumerate(days):
        number = counts[day.isoformat()[:7]]
        height = round(HIGH * number / tallest)
        yield MonthBar(month_heading(day, today), number, STEP * place, HIGH - height, height)


def _month_number(text: str) -> int:
    year, month = text.split("-")
    return int(year) * 12 + int(month) - 1


def _most(played: Counter[Card], name: Name) -> Iterator[CardBar]:
    ordered = sorted(played.items(), key=lambda pair: (-pair[1], fold(name(pair[0].name))))
    for card, number in ordered[:MOST_PLAYED]:
        yield CardBar(name(card.name), number, round(WIDE * number / ordered[0][1]))


def _winners(game: LoggedGame) -> int:
    """How many share the victory; 0 if that was not noted."""
    winners = sum(player.won for player in game.players)
    return winners or (game.seats if game.tie else 0)


def _people(games: Sequence[LoggedGame]) -> Iterator[PersonBar]:
    """Wins by person: several winners share one win, and so does everybody in a tie of all."""
    names: dict[int | str, str] = {}
    wins: Counter[int | str] = Counter()
    shares: dict[int | str, Fraction] = {}
    chances: dict[int | str, Fraction] = {}
    for game in games:
        winners = _winners(game)
        if not winners:
            continue
        all_tied = winners == game.seats and game.tie and not any(p.won for p in game.players)
        for player in game.players:
            who = player.person or player.name.casefold()
            names.setdefault(who, player.name)
            wins[who] += 1
            share = Fraction(1, winners) if player.won or all_tied else Fraction(0)
            shares[who] = shares.get(who, Fraction(0)) + share
            chances[who] = chances.get(who, Fraction(0)) + Fraction(1, game.seats)
    for who, number in sorted(wins.items(), key=lambda pair: (-pair[1], names[pair[0]]))[
        :MOST_PEOPLE
    ]:
        share = shares[who] / number
        yield PersonBar(
            names[who],
            number,
            in_tenths(shares[who]),
            str(round(100 * share)) if number >= ENOUGH else "",
            round(100 * chances[who] / number),
            round(WIDE * share),
            round(WIDE * chances[who] / number),
        )


def in_tenths(number: Fraction) -> str:
    """A number with one digit after the point, unless it is whole."""
    tenths = round(10 * number)
    if tenths % 10:
        return _("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)
    return str(tenths // 10)


def _boxes(
    tens: Sequence[Sequence[Card]], played: Counter[Card], shelf: Collection
) -> Iterator[BoxBar]:
    """The boxes on the shelf, and others that were played with, those most used first."""
    by_box = _piles_by_box(shelf)
    home: dict[Card, Box] = {card: box for box, cards in by_box.items() for card in cards}
    for card in played:
        box = home.get(card) or box_of(card, shelf)
        if box is not None:
            home[card] = box
    used = Counter(box for ten in tens for box in {home[card] for card in ten if card in home})
    most = max(used.values(), default=1)
    for box in sorted({*by_box, *used}, key=lambda box: (-used[box], box.title)):
        cards = by_box.get(box, ())
        seen = sum(card in played for card in cards)
        yield BoxBar(spine(box), used[box], seen, len(cards), round(WIDE * used[box] / most))


def _piles_by_box(shelf: Collection) -> dict[Box, list[Card]]:
    piles: dict[Box, list[Card]] = {}
    for card in shelf.cards:
        box = box_of(card, shelf)
        if box is not None:
            piles.setdefault(box, []).append(card)
    return piles


def _never(played: Counter[Card], shelf: Collection, name: Name) -> Iterator[NeverPlayed]:
    for box, cards in _piles_by_box(shelf).items():
        names = in_order(name(card.name) for card in cards if card not in played)
        if names:
            yield NeverPlayed(spine(box).name, tuple(names))
