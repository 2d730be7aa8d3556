"""Start: what each player takes, who begins, how the game ends, and what to keep at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from markupsafe import Markup, escape

from setup_rules.cards import Card, OtherCard
from setup_rules.kingdom import DECK, Game, Role
from setup_rules.plan import SetupPlan
from setup_rules.rules import EXTRAS, SLOTS
from setup_rules.sentences import Note, Sentence, say
from web.language.card_names import Name
from web.language.phrases import and_list, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, rich, translate
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import colours

BEGINS = "begins"
"""The mark under which it is kept who begins."""
LEFT_OF_WINNER = "left"
"""Its value when nobody had to be picked."""

MAT_OF = {"Coin": ("Coffers", "Coffers/Villagers"), "Favor": ("Favors",)}
"""The mats on which tokens lie, the first one in use counts."""
TOKEN_GLYPHS = {
    "Coin": "treasure",
    "Favor": "liaison",
    "VP": "victory",
    "Debt": "debt",
    "Sun": "omen",
    "Project cube": "project",
    "Embargo": "never",
}


class DeckPile(NamedTuple):
    """Cards each player starts with."""

    name: str
    number: int
    colours: str
    glyph: str


class Mat(NamedTuple):
    """A mat or a kind of token each player takes."""

    name: str
    tokens: int
    """How many tokens lie there; 0 for a mat that starts empty."""
    loose: bool
    """Whether these are tokens without a mat."""


class GlyphSentence(NamedTuple):
    """A sentence with its glyph."""

    glyph: str
    text: Markup


class End(NamedTuple):
    """One way the game ends."""

    piles: int
    """How many empty piles are drawn."""
    colours: str
    """The class that colours a pile with a name, or empty."""
    text: Markup


class StartView(NamedTuple):
    """The last step before the game."""

    players: int
    deck: tuple[DeckPile, ...]
    mats: tuple[Mat, ...]
    first: tuple[GlyphSentence, ...]
    """What each player does first."""
    begins: str
    """Who begins, once it was picked; or empty."""
    ends: tuple[End, ...]
    at_hand: tuple[GlyphSentence, ...]
    read_only: bool


def start_view(
    game: Game,
    plan: SetupPlan,
    marks: Mapping[str, str],
    name: Name,
    read_only: bool = False,
) -> StartView:
    """What the players need once the piles lie there."""
    return StartView(
        players=plan.players,
        deck=tuple(_deck(game, plan, name)),
        mats=tuple(_mats(plan, name)),
        first=(
            GlyphSentence("swap", rich("Shuffle the ten cards, draw five.")),
            *_handed_out(game, plan, name),
        ),
        begins=begins_in_words(marks.get(BEGINS, "")),
        ends=tuple(_ends(plan, name)),
        at_hand=tuple(AtHand(game, plan, name)),
        read_only=read_only,
    )


def _deck(game: Game, plan: SetupPlan, name: Name) -> Iterator[DeckPile]:
    known = game.collection.catalog.by_name
    for card, count in plan.starting_deck.items():
        if count:
            thing = known.get(card)
            types = thing.types if isinstance(thing, Card | OtherCard) else ()
            glyph = next((GLYPH_OF[type_] for type_ in reversed(types) if GLYPH_OF.get(type_)), "")
            yield DeckPile(name(card), count, colours(types), glyph or "action")


def _mats(plan: SetupPlan, name: Name) -> Iterator[Mat]:
    lying = {_mat_of(token, plan): count for token, count in plan.player_tokens.items()}
    for mat in plan.player_mats:
        yield Mat(_("{name} mat", name=name(mat)), lying.get(mat, 0), loose=False)
    for token, count in plan.player_tokens.items():
        if not _mat_of(token, plan):
            yield Mat(_token(token), count, loose=True)


def _mat_of(token: str, plan: SetupPlan) -> str:
    return next((mat for mat in MAT_OF.get(token, ()) if mat in plan.player_mats), "")


def _token(token: str) -> str:
    """`Journey token`, `Project cube`."""
    return _(token) if token.endswith("cube") else _("{kind} token", kind=_(token))


def _tokens(count: int, token: str) -> str:
    """`1 Coin token`, `2 Project cubes`."""
    if token == "Project cube":
        return ngettext("{number} Project cube", "{number} Project cubes", count)
    if token == "Sun":
        return ngettext("{number} Sun", "{number} Suns", count)
    if token == "VP":
        return so_many(count, _("VP"))
    return ngettext("{number} {kind} token", "{number} {kind} tokens", count, kind=_(token))


def _handed_out(game: Game, plan: SetupPlan, name: Name) -> Iterator[GlyphSentence]:
    """What tokens a player gets and because of which cards; those of one reason together."""
    together: dict[str, list[str]] = {}
    for token, count in plan.player_tokens.items():
        mat, why = _mat_of(token, plan), _why_each(token, game, plan, name)
        if mat:
            tokens = _("{tokens} on the {mat} mat", tokens=_some(count, token), mat=name(mat))
            yield _given(TOKEN_GLYPHS[token], tokens, why)
        elif count == 1:
            together.setdefault(why, []).append(token)
        else:
            yield _given(TOKEN_GLYPHS.get(token, "hint"), _some(count, token), why)
    for why, kinds in together.items():
        each = _("One token each: {kinds}", kinds=and_list(map(_, kinds)))
        yield _given("star", _some(1, kinds[0]) if len(kinds) == 1 else each, why)


def _given(glyph: str, tokens: str, why: str) -> GlyphSentence:
    if not why:
        return GlyphSentence(glyph, rich("{tokens}.", tokens=tokens))
    return GlyphSentence(glyph, rich("{tokens}, <i>{why}</i>", tokens=tokens, why=why))


def _some(count: int, token: str) -> str:
    """`One coin token`, `Two Project cubes`."""
    if token == "Project cube" and count == 2:
        return _("Two Project cubes")
    if count > 1:
        return _tokens(count, token)
    if token in MAT_OF:
        return _("One coin token")
    return _("One {kind} token", kind=_(token))


def _why_each(token: str, game: Game, plan: SetupPlan, name: Name) -> str:
    """Which cards hand a token out, and where they are in use."""
    uses = [
        use
        for use in game.uses
        if any(token in dict(material.player_tokens) for material in use.thing.needs)
    ]
    places: dict[Role, str] = {slot: slot.because for slot in EXTRAS if slot.because}
    places[DECK] = say("because {card} is in the Black Market deck.")
    if len(uses) == 1 and uses[0].role in places:
        return _(places[uses[0].role], card=name(uses[0].thing.name))
    cards = [use.thing.name for use in uses] or plan.because.get(token, ())
    return _("for {cards}.", cards=and_list(map(name, cards))) if cards else ""


def _ends(plan: SetupPlan, name: Name) -> Iterator[End]:
    for pile in plan.ends_when_empty:
        text = rich("the <b>{pile}</b> pile is empty, or", pile=name(pile))
        yield End(1, "a-victory", text)
    three = rich("any <b>three</b> Supply piles are empty.")
    four = rich("any <b>four</b> Supply piles are empty.")
    yield End(plan.empty_piles, "", four if plan.empty_piles > 3 else three)


class AtHand:
    """Tells what to keep at hand, or in mind."""

    def __init__(self, game: Game, plan: SetupPlan, name: Name) -> None:
        self._game = game
        self._plan = plan
        self._name = name

    def __iter__(self) -> Iterator[GlyphSentence]:
        yield from self.decided()
        yield from self.kept()

    def decided(self) -> Iterator[GlyphSentence]:
        """What was drawn for this kingdom beside its piles."""
        yield from self._slots()
        yield from self._traits()

    def kept(self) -> Iterator[GlyphSentence]:
        """Tokens, mats and what to think of."""
        yield from self._tokens_placed()
        yield from self._reserves()
        yield from self._reminders()

    def _slots(self) -> Iterator[GlyphSentence]:
        name = self._name
        for slot in EXTRAS:
            if slot.glyph and slot.key in self._game.slots:
                card = name(self._game.slots[slot.key].name)
                yield GlyphSentence(
                    slot.glyph, rich("<b>{what}:</b> {card}", what=_(slot.label), card=card)
                )
        for pile in self._plan.aside:
            if pile.card:
                text = rich("<b>{what}:</b> {card}", what=name(pile.name), card=name(pile.card))
                yield GlyphSentence("box", text)
        if self._game.kingdom.boons:
            boons = and_list(name(boon.name) for boon in self._game.kingdom.boons)
            yield GlyphSentence("star", rich("<b>Boons for Druid:</b> {boons}", boons=boons))

    def _traits(self) -> Iterator[GlyphSentence]:
        name = self._name
        for pile, trait in self._plan.traits.items():
            text = rich("<b>{trait}</b> on {pile}", trait=name(trait), pile=name(pile))
            yield GlyphSentence("trait", text)
        for slot in SLOTS:
            if named := self._plan.named_piles.get(slot.asked_by):
                yield GlyphSentence(slot.glyph, rich(slot.bold_row, pile=name(named)))

    def _tokens_placed(self) -> Iterator[GlyphSentence]:
        name = self._name
        for landscape, lying in self._plan.landscape_tokens.items():
            for token, count in lying.items():
                yield GlyphSentence(
                    TOKEN_GLYPHS.get(token, "treasure"),
                    rich(
                        "<b>{tokens}</b> on {place}",
                        tokens=_tokens(count, token),
                        place=name(landscape),
                    ),
                )
        for token, piles in self._plan.pile_tokens.items():
            for count in sorted(set(piles.values())):
                on = [pile for pile, lying in piles.items() if lying == count]
                everywhere = len(on) == len(self._plan.supply)
                names = and_list(map(name, on))
                place = _("each of {piles}", piles=names) if len(on) > 1 else names
                if everywhere:
                    place = _("every Supply pile")
                yield GlyphSentence(
                    TOKEN_GLYPHS.get(token, "treasure"),
                    rich("<b>{tokens}</b> on {place}", tokens=_tokens(count, token), place=place),
                )

    def _reserves(self) -> Iterator[GlyphSentence]:
        for mat in self._plan.shared_mats:
            text = rich("<b>{mat} mat</b> in the middle", mat=self._name(mat))
            yield GlyphSentence("treasure", text)
        for kind, asking in self._plan.reserved_for.items():
            cards = and_list(self._with_reason(card, why) for card, why in asking.items())
            text = rich("<b>{kind} tokens</b> for {cards}", kind=_(kind), cards=cards)
            yield GlyphSentence(TOKEN_GLYPHS.get(kind, "treasure"), text)

    def _with_reason(self, card: str, why: str) -> str:
        """A card, and why it needs a kind of token where that is not plain."""
        return f"{self._name(card)} ({translate(why, self._name)})" if why else self._name(card)

    def _reminders(self) -> Iterator[GlyphSentence]:
        known = self._game.collection.catalog.by_name
        for reminder in self._plan.reminders:
            if isinstance(reminder, Sentence) and "card" in reminder.values:
                card, says = reminder.values["card"], translate(reminder.values["says"], self._name)
                glyphs = [GLYPH_OF.get(type_) for type_ in _types(known[card])]
                text = rich("<b>{card}:</b> {says}", card=self._name(card), says=says)
                yield GlyphSentence(next(filter(None, glyphs), "hint"), text)
            else:
                about = reminder.about if isinstance(reminder, Note) else ""
                said = escape(translate(reminder, self._name))
                yield GlyphSentence(GLYPH_OF.get(about, "hint"), said)


def _types(thing: object) -> Iterable[str]:
    """The types of a card, the telling ones first; or the kind of a landscape."""
    kind = getattr(thing, "kind", "")
    types = getattr(thing, "types", ()) or (kind.capitalize(),)
    return sorted(types, key=lambda type_: type_ == "Action")


class Picker(Protocol):
    """Picks a number below n."""

    def __call__(self, n: int, /) -> int: ...


def pick_beginner(players: int, tied: frozenset[int], below: Picker) -> str:
    """The seat of who begins, counted from 1: anyone at random, after a tie one of the others.

    If all of them tied, there are no others, so it is anyone.
    """
    seats = [seat for seat in range(1, players + 1) if seat not in tied]
    seats = seats or list(range(1, players + 1))
    return str(seats[below(len(seats))])


def begins_in_words(value: str) -> str:
    """Who begins; empty when nobody was picked. True on every phone, whoever holds it."""
    if value == LEFT_OF_WINNER:
        return _("The player to the left of the last winner begins.")
    sentences = {
        "1": _("The player who picked begins."),
        "2": _("The player to the left of the one who picked begins."),
        "3": _("The third player clockwise begins, counting the one who picked as the first."),
        "4": _("The fourth player clockwise begins, counting the one who picked as the first."),
        "5": _("The fifth player clockwise begins, counting the one who picked as the first."),
        "6": _("The sixth player clockwise begins, counting the one who picked as the first."),
        "7": _("The seventh player clockwise begins, counting the one who picked as the first."),
    }
    return sentences.get(value, "")
