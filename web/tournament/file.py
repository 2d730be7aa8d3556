"""A tournament in a household's file: as JSON, and whether what was read can be one."""

from __future__ import annotations

from typing import Any

from setup_rules.tournament.finals import FINAL, FINALISTS, PRE_FINAL
from setup_rules.tournament.tables import (
    FEWEST,
    FEWEST_AT_A_TABLE,
    MOST,
    MOST_AT_A_TABLE,
)
from web.links.code_seals import seal
from web.store import KeptRound, Tournament
from web.store.tournaments import PRELIMINARY
from web.tournament.book import ALL_ROUNDS, Book

KEYS = ("id", "made", "code", "seal", "name", "lot", "players", "rounds", "results")
PLAYER_KEYS = ("name", "gone", "midway")
ROUND_KEYS = ("number", "how", "link", "announced", "closed", "seats")
RESULT_KEYS = ("round", "table", "scores")
SCORE_KEYS = ("player", "points", "turns")


def tournament_as_json(kept: Tournament) -> dict[str, Any]:
    """A tournament as people can read it; players are numbered from 0 in the order of the list."""
    return {
        **{key: getattr(kept, key, None) for key in KEYS},
        "seal": seal(kept.code, kept.id),
        "players": [{key: getattr(one, key) for key in PLAYER_KEYS} for one in kept.players],
        "rounds": [{key: getattr(one, key) for key in ROUND_KEYS} for one in kept.rounds],
        "results": [
            {
                "round": one.round,
                "table": one.place,
                "scores": [dict(zip(SCORE_KEYS, score, strict=True)) for score in one.scores],
            }
            for one in kept.results
        ],
    }


def is_sound(kept: Tournament) -> bool:
    """Whether rounds, seats, results and leaving fit together as they do when we keep them."""
    names = {one.name.casefold() for one in kept.players}
    numbers = [one.number for one in kept.rounds]
    return (
        FEWEST <= len(kept.players) <= MOST
        and len(names) == len(kept.players)
        and numbers == sorted(set(numbers))
        and _leaving_fits(kept)
        and all(_round_fits(kept, one) for one in kept.rounds)
        and _order_fits(kept)
        and _results_fit(kept)
    )


def _leaving_fits(kept: Tournament) -> bool:
    at = kept.announced
    here = [one for one in kept.players if one.gone is None]
    return len(here) >= FEWEST_AT_A_TABLE and all(
        one.gone <= at and any(one.number in table for table in kept.round(one.gone).seats)
        if one.midway
        else one.gone <= min(at + 1, FINAL)
        for one in kept.players
        if one.gone is not None
    )


def _round_fits(kept: Tournament, one: KeptRound) -> bool:
    seats = [seat for table in one.seats for seat in table]
    known = {player.number for player in kept.players}
    sizes = [len(table) for table in one.seats]
    if not set(seats) <= known or len(set(seats)) < len(seats):
        return False
    if not all(FEWEST_AT_A_TABLE <= size <= MOST_AT_A_TABLE for size in sizes):
        return False
    if not one.announced:
        return not one.closed and (one.number <= PRELIMINARY or not seats)
    if one.number == PRE_FINAL:
        fits = sizes == [FINALISTS] * FINALISTS
    elif one.number == FINAL:
        fits = len(sizes) == 1 and sizes[0] <= FINALISTS
    else:
        fits = set(seats) == known - Book(kept).gone_before(one.number)
    return fits and bool(one.link)


def _order_fits(kept: Tournament) -> bool:
    """Every round was announced after those before it were over."""
    announced = [one.number for one in kept.rounds if one.announced]
    whole = list(ALL_ROUNDS)
    straight = [number for number in whole if number != PRE_FINAL]
    begun = announced in (whole[: len(announced)], straight[: len(announced)])
    return begun and all(Book(kept).is_complete(number) for number in announced[:-1])


def _results_fit(kept: Tournament) -> bool:
    seen = set()
    for result in kept.results:
        one = kept.round(result.round)
        if not one.announced or not 1 <= result.place <= len(one.seats):
            return False
        players = [player for player, _points, _turns in result.scores]
        if sorted(players) != sorted(one.seats[result.place - 1]):
            return False
        seen.add((result.round, result.place))
    return len(seen) == len(kept.results)
