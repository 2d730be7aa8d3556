"""Checks on tokens, cubes, Heirlooms and mats: what may be substituted and what may not.

Cases: tokens_and_mats.toml.
"""

import pytest

from tests.builders import codes, expect, no, plan_for, yes

VICTORY_SIX = ("Gardens", "Duke", "Great Hall", "Harem", "Nobles", "Silk Road")
TRADE_SHELF = ("dominion-1e", "intrigue-1e", "hinterlands-1e", "prosperity-1e")
LANDMARKS = ("Arena", "Basilica", "Baths", "Battlefield", "Colonnade", "Labyrinth")


class TestTokensShort:
    """check-tokens-short: more is placed or handed out at the start than the boxes hold, or no
    token of a kind that is needed is there. Coins, victory points, debt, Embargoes, Favors,
    Coffers and Villagers may be substituted, so it is a warning; coin tokens of all boxes serve
    alike. Prosperity rulebook 2016, Trade Route; Czech rulebook 2010; Annotated rules 2013,
    section 1, Player Mats, Coin Tokens, and Victory Tokens; Seaside rulebook 2009; Renaissance
    rulebook 2018; Rising Sun rulebook 2024.
    """

    @yes("check-tokens-short")
    def test_more_than_eight_victory_piles_for_trade_route(self):
        plan = plan_for("Trade Route", *VICTORY_SIX, boxes=TRADE_SHELF)
        issue = expect(
            plan,
            "check-tokens-short",
            "warning",
            "Trade Route",
            fix=("coins", "Seaside (1st edition)", "Guilds"),
        )
        assert "9" in issue.message
        assert sum(plan.pile_tokens["Coin"].values()) == 9

    @no("check-tokens-short")
    def test_eight_victory_piles_are_what_the_box_has_tokens_for(self):
        plan = plan_for("Trade Route", *VICTORY_SIX[:5], boxes=TRADE_SHELF)
        assert codes(plan) == {}
        assert sum(plan.pile_tokens["Coin"].values()) == 8

    @no("check-tokens-short")
    @pytest.mark.parametrize("box", ["seaside-1e", "guilds", "renaissance", "allies"])
    def test_coin_tokens_of_other_boxes_serve_as_well(self, box):
        plan = plan_for("Trade Route", *VICTORY_SIX, boxes=[*TRADE_SHELF, box])
        assert codes(plan) == {}

    @yes("check-tokens-short")
    @pytest.mark.parametrize(
        ("landmarks", "players"), [(LANDMARKS[:5], 6), (LANDMARKS, 5), (LANDMARKS, 6)]
    )
    def test_more_victory_points_than_the_box_holds(self, landmarks, players):
        plan = plan_for(
            landscapes=landmarks, players=players, boxes=["dominion-2e", "base-cards", "empires"]
        )
        issue = expect(
            plan, "check-tokens-short", "warning", *landmarks, fix=("paper", "Prosperity")
        )
        assert f"VP tokens worth {6 * players * len(landmarks)} points" in issue.message

    @no("check-tokens-short")
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_tax_finds_debt_for_every_pile(self, players):
        plan = plan_for(
            "Cultist",
            "Golem",
            "Alchemist",
            "Familiar",
            "City",
            landscapes=["Tax"],
            platinum_colony=True,
            players=players,
        )
        assert "check-tokens-short" not in codes(plan)
        assert len(plan.pile_tokens["Debt"]) == len(plan.supply)


class TestTokensLimited:
    """check-tokens-limited: the tokens of Adventures, Project cubes and Heirlooms are there for six
    players and may not be substituted. Suns are 13 for seven players as well, without an error.

    Adventures rulebook 2015; Renaissance rulebook 2018, p. 2–3; Nocturne rulebook 2017, p. 5.
    """

    ADVENTURES = (
        ("Ranger", ["Journey"]),
        ("Relic", ["-1 Card"]),
        ("Bridge Troll", ["-$1"]),
        ("Peasant", ["+1 Card", "+1 Action", "+1 Buy", "+$1"]),
    )

    @yes("check-tokens-limited")
    @pytest.mark.parametrize(("name", "tokens"), ADVENTURES)
    def test_seven_players_are_short_of_the_tokens_of_adventures(self, name, tokens):
        plan = plan_for(name, players=7)
        issue = [it for it in plan.problems if it.code == "check-tokens-limited"]
        assert len(issue) == len(tokens)
        for it in issue:
            assert it.severity.value == "error"
            assert it.cards == (name,)
            assert "Adventures" in it.fix
            assert "7" in it.message
            assert "6" in it.message

    def test_a_count_never_reads_as_a_sum_with_the_name_of_a_token(self):
        plan = plan_for("Relic", players=7)
        (issue,) = (it for it in plan.problems if it.code == "check-tokens-limited")
        assert issue.message.startswith("You need 7× -1 Card token at the start for Relic,")

    @yes("check-tokens-limited")
    @pytest.mark.parametrize(
        "event", ["Ferry", "Plan", "Inheritance", "Ball", "Raid", "Pilgrimage"]
    )
    def test_events_ask_for_them_too(self, event):
        plan = plan_for(landscapes=[event], players=7)
        expect(plan, "check-tokens-limited", "error", event, fix=("Adventures", "fewer players"))

    @no("check-tokens-limited")
    @pytest.mark.parametrize("players", [2, 6])
    @pytest.mark.parametrize("name", [name for name, _ in ADVENTURES])
    def test_six_players_have_them(self, name, players):
        assert "check-tokens-limited" not in codes(plan_for(name, players=players))

    @yes("check-tokens-limited")
    @pytest.mark.parametrize(
        ("name", "heirloom"),
        [
            ("Cemetery", "Haunted Mirror"),
            ("Fool", "Lucky Coin"),
            ("Pixie", "Goat"),
            ("Pooka", "Cursed Gold"),
            ("Secret Cave", "Magic Lamp"),
            ("Shepherd", "Pasture"),
            ("Tracker", "Pouch"),
        ],
    )
    def test_seven_players_are_short_of_heirlooms(self, name, heirloom):
        plan = plan_for(name, players=7)
        issue = expect(plan, "check-tokens-limited", "error", name, fix=("Nocturne", "fewer"))
        assert heirloom in issue.message


class TestMatsShort:
    """check-mats-short: boxes have six mats of a kind; a seventh player uses something else.

    Annotated rules 2013, contents of Seaside; Adventures rulebook 2015; Cornucopia & Guilds
    rulebook 2023; Renaissance rulebook 2018; Menagerie rulebook 2020; Allies rulebook 2021.
    """

    MATS = (
        ("Island", {}, "Island", "seaside-2e"),
        ("Native Village", {}, "Native Village", "seaside-2e"),
        ("Pirate Ship", {}, "Pirate Ship", "seaside-1e"),
        ("Guide", {}, "Tavern", "adventures"),
        ("Coven", {}, "Exile", "menagerie"),
        ("Bauble", {"ally": "Architects' Guild"}, "Favors", "allies"),
        ("Plaza", {}, "Coffers", "cornucopia-guilds-2e"),
        ("Recruiter", {}, "Coffers/Villagers", "renaissance"),
    )

    @yes("check-mats-short")
    @pytest.mark.parametrize(("name", "how", "mat", "box"), MATS)
    def test_seven_players_find_six_mats(self, name, how, mat, box):
        plan = plan_for(name, players=7, boxes=["dominion-2e", "base-cards", box], **how)
        issue = expect(plan, "check-mats-short", "warning", name, fix="paper")
        assert f"{mat} mat" in issue.message
        assert plan.player_mats == (mat,)

    @no("check-mats-short")
    @pytest.mark.parametrize(("name", "how", "mat", "box"), MATS)
    def test_six_players_find_one_each(self, name, how, mat, box):
        plan = plan_for(name, players=6, boxes=["dominion-2e", "base-cards", box], **how)
        assert codes(plan) == {"check-five-plus": "advice"}
        assert plan.player_mats == (mat,)
