"""Reads data/ into a Catalog, once per process; refuses a file that is wrong, with every fault."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from setup_rules.cards import (
    TYPE_TAGS,
    Box,
    Card,
    Component,
    Landscape,
    Material,
    OtherCard,
    Thing,
)
from setup_rules.schema import (
    BOX,
    CARD,
    CARD_FILE,
    COMPONENT,
    COMPONENT_KINDS,
    KINGDOM,
    KINGDOM_FILE,
    LANDSCAPE,
    MATERIAL,
    OTHER,
    TAGS,
    TEXT,
    Faults,
    Row,
    nearest,
)
from setup_rules.sentences import say

DATA = Path(__file__).resolve().parent.parent / "data"
LANGUAGES = ("cs", "de", "es", "fr", "it", "nl", "pl")
FULL_PILES = {"ten": 10, "victory": 12, "rats": 20, "port": 12}
"""Cards of a plain pile in its box; a mixed pile is counted by the cards it contains."""


class CatalogError(Exception):
    """The data is wrong: `faults` has one sentence for each fault found."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


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


def id_of(name: str) -> str:
    """The id of a printed name: `Farmers' Market` gives `farmers-market`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


class Catalog:
    """All facts: boxes in shelf order, Kingdom piles, landscapes, other cards, materials."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        loader = _Loader(folder)
        self.boxes: Mapping[str, Box] = loader.boxes
        self.cards: Mapping[str, Card] = loader.cards
        self.landscapes: Mapping[str, Landscape] = loader.landscapes
        self.others: Mapping[str, OtherCard] = loader.others
        self.materials: tuple[Material, ...] = loader.materials
        self.groups: Mapping[str, tuple[OtherCard, ...]] = loader.groups
        self.by_name: Mapping[str, Thing] = loader.by_name

    def thing(self, id_: str) -> Thing:
        """Any card or landscape by its id."""
        return self.cards.get(id_) or self.landscapes.get(id_) or self.others[id_]

    @cached_property
    def published(self) -> Mapping[str, PublishedKingdom]:
        """The recommended kingdoms by id; read when first wanted."""
        return _load_kingdoms(self._folder, self)

    @cached_property
    def published_by_ten(self) -> Mapping[frozenset[Card], tuple[PublishedKingdom, ...]]:
        """The recommended kingdoms by their ten piles."""
        found: dict[frozenset[Card], tuple[PublishedKingdom, ...]] = {}
        for kingdom in self.published.values():
            ten = frozenset(kingdom.cards)
            found[ten] = (*found.get(ten, ()), kingdom)
        return found

    @cached_property
    def local_names(self) -> Mapping[str, Mapping[str, LocalName]]:
        """Names by language and card id; read when first wanted."""
        return {language: _load_names(self._folder, language, self) for language in LANGUAGES}


@cache
def load_catalog(folder: Path = DATA) -> Catalog:
    """The Catalog of a folder, read once per process."""
    return Catalog(folder)


def read_facts(name: str, folder: Path = DATA) -> tuple[str, dict[str, Any]]:
    """A file of facts about another game: what it is called in messages, and its tables."""
    faults = Faults()
    found = _read(folder, folder / name, faults)
    if faults.found:
        raise CatalogError(faults.found)
    return found


def _read(folder: Path, path: Path, faults: Faults) -> tuple[str, dict[str, Any]]:
    file = path.relative_to(folder.parent).as_posix()
    try:
        return file, tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        faults.add(file, "", f"is not valid TOML: {error}")
        return file, {}


class _BoxFile(NamedTuple):
    id: str
    file: str
    box: Row
    components: tuple[Component, ...]
    cards: list[tuple[str, Row]]
    landscapes: list[tuple[str, Row]]
    others: list[tuple[str, Row]]
    materials: list[tuple[str, Row]]


_Held = TypeVar("_Held", Card, OtherCard)


class _Loader:
    """Reads the files of data/cards in steps, each of which needs the one before."""

    def __init__(self, folder: Path) -> None:
        self.faults = Faults()
        files = [self._box_file(folder, path) for path in sorted((folder / "cards").glob("*.toml"))]
        if not files:
            self.faults.add(f"{folder.name}/cards", "", "holds no box")
        self._files = {file.id: file for file in files}
        self._own: dict[str, str] = {}
        self._held: dict[str, list[str]] = {}
        self._claim_names()
        self._share("piles_of", "cards")
        self._share("others_of", "others")
        self._read_materials()
        self._read_others()
        self._read_cards()
        self._read_landscapes()
        things: list[Thing] = [*self.cards.values(), *self.landscapes.values()]
        things += self.others.values()
        self.by_name: dict[str, Thing] = {thing.name: thing for thing in things}
        self._check_materials()
        self._check_types()
        if self.faults.found:
            raise CatalogError(self.faults.found)
        self.boxes = self._make_boxes()

    def _box_file(self, folder: Path, path: Path) -> _BoxFile:
        file, raw = _read(folder, path, self.faults)
        self.faults.tables(file, raw, CARD_FILE)
        if "box" in raw:
            box = self.faults.read_row(file, "box", raw["box"], BOX)
        else:
            box = {}
            self.faults.add(file, "", "the table [box] is missing")
        tables = (
            self.faults.read_rows(file, table, raw.get(table, []), fields)
            for table, fields in (
                ("card", CARD),
                ("landscape", LANDSCAPE),
                ("other", OTHER),
                ("material", MATERIAL),
            )
        )
        components = tuple(self._components(file, raw.get("component", {})))
        return _BoxFile(path.stem.replace("_", "-"), file, box, components, *tables)

    def _components(self, file: str, raw: Any) -> Iterator[Component]:
        for kind, rows in self.faults.table(file, "component", raw).items():
            if kind not in COMPONENT_KINDS:
                hint = nearest(kind, COMPONENT_KINDS)
                self.faults.add(file, "component", f'unknown kind "{kind}"{hint}')
                continue
            for name, item in self.faults.table(file, f"component.{kind}", rows).items():
                row = self.faults.read_row(file, name, item, COMPONENT)
                yield Component(name, kind, row["count"] or 0, row["source"])

    def _claim_names(self) -> None:
        """Each name belongs to one entry in one file: a pile is written once."""
        for box in self._files.values():
            for where, row in (*box.cards, *box.landscapes, *box.others):
                id_ = id_of(row["name"])
                if id_ in self._own:
                    other = self._files[self._own[id_]].file
                    self.faults.add(
                        box.file, where, f"is already written in {other}; name it there instead"
                    )
                    continue
                self._own[id_] = box.id
                self._held[id_] = [box.id]

    def _share(self, key: str, table: str) -> None:
        """Boxes that hold what another box's file writes out."""
        for box in self._files.values():
            for source, names in (box.box.get(key) or {}).items():
                if source not in self._files:
                    hint = nearest(source, self._files)
                    self.faults.add(box.file, f"box.{key}", f'unknown box "{source}"{hint}')
                    continue
                written = {row["name"] for _, row in getattr(self._files[source], table)}
                for name in names:
                    if name in written:
                        self._held[id_of(name)].append(box.id)
                    else:
                        hint = nearest(name, written)
                        file = self._files[source].file
                        self.faults.add(
                            box.file, f"box.{key}", f'"{name}" is not written in {file}{hint}'
                        )

    def _read_materials(self) -> None:
        self._materials: dict[str, dict[str, Material]] = {}
        for box in self._files.values():
            own = self._materials.setdefault(box.id, {})
            for where, row in box.materials:
                if row["name"] in own:
                    self.faults.add(box.file, where, "is written twice")
                fields = {key: value for key, value in row.items() if key not in ("name", "rule")}
                own[row["name"]] = Material(
                    name=row["name"], box=box.id, rules=row["rule"], **fields
                )
        self.materials = tuple(m for own in self._materials.values() for m in own.values())

    def _needs(self, box: _BoxFile, where: str, names: Iterable[str]) -> tuple[Material, ...]:
        """Materials by name: of this file, else of another edition of the same game."""
        family = box.box.get("family")
        known = dict(self._materials[box.id])
        for other in self._files.values():
            if other.box.get("family") == family:
                for name, material in self._materials[other.id].items():
                    known.setdefault(name, material)
        found = []
        for name in names:
            if name in known:
                found.append(known[name])
            else:
                self.faults.add(
                    box.file, where, f'"needs": unknown material "{name}"{nearest(name, known)}'
                )
        return tuple(found)

    def _boxes_of(self, id_: str) -> tuple[str, ...]:
        return tuple(self._held[id_])

    def _rows(self, table: str) -> Iterable[tuple[_BoxFile, str, str, Row]]:
        for box in self._files.values():
            for where, row in getattr(box, table):
                id_ = id_of(row["name"])
                if self._own[id_] == box.id:
                    yield box, where, id_, row

    def _read_others(self) -> None:
        parts: dict[str, str] = {}
        for box, where, id_, row in self._rows("cards"):
            for name in row["contains"]:
                if id_of(name) in parts:
                    self.faults.add(box.file, where, f'"{name}" lies in two piles')
                parts[id_of(name)] = id_
        self.others: dict[str, OtherCard] = {}
        groups: dict[str, list[OtherCard]] = {}
        for box, where, id_, row in self._rows("others"):
            other = OtherCard(
                id=id_,
                name=row["name"],
                kind=row["kind"],
                types=row["types"],
                cost=row["cost"],
                copies=row["copies"],
                group=row["group"],
                pile=parts.get(id_, ""),
                needs=self._needs(box, where, row["needs"]),
                boxes=self._boxes_of(id_),
            )
            self.others[id_] = other
            if other.group:
                groups.setdefault(other.group, []).append(other)
        self.groups = {name: tuple(others) for name, others in groups.items()}

    def _read_cards(self) -> None:
        self.cards: dict[str, Card] = {}
        for box, where, id_, row in self._rows("cards"):
            contains = []
            for name in row["contains"]:
                part = self.others.get(id_of(name))
                if part is None:
                    names = [other.name for other in self.others.values()]
                    self.faults.add(
                        box.file, where, f'"contains": unknown card "{name}"{nearest(name, names)}'
                    )
                else:
                    contains.append(part)
            for tag in row["tags"]:
                if tag not in TAGS:
                    self.faults.add(
                        box.file, where, f'"tags": unknown tag "{tag}"{nearest(tag, TAGS)}'
                    )
            pile = row["pile"] or ("victory" if "Victory" in row["types"] else "ten")
            if pile not in FULL_PILES and not contains:
                self.faults.add(
                    box.file, where, f'a pile of kind "{pile}" must say what it contains'
                )
            needs = dict.fromkeys(self._needs(box, where, row["needs"]))
            needs.update(dict.fromkeys(m for part in contains for m in part.needs))
            boxes = self._boxes_of(id_)
            self.cards[id_] = Card(
                id=id_,
                name=row["name"],
                aliases=row["aliases"],
                cost=row["cost"],
                types=row["types"],
                pile=pile,
                contains=tuple(contains),
                tags=frozenset(row["tags"]) | _type_tags(row, contains),
                needs=tuple(needs),
                boxes=boxes,
                families=frozenset(str(self._files[b].box.get("family")) for b in boxes),
                own_back=row["own_back"],
                defends=row["defends"],
                remind=row["remind"],
                remind_in_supply=row["remind_in_supply"],
            )

    def _read_landscapes(self) -> None:
        self.landscapes: dict[str, Landscape] = {}
        for box, where, id_, row in self._rows("landscapes"):
            self.landscapes[id_] = Landscape(
                id=id_,
                name=row["name"],
                kind=row["kind"],
                cost=row["cost"],
                needs=self._needs(box, where, row["needs"]),
                boxes=self._boxes_of(id_),
                remind=row["remind"],
            )

    def _check_materials(self) -> None:
        """What a material sets out must exist, and somebody must need it."""
        known = {other.name for other in self.others.values()}
        for box in self._files.values():
            for where, row in box.materials:
                heirloom = (row["heirloom"],) if row["heirloom"] else ()
                names = (*row["supply"], *row["beside"], *row["trash"], *heirloom)
                for name in names:
                    if name not in known and name not in self.groups:
                        hint = nearest(name, (*known, *self.groups))
                        self.faults.add(box.file, where, f'unknown card or group "{name}"{hint}')
        needed = {material for thing in self.by_name.values() for material in thing.needs}
        for material in self.materials:
            if material not in needed and not (material.types or material.kinds or material.cost):
                self.faults.add(
                    self._files[material.box].file, material.name, "is needed by no card"
                )

    def _check_types(self) -> None:
        """A type that stands alone and looks like a common one is a slip of the pen."""
        used: dict[str, list[tuple[str, str]]] = {}
        for table in ("cards", "others"):
            for box, where, _, row in self._rows(table):
                for type_ in row["types"]:
                    used.setdefault(type_, []).append((box.file, where))
        common = [type_ for type_, places in used.items() if len(places) >= 5]
        for type_, places in used.items():
            close = get_close_matches(type_, common, n=1, cutoff=0.75)
            if len(places) == 1 and close and type_ not in common:
                file, where = places[0]
                self.faults.add(
                    file, where, f'"types": unknown type "{type_}"; did you mean "{close[0]}"?'
                )

    def _make_boxes(self) -> dict[str, Box]:
        first_year: dict[str, int] = {}
        names: dict[str, int] = {}
        for file in self._files.values():
            family = file.box["family"]
            first_year[family] = min(first_year.get(family, 9999), file.box["year"])
            names[file.box["name"]] = names.get(file.box["name"], 0) + 1

        def shelf_order(file: _BoxFile) -> tuple[bool, int, str, int, bool, int]:
            box = file.box
            return (
                box["kind"] == "promo",
                first_year[box["family"]],
                box["family"],
                box["edition"],
                box["kind"] == "update pack",
                box["year"],
            )

        piles = self._by_box(self.cards.values())
        others = self._by_box(self.others.values())
        boxes = {}
        for file in sorted(self._files.values(), key=shelf_order):
            row = file.box
            several = names[row["name"]] > 1
            name = _box_name(row["name"], row["kind"])
            boxes[file.id] = Box(
                id=file.id,
                name=name,
                family=row["family"],
                edition=row["edition"],
                year=row["year"],
                kind=row["kind"],
                printed_cards=row["printed_cards"],
                note=row["note"],
                piles=tuple(piles.get(file.id, ())),
                landscapes=tuple(
                    landscape
                    for landscape in self.landscapes.values()
                    if file.id in landscape.boxes
                ),
                others=tuple(others.get(file.id, ())),
                components=file.components,
                stock=_stock(
                    file, piles.get(file.id, ()), others.get(file.id, ()), self.landscapes.values()
                ),
                title=_title(name, row["edition"] if several else 0),
            )
        return boxes

    def _by_box(self, things: Iterable[_Held]) -> dict[str, list[_Held]]:
        found: dict[str, list[_Held]] = {}
        for thing in things:
            for box in thing.boxes:
                found.setdefault(box, []).append(thing)
        return found


def _box_name(name: str, kind: str) -> str:
    """A box's name as a word of ours, for a card may be called the same; a promo is its card."""
    if kind == "promo":
        return name
    if kind == "update pack":
        return say("{box} Update Pack", box=say(name.removesuffix(" Update Pack")))
    return say(name)


def _title(name: str, edition: int) -> str:
    """A box's name with its edition, if there are several."""
    if edition == 1:
        return say("{box} (1st edition)", box=name)
    if edition == 2:
        return say("{box} (2nd edition)", box=name)
    return say("{box} (edition {edition})", box=name, edition=edition) if edition else name


def _type_tags(row: Row, contains: Iterable[OtherCard]) -> frozenset[str]:
    """Knights share only what all ten are; other mixed piles have what any card has."""
    types = set(row["types"])
    if row["pile"] != "knights":
        types.update(type_ for part in contains for type_ in part.types)
    return frozenset(tag for tag in TYPE_TAGS if tag.capitalize() in types)


def _stock(
    file: _BoxFile,
    piles: Iterable[Card],
    others: Iterable[OtherCard],
    landscapes: Iterable[Landscape],
) -> dict[str, int]:
    stock: dict[str, int] = {}
    for card in piles:
        stock[card.name] = full_pile(card)
    for other in others:
        stock[other.name] = other.copies
        if other.group:
            stock[other.group] = stock.get(other.group, 0) + other.copies
    for landscape in landscapes:
        if file.id in landscape.boxes:
            stock[landscape.name] = 1
    for component in file.components:
        stock[component.name] = component.count
    return stock


def full_pile(card: Card) -> int:
    """How many cards of a pile lie in its box."""
    return FULL_PILES.get(card.pile) or sum(part.copies for part in card.contains)


def _load_kingdoms(folder: Path, catalog: Catalog) -> dict[str, PublishedKingdom]:
    from setup_rules.rules import SLOTS  # the rulebooks import the Catalog

    slots = tuple(slot.key for slot in SLOTS if not slot.kind)
    fields = {**KINGDOM, **dict.fromkeys(slots, TEXT)}
    faults = Faults()
    kingdoms: dict[str, PublishedKingdom] = {}
    cards = {card.name: card for card in catalog.cards.values()}
    landscapes = {landscape.name: landscape for landscape in catalog.landscapes.values()}
    boons = {boon.name: boon for boon in catalog.groups.get("Boons", ())}
    for path in sorted((folder / "kingdoms").glob("*.toml")):
        file, raw = _read(folder, path, faults)
        faults.tables(file, raw, KINGDOM_FILE)
        for where, row in faults.read_rows(file, "kingdom", raw.get("kingdom", []), fields):
            if row["id"] in kingdoms:
                faults.add(file, where, f'the id "{row["id"]}" is used twice')
            reader = _NameReader(faults, file, where)
            kingdoms[row["id"]] = PublishedKingdom(
                id=row["id"],
                name=row["name"],
                boxes=reader.boxes(row["boxes"], catalog.boxes),
                cards=reader.all("cards", row["cards"], cards),
                landscapes=reader.all("landscapes", row["landscapes"], landscapes),
                drawn={
                    slot: card
                    for slot in slots
                    if row[slot]
                    for card in reader.all(slot, (row[slot],), cards)
                },
                boons=reader.all("druid_boons", row["druid_boons"], boons),
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
            if len(set(row["cards"])) != 10:
                faults.add(file, where, '"cards" must name ten different piles')
    if faults.found:
        raise CatalogError(faults.found)
    return kingdoms


_Named = TypeVar("_Named")


class _NameReader:
    """Looks names of one row up, and notes those that are not known."""

    def __init__(self, faults: Faults, file: str, where: str) -> None:
        self._faults, self._file, self._where = faults, file, where

    def all(
        self, field: str, names: Iterable[str], known: Mapping[str, _Named]
    ) -> tuple[_Named, ...]:
        found = []
        for name in names:
            if name in known:
                found.append(known[name])
            else:
                self._faults.add(
                    self._file,
                    self._where,
                    f'"{field}": unknown name "{name}"{nearest(name, known)}',
                )
        return tuple(found)

    def boxes(
        self, texts: Iterable[str], known: Mapping[str, Box]
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """`a/b+c` reads: box a, or else boxes b and c."""
        needed = tuple(
            tuple(tuple(choice.split("+")) for choice in text.split("/")) for text in texts
        )
        self.all("boxes", (box for one in needed for choice in one for box in choice), known)
        return needed


def _load_names(folder: Path, language: str, catalog: Catalog) -> dict[str, LocalName]:
    faults = Faults()
    path = folder / "names" / f"{language}.toml"
    if not path.exists():
        return {}
    file, raw = _read(folder, path, faults)
    tables = ("high", "medium", "low", "other_spellings")
    faults.tables(file, raw, tables)
    known = {**catalog.cards, **catalog.landscapes, **catalog.others}
    spellings = faults.table(file, "other_spellings", raw.get("other_spellings", {}))
    for id_, others in list(spellings.items()):
        if not isinstance(others, list) or not all(isinstance(one, str) for one in others):
            faults.add(file, "other_spellings", f'"{id_}" must be a list of texts')
            spellings[id_] = []
    names: dict[str, LocalName] = {}
    for confidence in tables[:3]:
        for id_, name in faults.table(file, confidence, raw.get(confidence, {})).items():
            if id_ not in known:
                faults.add(file, confidence, f'unknown card "{id_}"{nearest(id_, known)}')
            elif id_ in names:
                faults.add(file, confidence, f'"{id_}" is named twice')
            elif not isinstance(name, str) or not name.strip():
                faults.add(file, confidence, f'"{id_}" must be a text, not {name!r:.60}')
            else:
                names[id_] = LocalName(name, confidence, tuple(spellings.get(id_, ())))
    for id_ in spellings:
        if id_ not in names:
            faults.add(file, "other_spellings", f'"{id_}" has no name{nearest(id_, names)}')
    if faults.found:
        raise CatalogError(faults.found)
    return names
