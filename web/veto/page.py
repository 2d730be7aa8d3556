"""A blind veto as its pages show it: the piles, who is ready, and after the reveal all strikes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from setup_rules.budget import remembered
from setup_rules.cards import Card
from setup_rules.catalog import Catalog
from setup_rules.draw.drawing import canonical
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Wish, Wishes
from setup_rules.evening.veto import Unkept, Verdict, judge
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.card_words import at_a_glance
from web.draw.wish_words import capital, wish_in_words
from web.language.phrases import and_list, player_name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.kingdom_link import link_for
from web.setup_sheet.reader import NameStyle, reader_here
from web.setup_sheet.rows import CardRow, choice_row
from web.setup_sheet.sheet import kingdom_name
from web.store import Room, Seat
from web.veto.snapshot import unpacked


class SeatRow(NamedTuple):
    """A seat as everybody sees it: never what it strikes."""

    number: int
    name: str
    state: str
    """`free`, `striking` or `ready`."""


class Struck(NamedTuple):
    """What one player struck, after the reveal."""

    name: str
    piles: str


class VetoResult(NamedTuple):
    """What came of it."""

    name: str
    link: str
    """The kingdom's address; empty when no ten of the piles left can be played."""
    roll: tuple[CardRow, ...]
    struck: tuple[Struck, ...]
    met: str
    """A sentence where strikes met and ten were drawn from those left; otherwise empty."""
    unkept: tuple[str, ...]
    notes: tuple[str, ...]


def seat_rows(seats: Sequence[Seat]) -> list[SeatRow]:
    """Who sits where, and who is ready."""
    return [
        SeatRow(
            seat.number,
            player_name(seat.name, seat.number),
            "ready" if seat.done else "striking" if seat.phone else "free",
        )
        for seat in seats
    ]


def request_of(room: Room) -> DrawRequest:
    """The draw a veto was dealt by."""
    return unpacked(room.about["request"], app_catalog())


def table_of(room: Room, seats: Sequence[Seat]) -> dict[str, Any]:
    """What all phones show before the reveal."""
    piles = dealt_rows(room)
    return {
        "room": room,
        "seats": seat_rows(seats),
        "ready": sum(seat.done for seat in seats),
        "free": sum(not seat.phone for seat in seats),
        "strikes": room.about["strikes"],
        "piles": piles,
        "parts": at_a_glance((row.name, row.tag_ids) for row in piles),
    }


def dealt_rows(room: Room) -> list[CardRow]:
    """The piles that were dealt, by rising cost, so that nothing tells the surplus apart."""
    shelf = request_of(room).shelf
    return [choice_row(card, shelf, reader_here()) for card in dealt_cards(room)]


def dealt_cards(room: Room) -> list[Card]:
    """The piles that were dealt, in roll order."""
    known = app_catalog().cards
    cards = [known[id_] for id_ in room.about["dealt"] if id_ in known]
    return sorted(cards, key=lambda card: card.roll_order)


def verdict_of(room: Room, struck: Mapping[int, tuple[str, ...]]) -> Verdict:
    """What comes of the strikes; worked out from the seed of the reveal each time."""
    all_struck = tuple(sorted({id_ for piles in struck.values() for id_ in piles}))
    return _judged(app_catalog(), json.dumps(room.about), all_struck, room.reveal)


@remembered(32)
def _judged(catalog: Catalog, about: str, struck: tuple[str, ...], seed: str) -> Verdict:
    kept: dict[str, Any] = json.loads(about)
    dealt = [catalog.cards[id_] for id_ in kept["dealt"] if id_ in catalog.cards]
    return judge(unpacked(kept["request"], catalog), dealt, struck, seed)


def link_of(room: Room, verdict: Verdict) -> str:
    """The address of the kingdom that came of it; empty when there is none."""
    if verdict.kingdom is None:
        return ""
    request = request_of(room)
    kingdom = canonical(verdict.kingdom, request)
    return link_for(kingdom, request.players, request.shelf.ids)


def result_of(
    room: Room, seats: Sequence[Seat], struck: Mapping[int, tuple[str, ...]]
) -> VetoResult:
    """The page after the reveal."""
    catalog, reader, asked = app_catalog(), reader_here(), request_of(room)
    verdict = verdict_of(room, struck)
    ten = verdict.kingdom.piles if verdict.kingdom else ()
    cards = sorted((c for c in ten if isinstance(c, Card)), key=lambda card: card.roll_order)

    def named(ids: Sequence[str]) -> str:
        known = [catalog.cards[id_] for id_ in ids if id_ in catalog.cards]
        known.sort(key=lambda card: card.roll_order)
        return and_list(reader.name(card.name) for card in known)

    return VetoResult(
        name=_name(verdict, asked, catalog, reader),
        link=link_of(room, verdict),
        roll=tuple(choice_row(card, asked.shelf, reader) for card in cards),
        struck=tuple(
            Struck(
                player_name(seat.name, seat.number),
                named(struck.get(seat.number, ())) or _("nothing"),
            )
            for seat in seats
        ),
        met=_how_drawn(verdict, cards, struck, named),
        unkept=tuple(
            _why(lost, verdict, asked.counted, catalog, reader) for lost in verdict.unkept
        ),
        notes=tuple(translate(note, reader.name) for note in verdict.notes),
    )


def _name(verdict: Verdict, request: DrawRequest, catalog: Catalog, reader: NameStyle) -> str:
    if verdict.kingdom is None:
        return ""
    asked = PlanRequest(verdict.kingdom, request.players, request.shelf.ids, None)
    return kingdom_name(asked.game(catalog), reader.name)


def _how_drawn(
    verdict: Verdict,
    ten: Sequence[Card],
    struck: Mapping[int, tuple[str, ...]],
    named: Callable[[Sequence[str]], str],
) -> str:
    """How ten came of those left, where more were left."""
    over = [card.id for card in verdict.left if card not in ten]
    if not over or verdict.kingdom is None:
        return ""
    times = Counter(id_ for piles in struck.values() for id_ in piles)
    both = [id_ for id_, number in times.items() if number > 1]
    sentences = [_("Vetoed more than once: {piles}.", piles=named(both))] if both else []
    sentences.append(
        ngettext(
            "{number} pile was left, and 10 of them were drawn at random.",
            "{number} piles were left, and 10 of them were drawn at random.",
            len(verdict.left),
        )
    )
    sentences.append(_("Back on the shelf: {piles}.", piles=named(over)))
    return " ".join(sentences)


def _why(
    lost: Unkept, verdict: Verdict, wishes: Wishes, catalog: Catalog, reader: NameStyle
) -> str:
    """Which wish was not kept, and why."""
    if lost.struck:
        card = catalog.cards[lost.wish.cards[0]]
        return _("You wished for {card}, but it was vetoed.", card=reader.name(card.name))

    def in_words(wish: Wish) -> str:
        return wish_in_words(wish, wishes, catalog)

    wish = capital(in_words(lost.wish))
    if lost.there is not None and not lost.beside:
        return ngettext(
            "{wish}: {number} of the {left} remaining piles counts towards this.",
            "{wish}: {number} of the {left} remaining piles count towards this.",
            lost.there,
            wish=wish,
            left=len(verdict.left),
        )
    if lost.beside:
        others = and_list(in_words(other) for other in lost.beside)
        return _(
            "{wish}: not possible with the piles left if you also want {others}.",
            wish=wish,
            others=others,
        )
    return _("{wish}: not possible with the piles left.", wish=wish)
