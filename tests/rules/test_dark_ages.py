"""Dark Ages (2012): Ruins; Spoils, Madmen and Mercenaries: what_cards_bring.toml."""

from tests.builders import ALL_BOXES, CATALOG, codes, no, plan_for, supply, yes

LOOTERS = ("Cultist", "Death Cart", "Marauder")
RUINS = ("Abandoned Mine", "Ruined Library", "Ruined Market", "Ruined Village", "Survivors")


class TestRuins:
    """Complete Annotated Rules 2013, section 1, Ruins Pile."""

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
