"""Menagerie (2020): Way of the Mouse; Horses and Exile mats: what_cards_bring.toml.

Cases: menagerie.toml.
"""

from tests.builders import CATALOG, all_that, aside, no, plan_for, pool, up_to_six, yes

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

    @no("way-of-the-mouse")
    def test_no_other_card_or_landscape_asks_for_one(self):
        asking = all_that(
            lambda plan: any("Way of the Mouse" in problem.cards for problem in plan.problems)
        )
        assert asking == {"Way of the Mouse"}


class TestWhoMayBeSetAsideForTheMouse:
    """Menagerie rulebook 2020, pages 2 and 14; Durations left out as in later printings."""

    @yes("way-of-the-mouse")
    def test_every_unused_action_that_is_no_duration_and_costs_exactly_2_or_3(self):
        expected = {
            card.name
            for card in CATALOG.cards.values()
            if (card.cost.coin, card.cost.potion, card.cost.debt) in ((2, 0, 0), (3, 0, 0))
            and "Action" in card.types
            and "Duration" not in card.types
            and not card.contains
        }
        assert pool("mouse", "Cellar", landscapes=MOUSE) == expected - {"Cellar"}

    @no("way-of-the-mouse")
    def test_no_card_that_is_in_use_in_any_role(self):
        may_be = pool(
            *("mouse", "Chapel", "Young Witch", "Black Market", "Ferryman"),
            bane="Moat",
            ferryman="Workshop",
            deck=["Village"],
            landscapes=MOUSE,
        )
        used = {"Chapel", "Black Market", "Moat", "Workshop", "Village"}
        assert used & may_be == set()
        assert used <= pool("mouse", landscapes=MOUSE)
