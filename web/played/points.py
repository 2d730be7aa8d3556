"""Points in the log: of one game, and what can be counted in all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from setup_rules.scoring.ending import places_of
from web.language.card_names import Name
from web.language.phrases import in_figures
from web.language.translation import ngettext, translate
from web.played.statistics import in_tenths
from web.store import LoggedGame

MOST_SHOWN = 20
"""People and sources that are listed."""
WIDE = 100
"""Units of the widest bar."""


class LoggedScore(NamedTuple):
    """What a player of a game had."""

    place: int
    name: str
    says: str
    """Points, and turns where they are known."""


class PersonPoints(NamedTuple):
    """The points of somebody in all games that were counted."""

    name: str
    games: int
    average: str
    best: str


class SourceBar(NamedTuple):
    """How many points came from a card, a landscape or tokens."""

    name: str
    points: str
    width: int


class PointNumbers(NamedTuple):
    """All that is counted of points."""

    people: tuple[PersonPoints, ...]
    sources: tuple[SourceBar, ...]


def scores_of(game: LoggedGame) -> tuple[LoggedScore, ...]:
    """The players by their places; nobody where points were not counted."""
    counted = [(one, one.points) for one in game.players if one.points is not None]
    places = places_of([points for _one, points in counted], [one.turns for one, _p in counted])
    rows = []
    for place, (player, points) in zip(places, counted, strict=True):
        words = [in_figures(points)]
        if player.turns:
            words.append(ngettext("{number} turn", "{number} turns", player.turns))
        rows.append(LoggedScore(place, player.name, " · ".join(words)))
    return tuple(sorted(rows, key=lambda row: row.place))


def point_numbers(games: Sequence[LoggedGame], name: Name) -> PointNumbers:
    """Averages, best scores, and where points came from."""
    return PointNumbers(tuple(_people(games)), tuple(_sources(games, name)))


def _people(games: Sequence[LoggedGame]) -> Iterator[PersonPoints]:
    names: dict[int | str, str] = {}
    points: dict[int | str, list[int]] = {}
    for player in (player for game in games for player in game.players):
        if player.points is not None:
            who = player.person or player.name.casefold()
            names.setdefault(who, player.name)
            points.setdefault(who, []).append(player.points)
    ordered = sorted(points, key=lambda who: (-len(points[who]), names[who]))
    for who in ordered[:MOST_SHOWN]:
        mean = Fraction(sum(points[who]), len(points[who]))
        average = f"{'−' if mean < 0 else ''}{in_tenths(abs(mean))}"
        yield PersonPoints(names[who], len(points[who]), average, in_figures(max(points[who])))


def _sources(games: Sequence[LoggedGame], name: Name) -> Iterator[SourceBar]:
    sums: Counter[str] = Counter()
    for player in (player for game in games for player in game.players):
        sums.update(player.sources)
    most = max(map(abs, sums.values()), default=0) or 1
    for source, points in sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_SHOWN]:
        word = name(source)
        label = translate(source) if word == source else word
        yield SourceBar(label, in_figures(points), round(WIDE * abs(points) / most))
