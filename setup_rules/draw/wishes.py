"""What players may ask of the ten piles: the table of wishes, each declared once.

A wish is a field of `Wishes`, whose kind says how it is read, kept, shown and said; the few that
bear on the draw in another way stand below the class. `conditions` has what each means for the ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, NamedTuple, TypeVar, cast

from setup_rules.draw.wish_kinds import (
    KINGDOM_SIZE,
    AboutLandscapes,
    Bounded,
    Bounds,
    ByBox,
    ByCost,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    ListLimit,
    NounWords,
    Number,
    Pairs,
    ReadyMade,
    Shortcut,
    Weights,
    Wish,
    few,
    name_of,
    zeros_of,
)
from setup_rules.sentences import Plural, say

__all__ = ["KINGDOM_SIZE", "Bounds", "ListLimit", "Wish", "name_of"]

_Value = TypeVar("_Value")
_Kind = TypeVar("_Kind", bound=Kind, covariant=True)


class Needs(NamedTuple):
    """A card that, when dealt, needs so many eligible cards left over, such as Young Witch's Bane.

    `eligible` may name any cards: those outside the pool do not count. Cards that lie on the
    shelf but are not in the pool of the ten, and may still serve, are in `elsewhere`.
    """

    trigger: str
    eligible: frozenset[str]
    how_many: int = 1
    what: str = say("an unused card")
    elsewhere: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class WishType(Generic[_Kind]):
    """One wish of the table."""

    kind: _Kind
    about: str
    """What OpenAPI says of it."""
    section: str
    """The part of the screen that has its controls; empty: a place of its own."""
    in_preset: bool = False
    """Whether the preset of the published kingdoms asks for it."""
    example: Any = None
    """A value as a request has it, for the documentation."""
    name: str = ""
    """Its key in a request."""
    field: str = ""
    """Its field in `Wishes`; empty for those that bear on the draw in another way."""


def declare(
    default: _Value,
    kind: Kind,
    *,
    about: str,
    section: str,
    in_preset: bool = False,
    example: Any = None,
    name: str = "",
) -> _Value:
    """Declare a wish as a field of `Wishes`; requests call it by the field's name."""
    line = WishType(
        kind=kind, about=about, section=section, in_preset=in_preset, example=example, name=name
    )
    return field(default=default, metadata={"wish": line})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Everything asked of the ten, all of it combinable; cards, boxes and tags by their ids."""

    pinned: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    per_box: tuple[tuple[str, Bounds], ...] = declare(
        (),
        ByBox(
            says="{cards} from {box}",
            fits=lambda card, family: family in card.families,
            noun=NounWords(
                say("cards from {box}"),
                Plural("{number} card from {box}", "{number} cards from {box}"),
            ),
        ),
        about="By the id of a box or of its family; the editions and the update pack of one title "
        "count as one box.",
        section="boxes",
        example={"dark-ages": {"min": 3, "max": 5}},
    )
    """Cards of a family of boxes: the editions and update packs of one title together."""
    boxes_used: Bounds | None = declare(
        None,
        Bounded(
            says="cards from {counted}",
            english=("box", "boxes"),
            label=say("Boxes to open"),
            at_least=Plural("at least {number} box", "at least {number} boxes"),
            between=Plural("{least} to {number} box", "{least} to {number} boxes"),
            exactly=Plural("exactly {number} box", "exactly {number} boxes"),
            at_most=Plural("at most {number} box", "at most {number} boxes"),
            raised=Plural("open up to {number} box", "open up to {number} boxes"),
            freed=say("open any number of boxes"),
            lowest_most=1,
            heading=say("Boxes to open (max)"),
            anchor="at-most",
        ),
        about="How many different boxes the ten come from.",
        section="boxes",
        in_preset=True,
        example={"min": 1, "max": 2},
    )
    min_per_used_box: int = declare(
        0,
        Number(
            says="at least {number} cards from each box used",
            label=say("Cards from each opened box (min)"),
            phrase=Plural(
                "at least {number} card from each box", "at least {number} cards from each box"
            ),
            blank=say("any"),
            freed=say("any number from each box"),
            lowest=0,
            asks_from=2,
            offered_to=5,
        ),
        about="So that no box is opened for one card.",
        section="boxes",
        in_preset=True,
        example=3,
    )
    tags: tuple[tuple[str, Bounds], ...] = declare(
        (),
        ByTag(fits=lambda card, tag: tag in card.tags),
        about="By tag; the catalog has the tags of every card.",
        section="kinds",
        in_preset=True,
        example={"village": {"min": 1}, "trasher": {"min": 1}, "attack": {"max": 2}},
    )
    costs: tuple[tuple[int, Bounds], ...] = declare(
        (),
        ByCost(
            says="{cards} costing ${coins}",
            fits=lambda card, coins: card.cost.is_exactly(coins),
            noun=NounWords(
                say("cards costing ${coins}"),
                Plural("{number} card costing ${coins}", "{number} cards costing ${coins}"),
            ),
            label=say("Cost ${coins}"),
            offered=tuple(str(coins) for coins in range(8)),
        ),
        about="By coins: cards that cost just so much, neither Potion nor debt.",
        section="costs",
        in_preset=True,
        example={"2": {"min": 1}, "5": {"min": 2, "max": 4}},
    )
    """Cards of exactly so many coins, with neither Potion nor debt."""
    cost_at_least: tuple[tuple[int, Bounds], ...] = declare(
        (),
        ByCost(
            says="{cards} costing ${coins} or more",
            fits=lambda card, coins: card.cost.coin >= coins,
            noun=NounWords(
                say("cards costing ${coins} or more"),
                Plural(
                    "{number} card costing ${coins} or more",
                    "{number} cards costing ${coins} or more",
                ),
            ),
            label=say("Cost ${coins} or more"),
            offered=("5", "8"),
            shortcut=Shortcut("5", Bounds(3, 5), say("3 to 5 expensive cards (${coins} or more)")),
        ),
        about="By coins: cards that cost so much or more.",
        section="costs",
        in_preset=True,
    )
    """Cards of at least so many coins, whatever else they cost."""
    potion_cards: tuple[int, ...] | None = declare(
        None,
        Counts(
            says="{counts} cards with Potion in the cost",
            label=say("Potion cards"),
            note=say("3 to 5 work better together than just 1."),
            offered=(
                ((0,), say("none")),
                ((0, 3, 4, 5), say("none or 3 to 5")),
                ((3, 4, 5), say("3 to 5")),
            ),
            special=(
                ((0,), say("no Potion cards")),
                ((0, 3, 4, 5), say("none or 3 to 5 Potion cards")),
            ),
            exactly=Plural("{number} Potion card", "{number} Potion cards"),
            one_of=say("{numbers} Potion cards"),
            freed=say("any number of Potion cards"),
        ),
        about="The numbers allowed of cards with Potion in the cost.",
        section="costs",
        in_preset=True,
        example=[0, 3, 4, 5],
    )
    """The allowed numbers of cards with Potion in the cost."""
    attack_needs_answer: bool = declare(
        False,
        Flag(
            says="with an attack, a card that answers it",
            label=say("Protection if there’s an attack"),
            phrase=say("protection against attacks"),
            freed=say("allow attacks without protection"),
        ),
        about="With an attack, a card that defends.",
        section="kinds",
        example=True,
    )
    answers: frozenset[str] | str | None = None
    """The cards that answer an attack: their ids, or the tag they have; None: all that defend."""
    not_together: tuple[tuple[str, str], ...] = declare(
        (),
        Pairs(
            says="not both {one} and {other}",
            title=say("Never together"),
            phrase=say("never {cards} together"),
            many=Plural("{number} pair kept apart", "{number} pairs kept apart"),
            freed=say("allow {cards} together"),
        ),
        about="Pairs of cards of which at most one is dealt.",
        section="cards",
        example=[["Rebuild", "Tournament"]],
    )
    weights: tuple[tuple[str, int], ...] = declare(
        (),
        Weights(says="weight zero for {cards}", title=say("Likes and dislikes")),
        about="By card, with at most three digits after the point; others weigh 1. The odds of a "
        "kingdom are in proportion to the product of its weights; 0: never.",
        section="cards",
        example={"chapel": 3},
    )
    """Whole numbers: a card of weight 3 counts as three cards of weight 1; 0 is never dealt."""
    list_limits: tuple[ListLimit, ...] = declare(
        (),
        CardList(
            says="{cards} of the list “{list}”",
            list_name="recently played",
            form_name="resting",
            title=say("Resting cards"),
            label=say("Draw at most this many of them"),
            add_label=say("Recently played cards"),
            none_of=Plural("{number} resting card left out", "{number} resting cards left out"),
            some_of=Plural(
                "at most {most} of {number} resting card",
                "at most {most} of {number} resting cards",
            ),
            raised=Plural(
                "allow up to {number} resting card", "allow up to {number} resting cards"
            ),
            freed=say("allow all resting cards"),
        ),
        name="recently_played",
        about="At most so many of these cards.",
        section="cards",
    )
    needs: tuple[Needs, ...] = ()

    def __post_init__(self) -> None:
        for card, weight in self.weights:
            if weight < 0:
                raise ValueError(f"the weight of {card} is below zero: {weight}")

    @property
    def limits_boxes(self) -> bool:
        """Whether boxes stay shut tonight, so that extras shall not open another one."""
        used = self.boxes_used
        return (
            (used is not None and used.most is not None)
            or self.min_per_used_box > 1
            or bool(self.per_box)
        )

    @property
    def weight_of(self) -> Mapping[str, int]:
        """The weights by card; all others weigh one."""
        return dict(self.weights)

    @property
    def unweighted(self) -> Wishes:
        """The same kingdoms, all equally likely: only weights of zero matter, as bans."""
        return replace(self, weights=tuple(pair for pair in self.weights if not pair[1]))


LANDSCAPES = WishType(
    name="landscapes",
    kind=AboutLandscapes(heading=say("Landscapes"), anchor="landscapes"),
    about="Events, Landmarks, Projects, Ways and Traits.",
    section="more-landscapes",
    example={"min": 0, "max": 2},
)
RANDOM_BOXES = WishType(
    name="random_boxes",
    kind=Number(
        label=say("Only this many boxes, at random"),
        phrase=Plural("{number} random box", "{number} random boxes"),
        blank=say("any number"),
        lowest=1,
        asks_from=1,
        offered_to=10,
        lowers="boxes_used",
    ),
    about="The ten come from so many boxes, which are chosen at random first.",
    section="boxes",
)
PRESET = WishType(
    name="preset",
    kind=ReadyMade(known=("as-published",)),
    about="The ranges of the published kingdoms, wherever no other wish is named.",
    section="",
)


def _declared() -> Iterator[WishType[Kind]]:
    for one in fields(Wishes):
        line: WishType[Kind] | None = one.metadata.get("wish")
        if line is not None:
            yield replace(line, name=line.name or one.name, field=one.name)


OF_THE_TEN = tuple(_declared())
"""The wishes about the ten: each is a field of `Wishes` and has a condition."""
TABLE: tuple[WishType[Kind], ...] = (*OF_THE_TEN, LANDSCAPES, RANDOM_BOXES, PRESET)
"""Every wish, in the order in which a request lists them."""
BY_NAME: Mapping[str, WishType[Kind]] = {line.name: line for line in TABLE}
_BY_FIELD = {line.field: line for line in OF_THE_TEN}
_IN_ORDER = sorted(OF_THE_TEN, key=lambda line: not isinstance(line.kind, Weights))
"""Cards that are never dealt come first, as bans do."""
BOXES_USED = BY_NAME["boxes_used"]
BANS = ("banned", "weights")
"""Keys of the wishes that never deal some cards."""
ABOUT_CARDS = ("pinned", *BANS)
"""Keys of the wishes that say of certain cards whether they are dealt."""
BOXES = Wish("boxes", (), "cards from the boxes chosen only")


def of_kind(kind: type[_Kind]) -> tuple[WishType[_Kind], ...]:
    """The wishes of a kind."""
    return tuple(cast(WishType[_Kind], line) for line in TABLE if isinstance(line.kind, kind))


def kind_of_wish(wish: Wish) -> Kind | None:
    """The kind of a single wish; None for pins, bans, boxes and rules."""
    line = type_of(wish)
    return None if line is None else line.kind


def type_of(wish: Wish) -> WishType[Kind] | None:
    """Where the table has a single wish; None for pins, bans, boxes and rules."""
    return _BY_FIELD.get(wish.part)


def list_wishes(wishes: Wishes, names: Mapping[str, str] | None = None) -> tuple[Wish, ...]:
    """Every single wish, in a fixed order; `names` has the printed names of cards and boxes."""
    return tuple(_each_wish(wishes, names or {}))


def _each_wish(wishes: Wishes, names: Mapping[str, str]) -> Iterator[Wish]:
    for pin in dict.fromkeys(wishes.pinned):
        yield Wish("pinned", (pin,), f"{name_of(pin, names)} is pinned")
    if wishes.banned:
        banned = tuple(sorted(set(wishes.banned)))
        yield Wish("banned", banned, f"never {few([name_of(id_, names) for id_ in banned])}")
    for line in _IN_ORDER:
        yield from line.kind.each(line.field, getattr(wishes, line.field), names)
    for need in sorted(wishes.needs, key=lambda need: need.trigger):
        says = say("{card} needs {what}", card=name_of(need.trigger, names), what=need.what)
        yield Wish(f"needs.{need.trigger}", (need.trigger,), says)


def zero_weights(wishes: Wishes) -> tuple[str, ...]:
    """The cards whose weight of zero bans them."""
    return zeros_of(wishes.weights)


def without(wishes: Wishes, dropped: Iterable[Wish]) -> Wishes:
    """The wishes less some of them."""
    gone = {wish.identity for wish in dropped}
    left = {
        line.field: line.kind.without(line.field, getattr(wishes, line.field), gone)
        for line in OF_THE_TEN
    }
    keys = {key for key, _ in gone}
    return replace(
        wishes,
        pinned=tuple(pin for pin in wishes.pinned if ("pinned", (pin,)) not in gone),
        banned=() if "banned" in keys else wishes.banned,
        needs=tuple(need for need in wishes.needs if f"needs.{need.trigger}" not in keys),
        **left,
    )


def allowing(wishes: Wishes, ban: Wish, card: str) -> Wishes:
    """The wishes with one card off a list of cards that are never dealt."""
    if ban.key == "banned":
        return replace(wishes, banned=tuple(id_ for id_ in wishes.banned if id_ != card))
    return replace(wishes, weights=tuple(pair for pair in wishes.weights if pair != (card, 0)))


def bounds_of(wishes: Wishes, wish: Wish) -> Bounds | None:
    """The bounds of a wish that has some."""
    line = type_of(wish)
    if line is None:
        return None
    return line.kind.bounds_of(getattr(wishes, line.field), wish.detail)


def with_bounds(wishes: Wishes, wish: Wish, bounds: Bounds) -> Wishes:
    """The wishes with other bounds for one that has some."""
    line = _BY_FIELD[wish.part]
    value = line.kind.with_bounds(getattr(wishes, line.field), wish.detail, bounds)
    changed: dict[str, Any] = {line.field: value}
    return replace(wishes, **changed)
