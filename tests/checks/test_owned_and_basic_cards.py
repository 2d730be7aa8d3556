"""Checks against what really lies in the boxes: cards owned, basic cards, Potions, Ruins.

Cases: owned_and_basic_cards.toml.
"""

import shutil

import pytest

from setup_rules.catalog import DATA, load_catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Kingdom
from setup_rules.names import names_of
from tests.builders import codes, expect, no, plan_for, supply, ten_with, yes

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
