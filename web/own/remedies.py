"""Carries out what a button of "My own kingdom" asks for: most of them change the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from setup_rules.assembly import Assembly
from setup_rules.cards import Card, Landscape, Thing
from setup_rules.chance import Chance, picked
from setup_rules.draw.completion import DECK_SIZE, Dealing, NoCompletion, deal
from setup_rules.draw.repair import can_be_put_in, draw_piles, mend
from setup_rules.kingdom import Kingdom, pile_id, possible_players
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import SlotDraw
from setup_rules.rules import CARRIERS, CHOICES
from setup_rules.sentences import row
from setup_rules.slots import candidates
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import translate
from web.own.page import Checked, OwnInput, boxes_for, check, clearly_meant, key_of
from web.own.pasting import Piece
from web.own.text import added, kingdom_text, removed, replaced, with_draw, with_slot

MOST_SWAPPED = 40


class Done(NamedTuple):
    """What came of a button: the table, and a sentence if something is to be said."""

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

    def do(self, what: str) -> Done:
        """Carry out a button; one that does not fit any more changes nothing."""
        verb, _colon, rest = what.partition(":")
        act = _VERBS.get(verb)
        return act(self, rest) if act else Done(self._on.table)

    # Small things.

    def _text(self, names: str, says: str = "") -> Done:
        return Done(self._on.table._replace(names=names), says)

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

    def _put_in(self, things: Sequence[Thing]) -> str:
        names = and_list(self._on.name(thing.name) for thing in things)
        return _("Put in: {names}.", names=names)

    def _nothing(self) -> Done:
        return Done(self._on.table, _("Your boxes have nothing that fits here. Add a box."))

    # The words of the text.

    def _use(self, rest: str) -> Done:
        id_, _colon, key = rest.partition(":")
        thing = self._thing(id_)
        if thing is None:
            return Done(self._on.table)
        return self._text(replaced(self._on.pasted, self._keyed(key), self._on.written(thing)))

    def _remove(self, key: str) -> Done:
        return self._text(removed(self._on.pasted, self._keyed(key)))

    def _remove_unknown(self, _rest: str) -> Done:
        return self._text(removed(self._on.pasted, self._on.pasted.unknown))

    def _out(self, id_: str) -> Done:
        return self._text(removed(self._on.pasted, self._of(id_)))

    def _once(self, id_: str) -> Done:
        return self._text(removed(self._on.pasted, self._of(id_, "pile")[1:]))

    def _undeck(self, id_: str) -> Done:
        return self._text(removed(self._on.pasted, self._of(id_, "deck")))

    def _deck_once(self, id_: str) -> Done:
        return self._text(removed(self._on.pasted, self._of(id_, "deck")[1:]))

    def _unslot(self, slot: str) -> Done:
        wrong = [piece for piece in self._on.pasted.pieces if piece.role == slot]
        labels = [p for p in self._on.pasted.pieces if p.role == "label" and _before(p, wrong)]
        return self._text(removed(self._on.pasted, [*wrong, *labels]))

    def _keep(self, id_: str) -> Done:
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

    def _box(self, id_: str) -> Done:
        table = self._on.table
        if id_ not in self._on.catalog.boxes:
            return Done(table)
        order = {box: place for place, box in enumerate(self._on.catalog.boxes)}
        boxes = tuple(sorted((*table.boxes, id_), key=lambda box: order[box]))
        return Done(table._replace(boxes=boxes))

    def _all_boxes(self, _rest: str) -> Done:
        table, order = self._on.table, list(self._on.catalog.boxes)
        boxes = sorted((*table.boxes, *boxes_for(self._on)), key=order.index)
        return Done(table._replace(boxes=tuple(boxes)))

    def _with_players(self, number: str) -> Done:
        known = number in ("2", "3", "4", "5", "6", "7")
        return Done(self._on.table._replace(players=int(number)) if known else self._on.table)

    def _sets(self, number: str) -> Done:
        return Done(self._on.table._replace(sets=2 if number == "2" else None))

    def _leave(self, code: str) -> Done:
        left = dict.fromkeys((*self._on.table.left, code))
        return Done(self._on.table._replace(left=tuple(left)[-20:]))

    # What is drawn.

    def _draw(self, rest: str) -> Done:
        what, _colon, of = rest.partition(":")
        draw = {
            "piles": lambda: self._draw_piles(),
            "out": lambda: self._draw_out(),
            "slot": lambda: self._draw_slot(of),
            "trait": lambda: self._draw_for_trait(of),
            "deck": lambda: self._draw_deck(),
            "boons": lambda: self._draw_boons(),
        }.get(what)
        return draw() if draw else Done(self._on.table)

    def _piles(self, number: int) -> Sequence[Card]:
        """So many piles that go with those named."""
        kingdom, shelf = self._on.asked.kingdom, self._on.shelf
        return draw_piles(kingdom, number, self._players, shelf, self._seed, self._banned)

    def _draw_piles(self) -> Done:
        new = self._piles(self._on.free)
        if not new:
            return self._nothing()
        names = [self._on.written(card) for card in new]
        return self._text(added(self._on.pasted.text, names), self._put_in(new))

    def _instead(self, key: str) -> Done:
        """A pile drawn in the place of a word."""
        new, pieces = self._piles(1), self._keyed(key)
        if not new or not pieces:
            return self._nothing()
        text = replaced(self._on.pasted, pieces[:1], self._on.written(new[0]))
        return self._text(text, self._put_in(new))

    def _swap(self, id_: str) -> Done:
        """Something else in the place of a thing: a pile, a landscape, a card for its slot."""
        pieces = self._of(id_)
        if not pieces:
            return Done(self._on.table)
        piece = pieces[0]
        if piece.role == "pile":
            return self._swap_pile(id_, pieces)
        slot = next((s for s, thing in self._on.asked.kingdom.drawn.items() if thing.id == id_), "")
        if slot:
            return self._draw_slot(slot)
        return self._swap_landscape(piece)

    def _swap_all(self, _rest: str) -> Done:
        """Everything that no box on the shelf has, one after the other."""
        on, says = self._on, []
        for number, use in enumerate(on.game.uses[:MOST_SWAPPED]):
            if not on.shelf.owns(use.thing):
                again = Remedies(on, f"{self._seed} {number}", self._language, self._banned)
                done = again.do(f"swap-thing:{use.thing.id}")
                says += [done.says] if done.says else []
                on = check(done.table, self._language)
        return Done(on.table, " ".join(dict.fromkeys(says)))

    def _swap_pile(self, id_: str, pieces: list[Piece]) -> Done:
        kingdom = self._on.asked.kingdom
        if self._on.free < 0:
            return self._text(removed(self._on.pasted, pieces))
        others = tuple(pile for pile in kingdom.piles if pile.id != id_)
        rest = replace(kingdom, piles=others)
        pool = [
            card
            for card in can_be_put_in(rest, self._players, self._on.shelf, self._banned)
            if card.id != id_
        ]
        if not pool:
            return self._nothing()
        new = pool[self._chance.below(len(pool))]
        text = replaced(self._on.pasted, pieces[:1], self._on.written(new))
        return self._text(text, self._put_in([new]))

    def _swap_landscape(self, piece: Piece) -> Done:
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
        new = pool[self._chance.below(len(pool))]
        text = replaced(self._on.pasted, [piece], self._on.written(new))
        return self._text(text, self._put_in([new]))

    def _draw_out(self) -> Done:
        ten = self._on.game.ten
        gone = picked(ten, len(ten) - 10, self._chance)
        pieces = [piece for card in gone for piece in self._of(card.id, "pile")]
        names = and_list(self._on.name(card.name) for card in gone)
        return self._text(removed(self._on.pasted, pieces), _("Left out: {names}.", names=names))

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
            kingdom=replace(kingdom, drawn=drawn, landscapes=landscapes)
        ).game(self._on.catalog)
        old = kingdom.drawn.get(slot)
        for draw in bare.due:
            if isinstance(draw, SlotDraw) and draw.key == slot:
                found = [one for one in candidates(bare, draw) if one is not old]
                return [one for one in found if one.id not in self._banned] or found
        return []

    def _draw_slot(self, slot: str) -> Done:
        pool = self.slot_choices(slot)
        if not pool:
            return self._nothing()
        new = pool[self._chance.below(len(pool))]
        return self._text(self._filled(slot, new), self._put_in([new]))

    def _filled(self, slot: str, thing: Thing) -> str:
        hosts: list[str] = []
        for draw, asking in self._on.game.due.items():
            if isinstance(draw, SlotDraw) and draw.key == slot and not draw.kind:
                hosts = [self._on.catalog.by_name[name].id for name in asking]
        return with_slot(self._on.pasted, slot, self._on.written(thing), hosts)

    def trait_choices(self, trait: str) -> list[Card]:
        """The piles a Trait may lie on."""
        taken = {pile_id(p) for t, p in self._on.asked.kingdom.traits.items() if t != trait}
        cards = self._on.game.supply_cards
        return [card for card in cards if CARRIERS["trait"](card) and card.id not in taken]

    def _draw_for_trait(self, trait: str) -> Done:
        pool = self.trait_choices(trait)
        if not pool or trait not in self._on.catalog.landscapes:
            return self._nothing()
        new = pool[self._chance.below(len(pool))]
        return self._text(
            with_slot(self._on.pasted, f"trait:{trait}", self._on.written(new)), self._put_in([new])
        )

    def _draw_deck(self) -> Done:
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

    def _draw_boons(self) -> Done:
        twelve = sorted(self._on.catalog.groups["Boons"], key=lambda boon: boon.id)
        old = [piece for piece in self._on.pasted.pieces if piece.role == "boon"]
        text = removed(self._on.pasted, old) if old else self._on.pasted.text
        again = check(self._on.table._replace(names=text), self._language)
        number = CHOICES["druid_boons"].number
        names = ", ".join(map(self._on.written, picked(twelve, number, self._chance)))
        return self._text(with_slot(again.pasted, "boon", names, ["druid"]))

    def _decide(self, draw: str) -> Done:
        """One of the two draws made as the rules say: a random card decides."""
        if draw not in ("colony", "shelters"):
            return Done(self._on.table)
        field = "platinum_colony" if draw == "colony" else "shelters"
        kingdom = self._on.asked.kingdom
        drawn = {slot: t for slot, t in kingdom.drawn.items() if slot != f"{field}_card"}
        bare = replace(kingdom, drawn=drawn)
        how = Dealing(platinum_colony="open", shelters="open")
        if draw == "colony":
            bare, how = replace(bare, platinum_colony=None), replace(how, platinum_colony=_BY_CARD)
        else:
            bare, how = replace(bare, shelters=None), replace(how, shelters=_BY_CARD)
        try:
            made = deal(bare, self._players, self._on.shelf, how, self._chance).kingdom
        except NoCompletion:
            return Done(self._on.table, _("Mend the rest first; then it can be decided."))
        card = made.drawn.get(f"{field}_card")
        answer = bool(getattr(made, field))
        said = self._on.written(card) if card else ""
        return self._text(with_draw(self._on.pasted, draw, answer, said))

    def _yes(self, draw: str) -> Done:
        return self._answer(draw, answer=True)

    def _no(self, draw: str) -> Done:
        return self._answer(draw, answer=False)

    def _answer(self, draw: str, *, answer: bool) -> Done:
        if draw not in ("colony", "shelters"):
            return Done(self._on.table)
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

    def _pick(self, rest: str) -> Done:
        id_, _colon, what = rest.partition(":")
        kind, _colon, of = what.partition(":")
        new = next((one for one in self.choices(what) if one.id == id_), None)
        if new is None:
            return Done(self._on.table, _("That card does not fit here any more."))
        name = self._on.written(new)
        if kind == "pile":
            return self._text(added(self._on.pasted.text, [name]))
        if kind == "instead":
            return self._text(replaced(self._on.pasted, self._keyed(of)[:1], name))
        if kind == "out":
            return self._text(removed(self._on.pasted, self._of(id_, "pile")))
        if kind == "trait":
            return self._text(with_slot(self._on.pasted, what, name))
        return self._text(self._filled(of, new))

    # Everything at once.

    def _mend(self, _rest: str) -> Done:
        """Words we do not know are read as what they surely mean; the engine mends the rest."""
        table = self._on.table._replace(names=self._understood())
        if not table.boxes:
            table = table._replace(boxes=boxes_for(self._on))
        on = check(table, self._language)
        made = mend(
            on.pasted.kingdom, table.players, on.shelf, self._seed, self._banned, table.sets
        )
        if made.kingdom is None:
            why = row([row((p.message, p.fix), " ") for p in made.problems], " ")
            return Done(self._on.table, translate(why, on.name))
        text = rewritten(on, made.kingdom, self._language)
        return Done(table._replace(names=text), self._changes(on.pasted.kingdom, made.kingdom))

    def _changes(self, old: Kingdom, new: Kingdom) -> str:
        """What was put in and what was left out, in sentences."""
        before, after = _things(old), _things(new)
        fresh = [thing for thing in after if thing not in before]
        gone = [thing for thing in before if thing not in after]
        said = [self._put_in(fresh)] if fresh else []
        if gone:
            names = and_list(self._on.name(thing.name) for thing in gone)
            said.append(_("Left out: {names}.", names=names))
        if new.deck and not old.deck:
            said.append(_("A Black Market deck was dealt."))
        return " ".join(said)

    def _understood(self) -> str:
        """The text with every unknown word replaced by what it means, or without it."""
        on, text = self._on, self._on.pasted.text
        named = set(on.pasted.kingdom.piles)
        meant: dict[str, str] = {}
        gone = []
        for piece in on.pasted.unknown:
            thing = clearly_meant(on.near.get(piece.text, ()))
            owned = not on.table.boxes or (thing is not None and on.shelf.owns(thing))
            if thing is None or thing in named or not owned:
                gone.append(piece)
            else:
                meant[piece.text] = on.written(thing)
                named.add(thing)
        for piece in sorted(on.pasted.unknown, reverse=True):
            if piece not in gone:
                text = text[: piece.start] + meant[piece.text] + text[piece.end :]
        again = check(on.table._replace(names=text), self._language)
        texts = {piece.text for piece in gone}
        return removed(again.pasted, [p for p in again.pasted.unknown if p.text in texts])


_BY_CARD = "random-card"


def _things(kingdom: Kingdom) -> list[Thing]:
    """The piles, landscapes and cards for slots of a kingdom."""
    return list(dict.fromkeys((*kingdom.piles, *kingdom.landscapes, *kingdom.drawn.values())))


def _before(piece: Piece, others: list[Piece]) -> bool:
    return any(0 <= other.start - piece.end <= 3 for other in others)


def rewritten(on: Checked, kingdom: Kingdom, language: str) -> str:
    """The text of a kingdom that was mended: in its own places where that will do, or anew."""
    text = on.pasted.text
    kept = set(kingdom.piles)
    new = [pile for pile in kingdom.piles if pile not in on.pasted.kingdom.piles]
    seen: set[Thing] = set()
    lost: list[Piece] = []
    for piece in on.pasted.pieces:
        if piece.role == "pile" and piece.thing is not None:
            if piece.thing not in kept or piece.thing in seen:
                lost.append(piece)
            seen.add(piece.thing)
    for piece, pile in sorted(zip(lost, new, strict=False), reverse=True, key=lambda p: p[0]):
        text = text[: piece.start] + on.written(pile) + text[piece.end :]
    text = added(text, [on.written(pile) for pile in new[len(lost) :]])

    def again() -> Checked:
        return check(on.table._replace(names=text), language)

    for slot, thing in kingdom.drawn.items():
        now = again()
        if now.pasted.kingdom.drawn.get(slot) is not thing:
            text = with_slot(now.pasted, slot, on.written(thing))
    for trait, pile in kingdom.traits.items():
        now = again()
        if now.pasted.kingdom.traits.get(trait) is not pile:
            text = with_slot(now.pasted, f"trait:{trait}", on.written(pile))
    now = again()
    if kingdom.deck and not now.pasted.kingdom.deck:
        names = ", ".join(map(on.written, kingdom.deck))
        text = with_slot(now.pasted, "deck", names, ["black-market"])
    made = again().pasted
    same = _same(made.kingdom, kingdom) and not made.unknown
    return text if same else kingdom_text(kingdom, on.written)


def _same(one: Kingdom, other: Kingdom) -> bool:
    """Whether two kingdoms are played alike, whatever order they are named in."""

    def told(kingdom: Kingdom) -> tuple[object, ...]:
        return (
            sorted(pile.id for pile in kingdom.piles),
            sorted(landscape.id for landscape in kingdom.landscapes),
            sorted(thing.id for thing in kingdom.deck),
            sorted((slot, thing.id) for slot, thing in kingdom.drawn.items()),
            sorted((trait, pile.id) for trait, pile in kingdom.traits.items()),
            kingdom.boons,
            kingdom.platinum_colony,
            kingdom.shelters,
        )

    return told(one) == told(other)


_VERBS: dict[str, Callable[[Remedies, str], Done]] = {
    "use": Remedies._use,
    "remove": Remedies._remove,
    "remove-unknown": Remedies._remove_unknown,
    "out": Remedies._out,
    "once": Remedies._once,
    "undeck": Remedies._undeck,
    "deck-once": Remedies._deck_once,
    "unslot": Remedies._unslot,
    "keep": Remedies._keep,
    "box": Remedies._box,
    "boxes": Remedies._all_boxes,
    "players": Remedies._with_players,
    "sets": Remedies._sets,
    "leave": Remedies._leave,
    "draw": Remedies._draw,
    "instead": Remedies._instead,
    "swap-thing": Remedies._swap,
    "swap-all": Remedies._swap_all,
    "decide": Remedies._decide,
    "yes": Remedies._yes,
    "no": Remedies._no,
    "pick": Remedies._pick,
    "mend": Remedies._mend,
}
