"""Puts a game whose points are counted into the log of its household."""

from __future__ import annotations

from web.draw.history import noted_on
from web.language.dates import this_day
from web.score.counting import TURNS, Counting, seat_name
from web.store import LoggedGame, Player, Seat, get_store
from web.store.games import LONGEST_PERSON


def log_game(counting: Counting) -> str:
    """Keep the game with all points, once however often; answers its id. Raises TooMany."""
    store, room = get_store(), counting.room
    with store.immediate():
        before = store.game(room.household, room.about["game"])
        players = tuple(_player(counting, seat) for seat in counting.seats)
        game = LoggedGame(
            id=room.about["game"],
            link=room.about["link"],
            day=this_day().isoformat(),
            name="",
            seats=len(players),
            tie=sum(player.won for player in players) > 1,
            liked=None,
            note="",
            players=players,
        )
        if before is None and (by_hand := _noted_by_hand(game, room.household)):
            store.delete_game(room.household, by_hand.id)
            before = by_hand._replace(id=game.id)
        if before:  # what was said of it meanwhile stays
            game = before._replace(players=game.players, seats=game.seats, tie=game.tie)
        store.mark_here(room.household, [player.person for player in players])
        store.keep_game(room.household, game)
    return game.id


def _noted_by_hand(game: LoggedGame, household: str) -> LoggedGame | None:
    """The same game, if somebody noted it today without its points."""
    twin = noted_on(household, game.link, game.day)
    counted = twin is not None and any(player.points is not None for player in twin.players)
    return None if counted else twin


def _player(counting: Counting, seat: Seat) -> Player:
    score, name = counting.score_of(seat), seat_name(seat)[:LONGEST_PERSON]
    known = get_store().add_person(counting.room.household, name) if seat.name else None
    return Player(
        known.id if known else None,
        known.name if known else name,
        score.place == 1,
        score.total,
        seat.counts.get(TURNS),
        score.parts,
    )


def is_logged(counting: Counting) -> bool:
    """Whether the game is in the log as it stands here."""
    game = get_store().game(counting.room.household, counting.room.about["game"])
    points = tuple(score.total for score in counting.ending.scores)
    return game is not None and tuple(player.points for player in game.players) == points
