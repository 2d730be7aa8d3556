"""The Catalog: all facts of data/, and of a folder of further boxes that somebody added.

A wrong file of ours is refused with every fault. A wrong file that was added is left out, and the
Catalog says which and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from setup_rules.cards import Box, Card, Landscape, Material, OtherCard, Thing
from setup_rules.facts.box_files import BoxFiles
from setup_rules.facts.fact_files import FactFile, read_file, read_folder
from setup_rules.facts.schema import (
    KINGDOM,
    KINGDOM_FILE,
    TEXT,
    CatalogError,
    Faults,
    Row,
    is_name,
    nearest,
)

DATA = Path(__file__).resolve().parent.parent / "data"
LANGUAGES = ("cs", "de", "es", "fr", "it", "nl", "pl")


@dataclass(frozen=True, slots=True, eq=False)
class PublishedKingdom:
    """A recommended set of ten as printed, with what it fixes beside the ten."""

    id: str
    name: str
    boxes: tuple[tuple[tuple[str, ...], ...], ...]
    """What is needed together; of each, the choices that serve equally, each of some boxes."""
    cards: tuple[Card, ...]
    landscapes: tuple[Landscape, ...]
    drawn: Mapping[str, Card]
    boons: tuple[OtherCard, ...]
    traits: Mapping[str, Card]
    platinum_colony: bool
    shelters: bool
    source: tuple[str, ...]

    @property
    def some_boxes(self) -> tuple[str, ...]:
        """One sufficient choice of boxes: the first that is printed."""
        return tuple(box for choices in self.boxes for box in choices[0])


class LocalName(NamedTuple):
    """A card's name in another language, and how sure we are of it."""

    name: str
    confidence: str
    other_spellings: tuple[str, ...]


_Fact = TypeVar("_Fact", PublishedKingdom, LocalName)


class Catalog:
    """All facts: boxes in shelf order, Kingdom piles, landscapes, other cards, materials."""

    def __init__(self, folder: Path, added: Path | None = None) -> None:
        self._folder, self._added = folder, added
        self._left_out: dict[str, tuple[str, ...]] = {}
        files = self._read_boxes()
        self.boxes: Mapping[str, Box] = files.boxes()
        self.cards: Mapping[str, Card] = files.cards
        self.landscapes: Mapping[str, Landscape] = files.landscapes
        self.others: Mapping[str, OtherCard] = files.others
        self.materials: tuple[Material, ...] = files.materials
        self.groups: Mapping[str, tuple[OtherCard, ...]] = files.groups
        self.by_name: Mapping[str, Thing] = files.by_name

    def _read_boxes(self) -> BoxFiles:
        """All boxes; an added one that is wrong is left out, and what hangs on it with it."""
        files = self._read("cards", "")
        ours = [file for file in files if not file.added]
        if not ours:
            raise CatalogError([f"{self._folder.name}/cards: holds no box"])
        boxes = BoxFiles(files, _score_rules())
        if any(boxes.faults.of(file.name) for file in files if file.added):
            boxes = self._without_wrong_ones(ours, [file for file in files if file.added])
        if boxes.faults.found:
            raise CatalogError(boxes.faults.found)
        return boxes

    def _without_wrong_ones(self, good: list[FactFile], added: list[FactFile]) -> BoxFiles:
        """Take the added files in one by one, so that a wrong one spoils no other."""
        boxes = BoxFiles(good, _score_rules())
        before = len(added) + 1
        while before > len(added):  # one that was taken in may be what another hangs on
            before, waiting, added = len(added), added, []
            for file in waiting:
                with_it = BoxFiles([*good, file], _score_rules())
                if faults := with_it.faults.of(file.name):
                    self._left_out[file.name] = faults
                    added.append(file)
                else:
                    self._left_out.pop(file.name, None)
                    good, boxes = [*good, file], with_it
        return boxes

    def _read(self, ours: str, theirs: str) -> list[FactFile]:
        """The files of a folder of ours, and of one of those that were added, by name."""
        faults, unreadable = Faults(), Faults()
        files = read_folder(self._folder / ours, self._folder, faults)
        if faults.found:
            raise CatalogError(faults.found)
        if self._added is not None:
            added = self._added / theirs
            files += read_folder(added, self._added, unreadable, added=True)
            self._left_out |= {file: unreadable.of(file) for file in unreadable.files}
        return sorted(files, key=lambda file: file.stem)

    @cached_property
    def left_out(self) -> Mapping[str, tuple[str, ...]]:
        """The added files that are not used, each with its faults."""
        if self._added is not None:
            _ = self.published, self.local_names  # each of which may leave files out
        return dict(sorted(self._left_out.items()))

    def thing(self, id_: str) -> Thing:
        """Any card or landscape by its id."""
        return self.cards.get(id_) or self.landscapes.get(id_) or self.others[id_]

    @cached_property
    def published(self) -> Mapping[str, PublishedKingdom]:
        """The recommended kingdoms by id; read when first wanted."""
        return self._used(self._read("kingdoms", "kingdoms"), _Kingdoms(self))

    def _used(
        self,
        files: Sequence[FactFile],
        read: Callable[[FactFile, Mapping[str, _Fact], Faults], Mapping[str, _Fact]],
    ) -> dict[str, _Fact]:
        """What all files say; a name said twice is a fault of the added one."""
        known: dict[str, _Fact] = {}
        by_file: dict[str, Mapping[str, _Fact]] = {}
        ours = Faults()
        for file in sorted(files, key=lambda file: file.added):
            faults = Faults() if file.added else ours
            facts = read(file, known, faults)
            if file.added and faults.found:
                self._left_out[file.name] = tuple(faults.found)
            else:
                by_file[file.name] = facts
                known |= facts
        if ours.found:
            raise CatalogError(ours.found)
        return {id_: fact for file in files for id_, fact in by_file.get(file.name, {}).items()}

    @cached_property
    def published_by_ten(self) -> Mapping[frozenset[Card], tuple[PublishedKingdom, ...]]:
        """The recommended kingdoms by their ten piles."""
        by_ten: dict[frozenset[Card], tuple[PublishedKingdom, ...]] = {}
        for kingdom in self.published.values():
            ten = frozenset(kingdom.cards)
            by_ten[ten] = (*by_ten.get(ten, ()), kingdom)
        return by_ten

    @cached_property
    def local_names(self) -> Mapping[str, Mapping[str, LocalName]]:
        """Names by language and card id; read when first wanted."""
        files = self._read("names", "names")
        for file in files:
            if file.added and file.stem not in LANGUAGES:
                says = f'unknown language "{file.stem}"{nearest(file.stem, LANGUAGES)}'
                self._left_out[file.name] = (f"{file.name}: {says}",)
        return {
            language: self._used(
                [file for file in files if file.stem == language], partial(_names_in, self)
            )
            for language in LANGUAGES
        }


@cache
def load_catalog(folder: Path = DATA) -> Catalog:
    """The Catalog of a folder alone, read once per process."""
    return Catalog(folder)


def read_facts(name: str, folder: Path = DATA) -> tuple[str, Mapping[str, Any]]:
    """A file of facts about another game: what it is called in messages, and its tables."""
    faults = Faults()
    file = read_file(folder / name, folder, faults)
    if file is None:
        raise CatalogError(faults.found)
    return file.name, file.tables


def _slot_keys() -> tuple[str, ...]:
    """The slots for which a published kingdom may name a card."""
    from setup_rules.rules import SLOTS  # the rulebooks import the Catalog

    return tuple(slot.key for slot in SLOTS if not slot.kind)


def _group_of(choice: str) -> str:
    """The group of cards of which a published kingdom names some for a choice."""
    from setup_rules.rules import CHOICES

    return CHOICES[choice].group


def _score_rules() -> tuple[str, ...]:
    """The names by which data may call on a rulebook to work points out."""
    from setup_rules.rules import SCORE_RULES  # the rulebooks import the Catalog

    return tuple(SCORE_RULES)


class _Kingdoms:
    """Reads files of recommended kingdoms."""

    def __init__(self, catalog: Catalog) -> None:
        self._boxes = catalog.boxes
        self._cards = {card.name: card for card in catalog.cards.values()}
        self._landscapes = {landscape.name: landscape for landscape in catalog.landscapes.values()}
        self._boons = {boon.name: boon for boon in catalog.groups.get(_group_of("druid_boons"), ())}
        self._slots = _slot_keys()

    def __call__(
        self, file: FactFile, known: Mapping[str, PublishedKingdom], faults: Faults
    ) -> dict[str, PublishedKingdom]:
        """The kingdoms of a file by id; `known` are those of the files before."""
        faults.tables(file.name, file.tables, KINGDOM_FILE)
        kingdoms: dict[str, PublishedKingdom] = {}
        rows = file.tables.get("kingdom", [])
        fields = {**KINGDOM, **dict.fromkeys(self._slots, TEXT)}
        for where, row in faults.read_rows(file.name, "kingdom", rows, fields):
            if row["id"] in known or row["id"] in kingdoms:
                faults.add(file.name, where, f'the id "{row["id"]}" is used twice')
            kingdoms[row["id"]] = self._kingdom(row, _NameReader(faults, file.name, where))
            if len(set(row["cards"])) != 10:
                faults.add(file.name, where, '"cards" must name ten different piles')
        return kingdoms

    def _kingdom(self, row: Row, reader: _NameReader) -> PublishedKingdom:
        cards, landscapes = self._cards, self._landscapes
        return PublishedKingdom(
            id=row["id"],
            name=row["name"],
            boxes=reader.boxes(row["boxes"], self._boxes),
            cards=reader.all("cards", row["cards"], cards),
            landscapes=reader.all("landscapes", row["landscapes"], landscapes),
            drawn={
                slot: card
                for slot in self._slots
                if row[slot]
                for card in reader.all(slot, (row[slot],), cards)
            },
            boons=reader.all("druid_boons", row["druid_boons"], self._boons),
            traits={
                trait.id: pile
                for name, on in row["traits"].items()
                for trait in reader.all("traits", (name,), landscapes)
                for pile in reader.all("traits", (on,), cards)
            },
            platinum_colony=row["platinum_colony"],
            shelters=row["shelters"],
            source=row["source"],
        )


_Named = TypeVar("_Named")


class _NameReader:
    """Looks names of one row up, and notes those that are not known."""

    def __init__(self, faults: Faults, file: str, where: str) -> None:
        self._faults, self._file, self._where = faults, file, where

    def all(
        self, field: str, names: Iterable[str], known: Mapping[str, _Named]
    ) -> tuple[_Named, ...]:
        known_things = []
        for name in names:
            if name in known:
                known_things.append(known[name])
            else:
                self._faults.add(
                    self._file,
                    self._where,
                    f'"{field}": unknown name "{name}"{nearest(name, known)}',
                )
        return tuple(known_things)

    def boxes(
        self, texts: Iterable[str], known: Mapping[str, Box]
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """`a/b+c` reads: box a, or else boxes b and c."""
        needed = tuple(
            tuple(tuple(choice.split("+")) for choice in text.split("/")) for text in texts
        )
        self.all("boxes", (box for one in needed for choice in one for box in choice), known)
        return needed


def _names_in(
    catalog: Catalog, file: FactFile, named: Mapping[str, LocalName], faults: Faults
) -> dict[str, LocalName]:
    """The names of a file by the card's id; `named` are those of the files before."""
    tables = ("high", "medium", "low", "other_spellings")
    faults.tables(file.name, file.tables, tables)
    known = {**catalog.cards, **catalog.landscapes, **catalog.others}
    spellings = dict(
        faults.table(file.name, "other_spellings", file.tables.get("other_spellings", {}))
    )
    for id_, others in spellings.items():
        if not isinstance(others, list) or not all(isinstance(one, str) for one in others):
            faults.add(file.name, "other_spellings", f'"{id_}" must be a list of texts')
            spellings[id_] = []
    names: dict[str, LocalName] = {}
    for confidence in tables[:3]:
        rows = faults.table(file.name, confidence, file.tables.get(confidence, {}))
        for id_, name in rows.items():
            if id_ not in known:
                faults.add(file.name, confidence, f'unknown card "{id_}"{nearest(id_, known)}')
            elif id_ in names or id_ in named:
                faults.add(file.name, confidence, f'"{id_}" is named twice')
            elif not is_name(name):
                faults.add(file.name, confidence, f'"{id_}" must be a text, not {name!r:.60}')
            else:
                names[id_] = LocalName(name, confidence, tuple(spellings.get(id_, ())))
    for id_ in spellings:
        if id_ not in names:
            faults.add(file.name, "other_spellings", f'"{id_}" has no name{nearest(id_, names)}')
    return names
