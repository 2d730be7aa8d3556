"""A tournament worked out from what is kept of it: rounds, standings, finals, champion."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from setup_rules.tournament.finals import (
    FINAL,
    PRE_FINAL,
    FinalPlace,
    Finals,
    plan_finals,
    rank_final,
    rank_group,
    seat_final,
)
from setup_rules.tournament.scoring import Played, Score, percentage_totals
from setup_rules.tournament.standings import Standing, standings
from setup_rules.tournament.tables import FEWEST_AT_A_TABLE
from web.store import Entrant, KeptRound, TableResult, Tournament
from web.store.tournaments import PRELIMINARY, Scores, Seats

ALL_ROUNDS = range(1, FINAL + 1)


class Book:
    """Works a tournament out; everything follows from the choices and results that are kept."""

    def __init__(self, kept: Tournament) -> None:
        self.kept = kept
        self.names = {one.number: one.name for one in kept.players}

    # Players

    @property
    def here(self) -> tuple[Entrant, ...]:
        """Everybody who has not left."""
        return tuple(one for one in self.kept.players if one.gone is None)

    def gone_before(self, number: int) -> frozenset[int]:
        """Who does not sit down for a round any more."""
        return frozenset(
            one.number
            for one in self.kept.players
            if one.gone is not None
            and (one.gone < number or (one.gone == number and not one.midway))
        )

    def left_within(self, number: int) -> frozenset[int]:
        """Who left in the middle of a round."""
        return frozenset(
            one.number for one in self.kept.players if one.gone == number and one.midway
        )

    def can_leave(self, player: Entrant) -> bool:
        """Whether there is a round to come that can be played without a player."""
        return self.next_round is not None and self._goes_on_without(player)

    def _goes_on_without(self, player: Entrant) -> bool:
        left = {one.number for one in self.here} - {player.number}
        groups = self.kept.round(PRE_FINAL)
        if groups.announced and not self.kept.round(FINAL).announced:
            able: Seats = tuple(table for table in groups.seats if left & set(table))
            return player.gone is None and len(able) >= FEWEST_AT_A_TABLE
        return player.gone is None and len(left) >= FEWEST_AT_A_TABLE

    def can_leave_midway(self, player: Entrant) -> bool:
        """Whether a player sits at a table whose game is going on."""
        at = self.kept.announced
        return (
            self._goes_on_without(player)
            and not self.is_complete(at)
            and any(player.number in table for table in self.kept.round(at).seats)
        )

    def can_come_back(self, player: Entrant) -> bool:
        """Whether nothing was announced since a player left."""
        at = self.kept.announced
        return player.gone is not None and (
            at < player.gone or (player.midway and at == player.gone)
        )

    # Rounds

    def played(self, rounds: Iterable[int]) -> tuple[Played, ...]:
        """The games of some rounds whose results are there."""
        wanted = set(rounds)
        return tuple(
            Played(one.round, one.place, self.scored(one.round, one.scores))
            for one in self.kept.results
            if one.round in wanted
        )

    def scored(self, number: int, scores: Scores) -> tuple[Score, ...]:
        """A result as the rules take it."""
        left = self.left_within(number)
        return tuple(
            Score(player, points, turns, left=player in left) for player, points, turns in scores
        )

    def results_of(self, number: int) -> tuple[TableResult, ...]:
        """The results of a round that are there."""
        return tuple(one for one in self.kept.results if one.round == number)

    def is_complete(self, number: int) -> bool:
        """Whether a round is over: announced, with the results of all its tables."""
        one = self.kept.round(number)
        return one.announced and len(self.results_of(number)) == len(one.seats)

    @property
    def complete(self) -> int:
        """Preliminary rounds that are over."""
        over = (number for number in range(1, PRELIMINARY + 1) if not self.is_complete(number))
        return next(over, PRELIMINARY + 1) - 1

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of all rounds; without a pre-final if there is none."""
        if self.kept.round(PRE_FINAL).announced or (
            not self.kept.round(FINAL).announced and self._maybe_pre_final
        ):
            return tuple(ALL_ROUNDS)
        return tuple(number for number in ALL_ROUNDS if number != PRE_FINAL)

    @property
    def _maybe_pre_final(self) -> bool:
        if self.complete == PRELIMINARY:
            return bool(self.finals.groups)
        return len(self.kept.players) - len(self.gone_before(PRE_FINAL)) >= 9

    @property
    def next_round(self) -> int | None:
        """The round that is announced next; None after the last."""
        return next((number for number in self.rounds if number > self.kept.announced), None)

    def can_announce(self, number: int) -> bool:
        """Whether a round may begin: the one before is over, seats and kingdom are there."""
        before = self.kept.announced
        return (
            number == self.next_round
            and (not before or self.is_complete(before))
            and not self.kept.search
            and bool(self.kept.round(number).link)
            and bool(self.seats(number))
        )

    def seats(self, number: int) -> Seats:
        """Who sits where in a round; of the last two before they are announced, as it stands."""
        one: KeptRound = self.kept.round(number)
        if number <= PRELIMINARY:
            return one.seats if self.kept.is_seated(number) else ()
        if one.announced:
            return one.seats
        if self.complete < PRELIMINARY:
            return ()
        if number == PRE_FINAL:
            return self.finals.groups
        if not self.kept.round(PRE_FINAL).announced:
            return () if self.finals.groups else (self.finals.finalists,)
        if not self.is_complete(PRE_FINAL):
            return ()
        return (seat_final(self.winners, self.ranking),)

    @property
    def was_corrected(self) -> bool:
        """Whether a result was corrected after it had decided who plays in the finals."""
        groups, final = self.kept.round(PRE_FINAL), self.kept.round(FINAL)
        if groups.announced and groups.seats != self.finals.groups:
            return True
        if not final.announced:
            return False
        if groups.announced:
            return final.seats != (seat_final(self.winners, self.ranking),)
        return final.seats != (self.finals.finalists,)

    # Standings and finals

    def standings(self, after: int) -> tuple[Standing, ...]:
        """The standings after so many preliminary rounds."""
        players = [one.number for one in self.kept.players]
        gone = self.gone_before(after + 1)
        return standings(players, self.played(range(1, after + 1)), left=gone)

    @cached_property
    def finals(self) -> Finals:
        """How it goes on after the preliminary rounds, which are over."""
        return plan_finals(self.standings(PRELIMINARY), self.kept.lot)

    @property
    def ranking(self) -> tuple[int, ...]:
        """Everybody by rank after the preliminary rounds; who left stands last."""
        ranked = self.finals.ranking
        return (*ranked, *(number for number in self.names if number not in ranked))

    def places(self, place: int) -> tuple[FinalPlace, ...]:
        """A table of the pre-final, winner first; empty before its result is there."""
        result = self.kept.result(PRE_FINAL, place)
        if result is None:
            return ()
        return rank_group(self.scored(PRE_FINAL, result.scores), self.ranking)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who goes on from each table of the pre-final: the best of it who has not left."""
        away = self.gone_before(FINAL)
        winners = []
        for place in range(1, len(self.kept.round(PRE_FINAL).seats) + 1):
            placed = self.places(place)
            winners += [one.player for one in placed if one.player not in away][:1]
        return tuple(winners)

    @cached_property
    def champion(self) -> int | None:
        """The player who won the final."""
        result = self.kept.result(FINAL, 1)
        if result is None:
            return None
        totals = percentage_totals(self.played(range(1, FINAL)))
        return rank_final(self.scored(FINAL, result.scores), totals, self.ranking)[0].player
