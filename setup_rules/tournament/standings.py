"""Who stands where after any number of rounds, and which tie-breaker put them there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from operator import neg
from typing import NamedTuple

from setup_rules.sentences import Sentence, say
from setup_rules.tournament.scoring import Played, percentage_totals, places, tournament_points


class Decided(Enum):
    """What put a player below the one above, in the order of the rules; short enough for a list."""

    FIRST = say("at the top")
    POINTS = say("tournament points")
    SHARE = say("percentage total")
    VICTORIES = say("wins")
    SECONDS = say("second places")
    THIRDS = say("third places")
    NOTHING = say("shared rank")

    @property
    def says(self) -> Sentence:
        """The same as a whole sentence."""
        return _SENTENCES[self]


_SENTENCES: Mapping[Decided, Sentence] = {
    Decided.FIRST: say("Nobody ranks higher."),
    Decided.POINTS: say("Fewer tournament points than the player above."),
    Decided.SHARE: say(
        "Same tournament points as the player above, but a lower percentage total of victory "
        "points."
    ),
    Decided.VICTORIES: say(
        "Tied with the player above on tournament points and percentage total, but fewer wins."
    ),
    Decided.SECONDS: say(
        "Tied with the player above up to and including wins, but fewer second places."
    ),
    Decided.THIRDS: say(
        "Tied with the player above up to and including second places, but fewer third places."
    ),
    Decided.NOTHING: say("Tied with the player above on everything, so they share the rank."),
}


class Standing(NamedTuple):
    """One player's line."""

    rank: int
    """From 1; players who share a rank have the same number, and the next ones are left out."""
    player: int
    points: Fraction
    share: Fraction
    """The percentage total: 1 is 100 %."""
    victories: int
    seconds: int
    thirds: int
    games: int
    decided: Decided
    """What decided against the player in the line above."""
    left: bool = False
    """Whether the player left the tournament: ranked, but does not go on."""

    @property
    def merit(self) -> tuple[Fraction, Fraction, int, int, int]:
        """All that ranks a player, in the published order; more is better."""
        return (self.points, self.share, self.victories, self.seconds, self.thirds)


def standings(
    players: Iterable[int], played: Sequence[Played], *, left: frozenset[int] = frozenset()
) -> tuple[Standing, ...]:
    """Everybody from the first to the last; who shares a rank stands by number."""
    points: dict[int, Fraction] = {}
    finishes: dict[int, Counter[int]] = {}
    for game in played:
        for player, more in tournament_points(game.scores).items():
            points[player] = points.get(player, Fraction()) + more
        for player, place in places(game.scores).items():
            finishes.setdefault(player, Counter())[place] += 1
    totals = percentage_totals(played)
    lines = []
    for player in players:
        finished = finishes.get(player, Counter())
        lines.append(
            Standing(
                rank=0,
                player=player,
                points=points.get(player, Fraction()),
                share=totals.get(player, Fraction()),
                victories=finished[1],
                seconds=finished[2],
                thirds=finished[3],
                games=finished.total(),
                decided=Decided.FIRST,
                left=player in left,
            )
        )
    return tuple(_ranked(sorted(lines, key=lambda line: (*map(neg, line.merit), line.player))))


def _ranked(lines: Iterable[Standing]) -> Iterator[Standing]:
    """The lines, which are in order, with their ranks and what decided."""
    above: Standing | None = None
    for number, line in enumerate(lines, 1):
        decided = Decided.FIRST if above is None else what_decided(above, line)
        rank = above.rank if above and decided is Decided.NOTHING else number
        above = line._replace(rank=rank, decided=decided)
        yield above


def what_decided(above: Standing, below: Standing) -> Decided:
    """The first of the tie-breakers in which two players differ."""
    for decided, one, other in zip(_ORDER, above.merit, below.merit, strict=True):
        if one != other:
            return decided
    return Decided.NOTHING


_ORDER = (Decided.POINTS, Decided.SHARE, Decided.VICTORIES, Decided.SECONDS, Decided.THIRDS)
