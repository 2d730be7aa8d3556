"""One card brings another: what is in use, in which role, and who asked for what.

Cases: cascade.toml.
"""

import pytest

from setup_rules.catalog import DATA, Catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from tests.builders import (
    CATALOG,
    EVERYTHING,
    alone,
    beside,
    game_for,
    no,
    plan_for,
    plan_using,
    supply,
    thing,
    yes,
)

BASIC = {"Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse"}
DULL_FOR = {
    "ten": "Village",
    "bane": "Cellar",
    "army": "Witch",
    "ferryman": "Village",
    "mouse": "Cellar",
    "riverboat": "Bazaar",
    "deck": "Cellar",
}

SHELF = gather(CATALOG, tuple(CATALOG.boxes))


class TestTheLongestChain:
    """Every rulebook: a card that joins the game does its own setup, and may bring more cards."""

    DECK = ("Baker", "Trade Route", "Golem", "Cultist", "Tournament", "Pooka", "Livery", "Emissary")

    def plan(self, *names, **changed):
        how = {
            "prophecy": "Approaching Army",
            "army": "Young Witch",
            "bane": "Black Market",
            "deck": self.DECK,
            "ally": "Cave Dwellers",
            "players": 3,
        }
        return plan_for(*(names or ("Poet", "Gardens")), **{**how, **changed})

    @yes("omen-prophecy", "approaching-army", "bane-pile", "black-market-deck")
    def test_an_omen_leads_to_an_army_to_a_bane_to_a_deck(self):
        plan = self.plan()
        assert plan.because["Approaching Army"] == ("Poet",)
        assert plan.because["Young Witch"] == ("Approaching Army",)
        assert plan.because["Black Market"] == ("Young Witch",)
        assert plan.because["Black Market deck"] == ("Black Market",)
        assert beside(plan)["Black Market deck"] == 8
        assert {"Young Witch", "Black Market"} <= set(supply(plan))

    @yes("approaching-army", "bane-pile")
    def test_the_supply_has_twelve_kingdom_piles_and_the_two_that_were_asked_for(self):
        plan = self.plan()
        assert len(plan.supply) == 7 + 12 + 2

    @no("approaching-army", "bane-pile", "black-market-deck", "baker-token", "ruins-pile")
    def test_without_the_omen_all_of_it_stays_in_the_box(self):
        plan = self.plan("Village", "Gardens")
        assert set(supply(plan)) - BASIC == set(supply(plan_for("Village", "Gardens"))) - BASIC
        assert plan.because == {}
        assert plan.beside == ()
        assert plan.player_tokens == plan.pile_tokens == plan.landscape_tokens == {}

    @no("approaching-army", "bane-pile", "black-market-deck")
    @pytest.mark.parametrize(
        ("changed", "gone"),
        [
            ({"prophecy": "Good Harvest"}, {"Young Witch", "Black Market", "Potion", "Ruins"}),
            ({"army": "Witch"}, {"Young Witch", "Black Market", "Potion", "Ruins"}),
            ({"bane": "Cellar"}, {"Black Market", "Potion", "Ruins"}),
            ({"deck": ("Cellar", "Chapel")}, {"Potion", "Ruins"}),
        ],
    )
    def test_a_chain_that_is_cut_ends_there(self, changed, gone):
        plan = self.plan(**changed)
        everything = {"Young Witch", "Black Market", "Potion", "Ruins"}
        assert everything & set(supply(plan)) == everything - gone
        assert plan.player_tokens == {}
        assert "Prizes" not in beside(plan)


class TestRoles:
    """Annotated Rules 2013, section 4; Cornucopia & Guilds 2023; Rising Sun 2024, page 7."""

    @yes("bane-pile", "approaching-army")
    @pytest.mark.parametrize(
        ("role", "name"), [("ten", "Urchin"), ("bane", "Urchin"), ("army", "Urchin")]
    )
    def test_supply_piles_count_in_the_draws(self, role, name):
        assert plan_using(name, role).odds.shelters == pytest.approx(
            1 / (10 if role == "ten" else 11)
        )

    @no("bane-pile", "approaching-army", "ferryman-pile", "riverboat-card", "way-of-the-mouse")
    @pytest.mark.parametrize("role", DULL_FOR)
    def test_a_dull_card_brings_nothing_in_any_role(self, role):
        plan = plan_using(DULL_FOR[role], role)
        kingdom = {pile.name for pile in plan.supply if pile.card is None}
        assert kingdom == BASIC
        assert plan.starting_deck == {"Copper": 7, "Estate": 3}
        assert plan.player_mats == plan.shared_mats == plan.token_reserves == ()
        assert plan.player_tokens == plan.pile_tokens == plan.trash == {}
        assert not [text for text in plan.reminders if text.startswith(f"{DULL_FOR[role]}: ")]


class TestTheLastThatAsks:
    """What several cards ask for goes back to the box with the last of them, not before."""

    @yes("ruins-pile", "potion-pile", "fate-boons", "doom-hexes", "horses", "loot-pile")
    @no("ruins-pile", "potion-pile", "fate-boons", "doom-hexes", "horses", "loot-pile")
    @pytest.mark.parametrize(
        ("thing", "cards"),
        [
            ("Ruins", ("Cultist", "Marauder")),
            ("Potion", ("Golem", "Familiar")),
            ("Spoils", ("Pillage", "Bandit Camp")),
            ("Boons", ("Bard", "Idol")),
            ("Hexes", ("Skulk", "Cursed Village")),
            ("Imp", ("Exorcist", "Tormentor")),
            ("Wish", ("Leprechaun", "Secret Cave")),
            ("Horse", ("Scrap", "Groom")),
            ("Loot", ("Search", "Pickaxe")),
            ("Tavern", ("Guide", "Miser")),
            ("Exile", ("Coven", "Cardinal")),
            ("Favors", ("Emissary", "Broker")),
            ("Journey", ("Ranger", "Giant")),
            ("VP", ("Bishop", "Temple")),
            ("Debt", ("Overlord", "Litter")),
        ],
    )
    def test_one_of_two_is_enough_and_none_is_not(self, thing, cards):
        one, other = cards
        assert plan_for(one, other).because[thing] == tuple(sorted(cards))
        assert plan_for(one, "Village").because[thing] == (one,)
        assert plan_for("Village", other).because[thing] == (other,)
        assert plan_for("Village", "Moat").because == {}
        assert plan_for("Black Market", one, deck=[other]).because[thing] == tuple(sorted(cards))


class TestWhoAsked:
    """The plan names for each thing the cards that ask for it, and no others."""

    @no("horses", "exile", "loot-pile")
    @pytest.mark.parametrize("kind", ["piles", "landscapes"])
    def test_alone_a_card_or_landscape_is_all_that_asks(self, kind):
        piles = len(CATALOG.cards)
        names = EVERYTHING[:piles] if kind == "piles" else EVERYTHING[piles:]
        for name in names:
            asking = {who for cards in alone(name).because.values() for who in cards}
            assert asking <= {name, "Bauble", "Tea House"}

    @yes("horses", "exile", "loot-pile")
    def test_everything_that_is_set_out_has_somebody_who_asked(self):
        for name in EVERYTHING:
            plan = alone(name)
            things = {
                *(pile.name for pile in plan.supply if pile.card is None),
                *(pile.name for pile in (*plan.beside, *plan.aside)),
                *plan.trash,
                *plan.player_mats,
                *plan.shared_mats,
                *plan.token_reserves,
                *plan.player_tokens,
                *plan.pile_tokens,
                *(token for on_it in plan.landscape_tokens.values() for token in on_it),
                *plan.starting_deck,
            }
            assert things - BASIC <= set(plan.because)


class TestSettledAgain:
    """What is in use follows from what is named now, whatever was settled before."""

    def test_another_catalog_has_its_own_cards(self):
        other = Catalog(DATA)
        kingdom = game_for("Young Witch").kingdom
        for catalog in (CATALOG, other, CATALOG):
            game = settle(kingdom, 2, gather(catalog, tuple(catalog.boxes)))
            assert game.ten == tuple(catalog.cards[pile.id] for pile in kingdom.piles)
            assert game.supply_cards[0] is catalog.cards[game.supply_cards[0].id]

    def test_another_bane_brings_its_own_rules(self):
        kingdom = game_for("Young Witch").kingdom
        for bane, brings in (("Cellar", False), ("Hermit", True), ("Cellar", False)):
            named = kingdom._replace(drawn={"bane": thing(bane)})
            plan = plan_setup(settle(named, 2, SHELF))
            assert ("Madman" in beside(plan)) is brings

    def test_players_shelf_and_decisions_may_differ_for_one_kingdom(self):
        kingdom = game_for("Young Witch").kingdom
        with_colonies = kingdom._replace(platinum_colony=True)
        assert settle(kingdom, 2, SHELF).players == 2
        assert settle(kingdom, 6, SHELF).players == 6
        assert settle(with_colonies, 2, SHELF).platinum_colony
        assert not settle(kingdom, 2, SHELF).platinum_colony
        one_box = gather(CATALOG, ("dominion-2e",))
        assert settle(kingdom, 2, one_box).collection is one_box
