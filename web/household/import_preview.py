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
from web.store import ImportResult, TooMany, Whole, WholeFriend, get_store
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
    here = get_store().whole(home.id) if home else Whole()
    ways = WAYS if here._replace(players=2) != Whole() else (ADD,)
    return ImportPreview(
        holds=in_words(_amount(file.whole)) or _("nothing"),
        ways=tuple(_way(how, file, only=len(ways) == 1) for how in ways),
        left_out=len(file.faults),
        loses=len(ways) > 1,
    )


def import_household(file: ReadHousehold, *, replace: bool) -> ImportResult:
    """Read a file for the visitor's household; raises TooMany, and then nothing is changed."""
    taken = _import(file, at_home().id, replace=replace)
    for key, like in file.phone.items():
        if replace or key not in session:
            session[key] = like
    return taken


def _import(file: ReadHousehold, home: str, *, replace: bool) -> ImportResult:
    if replace and file.shelf_only:
        return get_store().take_shelf(home, file.whole)
    return get_store().take_whole(home, file.whole, replace=replace)


def _way(how: str, file: ReadHousehold, *, only: bool) -> ImportWay:
    heading, button = "", _("Import it")
    if how == REPLACE:
        heading, button = _("Replace"), _("Replace what’s here")
    elif not only:
        heading, button = _("Add"), _("Add it to what’s here")
    try:
        taken = _tried(file, replace=how == REPLACE)
    except TooMany as many:
        return ImportWay(how, heading, button, (), (too_many(many),))
    return ImportWay(how, heading, button, tuple(_sentences(taken, file, how)), ())


def _tried(file: ReadHousehold, *, replace: bool) -> ImportResult:
    home = household()
    if home is None:
        return _as_new(file.whole)
    return get_store().tried(lambda: _import(file, home.id, replace=replace))


def _as_new(whole: Whole) -> ImportResult:
    """What it does for somebody of whom nothing is kept yet."""
    return ImportResult(
        _amount(whole),
        name=whole.name,
        strangers=tuple(friend.name or friend.code for friend in whole.friends if not friend.other),
        new_codes=sum(not code for code, _link in whole.codes),
        recoded=sum(not kept.code for kept in whole.tournaments),
    )


def with_friends(whole: Whole) -> Whole:
    """The friends' codes of a file looked up; raises TooHasty for too many wrong ones."""

    def look_up(friend: WholeFriend) -> WholeFriend:
        shelf = opened(friend.code, get_store().shelf_by_code)
        return friend._replace(other=shelf.id) if shelf else friend

    return whole._replace(friends=tuple(map(look_up, whole.friends)))


def _amount(whole: Whole) -> Amount:
    return Amount(
        boxes=len(whole.boxes),
        people=len(whole.people),
        tastes=sum(len(person.tastes) for person in whole.people),
        games=len(whole.games),
        nights=len(whole.nights),
        tournaments=len(whole.tournaments),
        friends=len(whole.friends),
        codes=len(whole.codes),
    )


def _deleted(taken: ImportResult, file: ReadHousehold) -> str:
    if file.shelf_only:
        return _(
            "Your current boxes, player count and wishes will be deleted. Games and people stay."
        )
    if removed := in_words(taken.removed):
        return _("This deletes wishes, ticks, undo steps and {what}.", what=removed)
    return _("This deletes wishes, ticks and undo steps.")


def _sentences(taken: ImportResult, file: ReadHousehold, how: str) -> Iterator[str]:
    if how == REPLACE:
        yield _deleted(taken, file)
    added = in_words(taken.added)
    yield _("This adds {what}.", what=added) if added else _("Nothing will be added.")
    if taken.known:
        yield ngettext(
            "{number} game is already here and stays as it is.",
            "{number} games are already here and stay as they are.",
            taken.known,
        )
    yield from _choices_of_here(taken)
    if taken.strangers:
        yield _(
            "Not found here, so left out: the shelves of {friends}.",
            friends=", ".join(taken.strangers),
        )
    if taken.new_codes:
        yield ngettext(
            "{number} kingdom gets a new code here.",
            "{number} kingdoms get new codes here.",
            taken.new_codes,
        )
    if taken.recoded:
        yield ngettext(
            "{number} tournament gets a new code here.",
            "{number} tournaments get new codes here.",
            taken.recoded,
        )
    if taken.name:
        yield _("The shelf will be called “{name}”.", name=taken.name)


def _choices_of_here(taken: ImportResult) -> Iterator[str]:
    """What was chosen here and stays, although the file says something else."""
    if taken.own_wishes:
        yield _("Your current wishes stay; the ones in the file are left out.")
    if taken.own_rest:
        yield _("Your setting for resting cards stays; the one in the file is left out.")
    if taken.own_storage:
        yield _("How you store your cards stays as it is; what the file says about it is left out.")


_COUNTED = {
    "boxes": Plural("{number} box", "{number} boxes"),
    "people": Plural("{number} person", "{number} people"),
    "tastes": Plural("{number} like or dislike", "{number} likes and dislikes"),
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
    "codes": say("Together that’s too many codes; the limit is {number}.", number=MOST_CODES),
    "tastes": say(
        "Together that’s too many likes and dislikes for one person; the limit is {number}.",
        number=MOST_TASTES,
    ),
}


def too_many(many: TooMany) -> str:
    """Why two households do not fit into one."""
    return all_kept() if many.what == "bytes" else translate(_TOO_MANY[many.what])
