"""What reading a saved file would do, in sentences, before it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flask import session

from setup_rules.sentences import Plural, say
from web.household.household_file import ReadHousehold
from web.http.quota import all_kept
from web.http.visitor import at_home, household
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.code_doors import opened
from web.store import ExportedFriend, HouseholdExport, ImportResult, TooMany, get_store
from web.store.evenings import MOST_CODES
from web.store.export import MOST_FRIENDS, Amount
from web.store.games import MOST_GAMES, MOST_PEOPLE, MOST_TASTES
from web.store.tournaments import MOST_TOURNAMENTS

ADD, REPLACE = "add", "replace"
WAYS = (ADD, REPLACE)


class ImportWay(NamedTuple):
    """One way to read a file, and all that it would do."""

    how: str
    heading: str
    """Empty where there is no other way."""
    button: str
    sentences: tuple[str, ...]
    faults: tuple[str, ...]
    """Why it cannot be done."""


class ImportPreview(NamedTuple):
    """What a file holds, and what can be done with it."""

    holds: str
    ways: tuple[ImportWay, ...]
    left_out: int
    """Faults of what is not read."""
    loses: bool
    """Whether one of the ways deletes something."""


def import_preview(file: ReadHousehold) -> ImportPreview:
    """The page on which it is decided; a household with nothing in it has one way only."""
    home = household()
    here = get_store().export(home.id) if home else HouseholdExport()
    ways = WAYS if here._replace(players=2) != HouseholdExport() else (ADD,)
    return ImportPreview(
        holds=in_words(_amount(file.export)) or _("nothing"),
        ways=tuple(_way(how, file, only=len(ways) == 1) for how in ways),
        left_out=len(file.faults),
        loses=len(ways) > 1,
    )


def import_household(file: ReadHousehold, *, replace: bool) -> ImportResult:
    """Read a file for the visitor's household; raises TooMany, and then nothing is changed."""
    result = _import(file, at_home().id, replace=replace)
    for key, like in file.phone.items():
        if replace or key not in session:
            session[key] = like
    return result


def _import(file: ReadHousehold, home: str, *, replace: bool) -> ImportResult:
    if replace and file.shelf_only:
        return get_store().import_shelf(home, file.export)
    return get_store().import_household(home, file.export, replace=replace)


def _way(how: str, file: ReadHousehold, *, only: bool) -> ImportWay:
    heading, button = "", _("Import it")
    if how == REPLACE:
        heading, button = _("Replace"), _("Replace what’s here")
    elif not only:
        heading, button = _("Add"), _("Add it to what’s here")
    try:
        result = _dry_run(file, replace=how == REPLACE)
    except TooMany as many:
        return ImportWay(how, heading, button, (), (too_many(many),))
    return ImportWay(how, heading, button, tuple(_sentences(result, file, how)), ())


def _dry_run(file: ReadHousehold, *, replace: bool) -> ImportResult:
    home = household()
    if home is None:
        return _as_new(file.export)
    return get_store().dry_run(lambda: _import(file, home.id, replace=replace))


def _as_new(export: HouseholdExport) -> ImportResult:
    """What it does for somebody of whom nothing is kept yet."""
    return ImportResult(
        _amount(export),
        name=export.name,
        strangers=tuple(
            friend.name or friend.code for friend in export.friends if not friend.other
        ),
        new_codes=sum(not code for code, _link in export.codes),
        recoded=sum(not kept.code for kept in export.tournaments),
    )


def with_friends(export: HouseholdExport) -> HouseholdExport:
    """The friends' codes of a file looked up; raises TooHasty for too many wrong ones."""

    def look_up(friend: ExportedFriend) -> ExportedFriend:
        shelf = opened(friend.code, get_store().shelf_by_code)
        return friend._replace(other=shelf.id) if shelf else friend

    return export._replace(friends=tuple(map(look_up, export.friends)))


def _amount(export: HouseholdExport) -> Amount:
    return Amount(
        boxes=len(export.boxes),
        people=len(export.people),
        tastes=sum(len(person.tastes) for person in export.people),
        games=len(export.games),
        nights=len(export.nights),
        tournaments=len(export.tournaments),
        friends=len(export.friends),
        codes=len(export.codes),
    )


def _deleted(result: ImportResult, file: ReadHousehold) -> str:
    if file.shelf_only:
        return _(
            "Your current boxes, player count and wishes will be deleted. Games and people stay."
        )
    if removed := in_words(result.removed):
        return _("This deletes wishes, ticks and undo steps. Also deleted: {what}.", what=removed)
    return _("This deletes wishes, ticks and undo steps.")


def _sentences(result: ImportResult, file: ReadHousehold, how: str) -> Iterator[str]:
    if how == REPLACE:
        yield _deleted(result, file)
    added = in_words(result.added)
    yield _("This adds {what}.", what=added) if added else _("Nothing will be added.")
    if result.known:
        yield ngettext(
            "{number} game is already here and stays as it is.",
            "{number} games are already here and stay as they are.",
            result.known,
        )
    yield from _choices_of_here(result)
    if result.strangers:
        yield _(
            "Not found here, so left out: the shelves of {friends}.",
            friends=", ".join(result.strangers),
        )
    if result.new_codes:
        yield ngettext(
            "{number} kingdom gets a new code here.",
            "{number} kingdoms get new codes here.",
            result.new_codes,
        )
    if result.recoded:
        yield ngettext(
            "{number} tournament gets a new code here.",
            "{number} tournaments get new codes here.",
            result.recoded,
        )
    if result.name:
        yield _("The shelf will be called “{name}”.", name=result.name)


def _choices_of_here(result: ImportResult) -> Iterator[str]:
    """What was chosen here and stays, although the file says something else."""
    if result.own_wishes:
        yield _("Your current wishes stay; the ones in the file are left out.")
    if result.own_rest:
        yield _("Your setting for resting cards stays; the one in the file is left out.")
    if result.own_storage:
        yield _("How you store your cards stays as it is; what the file says about it is left out.")


_COUNTED = {
    "boxes": Plural("{number} box", "{number} boxes"),
    "people": Plural("{number} person", "{number} people"),
    "tastes": Plural("{number} card liked or disliked", "{number} cards liked or disliked"),
    "games": Plural("{number} game", "{number} games"),
    "nights": Plural("{number} planned night", "{number} planned nights"),
    "tournaments": Plural("{number} tournament", "{number} tournaments"),
    "friends": Plural("{number} friend", "{number} friends"),
    "codes": Plural("{number} code", "{number} codes"),
}


def in_words(amount: Amount) -> str:
    """How much there is, without what there is none of."""
    numbers = amount._asdict()
    words = (ngettext(*_COUNTED[key], number) for key, number in numbers.items() if number)
    return ", ".join(words)


_TOO_MANY = {
    "games": say(
        "Together that’s too many games; the limit is {number}. Delete some first.",
        number=MOST_GAMES,
    ),
    "people": say(
        "Together that’s too many people; the limit is {number}. Remove some first.",
        number=MOST_PEOPLE,
    ),
    "tournaments": say(
        "Together that’s too many tournaments; the limit is {number}. Delete some first.",
        number=MOST_TOURNAMENTS,
    ),
    "friends": say(
        "Together that’s too many friends; the limit is {number}. Remove some first.",
        number=MOST_FRIENDS,
    ),
    "codes": say(
        "Together that’s too many codes; the limit is {number}. Take some out of the file first.",
        number=MOST_CODES,
    ),
    "tastes": say(
        "Together that’s too many likes and dislikes for one person; the limit is {number}. Remove "
        "some first.",
        number=MOST_TASTES,
    ),
}


def too_many(many: TooMany) -> str:
    """Why two households do not fit into one."""
    return all_kept() if many.what == "bytes" else translate(_TOO_MANY[many.what])
