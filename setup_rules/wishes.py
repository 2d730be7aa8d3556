"""What players may ask of the ten piles, wish by wish, in their own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from setup_rules.sentences import say

KINGDOM_SIZE = 10

_Id = TypeVar("_Id", str, int)

TAG_WORDS: Mapping[str, tuple[str, str]] = {
    "alt_vp": ("source of other victory points", "sources of other victory points"),
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
    "hand_attack": ("attack on hands", "attacks on hands"),
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


class ListLimit(NamedTuple):
    """At most so many of a list of cards, such as those of the last evenings."""

    name: str
    cards: tuple[str, ...]
    most: int


class Needs(NamedTuple):
    """A card that, when dealt, needs so many eligible cards left over, such as Young Witch's Bane.

    `eligible` may name any cards: those outside the pool do not count. Cards that lie on the
    shelf but are not in the pool of the ten, and may still serve, are in `elsewhere`.
    """

    trigger: str
    eligible: frozenset[str]
    how_many: int = 1
    what: str = say("a card that is left over")
    elsewhere: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Everything asked of the ten, all of it combinable; cards, boxes and tags by their ids."""

    pinned: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    per_box: tuple[tuple[str, Bounds], ...] = ()
    """Cards of a family of boxes: the editions and update packs of one title together."""
    boxes_used: Bounds | None = None
    min_per_used_box: int = 0
    tags: tuple[tuple[str, Bounds], ...] = ()
    costs: tuple[tuple[int, Bounds], ...] = ()
    """Cards of exactly so many coins, with neither Potion nor debt."""
    cost_at_least: tuple[tuple[int, Bounds], ...] = ()
    """Cards of at least so many coins, whatever else they cost."""
    potion_cards: tuple[int, ...] | None = None
    """The allowed numbers of cards with Potion in the cost."""
    attack_needs_answer: bool = False
    answers: frozenset[str] | str | None = None
    """The cards that answer an attack: their ids, or the tag they have; None: all that defend."""
    not_together: tuple[tuple[str, str], ...] = ()
    list_limits: tuple[ListLimit, ...] = ()
    weights: tuple[tuple[str, int], ...] = ()
    """Whole numbers: a card of weight 3 counts as three cards of weight 1; 0 is never dealt."""
    needs: tuple[Needs, ...] = ()

    def __post_init__(self) -> None:
        for card, weight in self.weights:
            if weight < 0:
                raise ValueError(f"the weight of {card} is below zero: {weight}")


@dataclass(frozen=True, slots=True)
class Wish:
    """One single wish: its key in a request, the cards it is about, and the sentence."""

    key: str
    cards: tuple[str, ...] = ()
    says: str = field(default="", compare=False)

    @property
    def identity(self) -> tuple[str, tuple[str, ...]]:
        """What stays the same when wishes before it are dropped: a pair's place does not."""
        return ("not_together" if self.key.startswith("not_together.") else self.key, self.cards)

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule of the game, which no player can drop."""
        return self.key.startswith("needs.")


BOXES = Wish("boxes", (), "cards from the boxes chosen only")


def list_wishes(wishes: Wishes, names: Mapping[str, str] | None = None) -> tuple[Wish, ...]:
    """Every single wish, in a fixed order; `names` has the printed names of cards and boxes."""
    return tuple(_each_wish(wishes, names or {}))


def by_id(pair: tuple[_Id, Bounds]) -> _Id:
    """The key that puts bounds into the order of what they are for."""
    return pair[0]


def name_of(id_: str, names: Mapping[str, str]) -> str:
    """The printed name, or the id made readable where the name is not known."""
    return names.get(id_) or id_.replace("-", " ").title()


def _each_wish(wishes: Wishes, names: Mapping[str, str]) -> Iterator[Wish]:
    def name(id_: str) -> str:
        return name_of(id_, names)

    for pin in dict.fromkeys(wishes.pinned):
        yield Wish("pinned", (pin,), f"{name(pin)} is pinned")
    if wishes.banned:
        banned = tuple(sorted(set(wishes.banned)))
        yield Wish("banned", banned, f"never {_few([name(id_) for id_ in banned])}")
    if zeros := zero_weights(wishes):
        yield Wish("weights", zeros, f"weight zero for {_few([name(id_) for id_ in zeros])}")
    for family, bounds in sorted(wishes.per_box, key=by_id):
        cards = _amount(bounds, "card", "cards")
        yield Wish(f"per_box.{family}", (), f"{cards} from {name(family)}")
    if wishes.boxes_used is not None:
        boxes = _amount(wishes.boxes_used, "box", "boxes")
        yield Wish("boxes_used", (), f"cards from {boxes}")
    if wishes.min_per_used_box > 1:
        least = wishes.min_per_used_box
        yield Wish("min_per_used_box", (), f"at least {least} cards from each box used")
    for tag, bounds in sorted(wishes.tags, key=by_id):
        plain = tag.replace("_", " ")
        words = TAG_WORDS.get(tag, (f"{plain} card", f"{plain} cards"))
        yield Wish(f"tags.{tag}", (), _amount(bounds, *words))
    for coins, bounds in sorted(wishes.costs, key=by_id):
        yield Wish(f"costs.{coins}", (), f"{_amount(bounds, 'card', 'cards')} costing ${coins}")
    for coins, bounds in sorted(wishes.cost_at_least, key=by_id):
        cards = _amount(bounds, "card", "cards")
        yield Wish(f"cost_at_least.{coins}", (), f"{cards} costing ${coins} or more")
    if wishes.potion_cards is not None:
        counts = [str(count) for count in sorted(set(wishes.potion_cards))] or ["not any number of"]
        yield Wish("potion_cards", (), f"{_listed(counts, 'or')} cards with Potion in the cost")
    if wishes.attack_needs_answer:
        yield Wish("attack_needs_answer", (), "with an attack, a card that answers it")
    for place, (one, other) in enumerate(wishes.not_together):
        says = f"not both {name(one)} and {name(other)}"
        yield Wish(f"not_together.{place}", (one, other), says)
    for limit in sorted(wishes.list_limits):
        most = _amount(Bounds(0, limit.most), "card", "cards")
        yield Wish(f"list_limits.{limit.name}", (), f"{most} of the list “{limit.name}”")
    for need in sorted(wishes.needs, key=lambda need: need.trigger):
        says = say("{card} needs {what}", card=name(need.trigger), what=need.what)
        yield Wish(f"needs.{need.trigger}", (need.trigger,), says)


def zero_weights(wishes: Wishes) -> tuple[str, ...]:
    """The cards whose weight of zero bans them."""
    return tuple(sorted({card for card, weight in wishes.weights if weight == 0}))


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


def _few(names: list[str]) -> str:
    """The first names, and how many more there are."""
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    return _listed(names, "and")


def _listed(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def without(wishes: Wishes, dropped: Iterable[Wish]) -> Wishes:
    """The wishes less some of them."""
    gone = {wish.identity for wish in dropped}
    keys = {key for key, _ in gone}
    return replace(
        wishes,
        pinned=tuple(pin for pin in wishes.pinned if ("pinned", (pin,)) not in gone),
        banned=() if "banned" in keys else wishes.banned,
        weights=tuple(pair for pair in wishes.weights if pair[1] or "weights" not in keys),
        per_box=tuple(pair for pair in wishes.per_box if f"per_box.{pair[0]}" not in keys),
        boxes_used=None if "boxes_used" in keys else wishes.boxes_used,
        min_per_used_box=0 if "min_per_used_box" in keys else wishes.min_per_used_box,
        tags=tuple(pair for pair in wishes.tags if f"tags.{pair[0]}" not in keys),
        costs=tuple(pair for pair in wishes.costs if f"costs.{pair[0]}" not in keys),
        cost_at_least=tuple(
            pair for pair in wishes.cost_at_least if f"cost_at_least.{pair[0]}" not in keys
        ),
        potion_cards=None if "potion_cards" in keys else wishes.potion_cards,
        attack_needs_answer=wishes.attack_needs_answer and "attack_needs_answer" not in keys,
        not_together=tuple(
            pair for pair in wishes.not_together if ("not_together", pair) not in gone
        ),
        list_limits=tuple(
            limit for limit in wishes.list_limits if f"list_limits.{limit.name}" not in keys
        ),
        needs=tuple(need for need in wishes.needs if f"needs.{need.trigger}" not in keys),
    )


def bounds_of(wishes: Wishes, wish: Wish) -> Bounds | None:
    """The bounds of a wish that has some."""
    part, _, detail = wish.key.partition(".")
    if part == "boxes_used":
        return wishes.boxes_used
    if part == "min_per_used_box":
        return Bounds(wishes.min_per_used_box)
    pairs: dict[str, Bounds] = {}
    if part in ("tags", "per_box"):
        pairs = dict(wishes.tags if part == "tags" else wishes.per_box)
    elif part in ("costs", "cost_at_least"):
        coins = wishes.costs if part == "costs" else wishes.cost_at_least
        pairs = {str(amount): bounds for amount, bounds in coins}
    elif part == "list_limits":
        pairs = {limit.name: Bounds(0, limit.most) for limit in wishes.list_limits}
    return pairs.get(detail)


def with_bounds(wishes: Wishes, wish: Wish, bounds: Bounds) -> Wishes:
    """The wishes with other bounds for one that has some."""
    part, _, detail = wish.key.partition(".")

    def changed(pairs: tuple[tuple[_Id, Bounds], ...]) -> tuple[tuple[_Id, Bounds], ...]:
        return tuple((id_, bounds if str(id_) == detail else old) for id_, old in pairs)

    if part == "boxes_used":
        return replace(wishes, boxes_used=bounds)
    if part == "min_per_used_box":
        return replace(wishes, min_per_used_box=bounds.least)
    if part == "tags":
        return replace(wishes, tags=changed(wishes.tags))
    if part == "per_box":
        return replace(wishes, per_box=changed(wishes.per_box))
    if part == "costs":
        return replace(wishes, costs=changed(wishes.costs))
    if part == "cost_at_least":
        return replace(wishes, cost_at_least=changed(wishes.cost_at_least))
    most = KINGDOM_SIZE if bounds.most is None else bounds.most
    limits = (
        limit._replace(most=most) if limit.name == detail else limit for limit in wishes.list_limits
    )
    return replace(wishes, list_limits=tuple(limits))
