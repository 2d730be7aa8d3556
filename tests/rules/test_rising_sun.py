"""Rising Sun (2024): Prophecies, Approaching Army, Riverboat; debt: what_cards_bring.toml."""

import pytest

from tests.builders import (
    CATALOG,
    alone,
    aside,
    beside,
    fetched,
    in_every_role,
    no,
    plan_for,
    plan_using,
    problem,
    supply,
    up_to_six,
    yes,
)

OMENS = ("Kitsune", "Mountain Shrine", "Poet", "River Shrine", "Rustic Village", "Tea House")
SHADOWS = ("Alley", "Fishmonger", "Ninja", "Ronin", "Tanuki")
PROPHECIES = tuple(
    landscape.name for landscape in CATALOG.landscapes.values() if landscape.kind == "prophecy"
)


class TestProphecy:
    """Rising Sun rulebook 2024, pages 2 and 3."""

    @yes("omen-prophecy")
    @pytest.mark.parametrize(
        ("name", "role"), [given for given in in_every_role(*OMENS) if given.values[1] != "army"]
    )
    def test_an_omen_in_any_role_brings_a_prophecy_with_suns(self, name, role):
        plan = plan_using(name, role, prophecy="Good Harvest")
        assert "Good Harvest" in {landscape.name for landscape in plan.landscapes}
        assert plan.landscape_tokens == {"Good Harvest": {"Sun": 5}}
        assert plan.because["Good Harvest"] == plan.because["Sun"] == (name,)

    @yes("omen-prophecy")
    @pytest.mark.parametrize(
        ("players", "suns"), [(2, 5), (3, 8), (4, 10), (5, 12), (6, 13), (7, 13)]
    )
    def test_the_suns_follow_the_number_of_players(self, players, suns):
        plan = plan_for("Poet", prophecy="Good Harvest", players=players)
        assert plan.landscape_tokens == {"Good Harvest": {"Sun": suns}}
        assert fetched(plan)["rising-sun"]["Sun token"] == suns

    @yes("omen-prophecy")
    @pytest.mark.parametrize("name", PROPHECIES)
    def test_every_prophecy_starts_with_them(self, name):
        plan = plan_for("Poet", prophecy=name, players=4)
        assert plan.landscape_tokens == {name: {"Sun": 10}}

    @yes("omen-prophecy")
    def test_there_is_one_prophecy_however_many_omens_there_are(self):
        plan = plan_for("Poet", "Kitsune", "Tea House", prophecy="Good Harvest")
        assert [landscape.kind for landscape in plan.landscapes] == ["prophecy"]
        assert plan.landscape_tokens == {"Good Harvest": {"Sun": 5}}
        assert plan.because["Good Harvest"] == ("Kitsune", "Poet", "Tea House")

    @no("omen-prophecy")
    @pytest.mark.parametrize("name", ["Alley", "Riverboat", "Samurai", "Rice", "Mountain Village"])
    def test_without_an_omen_none_is_dealt(self, name):
        plan = plan_for(name, prophecy="Good Harvest", riverboat="Bazaar")
        assert plan.landscapes == ()
        assert plan.landscape_tokens == {}


class TestApproachingArmy:
    """Rising Sun rulebook 2024, pages 2 and 7."""

    @yes("approaching-army")
    @pytest.mark.parametrize(("omen", "role"), in_every_role("Tea House", "Poet"))
    def test_an_attack_pile_joins_the_supply_from_the_start(self, omen, role):
        plan = plan_using(omen, role, prophecy="Approaching Army", army="Witch")
        assert supply(plan)["Witch"] == 10
        assert plan.because["Witch"] == ("Approaching Army",)
        assert "Approaching Army" in plan.pile_notes["Witch"]
        assert len(plan.supply) == 7 + 11

    @yes("approaching-army")
    def test_also_where_the_kingdom_has_an_attack(self):
        plan = plan_for("Tea House", "Swindler", prophecy="Approaching Army", army="Witch")
        assert {"Swindler", "Witch"} <= set(supply(plan))

    @yes("approaching-army")
    def test_its_setup_is_done(self):
        """And what else a card brings: test_what_cards_bring.py."""
        army = {"prophecy": "Approaching Army"}
        young_witch = plan_for("Tea House", army="Young Witch", bane="Moat", **army)
        assert young_witch.because["Moat"] == ("Young Witch",)

    @yes("approaching-army")
    @pytest.mark.parametrize(
        ("name", "count"), [("Knights", 10), ("Catapult/Rocks", 10), ("Witch", 10), ("Idol", 10)]
    )
    def test_it_has_its_normal_size(self, name, count):
        plan = plan_for("Tea House", prophecy="Approaching Army", army=name)
        assert supply(plan)[name] == count

    @yes("approaching-army")
    def test_it_counts_in_the_draws(self):
        plan = plan_for("Tea House", prophecy="Approaching Army", army="Cultist")
        assert plan.odds.shelters.denominator == 11
        assert plan.odds.shelters.numerator == 1

    @no("approaching-army")
    @pytest.mark.parametrize("name", [name for name in PROPHECIES if name != "Approaching Army"])
    def test_no_other_prophecy_adds_a_pile(self, name):
        plan = plan_for("Tea House", prophecy=name, army="Witch")
        assert "Witch" not in supply(plan)
        assert len(plan.supply) == 7 + 10

    @no("approaching-army")
    def test_without_an_omen_it_adds_none(self):
        plan = plan_for("Alley", prophecy="Approaching Army", army="Witch")
        assert "Witch" not in supply(plan)


class TestDivineWind:
    """Rising Sun rulebook 2024, page 8."""

    @yes("divine-wind")
    @up_to_six
    def test_it_changes_nothing_at_setup(self, players):
        cards = ("Poet", "Golem", "Cultist", "Fool")
        wind = plan_for(*cards, prophecy="Divine Wind", players=players)
        other = plan_for(*cards, prophecy="Good Harvest", players=players)
        assert supply(wind) == supply(other)
        assert beside(wind) == beside(other)
        assert wind.starting_deck == other.starting_deck
        assert wind.token_reserves == other.token_reserves
        assert wind.player_mats == other.player_mats
        assert wind.landscape_tokens["Divine Wind"] == other.landscape_tokens["Good Harvest"]

    @yes("divine-wind")
    def test_the_plan_says_what_happens_when_its_last_sun_goes(self):
        text = " ".join(plan_for("Poet", prophecy="Divine Wind").reminders)
        for word in ("Divine Wind", "10", "setup", "Heirlooms", "Potion", "Ruins", "Colony"):
            assert word in text

    @no("divine-wind")
    @pytest.mark.parametrize("name", [name for name in PROPHECIES if name != "Divine Wind"])
    def test_no_other_prophecy_says_so(self, name):
        plan = plan_for("Poet", prophecy=name, army="Witch")
        assert not any("Divine Wind" in text for text in plan.reminders)


class TestRiverboat:
    """Rising Sun rulebook 2024, pages 2 and 6."""

    @yes("riverboat-card")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Riverboat"))
    def test_in_any_role_one_card_is_set_aside(self, name, role):
        plan = plan_using(name, role, riverboat="Bazaar")
        card = next(pile for pile in plan.aside if pile.name == "Riverboat")
        assert (card.card, card.count) == ("Bazaar", 1)
        assert "Riverboat" in plan.because["Riverboat"]
        assert "Bazaar" not in supply(plan)

    @yes("riverboat-card")
    def test_its_setup_is_done(self):
        """And what else a card brings: test_what_cards_bring.py."""
        ferry = plan_for("Riverboat", riverboat="Ferryman", ferryman="Village")
        assert beside(ferry)["Ferryman pile: Village"] == 10
        ally = plan_for("Riverboat", riverboat="Guildmaster", ally="Cave Dwellers")
        assert ally.because["Cave Dwellers"] == ("Guildmaster",)
        omen = plan_for("Riverboat", riverboat="Tea House", prophecy="Good Harvest")
        assert omen.because["Good Harvest"] == ("Tea House",)

    @no("riverboat-card")
    def test_the_card_does_not_count_in_the_draws(self):
        plan = plan_for("Riverboat", riverboat="Cultist")
        assert plan.odds.shelters == 0
        assert len([pile for pile in plan.supply if pile.card]) == 10

    @no("riverboat-card")
    def test_without_riverboat_nothing_is_set_aside(self):
        plan = plan_for("River Shrine", riverboat="Cultist", prophecy="Good Harvest")
        assert plan.aside == ()
        assert "Ruins" not in supply(plan)


class TestShadowCards:
    """Rising Sun rulebook 2024, page 4."""

    @yes("shadow-backs")
    @pytest.mark.parametrize("name", SHADOWS)
    def test_they_bring_nothing_to_set_out(self, name):
        plan = alone(name)
        assert plan.because == {}
        assert beside(plan) == aside(plan) == {}

    @no("shadow-backs")
    def test_these_five_have_the_type(self):
        shadows = {card.name for card in CATALOG.cards.values() if "Shadow" in card.types}
        assert shadows == set(SHADOWS)

    @no("shadow-backs")
    def test_of_the_others_only_stash_has_a_back_of_its_own(self):
        every = [card.name for card in CATALOG.cards.values() if not card.contains]
        plan = plan_for("Black Market", deck=every)
        assert set(problem(plan, "check-different-backs").cards) == {*SHADOWS, "Stash"}
