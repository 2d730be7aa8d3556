"""Reads a request for a draw (boxes, players, pins, bans, wishes) and reports every fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.chance import fresh_seed, normal_seed
from setup_rules.collection import gather
from setup_rules.draw.plain_request import plain_request
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wish_kinds import ByPart, CardList
from setup_rules.draw.wishes import BOXES_USED, PRESET, RANDOM_BOXES, Wish, type_of
from web.reading.draw_fields import LONGEST_SEED, REQUEST
from web.reading.json_reader import Unreadable
from web.reading.wish_reading import WishReader


class ParsedDraw(NamedTuple):
    """What was asked for, as read: everything a draw and its answer depend on."""

    asked: DrawRequest
    seed: str
    wishes: Mapping[str, Any]
    """As they were sent."""

    def key_of(self, wish: Wish) -> str:
        """Where the request makes this wish, which may be in words other than the engine's."""
        line = type_of(wish)
        if line is None:
            return wish.key
        if line == BOXES_USED and self.asked.chance_limits_boxes:
            return RANDOM_BOXES.name
        value = self.wishes.get(line.name)
        if isinstance(line.kind, ByPart):
            catalog = self.asked.shelf.catalog
            names = {str(line.kind.find(name, catalog)): name for name in value or ()}
            name = names.get(wish.detail)
            return PRESET.name if name is None else f"{line.name}.{name}"
        if isinstance(line.kind, CardList):
            return line.name
        return PRESET.name if value is None else wish.key


def read_draw(body: object, catalog: Catalog) -> ParsedDraw:
    """What a request asks for; raises Unreadable with every fault."""
    return _DrawReader(catalog).read(body)


class _DrawReader(WishReader):
    """Reads boxes, players, seed and wishes."""

    def read(self, body: object) -> ParsedDraw:
        given = self._body(body, REQUEST)
        boxes, players = self._boxes(given["boxes"]), given["players"]
        seed = self._seed(given.raw("seed"))
        self._check(given)
        if self._faults:
            raise Unreadable(self._faults)
        asked = plain_request(given.sent, gather(self._catalog, boxes), players)
        return ParsedDraw(asked, seed, given.raw("wishes") or {})

    def _seed(self, value: object) -> str:
        """The seed as it is used and answered; a fresh one if there is none."""
        if value is None:
            return fresh_seed()
        if not isinstance(value, str) or len(value) > LONGEST_SEED:
            return self._plain_text("seed", value, LONGEST_SEED)
        return self._plain_text("seed", normal_seed(value), LONGEST_SEED)
