"""Nocturne (2017): Heirlooms, Druid, the Night phase; Spirits, States: what_cards_bring.toml."""

import pytest

from tests.builders import (
    CATALOG,
    all_that,
    aside,
    beside,
    codes,
    fetched,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    up_to_six,
    yes,
)

HEIRLOOMS = {
    "Cemetery": "Haunted Mirror",
    "Fool": "Lucky Coin",
    "Pixie": "Goat",
    "Pooka": "Cursed Gold",
    "Secret Cave": "Magic Lamp",
    "Shepherd": "Pasture",
    "Tracker": "Pouch",
}
FATE = ("Bard", "Blessed Village", "Druid", "Fool", "Idol", "Pixie", "Sacred Grove", "Tracker")
NIGHT = (
    *("Changeling", "Cobbler", "Crypt", "Den of Sin", "Devil's Workshop", "Exorcist"),
    *("Ghost Town", "Guardian", "Monastery", "Night Watchman", "Raider", "Vampire", "Werewolf"),
)


class TestHeirlooms:
    """Nocturne rulebook 2017, page 5; the cards."""

    @yes("heirloom")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*HEIRLOOMS))
    def test_in_any_role_its_heirloom_replaces_one_copper_of_each_player(self, name, role):
        plan = plan_using(name, role)
        assert plan.starting_deck == {"Copper": 6, "Estate": 3, HEIRLOOMS[name]: 1}
        assert plan.because[HEIRLOOMS[name]] == (name,)

    @yes("heirloom")
    @pytest.mark.parametrize(("players", "coppers"), [(2, 48), (3, 42), (4, 36), (5, 90), (6, 84)])
    def test_the_spare_coppers_join_the_pile(self, players, coppers):
        assert supply(plan_for("Pooka", players=players))["Copper"] == coppers

    @yes("heirloom")
    @up_to_six
    def test_one_for_each_player_is_fetched(self, players):
        plan = plan_for("Pooka", players=players)
        assert fetched(plan)["nocturne"]["Cursed Gold"] == players

    @yes("heirloom")
    @up_to_six
    def test_all_seven_leave_no_copper_in_the_decks(self, players):
        plan = plan_for(*HEIRLOOMS, players=players)
        assert plan.starting_deck == {"Estate": 3, **dict.fromkeys(HEIRLOOMS.values(), 1)}
        assert supply(plan)["Copper"] == (60 if players <= 4 else 120)

    @yes("heirloom")
    def test_they_combine_with_shelters(self):
        plan = plan_for("Fool", "Tracker", shelters=True)
        shelters = {"Hovel": 1, "Necropolis": 1, "Overgrown Estate": 1}
        assert plan.starting_deck == {"Copper": 5, "Lucky Coin": 1, "Pouch": 1, **shelters}

    @yes("heirloom")
    def test_the_same_card_in_two_roles_brings_its_heirloom_once(self):
        plan = plan_for("Tracker", "Black Market", deck=["Tracker"])
        assert plan.starting_deck == {"Copper": 6, "Estate": 3, "Pouch": 1}


class TestBoonsAndHexes:
    """Nocturne rulebook 2017, page 5, Fate and Doom cards."""

    @yes("fate-boons", "doom-hexes")
    @pytest.mark.parametrize(("name", "deck"), [("Bard", "Boons"), ("Skulk", "Hexes")])
    def test_the_twelve_are_shuffled_face_down(self, name, deck):
        assert plan_for(name).pile_notes[deck] == "shuffle, face down"
        assert [card.copies for card in CATALOG.groups[deck]] == [1] * 12


class TestDruid:
    """Nocturne rulebook 2017, pages 5 and 8."""

    @yes("druid-boons")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Druid"))
    def test_three_boons_are_set_aside_and_nine_are_left(self, name, role):
        plan = plan_using(name, role)
        boons = next(pile for pile in plan.aside if pile.name == "Druid Boons")
        assert boons.count == 3
        assert "face up" in boons.note
        assert beside(plan)["Boons"] == 9
        assert plan.because["Druid Boons"] == ("Druid",)

    @yes("druid-boons")
    def test_the_boons_that_are_named_are_told(self):
        named = ["The Sea's Gift", "The Sun's Gift", "The Swamp's Gift"]
        plan = plan_for("Druid", boons=named)
        note = plan.pile_notes["Druid Boons"]
        assert all(boon in note for boon in named)
        assert "check-choice-open" not in codes(plan)

    @yes("druid-boons")
    @up_to_six
    def test_all_twelve_are_fetched(self, players):
        plan = plan_for("Druid", "Bard", players=players)
        assert fetched(plan)["nocturne"]["Boons"] == 12

    @no("druid-boons")
    def test_no_other_card_or_landscape_sets_boons_aside(self):
        assert all_that(lambda plan: "Druid Boons" in aside(plan)) == {"Druid"}

    @no("druid-boons")
    @pytest.mark.parametrize("name", [name for name in FATE if name != "Druid"])
    def test_the_other_fate_cards_keep_all_twelve_together(self, name):
        plan = plan_for(name, boons=["The Sea's Gift", "The Sun's Gift", "The Swamp's Gift"])
        assert beside(plan)["Boons"] == 12
        assert plan.aside == ()


class TestZombies:
    """Nocturne rulebook 2017, page 5."""

    ZOMBIES = ("Zombie Apprentice", "Zombie Mason", "Zombie Spy")

    @yes("zombies")
    @up_to_six
    def test_one_of_each_face_up_for_any_number_of_players(self, players):
        plan = plan_for("Necromancer", players=players)
        taken = next(box for box in plan.fetch if box.box == "nocturne").items
        notes = {item.what: (item.count, item.note) for item in taken}
        for zombie in self.ZOMBIES:
            assert notes[zombie] == (1, "face up in the trash")


class TestNightPhase:
    """Nocturne rulebook 2017, page 6."""

    @staticmethod
    def reminded(plan):
        return any("Night" in text and "after the Buy phase" in text for text in plan.reminders)

    @yes("night-phase")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*NIGHT))
    def test_a_night_card_in_any_role_brings_the_reminder(self, name, role):
        assert self.reminded(plan_using(name, role))

    @yes("night-phase")
    def test_it_is_said_once(self):
        plan = plan_for("Crypt", "Cobbler", "Raider")
        assert len(plan.reminders) == 1

    @no("night-phase")
    def test_no_other_card_without_the_type_brings_it(self):
        night = {card.name for card in CATALOG.cards.values() if "Night" in card.types}
        assert night == set(NIGHT)
        assert all_that(self.reminded) == night | {"Cemetery"}

    @yes("night-phase")
    def test_cemetery_brings_it_with_its_ghost_which_is_a_night_card(self):
        assert self.reminded(plan_for("Cemetery"))

    @no("night-phase")
    @pytest.mark.parametrize("name", ["Bard", "Skulk", "Necromancer", "Fortress"])
    def test_without_a_night_card_nothing_is_said(self, name):
        assert plan_for(name).reminders == ()
