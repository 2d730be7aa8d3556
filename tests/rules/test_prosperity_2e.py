"""Prosperity: Platinum and Colony, the published ways to decide on them, and their exact odds.

Cases: prosperity_2e.toml.
"""

from fractions import Fraction
from functools import partial
from itertools import permutations

import pytest

from setup_rules.rules import RULEBOOKS
from tests.builders import (
    CATALOG,
    DARK_AGES,
    card,
    chance_of,
    codes,
    every_count,
    game_for,
    no,
    plan_for,
    supply,
    yes,
)

PROSPERITY = (
    *("Bank", "City", "Expand", "Forge", "Hoard", "King's Court", "Mint", "Quarry", "Rabble"),
    "Vault",
)
"""Ten cards of Prosperity that set nothing out."""

chance = partial(chance_of, "platinum_colony")


def all_ten_and_a_bane(ten: tuple[str, ...], bane: str) -> dict[str, object]:
    """Ten cards of one box, and a Bane by way of a Black Market that Way of the Mouse sets up."""
    return {
        "names": ten,
        "landscapes": ("Way of the Mouse",),
        "mouse": "Black Market",
        "deck": ("Young Witch",),
        "bane": bane,
    }


class TestRandomCard:
    """Prosperity rulebook 2016; Prosperity rulebook 2022, p. 2: any Kingdom card in use decides."""

    @yes("platinum_colony:random-card")
    @pytest.mark.parametrize("of_ten", range(1, 10))
    def test_the_chance_is_the_share_of_prosperity_cards(self, of_ten):
        assert chance("random-card", *PROSPERITY[:of_ten]) == Fraction(of_ten, 10)
        assert plan_for(*PROSPERITY[:of_ten]).odds.platinum_colony == Fraction(of_ten, 10)

    @yes("platinum_colony:random-card")
    def test_all_ten_make_it_certain(self):
        assert chance("random-card", *PROSPERITY) == 1
        assert plan_for(*PROSPERITY).odds == (1, 0, 0, 0)

    @yes("platinum_colony:random-card")
    @pytest.mark.parametrize("name", ["Goons", "Bank", "Anvil"])
    def test_from_prosperity_is_what_any_edition_or_update_pack_of_it_prints(self, name):
        assert "prosperity" in card(name).families
        assert chance("random-card", name) == Fraction(1, 10)

    @no("platinum_colony:random-card")
    @pytest.mark.parametrize("name", ["Captain", "Governor", "Stash", "Marchland"])
    def test_promos_belong_to_no_box(self, name):
        assert chance("random-card", name) == 0
        assert plan_for(name).odds.shelters == 0


class TestTheExactOdds:
    """Annotated rules 2013, section 1: two different cards decide the two draws."""

    @pytest.mark.parametrize(
        ("names", "how", "expected"),
        [
            ((*PROSPERITY[:4],), {}, "2/5 0 0 3/5"),
            ((*DARK_AGES[:3],), {}, "0 3/10 0 7/10"),
            ((*PROSPERITY[:4], *DARK_AGES[:3]), {}, "2/5 3/10 2/15 13/30"),
            ((*PROSPERITY[:5], *DARK_AGES[:5]), {}, "1/2 1/2 5/18 5/18"),
            ((*PROSPERITY[:1], *DARK_AGES[:1]), {}, "1/10 1/10 1/90 73/90"),
            ((*PROSPERITY[:9], *DARK_AGES[:1]), {}, "9/10 1/10 1/10 1/10"),
            (
                (*PROSPERITY[:4], *DARK_AGES[:3], "Young Witch"),
                {"bane": "Cellar"},
                "4/11 3/11 6/55 26/55",
            ),
            (
                (*PROSPERITY[:4], *DARK_AGES[:3], "Young Witch"),
                {"bane": "Watchtower"},
                "5/11 3/11 3/22 9/22",
            ),
            (
                (*PROSPERITY[:4], *DARK_AGES[:3], "Young Witch"),
                {"bane": "Sage"},
                "4/11 4/11 8/55 23/55",
            ),
            (
                (*PROSPERITY[:3], *DARK_AGES[:2], "Young Witch", "Poet"),
                {"bane": "Cellar", "prophecy": "Approaching Army", "army": "Witch"},
                "1/4 1/6 1/22 83/132",
            ),
        ],
    )
    def test_chances_of_colony_shelters_both_and_neither(self, names, how, expected):
        odds = plan_for(*names, **how).odds
        assert odds == tuple(map(Fraction, expected.split()))

    @pytest.mark.parametrize("bane", ["", "Cellar", "Watchtower", "Sage"])
    @pytest.mark.parametrize(
        ("prosperity", "dark_ages"),
        [(p, d) for p in range(0, 9, 2) for d in range(0, 9, 2) if p + d <= 9],
    )
    def test_they_are_those_of_turning_up_two_different_cards(self, prosperity, dark_ages, bane):
        names = (*PROSPERITY[:prosperity], *DARK_AGES[:dark_ages])
        if bane:
            game, plan = (build(*names, "Young Witch", bane=bane) for build in (game_for, plan_for))
        else:
            game, plan = game_for(*names), plan_for(*names)
        pairs = list(permutations(game.supply_cards, 2))
        colony = {(a, b) for a, b in pairs if "prosperity" in a.families}
        shelters = {(a, b) for a, b in pairs if "dark-ages" in b.families}
        assert plan.odds.platinum_colony == Fraction(len(colony), len(pairs))
        assert plan.odds.shelters == Fraction(len(shelters), len(pairs))
        assert plan.odds.both == Fraction(len(colony & shelters), len(pairs))
        assert plan.odds.neither == 1 - Fraction(len(colony | shelters), len(pairs))

    @pytest.mark.parametrize(
        ("ten", "bane", "expected"),
        [
            (PROSPERITY, "Cellar", "1 0 0 0"),
            (PROSPERITY, "Watchtower", "1 0 0 0"),
            (PROSPERITY, "Sage", "1 1/11 1/11 0"),
            (DARK_AGES, "Cellar", "0 1 0 0"),
            (DARK_AGES, "Watchtower", "1/11 1 1/11 0"),
        ],
    )
    def test_all_ten_from_one_box_are_certain_whatever_the_bane(self, ten, bane, expected):
        how = all_ten_and_a_bane(ten, bane)
        plan = plan_for(*how.pop("names"), **how)
        assert len([pile for pile in plan.supply if pile.card]) == 11
        assert plan.odds == tuple(map(Fraction, expected.split()))


class TestAllProsperity:
    """Annotated rules 2013, section 1: only Kingdom cards from Prosperity."""

    @yes("platinum_colony:all-prosperity")
    @every_count
    def test_without_a_word_all_ten_are_played_with_them(self, players):
        plan = plan_for(*PROSPERITY, players=players, platinum_colony=None)
        assert supply(plan)["Colony"] == (8 if players == 2 else 12)
        assert "check-choice-open" not in codes(plan)

    @yes("platinum_colony:all-prosperity")
    def test_a_foreign_bane_does_not_matter(self):
        how = all_ten_and_a_bane(PROSPERITY, "Cellar")
        names = how.pop("names")
        assert chance("all-prosperity", *names, **how) == 1
        assert "Colony" in supply(plan_for(*names, **how, platinum_colony=None))


class TestFourOrMore:
    """Czech rulebook 2010; German Prosperity rulebook 2022, p. 3."""

    @yes("platinum_colony:four-or-more")
    @pytest.mark.parametrize("how_many", [4, 5, 10])
    def test_four_are_enough(self, how_many):
        assert chance("four-or-more", *PROSPERITY[:how_many]) == 1


class TestMajority:
    """German Prosperity rulebook 2022, p. 2: when Prosperity cards predominate."""

    @yes("platinum_colony:majority")
    @pytest.mark.parametrize("how_many", [6, 9, 10])
    def test_more_than_half_predominate(self, how_many):
        assert chance("majority", *PROSPERITY[:how_many]) == 1


class TestFreeChoice:
    """Prosperity rulebook 2016: whenever you want to."""

    @yes("platinum_colony:free-choice")
    def test_the_rule_gives_no_odds_because_the_players_choose(self):
        assert chance("free-choice", *PROSPERITY[:4]) is None


def test_every_published_way_is_offered_and_the_random_card_comes_first():
    """Six ways for Platinum and Colony, four for Shelters."""
    ways: dict[str, list[str]] = {}
    for book in RULEBOOKS:
        for variant in book.variants:
            ways.setdefault(variant.draw, []).append(variant.id)
    assert ways["platinum_colony"] == [
        *("random-card", "first-randomizer", "all-prosperity", "four-or-more", "majority"),
        "free-choice",
    ]
    assert ways["shelters"] == ["random-card", "last-randomizer", "all-dark-ages", "agreement"]


class TestRecommendedSets:
    """Prosperity rulebook 2016, Recommended sets; Annotated rules 2013, section 9;
    German Nocturne rulebook 2017, p. 5; Rising Sun rulebook 2024, p. 11."""

    @yes("draw-recommended-sets")
    @pytest.mark.parametrize(
        "name",
        [
            *("Beginners", "Friendly Interactive", "Big Actions", "Biggest Money"),
            *("The King's Army", "The Good Life", "Paths to Victory", "All Along the Watchtower"),
            *("Lucky Seven", "Exploding Kingdom", "Pirate Bay", "Counting Contest"),
            "Lower Learning",
        ],
    )
    def test_every_set_of_the_prosperity_rulebook_uses_platinum_and_colony(self, name):
        sets = [k for k in CATALOG.published.values() if k.name == name]
        assert sets
        assert all(kingdom.platinum_colony for kingdom in sets)

    @no("draw-recommended-sets")
    def test_a_set_without_prosperity_or_dark_ages_cards_uses_neither(self):
        for kingdom in CATALOG.published.values():
            families = {family for c in kingdom.cards for family in c.families}
            assert "prosperity" in families or not kingdom.platinum_colony, kingdom.id
            assert "dark-ages" in families or not kingdom.shelters, kingdom.id

    @yes("draw-recommended-sets")
    @pytest.mark.parametrize(
        ("kingdom", "bane"),
        [("the-jesters-workshop", "Chancellor"), ("the-spice-of-life", "Wishing Well")],
    )
    def test_a_set_with_young_witch_prints_its_bane(self, kingdom, bane):
        assert CATALOG.published[kingdom].drawn["bane"] is card(bane)

    @yes("draw-recommended-sets")
    @pytest.mark.parametrize(
        ("trigger", "slot"),
        [("Young Witch", "bane"), ("Riverboat", "riverboat"), ("Ferryman", "ferryman")],
    )
    def test_every_set_prints_the_card_that_another_card_asks_for(self, trigger, slot):
        asking = [k for k in CATALOG.published.values() if card(trigger) in k.cards]
        assert asking
        assert [k.id for k in asking if slot not in k.drawn] == []

    @yes("draw-recommended-sets")
    def test_every_set_with_druid_prints_three_boons(self):
        sets = [k for k in CATALOG.published.values() if card("Druid") in k.cards]
        assert sets
        assert {len(k.boons) for k in sets} == {3}

    @yes("draw-recommended-sets")
    @pytest.mark.parametrize(("type_", "kind"), [("Liaison", "ally"), ("Omen", "prophecy")])
    def test_every_set_with_a_liaison_or_omen_prints_its_ally_or_prophecy(self, type_, kind):
        sets = [k for k in CATALOG.published.values() if any(type_ in c.types for c in k.cards)]
        assert sets
        for kingdom in sets:
            assert [ls.kind for ls in kingdom.landscapes].count(kind) == 1, kingdom.id

    @no("draw-recommended-sets")
    def test_the_same_ten_without_the_set_are_drawn_for(self):
        kingdom = CATALOG.published["biggest-money"]
        names = [c.name for c in kingdom.cards]
        assert plan_for(*names, platinum_colony=None).odds.platinum_colony == Fraction(1, 2)
        assert codes(plan_for(*names, platinum_colony=None)) == {"check-choice-open": "warning"}
