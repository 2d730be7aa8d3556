"""Repair: the fewest changes that make a kingdom playable, drawn uniformly among them."""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from setup_rules.cards import Card
from setup_rules.cascade import settle
from setup_rules.collection import gather
from setup_rules.draw.completion import DECK_SIZE
from setup_rules.draw.repair import can_be_put_in, draw_piles, repair
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Kingdom
from setup_rules.problems import Severity
from tests.builders import ALL_BOXES, CATALOG
from tests.thorough import THOROUGH

SMALL = ("base-cards", "cornucopia")
"""Thirteen piles; Young Witch among them, and three cards that can be her Bane."""
PROMOS = (*(box for box in ALL_BOXES if box.startswith("promo")), "base-cards")
"""Eleven piles with Black Market, so that the deck is always the eleventh."""
FIVE = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages")
PLAYERS = 3
NINE = ("Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop")


def kingdom(*names, landscapes=(), deck=(), **drawn):
    """A kingdom of these names."""
    by_name = CATALOG.by_name
    return Kingdom(
        tuple(by_name[name] for name in names),
        tuple(by_name[name] for name in landscapes),
        tuple(by_name[name] for name in deck),
        {slot: by_name[name] for slot, name in drawn.items()},
    )


def repaired(named, boxes, seed="friday", players=PLAYERS, **how):
    return repair(named, players, gather(CATALOG, boxes), seed, **how)


def errors(result, boxes, players=PLAYERS):
    plan = plan_setup(settle(result, players, gather(CATALOG, boxes)))
    return [problem.code for problem in plan.problems if problem.severity is Severity.ERROR]


def names(result):
    return {pile.name for pile in result.piles}


def _asks(card):
    return card.name in ("Young Witch", "Black Market")


@cache
def completions(boxes, ten):
    """How a ten of a small shelf can be played: Banes or decks that leave no error, by trial."""
    shelf = gather(CATALOG, boxes)
    piles = sorted(ten, key=lambda card: card.id)
    unused = [card for card in shelf.cards if card not in ten]
    if any(card.name == "Young Witch" for card in ten):
        tries = [Kingdom(tuple(piles), drawn={"bane": card}) for card in unused]
    elif any(card.name == "Black Market" for card in ten):
        tries = [Kingdom(tuple(piles), deck=(card,)) for card in unused if not card.is_mixed]
    else:
        tries = [Kingdom(tuple(piles))]
    return [result for result in tries if not errors(result, boxes)]


@cache
def playable_tens(boxes):
    shelf = gather(CATALOG, boxes)
    tens = map(frozenset, combinations(shelf.cards, 10))
    return [ten for ten in tens if completions(boxes, ten)]


def fewest(named, boxes):
    """The tens with the fewest named piles lost, and of these with the fewest that ask for more."""
    given = {pile for pile in named.piles if isinstance(pile, Card)}
    lost = {ten: len(given - ten) for ten in playable_tens(boxes)}
    least = min(lost.values())
    good = [ten for ten in lost if lost[ten] == least]
    asking = {ten: sum(map(_asks, ten - given)) for ten in good}
    return {ten for ten in good if asking[ten] == min(asking.values())}


WITHOUT_WITCH = [card.name for card in gather(CATALOG, SMALL).cards if not _asks(card)]


class TestByTrial:
    """Small shelves, on which every kingdom can be tried."""

    @pytest.mark.parametrize("boxes", [SMALL, PROMOS], ids=["Cornucopia", "promos"])
    def test_always_ends_playable_with_the_fewest_changes(self, boxes):
        chance = random.Random(boxes[0])
        shelf = gather(CATALOG, boxes)
        strangers = [CATALOG.by_name[name] for name in ("Moat", "Dame Anna", "Copper", "Alms")]
        for number in range(30):
            piles = chance.sample(shelf.cards, chance.randrange(len(shelf.cards) + 1))
            piles += chance.sample(strangers, chance.randrange(3))
            piles += chance.sample(piles, min(len(piles), chance.randrange(2)))
            named = Kingdom(tuple(chance.sample(piles, len(piles))))
            result = repaired(named, boxes, f"{number}")
            assert result.kingdom is not None
            assert errors(result.kingdom, boxes) == []
            assert frozenset(result.kingdom.piles) in fewest(named, boxes)
            kept = len({*named.piles} & {*result.kingdom.piles})
            assert result.lost == len(named.piles) - kept

    def test_a_named_bane_stays_as_long_as_that_can_be(self):
        shelf = gather(CATALOG, SMALL)
        banes = [card for card in shelf.cards if card.cost.is_exactly(2, 3)]
        for bane in banes:
            named = kingdom("Young Witch", "Jester", "Harvest", bane=bane.name)
            for seed in range(20):
                result = repaired(named, SMALL, f"{seed}").kingdom
                assert result.drawn["bane"] is bane
                assert bane not in result.piles

    def test_choices_are_counted_among_what_is_lost(self):
        """A Bane is named as well: it is kept, or counted as one more thing that is lost."""
        chance = random.Random("Bane")
        shelf = gather(CATALOG, SMALL)
        for number in range(30):
            piles = chance.sample(shelf.cards, chance.randrange(4, 12))
            bane = chance.choice([card for card in shelf.cards if card not in piles])
            if not bane.cost.is_exactly(2, 3):
                continue
            result = repaired(Kingdom(tuple(piles), drawn={"bane": bane}), SMALL, f"{number}")
            lost = {}
            for ten in playable_tens(SMALL):
                if bane not in ten:
                    ways = completions(SMALL, ten)
                    kept = all("bane" not in way.drawn for way in ways)
                    kept = kept or any(way.drawn.get("bane") is bane for way in ways)
                    lost[ten] = len(set(piles) - ten) + (not kept)
            assert result.lost == min(lost.values())
            assert lost[frozenset(result.kingdom.piles)] == result.lost
            assert errors(result.kingdom, SMALL) == []

    @pytest.mark.parametrize(
        "named",
        [
            kingdom(*WITHOUT_WITCH[:8]),
            kingdom(
                *("Young Witch", "Hamlet", "Fortune Teller", "Menagerie", "Jester", "Harvest"),
                *("Horn of Plenty", "Hunting Party", "Tournament", "Remake"),
            ),
            kingdom(*WITHOUT_WITCH[:11]),
        ],
        ids=["two to add", "no Bane left", "one too many"],
    )
    def test_every_outcome_is_equally_likely(self, named):
        """Chi-square; beyond the bound chance would go once in a million times."""
        outcomes = fewest(named, SMALL)
        assert len(outcomes) > 5
        shelf = gather(CATALOG, SMALL)
        each = 40 if THOROUGH else 15
        options = Counter(
            frozenset(repair(named, PLAYERS, shelf, f"{seed}").kingdom.piles)
            for seed in range(each * len(outcomes))
        )
        assert set(options) <= outcomes
        chi_square = sum((options[ten] - each) ** 2 / each for ten in outcomes)
        freedom = len(outcomes) - 1
        assert chi_square < freedom + 4.75 * (2 * freedom) ** 0.5 + 12


class TestLargeShelves:
    def test_the_tenth_pile_is_drawn_uniformly(self):
        """Many ways are drawn rather than listed; these are as uniform."""
        nine = kingdom(*NINE)
        shelf = gather(CATALOG, FIVE)
        pool = {card for card in shelf.cards if not _asks(card)} - set(nine.piles)
        options = Counter()
        for seed in range(8 * len(pool)):
            (new,) = set(repair(nine, 2, shelf, f"{seed}").kingdom.piles) - set(nine.piles)
            options[new] += 1
        assert set(options) <= pool
        chi_square = sum((options[card] - 8) ** 2 / 8 for card in pool)
        freedom = len(pool) - 1
        assert chi_square < freedom + 4.75 * (2 * freedom) ** 0.5 + 12

    def test_what_is_fine_never_changes(self):
        ten = (*NINE, "Woodcutter")
        named = kingdom(*ten, landscapes=["Alms"])
        result = repaired(named, (*FIVE, "adventures"))
        assert result.kingdom == named
        assert result.lost == 0

    def test_a_mixed_piles_card_gives_its_place_away(self):
        named = kingdom(
            *("Young Witch", "Tournament", "Bank", "Trade Route", "Hermit", "Marauder"),
            *("Urchin", "Familiar", "Knights", "Dame Anna"),
        )
        result = repaired(named, FIVE)
        assert result.lost == 1
        assert names(result.kingdom) > names(named) - {"Dame Anna"}
        assert result.kingdom.drawn["bane"].cost.is_exactly(2, 3)
        assert errors(result.kingdom, FIVE) == []

    def test_either_half_of_a_split_pile_is_its_pile(self):
        result = repaired(kingdom("Encampment", "Emporium"), ("dominion-2e", "empires"))
        assert result.lost == 0
        assert {"Encampment/Plunder", "Patrician/Emporium"} <= names(result.kingdom)

    def test_a_named_ally_brings_a_liaison_rather_than_being_lost(self):
        result = repaired(kingdom(*NINE, ally="Cave Dwellers"), (*FIVE, "allies"))
        assert result.lost == 0
        assert result.kingdom.drawn["ally"].name == "Cave Dwellers"
        assert any("Liaison" in pile.types for pile in result.kingdom.piles)

    def test_a_named_prophecys_wrong_army_is_drawn_again(self):
        named = kingdom("Minion", prophecy="Approaching Army", army="Moat")
        boxes = ("dominion-2e", "intrigue-2e", "rising-sun")
        result = repaired(named, boxes)
        assert result.lost == 1
        assert "Attack" in result.kingdom.drawn["army"].types
        assert errors(result.kingdom, boxes) == []

    def test_an_ally_that_nobody_asks_for_is_lost_when_there_is_no_place(self):
        ten = (*NINE, "Woodcutter")
        result = repaired(kingdom(*ten, ally="Cave Dwellers"), (*FIVE, "allies"))
        assert result.lost == 1
        assert "ally" not in result.kingdom.drawn
        assert names(result.kingdom) == set(ten)

    def test_everything_that_is_asked_for_is_dealt(self):
        named = kingdom(
            *("Young Witch", "Ferryman", "Riverboat", "Black Market", "Underling", "Tea House"),
            landscapes=["Way of the Mouse", "Cheap"],
        )
        result = repaired(named, ALL_BOXES).kingdom
        assert {"bane", "ferryman", "riverboat", "ally", "prophecy", "mouse"} <= set(result.drawn)
        assert len(result.deck) == DECK_SIZE
        assert set(result.traits) == {"cheap"}
        assert result.platinum_colony is None
        assert errors(result, ALL_BOXES) == []

    def test_wrong_choices_are_made_anew_and_right_ones_stay(self):
        named = kingdom(
            *("Young Witch", "Black Market", "Cellar", "Market"),
            landscapes=["Alms", "Donate"],
            deck=["Chapel", "Cellar", "Moat", "Alms", "Chapel"],
            bane="Market",
        )
        result = repaired(named, (*FIVE, "promo-black-market", "adventures"))
        assert [card.name for card in result.kingdom.deck] == ["Chapel", "Moat"]
        assert [landscape.name for landscape in result.kingdom.landscapes] == ["Alms"]
        assert result.kingdom.drawn["bane"].cost.is_exactly(2, 3)
        assert result.lost == 5

    def test_potions_and_draws_that_no_box_has_are_done_without(self):
        named = kingdom("Familiar", "Village")
        named = Kingdom(named.piles, platinum_colony=True, shelters=True)
        result = repaired(named, ("dominion-1e",))
        assert result.kingdom.platinum_colony is False
        assert result.kingdom.shelters is False
        assert "Familiar" not in names(result.kingdom)
        assert result.lost == 3

    @pytest.mark.parametrize("players", [5, 6, 7])
    def test_many_players_are_served_from_two_sets(self, players):
        boxes = ("dominion-1e", "dominion-2e", "nocturne", "renaissance", "base-cards")
        for seed in range(5):
            result = repaired(kingdom("Pixie", landscapes=["Academy"]), boxes, f"{seed}", players)
            assert result.kingdom is not None
            assert errors(result.kingdom, boxes, players) == []

    def test_what_is_never_dealt_is_put_in_only_if_nothing_else_will_do(self):
        never = frozenset(card.id for card in gather(CATALOG, FIVE).cards[20:])
        result = repaired(kingdom("Village"), FIVE, banned=never).kingdom
        assert {pile.id for pile in result.piles} & never <= {"village"}
        all_of_them = frozenset(card.id for card in gather(CATALOG, FIVE).cards)
        assert repaired(kingdom("Village"), FIVE, banned=all_of_them).kingdom is not None

    def test_a_seed_gives_the_same_again(self):
        named = kingdom("Young Witch", "Village")
        assert repaired(named, FIVE, "a") == repaired(named, FIVE, "a")
        assert repaired(named, FIVE, "a") != repaired(named, FIVE, "b")


class TestNothingHelps:
    """It says why, as the engine does."""

    @pytest.mark.parametrize(
        ("boxes", "players", "code"),
        [
            (("alchemy", "empires"), 2, "check-no-basic-cards"),
            (("dominion-1e",), 5, "check-treasure-sets"),
            (("dominion-1e",), 9, "check-player-count"),
            (("base-cards", "promo-stash"), 2, "check-kingdom-size"),
            (("base-cards",), 2, "check-kingdom-size"),
        ],
    )
    def test_without_basic_cards_players_or_piles(self, boxes, players, code):
        result = repaired(kingdom("Village"), boxes, players=players)
        assert result.kingdom is None
        assert code in [problem.code for problem in result.problems]
        assert all(problem.message and problem.fix for problem in result.problems)


class TestSinglePiles:
    def test_free_places_are_filled_without_touching_the_rest(self):
        shelf = gather(CATALOG, FIVE)
        named = kingdom("Village", "Smithy", "Young Witch")
        drawn = draw_piles(named, 7, 2, shelf, "friday")
        assert len(drawn) == 7
        assert not set(drawn) & set(named.piles)
        assert not any(map(_asks, drawn))

    def test_what_no_box_has_is_in_nobodys_way(self):
        shelf = gather(CATALOG, ("seaside-1e", "base-cards", "plunder"))
        assert len(draw_piles(kingdom("Sycophant", "Haven"), 8, 2, shelf, "friday")) == 8

    def test_none_are_drawn_from_a_shelf_that_is_too_small(self):
        shelf = gather(CATALOG, ("base-cards", "promo-stash"))
        assert draw_piles(kingdom("Stash"), 9, 2, shelf, "friday") == ()

    def test_choices_leave_out_what_is_in_use_or_cannot_be_played(self):
        shelf = gather(CATALOG, ("dominion-1e", "cornucopia"))
        options = can_be_put_in(kingdom("Village", "Young Witch", bane="Moat"), 2, shelf)
        listed = [card.name for card in options]
        assert "Smithy" in listed
        assert not {"Village", "Moat", "Young Witch"} & set(listed)
        assert listed == sorted(listed)
