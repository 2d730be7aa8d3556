"""Wishes in a player's words: in short for screens that name them, in full where they clash."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from setup_rules.cards import MAIN_LANDSCAPES
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
    NounWords,
    Number,
    Pairs,
    ReadyMade,
    Weights,
    read_bounds,
)
from setup_rules.draw.wishes import (
    Bounds,
    Wish,
    Wishes,
    WishType,
    bounds_of,
    of_kind,
    type_of,
)
from setup_rules.names import family_of
from setup_rules.sentences import Plural, Sentence, say
from web.draw.card_words import glance_words
from web.draw.defaults import usual
from web.draw.kept_wishes import (
    card_name,
    family_name,
    has_preset,
    value_at,
)
from web.draw.tag_words import TAGS, Noun
from web.language.phrases import and_list, or_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate

MOST_NAMED = 3
"""Cards that are named; of more only the number is told."""
KINDS: Mapping[str, Sentence] = {
    "event": say("Events"),
    "landmark": say("Landmarks"),
    "project": say("Projects"),
    "way": say("Ways"),
    "trait": say("Traits"),
}
_BY_CARD = say("one of the 10 cards decides, at random")
_ALWAYS, _NEVER = say("always"), say("never")
_OPEN = say("you decide at the table")
POLICIES: Mapping[str, Mapping[str, Sentence]] = {
    "platinum_colony": {
        "random-card": _BY_CARD,
        "first-randomizer": say("the first card drawn decides"),
        "all-prosperity": say("if all 10 are from Prosperity"),
        "four-or-more": say("if 4 or more are from Prosperity"),
        "majority": say("if most are from Prosperity"),
        "always": _ALWAYS,
        "never": _NEVER,
        "open": _OPEN,
    },
    "shelters": {
        "random-card": _BY_CARD,
        "last-randomizer": say("the last card drawn decides"),
        "all-dark-ages": say("if all 10 are from Dark Ages"),
        "always": _ALWAYS,
        "never": _NEVER,
        "open": _OPEN,
    },
}
"""By draw, the ways to decide it."""
POLICY_PHRASES = {
    "platinum_colony": say("Platinum & Colony: {how}"),
    "shelters": say("Shelters: {how}"),
}
LANDSCAPE_NOUNS: Mapping[str, Noun] = {
    "event": Noun(NounWords(KINDS["event"], Plural("{number} Event", "{number} Events"))),
    "landmark": Noun(
        NounWords(KINDS["landmark"], Plural("{number} Landmark", "{number} Landmarks"))
    ),
    "project": Noun(NounWords(KINDS["project"], Plural("{number} Project", "{number} Projects"))),
    "way": Noun(NounWords(KINDS["way"], Plural("{number} Way", "{number} Ways"))),
    "trait": Noun(NounWords(KINDS["trait"], Plural("{number} Trait", "{number} Traits"))),
}
LANDSCAPE_NOUN = Noun(
    NounWords(say("landscapes"), Plural("{number} landscape", "{number} landscapes"))
)
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


def wishes_in_words(
    wishes: Mapping[str, Any], catalog: Catalog, *, glance: bool = False
) -> list[str]:
    """The wishes as they are kept, a short phrase for each; at a glance, as kingdoms are told."""
    return list(_Speaker(wishes, catalog, glance=glance).phrases()) if wishes else []


def wish_in_words(wish: Wish, wishes: Wishes, catalog: Catalog) -> str:
    """One wish of those that clash, as it stands in a sentence."""
    line = type_of(wish)
    names = few([card_name(id_, catalog) for id_ in wish.cards])
    if wish.key == "pinned":
        return _("always {card}", card=names)
    if wish.key == "banned":
        return _("never {card}", card=names)
    if line is None:
        return translate(wish.says)
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
        return Noun(TAGS[detail])
    name = family_name(detail, catalog) if isinstance(kind, ByBox) else detail
    return Noun(kind.noun, {kind.place: name})


def amount(noun: Noun, bounds: Bounds) -> str:
    """How many, in full: `at least 2 Reactions`, `no attacks`, `1 to 3 Treasures`."""
    least, most = bounds.least, bounds.most
    if most is None:
        return _("at least {cards}", cards=noun.counted(least))
    if least == most == 0:
        return noun.none()
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
    if least > most:
        return and_list((_("at least {number}", number=least), _("at most {number}", number=most)))
    return (
        _("{least} to {most}", least=least, most=most)
        if least
        else _("at most {number}", number=most)
    )


def bounded(kind: Bounded, bounds: Bounds) -> str:
    """How many there may be: `1 to 2 boxes`, `exactly 2 boxes`, `at most 2 boxes`."""
    least, most = bounds.least, bounds.most
    if most is None:
        return ngettext(*kind.at_least, least)
    if least == most:
        return ngettext(*kind.exactly, most)
    if least > most:
        return and_list((ngettext(*kind.at_least, least), ngettext(*kind.at_most, most)))
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


def capital(words: str) -> str:
    """Words as they begin a line."""
    return f"{words[:1].upper()}{words[1:]}"


class _Speaker:
    """Goes through the wishes of one household."""

    def __init__(self, kept: Mapping[str, Any], catalog: Catalog, *, glance: bool) -> None:
        self._kept = kept
        self._catalog = catalog
        self._glance = glance

    def phrases(self) -> Iterator[str]:
        yield from self._of_kinds(NUMBER_KINDS)
        if pinned := self._names(self._kept.get("pinned") or ()):
            yield _("always {card}", card=few(pinned))
        if banned := self._names(self._kept.get("banned") or ()):
            yield _("never {card}", card=few(banned))
        yield from self._of_kinds(CARD_KINDS)
        for draw, policies in POLICIES.items():
            policy = value_at(self._kept, ("draws", draw))
            if policy in policies and policy != usual(draw):
                yield _(POLICY_PHRASES[draw], how=_(policies[policy]))
        size = self._kept.get("black_market_size")
        if size not in (None, DECK_SIZE):
            yield ngettext(
                "Black Market deck of {number} card", "Black Market deck of {number} cards", size
            )

    def _of_kinds(self, kinds: Iterable[type[Kind]]) -> Iterator[str]:
        for kind in kinds:
            for line in of_kind(kind):
                value = value_at(self._kept, ("wishes", line.name))
                if value is not None:
                    yield from self._phrases(line, value)

    def _phrases(self, line: WishType[Kind], value: Any) -> Iterator[str]:
        """What is stored of one wish."""
        match line.kind:
            case ReadyMade():
                yield _("as in the rulebooks")
            case ByPart() as kind:
                free = line.in_preset and has_preset(self._kept)
                yield from self._amounts(kind, value, free=free)
            case Bounded() as kind if read_bounds(value) != Bounds():
                yield bounded(kind, read_bounds(value))
            case Number() as kind if value >= kind.asks_from:
                yield ngettext(*kind.phrase, value)
            case Counts() as kind:
                yield counts(kind, value)
            case Flag() as kind if value:
                yield _(kind.phrase)
            case Weights():
                yield from self._weights(value)
            case Pairs() as kind:
                yield from self._pairs(kind, value)
            case CardList() as kind if value:
                yield resting(kind, value.get("most") or 0, len(value.get("cards") or ()))
            case AboutLandscapes():
                yield from landscapes_in_words(value, self._catalog)

    def _amounts(self, kind: ByPart, parts: Mapping[str, Any], *, free: bool) -> Iterator[str]:
        """The bounds of each part; where the preset has some, no bounds are said as well."""
        for detail in TAGS if isinstance(kind, ByTag) else sorted(parts):
            if detail not in parts:
                continue
            bounds = read_bounds(parts[detail])
            name = family_of(detail, self._catalog) if isinstance(kind, ByBox) else detail
            noun = noun_of(kind, name or detail, self._catalog)
            if bounds == Bounds(1, None):
                yield noun.all()
            elif bounds == Bounds():
                if free:
                    yield _("no limit on {cards}", cards=noun.all())
            elif self._glance and isinstance(kind, ByTag) and bounds.most != 0:
                yield glance_words(noun, in_short(bounds))
            else:
                yield amount(noun, bounds)

    def _weights(self, weights: Mapping[str, float]) -> Iterator[str]:
        often = [card for card, weight in weights.items() if weight > 1]
        seldom = [card for card, weight in weights.items() if 0 < weight < 1]
        never = [card for card, weight in weights.items() if not weight]
        if often:
            yield _("{card} more often", card=few(self._names(often)))
        if seldom:
            yield _("{card} less often", card=few(self._names(seldom)))
        if never:
            yield _("never {card}", card=few(self._names(never)))

    def _pairs(self, kind: Pairs, pairs: Sequence[Collection[str]]) -> Iterator[str]:
        if len(pairs) > MOST_NAMED:
            yield ngettext(*kind.many, len(pairs))
        else:
            for pair in pairs:
                yield _(kind.phrase, cards=and_list(self._names(pair)))

    def _names(self, cards: Collection[str]) -> list[str]:
        return [card_name(card, self._catalog) for card in cards]


def landscapes_in_words(wish: Mapping[str, Any], catalog: Catalog) -> Iterator[str]:
    """The wishes for landscapes."""
    bounds = read_bounds(wish)
    if bounds != Bounds():
        yield amount(LANDSCAPE_NOUN, bounds)
    if wish.get("always"):
        yield _("always landscapes")
    kinds = wish.get("kinds")
    if kinds is not None and set(kinds) != set(MAIN_LANDSCAPES):
        words = [_(KINDS[kind]) for kind in MAIN_LANDSCAPES if kind in kinds]
        yield _("only {kinds}", kinds=and_list(words)) if words else _("no landscapes")
    for kind, limits in (wish.get("each") or {}).items():
        if read_bounds(limits) != Bounds():
            yield amount(LANDSCAPE_NOUNS[kind], read_bounds(limits))
    if wish.get("boxes") is not None:
        names = [family_name(family, catalog) for family in wish["boxes"]]
        yield _("landscapes from {boxes}", boxes=and_list(names) or _("no box"))
    if wish.get("max_ways") is not None:
        yield ngettext("{number} Way at most", "{number} Ways at most", wish["max_ways"])
