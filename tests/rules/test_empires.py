"""Empires (2016): Landmarks, Tax; debt and victory tokens at hand: what_cards_bring.toml."""

import pytest

from tests.builders import all_that, alone, codes, no, plan_for, supply, up_to_six, yes

GATHERING = ("Farmers' Market", "Temple", "Wild Hunt")
SIX_EACH = ("Arena", "Basilica", "Baths", "Battlefield", "Colonnade", "Labyrinth")
REST = (
    *("Bandit Fort", "Fountain", "Keep", "Mountain Pass", "Museum", "Orchard", "Palace"),
    *("Tomb", "Tower", "Triumphal Arch", "Wall", "Wolf Den"),
)
BASIC = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")


class TestLandmarksWithSixForEachPlayer:
    """The Landmarks Arena, Basilica, Baths, Battlefield, Colonnade and Labyrinth."""

    @yes("landmark-6-per-player")
    @pytest.mark.parametrize(("players", "points"), [(2, 12), (3, 18), (4, 24), (5, 30), (6, 36)])
    @pytest.mark.parametrize("name", SIX_EACH)
    def test_it_starts_with_6_points_for_each_player(self, name, players, points):
        plan = plan_for(landscapes=[name], players=players)
        assert plan.landscape_tokens == {name: {"VP": points}}
        assert plan.because["VP"] == (name,)

    @yes("landmark-6-per-player")
    def test_each_of_two_has_its_own(self):
        plan = plan_for(landscapes=["Arena", "Baths"], players=3)
        assert plan.landscape_tokens == {"Arena": {"VP": 18}, "Baths": {"VP": 18}}

    @no("landmark-6-per-player")
    def test_no_other_card_or_landscape_but_a_prophecy_starts_with_tokens_on_it(self):
        asking = all_that(
            lambda plan: any("VP" in on_it for on_it in plan.landscape_tokens.values())
        )
        assert asking == set(SIX_EACH)


class TestAqueduct:
    """The Landmark Aqueduct."""

    @yes("landmark-aqueduct")
    @up_to_six
    def test_8_points_on_silver_and_8_on_gold(self, players):
        plan = plan_for(landscapes=["Aqueduct"], players=players)
        assert plan.pile_tokens == {"VP": {"Silver": 8, "Gold": 8}}
        assert plan.because["VP"] == ("Aqueduct",)

    @no("landmark-aqueduct")
    def test_none_on_copper_platinum_or_kingdom_treasures(self):
        plan = plan_for("Harem", "Capital", landscapes=["Aqueduct"], platinum_colony=True)
        assert set(plan.pile_tokens["VP"]) == {"Silver", "Gold"}

    @no("landmark-aqueduct")
    def test_nothing_else_puts_points_on_treasures(self):
        asking = all_that(lambda plan: "Silver" in plan.pile_tokens.get("VP", {}))
        assert asking == {"Aqueduct"}


class TestDefiledShrine:
    """The Landmark Defiled Shrine."""

    def points(self, *names, **how):
        plan = plan_for(*names, landscapes=["Defiled Shrine"], fill=False, **how)
        return plan.pile_tokens.get("VP", {})

    @yes("landmark-defiled-shrine")
    def test_2_points_on_every_action_pile_of_the_kingdom(self):
        plan = plan_for("Village", landscapes=["Defiled Shrine"])
        kingdom = {pile.name for pile in plan.supply} - set(BASIC)
        assert plan.pile_tokens["VP"] == dict.fromkeys(kingdom, 2)
        assert plan.because["VP"] == ("Defiled Shrine",)

    @yes("landmark-defiled-shrine")
    @pytest.mark.parametrize(
        "name",
        [
            *("Nobles", "Distant Lands", "Crown", "Werewolf", "Knights", "Townsfolk", "Augurs"),
            *("Clashes", "Forts", "Odysseys", "Wizards", "Encampment/Plunder", "Catapult/Rocks"),
            *("Patrician/Emporium", "Settlers/Bustling Village", "Gladiator/Fortune"),
            *("Sauna/Avanto", "Caravan", "Moat"),
        ],
    )
    def test_what_the_randomizer_says_decides(self, name):
        assert self.points(name) == {name: 2}

    @yes("landmark-defiled-shrine")
    def test_ruins_are_an_action_pile(self):
        assert self.points("Cultist") == {"Cultist": 2, "Ruins": 2}

    @yes("landmark-defiled-shrine")
    def test_the_bane_and_the_pile_of_approaching_army_have_them_too(self):
        assert self.points("Young Witch", bane="Moat") == {"Young Witch": 2, "Moat": 2}
        plan = self.points("Tea House", prophecy="Approaching Army", army="Witch")
        assert plan == {"Tea House": 2, "Witch": 2}

    @no("landmark-defiled-shrine")
    @pytest.mark.parametrize("name", [*GATHERING, "Castles"])
    def test_none_on_gathering_piles_and_castles(self, name):
        assert self.points(name) == {}

    @no("landmark-defiled-shrine")
    @pytest.mark.parametrize("name", ["Gardens", "Harem", "Bank", "Den of Sin", "Tunnel"])
    def test_none_on_piles_that_are_no_actions(self, name):
        assert self.points(name) == {}

    @no("landmark-defiled-shrine")
    def test_none_on_basic_cards_and_potions(self):
        assert self.points("Golem", platinum_colony=True) == {"Golem": 2}

    @no("landmark-defiled-shrine")
    def test_none_on_piles_outside_the_supply(self):
        points = self.points(
            "Ferryman", "Hermit", "Black Market", ferryman="Village", deck=["Moat"]
        )
        assert points == {"Ferryman": 2, "Hermit": 2, "Black Market": 2}


class TestObelisk:
    """The Landmark Obelisk."""

    @yes("landmark-obelisk")
    @pytest.mark.parametrize(
        "name", ["Village", "Nobles", "Crown", "Knights", "Wizards", "Catapult/Rocks", "Temple"]
    )
    def test_it_counts_one_action_supply_pile(self, name):
        plan = plan_for(name, landscapes=["Obelisk"], obelisk=name, ally="Cave Dwellers")
        assert plan.named_piles["Obelisk"] == name
        assert "Obelisk" in plan.pile_notes[name]
        assert "check-obelisk-invalid" not in codes(plan)

    @yes("landmark-obelisk")
    def test_the_pile_may_be_the_bane_or_that_of_approaching_army(self):
        bane = plan_for("Young Witch", bane="Moat", landscapes=["Obelisk"], obelisk="Moat")
        army = plan_for(
            "Tea House",
            prophecy="Approaching Army",
            army="Witch",
            landscapes=["Obelisk"],
            obelisk="Witch",
        )
        for plan in (bane, army):
            assert "check-obelisk-invalid" not in codes(plan)
        assert (bane.named_piles["Obelisk"], army.named_piles["Obelisk"]) == ("Moat", "Witch")

    @no("landmark-obelisk")
    def test_without_obelisk_no_pile_is_counted(self):
        plan = plan_for("Village", landscapes=["Wall"], obelisk="Village")
        assert plan.named_piles == {}
        assert plan.pile_notes == {}

    @no("landmark-obelisk")
    def test_it_needs_no_tokens(self):
        plan = plan_for("Village", landscapes=["Obelisk"], obelisk="Village")
        assert plan.token_reserves == ()
        assert plan.landscape_tokens == plan.pile_tokens == {}


class TestTax:
    """The Event Tax."""

    @yes("event-tax")
    def test_1_debt_on_every_supply_pile(self):
        plan = plan_for(
            *("Golem", "Cultist", "Castles", "Young Witch", "Tea House"),
            bane="Moat",
            prophecy="Approaching Army",
            army="Witch",
            landscapes=["Tax"],
            platinum_colony=True,
        )
        assert plan.pile_tokens["Debt"] == dict.fromkeys(supply(plan), 1)
        assert {"Copper", "Curse", "Platinum", "Colony", "Potion", "Ruins", "Moat", "Witch"} <= set(
            plan.pile_tokens["Debt"]
        )
        assert plan.because["Debt"] == ("Tax",)

    @yes("event-tax")
    @up_to_six
    def test_the_number_of_players_changes_nothing(self, players):
        plan = plan_for(landscapes=["Tax"], players=players)
        assert sum(plan.pile_tokens["Debt"].values()) == 17

    @no("event-tax")
    def test_none_on_piles_outside_the_supply(self):
        plan = plan_for(
            *("Ferryman", "Hermit", "Tournament", "Black Market"),
            ferryman="Village",
            deck=["Moat"],
            landscapes=["Tax"],
        )
        assert set(plan.pile_tokens["Debt"]) == set(supply(plan))

    @no("event-tax")
    def test_nothing_else_puts_debt_on_piles(self):
        assert all_that(lambda plan: "Debt" in plan.pile_tokens) == {"Tax"}


class TestLandmarksWithoutTokens:
    """The other Landmarks."""

    @yes("landmark-rest")
    @pytest.mark.parametrize("name", REST)
    @up_to_six
    def test_they_start_without_tokens(self, name, players):
        plan = plan_for(landscapes=[name], players=players)
        assert plan.landscape_tokens == plan.pile_tokens == plan.player_tokens == {}
        assert [landscape.name for landscape in plan.landscapes] == [name]

    @no("landmark-rest")
    def test_all_other_landmarks_have_a_rule_of_their_own(self):
        others = (*SIX_EACH, "Aqueduct", "Defiled Shrine", "Obelisk")
        landmarks = all_that(lambda plan: any(ls.kind == "landmark" for ls in plan.landscapes))
        assert landmarks == {*REST, *others}
        assert len(landmarks) == 21
        assert alone("Arena").landscape_tokens != {}
