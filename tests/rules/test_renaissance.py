"""Renaissance (2018): Projects, Sinister Plot; mats and Artifacts: what_cards_bring.toml."""

import pytest

from tests.builders import fetched, plan_for, up_to_six, yes


class TestProjects:
    """Renaissance rulebook 2018, pages 2 and 3."""

    @yes("project-cubes")
    @up_to_six
    @pytest.mark.parametrize("projects", [1, 2, 3, 4])
    def test_still_two_each_with_several_projects(self, players, projects):
        named = ["Canal", "Fair", "Star Chart", "Silos"][:projects]
        plan = plan_for(landscapes=named, players=players)
        assert plan.player_tokens == {"Project cube": 2}
        assert plan.tokens_placed == {"Project cube": 2 * players}
        assert fetched(plan)["renaissance"]["Project cube"] == 2 * players
        assert plan.because["Project cube"] == tuple(sorted(named))


class TestCoffersAndVillagers:
    """Renaissance rulebook 2018, page 2."""

    @yes("coffers-villagers")
    def test_one_mat_serves_the_cards_of_guilds_too(self):
        plan = plan_for("Lackeys", "Plaza")
        assert plan.player_mats == ("Coffers/Villagers",)


class TestSinisterPlot:
    """Renaissance rulebook 2018, page 9."""

    @yes("sinister-plot")
    def test_it_needs_no_mat_and_starts_without_tokens(self):
        plan = plan_for(landscapes=["Sinister Plot"])
        assert plan.player_mats == ()
        assert plan.landscape_tokens == {}
        assert plan.player_tokens == {"Project cube": 2}
