"""Menagerie (2020): Way of the Mouse; Horses and Exile mats: what_cards_bring.toml.

Cases: menagerie.toml.
"""

from tests.builders import aside, plan_for, up_to_six, yes

MOUSE = ("Way of the Mouse",)


class TestWayOfTheMouse:
    """Menagerie rulebook 2020, pages 2 and 14."""

    @yes("way-of-the-mouse")
    @up_to_six
    def test_one_unused_card_is_set_aside(self, players):
        plan = plan_for(landscapes=MOUSE, mouse="Village", players=players)
        assert aside(plan) == {"Way of the Mouse": "Village"}
        assert [pile.count for pile in plan.aside] == [1]
        assert plan.because["Way of the Mouse"] == ("Way of the Mouse",)
