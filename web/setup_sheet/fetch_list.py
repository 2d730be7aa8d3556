"""Fetch and Put away: what to take out of which box, what goes back, and what is ticked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from setup_rules.cards import Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.fetch import DECK, TRASH
from setup_rules.plan import FetchBox, FetchItem, SetupPlan
from setup_rules.plan_request import PlanRequest
from setup_rules.sentences import Note, NoteKind, Sentence, kind_of, parts_of
from web.language.card_names import Name
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, rich, translate
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.spines import Spine, edition_in_words
from web.setup_sheet.storage import FetchGroup, GroupEntry, PlaceKind, closing, groups
from web.setup_sheet.tokens import thing_name

FETCH, PUT_AWAY = "f", "a"
"""How the item of a tick begins, by side."""
TICKED = "1"

MATS_WITH_CARDS = ("Exile", "Island", "Native Village", "Tavern")
"""Mats on which cards may still lie after the game; on the others there are tokens."""
ON_PILES = ("+1 Card", "+1 Action", "+1 Buy", "+$1", "-$2 cost", "Trashing", "Embargo")
"""Tokens that players put on piles."""
HELD_BY_PLAYERS = ("artifact", "state")
"""Kinds of cards that end up in front of players."""
FEW_NAMES = 4
"""So many different cards of a mixed pile are named one by one."""


class FetchLine(NamedTuple):
    """Something to take out or to put back."""

    item: str
    """What its tick is kept under; it stays the same when a count or a note is corrected."""
    name: str
    note: str
    """Only where something must be done."""
    whole: bool
    """Whether it is all of it in the box, so that nobody needs to count."""
    number: int
    ticked: bool = False
    deck_cards: str = ""
    """The cards of the Black Market deck that lie in this box; empty for any other line."""
    shares: tuple[int, ...] = ()
    """How many each table gets, where there are several."""

    @property
    def amount(self) -> Markup:
        """`all 10`: take the whole pile; `count 8`: count."""
        if not self.whole:
            return rich("count <b>{number}</b>", number=self.number)
        if self.number == 1:
            return rich("<b>1</b>")
        return rich("all <b>{number}</b>", number=self.number)


class BoxLines(NamedTuple):
    """A box, or another place where cards are kept, and the lines that belong to it."""

    spine: Spine
    copies: int
    """How often the box is there."""
    lines: tuple[FetchLine, ...]
    kind: PlaceKind = PlaceKind.BOX

    def marked(self, marks: Mapping[str, str]) -> BoxLines:
        """The same with the ticks that are kept; the very same if there are none."""
        items = {line.item for line in self.lines if marks.get(line.item) == TICKED}
        if not items:
            return self
        lines = (line._replace(ticked=line.item in items) for line in self.lines)
        return self._replace(lines=tuple(lines))

    @property
    def is_box(self) -> bool:
        """Whether it is a box; cases have names that a household gave them."""
        return self.kind is PlaceKind.BOX

    @property
    def closing(self) -> str:
        """What to do with it once every line is ticked."""
        return closing(self.kind)

    @property
    def edition(self) -> str:
        """Which box it is, beside its letters: `1st edition`, `promo card`."""
        words = (edition_in_words(self.spine), _("promo card") if self.spine.promo else "")
        return ", ".join(filter(None, words))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else is to be known: whether the host added it, and how often it is there."""
        added = (_("added here"),) if self.spine.added else ()
        copies = (
            (ngettext("{number} copy", "{number} copies", self.copies),) if self.copies > 1 else ()
        )
        return added + copies

    @property
    def ticked(self) -> int:
        """How many of its lines are ticked."""
        return sum(line.ticked for line in self.lines)

    @property
    def done(self) -> bool:
        """Whether the box can be closed."""
        return self.ticked == len(self.lines)


class Side(NamedTuple):
    """One of the two lists: Fetch, or Put away."""

    id: str
    title: str
    boxes: tuple[BoxLines, ...]

    @property
    def says(self) -> tuple[str, ...]:
        """How many boxes are left, in words; by their number."""
        by_box = all(box.is_box for box in self.boxes)
        left = (
            ngettext("{number} box left", "{number} boxes left", number)
            if by_box
            else ngettext("{number} box/case left", "{number} boxes/cases left", number)
            for number in range(1, len(self.boxes) + 1)
        )
        return (_("all fetched") if self.id == "fetch" else _("all put away"), *left)

    @property
    def ticked(self) -> int:
        """How many of its lines are ticked."""
        return sum(box.ticked for box in self.boxes)

    @property
    def total(self) -> int:
        """All of its lines."""
        return sum(len(box.lines) for box in self.boxes)

    @property
    def left(self) -> int:
        """How many boxes are left."""
        return sum(not box.done for box in self.boxes)


class FetchView(NamedTuple):
    """Both lists."""

    sides: tuple[Side, ...]
    read_only: bool = False
    """Whether a friend is looking who sees the ticks and may change none."""

    def marked(self, marks: Mapping[str, str]) -> FetchView:
        """The same with the ticks that are kept."""
        sides = (
            side._replace(boxes=tuple(box.marked(marks) for box in side.boxes))
            for side in self.sides
        )
        return self._replace(sides=tuple(sides))

    @property
    def opens(self) -> str:
        """How many boxes are opened, in words; cases are counted, and parts of one are not."""
        kinds = [box.kind for box in self.sides[0].boxes]
        if PlaceKind.PART in kinds:
            return _("one case")
        if PlaceKind.CASE in kinds:
            return ngettext("{number} case or box", "{number} cases and boxes", len(kinds))
        return ngettext("{number} box", "{number} boxes", len(kinds))

    @property
    def by_box(self) -> bool:
        """Whether all cards are kept in their boxes."""
        return all(box.is_box for box in self.sides[0].boxes)

    def items(self, whole: str = "") -> frozenset[str]:
        """What the ticks of one box are kept under (`fetch:seaside-1e`), or those of all."""
        return frozenset(
            line.item
            for side in self.sides
            for box in side.boxes
            if whole in ("", f"{side.id}:{box.spine.box}")
            for line in box.lines
        )

    @property
    def shown(self) -> str:
        """The items that are shown as ticked, so that a form can tell what was changed."""
        return " ".join(
            line.item
            for side in self.sides
            for box in side.boxes
            for line in box.lines
            if line.ticked
        )


def fetch_view(
    plan: SetupPlan, asked: PlanRequest, catalog: Catalog, reader: NameStyle
) -> FetchView:
    """Both lists of a plan, by the places the cards are kept in; nothing is ticked yet."""
    lines = _Lines(plan, asked, catalog, reader.name)
    places = groups(plan.fetch, reader.storage, catalog, reader.name)
    fetch = tuple(lines.fetch(place) for place in places)
    back = tuple(lines.put_away(place) for place in reversed(places))
    sides = (Side("fetch", _("Fetch"), fetch), Side("put-away", _("Put away"), back))
    return FetchView(sides)


def plans_as_one(plans: Sequence[SetupPlan], fetch: tuple[FetchBox, ...]) -> SetupPlan:
    """Several plans with their common fetch list as one, as far as `fetch_view` looks at it."""
    return replace(
        plans[0],
        fetch=fetch,
        player_mats=_each(mat for plan in plans for mat in plan.player_mats),
        shared_mats=_each(mat for plan in plans for mat in plan.shared_mats),
        aside=tuple(pile for plan in plans for pile in plan.aside),
        trash={name: count for plan in plans for name, count in plan.trash.items()},
        starting_deck={n: count for p in plans for n, count in p.starting_deck.items()},
        traits={pile: trait for plan in plans for pile, trait in plan.traits.items()},
        pile_tokens={kind: on for plan in plans for kind, on in plan.pile_tokens.items()},
        landscape_tokens={ls: on for p in plans for ls, on in p.landscape_tokens.items()},
    )


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


@lru_cache(maxsize=4_000)
def slug(text: str) -> str:
    """A thing's name as part of an item: small letters, digits and hyphens; signs as words."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    signs = re.sub("^-", "minus-", plain).replace("+", "plus-").replace("$", "coin-")
    return re.sub("[^a-z0-9]+", "-", signs.replace("'", "")).strip("-")


class _Lines:
    """Makes the lines of a plan."""

    def __init__(self, plan: SetupPlan, asked: PlanRequest, catalog: Catalog, name: Name) -> None:
        self._plan = plan
        self._asked = asked
        self._catalog = catalog
        self._name = name
        self._last_box = {item.what: box.box for box in plan.fetch for item in box.items}
        self._mats = {f"{mat} mat": mat for mat in (*plan.player_mats, *plan.shared_mats)}
        self._set_aside = {pile.card: pile.name for pile in plan.aside if pile.card}
        self._trait_piles = {trait: pile for pile, trait in plan.traits.items()}

    def fetch(self, place: FetchGroup) -> BoxLines:
        return self._place(place, FETCH, self._fetch_note)

    def put_away(self, place: FetchGroup) -> BoxLines:
        return self._place(place, PUT_AWAY, lambda entry: _joined(self._hiding_places(entry)))

    def _place(self, place: FetchGroup, side: str, note: Callable[[GroupEntry], str]) -> BoxLines:
        lines = []
        for entry in place.entries:
            item = entry.item
            key = f"{side}:{entry.boxes[0]}:{slug(item.what)}"
            whole = item.whole or side == PUT_AWAY
            name = thing_name(item.what, self._name)
            shares = item.shares if side == FETCH else ()
            line = FetchLine(key, name, note(entry), whole, item.count, shares=shares)
            if item.what == DECK and isinstance(item.note, Sentence):
                cards = parts_of(item.note.values["cards"], ", ")
                line = line._replace(deck_cards=", ".join(map(self._name, cards)))
            lines.append(line)
        copies = self._asked.boxes.count(place.look.box)
        return BoxLines(place.look, copies, tuple(lines), place.kind)

    def _fetch_note(self, entry: GroupEntry) -> str:
        """What must be done with it; where several boxes give some, the last one tells."""
        item = entry.item
        parts, note = [], item.note
        if isinstance(note, Sentence) and "total" in note.values:
            values = note.values
            parts.append(
                ngettext(
                    "{total} total from {number} box",
                    "{total} total from {number} boxes",
                    values["number"],
                    total=values["total"],
                )
            )
            note = values.get("note", "") if self._last_box[item.what] in entry.boxes else ""
        parts += [short_note(part, self._name) for part in parts_of(note, "; ")]
        return _joined(parts)

    def _hiding_places(self, entry: GroupEntry) -> Iterator[str]:
        """Where it is to be looked for after the game, and what else is to be done with it."""
        item = entry.item
        what, plan = item.what, self._plan
        thing = self._catalog.by_name.get(what)
        if what in TRASH:
            yield _("look through the trash first")
        elif what in self._mats:
            yield self._on_mat(self._mats[what])
        elif what == DECK:
            yield short_note(item.note, self._name)
            yield _("look in the players’ decks")
        elif isinstance(thing, Landscape):
            yield self._landscape(thing)
        elif what in self._set_aside:
            yield _("it’s with {card}", card=self._name(self._set_aside[what]))
        elif what in plan.trash:
            yield _("look in the trash")
        elif what == "Boons" or getattr(thing, "kind", "") in HELD_BY_PLAYERS:
            yield _("look in front of the players")
        elif self._in_decks(what):
            yield _("look in the players’ decks")
        elif thing is None:
            yield from self._tokens(what)
        yield from self._of_pile(item, thing)
        there = sum(
            self._catalog.boxes[box].stock.get(what, 0) * self._asked.boxes.count(box)
            for box in entry.boxes
        )
        is_card = thing is not None or what in self._catalog.groups
        others = there - item.count
        if is_card and not item.whole and others > 0:
            yield ngettext("put with the other one", "put with the other {number}", others)

    def _in_decks(self, what: str) -> bool:
        """Whether players get it without buying it, or one does not know how many have some."""
        return what in self._plan.starting_deck or what in ("Curse", "Prizes", "Rewards", "Loot")

    def _on_mat(self, mat: str) -> str:
        if mat in MATS_WITH_CARDS:
            return _("there may still be cards on them")
        return _("take the tokens off")

    def _landscape(self, landscape: Landscape) -> str:
        kind = _(landscape.kind.capitalize())
        pile = self._trait_piles.get(landscape.name)
        if pile:
            return _("{kind}, with {pile}", kind=kind, pile=self._name(pile))
        return kind

    def _tokens(self, what: str) -> Iterator[str]:
        kind = re.sub(" tokens?$", "", what)
        plan = self._plan
        landscapes = [name for name, there in plan.landscape_tokens.items() if kind in there]
        places = []
        if kind in plan.pile_tokens or kind in ON_PILES:
            places.append(_("look on the piles"))
        if landscapes:
            names = and_list(map(self._name, landscapes))
            places.append(_("look on {landscapes}", landscapes=names))
        if kind == "Coin" and self._mats:
            places.append(_("look on the mats"))
        if kind == "Project cube":
            places.append(_("look on the Projects"))
        if places:
            yield from places
        elif kind in ("VP", "Debt", "Journey", "-1 Card", "-$1"):
            yield _("look in front of the players")

    def _of_pile(self, item: FetchItem, thing: object) -> Iterator[str]:
        """What a Kingdom pile is made of, and what lies under it."""
        if isinstance(thing, Card) and thing.is_mixed and thing.name not in self._set_aside:
            names = list(dict.fromkeys(part.name for part in thing.contains))
            if len(names) <= FEW_NAMES:
                yield and_list(self._name(name) for name in names)
            else:
                yield ngettext("{number} different card", "{number} different cards", len(names))
        kinds = {kind_of(note) for note in parts_of(item.note, "; ")}
        if NoteKind.MARKED in kinds:
            yield _("take the marker from under it")
        if NoteKind.MARKER in kinds:
            yield _("and its randomizer")


def _joined(notes: Iterator[str] | list[str]) -> str:
    return "; ".join(note for note in notes if note)


def short_note(note: str, name: Name) -> str:
    """One of the engine's notes in the reader's words, as short as it can be said."""
    return translate(note.short if isinstance(note, Note) else note, name)
