"""A kingdom changed at the table: drawn again, one pile swapped or chosen, kept ones kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from setup_rules import rules
from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.chance import Chance
from setup_rules.collection import gather
from setup_rules.draw import rerolls
from setup_rules.draw.completion import NoCompletion, deal, pruned
from setup_rules.draw.drawing import canonical, draw_kingdom, playable
from setup_rules.draw.preferences import NO_PREFERENCES, Preferences
from setup_rules.draw.request import DrawRequest as Draw
from setup_rules.kingdom import Kingdom, pile_id, possible_players
from setup_rules.plan_request import PlanRequest
from setup_rules.rule_index import rules_of
from setup_rules.sentences import row, say
from setup_rules.slots import candidates
from web.draw.tonight import request_for

EXTRAS = tuple(slot.key for slot in rules.EXTRAS)
"""The slots of one more card or landscape, in the order they are shown."""


class Changed(NamedTuple):
    """The kingdom after a change, or None where nothing fits, and what to say of it."""

    kingdom: Kingdom | None
    says: str
    """A sentence of the engine's kind, whose names are still printed ones."""


class Hand:
    """Changes to one kingdom for one household's wishes; every chance hangs on the seed."""

    def __init__(
        self,
        asked: PlanRequest,
        kept: tuple[str, ...],
        wishes: Mapping[str, Any],
        catalog: Catalog,
        preferences: Preferences = NO_PREFERENCES,
    ) -> None:
        self._asked = asked
        self._kept = kept
        self._wishes = wishes
        self._catalog = catalog
        self._preferences = preferences

    def _request(self, preferences: Preferences = NO_PREFERENCES, **changes: Any) -> Draw:
        things = (*self.kingdom.piles, *self.kingdom.drawn.values())
        there = () if changes else {pile_id(thing) for thing in things}
        shelf = gather(self._catalog, self._asked.boxes)
        players = possible_players(self._asked.players)
        return request_for({**self._wishes, **changes}, shelf, players, preferences, there)

    @property
    def _draw(self) -> Draw:
        """The draw in which a single card is changed; what is on the table does not rest."""
        return playable(self._request(self._preferences))

    @property
    def _by_hand(self) -> Draw:
        """What players may choose themselves: what rests or is disliked as well."""
        return playable(self._request())

    @property
    def kingdom(self) -> Kingdom:
        """The kingdom as it is."""
        return self._asked.kingdom

    def draw_again(self, seed: str) -> Changed:
        """Another kingdom that has all that is kept."""
        slots = {s: t for s, t in self.kingdom.drawn.items() if s in EXTRAS and t.id in self._kept}
        ids = [thing.id for thing in (*self.kingdom.piles, *self.kingdom.landscapes)]
        pinned = [*self._wishes.get("pinned", ()), *(id_ for id_ in ids if id_ in self._kept)]
        banned = [
            *self._wishes.get("banned", ()),
            *(t.id for t in slots.values() if isinstance(t, Card)),
        ]
        request = self._request(self._preferences, pinned=pinned, banned=banned)
        drawn = draw_kingdom(request, seed)
        if drawn.kingdom is None:
            return Changed(
                None,
                say(
                    "No other kingdom fits your wishes and the piles you keep. Keep fewer piles, "
                    "or loosen a wish."
                ),
            )
        kingdom = canonical(drawn.kingdom, request)
        due = {slot: thing for slot, thing in slots.items() if slot in kingdom.drawn}
        if due:
            kept = kingdom._replace(drawn={**kingdom.drawn, **due})
            filled = self._filled(kept, seed)
            kingdom = canonical(filled, request) if filled else kingdom
        return Changed(kingdom, row(drawn.notes, " "))

    def swap(self, id_: str, seed: str) -> Changed:
        """Another card in the place of one; everything that does not hang on it stays."""
        draw, kingdom = self._draw, self.kingdom
        old = self._catalog.thing(id_)
        slot = next((s for s in EXTRAS if kingdom.drawn.get(s) is old), "")
        if old in kingdom.piles and isinstance(old, Card):
            new = rerolls.swap_pile(draw, kingdom, old, seed)
        elif slot:
            new = rerolls.swap_slot(draw, kingdom, slot, seed)
        elif old in kingdom.landscapes and isinstance(old, Landscape):
            new = self._other_landscape(draw, old, seed)
        else:
            return Changed(None, say("{name} is no longer in this kingdom.", name=old.name))
        if new is None:
            return Changed(
                None,
                say(
                    "Nothing else fits your wishes in place of {name}. Loosen a wish, or "
                    "add a box.",
                    name=old.name,
                ),
            )
        return Changed(canonical(new, self._request()), "")

    def _other_landscape(self, draw: Draw, old: Landscape, seed: str) -> Kingdom | None:
        """One landscape swapped: as many as before, the others as they are."""
        others = tuple(ls for ls in self.kingdom.landscapes if ls is not old)
        number = sum(ls.kind in MAIN_LANDSCAPES for ls in self.kingdom.landscapes)
        wish = draw.how.landscapes._replace(least=number, most=number, always=True)
        how = replace(draw.how, landscapes=wish, banned=draw.how.banned | {old.id})
        return rerolls.swap_landscapes(
            replace(draw, how=how, pinned_landscapes=others), self.kingdom, seed
        )

    def swap_other(self, what: str, seed: str) -> Changed:
        """Something that is no single card: the deck, the two draws, Boons, a Trait's pile."""
        draw, kingdom = self._draw, self.kingdom
        kind, _dash, which = what.partition("-")
        ways = {
            "deck": lambda: rerolls.swap_deck(draw, kingdom, seed),
            "draws": lambda: rerolls.swap_draws(draw, kingdom, seed, which),
            "yes": lambda: rerolls.with_answers(kingdom, {which: True}),
            "no": lambda: rerolls.with_answers(kingdom, {which: False}),
            "boons": lambda: rerolls.swap_boons(draw, kingdom, seed),
            "trait": lambda: rerolls.swap_trait(draw, kingdom, which, seed),
        }
        if kind in ("yes", "no") and which not in {one.key for one in rules.DECISIONS}:
            raise KeyError(which)
        if kind in rules.PILE_SLOTS:
            new = rerolls.swap_slot(draw, kingdom, kind, seed)
        else:
            new = ways[kind]() if kind in ways else None
        return Changed(
            new and canonical(new, self._request()),
            ""
            if new
            else say("There’s nothing else to draw here. Swap another card, or add a box."),
        )

    def choices(self, id_: str) -> tuple[Card | Landscape, ...]:
        """What may stand in the place of a card, by name."""
        old, kingdom = self._catalog.thing(id_), self.kingdom
        draw = self._by_hand
        slot = next((s for s in EXTRAS if kingdom.drawn.get(s) is old), "")
        fitting: list[Card | Landscape] = []
        if old in kingdom.piles and isinstance(old, Card):
            fitting = list(rerolls.fitting(draw, kingdom, old))
        elif slot:
            bare = kingdom._replace(drawn={s: t for s, t in kingdom.drawn.items() if s != slot})
            game = self._asked._replace(kingdom=bare).game(self._catalog)
            for asking in rules_of(self._catalog).draws:
                if asking.key == slot and asking in game.due:
                    fitting = [c for c in candidates(game, asking) if c.id not in draw.how.banned]
        elif isinstance(old, Landscape):
            used = {ls.id for ls in kingdom.landscapes}
            fitting = [
                ls
                for ls in draw.shelf.landscapes
                if ls.kind in MAIN_LANDSCAPES and ls.id not in used | draw.how.banned
            ]
        return tuple(sorted((c for c in fitting if c is not old), key=lambda c: c.name))

    def choose(self, id_: str, new_id: str, seed: str) -> Changed:
        """A chosen card in the place of one; what it asks for is drawn."""
        old = self._catalog.thing(id_)
        new = next((card for card in self.choices(id_) if card.id == new_id), None)
        if new is None:
            return Changed(None, say("That card no longer fits here. Choose another."))
        kingdom = self.kingdom
        changed = kingdom._replace(
            piles=tuple(new if pile is old else pile for pile in kingdom.piles),
            landscapes=tuple(
                new if isinstance(new, Landscape) and ls is old else ls for ls in kingdom.landscapes
            ),
            drawn={
                slot: new if thing is old and slot in EXTRAS else thing
                for slot, thing in kingdom.drawn.items()
            },
        )
        filled = self._filled(changed, seed)
        return Changed(
            filled and canonical(filled, self._request()),
            ""
            if filled
            else say(
                "Your boxes don’t have everything {name} needs. Choose another card, or add a box.",
                name=new.name,
            ),
        )

    def _filled(self, kingdom: Kingdom, seed: str) -> Kingdom | None:
        """A kingdom with what is no longer asked for taken out and what is open dealt."""
        draw = self._draw
        try:
            kept = pruned(kingdom, draw.players, draw.shelf)
            return deal(kept, draw.players, draw.shelf, draw.how, Chance(seed)).kingdom
        except NoCompletion:
            return None
