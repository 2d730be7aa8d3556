"""Nocturne (2017): Heirlooms, Boons, Hexes, Spirits, Zombies, States and the Night phase."""

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
DOOM = ("Cursed Village", "Leprechaun", "Skulk", "Tormentor", "Vampire", "Werewolf")
NIGHT = (
    *("Changeling", "Cobbler", "Crypt", "Den of Sin", "Devil's Workshop", "Exorcist"),
    *("Ghost Town", "Guardian", "Monastery", "Night Watchman", "Raider", "Vampire", "Werewolf"),
)
STATES = {"Deluded/Envious": 6, "Miserable/Twice Miserable": 6}
WISP, IMP, GHOST = "Will-o'-Wisp", "Imp", "Ghost"
SPIRITS = {
    "Exorcist": {WISP: 12, IMP: 13, GHOST: 6},
    "Devil's Workshop": {IMP: 13},
    "Tormentor": {IMP: 13},
    "Cemetery": {GHOST: 6},
}


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
    @pytest.mark.parametrize("players", range(2, 7))
    def test_one_for_each_player_is_fetched(self, players):
        plan = plan_for("Pooka", players=players)
        assert fetched(plan)["nocturne"]["Cursed Gold"] == players

    @yes("heirloom")
    @pytest.mark.parametrize("players", range(2, 7))
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

    @no("heirloom")
    @pytest.mark.parametrize("heirloom", HEIRLOOMS.values())
    def test_no_other_card_or_landscape_brings_it(self, heirloom):
        cards = {name for name, own in HEIRLOOMS.items() if own == heirloom}
        assert all_that(lambda plan: heirloom in plan.starting_deck) == cards

    @no("heirloom")
    @pytest.mark.parametrize(("name", "heirloom"), HEIRLOOMS.items())
    def test_it_has_no_pile(self, name, heirloom):
        plan = plan_for(name)
        assert heirloom not in supply(plan)
        assert heirloom not in beside(plan)

    @no("heirloom")
    @pytest.mark.parametrize("name", ["Bard", "Druid", "Leprechaun", "Conclave", "Necromancer"])
    def test_other_cards_leave_the_seven_coppers(self, name):
        assert plan_for(name).starting_deck == {"Copper": 7, "Estate": 3}


class TestBoons:
    """Nocturne rulebook 2017, page 5, Fate cards."""

    @yes("fate-boons")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*FATE))
    def test_a_fate_card_in_any_role_brings_the_boons_and_will_o_wisps(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Boons"] == (9 if name == "Druid" else 12)
        assert beside(plan)[WISP] == 12
        assert plan.because["Boons"] == plan.because[WISP] == (name,)
        assert not {"Boons", WISP} & set(supply(plan))

    @yes("fate-boons")
    def test_the_twelve_boons_are_shuffled_face_down(self):
        assert plan_for("Bard").pile_notes["Boons"] == "shuffle, face down"
        assert [boon.copies for boon in CATALOG.groups["Boons"]] == [1] * 12

    @yes("fate-boons")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_they_are_the_same_for_any_number_of_players_and_fate_cards(self, players):
        plan = plan_for("Bard", "Idol", players=players)
        assert beside(plan) == {"Boons": 12, WISP: 12}
        assert plan.because["Boons"] == ("Bard", "Idol")

    @no("fate-boons")
    def test_no_other_card_or_landscape_brings_the_boons(self):
        assert all_that(lambda plan: "Boons" in beside(plan)) == set(FATE)

    @no("fate-boons")
    @pytest.mark.parametrize("name", [*DOOM, "Exorcist", "Shepherd"])
    def test_without_a_fate_card_they_stay_in_the_box(self, name):
        assert "Boons" not in beside(plan_for(name))


class TestHexes:
    """Nocturne rulebook 2017, page 5, Doom cards."""

    @yes("doom-hexes")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*DOOM))
    def test_a_doom_card_in_any_role_brings_the_hexes_and_two_states(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Hexes"] == 12
        assert {state: beside(plan)[state] for state in STATES} == STATES
        for thing in ("Hexes", *STATES):
            assert plan.because[thing] == (name,)
            assert thing not in supply(plan)

    @yes("doom-hexes")
    def test_the_twelve_hexes_are_shuffled_face_down(self):
        assert plan_for("Skulk").pile_notes["Hexes"] == "shuffle, face down"
        assert [hex_.copies for hex_ in CATALOG.groups["Hexes"]] == [1] * 12

    @yes("doom-hexes")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_they_are_the_same_for_any_number_of_players_and_doom_cards(self, players):
        plan = plan_for("Skulk", "Cursed Village", players=players)
        assert beside(plan) == {"Hexes": 12, **STATES}

    @no("doom-hexes")
    @pytest.mark.parametrize("thing", ["Hexes", *STATES])
    def test_no_other_card_or_landscape_brings_them(self, thing):
        assert all_that(lambda plan: thing in beside(plan)) == set(DOOM)

    @no("doom-hexes")
    @pytest.mark.parametrize("name", [*FATE, "Raider", "Exorcist"])
    def test_without_a_doom_card_they_stay_in_the_box(self, name):
        assert not {"Hexes", *STATES} & set(beside(plan_for(name)))


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
    @pytest.mark.parametrize("players", range(2, 7))
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


class TestSpirits:
    """Nocturne rulebook 2017, page 5, Spirits."""

    @yes("spirits")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*SPIRITS))
    def test_each_card_brings_its_spirits(self, name, role):
        plan = plan_using(name, role)
        spirits = {spirit: beside(plan).get(spirit) for spirit in (WISP, IMP, GHOST)}
        assert {spirit: count for spirit, count in spirits.items() if count} == SPIRITS[name]
        for spirit in SPIRITS[name]:
            assert plan.because[spirit] == (name,)
            assert spirit not in supply(plan)

    @yes("spirits")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_they_are_the_same_for_any_number_of_players_and_cards(self, players):
        plan = plan_for("Exorcist", "Devil's Workshop", "Cemetery", players=players)
        assert beside(plan) == {WISP: 12, IMP: 13, GHOST: 6}
        assert plan.because[IMP] == ("Devil's Workshop", "Exorcist")
        assert plan.because[GHOST] == ("Cemetery", "Exorcist")

    @no("spirits")
    @pytest.mark.parametrize(
        ("spirit", "cards"),
        [
            (WISP, {"Exorcist", *FATE}),
            (IMP, {"Exorcist", "Devil's Workshop", "Tormentor"}),
            (GHOST, {"Exorcist", "Cemetery"}),
        ],
    )
    def test_no_other_card_or_landscape_brings_it(self, spirit, cards):
        assert all_that(lambda plan: spirit in beside(plan)) == cards

    @no("spirits")
    @pytest.mark.parametrize("name", ["Ghost Town", "Ghost Ship", "Vampire", "Night Watchman"])
    def test_without_such_a_card_they_stay_in_the_box(self, name):
        assert not {WISP, IMP, GHOST} & set(beside(plan_for(name)))


class TestWish:
    """Nocturne rulebook 2017, page 5."""

    @yes("wish")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Leprechaun", "Secret Cave"))
    def test_the_twelve_wishes_lie_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Wish"] == 12
        assert plan.because["Wish"] == (name,)
        assert "Wish" not in supply(plan)

    @yes("wish")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_twelve_for_any_number_of_players(self, players):
        plan = plan_for("Leprechaun", "Secret Cave", players=players)
        assert beside(plan)["Wish"] == 12
        assert plan.because["Wish"] == ("Leprechaun", "Secret Cave")

    @no("wish")
    def test_no_other_card_or_landscape_brings_them(self):
        assert all_that(lambda plan: "Wish" in beside(plan)) == {"Leprechaun", "Secret Cave"}

    @no("wish")
    @pytest.mark.parametrize("name", ["Wishing Well", "Skulk", "Fool"])
    def test_without_such_a_card_they_stay_in_the_box(self, name):
        assert "Wish" not in beside(plan_for(name))


class TestBat:
    """Nocturne rulebook 2017, page 5."""

    @yes("bat")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Vampire"))
    def test_vampire_brings_the_ten_bats(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Bat"] == 10
        assert plan.because["Bat"] == ("Vampire",)
        assert "Bat" not in supply(plan)

    @yes("bat")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_ten_for_any_number_of_players(self, players):
        assert beside(plan_for("Vampire", players=players))["Bat"] == 10

    @no("bat")
    def test_no_other_card_or_landscape_brings_them(self):
        assert all_that(lambda plan: "Bat" in beside(plan)) == {"Vampire"}

    @no("bat")
    def test_without_vampire_they_stay_in_the_box(self):
        assert "Bat" not in beside(plan_for("Werewolf", "Skulk"))


class TestZombies:
    """Nocturne rulebook 2017, page 5."""

    ZOMBIES = ("Zombie Apprentice", "Zombie Mason", "Zombie Spy")

    @yes("zombies")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Necromancer"))
    def test_the_three_zombies_start_in_the_trash(self, name, role):
        plan = plan_using(name, role)
        assert plan.trash == dict.fromkeys(self.ZOMBIES, 1)
        for zombie in self.ZOMBIES:
            assert plan.because[zombie] == ("Necromancer",)
            assert zombie not in supply(plan)
            assert zombie not in beside(plan)

    @yes("zombies")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_one_of_each_face_up_for_any_number_of_players(self, players):
        plan = plan_for("Necromancer", players=players)
        taken = next(box for box in plan.fetch if box.box == "nocturne").items
        notes = {item.what: (item.count, item.note) for item in taken}
        for zombie in self.ZOMBIES:
            assert notes[zombie] == (1, "face up into the trash")

    @no("zombies")
    def test_no_other_card_or_landscape_puts_anything_into_the_trash(self):
        assert all_that(lambda plan: plan.trash) == {"Necromancer"}

    @no("zombies")
    @pytest.mark.parametrize("name", ["Exorcist", "Lurker", "Graverobber", "Shaman"])
    def test_without_necromancer_the_trash_is_empty(self, name):
        assert plan_for(name).trash == {}


class TestLostInTheWoods:
    """Nocturne rulebook 2017, page 5."""

    @yes("lost-in-the-woods")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Fool"))
    def test_fool_brings_the_one_card(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Lost in the Woods"] == 1
        assert plan.because["Lost in the Woods"] == ("Fool",)

    @yes("lost-in-the-woods")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_one_for_any_number_of_players(self, players):
        assert beside(plan_for("Fool", players=players))["Lost in the Woods"] == 1

    @no("lost-in-the-woods")
    def test_no_other_card_or_landscape_brings_it(self):
        assert all_that(lambda plan: "Lost in the Woods" in beside(plan)) == {"Fool"}

    @no("lost-in-the-woods")
    @pytest.mark.parametrize("name", ["Fool's Gold", "Pixie", "Haunted Woods"])
    def test_without_fool_it_stays_in_the_box(self, name):
        assert "Lost in the Woods" not in beside(plan_for(name))


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
