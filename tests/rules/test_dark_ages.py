"""Dark Ages (2012): Ruins, Spoils, Madmen and Mercenaries."""

import pytest

from tests.builders import (
    ALL_BOXES,
    CATALOG,
    all_that,
    beside,
    codes,
    fetched,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    yes,
)

LOOTERS = ("Cultist", "Death Cart", "Marauder")
SPOILS = ("Bandit Camp", "Marauder", "Pillage")
RUINS = ("Abandoned Mine", "Ruined Library", "Ruined Market", "Ruined Village", "Survivors")


class TestRuins:
    """Complete Annotated Rules 2013, section 1, Ruins Pile."""

    @yes("ruins-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*LOOTERS))
    def test_a_looter_in_any_role_adds_the_pile_to_the_supply(self, name, role):
        plan = plan_using(name, role)
        assert supply(plan)["Ruins"] == 10
        assert plan.because["Ruins"] == (name,)

    @yes("ruins-pile")
    @pytest.mark.parametrize(
        ("players", "count"), [(2, 10), (3, 20), (4, 30), (5, 40), (6, 50), (7, 50)]
    )
    def test_ten_for_each_player_after_the_first_as_far_as_the_box_goes(self, players, count):
        plan = plan_for("Cultist", players=players)
        assert supply(plan)["Ruins"] == count
        assert fetched(plan)["dark-ages"]["Ruins"] == count

    @yes("ruins-pile")
    def test_there_are_fifty_ten_of_each(self):
        ruins = CATALOG.groups["Ruins"]
        assert {ruin.name: ruin.copies for ruin in ruins} == dict.fromkeys(RUINS, 10)

    @yes("ruins-pile")
    def test_all_are_shuffled_and_counted_off_face_down_with_the_top_card_face_up(self):
        note = plan_for("Cultist", players=3).pile_notes["Ruins"]
        assert "shuffle all 50" in note
        assert "20" in note
        assert "face down, top card face up" in note

    @yes("ruins-pile")
    def test_it_is_one_pile_however_many_looters_there_are(self):
        plan = plan_for(*LOOTERS, "Black Market", deck=["Chapel"])
        assert [pile.name for pile in plan.supply].count("Ruins") == 1
        assert plan.because["Ruins"] == LOOTERS

    @yes("ruins-pile")
    def test_it_takes_no_place_of_the_ten_kingdom_piles(self):
        plan = plan_for("Cultist")
        assert len(plan.supply) == 7 + 1 + 10
        assert next(pile for pile in plan.supply if pile.name == "Ruins").card is None

    @no("ruins-pile")
    def test_it_is_no_kingdom_pile_for_the_draws(self):
        assert plan_for("Cultist").odds.shelters.denominator == 10

    @no("ruins-pile")
    def test_no_other_card_or_landscape_adds_it(self):
        assert all_that(lambda plan: "Ruins" in supply(plan)) == set(LOOTERS)

    @no("ruins-pile")
    @pytest.mark.parametrize("name", ["Pillage", "Bandit Camp", "Rogue", "Looting", "Sack of Loot"])
    def test_without_a_looter_they_stay_in_the_box(self, name):
        landscapes = ["Looting"] if name == "Looting" else []
        names = [] if name == "Looting" else [name]
        assert "Ruins" not in supply(plan_for(*names, landscapes=landscapes))


class TestSpoils:
    """Complete Annotated Rules 2013, section 1, Spoils Pile, and section 4, Non-Supply Cards."""

    @yes("spoils-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*SPOILS))
    def test_each_card_in_any_role_puts_all_15_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Spoils"] == 15
        assert plan.because["Spoils"] == (name,)
        assert "Spoils" not in supply(plan)

    @yes("spoils-pile")
    @pytest.mark.parametrize("players", range(2, 8))
    def test_15_for_any_number_of_players_in_one_pile(self, players):
        plan = plan_for(*SPOILS, players=players)
        assert beside(plan) == {"Spoils": 15}
        assert plan.because["Spoils"] == SPOILS

    @no("spoils-pile")
    def test_no_other_card_asks_for_them(self):
        assert all_that(lambda plan: "Spoils" in beside(plan)) == set(SPOILS)

    @no("spoils-pile")
    @pytest.mark.parametrize("name", ["Cultist", "Death Cart", "Rogue", "Hermit"])
    def test_without_such_a_card_they_stay_in_the_box(self, name):
        assert "Spoils" not in beside(plan_for(name))

    @no("spoils-pile")
    def test_they_never_go_into_the_black_market_deck(self):
        plan = plan_for("Pillage", "Black Market", deck=["Spoils"])
        assert codes(plan)["check-bm-non-supply"] == "error"


class TestMadman:
    """Complete Annotated Rules 2013, section 1, Madman Pile, and section 4, Non-Supply Cards."""

    @yes("madman-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Hermit"))
    def test_hermit_in_any_role_puts_the_ten_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Madman"] == 10
        assert plan.because["Madman"] == ("Hermit",)
        assert "Madman" not in supply(plan)

    @yes("madman-pile")
    @pytest.mark.parametrize("players", range(2, 8))
    def test_ten_for_any_number_of_players(self, players):
        assert beside(plan_for("Hermit", players=players)) == {"Madman": 10}

    @no("madman-pile")
    def test_no_other_card_asks_for_them(self):
        assert all_that(lambda plan: "Madman" in beside(plan)) == {"Hermit"}

    @no("madman-pile")
    def test_without_hermit_they_stay_in_the_box(self):
        assert beside(plan_for("Urchin")) == {"Mercenary": 10}

    @no("madman-pile")
    def test_they_never_go_into_the_black_market_deck(self):
        plan = plan_for("Hermit", "Black Market", deck=["Madman"])
        assert codes(plan)["check-bm-non-supply"] == "error"


class TestMercenary:
    """Complete Annotated Rules 2013, section 1, Mercenary Pile, and section 4."""

    @yes("mercenary-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Urchin"))
    def test_urchin_in_any_role_puts_the_ten_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Mercenary"] == 10
        assert plan.because["Mercenary"] == ("Urchin",)
        assert "Mercenary" not in supply(plan)

    @yes("mercenary-pile")
    @pytest.mark.parametrize("players", range(2, 8))
    def test_ten_for_any_number_of_players(self, players):
        assert beside(plan_for("Urchin", players=players)) == {"Mercenary": 10}

    @no("mercenary-pile")
    def test_no_other_card_asks_for_them(self):
        assert all_that(lambda plan: "Mercenary" in beside(plan)) == {"Urchin"}

    @no("mercenary-pile")
    def test_without_urchin_they_stay_in_the_box(self):
        assert beside(plan_for("Hermit")) == {"Madman": 10}

    @no("mercenary-pile")
    def test_they_never_go_into_the_black_market_deck(self):
        plan = plan_for("Urchin", "Black Market", deck=["Mercenary"])
        assert codes(plan)["check-bm-non-supply"] == "error"


class TestTwoBoxes:
    """What the boxes hold: a second Dark Ages has the Ruins and Shelters that seven need."""

    def test_seven_players_have_sixty_ruins_in_two_boxes(self):
        plan = plan_for("Marauder", players=7, boxes=[*ALL_BOXES, "dark-ages"])
        assert supply(plan)["Ruins"] == 60
        assert "check-ruins-short" not in codes(plan)

    def test_six_players_shuffle_one_box_all_the_same(self):
        plan = plan_for("Marauder", players=6, boxes=[*ALL_BOXES, "dark-ages"])
        assert supply(plan)["Ruins"] == 50
        assert "shuffle all 50" in plan.pile_notes["Ruins"]

    def test_seven_players_have_shelters_in_two_boxes(self):
        plan = plan_for("Altar", players=7, shelters=True, boxes=[*ALL_BOXES, "dark-ages"])
        assert "check-shelters-missing" not in codes(plan)
