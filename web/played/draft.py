"""A game before it is kept: filled in beforehand, read from its form, completed, and stored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.history import noted_on
from web.language.dates import read_day, this_day
from web.links.kingdom_link import link_for, read_address
from web.store import LoggedGame, Person, Player, Store

NEW_ROWS = 6
"""Names that can be added at once."""


class Draft(NamedTuple):
    """A game that is being noted: what was entered, or filled in beforehand."""

    id: str
    asked: PlanRequest
    day: str
    name: str
    seats: int
    parts: Mapping[int, str]
    """What each person known did, by id."""
    new: tuple[tuple[str, bool], ...]
    """New names, and whether each won."""
    tie: bool
    liked: str
    note: str

    @property
    def link(self) -> str:
        """The kingdom's own link."""
        return link_for(*self.asked)


def fresh_draft(asked: PlanRequest, seats: int, chosen: Sequence[int]) -> Draft:
    """A game of today with the usual people."""
    open_rows = min(max(seats - len(chosen), 1), NEW_ROWS)
    return Draft(
        id=secrets.token_urlsafe(12),
        asked=asked,
        day=this_day().isoformat(),
        name="",
        seats=seats,
        parts=dict.fromkeys(chosen, "played"),
        new=(("", False),) * open_rows,
        tie=False,
        liked="",
        note="",
    )


def draft_of(game: LoggedGame, people: Sequence[Person]) -> Draft:
    """A game that was noted, to be changed."""
    known = {person.id for person in people}
    gone = [player for player in game.players if player.person not in known]
    return Draft(
        id=game.id,
        asked=read_address(game.link, app_catalog()),
        day=game.day,
        name=game.name,
        seats=game.seats,
        parts={
            player.person: "won" if player.won else "played"
            for player in game.players
            if player.person in known and player.person is not None
        },
        new=(*((player.name, player.won) for player in gone), ("", False)),
        tie=game.tie,
        liked=str(game.liked or ""),
        note=game.note,
    )


def players_of(draft: Draft, people: Sequence[Person]) -> tuple[Player, ...]:
    """Those who played: the ones known in their order, then the new ones, each once."""
    players = {
        person.name.casefold(): Player(person.id, person.name, draft.parts[person.id] == "won")
        for person in people
        if draft.parts.get(person.id)
    }
    known = {person.name.casefold(): person for person in people}
    for name, won in draft.new:
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


def merged(noted: Draft, sent: Draft) -> Draft:
    """A game noted before, completed by what another phone has to say of it."""
    named = {name.casefold() for name, _won in noted.new}
    more = tuple(pair for pair in sent.new if pair[0] and pair[0].casefold() not in named)
    won = "won" in noted.parts.values() or noted.tie or any(won for _name, won in noted.new)
    parts = {**sent.parts, **noted.parts} if won else {**noted.parts, **sent.parts}
    notes = dict.fromkeys(filter(None, (noted.note, sent.note)))
    return noted._replace(
        parts=parts,
        new=(*(pair for pair in noted.new if pair[0]), *more, ("", False)),
        tie=noted.tie or (sent.tie and not won),
        liked=noted.liked or sent.liked,
        note="\n".join(notes),
    )


def keep_once(store: Store, household: str, draft: Draft, *, again: bool) -> LoggedGame | None:
    """Keep a game, unless one with the same ten piles is noted for that day; answers that one.

    Whoever sends it `again` means another game. Raises TooMany.
    """
    with store.immediate():
        new = not again and store.game(household, draft.id) is None
        if new and (twin := noted_on(household, draft.link, str(read_day(draft.day)))):
            return twin
        keep_draft(store, household, draft)
    return None


def keep_draft(store: Store, household: str, draft: Draft) -> None:
    """Keep the game; new people become known. Raises TooMany."""
    with store.immediate():
        before = store.game(household, draft.id)
        was = {player.name: player for player in before.players} if before else {}
        gone = {player.name for player in was.values() if not player.person}
        players = [
            _with_score(player, was)
            if player.person or player.name in gone
            else player._replace(person=store.add_person(household, player.name).id)
            for player in players_of(draft, store.people(household))
        ]
        day = read_day(draft.day) or this_day()
        if day == this_day():
            store.mark_here(household, [player.person for player in players])
        winners = sum(player.won for player in players)
        store.keep_game(
            household,
            LoggedGame(
                id=draft.id,
                link=draft.link,
                day=day.isoformat(),
                name=draft.name,
                seats=max(draft.seats, len(players)),
                tie=winners > 1 or (draft.tie and not winners),
                liked=int(draft.liked) if draft.liked else None,
                note=draft.note,
                players=tuple(players),
            ),
        )


def _with_score(player: Player, was: Mapping[str, Player]) -> Player:
    """A player with the points that are in the log; the form of a game does not ask for them."""
    before = was.get(player.name, player)
    return player._replace(points=before.points, turns=before.turns, sources=before.sources)
