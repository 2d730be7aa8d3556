"""Wishes in a player's words: in short for screens that name them, in full where they clash."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.draw.completion import DECK_SIZE
from setup_rules.draw.wish_kinds import (
    AboutLandscapes,
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    ReadyMade,
    Weights,
)
from setup_rules.draw.wishes import (
    PRESET,
    Bounds,
    Wish,
    Wishes,
    WishType,
    bounds_of,
    of_kind,
    type_of,
)
from setup_rules.kingdom import pile_meant
from setup_rules.names import NameProblem, UnknownName, fold, names_of, shorten
from web.draw.defaults import usual
from web.http.visitor import reading
from web.language.card_names import naming
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, pgettext, translate

COMMON_TAGS = ("village", "trasher", "plus_buy", "draw", "attack", "reaction")
"""The kinds of cards that come first, in this order."""
OTHER_TAGS = (
    "village_conditional",
    "nonterminal",
    "cantrip",
    "draw_conditional",
    "coins",
    "limited_trasher",
    "thinner",
    "gainer",
    "cost_reducer",
    "throne",
    "extra_play",
    "curser",
    "junker",
    "hand_attack",
    "trash_attack",
    "alt_vp",
    "victory",
    "treasure",
    "duration",
    "night",
    "reserve",
    "command",
)
MOST_NAMED = 3
"""Cards that are named; of more only the number is told."""


class Noun(NamedTuple):
    """What a number is wished of, in the reader's words: all of it, and so many."""

    all: Callable[[], str]
    counted: Callable[[int], str]


TAGS: Mapping[str, Noun] = {
    "village": Noun(
        lambda: _("+2 Actions"),
        lambda n: ngettext("{number} pile with +2 Actions", "{number} piles with +2 Actions", n),
    ),
    "trasher": Noun(
        lambda: _("trashing"),
        lambda n: ngettext("{number} pile that trashes", "{number} piles that trash", n),
    ),
    "plus_buy": Noun(
        lambda: _("+1 Buy"),
        lambda n: ngettext("{number} pile with +1 Buy", "{number} piles with +1 Buy", n),
    ),
    "draw": Noun(
        lambda: _("drawing cards"),
        lambda n: ngettext("{number} pile that draws", "{number} piles that draw", n),
    ),
    "attack": Noun(
        lambda: _("attacks"), lambda n: ngettext("{number} attack", "{number} attacks", n)
    ),
    "reaction": Noun(
        lambda: _("Reactions"), lambda n: ngettext("{number} Reaction", "{number} Reactions", n)
    ),
    "village_conditional": Noun(
        lambda: _("+2 Actions at times"),
        lambda n: ngettext(
            "{number} pile with +2 Actions at times", "{number} piles with +2 Actions at times", n
        ),
    ),
    "nonterminal": Noun(
        lambda: _("+1 Action"),
        lambda n: ngettext("{number} pile with +1 Action", "{number} piles with +1 Action", n),
    ),
    "cantrip": Noun(
        lambda: _("+1 Card and +1 Action"),
        lambda n: ngettext(
            "{number} pile with +1 Card and +1 Action",
            "{number} piles with +1 Card and +1 Action",
            n,
        ),
    ),
    "draw_conditional": Noun(
        lambda: _("drawing at times"),
        lambda n: ngettext(
            "{number} pile that draws at times", "{number} piles that draw at times", n
        ),
    ),
    "coins": Noun(
        lambda: _("coins from other cards than Treasures"),
        lambda n: ngettext("{number} pile that gives coins", "{number} piles that give coins", n),
    ),
    "limited_trasher": Noun(
        lambda: _("trashing of some cards only"),
        lambda n: ngettext(
            "{number} pile that trashes some cards only",
            "{number} piles that trash some cards only",
            n,
        ),
    ),
    "thinner": Noun(
        lambda: _("thinning without the trash"),
        lambda n: ngettext(
            "{number} pile that thins without the trash",
            "{number} piles that thin without the trash",
            n,
        ),
    ),
    "gainer": Noun(
        lambda: _("gaining cards"),
        lambda n: ngettext("{number} pile that gains cards", "{number} piles that gain cards", n),
    ),
    "cost_reducer": Noun(
        lambda: _("lower costs"),
        lambda n: ngettext("{number} pile that lowers costs", "{number} piles that lower costs", n),
    ),
    "throne": Noun(
        lambda: _("playing a card twice"),
        lambda n: ngettext(
            "{number} pile that plays a card twice", "{number} piles that play a card twice", n
        ),
    ),
    "extra_play": Noun(
        lambda: _("playing an Action for free"),
        lambda n: ngettext(
            "{number} pile that plays an Action for free",
            "{number} piles that play an Action for free",
            n,
        ),
    ),
    "curser": Noun(
        lambda: _("giving Curses"),
        lambda n: ngettext("{number} pile that gives Curses", "{number} piles that give Curses", n),
    ),
    "junker": Noun(
        lambda: _("giving Curses, Coppers or Ruins"),
        lambda n: ngettext("{number} pile that gives junk", "{number} piles that give junk", n),
    ),
    "hand_attack": Noun(
        lambda: _("attacks on hands"),
        lambda n: ngettext("{number} attack on hands", "{number} attacks on hands", n),
    ),
    "trash_attack": Noun(
        lambda: _("attacks that trash"),
        lambda n: ngettext("{number} attack that trashes", "{number} attacks that trash", n),
    ),
    "alt_vp": Noun(
        lambda: _("other victory points"),
        lambda n: ngettext(
            "{number} pile with other victory points",
            "{number} piles with other victory points",
            n,
        ),
    ),
    "victory": Noun(
        lambda: _("Victory piles"),
        lambda n: ngettext("{number} Victory pile", "{number} Victory piles", n),
    ),
    "treasure": Noun(
        lambda: pgettext("after a number or within a sentence", "Treasures"),
        lambda n: ngettext("{number} Treasure", "{number} Treasures", n),
    ),
    "duration": Noun(
        lambda: _("Durations"), lambda n: ngettext("{number} Duration", "{number} Durations", n)
    ),
    "night": Noun(
        lambda: _("Night cards"),
        lambda n: ngettext("{number} Night card", "{number} Night cards", n),
    ),
    "reserve": Noun(
        lambda: _("Reserve cards"),
        lambda n: ngettext("{number} Reserve card", "{number} Reserve cards", n),
    ),
    "command": Noun(
        lambda: _("Command cards"),
        lambda n: ngettext("{number} Command card", "{number} Command cards", n),
    ),
}

KINDS: Mapping[str, Callable[[], str]] = {
    "event": lambda: _("Events"),
    "landmark": lambda: _("Landmarks"),
    "project": lambda: _("Projects"),
    "way": lambda: _("Ways"),
    "trait": lambda: _("Traits"),
}
COLONY: Mapping[str, Callable[[], str]] = {
    "random-card": lambda: _("a random card of the ten decides"),
    "first-randomizer": lambda: _("the first card dealt decides"),
    "all-prosperity": lambda: _("if all ten are from Prosperity"),
    "four-or-more": lambda: _("with four or more from Prosperity"),
    "majority": lambda: _("if most are from Prosperity"),
    "always": lambda: _("always"),
    "never": lambda: _("never"),
    "open": lambda: _("left to the table"),
}
SHELTERS: Mapping[str, Callable[[], str]] = {
    "random-card": COLONY["random-card"],
    "last-randomizer": lambda: _("the last card dealt decides"),
    "all-dark-ages": lambda: _("if all ten are from Dark Ages"),
    "always": COLONY["always"],
    "never": COLONY["never"],
    "open": COLONY["open"],
}


NUMBER_KINDS: tuple[type[Kind], ...] = (
    ReadyMade,
    ByTag,
    ByCost,
    ByBox,
    Bounded,
    Number,
    Counts,
    Flag,
)
"""Kinds of wishes in the order in which they are told; those about certain cards follow."""
CARD_KINDS: tuple[type[Kind], ...] = (Weights, Pairs, CardList, AboutLandscapes)


def wishes_in_words(wishes: Mapping[str, Any], catalog: Catalog) -> list[str]:
    """The wishes as they are kept, a short phrase for each."""
    return list(_Speaker(wishes, catalog).phrases())


def wish_in_words(wish: Wish, wishes: Wishes, catalog: Catalog) -> str:
    """One wish of those that clash, as it stands in a sentence."""
    line = type_of(wish)
    names = few([card_name(id_, catalog) for id_ in wish.cards])
    if line is None:
        said = {
            "pinned": lambda: _("always {card}", card=names),
            "banned": lambda: _("never {card}", card=names),
        }
        return said[wish.key]() if wish.key in said else translate(wish.says)
    bounds = bounds_of(wishes, wish) or Bounds()
    match line.kind:
        case ByPart() as kind:
            return amount(noun_of(kind, wish.detail, catalog), bounds)
        case Bounded() as kind:
            return bounded(kind, bounds)
        case Number() as kind:
            return ngettext(*kind.phrase, bounds.least)
        case Counts() as kind:
            return counts(kind, getattr(wishes, line.field) or ())
        case Flag() as kind:
            return _(kind.phrase)
        case Pairs() as kind:
            return _(kind.phrase, cards=names)
        case Weights():
            return _("never {card}", card=names)
        case CardList() as kind:
            lists = {limit.name: limit for limit in getattr(wishes, line.field)}
            return resting(kind, lists[wish.detail].most, len(lists[wish.detail].cards))
    return translate(wish.says)


def noun_of(kind: ByPart, detail: str, catalog: Catalog) -> Noun:
    """What the number of a wish is of."""
    if kind.noun is None:
        return TAGS[detail]
    words = kind.noun
    name = family_name(detail, catalog) if isinstance(kind, ByBox) else detail
    values = {kind.place: name}
    return Noun(lambda: _(words.all, **values), lambda n: ngettext(*words.counted, n, **values))


def amount(noun: Noun, bounds: Bounds) -> str:
    """How many, in full: `at least 2 Reactions`, `no attacks`, `1 to 3 Treasures`."""
    least, most = bounds.least, bounds.most
    if most is None:
        return _("at least {cards}", cards=noun.counted(least))
    if least == most == 0:
        return _("no {cards}", cards=noun.all())
    cards = noun.counted(most)
    if least == most:
        return _("exactly {cards}", cards=cards)
    if least > most:
        return _("at least {number} and at most {cards}", number=least, cards=cards)
    return (
        _("{number} to {cards}", number=least, cards=cards)
        if least
        else _("at most {cards}", cards=cards)
    )


def in_short(bounds: Bounds) -> str:
    """How many, beside the name of what it is: `any`, `none`, `at least 1`, `1 to 3`."""
    least, most = bounds.least, bounds.most
    if most is None:
        return _("at least {number}", number=least) if least else _("any")
    if not most and not least:
        return _("none")
    if least == most:
        return str(most)
    return (
        _("{least} to {most}", least=least, most=most)
        if least
        else _("at most {number}", number=most)
    )


def bounded(kind: Bounded, bounds: Bounds) -> str:
    """How many there may be: `1 to 2 boxes`, `2 boxes at most`."""
    least, most = bounds.least, bounds.most
    if most is None:
        return ngettext(*kind.at_least, least)
    if least > 1:
        return ngettext(*kind.between, most, least=least)
    return ngettext(*kind.at_most, most)


def counts(kind: Counts, numbers: Collection[int]) -> str:
    """Which numbers are allowed."""
    allowed = sorted(set(numbers))
    special = dict(kind.special).get(tuple(allowed))
    if special is not None:
        return _(special)
    if len(allowed) < 2:
        return ngettext(*kind.exactly, sum(allowed))
    return _(kind.one_of, numbers=or_list([str(count) for count in allowed]))


def resting(kind: CardList, most: int, of: int) -> str:
    """How many of the cards in a list may still be dealt."""
    if not most:
        return ngettext(*kind.none_of, of)
    return ngettext(*kind.some_of, of, most=most)


def few(names: Sequence[str]) -> str:
    """Names as a sentence lists them; of many only the number."""
    if len(names) > MOST_NAMED:
        return ngettext("{number} card", "{number} cards", len(names))
    return and_list(names)


def or_list(words: Sequence[str]) -> str:
    """Words of which one holds: `0, 3 or 4`."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def capital(words: str) -> str:
    """Words as they begin a line."""
    return f"{words[:1].upper()}{words[1:]}"


@lru_cache(maxsize=4096)
def find_card(name: str, catalog: Catalog) -> Card | Landscape | None:
    """The pile or landscape that is meant by a name in any language, or None."""
    try:
        thing = names_of(catalog).find(name, prefer=(Card,), suggest=False)
    except NameProblem:
        return None
    return pile_meant(thing, catalog) or (thing if isinstance(thing, Landscape) else None)


def card_id(name: str, catalog: Catalog) -> str:
    """The id of a pile or landscape named in any way; the name itself if it is not known."""
    found = find_card(name, catalog)
    return found.id if found else name


def card_name(name: str, catalog: Catalog) -> str:
    """The name of a pile or landscape as the reader likes to see it."""
    found = find_card(name, catalog)
    return naming(catalog, reading().names)(found.name) if found else shorten(name)


def family_of(name: str, catalog: Catalog) -> str:
    """The family of a box by its own id or that of any of its boxes; empty if unknown."""
    families = {fold(box.family): box.family for box in catalog.boxes.values()}
    if fold(name) in families:
        return families[fold(name)]
    try:
        return catalog.boxes[names_of(catalog).find_box(name)].family
    except UnknownName:
        return ""


def family_name(family: str, catalog: Catalog) -> str:
    """What a family of boxes is called: the name of its newest box."""
    boxes = [box for box in catalog.boxes.values() if box.family == family]
    names = [box.name for box in boxes if box.kind != "update pack"]
    return _(names[-1]) if names else family


def bounds_in(value: object) -> Bounds:
    """Bounds as they are kept."""
    told = value if isinstance(value, Mapping) else {}
    return Bounds(told.get("min") or 0, told.get("max"))


def has_preset(wishes: Mapping[str, Any]) -> bool:
    """Whether wishes as they are kept follow the published kingdoms."""
    return bool(wishes.get(PRESET.name))


class _Speaker:
    """Goes through the wishes of one household."""

    def __init__(self, kept: Mapping[str, Any], catalog: Catalog) -> None:
        self._kept = kept
        self._wishes: Mapping[str, Any] = kept.get("wishes") or {}
        self._catalog = catalog

    def phrases(self) -> Iterator[str]:
        for kind in NUMBER_KINDS:
            yield from self._of_kind(kind)
        if pinned := self._names(self._kept.get("pinned") or ()):
            yield _("always {card}", card=few(pinned))
        if banned := self._names(self._kept.get("banned") or ()):
            yield _("never {card}", card=few(banned))
        for kind in CARD_KINDS:
            yield from self._of_kind(kind)
        yield from self._draws(self._kept.get("draws") or {})
        size = self._kept.get("black_market_size")
        if size not in (None, DECK_SIZE):
            yield ngettext("Black Market of {number} card", "Black Market of {number} cards", size)

    def _of_kind(self, kind: type[Kind]) -> Iterator[str]:
        for line in of_kind(kind):
            told = self._wishes.get(line.name)
            if told is not None:
                yield from self._phrases(line, told)

    def _phrases(self, line: WishType[Kind], told: Any) -> Iterator[str]:
        """What is kept of one wish."""
        match line.kind:
            case ReadyMade():
                if told:
                    yield _("as the rulebooks like it")
            case ByPart() as kind:
                yield from self._amounts(kind, told, free=line.in_preset and self._preset)
            case Bounded() as kind:
                if bounds_in(told) != Bounds():
                    yield bounded(kind, bounds_in(told))
            case Number() as kind:
                if told >= kind.asks_from:
                    yield ngettext(*kind.phrase, told)
            case Counts() as kind:
                yield counts(kind, told)
            case Flag() as kind:
                if told:
                    yield _(kind.phrase)
            case Weights():
                yield from self._weights(told)
            case Pairs() as kind:
                yield from self._pairs(kind, told)
            case CardList() as kind:
                if told:
                    yield resting(kind, told.get("most") or 0, len(told.get("cards") or ()))
            case AboutLandscapes():
                yield from landscapes_in_words(told)

    @property
    def _preset(self) -> bool:
        return has_preset(self._wishes)

    def _amounts(self, kind: ByPart, told: Mapping[str, Any], *, free: bool) -> Iterator[str]:
        """The bounds of each part; where the preset has some, no bounds are told as well."""
        known = (*COMMON_TAGS, *OTHER_TAGS) if isinstance(kind, ByTag) else sorted(told)
        for detail in known:
            if detail not in told:
                continue
            bounds = bounds_in(told[detail])
            name = family_of(detail, self._catalog) if isinstance(kind, ByBox) else detail
            noun = noun_of(kind, name or detail, self._catalog)
            if bounds == Bounds(1, None):
                yield noun.all()
            elif bounds != Bounds():
                yield amount(noun, bounds)
            elif free:
                yield _("any number of {cards}", cards=noun.all())

    def _weights(self, weights: Mapping[str, float]) -> Iterator[str]:
        for fits, phrase in (
            (lambda weight: weight > 1, lambda cards: _("more often {card}", card=cards)),
            (lambda weight: 0 < weight < 1, lambda cards: _("less often {card}", card=cards)),
            (lambda weight: not weight, lambda cards: _("never {card}", card=cards)),
        ):
            if names := self._names([card for card, weight in weights.items() if fits(weight)]):
                yield phrase(few(names))

    def _pairs(self, kind: Pairs, pairs: Sequence[Collection[str]]) -> Iterator[str]:
        if len(pairs) > MOST_NAMED:
            yield ngettext(*kind.many, len(pairs))
        else:
            for pair in pairs:
                yield _(kind.phrase, cards=and_list(self._names(pair)))

    def _names(self, cards: Collection[str]) -> list[str]:
        return [card_name(card, self._catalog) for card in cards]

    def _draws(self, told: Mapping[str, Any]) -> Iterator[str]:
        colony, shelters = str(told.get("platinum_colony")), str(told.get("shelters"))
        if colony in COLONY and colony != usual("platinum_colony"):
            yield _("Platinum & Colony: {how}", how=COLONY[colony]())
        if shelters in SHELTERS and shelters != usual("shelters"):
            yield _("Shelters: {how}", how=SHELTERS[shelters]())


def landscapes_in_words(told: Mapping[str, Any]) -> Iterator[str]:
    """The wishes for landscapes."""
    bounds = bounds_in(told)
    noun = Noun(
        lambda: _("landscapes"), lambda n: ngettext("{number} landscape", "{number} landscapes", n)
    )
    if bounds != Bounds():
        yield amount(noun, bounds)
    if told.get("always"):
        yield _("always landscapes")
    kinds = told.get("kinds")
    if kinds is not None and set(kinds) != set(MAIN_LANDSCAPES):
        words = [KINDS[kind]() for kind in MAIN_LANDSCAPES if kind in kinds]
        yield _("only {kinds}", kinds=and_list(words)) if words else _("no landscapes")
    if told.get("max_ways") is not None:
        yield ngettext("{number} Way at most", "{number} Ways at most", told["max_ways"])
