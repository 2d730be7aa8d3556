"""Checks against what really lies in the boxes: cards owned, basic cards, Potions, Ruins."""

from __future__ import annotations

import shutil

import pytest

from setup_rules.catalog import DATA, load_catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Kingdom
from setup_rules.names import names_of
from tests.builders import (
    CATALOG,
    codes,
    expect,
    no,
    plan_for,
    problem,
    supply,
    ten_with,
    yes,
)

BASIC_BOXES = ("dominion-1e", "dominion-2e", "intrigue-1e", "base-cards")
DECK_15 = (
    *("Cellar", "Chapel", "Moat", "Village", "Workshop", "Bandit", "Artisan", "Harbinger"),
    *("Merchant", "Poacher", "Sentry", "Vassal", "Witch", "Gardens"),
)
"""Fourteen cards of Dominion that are not dull; a fifteenth is what the test is about."""

POTION_CARDS = (
    *("Transmute", "Vineyard", "Apothecary", "Scrying Pool", "University", "Alchemist"),
    *("Familiar", "Philosopher's Stone", "Golem", "Possession"),
)


class TestNotOwned:
    """check-not-owned: a card, landscape or extra that lies in no box on the shelf.

    A plan is for the boxes that are there.
    """

    @no("choose-kingdom")
    @yes("check-not-owned")
    def test_one_of_the_ten_that_no_box_has(self):
        plan = plan_for("Sea Hag", boxes=["dominion-2e", "seaside-2e"])
        expect(plan, "check-not-owned", "error", "Sea Hag", fix="Seaside (1st edition)")

    @yes("check-not-owned")
    def test_all_boxes_that_would_help_are_named(self):
        issue = expect(
            plan_for("Island", boxes=["dominion-2e"]),
            "check-not-owned",
            "error",
            "Island",
            fix=("Seaside (1st edition)", "Seaside (2nd edition)"),
        )
        assert "Update Pack" not in issue.fix

    @yes("check-not-owned")
    def test_a_landscape_that_no_box_has(self):
        plan = plan_for(landscapes=["Alms"], boxes=["dominion-2e"])
        expect(plan, "check-not-owned", "error", "Alms", fix="Adventures")

    @yes("check-not-owned")
    def test_a_bane_that_no_box_has(self):
        plan = plan_for("Young Witch", bane="Hermit", boxes=["dominion-2e", "cornucopia"])
        expect(plan, "check-not-owned", "error", "Hermit", fix="Dark Ages")

    @yes("check-not-owned")
    @pytest.mark.parametrize("name", ["Hermit", "Dame Anna"])
    def test_a_card_or_single_knight_of_the_black_market_deck_that_no_box_has(self, name):
        boxes = ["dominion-2e", "promo-black-market"]
        plan = plan_for("Black Market", deck=[*DECK_15, name], boxes=boxes)
        expect(plan, "check-not-owned", "error", name, fix="Dark Ages")

    @yes("check-not-owned")
    @pytest.mark.parametrize(
        ("asks", "shelf", "slot", "extra", "box"),
        [
            (["Ferryman"], "cornucopia-guilds-2e", "ferryman", "Island", "Seaside"),
            (["Riverboat"], "rising-sun", "riverboat", "Cultist", "Dark Ages"),
            (["Poet"], "rising-sun", "army", "Cultist", "Dark Ages"),
            ([], "menagerie", "mouse", "Hermit", "Dark Ages"),
        ],
    )
    def test_an_extra_that_no_box_has(self, asks, shelf, slot, extra, box):
        slots = {slot: extra, **({"prophecy": "Approaching Army"} if slot == "army" else {})}
        way = ["Way of the Mouse"] if slot == "mouse" else []
        plan = plan_for(*asks, landscapes=way, boxes=["dominion-2e", shelf], **slots)
        expect(plan, "check-not-owned", "error", extra, fix=box)

    @yes("check-not-owned")
    def test_each_missing_card_is_told(self):
        plan = plan_for("Hermit", "Urchin", "Sea Hag", boxes=["dominion-2e"])
        missing = [it.cards for it in plan.problems if it.code == "check-not-owned"]
        assert sorted(missing) == [("Hermit",), ("Sea Hag",), ("Urchin",)]

    @no("check-not-owned")
    @pytest.mark.parametrize("box", ["seaside-1e", "seaside-2e"])
    def test_either_edition_has_a_card_of_both(self, box):
        assert codes(plan_for("Lighthouse", boxes=["dominion-2e", box])) == {}

    @no("check-not-owned")
    def test_an_update_pack_has_the_new_cards(self):
        assert codes(plan_for("Sentry", boxes=["dominion-1e", "dominion-update-pack"])) == {}

    @no("check-not-owned")
    def test_a_card_named_for_a_slot_that_nobody_asks_for_is_ignored(self):
        plan = plan_for(bane="Hermit", mouse="Hermit", boxes=["dominion-2e"])
        assert codes(plan) == {"check-choice-unused": "advice"}


class TestNoBasicCards:
    """check-no-basic-cards: Copper to Province and Curse lie only in Dominion, the first Intrigue
    and Base Cards.

    Prosperity rulebook 2016, Preparation; Annotated rules 2013, contents of the boxes.
    """

    @yes("check-no-basic-cards")
    @pytest.mark.parametrize(
        "shelf", [[], ["intrigue-2e"], ["prosperity-1e"], ["alchemy"], ["dominion-update-pack"]]
    )
    def test_a_shelf_without_basic_cards_is_told_which_boxes_help(self, shelf):
        expect(
            plan_for("Alley", boxes=shelf),
            "check-no-basic-cards",
            "error",
            fix=(
                "Dominion (1st edition)",
                "Dominion (2nd edition)",
                "Intrigue (1st edition)",
                "Base Cards",
            ),
        )

    @no("check-no-basic-cards")
    @pytest.mark.parametrize("box", BASIC_BOXES)
    def test_each_of_the_four_boxes_is_enough(self, box):
        plan = plan_for(boxes=[box, "dominion-update-pack", "intrigue-2e"])
        assert "check-no-basic-cards" not in codes(plan)

    @no("check-basic-shortage")
    def test_a_shelf_without_any_basic_cards_is_not_told_to_be_short_of_them_as_well(self):
        plan = plan_for(boxes=["intrigue-2e"], players=4)
        assert "check-basic-shortage" not in codes(plan)


class TestTreasureSets:
    """check-treasure-sets: five or more players must combine the Treasures of two basic sets.

    Intrigue rulebook 2009, more than 4 players; Annotated rules 2013, section 1.
    """

    @yes("check-treasure-sets", "base-treasure")
    @pytest.mark.parametrize("players", [5, 6, 7])
    @pytest.mark.parametrize("shelf", [["dominion-2e"], ["dominion-1e", "intrigue-2e"]])
    def test_one_set_is_too_little_for_five_or_more(self, players, shelf):
        expect(
            plan_for(boxes=shelf, players=players),
            "check-treasure-sets",
            "error",
            fix=("Intrigue (1st edition)", "Base Cards"),
        )

    @yes("check-treasure-sets", "check-no-basic-cards")
    def test_no_set_at_all_is_too_little_too(self):
        issue = codes(plan_for(boxes=["intrigue-2e"], players=5))
        assert issue["check-treasure-sets"] == "error"
        assert issue["check-no-basic-cards"] == "error"

    @yes("check-treasure-sets")
    def test_one_of_two_sets_on_the_shelf_is_too_little_when_only_one_is_to_be_used(self):
        plan = plan_for(boxes=["dominion-2e", "base-cards"], players=5, basic_sets=1)
        expect(plan, "check-treasure-sets", "error", fix="2 sets")

    @no("check-treasure-sets")
    @pytest.mark.parametrize("players", [5, 6])
    @pytest.mark.parametrize(
        "shelf",
        [
            ["dominion-2e", "dominion-2e"],
            ["dominion-1e", "intrigue-1e"],
            ["dominion-2e", "base-cards"],
            ["dominion-1e", "dominion-2e"],
        ],
    )
    def test_two_sets_of_any_boxes_will_do(self, players, shelf):
        assert codes(plan_for(boxes=shelf, players=players)) == {"check-five-plus": "advice"}

    @no("check-treasure-sets", "base-treasure")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_one_set_serves_up_to_four(self, players):
        assert codes(plan_for(boxes=["dominion-2e"], players=players)) == {}


class TestBasicShortage:
    """check-basic-shortage: the Supply and the starting decks need more basic cards than there
    are. One set has 24 Estates, 12 Duchies, 12 Provinces, 30 Curses and 60 Coppers.

    Intrigue rulebook 2009, Preparation; Annotated rules 2013, section 1.
    """

    @yes("check-basic-shortage")
    @pytest.mark.parametrize(
        ("players", "provinces", "estates", "curses"),
        [(5, 15, 27, 40), (6, 18, 30, 50), (7, 21, 33, 60)],
    )
    def test_one_set_is_short_of_provinces_estates_and_curses(
        self, players, provinces, estates, curses
    ):
        plan = plan_for(boxes=["dominion-2e"], players=players)
        issue = expect(
            plan,
            "check-basic-shortage",
            "error",
            "Estate",
            "Province",
            "Curse",
            fix=("Base Cards", "Intrigue (1st edition)", "fewer players"),
        )
        for needed in (f"{provinces}× Province", f"{estates}× Estate", f"{curses}× Curse"):
            assert needed in issue.message
        for there in ("you have 24", "you have 12", "you have 30"):
            assert there in issue.message

    @no("check-basic-shortage")
    @pytest.mark.parametrize("players", [5, 6, 7])
    def test_two_sets_have_enough(self, players):
        plan = plan_for(boxes=["dominion-2e", "base-cards"], players=players)
        assert "check-basic-shortage" not in codes(plan)

    @no("check-basic-shortage")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_one_set_has_enough_for_four(self, players):
        assert codes(plan_for(boxes=["dominion-2e"], players=players)) == {}

    @yes("check-basic-shortage")
    @pytest.mark.parametrize("players", [5, 6])
    def test_with_shelters_no_estates_are_dealt_and_none_are_short(self, players):
        plan = plan_for("Rats", boxes=["dominion-2e", "dark-ages"], players=players, shelters=True)
        expect(plan, "check-basic-shortage", "error", "Province", "Curse", fix="Base Cards")

    @no("check-basic-shortage")
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_one_box_of_platinum_and_colony_has_enough_for_all(self, players):
        plan = plan_for(
            "City",
            boxes=["dominion-2e", "base-cards", "prosperity-2e"],
            players=players,
            platinum_colony=True,
        )
        assert "check-basic-shortage" not in codes(plan)
        assert supply(plan)["Colony"] == (8 if players == 2 else 12)

    @no("check-basic-shortage")
    @pytest.mark.parametrize("players", [2, 4])
    def test_seven_heirlooms_leave_more_coppers_not_fewer(self, players):
        heirs = ["Cemetery", "Fool", "Pixie", "Pooka", "Secret Cave", "Shepherd", "Tracker"]
        plan = plan_for(*heirs, boxes=["dominion-2e", "nocturne"], players=players)
        assert codes(plan) == {}
        assert supply(plan)["Copper"] == 60

    @yes("check-basic-shortage")
    @pytest.mark.parametrize("players", [2, 4])
    def test_two_sets_asked_for_and_one_there_is_short(self, players):
        plan = plan_for(boxes=["dominion-2e"], players=players, basic_sets=2)
        issue = expect(
            plan,
            "check-basic-shortage",
            "error",
            "Copper",
            "Silver",
            "Gold",
            fix="Use 1 set.",
        )
        assert "2 sets of basic cards" in issue.message

    @yes("check-basic-shortage")
    @pytest.mark.parametrize("players", [5, 6])
    def test_three_sets_asked_for_and_two_there_are_short(self, players):
        plan = plan_for(boxes=["dominion-2e", "base-cards"], players=players, basic_sets=3)
        issue = problem(plan, "check-basic-shortage")
        assert issue.severity.value == "error"
        assert set(issue.cards) == {"Copper", "Silver", "Gold"}
        assert issue.fix == "Use 2 sets."

    @no("check-basic-shortage")
    def test_three_sets_asked_for_and_three_there_are_enough(self):
        plan = plan_for(boxes=["dominion-2e", "base-cards", "intrigue-1e"], players=6, basic_sets=3)
        assert codes(plan) == {"check-five-plus": "advice"}
        assert supply(plan)["Silver"] == 120

    @no("check-basic-shortage")
    def test_a_second_source_makes_no_pile_bigger_and_none_short(self):
        plan = plan_for(
            "Familiar",
            "Golem",
            "Alchemist",
            boxes=["dominion-2e", "alchemy", "base-cards"],
            players=4,
        )
        assert codes(plan) == {}
        assert supply(plan)["Potion"] == 16
        assert supply(plan)["Silver"] == 40


class TestPotionMissing:
    """check-potion-missing: a card with a Potion in its cost is in use, in whatever role, and
    no box on the shelf has Potions. Annotated rules 2013, section 1, Potion Cards. The box of every
    such card has them, so the shelf here is one whose Alchemy is a box without.
    """

    @pytest.fixture(scope="class")
    @classmethod
    def catalog(cls, tmp_path_factory):
        folder = tmp_path_factory.mktemp("no-potions") / "data"
        shutil.copytree(DATA, folder)
        alchemy = folder / "cards" / "alchemy.toml"
        text = alchemy.read_text(encoding="utf-8")
        for line in ("printed_cards = 150\n", '[box.others_of]\nbase-cards = ["Potion"]\n'):
            assert line in text
            text = text.replace(line, "")
        alchemy.write_text(text, encoding="utf-8")
        return load_catalog(folder)

    def plan(self, catalog, *names, boxes=(), deck=(), **drawn):
        find = names_of(catalog).find
        kingdom = Kingdom(
            tuple(map(find, ten_with(*names))),
            deck=tuple(map(find, deck)),
            drawn={slot: find(name) for slot, name in drawn.items()},
            platinum_colony=False,
            shelters=False,
        )
        return plan_setup(settle(kingdom, 2, gather(catalog, ("dominion-2e", "alchemy", *boxes))))

    @yes("check-potion-missing")
    @pytest.mark.parametrize("name", POTION_CARDS)
    def test_a_potion_card_without_potions(self, catalog, name):
        plan = self.plan(catalog, name)
        expect(plan, "check-potion-missing", "error", name, fix=("Alchemy", "Base Cards"))

    @yes("check-potion-missing")
    def test_a_potion_card_in_the_black_market_deck_needs_potions_too(self, catalog):
        deck = [*DECK_15, "Golem"]
        plan = self.plan(catalog, "Black Market", deck=deck, boxes=["promo-black-market"])
        expect(plan, "check-potion-missing", "error", "Golem", fix="Base Cards")

    @yes("check-potion-missing")
    def test_a_potion_card_as_the_army_pile_needs_potions_too(self, catalog):
        how = {"prophecy": "Approaching Army", "army": "Familiar", "boxes": ["rising-sun"]}
        plan = self.plan(catalog, "Poet", **how)
        expect(plan, "check-potion-missing", "error", "Familiar", fix="Alchemy")

    @yes("check-potion-missing")
    def test_all_cards_that_ask_are_named(self, catalog):
        plan = self.plan(catalog, "Golem", "Familiar")
        expect(plan, "check-potion-missing", "error", "Golem", "Familiar", fix="Alchemy")

    @no("check-potion-missing")
    def test_base_cards_have_potions_as_well(self, catalog):
        assert "check-potion-missing" not in codes(
            self.plan(catalog, "Golem", boxes=["base-cards"])
        )

    @no("check-potion-missing")
    @pytest.mark.parametrize("name", POTION_CARDS)
    def test_a_card_of_alchemy_that_is_not_owned_is_told_once(self, name):
        plan = plan_for(name, boxes=["dominion-2e"])
        (issue,) = [it for it in plan.problems if it.severity.value != "advice"]
        assert (issue.code, issue.cards) == ("check-not-owned", (name,))
        assert "Alchemy" in issue.fix
        assert "Base Cards" not in issue.fix

    @no("check-potion-missing")
    @pytest.mark.parametrize("box", ["alchemy", "base-cards"])
    def test_either_box_has_the_potions(self, box):
        plan = plan_for("Golem", boxes=["dominion-2e", box])
        assert "check-potion-missing" not in codes(plan)
        assert supply(plan)["Potion"] == 16

    @no("check-potion-missing")
    @pytest.mark.parametrize("name", ["Apprentice", "Herbalist"])
    def test_alchemy_cards_that_cost_no_potion_need_none(self, name):
        plan = plan_for(name, boxes=["dominion-2e"])
        assert "check-potion-missing" not in codes(plan)
        assert "Potion" not in supply(plan)

    @no("check-potion-missing")
    def test_a_deck_without_black_market_is_ignored(self):
        plan = plan_for(deck=["Golem"], boxes=["dominion-2e"])
        assert codes(plan) == {"check-choice-unused": "advice"}


class TestRuinsShort:
    """check-ruins-short: seven players would need 60 Ruins, and there are 50.

    Annotated rules 2013, section 1, Ruins Pile, and the contents of Dark Ages.
    """

    @yes("check-ruins-short")
    @pytest.mark.parametrize("looter", ["Cultist", "Death Cart", "Marauder"])
    def test_seven_players_use_all_there_are(self, looter):
        plan = plan_for(looter, players=7)
        issue = expect(plan, "check-ruins-short", "warning", looter, fix="all 50")
        assert "60" in issue.message
        assert supply(plan)["Ruins"] == 50

    @no("check-ruins-short")
    @pytest.mark.parametrize(("players", "ruins"), [(2, 10), (3, 20), (4, 30), (5, 40), (6, 50)])
    def test_there_are_enough_for_six(self, players, ruins):
        plan = plan_for("Cultist", players=players)
        assert "check-ruins-short" not in codes(plan)
        assert supply(plan)["Ruins"] == ruins


class TestUpdatePackParts:
    """check-update-pack-parts: a new card from an update pack needs tokens or mats that lie only
    in a full box, and no box on the shelf has them. Update packs hold new piles and randomizers,
    no mats and no tokens; the Rewards are in theirs.
    """

    @yes("check-update-pack-parts")
    @no("check-tokens-short")
    @pytest.mark.parametrize("name", ["Collection", "Investment"])
    def test_a_prosperity_pack_has_no_victory_point_tokens(self, name):
        plan = plan_for(name, boxes=["dominion-1e", "prosperity-update-pack"])
        issue = expect(
            plan,
            "check-update-pack-parts",
            "warning",
            name,
            fix=("Prosperity (2nd edition)", "Empires"),
        )
        assert "VP tokens" in issue.message
        assert len(plan.problems) == 1

    @yes("check-update-pack-parts")
    @pytest.mark.parametrize("name", ["Footpad", "Joust"])
    def test_a_cornucopia_and_guilds_pack_has_no_coffers(self, name):
        plan = plan_for(name, boxes=["dominion-1e", "cornucopia-guilds-update-pack"])
        issue = expect(
            plan,
            "check-update-pack-parts",
            "warning",
            name,
            fix="Cornucopia & Guilds (2nd edition)",
        )
        assert "coin tokens" in issue.message
        assert "Coffers mats" in issue.message
        assert len(plan.problems) == 1

    @yes("check-update-pack-parts")
    def test_two_cards_that_miss_the_same_are_told_of_together(self):
        plan = plan_for("Footpad", "Joust", boxes=["dominion-1e", "cornucopia-guilds-update-pack"])
        issue = expect(plan, "check-update-pack-parts", "warning", "Footpad", "Joust", fix="Guilds")
        assert "their coin tokens and Coffers mats" in issue.message

    @yes("check-update-pack-parts")
    @pytest.mark.parametrize("more", [[], ["seaside-1e"]])
    def test_boxes_without_coffers_mats_are_no_help(self, more):
        """Cornucopia & Guilds rulebook 2023, p. 2: its box has mats, others coin tokens alone."""
        plan = plan_for("Joust", boxes=["dominion-1e", "cornucopia-guilds-update-pack", *more])
        issue = problem(plan, "check-update-pack-parts")
        have = [
            box.title
            for box in CATALOG.boxes.values()
            if box.stock.get("Coffers mat") or box.stock.get("Coffers/Villagers mat")
        ]
        assert issue.fix == f"Use substitutes, or add {', '.join(have[:-1])} or {have[-1]}."

    @no("check-update-pack-parts")
    @pytest.mark.parametrize("box", ["prosperity-1e", "empires"])
    def test_any_box_with_victory_point_tokens_mends_it(self, box):
        plan = plan_for("Collection", boxes=["dominion-1e", "prosperity-update-pack", box])
        assert codes(plan) == {}

    @no("check-update-pack-parts")
    @pytest.mark.parametrize("box", ["cornucopia-guilds-1e", "renaissance"])
    def test_any_box_with_coffers_mats_and_coins_mends_it(self, box):
        plan = plan_for("Footpad", boxes=["dominion-1e", "cornucopia-guilds-update-pack", box])
        assert codes(plan) == {}

    @no("check-update-pack-parts")
    def test_the_same_card_in_a_full_box_comes_with_its_parts(self):
        assert codes(plan_for("Collection", boxes=["dominion-1e", "prosperity-2e"])) == {}

    @no("check-update-pack-parts")
    @pytest.mark.parametrize(
        ("name", "pack"),
        [
            ("Anvil", "prosperity-update-pack"),
            ("Shop", "cornucopia-guilds-update-pack"),
            ("Sentry", "dominion-update-pack"),
            ("Souk", "hinterlands-update-pack"),
            ("Sailor", "seaside-update-pack"),
            ("Courtier", "intrigue-update-pack"),
        ],
    )
    def test_cards_of_packs_that_need_nothing_miss_nothing(self, name, pack):
        assert codes(plan_for(name, boxes=["dominion-1e", pack])) == {}
