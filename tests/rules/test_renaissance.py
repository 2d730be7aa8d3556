"""Renaissance (2018): Projects, Coffers and Villagers, Artifacts."""

import pytest

from tests.builders import (
    CATALOG,
    all_that,
    beside,
    fetched,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    yes,
)

PROJECTS = tuple(
    landscape.name for landscape in CATALOG.landscapes.values() if landscape.kind == "project"
)
COFFERS = (
    *("Ducat", "Patron", "Silk Merchant", "Spices", "Swashbuckler", "Villain"),
    *("Exploration", "Guildhall", "Pageant"),
)
VILLAGERS = (
    *("Acting Troupe", "Lackeys", "Patron", "Recruiter", "Sculptor", "Silk Merchant"),
    *("Academy", "Exploration"),
)
BOTH = tuple(dict.fromkeys((*COFFERS, *VILLAGERS)))
ARTIFACTS = {
    "Lantern": "Border Guard",
    "Horn": "Border Guard",
    "Flag": "Flag Bearer",
    "Treasure Chest": "Swashbuckler",
    "Key": "Treasurer",
}
COIN_RESERVE = {
    *BOTH,
    "Sinister Plot",
    "Pirate Ship",
    *("Baker", "Butcher", "Candlestick Maker", "Merchant Guild", "Plaza", "Footpad", "Joust"),
    *("Bauble", "Broker", "Contract", "Emissary", "Guildmaster", "Importer", "Sycophant"),
    *("Underling", "Wizards", "Forts"),
}


class TestProjects:
    """Renaissance rulebook 2018, pages 2 and 3."""

    @yes("project-cubes")
    @pytest.mark.parametrize("name", PROJECTS)
    def test_with_a_project_each_player_takes_two_cubes(self, name):
        plan = plan_for(landscapes=[name])
        assert plan.player_tokens == {"Project cube": 2}
        assert plan.because["Project cube"] == (name,)

    @yes("project-cubes")
    @pytest.mark.parametrize("players", range(2, 7))
    @pytest.mark.parametrize("projects", [1, 2, 3, 4])
    def test_still_two_each_with_several_projects(self, players, projects):
        named = ["Canal", "Fair", "Star Chart", "Silos"][:projects]
        plan = plan_for(landscapes=named, players=players)
        assert plan.player_tokens == {"Project cube": 2}
        assert plan.tokens_placed == {"Project cube": 2 * players}
        assert fetched(plan)["renaissance"]["Project cube"] == 2 * players
        assert plan.because["Project cube"] == tuple(sorted(named))

    @no("project-cubes")
    def test_nothing_else_asks_for_cubes(self):
        asking = all_that(lambda plan: "Project cube" in plan.player_tokens)
        assert asking == set(PROJECTS)
        assert len(PROJECTS) == 20

    @no("project-cubes")
    @pytest.mark.parametrize("name", ["Alms", "Arena", "Way of the Pig", "Pious"])
    def test_other_landscapes_leave_them_in_the_box(self, name):
        assert plan_for(landscapes=[name]).player_tokens == {}


class TestCoffersAndVillagers:
    """Renaissance rulebook 2018, page 2."""

    @yes("coffers-villagers")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*BOTH))
    def test_each_player_takes_a_mat_and_coin_tokens_lie_at_hand(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Coffers/Villagers",)
        assert plan.token_reserves == ("Coin",)
        assert plan.because["Coffers/Villagers"] == plan.because["Coin"] == (name,)

    @yes("coffers-villagers")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_all_start_with_an_empty_mat(self, players):
        plan = plan_for("Ducat", "Lackeys", players=players)
        assert plan.player_tokens == {}
        assert plan.player_mats == ("Coffers/Villagers",)
        assert plan.because["Coin"] == ("Ducat", "Lackeys")

    @yes("coffers-villagers")
    def test_one_mat_serves_the_cards_of_guilds_too(self):
        plan = plan_for("Lackeys", "Plaza")
        assert plan.player_mats == ("Coffers/Villagers",)

    @no("coffers-villagers")
    def test_no_other_card_or_landscape_asks_for_the_mat(self):
        asking = all_that(lambda plan: "Coffers/Villagers" in plan.player_mats)
        assert asking == set(BOTH)

    @no("coffers-villagers")
    @pytest.mark.parametrize("name", ["Cargo Ship", "Priest", "Scholar", "Seer", "Hideout"])
    def test_other_cards_leave_mats_and_tokens_in_the_box(self, name):
        plan = plan_for(name)
        assert plan.player_mats == ()
        assert plan.token_reserves == ()

    @no("coffers-villagers")
    def test_of_all_boxes_these_cards_ask_for_coin_tokens(self):
        assert all_that(lambda plan: "Coin" in plan.token_reserves) == COIN_RESERVE


class TestArtifacts:
    """Renaissance rulebook 2018, page 2."""

    @yes("artifacts")
    @pytest.mark.parametrize(
        ("artifact", "name", "role"),
        [
            (artifact, *given.values)
            for artifact, card in ARTIFACTS.items()
            for given in in_every_role(card)
        ],
    )
    def test_it_lies_beside_the_supply_and_belongs_to_nobody(self, artifact, name, role):
        plan = plan_using(name, role)
        assert beside(plan)[artifact] == 1
        assert plan.because[artifact] == (name,)
        assert artifact not in supply(plan)

    @yes("artifacts")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_there_is_one_of_each_for_any_number_of_players(self, players):
        plan = plan_for(*set(ARTIFACTS.values()), players=players)
        assert beside(plan) == dict.fromkeys(ARTIFACTS, 1)

    @no("artifacts")
    @pytest.mark.parametrize(("artifact", "name"), ARTIFACTS.items())
    def test_no_other_card_or_landscape_asks_for_it(self, artifact, name):
        assert all_that(lambda plan: artifact in beside(plan)) == {name}

    @no("artifacts")
    def test_the_other_artifacts_stay_in_the_box(self):
        assert beside(plan_for("Flag Bearer")) == {"Flag": 1}


class TestSinisterPlot:
    """Renaissance rulebook 2018, page 9."""

    @yes("sinister-plot")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_coin_tokens_lie_at_hand(self, players):
        plan = plan_for(landscapes=["Sinister Plot"], players=players)
        assert plan.token_reserves == ("Coin",)
        assert plan.because["Coin"] == ("Sinister Plot",)

    @yes("sinister-plot")
    def test_it_needs_no_mat_and_starts_without_tokens(self):
        plan = plan_for(landscapes=["Sinister Plot"])
        assert plan.player_mats == ()
        assert plan.landscape_tokens == {}
        assert plan.player_tokens == {"Project cube": 2}

    @no("sinister-plot")
    def test_of_the_projects_only_it_and_those_with_coffers_or_villagers_ask_for_them(self):
        asking = all_that(lambda plan: "Coin" in plan.token_reserves) & set(PROJECTS)
        assert asking == {"Sinister Plot", "Academy", "Exploration", "Guildhall", "Pageant"}

    @no("sinister-plot")
    @pytest.mark.parametrize("name", ["Star Chart", "City Gate", "Crop Rotation"])
    def test_other_projects_leave_them_in_the_box(self, name):
        assert plan_for(landscapes=[name]).token_reserves == ()
