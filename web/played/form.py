"""The form in which a game is noted: filled in beforehand, and read with every fault at once."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.http.visitor import clean_name
from web.language.dates import FIRST_DAY, month_heading, read_day, this_day
from web.language.translation import gettext as _
from web.links.kingdom_link import link_for, read_address
from web.store import LoggedGame, Person, Player, Store
from web.store.games import (
    LONGEST_KINGDOM,
    LONGEST_NOTE,
    LONGEST_PERSON,
    MOST_SEATS,
)

NEW_ROWS = 6
"""Names that can be added at once."""
GAME_ID = re.compile("[A-Za-z0-9_-]{8,40}")
PARTS = ("", "played", "won")
"""What somebody known did: was not there, played, won."""


class Draft(NamedTuple):
    """The form as it is shown: what was entered, or filled in beforehand."""

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
    faults: Mapping[str, str]

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
        faults={},
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
        faults={},
    )


def read_form(form: Mapping[str, str], asked: PlanRequest, people: Sequence[Person]) -> Draft:
    """What was entered, with a sentence for each field that cannot be kept."""
    id_ = form.get("id", "")
    rows = min(max(_number(form.get("rows", "")), 1), MOST_SEATS)
    new = tuple(
        (clean_name(form.get(f"new.{row}", "")[:400]), form.get(f"won.{row}", "") == "yes")
        for row in range(rows)
    )
    draft = Draft(
        id=id_ if GAME_ID.fullmatch(id_) else secrets.token_urlsafe(12),
        asked=asked,
        day=form.get("day", "").strip()[:40],
        name=clean_name(form.get("name", "")[:400]),
        seats=_number(form.get("seats", "")),
        parts={
            person.id: part
            for person in people
            if (part := form.get(f"p.{person.id}", "")) in PARTS and part
        },
        new=new,
        tie=form.get("tie", "") == "yes",
        liked=form.get("liked", ""),
        note=_clean_note(form.get("note", "")),
        faults={},
    )
    return draft._replace(faults=_faults(draft, people))


def _number(text: str) -> int:
    return int(text) if re.fullmatch("[0-9]{1,2}", text, re.ASCII) else 0


def _clean_note(text: str) -> str:
    """Any text, line by line, without what cannot be seen."""
    lines = text[: 10 * LONGEST_NOTE].replace("\r\n", "\n").split("\n")
    return "\n".join(clean_name(line) for line in lines).strip()


def _faults(draft: Draft, people: Sequence[Person]) -> dict[str, str]:
    found = {}
    if read_day(draft.day) is None:
        found["day"] = _(
            "Which day was it? Not before {first}, and not after today.",
            first=month_heading(FIRST_DAY, this_day()),
        )
    if len(draft.name) > LONGEST_KINGDOM:
        found["name"] = _("A name has at most {number} characters.", number=LONGEST_KINGDOM)
    if any(len(name) > LONGEST_PERSON for name, _won in draft.new):
        found["new"] = _("A name has at most {number} characters.", number=LONGEST_PERSON)
    if len(draft.note) > LONGEST_NOTE:
        found["note"] = _("A note has at most {number} characters.", number=LONGEST_NOTE)
    players = players_of(draft, people)
    if not 1 <= draft.seats <= MOST_SEATS or len(players) > MOST_SEATS:
        found["seats"] = _("A game has 1 to {number} players.", number=MOST_SEATS)
    if draft.tie and sum(player.won for player in players) == 1:
        found["tie"] = _("A tie has several winners. Mark all who tied, or none of them.")
    if draft.liked and draft.liked not in ("1", "2", "3", "4", "5"):
        found["liked"] = _("Choose one of these.")
    return found


def players_of(draft: Draft, people: Sequence[Person]) -> tuple[Player, ...]:
    """Those who played: the ones known in their order, then the new ones, each once."""
    found = {
        person.name.casefold(): Player(person.id, person.name, draft.parts[person.id] == "won")
        for person in people
        if draft.parts.get(person.id)
    }
    known = {person.name.casefold(): person for person in people}
    for name, won in draft.new:
        folded = name.casefold()
        if not name:
            continue
        if folded in found:
            found[folded] = found[folded]._replace(won=won or found[folded].won)
        elif folded in known:
            found[folded] = Player(known[folded].id, known[folded].name, won)
        else:
            found[folded] = Player(None, name, won)
    return tuple(found.values())


def merged(noted: Draft, sent: Draft) -> Draft:
    """A game noted before, completed by what another phone has to say of it."""
    told = {name.casefold() for name, _won in noted.new}
    more = tuple(pair for pair in sent.new if pair[0] and pair[0].casefold() not in told)
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


def keep_draft(store: Store, household: str, draft: Draft) -> None:
    """Keep the game; new people become known. Raises TooMany."""
    with store.immediate():
        before = store.game(household, draft.id)
        gone = {player.name for player in before.players if not player.person} if before else ()
        players = [
            player
            if player.person or player.name in gone
            else player._replace(person=store.add_person(household, player.name).id)
            for player in players_of(draft, store.people(household))
        ]
        winners = sum(player.won for player in players)
        store.keep_game(
            household,
            LoggedGame(
                id=draft.id,
                link=draft.link,
                day=(read_day(draft.day) or this_day()).isoformat(),
                name=draft.name,
                seats=max(draft.seats, len(players)),
                tie=winners > 1 or (draft.tie and not winners),
                liked=int(draft.liked) if draft.liked else None,
                note=draft.note,
                players=tuple(players),
            ),
        )
