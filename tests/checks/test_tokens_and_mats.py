"""Checks on tokens, cubes, Heirlooms and mats: what may be substituted and what may not."""

from __future__ import annotations

import pytest

from tests.builders import ALL_BOXES, codes, expect, no, plan_for, problem, yes

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
        assert f"{6 * players * len(landmarks)} points of VP tokens" in issue.message

    @no("check-tokens-short")
    def test_the_value_of_the_tokens_counts_not_their_number(self):
        plan = plan_for(
            landscapes=LANDMARKS[:4], players=6, boxes=["dominion-2e", "base-cards", "empires"]
        )
        assert "check-tokens-short" not in codes(plan)

    @no("check-tokens-short")
    def test_another_box_with_points_mends_it(self):
        plan = plan_for(
            landscapes=LANDMARKS,
            players=6,
            boxes=["dominion-2e", "base-cards", "empires", "prosperity-2e"],
        )
        assert "check-tokens-short" not in codes(plan)

    @no("check-tokens-short")
    @pytest.mark.parametrize(
        ("name", "pack"),
        [
            *(("Collection", "prosperity"), ("Investment", "prosperity")),
            *(("Footpad", "cornucopia-guilds"), ("Joust", "cornucopia-guilds")),
        ],
    )
    def test_what_an_update_pack_lacks_is_told_once_with_all_its_parts(self, name, pack):
        plan = plan_for(name, boxes=["dominion-2e", f"{pack}-update-pack"])
        assert codes(plan) == {"check-update-pack-parts": "warning"}

    @no("check-tokens-short")
    @pytest.mark.parametrize("players", [2, 6, 7])
    def test_one_box_of_allies_has_the_favors_of_importer_for_all(self, players):
        plan = plan_for(
            "Importer", ally="Architects' Guild", players=players, boxes=["dominion-2e", "allies"]
        )
        assert plan.player_tokens == {"Favor": 5}
        assert "check-tokens-short" not in codes(plan)

    @yes("check-tokens-short")
    def test_favors_and_other_coins_come_out_of_the_same_tokens(self):
        plan = plan_for(
            "Importer",
            "Trade Route",
            *VICTORY_SIX,
            ally="Architects' Guild",
            players=7,
            boxes=[*TRADE_SHELF, "allies"],
        )
        expect(plan, "check-tokens-short", "warning", "Importer", "Trade Route", fix="coins")
        assert "44" in problem(plan, "check-tokens-short").message

    @no("check-tokens-short")
    @pytest.mark.parametrize(
        ("name", "box"),
        [
            ("Embargo", "seaside-1e"),
            ("Pirate Ship", "seaside-1e"),
            ("Bishop", "prosperity-2e"),
            ("Capital", "empires"),
            ("Litter", "rising-sun"),
            ("Recruiter", "renaissance"),
            ("Plaza", "guilds"),
        ],
    )
    def test_the_box_of_a_card_has_its_tokens(self, name, box):
        assert codes(plan_for(name, boxes=["dominion-2e", box])) == {}

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

    @no("check-tokens-limited")
    def test_a_second_box_of_adventures_serves_seven(self):
        plan = plan_for("Ranger", players=7, boxes=[*ALL_BOXES, "adventures"])
        assert "check-tokens-limited" not in codes(plan)

    @yes("check-tokens-limited")
    def test_seven_players_are_short_of_cubes(self):
        plan = plan_for(landscapes=["Canal"], players=7)
        issue = expect(plan, "check-tokens-limited", "error", "Canal", fix="Renaissance")
        assert "14" in issue.message
        assert "12" in issue.message

    @no("check-tokens-limited")
    def test_six_players_have_two_cubes_each(self):
        assert "check-tokens-limited" not in codes(plan_for(landscapes=["Canal"], players=6))

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

    @no("check-tokens-limited")
    def test_six_players_have_a_heirloom_each(self):
        assert "check-tokens-limited" not in codes(plan_for("Fool", players=6))

    @no("check-tokens-limited")
    def test_a_second_box_of_nocturne_serves_seven(self):
        plan = plan_for("Fool", players=7, boxes=[*ALL_BOXES, "nocturne"])
        assert "check-tokens-limited" not in codes(plan)

    @no("check-tokens-limited")
    def test_thirteen_suns_serve_seven_as_they_serve_six(self):
        plan = plan_for("Poet", prophecy="Growth", players=7)
        assert "check-tokens-limited" not in codes(plan)
        assert plan.landscape_tokens == {"Growth": {"Sun": 13}}

    @no("check-tokens-limited")
    def test_coins_are_not_limited(self):
        plan = plan_for("Baker", players=7, boxes=["dominion-2e", "base-cards", "guilds"])
        assert "check-tokens-limited" not in codes(plan)


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

    @no("check-mats-short")
    def test_two_boxes_have_twelve(self):
        plan = plan_for(
            "Island", players=7, boxes=["dominion-2e", "base-cards", *["seaside-2e"] * 2]
        )
        assert "check-mats-short" not in codes(plan)

    @no("check-mats-short")
    def test_mats_of_both_editions_add_up(self):
        plan = plan_for(
            "Island", players=7, boxes=["dominion-2e", "base-cards", "seaside-1e", "seaside-2e"]
        )
        assert "check-mats-short" not in codes(plan)

    @no("check-mats-short")
    def test_the_guilds_of_2013_have_no_mats_and_miss_none(self):
        plan = plan_for("Plaza", players=7, boxes=["dominion-2e", "base-cards", "guilds"])
        assert "check-mats-short" not in codes(plan)
        assert plan.player_mats == ()

    @no("check-mats-short")
    def test_victory_points_need_no_mat(self):
        plan = plan_for("Bishop", players=7, boxes=["dominion-2e", "base-cards", "prosperity-1e"])
        assert "check-mats-short" not in codes(plan)


class TestUpdatePackWithGuilds:
    """Guilds of 2013 has coin tokens and no mats, and needs none."""

    def test_footpad_from_the_pack_lacks_nothing_beside_guilds(self):
        boxes = ["dominion-2e", "guilds", "cornucopia-guilds-update-pack"]
        assert codes(plan_for("Footpad", boxes=boxes)) == {}
