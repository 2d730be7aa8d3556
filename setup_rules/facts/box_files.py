"""Makes boxes, piles, landscapes and materials of their files, and finds all that is wrong."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from setup_rules.cards import TYPE_TAGS, Box, Card, Component, Landscape, Material, OtherCard, Thing
from setup_rules.facts.fact_files import FactFile
from setup_rules.facts.schema import (
    BOX,
    CARD,
    CARD_FILE,
    COMPONENT,
    COMPONENT_KINDS,
    LANDSCAPE,
    MATERIAL,
    OTHER,
    TAGS,
    Faults,
    Row,
    nearest,
)
from setup_rules.facts.score_facts import read_score, score_faults
from setup_rules.sentences import say

FILE_NAME = re.compile("[a-z0-9]+([_-][a-z0-9]+)*")
MOST_LETTERS = 3
PROMO_COLOUR = "#5F5F5F"
COLOURS = ("#39506F", "#7A3B52", "#1F6F8B", "#8A6A12", "#A1541B", "#5D6B2F", "#5B3A78", "#17636B")
"""Spines of boxes that name no colour of their own; white letters are easily read on each."""
FULL_PILES = {"ten": 10, "victory": 12, "rats": 20, "port": 12}
"""Cards of a plain pile in its box; a mixed pile is counted by the cards it contains."""


def id_of(name: str) -> str:
    """The id of a printed name: `Farmers' Market` gives `farmers-market`, `月` gives `u6708`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    id_ = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return id_ or "-".join(f"u{ord(sign):x}" for sign in name if sign.isalnum())


class _BoxFile(NamedTuple):
    id: str
    file: str
    added: bool
    box: Row
    components: tuple[Component, ...]
    cards: list[tuple[str, Row]]
    landscapes: list[tuple[str, Row]]
    others: list[tuple[str, Row]]
    materials: list[tuple[str, Row]]


_Held = TypeVar("_Held", Card, OtherCard)


class BoxFiles:
    """Reads the files of boxes in steps, each of which needs the one before.

    Where a file of ours and an added one contradict each other, the fault is the added one's.
    """

    def __init__(self, files: Iterable[FactFile], score_rules: Collection[str]) -> None:
        self.faults = Faults()
        self._score_rules = score_rules
        self._files: dict[str, _BoxFile] = {}
        self._read_files(files)
        self._own: dict[str, str] = {}
        self._held: dict[str, list[str]] = {}
        self._claim_names()
        self._share("piles_of", "cards")
        self._share("others_of", "others")
        self._read_materials()
        self._read_needs()
        self._read_others()
        self._read_cards()
        self._read_landscapes()
        things: list[Thing] = [*self.cards.values(), *self.landscapes.values()]
        things += self.others.values()
        self.by_name: dict[str, Thing] = {thing.name: thing for thing in things}
        self._check_materials()
        self._check_types()
        self._check_scores()
        self._check_boxes()

    def _read_files(self, files: Iterable[FactFile]) -> None:
        """All files in the order of their names, whoever wrote them."""
        read: dict[str, _BoxFile] = {}
        for file in sorted(files, key=lambda file: file.added):
            box = self._box_file(file)
            if box.id in read:
                self.faults.add(
                    file.name, "", f'the box "{box.id}" is already written in {read[box.id].file}'
                )
                continue
            read[box.id] = box
        self._files = dict(sorted(read.items(), key=lambda item: item[0].replace("-", "_")))

    def _fault(self, box: _BoxFile, where: str, says: str) -> None:
        self.faults.add(box.file, where, says)

    @property
    def _ours_first(self) -> list[_BoxFile]:
        return sorted(self._files.values(), key=lambda box: box.added)

    def _box_file(self, source: FactFile) -> _BoxFile:
        file, raw = source.name, source.tables
        if not FILE_NAME.fullmatch(source.stem):
            says = f'call the file something like "{id_of(source.stem).replace("-", "_")}.toml"'
            self.faults.add(file, "", f"{says}: small letters a to z, digits and _")
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
        return _BoxFile(source.stem.replace("_", "-"), file, source.added, box, components, *tables)

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
        groups: dict[str, _BoxFile] = {}
        for box in self._ours_first:
            for where, row in (*box.cards, *box.landscapes, *box.others):
                id_ = id_of(row["name"])
                if not id_:
                    self._fault(box, where, "its name needs a letter or a digit")
                elif id_ in self._own:
                    other = self._files[self._own[id_]].file
                    self._fault(box, where, f"is already written in {other}; name it there instead")
                elif id_ in groups:
                    says = f"is what cards of {groups[id_].file} are called together"
                    self._fault(box, where, says)
                self._own.setdefault(id_, box.id)
                self._held.setdefault(id_, [box.id])
            for where, row in box.others:
                group = id_of(row["group"])
                first = groups.setdefault(group, box) if group else box
                if first is not box or group in self._own:
                    owner = first if first is not box else self._files[self._own[group]]
                    says = f'"group": "{row["group"]}" is already written in {owner.file}'
                    self._fault(box, where, says)

    def _share(self, key: str, table: str) -> None:
        """Boxes that hold what another box's file writes out."""
        for box in self._files.values():
            for source, names in (box.box.get(key) or {}).items():
                if source not in self._files:
                    hint = nearest(source, self._files)
                    self._fault(box, f"box.{key}", f'unknown box "{source}"{hint}')
                    continue
                written = {row["name"] for _, row in getattr(self._files[source], table)}
                for name in names:
                    if name in written:
                        self._held[id_of(name)].append(box.id)
                    else:
                        hint = nearest(name, written)
                        file = self._files[source].file
                        self._fault(box, f"box.{key}", f'"{name}" is not written in {file}{hint}')

    def _read_materials(self) -> None:
        self._materials: dict[str, dict[str, Material]] = {}
        for box in self._files.values():
            own = self._materials.setdefault(box.id, {})
            for where, row in box.materials:
                if row["name"] in own:
                    self._fault(box, where, "is written twice")
                elsewhere = ("name", "rule", "score")
                fields = {key: value for key, value in row.items() if key not in elsewhere}
                own[row["name"]] = Material(
                    name=row["name"],
                    box=box.id,
                    rules=row["rule"],
                    score=read_score(self.faults, box.file, where, row["score"]),
                    **fields,
                )
        self.materials = tuple(m for own in self._materials.values() for m in own.values())

    def _needs(self, box: _BoxFile, where: str, names: Iterable[str]) -> tuple[Material, ...]:
        """Materials by name: of this file, else of another edition of the same game."""
        family = box.box.get("family")
        known = dict(self._materials[box.id])
        for other in self._ours_first:
            if other.box.get("family") == family:
                for name, material in self._materials[other.id].items():
                    known.setdefault(name, material)
        needed = []
        for name in names:
            if name in known:
                needed.append(known[name])
            else:
                self._fault(box, where, f'"needs": unknown material "{name}"{nearest(name, known)}')
        return tuple(needed)

    def _boxes_of(self, id_: str) -> tuple[str, ...]:
        return tuple(self._held[id_])

    def _rows(self, table: str) -> Iterator[tuple[_BoxFile, str, str, Row]]:
        for box in self._files.values():
            for where, row in getattr(box, table):
                id_ = id_of(row["name"])
                if self._own[id_] == box.id:
                    yield box, where, id_, row

    def _read_needs(self) -> None:
        """What the cards need that a material sets out, it brings along."""
        self._needed = {
            id_: self._needs(box, where, row["needs"])
            for box, where, id_, row in self._rows("others")
        }
        together: dict[str, list[str]] = {}
        for _, _, id_, row in self._rows("others"):
            together.setdefault(row["group"], []).append(id_)
        self._brings = {
            material: tuple(
                needed
                for name in material.sets_out
                for id_ in together.get(name, [id_of(name)])
                for needed in self._needed.get(id_, ())
            )
            for material in self.materials
        }
        for material, brought in self._brings.items():
            if material in self._with_what_they_bring(brought):
                file = self._files[material.box].file
                self.faults.add(file, material.name, "needs itself: a card it sets out needs it")

    def _with_what_they_bring(self, materials: Iterable[Material]) -> tuple[Material, ...]:
        brought: dict[Material, None] = {}
        waiting = list(materials)
        while waiting:
            material = waiting.pop(0)
            if material not in brought:
                brought[material] = None
                waiting += self._brings[material]
        return tuple(brought)

    def _read_others(self) -> None:
        parts: dict[str, str] = {}
        for box, where, id_, row in sorted(self._rows("cards"), key=lambda row: row[0].added):
            for name in row["contains"]:
                if id_of(name) in parts:
                    self._fault(box, where, f'"{name}" lies in two piles')
                    continue
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
                needs=self._with_what_they_bring(self._needed[id_]),
                boxes=self._boxes_of(id_),
                score=read_score(self.faults, box.file, where, row["score"]),
            )
            self.others[id_] = other
            if other.group:
                groups.setdefault(other.group, []).append(other)
        self.groups = {name: tuple(others) for name, others in groups.items()}

    def _read_cards(self) -> None:
        self.cards: dict[str, Card] = {}
        for box, where, id_, row in self._rows("cards"):
            contains = self._contained(box, where, row["contains"])
            for tag in row["tags"]:
                if tag not in TAGS:
                    self._fault(box, where, f'"tags": unknown tag "{tag}"{nearest(tag, TAGS)}')
            pile = row["pile"] or ("victory" if "Victory" in row["types"] else "ten")
            needs = self._with_what_they_bring(
                [
                    *self._needs(box, where, row["needs"]),
                    *(material for part in contains for material in part.needs),
                ]
            )
            self._check_pile(box, where, pile, contains)
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
                needs=needs,
                boxes=boxes,
                families=frozenset(str(self._files[b].box.get("family")) for b in boxes),
                own_back=row["own_back"],
                defends=row["defends"],
                remind=row["remind"],
                remind_in_supply=row["remind_in_supply"],
                score=read_score(self.faults, box.file, where, row["score"]),
            )

    def _contained(self, box: _BoxFile, where: str, names: Iterable[str]) -> list[OtherCard]:
        """The cards of a mixed pile."""
        contains = []
        for name in names:
            part = self.others.get(id_of(name))
            if part is None:
                known = [other.name for other in self.others.values()]
                self._fault(box, where, f'"contains": unknown card "{name}"{nearest(name, known)}')
            else:
                contains.append(part)
        return contains

    def _check_pile(
        self, box: _BoxFile, where: str, pile: str, contains: Sequence[OtherCard]
    ) -> None:
        """What a mixed pile must contain, so that it can be laid out."""
        if pile not in FULL_PILES and not contains:
            says = f'a pile of kind "{pile}" must say what it contains'
        elif pile in FULL_PILES and contains:
            says = '"contains" is for mixed piles: say which by "pile", such as "halves"'
        elif pile == "halves" and len(contains) != 2:
            says = 'a pile of kind "halves" contains two different cards'
        elif pile == "knights" and [part.copies for part in contains] != [1] * 10:
            says = 'a pile of kind "knights" contains ten different cards'
        else:
            return
        self._fault(box, where, says)

    def _read_landscapes(self) -> None:
        self.landscapes: dict[str, Landscape] = {}
        for box, where, id_, row in self._rows("landscapes"):
            self.landscapes[id_] = Landscape(
                id=id_,
                name=row["name"],
                kind=row["kind"],
                cost=row["cost"],
                needs=self._with_what_they_bring(self._needs(box, where, row["needs"])),
                boxes=self._boxes_of(id_),
                remind=row["remind"],
                score=read_score(self.faults, box.file, where, row["score"]),
            )

    def _check_scores(self) -> None:
        """What scores name must exist: cards, types, mats, and the rules of rulebooks."""
        cards: list[Card | OtherCard] = [*self.cards.values(), *self.others.values()]
        known = {
            "of": {card.name for card in cards},
            "type": {type_ for card in cards for type_ in card.types},
            "mat": {mat for material in self.materials for mat in material.player_mats},
            "rule": set(self._score_rules),
        }
        scored: list[tuple[str, Material | Thing]] = [(m.box, m) for m in self.materials]
        scored += [(self._own[id_of(name)], thing) for name, thing in self.by_name.items()]
        for box, thing in scored:
            if thing.score:
                for fault in score_faults(thing.name, thing.score, known):
                    self.faults.add(self._files[box].file, f"{thing.name}: score", fault)

    def _check_materials(self) -> None:
        """What a material sets out must exist, and somebody must need it."""
        known = {other.name for other in self.others.values()}
        for box in self._files.values():
            for material in self._materials[box.id].values():
                for name in material.sets_out:
                    if name not in known and name not in self.groups:
                        hint = nearest(name, (*known, *self.groups))
                        says = f'unknown card or group "{name}"{hint}'
                        self._fault(box, material.name, says)
        needed = {material for thing in self.by_name.values() for material in thing.needs}
        for material in self.materials:
            if material not in needed and not (material.types or material.kinds or material.cost):
                self._fault(self._files[material.box], material.name, "is needed by no card")

    def _check_types(self) -> None:
        """A type that stands alone and looks like a common one is a slip of the pen."""
        used: dict[str, list[tuple[str, str]]] = {}
        ours: Counter[str] = Counter()
        for table in ("cards", "others"):
            for box, where, _, row in self._rows(table):
                for type_ in row["types"]:
                    used.setdefault(type_, []).append((box.file, where))
                    ours[type_] += not box.added
        common = [type_ for type_, count in ours.items() if count >= 5]
        for type_, places in used.items():
            close = get_close_matches(type_, common, n=1, cutoff=0.75)
            if len(places) == 1 and close and type_ not in common:
                file, where = places[0]
                self.faults.add(
                    file, where, f'"types": unknown type "{type_}"; did you mean "{close[0]}"?'
                )

    def _check_boxes(self) -> None:
        """Names that would be taken for those of other boxes, and cards that do not add up."""
        families: dict[str, str] = {}
        short: dict[str, str] = dict.fromkeys(self._files, "")
        called: dict[str, str] = {}
        for file in self._ours_first:
            row = file.box
            name, family = row.get("name", ""), row.get("family", "")
            if name and families.setdefault(name, family) != family:
                says = f'"name": another game is called "{name}"; its family is "{families[name]}"'
                self._fault(file, "box", says)
            for other in (name, *row.get("also_called", ())) if name else ():
                if called.setdefault(id_of(other), name) != name:
                    says = f'"{other}" is what the box "{called[id_of(other)]}" is called, too'
                    self._fault(file, "box", says)
            if row.get("short") and short.setdefault(row["short"], file.id) != file.id:
                says = f'"short": "{row["short"]}" is the name of another box in links'
                self._fault(file, "box", says)
            printed = row.get("printed_cards")
            if printed and not self.faults.of(file.file):
                counted = self._cards_in(file)
                if counted != printed:
                    says = f'"printed_cards" is {printed}, but the cards add up to {counted}'
                    self._fault(file, "box", says)

    def _cards_in(self, file: _BoxFile) -> int:
        """All that is printed on cards: piles, landscapes, other cards, randomizers, blanks."""
        return (
            sum(full_pile(card) for card in self.cards.values() if file.id in card.boxes)
            + sum(file.id in landscape.boxes for landscape in self.landscapes.values())
            + sum(o.copies for o in self.others.values() if file.id in o.boxes and not o.pile)
            + sum(part.count for part in file.components if part.kind == "card")
        )

    def boxes(self) -> dict[str, Box]:
        """The boxes in shelf order; only where nothing is wrong."""
        piles = self._by_box(self.cards.values())
        others = self._by_box(self.others.values())
        on_shelf = self._in_shelf_order()
        names = Counter(file.box["name"] for file in on_shelf)
        letters = _letters(on_shelf)
        return {
            file.id: self._box(
                file,
                piles.get(file.id, ()),
                others.get(file.id, ()),
                letters=letters[file.id],
                several=names[file.box["name"]] > 1,
            )
            for file in on_shelf
        }

    def _in_shelf_order(self) -> list[_BoxFile]:
        """Families by their first year, then editions, update packs after them; promos last."""
        first_year: dict[str, int] = {}
        for file in self._files.values():
            family = file.box["family"]
            first_year[family] = min(first_year.get(family, 9999), file.box["year"])

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

        return sorted(self._files.values(), key=shelf_order)

    def _box(
        self,
        file: _BoxFile,
        piles: Sequence[Card],
        others: Sequence[OtherCard],
        *,
        letters: str,
        several: bool,
    ) -> Box:
        """One box; its title says the edition where several boxes have its name."""
        row, landscapes = file.box, self.landscapes.values()
        name = _box_name(row["name"], row["kind"])
        return Box(
            id=file.id,
            name=name,
            also_called=row["also_called"],
            family=row["family"],
            edition=row["edition"],
            year=row["year"],
            kind=row["kind"],
            printed_cards=row["printed_cards"],
            note=row["note"],
            piles=tuple(piles),
            landscapes=tuple(one for one in landscapes if file.id in one.boxes),
            others=tuple(others),
            components=file.components,
            stock=_stock(file, piles, others, landscapes),
            title=_title(name, row["edition"] if several else 0),
            letters=letters,
            colour=row["colour"] or _colour(row["family"], row["kind"]),
            short=row["short"] or file.id,
            added=file.added,
        )

    def _by_box(self, things: Iterable[_Held]) -> dict[str, list[_Held]]:
        held: dict[str, list[_Held]] = {}
        for thing in things:
            for box in thing.boxes:
                held.setdefault(box, []).append(thing)
        return held


def _letters(files: Iterable[_BoxFile]) -> dict[str, str]:
    """The letters of each spine: as its file says, else of its name and no other game's."""
    letters = {file.id: file.box["letters"] for file in files if file.box["letters"]}
    games = {letters[file.id]: file.box["family"] for file in files if file.id in letters}
    for file in files:
        if file.id not in letters:
            family, choices = file.box["family"], list(_letters_of(file.box["name"]))
            free = (one for one in choices if games.get(one, family) == family)
            letters[file.id] = next(free, choices[0])
            games[letters[file.id]] = family
    return letters


def _letters_of(name: str) -> Iterator[str]:
    """What may stand for a name, best first: its initials, or its first letter with another."""
    words = re.findall(r"[^\W_](?:[^\W_]|['’])*", name.removesuffix(" Update Pack"))
    letters = "".join(words).replace("'", "").replace("’", "")
    if len(words) > 1:
        yield "".join(word[0] for word in words)[:MOST_LETTERS]
    yield from (letters[0] + other for other in letters[1:])
    yield letters[:1]


def _colour(family: str, kind: str) -> str:
    """One of a few colours, the same for all boxes of a family."""
    return PROMO_COLOUR if kind == "promo" else COLOURS[crc32(family.encode()) % len(COLOURS)]


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
