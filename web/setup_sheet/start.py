"""Start: what each player takes, who begins, how the game ends, and what to keep at hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from markupsafe import Markup, escape

from setup_rules.cards import Card, OtherCard
from setup_rules.kingdom import MOST_PLAYERS, Game, Role
from setup_rules.plan import SetupPlan
from setup_rules.rules import EXTRAS, SIDE_DECK, SLOTS
from setup_rules.sentences import Note, Sentence, piece_words, say
from web.language.card_names import Name
from web.language.phrases import and_list, for_cards
from web.language.translation import gettext as _
from web.language.translation import rich, translate
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import colours
from web.setup_sheet.tokens import (
    TOKEN_GLYPHS,
    mat_name,
    mat_of,
    one_or_more,
    short_amount,
    token_amount,
    token_name,
    tokens_of_kind,
)

BEGINS = "begins"
"""The mark under which it is kept who begins."""
LEFT_OF_WINNER = "left"
NAMED = "name"
"""What a value begins with that names somebody: who begins, or who won last (`left:Anna`)."""
"""Its value when nobody had to be picked."""

FEW_PILES = 4
"""So many piles are named one by one where there is little room."""


class DecidedKind(Enum):
    """What the draw decided beside piles and landscapes."""

    SLOT, SET_ASIDE, BOONS, TRAIT, NAMED_PILE = range(5)


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
    """A sentence with its glyph; `short` says the same where there is little room."""

    glyph: str
    text: Markup
    short: str = ""
    kind: DecidedKind | None = None


class PlacedTokens(NamedTuple):
    """Tokens that lie on piles or on a landscape."""

    token: str
    """The kind by its printed name."""
    what: str
    """The kind as a heading of numbers: `Suns`, `VP`."""
    number: int
    landscape: bool
    place: str
    short_place: str

    @property
    def sentence(self) -> GlyphSentence:
        """`6 VP on Aqueduct`."""
        tokens = token_amount(self.number, self.token)
        text = rich("<b>{tokens}</b> on {place}", tokens=tokens, place=self.place)
        few = tokens.replace(" ", "\N{NO-BREAK SPACE}", 1)
        short = _("{tokens} on {place}", tokens=few, place=self.short_place)
        glyph = TOKEN_GLYPHS.get(self.token, "treasure")
        return GlyphSentence(glyph, text, short)


class End(NamedTuple):
    """One way the game ends."""

    pile: str
    """The pile whose end it is; empty where it is any of them."""
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
    """What each player does first, then the tokens each gets."""
    ends: tuple[End, ...]
    decided: tuple[GlyphSentence, ...]
    """What was drawn for this kingdom beside its piles."""
    placed: tuple[PlacedTokens, ...]
    reserves: tuple[GlyphSentence, ...]
    """Mats in the middle, and tokens to have at hand."""
    reminders: tuple[GlyphSentence, ...]
    begins: str = ""
    """Who begins, once it was picked; or empty."""
    read_only: bool = False

    @property
    def placing(self) -> tuple[GlyphSentence, ...]:
        """The tokens to place before the game."""
        return tuple(one.sentence for one in self.placed)

    @property
    def at_hand(self) -> tuple[GlyphSentence, ...]:
        """All that is to be kept at hand or in mind."""
        return (*self.decided, *self.reserves, *self.reminders)


def start_view(
    game: Game,
    plan: SetupPlan,
    name: Name,
) -> StartView:
    """What the players need once the piles lie there."""
    shuffle = rich("Shuffle the 10 cards and draw 5.")
    return StartView(
        players=plan.players,
        deck=tuple(_deck(game, plan, name)),
        mats=tuple(_mats(plan)),
        first=(
            GlyphSentence("swap", shuffle, _("Shuffle, draw 5.")),
            *_handed_out(game, plan, name),
        ),
        ends=tuple(_ends(plan, name)),
        decided=(*_slots(game, plan, name), *_traits(plan, name)),
        placed=tuple(_placed(plan, name)),
        reserves=tuple(_reserves(plan, name)),
        reminders=tuple(_reminders(game, plan, name)),
    )


def _deck(game: Game, plan: SetupPlan, name: Name) -> Iterator[DeckPile]:
    known = game.collection.catalog.by_name
    for card, count in plan.starting_deck.items():
        if count:
            thing = known.get(card)
            types = thing.types if isinstance(thing, Card | OtherCard) else ()
            glyph = next((GLYPH_OF[type_] for type_ in reversed(types) if GLYPH_OF.get(type_)), "")
            yield DeckPile(name(card), count, colours(types), glyph or "action")


def _mats(plan: SetupPlan) -> Iterator[Mat]:
    lying = {mat_of(token, plan): count for token, count in plan.player_tokens.items()}
    for mat in plan.player_mats:
        yield Mat(mat_name(mat), lying.get(mat, 0), loose=False)
    for token, count in plan.player_tokens.items():
        if not mat_of(token, plan):
            named = token_name if count == 1 else tokens_of_kind
            yield Mat(named(token), count, loose=True)


def _handed_out(game: Game, plan: SetupPlan, name: Name) -> Iterator[GlyphSentence]:
    """What tokens a player gets and because of which cards; those of one reason together."""
    together: dict[str, list[str]] = {}
    for token, count in plan.player_tokens.items():
        mat, why = mat_of(token, plan), _why_each(token, game, plan, name)
        amount, short = one_or_more(count, token), short_amount(count, token)
        if mat:
            tokens = _("{tokens} on the {mat} mat", tokens=amount, mat=translate(piece_words(mat)))
            yield _given(TOKEN_GLYPHS[token], tokens, why, short)
        elif count == 1:
            together.setdefault(why, []).append(token)
        else:
            yield _given(TOKEN_GLYPHS.get(token, "hint"), amount, why, short)
    for why, kinds in together.items():
        each = _("One of each token: {kinds}", kinds=and_list(map(_, kinds)))
        tokens = one_or_more(1, kinds[0]) if len(kinds) == 1 else each
        yield _given("star", tokens, why, ", ".join(short_amount(1, kind) for kind in kinds))


def _given(glyph: str, tokens: str, why: str, short: str) -> GlyphSentence:
    text = rich("{tokens}, <i>{why}</i>", tokens=tokens, why=why)
    return GlyphSentence(glyph, text if why else rich("{tokens}.", tokens=tokens), short)


def _why_each(token: str, game: Game, plan: SetupPlan, name: Name) -> str:
    """Which cards hand a token out, and where they are in use."""
    uses = [
        use
        for use in game.uses
        if any(token in dict(material.player_tokens) for material in use.thing.needs)
    ]
    places: dict[Role, str] = {slot: slot.because for slot in EXTRAS if slot.because}
    places[SIDE_DECK.role] = say("because {card} is in the Black Market deck.")
    if len(uses) == 1 and uses[0].role in places:
        return _(places[uses[0].role], card=name(uses[0].thing.name))
    cards = [use.thing.name for use in uses] or plan.because.get(token, ())
    return for_cards(list(map(name, cards)))


def _ends(plan: SetupPlan, name: Name) -> Iterator[End]:
    for pile in plan.ends_when_empty:
        text = rich("The <b>{pile}</b> pile is empty.", pile=name(pile))
        yield End(name(pile), 1, "a-victory", text)
    three = rich("Any <b>3</b> Supply piles are empty.")
    four = rich("Any <b>4</b> Supply piles are empty.")
    yield End("", plan.empty_piles, "", four if plan.empty_piles > 3 else three)


def _slots(game: Game, plan: SetupPlan, name: Name) -> Iterator[GlyphSentence]:
    """Cards that were drawn for a slot or set aside, and Druid's Boons."""

    def line(glyph: str, what: str, card: str, short: str, kind: DecidedKind) -> GlyphSentence:
        text = rich("<b>{what}:</b> {card}", what=what, card=card)
        return GlyphSentence(glyph, text, short, kind)

    for slot in EXTRAS:
        if slot.glyph and slot.key in game.slots:
            card = name(game.slots[slot.key].name)
            yield line(slot.glyph, _(slot.label), card, card, DecidedKind.SLOT)
    for pile in plan.aside:
        if pile.card:
            card, whom = name(pile.card), name(pile.name)
            short = _("{card} for {whom}", card=card, whom=whom)
            yield line("box", whom, card, short, DecidedKind.SET_ASIDE)
    if game.kingdom.boons:
        boons = and_list(name(boon.name) for boon in game.kingdom.boons)
        text = rich("<b>Boons for Druid:</b> {boons}", boons=boons)
        yield GlyphSentence("star", text, boons, DecidedKind.BOONS)


def _traits(plan: SetupPlan, name: Name) -> Iterator[GlyphSentence]:
    for pile, trait in plan.traits.items():
        names = {"trait": name(trait), "pile": name(pile)}
        text, short = rich("<b>{trait}</b> on {pile}", **names), _("{trait} on {pile}", **names)
        yield GlyphSentence("trait", text, short, DecidedKind.TRAIT)
    for slot in SLOTS:
        if named := plan.named_piles.get(slot.asked_by):
            text, short = rich(slot.bold_row, pile=name(named)), _(slot.row, pile=name(named))
            yield GlyphSentence(slot.glyph, text, short, DecidedKind.NAMED_PILE)


def _placed(plan: SetupPlan, name: Name) -> Iterator[PlacedTokens]:
    """Tokens on landscapes, then those on piles, by their number."""

    def what(token: str) -> str:
        return _("Suns") if token == "Sun" else _(token)

    for landscape, lying in plan.landscape_tokens.items():
        for token, count in lying.items():
            place = name(landscape)
            yield PlacedTokens(token, what(token), count, True, place, place)
    for token, piles in plan.pile_tokens.items():
        for count in sorted(set(piles.values())):
            on = [pile for pile, lying in piles.items() if lying == count]
            names = and_list(map(name, on))
            place = _("each of {piles}", piles=names) if len(on) > 1 else names
            if len(on) == len(plan.supply):
                place = names = _("every Supply pile")
            short = _what_they_share(on, plan) or names
            yield PlacedTokens(token, what(token), count, False, place, short)


def _what_they_share(piles: Collection[str], plan: SetupPlan) -> str:
    """Many piles by the type that they and no others have; empty if there is none."""
    if not FEW_PILES < len(piles) < len(plan.supply):
        return ""
    words = (
        ("Victory", _("each Victory pile"), _("each Victory pile except Gathering")),
        ("Action", _("each Action pile"), _("each Action pile except Gathering")),
    )
    for type_, each, without_gathering in words:
        of_type = [pile for pile in plan.supply if type_ in pile.types]
        if {pile.name for pile in of_type if "Gathering" not in pile.types} == set(piles):
            return each if len(of_type) == len(piles) else without_gathering
    return ""


def _reserves(plan: SetupPlan, name: Name) -> Iterator[GlyphSentence]:
    """Mats in the middle, and kinds of tokens with the cards that use them."""
    for mat in plan.shared_mats:
        text = rich("<b>{mat} mat</b> in the middle", mat=translate(piece_words(mat)))
        yield GlyphSentence("treasure", text, mat_name(mat))
    for kind, asking in plan.reserved_for.items():
        cards = and_list(
            f"{name(card)} ({translate(why, name)})" if why else name(card)
            for card, why in asking.items()
        )
        text = rich("<b>{kind} tokens</b> for {cards}", kind=_(kind), cards=cards)
        short = _("{kind} tokens", kind=_(kind))
        yield GlyphSentence(TOKEN_GLYPHS.get(kind, "treasure"), text, short)


def _reminders(game: Game, plan: SetupPlan, name: Name) -> Iterator[GlyphSentence]:
    known = game.collection.catalog.by_name
    for reminder in plan.reminders:
        short = translate(reminder, name)
        if isinstance(reminder, Sentence) and "card" in reminder.values:
            card, says = reminder.values["card"], translate(reminder.values["says"], name)
            glyphs = [GLYPH_OF.get(type_) for type_ in _types(known[card])]
            text = rich("<b>{card}:</b> {says}", card=name(card), says=says)
            glyph = next(filter(None, glyphs), "hint")
        else:
            about = reminder.about if isinstance(reminder, Note) else ""
            text, glyph = escape(short), GLYPH_OF.get(about, "hint")
        yield GlyphSentence(glyph, text, short)


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


def pick_by_name(here: Sequence[str], winners: Sequence[str], below: Picker) -> str:
    """Who begins of those who are here, by the rule; `winners` are those of the last game.

    Empty if nobody’s name helps: then seats are counted.
    """
    if len(winners) == 1:
        return f"{LEFT_OF_WINNER}:{winners[0]}"
    others = [name for name in here if name not in winners] or here
    return f"{NAMED}:{others[below(len(others))]}" if others else ""


def begins_in_words(value: str) -> str:
    """Who begins; empty when nobody was picked. True on every phone, whoever holds it."""
    kind, _colon, name = value.partition(":")
    if name:
        if kind == LEFT_OF_WINNER:
            return _("{name} won last time, so the player to their left goes first.", name=name)
        return _("{name} goes first.", name=name)
    sentences = {
        LEFT_OF_WINNER: _("The player to the left of the last winner goes first."),
        "1": _("The player who tapped the button goes first."),
        "2": _("The player to the left of whoever tapped the button goes first."),
    }
    if value in map(str, range(3, MOST_PLAYERS + 1)):
        return _(
            "Player {seat} goes first (count clockwise; whoever tapped the button is 1).",
            seat=value,
        )
    return sentences.get(value, "")
