"""The rules of setup that the boxes on a shelf can set off, in their own words.

They are measured before they are printed: type gets smaller until all fits on a page; if it does
not, they take as many pages as they need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import takewhile
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

from setup_rules.cards import Box, Card, Landscape, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection, gather
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import Rule, SlotDraw, Trigger
from setup_rules.rules import RULEBOOKS
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.printing.styles import Paper, document_html
from web.printing.text import POINT, lines_of
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.spines import box_of, spine

LAYOUTS = ((2, 10.0), (2, 9.5), (2, 9.0), (3, 9.0), (3, 8.5), (3, 8.0), (3, 7.5))
"""Columns and the size of the text in points: the first in which all fits on a page is taken."""
LONG_LAYOUT = (3, 8.5)
"""The same where it takes more than a page."""
WIDTH, GUTTER = 186.0, 5.0
HEIGHTS = {"a4": 254.0, "letter": 236.5}
"""How tall columns may be on the first page, in millimetres."""
HEADING_HEIGHT = 16.0
"""What the name and the facts above them take there."""
LINE, UNDER_RULE, HEADING, ABOVE_HEADING = 1.18, 0.3, 1.82, 0.49
"""Heights in sizes of the text: a line, what is free under a rule, a heading, free above it."""
MANY, SHOWN = 6, 4
"""A rule that more cards set off names only some of them."""
EVERY_GAME = ""
LANDSCAPES = ("choose-landscapes", "draw-skip-landscapes")
"""Rules about landscapes of all boxes, stated in the newest rulebook."""


class SummaryRule(NamedTuple):
    """A rule: what sets it off, and what it says."""

    box: str
    """Under which box it stands; empty for every game."""
    when: str
    says: str


class Block(NamedTuple):
    """Lines that stay together: a rule, and the heading above it where it is the first one."""

    heading: str
    lines: tuple[Markup, ...]

    def height(self, *, is_first: bool) -> float:
        """How tall it is, in sizes of its text; at the head of a column nothing is free above."""
        heading = HEADING + (0 if is_first else ABOVE_HEADING) if self.heading else 0
        return len(self.lines) * LINE + UNDER_RULE + heading


def rules_summary_html(
    boxes: Sequence[str], catalog: Catalog, paper: Paper, reader: NameStyle
) -> str:
    """The rules of setup for exactly these boxes as a document to print."""
    shelf = gather(catalog, tuple(boxes))
    rules = _rules_of(shelf, reader)
    columns, size, blocks, _pages = _laid_out(rules, shelf, paper)
    facts = [ngettext("{number} box", "{number} boxes", len(boxes))]
    facts.append(ngettext("{number} rule", "{number} rules", len(blocks)))
    return document_html(
        "rules_summary",
        "shelf",
        paper=paper,
        size_rule=f"font-size:{size}pt;columns:{columns}",
        blocks=blocks,
        facts=" · ".join(facts),
    )


def rules_pages(boxes: Sequence[str], catalog: Catalog, paper: Paper, reader: NameStyle) -> int:
    """How many pages the rules for these boxes take."""
    shelf = gather(catalog, tuple(boxes))
    return _laid_out(_rules_of(shelf, reader), shelf, paper)[-1]


def _rules_of(shelf: Collection, reader: NameStyle) -> list[SummaryRule]:
    places = {EVERY_GAME: -1} | {box.id: place for place, box in enumerate(shelf.boxes)}
    return sorted(_Rules(shelf, reader.name).stated(), key=lambda rule: places[rule.box])


def _laid_out(
    rules: list[SummaryRule], shelf: Collection, paper: Paper
) -> tuple[int, float, tuple[Block, ...], int]:
    """How many columns, the size of the text, the rules, and how many pages they take."""
    for columns, size in (*LAYOUTS, LONG_LAYOUT):
        blocks = _blocks(rules, shelf, columns, size)
        pages = ceil(_columns_of(blocks, columns, HEIGHTS[paper], size) / columns)
        if pages == 1:
            break
    return columns, size, blocks, pages


def _columns_of(blocks: Iterable[Block], first: int, height: float, size: float) -> int:
    """How many columns the blocks take; those after the first page are taller by its heading."""
    columns, used = 1, 0.0
    for block in blocks:
        most = (height + (HEADING_HEIGHT if columns > first else 0)) / (size * POINT)
        tall = block.height(is_first=not used)
        if used and used + tall > most:
            columns, used, tall = columns + 1, 0.0, block.height(is_first=True)
        used += tall
    return columns


def _blocks(
    rules: list[SummaryRule], shelf: Collection, columns: int, size: float
) -> tuple[Block, ...]:
    across = (WIDTH - (columns - 1) * GUTTER) / columns
    boxes = (rule.box for rule in rules)
    return tuple(
        Block(_heading(rule.box, shelf) if rule.box != before else "", _lines(rule, across, size))
        for before, rule in zip((None, *boxes), rules, strict=False)
    )


@lru_cache(maxsize=2048)
def _lines(rule: SummaryRule, across: float, size: float) -> tuple[Markup, ...]:
    """A rule broken into lines; kept, because it is asked for again until all rules fit."""
    return lines_of(_with_lead(rule), across, size)


def _with_lead(rule: SummaryRule) -> str:
    """What a rule says, with what sets it off before it or, if it begins with that, in bold."""
    first, rest = rule.when.split(", ")[0], rule.says.removeprefix(rule.when)
    if rule.when and rest != rule.says:
        return Markup("<b>{}</b>{}").format(rule.when, rest)
    if not rule.when or rule.says.startswith(first):
        return rule.says
    return Markup("<b>{}:</b> {}").format(rule.when, rule.says)


def _heading(box: str, shelf: Collection) -> str:
    return spine(shelf.catalog.boxes[box]).name if box else _("Every game")


class _Rules:
    """Finds the rules that cards and landscapes on a shelf can set off."""

    def __init__(self, shelf: Collection, name: Name) -> None:
        self._shelf = shelf
        self._name = name
        self._catalog = shelf.catalog

    def stated(self) -> Iterator[SummaryRule]:
        """All of them."""
        yield from self._statements()
        yield from self._piles()
        yield from self._set_off()
        yield from self._ways()

    @cached_property
    def _things(self) -> tuple[Thing, ...]:
        """Everything on the shelf, the cards of mixed piles included."""
        inside = [part for card in self._shelf.cards for part in card.contains]
        return (*self._shelf.cards, *self._shelf.landscapes, *inside)

    def _statements(self) -> Iterator[SummaryRule]:
        families = {box.family for box in self._shelf.boxes}
        for book in RULEBOOKS:
            if book.box not in self._catalog.boxes:  # a box that is not here, or every box
                continue
            basic = book.box == "dominion-2e"
            for statement in book.statements:
                if statement.id in LANDSCAPES:
                    used = bool(self._shelf.landscapes)
                else:
                    used = basic or self._catalog.boxes[book.box].family in families
                if used:
                    says = translate(statement.says)
                    box = EVERY_GAME if basic else self._owned(book.box, ())
                    yield SummaryRule(box, "", says)

    def _piles(self) -> Iterator[SummaryRule]:
        for book in RULEBOOKS:
            for pile in book.piles:
                cards = [card for card in self._shelf.cards if card.pile == pile.kind]
                if cards:
                    basic = book.box == "dominion-2e"
                    box = EVERY_GAME if basic else self._owned(book.box, cards)
                    yield SummaryRule(box, "", translate(pile.says))

    def _set_off(self) -> Iterator[SummaryRule]:
        """Rules and draws, those with the same id together."""
        by_rule: dict[Rule | SlotDraw, list[Thing]] = {}
        by_thing = rules_of(self._catalog).by_thing
        for thing in self._things:
            for due in by_thing.get(thing.id, ()):
                if isinstance(due, Rule | SlotDraw):
                    by_rule.setdefault(due, []).append(thing)
        homes = {one: book.box for book in RULEBOOKS for one in (*book.rules, *book.draws)}
        of_materials = {f"{one.box}/{one.name}": one.box for one in self._catalog.materials}
        stated = [*rules_of(self._catalog).draws, *rules_of(self._catalog).in_order]
        together: dict[tuple[str, tuple[str, ...]], list[Rule | SlotDraw]] = {}
        for rule in stated:
            if rule in by_rule:
                home = homes.get(rule) or of_materials[rule.key]
                together.setdefault((home, rule.ids), []).append(rule)
        for (home, _ids), rules in together.items():
            yield self._one(home, rules, by_rule)

    def _one(
        self, home: str, rules: list[Rule | SlotDraw], by_rule: dict[Rule | SlotDraw, list[Thing]]
    ) -> SummaryRule:
        things = list(dict.fromkeys(thing for rule in rules for thing in by_rule[rule]))
        box = self._owned(home, things)
        says = [translate(rule.says) for rule in rules]
        whens = [self._when(rule.when, by_rule[rule]) for rule in rules]
        if len(set(whens)) == 1:
            return SummaryRule(box, whens[0], " ".join(says))
        return SummaryRule(box, "", _joined(says, whens))

    def _when(self, trigger: Trigger, things: Iterable[Thing]) -> str:
        """What sets a rule off, as far as it is on the shelf."""
        words = [_("any {type}", type=_(type_)) for type_ in trigger.types]
        words += [_("any {type}", type=_(kind.capitalize())) for kind in trigger.kinds]
        if trigger.potion:
            words.append(_("any card with a Potion cost"))
        names = [
            self._name(self._pile_name(thing))
            for thing in things
            if not self._covered(thing, trigger)
        ]
        names = list(dict.fromkeys(names))
        if len(names) > MANY:
            more = _("{number} more", number=len(names) - SHOWN)
            names = [*names[:SHOWN], more]
        return ", ".join((*words, *names))

    def _pile_name(self, thing: Thing) -> str:
        pile = getattr(thing, "pile", "")
        known = self._catalog.cards.get(pile) if not isinstance(thing, Card | Landscape) else None
        return known.name if known else thing.name

    @staticmethod
    def _covered(thing: Thing, trigger: Trigger) -> bool:
        """Whether a thing is meant by a word such as `any Looter`."""
        if isinstance(thing, Landscape):
            return thing.kind in trigger.kinds
        if trigger.potion and thing.cost is not None and thing.cost.potion:
            return True
        return any(type_ in thing.types for type_ in trigger.types)

    def _ways(self) -> Iterator[SummaryRule]:
        draws = {
            "platinum_colony": ("Platinum", _("Platinum & Colony")),
            "shelters": ("Hovel", _("Shelters")),
        }
        for draw, (card, name) in draws.items():
            ways = [
                translate(variant.says)
                for book in RULEBOOKS
                for variant in book.variants
                if variant.draw == draw
            ]
            if self._shelf.stock.get(card):
                box = self._shelf.holders[card][0][0].id
                when = _("{draw}, choose one way", draw=name)
                yield SummaryRule(
                    self._first_of_family(self._catalog.boxes[box]), when, " ".join(ways)
                )

    def _owned(self, home: str, things: Iterable[Thing]) -> str:
        """The box on the shelf under which a rule of some rulebook stands."""
        known = self._catalog.boxes.get(home)
        for box in self._shelf.boxes:
            if known and box.family == known.family:
                return box.id
        for thing in things:
            box_here = box_of(thing, self._shelf) if isinstance(thing, Card | Landscape) else None
            if box_here and box_here.id in self._shelf.copies:
                return self._first_of_family(box_here)
        return self._shelf.boxes[0].id if self._shelf.boxes else EVERY_GAME

    def _first_of_family(self, box: Box) -> str:
        return next(one.id for one in self._shelf.boxes if one.family == box.family)


def _joined(says: list[str], whens: list[str]) -> str:
    """Sentences that differ in a few words, said once: `Each player takes X (A), Y (B) …`.

    What is said of one of them in a further sentence stands beside what sets it off.
    """
    sentences = [text.partition(". ") for text in says]
    words = [first.removesuffix(".").split(" ") for first, _dot, _rest in sentences]
    begin = _in_common(words)
    end = _in_common([sentence[len(begin) :][::-1] for sentence in words])[::-1]
    if len(begin) < 2 or len(set(says)) == 1:
        pairs = zip(says, whens, strict=True)
        return " ".join(f"{text.removesuffix('.')} ({when})." for text, when in pairs)
    parts = []
    for sentence, when, (_first, _dot, rest) in zip(words, whens, sentences, strict=True):
        middle = " ".join(sentence[len(begin) : len(sentence) - len(end)])
        beside = ". ".join(filter(None, (when, rest.removesuffix("."))))
        parts.append(f"{middle} ({beside})")
    return f"{' '.join((*begin, ', '.join(parts), *end))}."


def _in_common(sentences: list[list[str]]) -> list[str]:
    """The words with which all sentences begin."""
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*sentences, strict=False))
    return [words[0] for words in alike]
