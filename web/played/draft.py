"""A game before it is kept: filled in beforehand, completed by another phone, and stored."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence

from setup_rules.plan_request import PlanRequest
from web.draw.history import noted_on
from web.language.dates import this_day
from web.links.kingdom_link import link_for
from web.store import LoggedGame, Person, Player, Store


def fresh_game(asked: PlanRequest, seats: int, people: Iterable[Person]) -> LoggedGame:
    """A game of today with the usual people."""
    return LoggedGame(
        id=secrets.token_urlsafe(12),
        link=link_for(*asked),
        day=this_day().isoformat(),
        name="",
        seats=seats,
        tie=False,
        liked=None,
        note="",
        players=tuple(Player(person.id, person.name, won=False) for person in people),
    )


def players_of(
    parts: Mapping[int, str], new: Iterable[tuple[str, bool]], people: Sequence[Person]
) -> tuple[Player, ...]:
    """Those who played: the ones known in their order, then the new ones, each once."""
    players = {
        person.name.casefold(): Player(person.id, person.name, parts[person.id] == "won")
        for person in people
        if parts.get(person.id)
    }
    known = {person.name.casefold(): person for person in people}
    for name, won in new:
        folded = name.casefold()
        if not name:
            continue
        if folded in players:
            players[folded] = players[folded]._replace(won=won or players[folded].won)
        elif folded in known:
            players[folded] = Player(known[folded].id, known[folded].name, won)
        else:
            players[folded] = Player(None, name, won)
    return tuple(players.values())


def merged(noted: LoggedGame, sent: LoggedGame) -> LoggedGame:
    """A game noted before, completed by what another phone has to say of it."""
    won = noted.tie or any(player.won for player in noted.players)
    players = {player.name.casefold(): player for player in noted.players}
    for player in sent.players:
        if not won or player.name.casefold() not in players:
            players[player.name.casefold()] = player
    notes = dict.fromkeys(filter(None, (noted.note, sent.note)))
    return noted._replace(
        players=tuple(players.values()),
        tie=noted.tie or (sent.tie and not won),
        liked=noted.liked or sent.liked,
        note="\n".join(notes),
    )


def keep_once(store: Store, household: str, game: LoggedGame, *, again: bool) -> LoggedGame | None:
    """Keep a game, unless one with the same ten piles is noted for that day; answers that one.

    Whoever sends it `again` means another game. Raises TooMany.
    """
    with store.immediate():
        new = not again and store.game(household, game.id) is None
        if new and (twin := noted_on(household, game.link, game.day)):
            return twin
        keep_entered(store, household, game)
    return None


def keep_entered(store: Store, household: str, game: LoggedGame) -> None:
    """Keep a game as it was entered; new people become known. Raises TooMany."""
    with store.immediate():
        before = store.game(household, game.id)
        was = {player.name: player for player in before.players} if before else {}
        players = tuple(_kept(player, was, store, household) for player in game.players)
        if game.day == this_day().isoformat():
            store.mark_here(household, [player.person for player in players])
        winners = sum(player.won for player in players)
        tie = winners > 1 or (game.tie and not winners)
        seats = max(game.seats, len(players))
        store.keep_game(household, game._replace(players=players, tie=tie, seats=seats))


def _kept(player: Player, was: Mapping[str, Player], store: Store, household: str) -> Player:
    """A player as one known, or as one removed; with the points that are in the log.

    The form of a game does not ask for points.
    """
    before = was.get(player.name)
    if not player.person and not (before and not before.person):
        player = player._replace(person=store.add_person(household, player.name).id)
    if before is None:
        return player
    return player._replace(points=before.points, turns=before.turns, sources=before.sources)
