"""All rules made ready for a Catalog, found by the cards that set them off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from setup_rules.cards import Card, Landscape, Material, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.kingdom import TEN, Game, Use
from setup_rules.plan import (
    Pile,
    Place,
    PlayerMat,
    PlayerTokens,
    Reminder,
    Reserve,
    SetOut,
    StartsWith,
)
from setup_rules.rulebook import Check, Choice, PileChoice, Rule, SlotDraw, Trigger
from setup_rules.rules import RULEBOOKS
from setup_rules.sentences import NoteKind, note

Due = Rule | SlotDraw | Choice | Check


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of all rulebooks and materials, indexed by the cards that set them off."""

    in_order: tuple[Rule, ...]
    """Rules by the shelf order of their boxes."""
    draws: tuple[SlotDraw, ...]
    slots: tuple[str, ...]
    """The slots of the draws by name, each once."""
    pile_choices: tuple[PileChoice, ...]
    checks: tuple[Check, ...]
    by_thing: Mapping[str, tuple[Due, ...]]
    """What a card or landscape sets off, by its id."""
    dealing: frozenset[Due]
    """What brings the Black Market deck into use."""
    bringing: frozenset[Due]
    """What brings other cards into use: a slot with its card, or that deck."""
    reminding: frozenset[Thing]
    """The things whose own sentence is a reminder."""
    as_ten: Mapping[Card, Use]
    """Each Kingdom card as one of the ten."""
    roll: Mapping[Card, int]
    """The place of each Kingdom card in roll order."""
    places: Mapping[object, int]
    """The place of each rule and of each check among its like."""
    standing: tuple[Check, ...]
    """The checks that look at every game."""

    def rules_among(self, due: Iterable[object]) -> list[Rule]:
        """The rules among what is due, in their order."""
        return sorted([one for one in due if isinstance(one, Rule)], key=self.places.__getitem__)

    def checks_of(self, game: Game) -> Sequence[Check]:
        """The checks to be made: those that look at every game, and those that are due."""
        due = [one for one in game.due if isinstance(one, Check)]
        return [*_standing_checks(self, game.collection, game.players), *due]


@lru_cache(maxsize=512)
def _standing_checks(rules: Rules, shelf: Collection, players: int) -> Sequence[Check]:
    """The checks that look at every game and can find anything with this shelf."""
    return [one for one in rules.standing if not one.unless or not one.unless(shelf, players)]


def _material_rule(material: Material, catalog: Catalog) -> Rule:
    """A rule that data states: always the same things, in the numbers that lie in the box."""
    things: list[SetOut] = [
        *(Pile(name, _in_one_box(catalog, name), Place.SUPPLY) for name in material.supply),
        *(_beside(catalog, name, material.face_up) for name in material.beside),
        *(Pile(name, 1, Place.TRASH) for name in material.trash),
        *(PlayerMat(mat) for mat in material.player_mats),
        *(PlayerTokens(token, count) for token, count in material.player_tokens),
        *(Reserve(kind) for kind in material.reserves),
    ]
    if material.heirloom:
        things.append(StartsWith(material.heirloom, "Copper"))
    if material.remind:
        card = catalog.by_name.get(material.name)
        types = material.types or getattr(card, "types", ())
        about = types[0] if types else ""
        things.append(Reminder(note(material.remind, NoteKind.REMINDER, about=about)))

    def sets_out(_game: Game, _because: tuple[str, ...]) -> list[SetOut]:
        return things

    when = Trigger(types=material.types, kinds=material.kinds, potion=bool(material.cost))
    key = f"{material.box}/{material.name}"
    return Rule(material.rules, key, material.says, material.source, when, sets_out=sets_out)


def _beside(catalog: Catalog, name: str, face_up: bool) -> Pile:
    """A deck of different cards that lies beside the Supply is shuffled, unless it lies open."""
    shuffled = name in catalog.groups and not face_up
    how = note("shuffle, face down", NoteKind.SHUFFLED) if shuffled else ""
    return Pile(name, _in_one_box(catalog, name), Place.BESIDE, how)


def _in_one_box(catalog: Catalog, name: str) -> int:
    if name in catalog.groups:
        return sum(other.copies for other in catalog.groups[name])
    thing = catalog.by_name[name]
    return thing.copies if isinstance(thing, OtherCard) else 1


def _sets_off(when: Trigger, thing: Thing) -> bool:
    if thing.name in when.names:
        return True
    if isinstance(thing, Landscape):
        return thing.kind in when.kinds
    if when.potion and thing.cost is not None and thing.cost.potion:
        return True
    if when.own_back and getattr(thing, "own_back", False):
        return True
    # Most name cards and no types, and at the start each is asked for each of all cards.
    return bool(when.types) and any(type_ in thing.types for type_ in when.types)


@cache
def rules_of(catalog: Catalog) -> Rules:
    """All rules, made ready for a Catalog once."""
    shelf = {box: place for place, box in enumerate(catalog.boxes)}
    stated = {material: _material_rule(material, catalog) for material in catalog.materials}
    placed = [(shelf[material.box], rule) for material, rule in stated.items()]
    for book in RULEBOOKS:
        placed += [(shelf.get(book.box, len(shelf)), rule) for rule in book.rules]
    in_order = tuple(rule for _, rule in sorted(placed, key=lambda item: item[0]))
    draws = tuple(draw for book in RULEBOOKS for draw in book.draws)
    in_books = [check for book in RULEBOOKS for check in book.checks]
    checks = tuple(sorted(in_books, key=lambda check: not check.first))
    triggered: list[tuple[Trigger, Due]] = [(draw.when, draw) for draw in draws]
    triggered += [(rule.when, rule) for rule in in_order]
    triggered += [(choice.when, choice) for book in RULEBOOKS for choice in book.choices]
    triggered += [(check.when, check) for check in checks if check.when is not None]
    by_thing: dict[str, tuple[Due, ...]] = {}
    for thing in catalog.by_name.values():
        dues: dict[Due, None] = dict.fromkeys(stated[material] for material in thing.needs)
        dues.update({due: None for when, due in triggered if _sets_off(when, thing)})
        if dues:
            by_thing[thing.id] = tuple(dues)
    dealing = frozenset(rule for rule in in_order if rule.deals_deck)
    rolled = sorted(catalog.cards.values(), key=lambda card: card.roll_order)
    return Rules(
        in_order=in_order,
        draws=draws,
        slots=tuple(dict.fromkeys(draw.key for draw in draws)),
        pile_choices=tuple(choice for book in RULEBOOKS for choice in book.pile_choices),
        checks=checks,
        by_thing=by_thing,
        dealing=dealing,
        bringing=dealing.union(draws),
        reminding=frozenset(thing for thing in catalog.by_name.values() if thing.remind),
        as_ten={card: Use(card, TEN) for card in catalog.cards.values()},
        roll={card: place for place, card in enumerate(rolled)},
        places={one: place for group in (in_order, checks) for place, one in enumerate(group)},
        standing=tuple(check for check in checks if check.when is None),
    )
