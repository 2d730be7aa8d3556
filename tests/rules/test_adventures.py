"""Adventures (2015): the players' tokens; Travellers and Tavern mats: what_cards_bring.toml."""

import pytest

from tests.builders import no, plan_for, plan_using, up_to_six, yes


class TestTokens:
    """Adventures rulebook 2015, tokens; the cards."""

    @yes("adventures-tokens")
    @up_to_six
    def test_one_of_each_for_every_player(self, players):
        plan = plan_for("Ranger", "Giant", "Relic", landscapes=["Raid"], players=players)
        assert plan.player_tokens == {"Journey": 1, "-1 Card": 1}
        assert plan.tokens_placed == {"Journey": players, "-1 Card": players}

    @yes("adventures-tokens")
    @pytest.mark.parametrize("name", ["Ranger", "Giant", "Pilgrimage"])
    def test_the_journey_token_starts_face_up(self, name):
        role = "landscape" if name == "Pilgrimage" else "ten"
        plan = plan_using(name, role)
        assert any("Journey" in text and "face up" in text for text in plan.reminders)

    @no("adventures-tokens")
    def test_of_the_other_tokens_nothing_like_that_is_said(self):
        assert plan_for("Relic", "Bridge Troll", "Peasant").reminders == ()
