"""The published kingdoms as their page lists them: by shelf, box, name, and played or not."""

from __future__ import annotations

from collections.abc import Collection as Some
from math import ceil
from typing import NamedTuple

from setup_rules.catalog import Catalog, PublishedKingdom
from setup_rules.rules import EXTRAS
from web.draw.published import (
    boxes_on,
    families_of,
    found_by,
    in_published_order,
    one_short,
    playable_kingdoms,
)
from web.draw.tonight import Tonight
from web.http.visitor import names_here
from web.language.translation import gettext as _
from web.published.forms import Filter
from web.setup_sheet.sheet import banner
from web.setup_sheet.spines import Spine, box_name, spine

TO_A_PAGE = 25


class PublishedRow(NamedTuple):
    """A published kingdom."""

    id: str
    name: str
    banner: tuple[str, ...]
    boxes: tuple[tuple[Spine, str, bool], ...]
    """Each box it is played from: its look, its name, and whether it is here."""
    beside: str
    """What is published beside the ten: landscapes, the Bane, Platinum & Colony, Shelters."""
    played: bool


class MoreBox(NamedTuple):
    """A box that would make more kingdoms playable."""

    spine: Spine
    name: str
    kingdoms: int


class GameFilter(NamedTuple):
    """A game to choose kingdoms by."""

    id: str
    name: str
    kingdoms: int


class PublishedPage(NamedTuple):
    """What the page shows."""

    filter: Filter
    shelf: bool
    """Whether any box is here."""
    here: int
    short: int
    everything: int
    add: MoreBox | None
    more: tuple[MoreBox, ...]
    """Where nothing is chosen yet: the boxes to add, those that help most first."""
    games: tuple[GameFilter, ...]
    rows: tuple[PublishedRow, ...]
    matching: int
    pages: int
    unplayed: int
    """Those that match, can be played tonight and were not played."""
    any_played: bool


class Finder:
    """Finds kingdoms for tonight's shelf."""

    def __init__(
        self, night: Tonight, asked: Filter, tens: Some[frozenset[str]], catalog: Catalog
    ) -> None:
        self._night, self._catalog, self._tens = night, catalog, tens
        self._name = names_here()
        self._here = playable_kingdoms(catalog, night.boxes)
        self._short = one_short(catalog, night.boxes)
        add = asked.add if asked.fit == "short" and asked.add in self._short else ""
        self.filter = asked._replace(add=add)

    def was_played(self, kingdom: PublishedKingdom) -> bool:
        """Whether its ten piles are in the log."""
        return bool(self._tens) and frozenset(card.id for card in kingdom.cards) in self._tens

    def matching(self) -> tuple[PublishedKingdom, ...]:
        """Those that match, in their order."""
        asked = self.filter
        return tuple(
            each
            for each in self._by_words()
            if (not asked.box or asked.box in families_of(each, self._catalog))
            and (not asked.played or self.was_played(each) == (asked.played == "yes"))
        )

    def unplayed(self) -> tuple[PublishedKingdom, ...]:
        """Those that match, were not played, and can be played tonight; any if no box is here."""
        here = set(self._here) if self._night.boxes else set(self._catalog.published.values())
        return tuple(each for each in self.matching() if each in here and not self.was_played(each))

    def why_none(self) -> str:
        """Why none is unplayed."""
        if self.matching():
            return _(
                "You’ve already played every one you have the boxes for. "
                "Try a wider search, or play one again."
            )
        return _("No published kingdom matches. Try a wider search.")

    def _by_words(self) -> tuple[PublishedKingdom, ...]:
        words, pool = self.filter.q, self._pool()
        return (
            tuple(each for each in pool if found_by(each, self._catalog, words)) if words else pool
        )

    def _pool(self) -> tuple[PublishedKingdom, ...]:
        if self.filter.fit == "here":
            return self._here
        if self.filter.fit == "all":
            return in_published_order(self._catalog, self._catalog.published.values())
        if self.filter.add:
            return self._short[self.filter.add]
        return in_published_order(
            self._catalog, {each for some in self._short.values() for each in some}
        )

    def page(self) -> PublishedPage:
        """The page that is asked for, or the last there is."""
        matching = self.matching()
        pages = max(ceil(len(matching) / TO_A_PAGE), 1)
        asked = self.filter._replace(page=min(self.filter.page, pages))
        first = (asked.page - 1) * TO_A_PAGE
        grouped = asked.fit == "short" and not (asked.add or asked.q or asked.box)
        return PublishedPage(
            filter=asked,
            shelf=bool(self._night.boxes),
            here=len(self._here),
            short=len({each for some in self._short.values() for each in some}),
            everything=len(self._catalog.published),
            add=self._more(asked.add) if asked.add else None,
            more=tuple(self._more(box) for box in self._short) if grouped else (),
            games=tuple(self._games()),
            rows=tuple(self._row(each) for each in matching[first : first + TO_A_PAGE]),
            matching=len(matching),
            pages=pages,
            unplayed=len(self.unplayed()),
            any_played=bool(self._tens),
        )

    def _more(self, box: str) -> MoreBox:
        added = self._catalog.boxes[box]
        return MoreBox(spine(added), box_name(added), len(self._short[box]))

    def _games(self) -> list[GameFilter]:
        """The games among what is found so far, each with how many kingdoms it is in."""
        counts: dict[str, int] = {}
        for each in self._by_words():
            for family in families_of(each, self._catalog):
                counts[family] = counts.get(family, 0) + 1
        names = {
            box.family: spine(box).name
            for box in reversed(tuple(self._catalog.boxes.values()))
            if box.kind != "update pack"
        }
        return [
            GameFilter(id_, name, counts[id_])
            for id_, name in reversed(names.items())
            if id_ in counts
        ]

    def _row(self, kingdom: PublishedKingdom) -> PublishedRow:
        shelf = self._night.shelf
        boxes = (self._catalog.boxes[box] for box in boxes_on(kingdom, shelf))
        return PublishedRow(
            kingdom.id,
            kingdom.name,
            banner(kingdom.cards),
            tuple((spine(box), box_name(box), box.id in shelf.copies) for box in boxes),
            self._beside(kingdom),
            self.was_played(kingdom),
        )

    def _beside(self, kingdom: PublishedKingdom) -> str:
        parts = [self._name(landscape.name) for landscape in kingdom.landscapes]
        parts += [
            _(slot.in_list, card=self._name(kingdom.drawn[slot.key].name))
            for slot in EXTRAS
            if slot.in_list and slot.key in kingdom.drawn
        ]
        if kingdom.platinum_colony:
            parts.append(_("Platinum & Colony"))
        if kingdom.shelters:
            parts.append(_("Shelters"))
        return ", ".join(parts)
