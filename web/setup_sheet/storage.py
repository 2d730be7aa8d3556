"""How the cards are kept, and the groups of the fetch list that follow from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from setup_rules.cards import Box, Card, Landscape, OtherCard
from setup_rules.catalog import Catalog
from setup_rules.facts.box_files import PROMO_COLOUR
from setup_rules.fetch import DECK, deck_item
from setup_rules.names import fold
from setup_rules.plan import FetchBox, FetchItem
from setup_rules.sentences import Sentence, row, say
from web.http.visitor import household
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import translate
from web.setup_sheet.spines import Spine, spine
from web.store import Shared, get_store
from web.store.households import A_TO_Z, BY_COST, CASES, IN_BOXES, Case, Storage

LETTERS_ON_CASE = 3
_RANGE = re.compile(r"([^\W\d_])(?:\s*[-–—]\s*([^\W\d_]))?")


class PlaceKind(Enum):
    """What is opened to take cards out."""

    BOX = "box"
    CASE = "case"
    PART = "part"
    """A part of a case, behind a divider of its own."""


class StoragePlace(NamedTuple):
    """Where cards are kept: a box, a case, or a part of one."""

    order: tuple[int, ...]
    kind: PlaceKind
    title: str
    """The id of a box, the name of a case, or a sentence."""
    letters: str
    by_name: bool = False
    """Whether the cards in it are sorted by their names."""


class GroupEntry(NamedTuple):
    """A line of the fetch list and the boxes that it is from."""

    boxes: tuple[str, ...]
    item: FetchItem


class FetchGroup(NamedTuple):
    """What to take out of one place."""

    look: Spine
    kind: PlaceKind
    entries: tuple[GroupEntry, ...]


def storage_here() -> Storage:
    """How the visitor's household keeps its cards."""
    home = household()
    return home.storage if home else IN_BOXES


def storage_for_friends(storage: Storage) -> Storage:
    """What friends see of it: cases have names of one's own, so they see boxes instead."""
    return storage if storage.how in (A_TO_Z, BY_COST) else IN_BOXES


def seen_by_friends(shared: Shared) -> Storage:
    """How friends find the cards of a kingdom with a code."""
    kept = get_store().storage_of(shared.household) if shared.household else IN_BOXES
    return storage_for_friends(kept)


def place_finder(
    storage: Storage, catalog: Catalog, name: Name
) -> Callable[[Box, str], StoragePlace] | None:
    """Where things are kept, by box and name; None where every thing is in its box."""
    if storage.how not in (A_TO_Z, BY_COST, CASES):
        return None
    return _Finder(storage, catalog, name).place


class _Finder:
    """Finds the place of a thing."""

    def __init__(self, storage: Storage, catalog: Catalog, name: Name) -> None:
        self._catalog, self._name, self._how = catalog, name, storage.how
        self._order = {id_: number for number, id_ in enumerate(catalog.boxes)}
        self._case_of_box: dict[str, StoragePlace] = {}
        self._case_of_letter: dict[str, StoragePlace] = {}
        for number, case in enumerate(storage.cases):
            place = _case(number, case)
            self._case_of_box |= dict.fromkeys(case.boxes, place)
            for letter in letters_in(case.letters):
                self._case_of_letter.setdefault(letter, place)

    def place(self, box: Box, what: str) -> StoragePlace:
        """Where a thing of a box is kept."""
        thing = self._catalog.by_name.get(what)
        basic = isinstance(thing, OtherCard) and thing.kind == "basic"
        is_card = thing is not None or what in self._catalog.groups or what == DECK
        if self._how == CASES:
            if box.id in self._case_of_box:
                return self._case_of_box[box.id]
            letter = fold(self._name(what))[:1]
            lettered = self._case_of_letter.get(letter) if is_card and not basic else None
            return lettered or StoragePlace((1, self._order[box.id]), PlaceKind.BOX, box.id, "")
        if basic or not is_card:
            return StoragePlace((3,), PlaceKind.PART, say("Basic cards, tokens and mats"), "B")
        if self._how == A_TO_Z:
            return StoragePlace((0,), PlaceKind.CASE, say("Cards A–Z"), "A–Z", by_name=True)
        return self._by_cost(thing)

    def _by_cost(self, thing: object) -> StoragePlace:
        if isinstance(thing, Card):
            cost = thing.cost._replace(mark="")
            order = tuple(map(int, (0, *thing.roll_order[:4])))
            title = say("Cost {cost}", cost=cost.words)
            return StoragePlace(order, PlaceKind.PART, title, str(cost), by_name=True)
        if isinstance(thing, Landscape):
            return StoragePlace((1,), PlaceKind.PART, say("Landscapes"), "L", by_name=True)
        return StoragePlace((2,), PlaceKind.PART, say("Other cards"), "O", by_name=True)


def _case(number: int, case: Case) -> StoragePlace:
    initials = "".join(word[0] for word in fold(case.name).split())[:LETTERS_ON_CASE].upper()
    letters = initials or str(number + 1)
    return StoragePlace((0, number), PlaceKind.CASE, case.name, letters, by_name=bool(case.letters))


def letters_in(text: str) -> Iterator[str]:
    """The letters that `A–F, K` names, folded."""
    for first, last in _RANGE.findall(text):
        start, end = fold(first)[:1], fold(last)[:1]
        yield from map(chr, range(ord(start), ord(end) + 1)) if end else start


def groups(
    fetch: Sequence[FetchBox], storage: Storage, catalog: Catalog, name: Name
) -> tuple[FetchGroup, ...]:
    """The lines of a fetch list by the places they are taken from, in the order to go by."""
    find = place_finder(storage, catalog, name)
    if find is None:
        return tuple(
            FetchGroup(
                spine(catalog.boxes[box.box]),
                PlaceKind.BOX,
                tuple(GroupEntry((box.box,), item) for item in box.items),
            )
            for box in fetch
        )
    by_place: dict[StoragePlace, dict[str, GroupEntry]] = {}
    for box in fetch:
        for item in box.items:
            entries = by_place.setdefault(find(catalog.boxes[box.box], item.what), {})
            entry = GroupEntry((box.box,), item)
            there = entries.get(item.what)
            entries[item.what] = _merged(there, entry) if there else entry
    return tuple(
        FetchGroup(_look(place, catalog), place.kind, _sorted(place, entries.values(), name))
        for place, entries in sorted(by_place.items(), key=lambda item: item[0].order)
    )


def _sorted(
    place: StoragePlace, entries: Iterable[GroupEntry], name: Name
) -> tuple[GroupEntry, ...]:
    noted = [entry._replace(item=_noted(entry)) for entry in entries]
    if place.by_name:
        noted.sort(key=lambda entry: fold(name(entry.item.what)))
    return tuple(noted)


def _merged(one: GroupEntry, other: GroupEntry) -> GroupEntry:
    """The same thing of two boxes that are kept together."""
    first, second = one.item, other.item
    boxes = (*one.boxes, *other.boxes)
    if first.what == DECK:
        cards = [_cards_of(first), _cards_of(second)]
        names = [name for part in cards for name in getattr(part, "parts", (part,))]
        return GroupEntry(boxes, deck_item(names))
    total = first.count + second.count
    item = FetchItem(first.what, total, first.whole and second.whole, second.note)
    return GroupEntry(boxes, item)


def _cards_of(item: FetchItem) -> str:
    return row([item.note.values["cards"]]) if isinstance(item.note, Sentence) else ""


def _noted(entry: GroupEntry) -> FetchItem:
    """The line without what it says of several boxes, where all of them are kept together."""
    item = entry.item
    if not isinstance(item.note, Sentence) or item.note.values.get("number") != len(entry.boxes):
        return item
    return FetchItem(item.what, item.count, item.whole, item.note.values.get("note", ""))


def _look(place: StoragePlace, catalog: Catalog) -> Spine:
    """A place as it is shown: like a box, and a case in grey."""
    if place.kind is PlaceKind.BOX:
        return spine(catalog.boxes[place.title])
    id_ = "-".join(("case", *map(str, place.order)))
    title = translate(place.title) if isinstance(place.title, Sentence) else place.title
    grey = f"s-{PROMO_COLOUR.removeprefix('#').lower()}"
    return Spine(id_, place.letters, grey, title, "", promo=False, added=False)


def closing(kind: PlaceKind) -> str:
    """What to do with a place once everything is out of it."""
    if kind is PlaceKind.BOX:
        return _("close the box")
    return _("close the case") if kind is PlaceKind.CASE else _("done")
