"""Black Market (promo, 2009): its deck, and the setup of every card in it.

Cases: promo_black_market.toml.
"""

import pytest

from setup_rules.rule_index import rules_of
from setup_rules.slots import candidates
from tests.builders import (
    CATALOG,
    DULL,
    beside,
    fetched,
    game_for,
    no,
    plan_for,
    plan_using,
    supply,
    yes,
)

SINGLES = tuple(part.name for card in CATALOG.cards.values() for part in card.contains)
"""The cards within Knights, Castles and all split piles."""

FIFTEEN = (
    *("Cellar", "Chapel", "Moat", "Village", "Workshop", "Gardens", "Witch", "Artisan"),
    *("Harbinger", "Merchant", "Vassal", "Poacher", "Sentry", "Bandit", "Adventurer"),
)


class TestTheDeck:
    """Complete Annotated Rules 2013, section 1, Black Market Deck."""

    @yes("black-market-deck")
    @pytest.mark.parametrize("role", ["ten", "bane", "ferryman", "mouse"])
    @pytest.mark.parametrize("size", [1, 14, 15])
    def test_black_market_in_any_role_brings_the_deck_that_was_agreed_on(self, role, size):
        plan = plan_using("Black Market", role, deck=FIFTEEN[:size])
        assert beside(plan)["Black Market deck"] == size
        assert plan.because["Black Market deck"] == ("Black Market",)

    @yes("black-market-deck")
    def test_it_holds_one_copy_of_each_card(self):
        plan = plan_for("Black Market", deck=FIFTEEN)
        dominion = next(box for box in plan.fetch if box.box == "dominion-2e")
        item = next(item for item in dominion.items if item.what == "Black Market deck")
        assert item.note.startswith("1 each: ")

    @no("black-market-deck")
    def test_it_is_no_supply_pile(self):
        plan = plan_for("Black Market", deck=FIFTEEN)
        assert len(plan.supply) == 7 + 10
        assert not {"Black Market deck", *FIFTEEN} & set(supply(plan))

    @no("black-market-deck")
    @pytest.mark.parametrize("name", ["Envoy", "Stash", "Market", "Grand Market", "Souk"])
    def test_without_black_market_there_is_no_deck(self, name):
        plan = plan_for(name, deck=FIFTEEN)
        assert "Black Market deck" not in beside(plan)
        assert all("Black Market deck" not in items for items in fetched(plan).values())

    @no("black-market-deck")
    @pytest.mark.parametrize(
        "name",
        [
            *("Copper", "Province", "Potion", "Platinum", "Abandoned Mine", "Followers", "Renown"),
            *("Spoils", "Madman", "Mercenary", "Hovel", "Goat", "Champion", "Imp", "Wish", "Bat"),
            *("Zombie Spy", "Horse", "Orb", "Alms", "Way of the Pig", "Star Chart"),
        ],
    )
    def test_cards_with_no_kingdom_pile_are_no_part_of_it(self, name):
        plan = plan_for("Black Market", deck=[*FIFTEEN, name])
        assert beside(plan) == {"Black Market deck": 15}
        assert plan.status == "error"


class TestSingleCardsOfMixedPiles:
    """Annotated Rules 2013, Knights; by the same rule every later pile of different cards."""

    @yes("black-market-deck")
    @pytest.mark.parametrize("name", SINGLES)
    def test_one_real_card_of_a_mixed_pile_may_be_in_the_deck(self, name):
        ally = {"ally": "Cave Dwellers"} if name == "Student" else {}
        plan = plan_for("Black Market", deck=[name, *FIFTEEN], **ally)
        assert beside(plan)["Black Market deck"] == 16
        assert plan.status == "ok"

    @no("black-market-deck")
    def test_no_other_single_card_asks_for_anything(self):
        asking = {
            name
            for name in SINGLES
            if set(plan_for("Black Market", deck=[name]).because) != {"Black Market deck"}
        }
        assert asking == {
            *("Fortune", "Plunder", "Emporium", "Crumbling Castle", "Grand Castle"),
            *("Garrison", "Student"),
        }

    @no("black-market-deck")
    @pytest.mark.parametrize("name", ["Dame Josephine", "Territory", "Humble Castle", "Stronghold"])
    def test_a_victory_card_of_a_mixed_pile_gets_no_trade_route_token(self, name):
        plan = plan_for("Trade Route", "Black Market", deck=[name])
        assert set(plan.pile_tokens["Coin"]) == {"Estate", "Duchy", "Province"}

    @yes("black-market-deck")
    @pytest.mark.parametrize(
        ("single", "pile"),
        [("Conjurer", "Wizards"), ("King's Castle", "Castles"), ("Rocks", "Catapult/Rocks")],
    )
    def test_its_pile_counts_as_in_use(self, single, pile):
        draw = next(draw for draw in rules_of(CATALOG).draws if draw.key == "bane")
        with_it = game_for("Young Witch", "Black Market", deck=[single])
        without = game_for("Young Witch", "Black Market", deck=["Cellar"])
        assert pile not in {card.name for card in candidates(with_it, draw)}
        assert pile in {card.name for card in candidates(without, draw)}


class TestMixedPilesNamedAsSuch:
    """No rulebook says: a mixed pile named for the deck stands for its top card."""

    @yes("black-market-deck")
    @pytest.mark.parametrize(
        ("pile", "top", "box"),
        [
            ("Wizards", "Student", "allies"),
            ("Forts", "Tent", "allies"),
            ("Castles", "Humble Castle", "empires"),
            ("Gladiator/Fortune", "Gladiator", "empires"),
        ],
    )
    def test_the_top_card_is_fetched(self, pile, top, box):
        plan = plan_for("Black Market", deck=[pile])
        taken = next(opened for opened in plan.fetch if opened.box == box).items
        assert [item.note for item in taken if item.what == "Black Market deck"] == [
            f"1 each: {top}"
        ]

    @no("black-market-deck")
    @pytest.mark.parametrize(
        "name",
        [
            *("Forts", "Gladiator/Fortune", "Encampment/Plunder", "Patrician/Emporium"),
            *("Castles", "Knights", "Augurs", "Townsfolk", "Clashes", "Odysseys"),
            *("Settlers/Bustling Village", "Catapult/Rocks", "Sauna/Avanto"),
        ],
    )
    def test_what_only_a_lower_card_needs_stays_in_the_box(self, name):
        plan = plan_for("Black Market", deck=[name])
        assert plan.token_reserves == ()
        assert plan.because == {"Black Market deck": ("Black Market",)}

    @yes("black-market-deck")
    @pytest.mark.parametrize("name", ["Forts", "Knights", "Castles", "Sauna/Avanto"])
    def test_it_is_played_with_a_warning(self, name):
        plan = plan_for("Black Market", deck=[*FIFTEEN, name])
        assert beside(plan)["Black Market deck"] == 16
        assert plan.status == "warning"


def test_the_dull_cards_of_these_tests_bring_nothing():
    for name in (*DULL, *FIFTEEN):
        assert plan_using(name, "ten").because == {}
