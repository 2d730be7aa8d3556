"""Reads a request for a draw (boxes, players, pins, bans, wishes) and reports every fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.chance import fresh_seed, normal_seed
from setup_rules.collection import gather
from setup_rules.draw.completion import AS_PRINTED, Dealing, LandscapeWish
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wish_kinds import Number
from setup_rules.draw.wishes import (
    LANDSCAPES,
    RANDOM_BOXES,
    Wish,
    Wishes,
    WishType,
    zero_weights,
)
from setup_rules.kingdom import pile_meant
from setup_rules.plan_request import MOST_LANDSCAPES
from setup_rules.sentences import say
from web.reading.draw_fields import DRAWS, LONGEST_SEED, REQUEST
from web.reading.json_reader import FieldValues, Unreadable
from web.reading.wish_reading import WishReader


class ParsedDraw(NamedTuple):
    """What was asked for, as read: everything a draw and its answer depend on."""

    asked: DrawRequest
    boxes: tuple[str, ...]
    """Ids in shelf order; a box that is there twice is named twice."""
    seed: str
    keys: Mapping[str, str]
    """The keys of wishes as the request has them, where they differ from the engine's."""

    def key_of(self, wish: Wish) -> str:
        """Where the request makes this wish."""
        return self.keys.get(wish.key, wish.key)


def read_draw(body: object, catalog: Catalog) -> ParsedDraw:
    """What a request asks for; raises Unreadable with every fault."""
    return _DrawReader(catalog).read(body)


class _DrawReader(WishReader):
    """Reads boxes, pins, bans and wishes."""

    def read(self, body: object) -> ParsedDraw:
        given = self._body(body, REQUEST)
        boxes, players = self._boxes(given["boxes"]), given["players"]
        seed = self._seed(given.raw("seed"))
        pinned, pinned_landscapes = self._sorted_out(given["pinned"])
        banned, banned_landscapes = self._sorted_out(given["banned"])
        if len(pinned_landscapes) > MOST_LANDSCAPES:
            self._fault(
                "pinned", say("More than {number} landscapes are pinned.", number=MOST_LANDSCAPES)
            )
        asked, shelf = given["wishes"], gather(self._catalog, boxes)
        wishes = replace(
            self._wishes(asked, shelf),
            pinned=tuple(dict.fromkeys(card.id for card in pinned)),
            banned=tuple(
                dict.fromkeys([card.id for card in banned] + [ls.id for ls in banned_landscapes])
            ),
        )
        boxes_by_chance = asked[RANDOM_BOXES.name]
        if boxes_by_chance is not None:
            self._name_clash(wishes, RANDOM_BOXES, boxes_by_chance)
        draws = self._draws(given["draws"])
        dealing = Dealing(
            banned=frozenset((*wishes.banned, *zero_weights(wishes))),
            near=wishes.limits_boxes or boxes_by_chance is not None,
            landscapes=self._landscapes(asked[LANDSCAPES.name], pinned_landscapes),
            deck_size=given["black_market_size"],
            **draws,
        )
        if self._faults:
            raise Unreadable(self._faults)
        landscapes = tuple(dict.fromkeys(pinned_landscapes))
        request = DrawRequest(shelf, players, wishes, dealing, landscapes, boxes_by_chance)
        return ParsedDraw(request, boxes, seed, self._keys)

    def _seed(self, value: object) -> str:
        """The seed as it is used and answered; a fresh one if there is none."""
        if value is None:
            return fresh_seed()
        if not isinstance(value, str) or len(value) > LONGEST_SEED:
            return self._plain_text("seed", value, LONGEST_SEED)
        return self._plain_text("seed", normal_seed(value), LONGEST_SEED)

    def _sorted_out(self, names: Iterable[tuple[str, str]]) -> tuple[list[Card], list[Landscape]]:
        """The piles and the landscapes in a list of names."""
        piles: list[Card] = []
        landscapes: list[Landscape] = []
        for where, name in names:
            thing = self._thing(where, name)
            pile = pile_meant(thing, self._catalog)
            if pile is not None:
                piles.append(pile)
            elif isinstance(thing, Landscape):
                landscapes.append(thing)
            elif thing is not None:
                self._fault(
                    where,
                    say("{card} is neither a Kingdom pile nor a landscape.", card=thing.name),
                )
        return piles, landscapes

    def _name_clash(self, wishes: Wishes, line: WishType[Number], number: int) -> None:
        """A clash over the number of boxes is reported for the wish that allows fewer."""
        lowered = line.kind.lowers
        bounds = getattr(wishes, lowered)
        if bounds is None or bounds.most is None or number < bounds.most:
            self._keys[lowered] = line.name

    def _landscapes(self, given: FieldValues, pinned: Collection[Landscape]) -> LandscapeWish:
        """The wish; what it does not say is as printed, but never less than what is pinned."""
        laid_out = [landscape for landscape in pinned if landscape.kind in MAIN_LANDSCAPES]
        ways = sum(landscape.kind == "way" for landscape in laid_out)
        least, most = given["min"] or 0, given["max"]
        if most is None:
            most = max(AS_PRINTED.most, least, len(laid_out))
        kinds, most_ways = self._kinds(given["kinds"]), given["max_ways"]
        return LandscapeWish(
            least=least,
            most=most,
            kinds=kinds,
            most_ways=max(AS_PRINTED.most_ways, ways) if most_ways is None else most_ways,
            always=bool(given["always"]),
        )

    def _kinds(self, names: Iterable[tuple[str, str]] | None) -> tuple[str, ...]:
        if names is None:
            return MAIN_LANDSCAPES
        kinds = set()
        for where, kind in names:
            if kind in MAIN_LANDSCAPES:
                kinds.add(kind)
            else:
                self._unknown(where, kind, say("kind of landscape"), MAIN_LANDSCAPES)
        return tuple(kind for kind in MAIN_LANDSCAPES if kind in kinds)

    def _draws(self, given: FieldValues) -> dict[str, Any]:
        policies = {key: given[key] for key in DRAWS}
        return {key: policy for key, policy in policies.items() if policy is not None}
