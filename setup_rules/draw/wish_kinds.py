"""The kinds of wishes: what each is made of, how it is read, dropped or loosened, and its words.

Everything that handles wishes (the reader of requests, OpenAPI, the screen and its words) has one
handler for each kind and goes through the table in `wishes`; none of them names a single wish.
Words for the screen are templates, filled in and translated where they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Collection as Some
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar, NamedTuple

from setup_rules.cards import TYPE_TAGS, Card
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.facts.schema import TAGS
from setup_rules.kingdom import find_card
from setup_rules.names import family_of
from setup_rules.sentences import Plural, Sentence

KINGDOM_SIZE = 10
ALL_TAGS = tuple(sorted((*TAGS, *TYPE_TAGS)))
COINS = "0|[1-9][0-9]?"
"""How requests and fields write a cost."""

TAG_WORDS: Mapping[str, tuple[str, str]] = {
    "alt_vp": ("source of alternative victory points", "sources of alternative victory points"),
    "attack": ("attack", "attacks"),
    "cantrip": ("cantrip", "cantrips"),
    "coins": ("card that gives coins", "cards that give coins"),
    "command": ("Command card", "Command cards"),
    "cost_reducer": ("cost reducer", "cost reducers"),
    "curser": ("curser", "cursers"),
    "draw": ("card that draws", "cards that draw"),
    "draw_conditional": ("card that may draw", "cards that may draw"),
    "duration": ("Duration card", "Duration cards"),
    "extra_play": ("card that plays others again", "cards that play others again"),
    "gainer": ("gainer", "gainers"),
    "hand_attack": ("discard attack", "discard attacks"),
    "junker": ("junker", "junkers"),
    "limited_trasher": ("limited trasher", "limited trashers"),
    "night": ("Night card", "Night cards"),
    "nonterminal": ("non-terminal", "non-terminals"),
    "plus_buy": ("card with +Buy", "cards with +Buy"),
    "reaction": ("Reaction", "Reactions"),
    "reserve": ("Reserve card", "Reserve cards"),
    "thinner": ("thinner", "thinners"),
    "throne": ("throne", "thrones"),
    "trash_attack": ("trashing attack", "trashing attacks"),
    "trasher": ("trasher", "trashers"),
    "treasure": ("Treasure", "Treasures"),
    "victory": ("Victory card", "Victory cards"),
    "village": ("village", "villages"),
    "village_conditional": ("conditional village", "conditional villages"),
}


class Bounds(NamedTuple):
    """How many there shall be: from `least` to `most`, both included; None is no upper limit."""

    least: int = 0
    most: int | None = None

    @property
    def allowed(self) -> int:
        """The counts from 0 to ten that are inside, one bit each."""
        top = KINGDOM_SIZE if self.most is None else min(self.most, KINGDOM_SIZE)
        return sum(1 << count for count in range(max(self.least, 0), top + 1))

    def less(self, number: int) -> Bounds:
        """What is left of it when there are so many already."""
        most = None if self.most is None else max(self.most - number, 0)
        return Bounds(max(self.least - number, 0), most)


class ListLimit(NamedTuple):
    """At most so many of a list of cards, such as those of the last evenings."""

    name: str
    cards: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Wish:
    """One single wish: its key in a request, the cards it is about, and the sentence."""

    key: str
    cards: tuple[str, ...] = ()
    says: str = field(default="", compare=False)

    @property
    def part(self) -> str:
        """What of the key stands before its detail: `tags` of `tags.village`."""
        return self.key.partition(".")[0]

    @property
    def detail(self) -> str:
        """The rest of the key; empty where there is none."""
        return self.key.partition(".")[2]

    @property
    def identity(self) -> tuple[str, tuple[str, ...]]:
        """What stays the same when wishes before it are dropped: a pair's place does not."""
        return (self.part if self.cards and self.detail.isdigit() else self.key, self.cards)

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule of the game, which no player can drop."""
        return self.part == "needs"


Gone = Some[tuple[str, tuple[str, ...]]]
"""The identities of wishes that are dropped."""
Names = Mapping[str, str]
"""The printed names of cards and boxes by id."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kind:
    """What a wish is made of. The values are those of its field in `Wishes`."""

    says: str = ""
    """The sentence of the JSON interface, in English."""
    nothing: ClassVar[Any] = None
    """The value that asks for nothing."""

    def read(self, value: Any, shelf: Collection) -> Any:
        """The value of the field in `Wishes`, of a plain one as it is stored or sent, or None."""
        raise NotImplementedError

    def each(self, key: str, value: Any, names: Names) -> Iterator[Wish]:
        """The single wishes in a value, with their sentences."""
        raise NotImplementedError

    def without(self, key: str, value: Any, gone: Gone) -> Any:
        """The value less the wishes that are dropped."""
        return self.nothing if (key, ()) in gone else value

    def bounds_of(self, _value: Any, _detail: str) -> Bounds | None:
        """The bounds of one single wish, if it has some."""
        return None

    def with_bounds(self, value: Any, _detail: str, _bounds: Bounds) -> Any:
        """The value with other bounds for one single wish."""
        return value


class NounWords(NamedTuple):
    """What a number is wished of: all of it, so many, and none where `no {all}` reads badly."""

    all: Sentence
    counted: Plural
    none: str = ""


class Shortcut(NamedTuple):
    """A button that sets the bounds of one part at once."""

    part: str
    bounds: Bounds
    label: Sentence


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByPart(Kind):
    """Bounds for each of several things: tags, costs or boxes."""

    fits: Callable[[Card, Any], bool]
    """Whether a card counts for a part."""
    place: ClassVar[str]
    """How the words call the part."""
    noun: NounWords | None = None
    label: Sentence | None = None
    """The name of a row; None: the part's own name."""
    offered: tuple[str, ...] = ()
    """Parts that always have a row."""
    shortcut: Shortcut | None = None

    def part(self, text: str) -> Any:
        """A part as `Wishes` has it."""
        return text

    def find(self, name: str, catalog: Catalog) -> Any:
        """The part that a request calls so; None if there is none."""
        raise NotImplementedError

    def read(self, value: Any, shelf: Collection) -> Any:
        parts: dict[Any, Bounds] = {}
        for name, bounds in (value or {}).items():
            part = self.find(name, shelf.catalog)
            if part is not None:
                parts.setdefault(part, read_bounds(bounds))
        return tuple(parts.items())

    def sentence(self, part: Any, bounds: Bounds, names: Names) -> str:
        """What is asked of one part, in English."""
        raise NotImplementedError

    def each(self, key: str, value: Any, names: Names) -> Iterator[Wish]:
        for part, bounds in sorted(value, key=by_id):
            yield Wish(f"{key}.{part}", (), self.sentence(part, bounds, names))

    def without(self, key: str, value: Any, gone: Gone) -> Any:
        return tuple(pair for pair in value if (f"{key}.{pair[0]}", ()) not in gone)

    def bounds_of(self, value: Any, detail: str) -> Bounds | None:
        return {str(part): bounds for part, bounds in value}.get(detail)

    def with_bounds(self, value: Any, detail: str, bounds: Bounds) -> Any:
        return tuple((part, bounds if str(part) == detail else old) for part, old in value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByTag(ByPart):
    """Bounds for cards with a tag; tags have their own words."""

    place: ClassVar[str] = "tag"

    def find(self, name: str, _catalog: Catalog) -> str | None:
        return name if name in ALL_TAGS else None

    def sentence(self, part: str, bounds: Bounds, _names: Names) -> str:
        plain = part.replace("_", " ")
        return _amount(bounds, *TAG_WORDS.get(part, (f"{plain} card", f"{plain} cards")))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByCost(ByPart):
    """Bounds for cards of a cost in coins."""

    place: ClassVar[str] = "coins"

    def part(self, text: str) -> int:
        return int(text)

    def find(self, name: str, _catalog: Catalog) -> int | None:
        return int(name) if re.fullmatch(COINS, name, re.ASCII) else None

    def sentence(self, part: int, bounds: Bounds, _names: Names) -> str:
        return self.says.format(cards=_amount(bounds, "card", "cards"), coins=part)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByBox(ByPart):
    """Bounds for cards from a family of boxes."""

    place: ClassVar[str] = "box"

    def find(self, name: str, catalog: Catalog) -> str | None:
        return family_of(name, catalog) or None

    def sentence(self, part: str, bounds: Bounds, names: Names) -> str:
        cards = _amount(bounds, "card", "cards")
        return self.says.format(cards=cards, box=name_of(part, names))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bounded(Kind):
    """One pair of bounds, or None."""

    english: tuple[str, str]
    """What is counted, one and many, for the JSON interface."""
    label: Sentence
    at_least: Plural
    between: Plural
    """With {least} as well."""
    exactly: Plural
    at_most: Plural
    raised: Plural
    """A way out with a higher upper bound."""
    freed: Sentence
    """A way out without bounds."""
    lowest_most: int = 0
    """The lowest upper bound that is offered."""
    heading: Sentence | None = None
    """The heading over its buttons at the top of the screen; None: no buttons there."""
    anchor: str = ""
    """Where on the screen these buttons are."""

    def read(self, value: Any, _shelf: Collection) -> Any:
        bounds = read_bounds(value)
        return None if bounds == Bounds() else bounds

    def each(self, key: str, value: Any, _names: Names) -> Iterator[Wish]:
        if value is not None:
            yield Wish(key, (), self.says.format(counted=_amount(value, *self.english)))

    def bounds_of(self, value: Any, _detail: str) -> Bounds | None:
        bounds: Bounds | None = value
        return bounds

    def with_bounds(self, _value: Any, _detail: str, bounds: Bounds) -> Any:
        return bounds


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Number(Kind):
    """A least number of something, or a number to choose at random; zero asks for nothing."""

    label: Sentence
    phrase: Plural
    blank: Sentence
    """What the screen offers for no number."""
    lowest: int
    """The lowest number that can be sent."""
    asks_from: int
    """The lowest number that asks for anything."""
    offered_to: int
    freed: Sentence | None = None
    """A way out without it."""
    lowers: str = ""
    """A wish whose upper bound this number lowers."""
    nothing: ClassVar[int] = 0

    def read(self, value: Any, _shelf: Collection) -> Any:
        return value or 0

    def each(self, key: str, value: Any, _names: Names) -> Iterator[Wish]:
        if value >= self.asks_from:
            yield Wish(key, (), self.says.format(number=value))

    def bounds_of(self, value: Any, _detail: str) -> Bounds | None:
        return Bounds(value)

    def with_bounds(self, _value: Any, _detail: str, bounds: Bounds) -> Any:
        return bounds.least


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counts(Kind):
    """The allowed numbers of some cards, or None."""

    label: Sentence
    note: Sentence
    offered: tuple[tuple[tuple[int, ...], Sentence], ...]
    """Numbers to choose on the screen."""
    special: tuple[tuple[tuple[int, ...], Sentence], ...]
    """Numbers that have a phrase of their own."""
    exactly: Plural
    one_of: Sentence
    """With {numbers}."""
    freed: Sentence

    def read(self, value: Any, _shelf: Collection) -> Any:
        return None if value is None else tuple(value)

    def each(self, key: str, value: Any, _names: Names) -> Iterator[Wish]:
        if value is not None:
            counts = [str(count) for count in sorted(set(value))] or ["not any number of"]
            yield Wish(key, (), self.says.format(counts=_listed(counts, "or")))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Flag(Kind):
    """Yes or no."""

    nothing: ClassVar[bool] = False
    label: Sentence
    phrase: Sentence
    freed: Sentence

    def read(self, value: Any, _shelf: Collection) -> Any:
        return bool(value)

    def each(self, key: str, value: Any, _names: Names) -> Iterator[Wish]:
        if value:
            yield Wish(key, (), self.says)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairs(Kind):
    """Pairs of cards."""

    title: Sentence
    phrase: Sentence
    """Of one pair, with {cards}."""
    many: Plural
    """Of many pairs."""
    freed: Sentence
    """A way out without one pair, with {cards}."""

    def read(self, value: Any, shelf: Collection) -> Any:
        pairs = (tuple(_piles(pair, shelf)) for pair in value or ())
        return tuple(pair for pair in pairs if len(set(pair)) == 2)

    def each(self, key: str, value: Any, names: Names) -> Iterator[Wish]:
        for place, (one, other) in enumerate(value):
            says = self.says.format(one=name_of(one, names), other=name_of(other, names))
            yield Wish(f"{key}.{place}", (one, other), says)

    def without(self, key: str, value: Any, gone: Gone) -> Any:
        return tuple(pair for pair in value if (key, pair) not in gone)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Weights(Kind):
    """How often cards are dealt; only a weight of zero can stand against another wish."""

    title: Sentence

    def read(self, value: Any, shelf: Collection) -> Any:
        """Whole weights in the same proportions; cards that are not named weigh one."""
        weights = {
            pile: read_weight(weight)
            for name, weight in (value or {}).items()
            for pile in _piles([name], shelf)
        }
        scale = lcm(*(weight.denominator for weight in weights.values()))
        if scale > 1:
            weights = {card.id: Fraction(1) for card in shelf.cards} | weights
        return tuple(sorted((id_, int(weight * scale)) for id_, weight in weights.items()))

    def each(self, key: str, value: Any, names: Names) -> Iterator[Wish]:
        if zeros := zeros_of(value):
            cards = few([name_of(id_, names) for id_ in zeros])
            yield Wish(key, zeros, self.says.format(cards=cards))

    def without(self, key: str, value: Any, gone: Gone) -> Any:
        dropped = any(part == key for part, _cards in gone)
        return tuple(pair for pair in value if pair[1] or not dropped)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardList(Kind):
    """A list of cards of which at most so many are dealt; a value holds lists by their names."""

    list_name: str
    """The name of the list that a request gives."""
    form_name: str
    """What the fields of the screen call it."""
    title: Sentence
    label: Sentence
    add_label: Sentence
    none_of: Plural
    """When none of so many cards is dealt."""
    some_of: Plural
    """When {most} of so many cards are dealt."""
    raised: Plural
    """A way out with more of them."""
    freed: Sentence

    def read(self, value: Any, shelf: Collection) -> Any:
        if value is None:
            return ()
        cards = tuple(sorted(set(_piles(value.get("cards") or (), shelf))))
        return (ListLimit(self.list_name, cards, value.get("most") or 0),)

    def each(self, key: str, value: Any, _names: Names) -> Iterator[Wish]:
        for limit in sorted(value):
            cards = _amount(Bounds(0, limit.most), "card", "cards")
            yield Wish(f"{key}.{limit.name}", (), self.says.format(cards=cards, list=limit.name))

    def without(self, key: str, value: Any, gone: Gone) -> Any:
        return tuple(limit for limit in value if (f"{key}.{limit.name}", ()) not in gone)

    def bounds_of(self, value: Any, detail: str) -> Bounds | None:
        return {limit.name: Bounds(0, limit.most) for limit in value}.get(detail)

    def with_bounds(self, value: Any, detail: str, bounds: Bounds) -> Any:
        most = KINGDOM_SIZE if bounds.most is None else bounds.most
        return tuple(
            limit._replace(most=most) if limit.name == detail else limit for limit in value
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AboutLandscapes(Kind):
    """How many landscapes of which kinds; they are dealt beside the ten."""

    heading: Sentence
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadyMade(Kind):
    """The name of wishes ready made, which hold wherever no other wish is named."""

    known: tuple[str, ...]


def read_bounds(value: object) -> Bounds:
    """Bounds of a plain value; null or left out is no limit."""
    halves = value if isinstance(value, Mapping) else {}
    return Bounds(halves.get("min") or 0, halves.get("max"))


def read_weight(value: float) -> Fraction:
    """An exact weight; of a number with a point, its shortest decimal text is what was meant."""
    return Fraction(repr(value))


def _piles(names: Iterable[str], shelf: Collection) -> Iterator[str]:
    """The ids of the piles of these names, without those that are not known."""
    for name in names:
        card = find_card(name, shelf.catalog)
        if isinstance(card, Card):
            yield card.id


def by_id(pair: tuple[Any, Bounds]) -> Any:
    """The key that puts bounds into the order of what they are for."""
    return pair[0]


def name_of(id_: str, names: Names) -> str:
    """The printed name, or the id made readable where the name is not known."""
    return names.get(id_) or id_.replace("-", " ").title()


def zeros_of(weights: Some[tuple[str, int]]) -> tuple[str, ...]:
    """The cards of weight zero."""
    return tuple(sorted({card for card, weight in weights if weight == 0}))


def few(names: list[str]) -> str:
    """The first names, and how many more there are."""
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    return _listed(names, "and")


def _amount(bounds: Bounds, one: str, many: str) -> str:
    """The bounds as words: `at least 2 villages`, `1 to 3 attacks`, `no attacks`."""
    least, most = max(bounds.least, 0), bounds.most
    if most is None:
        return f"at least {least} {one if least == 1 else many}"
    if most == 0 and least == 0:
        return f"no {many}"
    noun = one if most == 1 else many
    if least == most:
        return f"exactly {most} {noun}"
    if least > most:
        return f"at least {least} and at most {most} {noun}"
    return f"{least} to {most} {noun}" if least else f"at most {most} {noun}"


def _listed(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
