"""Puts what the rules set out together, each thing with the cards that asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache

from setup_rules.cards import Card
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Game
from setup_rules.plan import (
    LandscapeTokens,
    Pile,
    PileNote,
    PileTokens,
    Place,
    PlayerMat,
    PlayerTokens,
    Reminder,
    Reserve,
    SetOut,
    SharedMat,
    StartsWith,
    SupplyPile,
)
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import Decision, pile_size
from setup_rules.rules import BASIC_GAME, DECISIONS, MAT_SWAPS
from setup_rules.sentences import Sentence, row, say


class Assembly:
    """Runs the rules that are due: first what they add, then the Supply, then what lies on it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.beside: dict[str, Pile] = {}
        self.aside: list[Pile] = []
        self.trash: dict[str, int] = {}
        self.player_mats: dict[str, None] = {}
        self.shared_mats: dict[str, None] = {}
        self.player_tokens: dict[str, int] = {}
        self.pile_tokens: dict[str, dict[str, int]] = {}
        self.landscape_tokens: dict[str, dict[str, int]] = {}
        self.reserves: dict[str, dict[str, str]] = {}
        self.reminders: dict[str, None] = {}
        self.traits: dict[str, str] = {}
        self.because: dict[str, tuple[str, ...]] = {}
        self._more_supply: list[Pile] = []
        self._swaps: list[StartsWith] = []
        self._notes: dict[str, list[str]] = {}
        self._supplied: dict[str, set[str]] = {}

        self._assemble()

    def _assemble(self) -> None:
        game = self.game
        rules = rules_of(game.collection.catalog)
        due = [(rule, game.due[rule]) for rule in rules.rules_among(game.due)]
        for rule, cards in due:
            for thing in rule.sets_out(game, cards) if rule.sets_out else ():
                self._take(thing, cards)
        self._set_aside_from_beside()
        if not rules.reminding.isdisjoint(game.things):
            self._remind()
        if game.slots:
            for draw in rules.draws:
                chosen = game.slots.get(draw.key)
                if chosen and (draw.kind or draw.role.in_supply):
                    self._asked(chosen.name, game.due[draw])
        if self.player_mats:
            self._swap_mats()
        draws, added = (game.platinum_colony, game.shelters), tuple(self._more_supply)
        self.basics = BASIC_GAME.basics(
            game.collection.catalog, game.players, game.sets, draws, tuple(self._swaps), added
        )
        self.supply = [*self.basics.piles, *self._kingdom_piles()]
        for rule, cards in due:
            for thing in rule.puts_tokens(game, self.supply) if rule.puts_tokens else ():
                self._take(thing, cards)
        self._draws_asked()
        if self._notes:
            self.supply = [self._noted(pile) for pile in self.supply]

    def _asked(self, thing: str, cards: tuple[str, ...]) -> None:
        before = self.because.get(thing)
        self.because[thing] = tuple(sorted({*before, *cards})) if before else cards

    def _take(self, thing: SetOut, cards: tuple[str, ...]) -> None:
        match thing:
            case Pile():
                self._take_pile(thing)
                self._asked(thing.name, cards)
            case Reserve(kind, why):
                self.reserves.setdefault(kind, {}).update(dict.fromkeys(cards, why))
                self._asked(kind, cards)
            case PlayerMat(name):
                self.player_mats[name] = None
                self._asked(name, cards)
            case SharedMat(name):
                self.shared_mats[name] = None
                self._asked(name, cards)
            case PlayerTokens(name, count):
                self.player_tokens[name] = self.player_tokens.get(name, 0) + count
                self._asked(name, cards)
            case PileTokens(name, pile, count, suffice):
                on_piles = self.pile_tokens.setdefault(name, {})
                on_piles[pile] = on_piles.get(pile, 0) + count
                self._place(name, cards, suffice)
            case LandscapeTokens(landscape, name, count, suffice):
                self.landscape_tokens[landscape] = {name: count}
                self._place(name, cards, suffice)
            case StartsWith(card):
                self._swaps.append(thing)
                self._asked(card, cards)
            case PileNote(pile, text, trait):
                self._notes.setdefault(pile, []).append(text)
                if trait:
                    self.traits[pile] = trait
            case Reminder(text, card):
                self.reminders[_reminder(card, text) if card else text] = None

    def _place(self, token: str, cards: tuple[str, ...], suffice: bool) -> None:
        self._asked(token, cards)
        if suffice:
            self._supplied.setdefault(token, set()).update(cards)

    def _take_pile(self, pile: Pile) -> None:
        if pile.place is Place.SUPPLY:
            self._more_supply.append(pile)
        elif pile.place is Place.ASIDE:
            self.aside.append(pile)
        elif pile.place is Place.TRASH:
            self.trash[pile.name] = pile.count
        else:
            self.beside[pile.name] = pile

    @property
    def reserved_for(self) -> dict[str, dict[str, str]]:
        """The cards that use more of a kind of token than lies there at the start, and why."""
        left = {}
        for kind, reasons in self.reserves.items():
            supplied = self._supplied.get(kind, ())
            cards = [card for card in sorted(reasons) if card not in supplied]
            if cards:
                left[kind] = {card: reasons[card] for card in cards}
        return left

    def _set_aside_from_beside(self) -> None:
        """Cards set aside out of a deck beside the Supply are no longer in it."""
        for pile in self.aside:
            for name, count in pile.takes:
                deck = self.beside.get(name)
                if deck:
                    self.beside[name] = replace(deck, count=deck.count - count)

    def _remind(self) -> None:
        """Sentences of cards in use, where their role lets them do more than their setup."""
        for thing, role in [use for use in self.game.uses if use.thing.remind]:
            in_supply_only = isinstance(thing, Card) and thing.remind_in_supply
            if role.reminds and (role.in_supply or not in_supply_only):
                self.reminders[_reminder(thing.name, thing.remind)] = None

    def _swap_mats(self) -> None:
        """Put mats in the place of others, or away, as the rulebooks say."""
        for swaps in MAT_SWAPS:
            for mat, other in swaps(self.game, self.player_mats).items():
                del self.player_mats[mat]
                cards = self.because.pop(mat)
                if other:
                    self.player_mats[other] = None
                    self._asked(other, cards)

    def _kingdom_piles(self) -> list[SupplyPile]:
        """The Kingdom in roll order, without the cards that go into the starting decks."""
        players = self.game.players
        known = _all_kingdom_piles(self.game.collection.catalog, players)
        piles = [*map(known.__getitem__, self.game.supply_cards)]
        dealt_from = [swap.pile for swap in self._swaps if swap.pile]
        for place, pile in enumerate(piles if dealt_from else ()):
            if pile.name in dealt_from:
                piles[place] = pile._replace(count=pile.count - players, dealt=players)
        return piles

    def _noted(self, pile: SupplyPile) -> SupplyPile:
        notes = self._notes.get(pile.name)
        return pile._replace(note=row((pile.note, *notes), "; ")) if notes else pile

    def _draws_asked(self) -> None:
        """What a draw brings is there for the card that decided it, or for its boxes."""
        for decision in DECISIONS:
            if getattr(self.game, decision.key):
                decided = _decided(self.game, decision)
                for thing in decision.brings:
                    self._asked(thing, decided)


@lru_cache(maxsize=4096)
def _reminder(card: str, text: str) -> str:
    """What a card reminds of; made once, because kingdoms share it."""
    says = text if isinstance(text, Sentence) else say(text)
    return say("{card}: {says}", card=card, says=says)


@cache
def _all_kingdom_piles(catalog: Catalog, players: int) -> Mapping[Card, SupplyPile]:
    """Every Kingdom pile as it lies in the Supply; made once, because kingdoms share them."""
    piles = {}
    for card in catalog.cards.values():
        count, note = pile_size(card, players)
        piles[card] = SupplyPile(card.name, count, card.types, card, note)
    return piles


def _decided(game: Game, decision: Decision) -> tuple[str, ...]:
    decided = game.kingdom.drawn.get(decision.card.key)
    if decided in game.supply_cards:
        return (decided.name,)
    return tuple(sorted([c.name for c in game.supply_cards if decision.family in c.families]))
