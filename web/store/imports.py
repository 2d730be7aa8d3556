"""Brings a saved household back: added to what is here, or in its place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from web.store.base import now
from web.store.evenings import MOST_CODES, MOST_MARKS
from web.store.export import (
    MOST_FRIENDS,
    Amount,
    ExportedFriend,
    ExportedPerson,
    Exports,
    HouseholdExport,
    ImportResult,
    renumbered,
)
from web.store.games import (
    MOST_GAMES,
    MOST_PEOPLE,
    MOST_TASTES,
    LoggedGame,
    Rest,
    game_row,
    player_rows,
)
from web.store.households import DEFAULT_PLAYERS, IN_BOXES, Storage
from web.store.nights import NIGHTS_KEPT, PlannedNight
from web.store.quota import TooMany


class _Undone(Exception):
    """Ends a try."""


class Imports(Exports):
    """Households that are brought back from a file."""

    def dry_run(self, do_import: Callable[[], ImportResult]) -> ImportResult:
        """What an import would do; it is done and undone, so that this is the truth."""
        try:
            with self.immediate():
                result = do_import()
                raise _Undone
        except _Undone:
            return result

    def import_shelf(self, household: str, shelf: HouseholdExport) -> ImportResult:
        """Put a shelf in the place of the one that is here, and leave all else."""
        with self.immediate():
            before = self._amount(household)
            self._update(household, boxes="[]", players=DEFAULT_PLAYERS, wishes="{}")
            left = self._amount(household)
            if shelf.name:
                self.keep_name(household, shelf.name)
            self._import_choices(household, shelf)
            self.check_bytes(household)
            return self._result(household, before, left)

    def import_household(
        self, household: str, export: HouseholdExport, *, replace: bool
    ) -> ImportResult:
        """Add a household to this one, where what is here stays as it is; or put it in its place.

        Raises TooMany, and then nothing is changed.
        """
        with self.immediate():
            before = self._amount(household)
            if replace:
                self._empty(household)
            left = self._amount(household)
            own_wishes = self._import_choices(household, export)
            people = self._import_people(household, export.people)
            known = self._import_games(household, export.games, people)
            rest = self.rest(household)
            own_rest = rest != Rest() and export.rest not in (rest, Rest())
            if rest == Rest():
                self.keep_rest(household, export.rest)
            own_storage = self._import_storage(household, export.storage)
            self._import_nights(household, export.nights)
            strangers = self._import_friends(household, export.friends)
            new_codes = self._import_codes(household, export.codes)
            self._import_steps(household, export.steps)
            for kingdom, items in export.ticks.items():
                self._import_ticks(household, kingdom, items)
            recoded = sum(self.import_tournament(household, one) for one in export.tournaments)
            self.check_bytes(household)
            return self._result(household, before, left)._replace(
                known=known,
                strangers=strangers,
                new_codes=new_codes,
                recoded=recoded,
                own_wishes=own_wishes,
                own_rest=own_rest,
                own_storage=own_storage,
            )

    def _import_storage(self, household: str, storage: Storage) -> bool:
        """How cards are kept; whether another way of here holds."""
        here = self.storage_of(household)
        if here == IN_BOXES:
            self.keep_storage(household, storage)
        return here != IN_BOXES and storage not in (here, IN_BOXES)

    def _result(self, household: str, before: Amount, left: Amount) -> ImportResult:
        name = self._value("select name from household where id = ?", household, default="")
        return ImportResult(_less(self._amount(household), left), _less(before, left), name)

    def _amount(self, household: str) -> Amount:
        row = self._row(
            """
            select json_array_length(boxes) as boxes,
                (select count(*) from person where household = h.id) as people,
                (select count(*) from taste t join person p on p.id = t.person
                    where p.household = h.id) as tastes,
                (select count(*) from game where household = h.id) as games,
                (select count(*) from night where household = h.id) as nights,
                (select count(*) from tournament where household = h.id) as tournaments,
                (select count(*) from friend where household = h.id) as friends,
                (select count(*) from code where household = h.id) as codes
            from household h where id = ?
            """,
            household,
        )
        return Amount(**row) if row else Amount()

    def _empty(self, household: str) -> None:
        """All but the keys and the codes, which never change their meaning."""
        for table in ("person", "game", "rest", "night", "friend", "step", "mark", "tournament"):
            self._delete(table, household=household)
        empty = {"name": "", "boxes": "[]", "players": DEFAULT_PLAYERS, "wishes": "{}"}
        self._change("household", {"id": household}, **empty, storage="{}")

    def _import_choices(self, household: str, export: HouseholdExport) -> bool:
        """Name, boxes, players and wishes; those of here hold where there are any."""
        row = self._row("select * from household where id = ?", household)
        if row is None:
            return False
        here: list[str] = json.loads(row["boxes"])
        own_wishes: bool = bool(json.loads(row["wishes"]))
        copies = Counter(here) | Counter(export.boxes)
        more = copies - Counter(here)
        self.keep_shelf(household, (*here, *more.elements()))
        self.keep_name(household, row["name"] or export.name)
        if not here:
            self.keep_players(household, export.players)
        if not own_wishes:
            self.keep_wishes(household, export.wishes)
        return own_wishes and bool(export.wishes) and json.loads(row["wishes"]) != export.wishes

    def _import_people(self, household: str, people: Iterable[ExportedPerson]) -> list[int]:
        """The ids of these people, who may be here already under the same name."""
        known = {person.name.casefold(): person for person in self.people(household)}
        if len(known.keys() | {person.name.casefold() for person in people}) > MOST_PEOPLE:
            raise TooMany("people")
        ids = []
        for person in people:
            there = known.get(person.name.casefold())
            id_ = (there or self.add_person(household, person.name, here=person.here)).id
            ids.append(id_)
            rows = self._rows("select card from taste where person = ?", id_)
            cards = {row["card"] for row in rows}
            if len(cards | person.tastes.keys()) > MOST_TASTES:
                raise TooMany("tastes")
            for card, taste in person.tastes.items():
                if card not in cards:
                    self._insert("taste", person=id_, card=card, taste=taste)
        return ids

    def _import_games(self, household: str, games: Iterable[LoggedGame], people: list[int]) -> int:
        """Keep games that are not here yet; answers how many are."""
        rows = self._rows("select id from game where household = ?", household)
        there = {row["id"] for row in rows}
        new = [game for game in games if game.id not in there]
        if len(there) + len(new) > MOST_GAMES:
            raise TooMany("games")
        new = [_with_people(game, people) for game in new]
        self._insert_all("game", (game_row(household, game) for game in new))
        players = (player_rows(household, game) for game in new)
        self._insert_all("game_player", chain.from_iterable(players))
        return len(there & {game.id for game in games})

    def _import_nights(self, household: str, nights: Iterable[PlannedNight]) -> None:
        rows = self._rows("select id, made from night where household = ?", household)
        there = {row["id"]: row["made"] for row in rows}
        for night in nights:
            id_ = self.keep_night(household, night.links, night.boxes, night.fewest, night.seats)
            moment = there.get(id_, min(night.made, now()))
            self._change("night", {"id": id_}, made=moment)
        self._keep_newest("night", NIGHTS_KEPT, "made desc, rowid", household=household)

    def _import_friends(self, household: str, friends: Iterable[ExportedFriend]) -> tuple[str, ...]:
        """Join the shelves that are kept here; answers the others."""
        there = {friend.id for friend in self.friends(household)}
        strangers = []
        for friend in friends:
            other = friend.other
            if not other:
                strangers.append(friend.name or friend.code)
            elif other not in there and other != household:
                if len(there) >= MOST_FRIENDS:
                    raise TooMany("friends")
                self.add_friend(household, other)
                self.switch_friend(household, other, here=friend.here)
                there.add(other)
        return tuple(strangers)

    def _import_codes(self, household: str, codes: Iterable[tuple[str, str]]) -> int:
        """Give kingdoms codes, those of the file where these are free; answers how many are new.

        What has a code here keeps it.
        """
        here = self._pairs("select code, link from code where household = ?", household)
        known, linked = {code for code, _link in here}, {link for _code, link in here}
        new = 0
        for wished, link in codes:
            if wished in known or (not wished and link in linked):
                continue
            code = self.free_code(wished)
            if code != wished and link in linked:
                continue
            self.add_code(household, code, link)
            known.add(code)
            linked.add(link)
            new += code != wished
        if len(known) > MOST_CODES:
            raise TooMany("codes")
        return new

    def _import_ticks(self, household: str, kingdom: str, items: Mapping[str, str]) -> None:
        there = self.marks(household, kingdom).values
        new = [(item, value) for item, value in items.items() if item not in there]
        self.keep_marks(household, kingdom, dict(new[: max(MOST_MARKS - len(there), 0)]))

    def _import_steps(self, household: str, steps: tuple[tuple[str, str], ...]) -> None:
        """The steps to undo come before those of here, as if they had been made earlier."""
        here = self._pairs(
            "select link, before from step where household = ? order by id", household
        )
        if here or not steps:
            return  # the numbers of steps are in addresses that phones show
        numbers: dict[str, int] = {}
        for place, (link, before) in enumerate(steps, 1):
            numbers[str(place)] = self.keep_step(household, link, renumbered(before, numbers))


def _less(one: Amount, other: Amount) -> Amount:
    return Amount(*(max(a - b, 0) for a, b in zip(one, other, strict=True)))


def _with_people(game: LoggedGame, people: list[int]) -> LoggedGame:
    """A game of a file as one of here: places in the list of people become ids."""
    players = (
        player if player.person is None else player._replace(person=people[player.person])
        for player in game.players
    )
    return game._replace(players=tuple(players))
