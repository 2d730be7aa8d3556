"""Repairs everything in a typed kingdom at once, and changes the text as little as it can."""

from __future__ import annotations

from collections.abc import Sequence

from setup_rules.cards import Thing
from setup_rules.draw.repair import repair
from setup_rules.kingdom import Kingdom
from setup_rules.sentences import row
from web.fix.checked import Checked, OwnInput, boxes_for, check, clearly_meant
from web.fix.pasting import Piece
from web.fix.text import added, kingdom_text, removed, with_slot, with_words
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import translate


def repair_all(
    checked: Checked, seed: str, language: str, banned: frozenset[str]
) -> tuple[OwnInput, str]:
    """The repaired input and what changed; words that surely mean a card are read as that card."""
    table = checked.table._replace(names=_understood(checked, language))
    if not table.boxes:
        table = table._replace(boxes=boxes_for(checked))
    on = check(table, language)
    repaired = repair(on.pasted.kingdom, table.players, on.shelf, seed, banned, table.sets)
    if repaired.kingdom is None:
        why = row([row((p.message, p.fix), " ") for p in repaired.problems], " ")
        return checked.table, translate(why, on.name)
    text = _rewritten(on, repaired.kingdom, language)
    return table._replace(names=text), _changes(on, repaired.kingdom)


def put_in(on: Checked, things: Sequence[Thing]) -> str:
    """A sentence that names what was put in."""
    return _("Added: {names}.", names=and_list(on.name(thing.name) for thing in things))


def left_out(on: Checked, things: Sequence[Thing]) -> str:
    """A sentence that names what was left out, if anything was."""
    names = and_list(on.name(thing.name) for thing in things)
    return _("Removed: {names}.", names=names) if names else ""


def _changes(on: Checked, new: Kingdom) -> str:
    """What was put in and what was left out, in sentences."""
    old = on.pasted.kingdom
    before, after = _things(old), _things(new)
    fresh = [thing for thing in after if thing not in before]
    gone = [thing for thing in before if thing not in after]
    sentences = [put_in(on, fresh)] if fresh else []
    if gone:
        sentences.append(left_out(on, gone))
    if new.deck and not old.deck:
        sentences.append(_("A Black Market deck was drawn."))
    return " ".join(sentences)


def _understood(on: Checked, language: str) -> str:
    """The text with every unknown word replaced by what it means, or without it."""
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
    kept = {piece: meant[piece.text] for piece in on.pasted.unknown if piece not in gone}
    text = with_words(on.pasted.text, kept)
    again = check(on.table._replace(names=text), language)
    texts = {piece.text for piece in gone}
    return removed(again.pasted, [p for p in again.pasted.unknown if p.text in texts])


def _things(kingdom: Kingdom) -> list[Thing]:
    """The piles, landscapes and cards for slots of a kingdom."""
    return list(dict.fromkeys((*kingdom.piles, *kingdom.landscapes, *kingdom.drawn.values())))


def _rewritten(on: Checked, kingdom: Kingdom, language: str) -> str:
    """The text of a repaired kingdom: in its own places where that will do, or rewritten."""
    kept = set(kingdom.piles)
    new = [pile for pile in kingdom.piles if pile not in on.pasted.kingdom.piles]
    seen: set[Thing] = set()
    lost: list[Piece] = []
    for piece in on.pasted.pieces:
        if piece.role == "pile" and piece.thing is not None:
            if piece.thing not in kept or piece.thing in seen:
                lost.append(piece)
            seen.add(piece.thing)
    written = map(on.written, new)
    text = with_words(on.pasted.text, dict(zip(lost, written, strict=False)))
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
    pasted = again().pasted
    same = _same(pasted.kingdom, kingdom) and not pasted.unknown
    return text if same else kingdom_text(kingdom, on.written)


def _same(one: Kingdom, other: Kingdom) -> bool:
    """Whether two kingdoms are played alike, whatever order they are named in."""

    def contents(kingdom: Kingdom) -> tuple[object, ...]:
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

    return contents(one) == contents(other)
