"""Carries out what a button of "Your own kingdom" asks for: most of them change the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from setup_rules.assembly import Assembly
from setup_rules.cards import Card, Landscape, Thing
from setup_rules.chance import Chance, picked
from setup_rules.draw.completion import DECK_SIZE, Dealing, NoCompletion, deal
from setup_rules.draw.repair import can_be_put_in, draw_piles
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, pile_id, possible_players
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import SlotDraw
from setup_rules.rules import CARRIERS, CHOICES
from setup_rules.slots import candidates
from web.fix.checked import Checked, OwnInput, boxes_for, check, key_of
from web.fix.pasting import Piece
from web.fix.repair import left_out, put_in, repair_all
from web.fix.text import added, removed, replaced, with_draw, with_slot
from web.language.translation import gettext as _

MOST_SWAPPED = 40


class RemedyResult(NamedTuple):
    """What a button did: the new input, and a sentence if something is to be said."""

    table: OwnInput
    says: str = ""


class Remedies:
    """The buttons, for one text; every chance hangs on the seed."""

    def __init__(
        self, checked: Checked, seed: str, language: str, banned: frozenset[str] = frozenset()
    ) -> None:
        self._on, self._seed, self._language, self._banned = checked, seed, language, banned
        self._chance = Chance(seed, "own kingdom")
        self._players = possible_players(checked.table.players)

    def do(self, what: str) -> RemedyResult:
        """Carry out a button; one that does not fit any more changes nothing."""
        verb, _colon, rest = what.partition(":")
        if verb == "draw":
            kind, _colon, rest = rest.partition(":")
            verb = f"draw:{kind}"
        act = _VERBS.get(verb)
        return act(self, rest) if act else self._unchanged

    # Small things.

    @property
    def _unchanged(self) -> RemedyResult:
        return RemedyResult(self._on.table)

    def _text(self, names: str, says: str = "") -> RemedyResult:
        return RemedyResult(self._on.table._replace(names=names), says)

    def _keyed(self, key: str) -> list[Piece]:
        return [piece for piece in self._on.pasted.pieces if key_of(piece) == key and key]

    def _of(self, id_: str, *roles: str) -> list[Piece]:
        """The pieces that name a thing, in some roles or in any."""
        return [
            piece
            for piece in self._on.pasted.pieces
            if piece.thing is not None
            and piece.thing.id == id_
            and (piece.role in roles or not roles)
            and piece.role != "trait"
        ]

    def _thing(self, id_: str) -> Thing | None:
        try:
            return self._on.catalog.thing(id_)
        except KeyError:
            return None

    def _nothing(self) -> RemedyResult:
        return RemedyResult(self._on.table, _("Nothing in your boxes fits here. Add a box."))

    # The words of the text.

    def _use(self, rest: str) -> RemedyResult:
        id_, _colon, key = rest.partition(":")
        thing = self._thing(id_)
        if thing is None:
            return self._unchanged
        return self._text(replaced(self._on.pasted, self._keyed(key), self._on.written(thing)))

    def _remove(self, key: str) -> RemedyResult:
        return self._text(removed(self._on.pasted, self._keyed(key)))

    def _remove_unknown(self, _rest: str) -> RemedyResult:
        return self._text(removed(self._on.pasted, self._on.pasted.unknown))

    def _without(self, id_: str, *roles: str, keep: int = 0) -> RemedyResult:
        """The text without a thing, in some roles or in any; the first ones may stay."""
        return self._text(removed(self._on.pasted, self._of(id_, *roles)[keep:]))

    def _unslot(self, slot: str) -> RemedyResult:
        wrong = [piece for piece in self._on.pasted.pieces if piece.role == slot]
        labels = [p for p in self._on.pasted.pieces if p.role == "label" and _before(p, wrong)]
        return self._text(removed(self._on.pasted, [*wrong, *labels]))

    def _keep(self, id_: str) -> RemedyResult:
        kept = self._on.catalog.landscapes.get(id_)
        others = [
            piece
            for piece in self._on.pasted.pieces
            if isinstance(piece.thing, Landscape)
            and kept is not None
            and piece.thing.kind == kept.kind
            and piece.thing is not kept
        ]
        return self._text(removed(self._on.pasted, others))

    # Players, boxes, and what may stay.

    def _box(self, id_: str) -> RemedyResult:
        return self._with_boxes([id_] if id_ in self._on.catalog.boxes else [])

    def _all_boxes(self, _rest: str) -> RemedyResult:
        return self._with_boxes(boxes_for(self._on))

    def _with_boxes(self, new: Iterable[str]) -> RemedyResult:
        table, order = self._on.table, list(self._on.catalog.boxes)
        boxes = sorted((*table.boxes, *new), key=order.index)
        return RemedyResult(table._replace(boxes=tuple(boxes)))

    def _with_players(self, number: str) -> RemedyResult:
        if number not in map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)):
            return self._unchanged
        return RemedyResult(self._on.table._replace(players=int(number)))

    def _sets(self, number: str) -> RemedyResult:
        return RemedyResult(self._on.table._replace(sets=2 if number == "2" else None))

    def _leave(self, code: str) -> RemedyResult:
        left = dict.fromkeys((*self._on.table.left, code))
        return RemedyResult(self._on.table._replace(left=tuple(left)[-20:]))

    # What is drawn.

    def _piles(self, number: int) -> Sequence[Card]:
        """So many piles that go with those named."""
        kingdom, shelf = self._on.asked.kingdom, self._on.shelf
        return draw_piles(kingdom, number, self._players, shelf, self._seed, self._banned)

    def _drawn(self, pool: Sequence[Thing], text: Callable[[str], str]) -> RemedyResult:
        """One of a pool, drawn at random; `text` puts its name into the text."""
        if not pool:
            return self._nothing()
        new = pool[self._chance.below(len(pool))]
        return self._text(text(self._on.written(new)), put_in(self._on, [new]))

    def _draw_piles(self, _of: str) -> RemedyResult:
        new = self._piles(self._on.free)
        if not new:
            return self._nothing()
        names = [self._on.written(card) for card in new]
        return self._text(added(self._on.pasted.text, names), put_in(self._on, new))

    def _instead(self, key: str) -> RemedyResult:
        """A pile drawn in the place of a word."""
        new, pieces = self._piles(1), self._keyed(key)
        if not new or not pieces:
            return self._nothing()
        text = replaced(self._on.pasted, pieces[:1], self._on.written(new[0]))
        return self._text(text, put_in(self._on, new))

    def _swap(self, id_: str) -> RemedyResult:
        """Something else in the place of a thing: a pile, a landscape, a card for its slot."""
        pieces = self._of(id_)
        if not pieces:
            return self._unchanged
        piece = pieces[0]
        if piece.role == "pile":
            return self._swap_pile(id_, pieces)
        slot = next((s for s, thing in self._on.asked.kingdom.drawn.items() if thing.id == id_), "")
        if slot:
            return self._draw_slot(slot)
        return self._swap_landscape(piece)

    def _swap_all(self, _rest: str) -> RemedyResult:
        """Everything that no box on the shelf has, one after the other."""
        on, says = self._on, []
        for number, use in enumerate(on.game.uses[:MOST_SWAPPED]):
            if not on.shelf.owns(use.thing):
                again = Remedies(on, f"{self._seed} {number}", self._language, self._banned)
                done = again.do(f"swap-thing:{use.thing.id}")
                says += [done.says] if done.says else []
                on = check(done.table, self._language)
        return RemedyResult(on.table, " ".join(dict.fromkeys(says)))

    def _swap_pile(self, id_: str, pieces: list[Piece]) -> RemedyResult:
        kingdom = self._on.asked.kingdom
        if self._on.free < 0:
            return self._text(removed(self._on.pasted, pieces))
        others = tuple(pile for pile in kingdom.piles if pile.id != id_)
        rest = kingdom._replace(piles=others)
        pool = [
            card
            for card in can_be_put_in(rest, self._players, self._on.shelf, self._banned)
            if card.id != id_
        ]
        return self._drawn(pool, lambda name: replaced(self._on.pasted, pieces[:1], name))

    def _swap_landscape(self, piece: Piece) -> RemedyResult:
        old, named = piece.thing, self._on.asked.kingdom.landscapes
        pool = [
            landscape
            for landscape in self._on.shelf.landscapes
            if isinstance(old, Landscape)
            and landscape.kind == old.kind
            and landscape not in named
            and landscape.id not in self._banned
        ]
        if not pool:
            return self._text(removed(self._on.pasted, [piece]))
        return self._drawn(pool, lambda name: replaced(self._on.pasted, [piece], name))

    def _draw_out(self, _of: str) -> RemedyResult:
        ten = self._on.game.ten
        gone = picked(ten, len(ten) - 10, self._chance)
        pieces = [piece for card in gone for piece in self._of(card.id, "pile")]
        return self._text(removed(self._on.pasted, pieces), left_out(self._on, gone))

    def slot_choices(self, slot: str) -> Sequence[Card | Landscape]:
        """Who may fill a slot, without what is never dealt if others are left."""
        for choice in rules_of(self._on.catalog).pile_choices:
            if choice.slot.key != slot:
                continue
            names = choice.targets(Assembly(self._on.game).supply)
            cards = self._on.catalog.cards
            by_name = {card.name: card for card in cards.values()}
            return [by_name[name] for name in names if name in by_name]
        kingdom = self._on.asked.kingdom
        drawn = {key: thing for key, thing in kingdom.drawn.items() if key != slot}
        landscapes = tuple(ls for ls in kingdom.landscapes if ls.kind != slot)
        bare = self._on.asked._replace(
            kingdom=kingdom._replace(drawn=drawn, landscapes=landscapes)
        ).game(self._on.catalog)
        old = kingdom.drawn.get(slot)
        for draw in bare.due:
            if isinstance(draw, SlotDraw) and draw.key == slot:
                fitting = [one for one in candidates(bare, draw) if one is not old]
                return [one for one in fitting if one.id not in self._banned] or fitting
        return []

    def _draw_slot(self, slot: str) -> RemedyResult:
        return self._drawn(self.slot_choices(slot), lambda name: self._filled(slot, name))

    def _filled(self, slot: str, name: str) -> str:
        hosts: list[str] = []
        for draw, asking in self._on.game.due.items():
            if isinstance(draw, SlotDraw) and draw.key == slot and not draw.kind:
                hosts = [self._on.catalog.by_name[asking_card].id for asking_card in asking]
        return with_slot(self._on.pasted, slot, name, hosts)

    def trait_choices(self, trait: str) -> list[Card]:
        """The piles a Trait may lie on."""
        taken = {pile_id(p) for t, p in self._on.asked.kingdom.traits.items() if t != trait}
        cards = self._on.game.supply_cards
        return [card for card in cards if CARRIERS["trait"](card) and card.id not in taken]

    def _draw_for_trait(self, trait: str) -> RemedyResult:
        if trait not in self._on.catalog.landscapes:
            return self._nothing()
        pool = self.trait_choices(trait)
        return self._drawn(pool, lambda name: with_slot(self._on.pasted, f"trait:{trait}", name))

    def _draw_deck(self, _of: str) -> RemedyResult:
        """The Black Market deck dealt, or filled up."""
        old = self._on.game.deck_cards
        pool = [
            card
            for card in self._on.game.unused()
            if not card.is_mixed and card.id not in self._banned
        ]
        new = picked(pool, DECK_SIZE - len(old), self._chance)
        if not new:
            return self._nothing()
        names = ", ".join(self._on.written(card) for card in new)
        there = [piece for piece in self._on.pasted.pieces if piece.role == "deck"]
        if there:
            end = there[-1].end
            text = self._on.pasted.text
            return self._text(f"{text[:end]}, {names}{text[end:]}")
        return self._text(with_slot(self._on.pasted, "deck", names, ["black-market"]))

    def _draw_boons(self, _of: str) -> RemedyResult:
        twelve = sorted(self._on.catalog.groups["Boons"], key=lambda boon: boon.id)
        old = [piece for piece in self._on.pasted.pieces if piece.role == "boon"]
        text = removed(self._on.pasted, old) if old else self._on.pasted.text
        again = check(self._on.table._replace(names=text), self._language)
        number = CHOICES["druid_boons"].number
        names = ", ".join(map(self._on.written, picked(twelve, number, self._chance)))
        return self._text(with_slot(again.pasted, "boon", names, ["druid"]))

    def _decide(self, draw: str) -> RemedyResult:
        """One of the two draws made as the rules say: a random card decides."""
        if draw not in ("colony", "shelters"):
            return self._unchanged
        field = "platinum_colony" if draw == "colony" else "shelters"
        kingdom = self._on.asked.kingdom
        drawn = {slot: t for slot, t in kingdom.drawn.items() if slot != f"{field}_card"}
        bare = kingdom.but(drawn=drawn, **{field: None})
        by_card: dict[str, Any] = {field: "random-card"}
        how = replace(Dealing(platinum_colony="open", shelters="open"), **by_card)
        try:
            dealt = deal(bare, self._players, self._on.shelf, how, self._chance).kingdom
        except NoCompletion:
            return RemedyResult(
                self._on.table, _("Fix the other problems first, then decide this one.")
            )
        card = dealt.drawn.get(f"{field}_card")
        answer = bool(getattr(dealt, field))
        name = self._on.written(card) if card else ""
        return self._text(with_draw(self._on.pasted, draw, answer, name))

    def _answer(self, draw: str, *, answer: bool) -> RemedyResult:
        if draw not in ("colony", "shelters"):
            return self._unchanged
        return self._text(with_draw(self._on.pasted, draw, answer))

    # What is chosen.

    def choices(self, what: str) -> Sequence[Card | Landscape]:
        """What may be chosen: a pile, a card for a slot, a pile for a Trait, what is left out."""
        kind, _colon, of = what.partition(":")
        if kind in ("pile", "instead"):
            kingdom = self._on.asked.kingdom
            return list(can_be_put_in(kingdom, self._players, self._on.shelf))
        if kind == "slot":
            return self.slot_choices(of)
        if kind == "trait":
            return self.trait_choices(of)
        return list(self._on.game.ten) if kind == "out" else []

    def _pick(self, rest: str) -> RemedyResult:
        id_, _colon, what = rest.partition(":")
        kind, _colon, of = what.partition(":")
        new = next((one for one in self.choices(what) if one.id == id_), None)
        if new is None:
            return RemedyResult(self._on.table, _("That card no longer fits here. Choose another."))
        name = self._on.written(new)
        if kind == "pile":
            return self._text(added(self._on.pasted.text, [name]))
        if kind == "instead":
            return self._text(replaced(self._on.pasted, self._keyed(of)[:1], name))
        if kind == "out":
            return self._text(removed(self._on.pasted, self._of(id_, "pile")))
        if kind == "trait":
            return self._text(with_slot(self._on.pasted, what, name))
        return self._text(self._filled(of, name))

    def _repair(self, _rest: str) -> RemedyResult:
        return RemedyResult(*repair_all(self._on, self._seed, self._language, self._banned))


def _before(piece: Piece, others: list[Piece]) -> bool:
    return any(0 <= other.start - piece.end <= 3 for other in others)


_VERBS: dict[str, Callable[[Remedies, str], RemedyResult]] = {
    "use": Remedies._use,
    "remove": Remedies._remove,
    "correct": lambda self, _rest: self._text(self._on.corrected),
    "remove-unknown": Remedies._remove_unknown,
    "out": Remedies._without,
    "once": lambda self, id_: self._without(id_, "pile", keep=1),
    "undeck": lambda self, id_: self._without(id_, "deck"),
    "deck-once": lambda self, id_: self._without(id_, "deck", keep=1),
    "unslot": Remedies._unslot,
    "keep": Remedies._keep,
    "box": Remedies._box,
    "boxes": Remedies._all_boxes,
    "players": Remedies._with_players,
    "sets": Remedies._sets,
    "leave": Remedies._leave,
    "draw:piles": Remedies._draw_piles,
    "draw:out": Remedies._draw_out,
    "draw:slot": Remedies._draw_slot,
    "draw:trait": Remedies._draw_for_trait,
    "draw:deck": Remedies._draw_deck,
    "draw:boons": Remedies._draw_boons,
    "instead": Remedies._instead,
    "swap-thing": Remedies._swap,
    "swap-all": Remedies._swap_all,
    "decide": Remedies._decide,
    "yes": lambda self, draw: self._answer(draw, answer=True),
    "no": lambda self, draw: self._answer(draw, answer=False),
    "pick": Remedies._pick,
    "mend": Remedies._repair,
}
