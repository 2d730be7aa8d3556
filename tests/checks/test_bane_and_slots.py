"""Checks on the Bane and on the other extra cards: who may fill a slot, and when nobody can."""

from __future__ import annotations

import pytest

from tests.builders import aside, beside, codes, expect_problem, no, plan_for, problem, supply, yes

CORNUCOPIA_TEN = (
    *("Young Witch", "Hamlet", "Menagerie", "Fortune Teller", "Farming Village", "Harvest"),
    *("Horse Traders", "Fairgrounds", "Horn of Plenty", "Hunting Party"),
)
"""Every card of Cornucopia that costs $2 or $3 is in use; Jester, Remake, Tournament are left."""


class TestBaneMissing:
    """check-bane-missing: Young Witch is in use, in whatever role, and no Bane is named although
    one is possible. Annotated rules 2013, section 1, Bane Pile.
    """

    @yes("check-bane-missing")
    def test_young_witch_without_a_bane_is_told_what_may_be_chosen(self):
        plan = plan_for(*CORNUCOPIA_TEN[:2], *CORNUCOPIA_TEN[3:], "Jester", boxes=["cornucopia"])
        expect_problem(
            plan, "check-bane-missing", "error", "Young Witch", fix=("1 to choose", "Menagerie")
        )
        assert "check-bane-impossible" not in codes(plan)

    @yes("check-bane-missing")
    def test_of_many_candidates_some_are_named(self):
        issue = expect_problem(
            plan_for("Young Witch", boxes=["dominion-2e", "cornucopia"]),
            "check-bane-missing",
            "error",
            "Young Witch",
            fix=("Cellar", "Chapel", "more"),
        )
        assert "Remake" not in issue.fix

    @yes("check-bane-missing")
    def test_young_witch_in_the_black_market_deck_needs_one_too(self):
        plan = plan_for("Black Market", deck=["Young Witch"])
        expect_problem(plan, "check-bane-missing", "error", "Young Witch", fix="to choose from")

    @yes("check-bane-missing")
    def test_young_witch_as_ferrymans_pile_needs_one_too(self):
        plan = plan_for("Ferryman", ferryman="Young Witch")
        expect_problem(plan, "check-bane-missing", "error", "Young Witch", fix="to choose from")

    @yes("check-bane-missing")
    def test_young_witch_as_the_army_pile_needs_one_too(self):
        plan = plan_for("Poet", prophecy="Approaching Army", army="Young Witch")
        expect_problem(plan, "check-bane-missing", "error", "Young Witch", fix="to choose from")

    @no("check-bane-missing")
    def test_a_named_bane_is_not_missing(self):
        plan = plan_for("Young Witch", bane="Cellar")
        assert codes(plan) == {}
        assert supply(plan)["Cellar"] == 10

    @no("check-bane-missing")
    def test_without_young_witch_none_is_needed(self):
        assert codes(plan_for("Jester")) == {}


class TestBaneInvalid:
    """check-bane-invalid: the named Bane does not cost exactly $2 or $3, is in use already, or is
    no Kingdom pile. Annotated rules 2013, section 1, Bane Pile, and section 4, Overpay, Potions.
    """

    @no("bane-pile")
    @yes("check-bane-invalid")
    @pytest.mark.parametrize(
        ("bane", "cost"),
        [
            ("Gardens", "$4"),
            ("Poor House", "$1"),
            ("Apothecary", "$2P"),
            ("Alchemist", "$3P"),
            ("City Quarter", "8D"),
        ],
    )
    def test_only_exactly_two_or_three_coins_will_do(self, bane, cost):
        plan = plan_for("Young Witch", bane=bane)
        issue = expect_problem(
            plan, "check-bane-invalid", "error", "Young Witch", bane, fix="costing $2 or $3"
        )
        assert cost in issue.message

    @no("bane-pile")
    @yes("check-bane-invalid")
    def test_one_of_the_ten_cannot_be_the_bane_as_well(self):
        plan = plan_for("Young Witch", "Cellar", bane="Cellar")
        issue = expect_problem(
            plan, "check-bane-invalid", "error", "Young Witch", "Cellar", fix="unused"
        )
        assert "one of the ten piles" in issue.message
        assert supply(plan)["Cellar"] == 10

    @yes("check-bane-invalid")
    def test_a_half_of_a_split_pile_among_the_ten_is_in_use(self):
        plan = plan_for("Young Witch", "Encampment", bane="Plunder")
        assert codes(plan)["check-bane-invalid"] == "error"

    @no("bane-pile")
    @yes("check-bane-invalid")
    @pytest.mark.parametrize("bane", ["Estate", "Silver", "Madman", "Alms", "Dame Anna", "Student"])
    def test_what_is_no_kingdom_pile_cannot_be_the_bane(self, bane):
        plan = plan_for("Young Witch", bane=bane)
        expect_problem(
            plan, "check-bane-invalid", "error", "Young Witch", bane, fix="an unused Kingdom pile"
        )

    @yes("check-bane-invalid")
    @pytest.mark.parametrize(
        ("cards", "slots"),
        [
            (["Ferryman"], {"ferryman": "Village"}),
            (["Poet"], {"prophecy": "Approaching Army", "army": "Swindler", "bane": "Swindler"}),
        ],
    )
    def test_one_card_cannot_fill_two_slots(self, cards, slots):
        plan = plan_for("Young Witch", *cards, **{"bane": "Village", **slots})
        assert {"check-bane-invalid", "check-ferryman-invalid", "check-army-invalid"} & set(
            codes(plan)
        )
        assert plan.status == "error"

    @yes("bane-pile")
    @no("check-bane-invalid")
    @pytest.mark.parametrize(
        "bane", ["Cellar", "Village", "Masterpiece", "Stonemason", "Castles", "Fool's Gold"]
    )
    def test_any_type_will_do_and_overpaying_does_not_matter(self, bane):
        assert codes(plan_for("Young Witch", bane=bane)) == {}

    @yes("bane-pile")
    @no("check-bane-invalid")
    @pytest.mark.parametrize("bane", ["Encampment/Plunder", "Encampment", "Plunder"])
    def test_a_split_pile_goes_by_its_randomizer(self, bane):
        plan = plan_for("Young Witch", bane=bane)
        assert codes(plan) == {}
        assert supply(plan)["Encampment/Plunder"] == 10

    @no("check-bane-invalid")
    def test_the_trait_cheap_changes_no_cost_at_setup(self):
        plan = plan_for(
            "Young Witch", landscapes=["Cheap"], traits={"Cheap": "Village"}, bane="Village"
        )
        assert codes(plan) == {}


class TestBaneImpossible:
    """check-bane-impossible: Young Witch is in use and the shelf has no unused pile for $2 or $3.

    Annotated rules 2013, section 1, Bane Pile.
    """

    @yes("check-bane-impossible")
    @no("check-bane-missing")
    def test_every_pile_that_would_do_is_in_use(self):
        plan = plan_for(*CORNUCOPIA_TEN, fill=False, boxes=["base-cards", "cornucopia"])
        expect_problem(
            plan,
            "check-bane-impossible",
            "error",
            "Young Witch",
            fix=("Add a box", "swap Young Witch"),
        )
        assert codes(plan) == {"check-bane-impossible": "error"}

    @yes("check-bane-impossible")
    def test_a_card_of_the_black_market_deck_could_be_freed(self):
        ten = [*CORNUCOPIA_TEN[:3], *CORNUCOPIA_TEN[4:], "Black Market"]
        plan = plan_for(
            *ten,
            fill=False,
            deck=["Fortune Teller"],
            boxes=["base-cards", "cornucopia", "promo-black-market"],
        )
        expect_problem(
            plan,
            "check-bane-impossible",
            "error",
            "Young Witch",
            fix="Take Fortune Teller out of the Black Market deck",
        )

    @no("check-bane-impossible")
    def test_one_more_box_makes_it_possible(self):
        plan = plan_for(
            *CORNUCOPIA_TEN,
            fill=False,
            bane="Stonemason",
            boxes=["base-cards", "cornucopia", "guilds"],
        )
        assert codes(plan) == {}


class TestChoiceOpenOnSlots:
    """check-choice-open, an error: a kingdom needs an extra card, and none is named although the
    shelf has some to choose from.

    Cornucopia & Guilds rulebook 2023, p. 2; Menagerie rulebook 2020, p. 2; Allies rulebook 2021,
    p. 3; Rising Sun rulebook 2024, p. 2.
    """

    @yes("check-choice-open")
    @pytest.mark.parametrize(
        ("asks", "boxes", "candidates"),
        [
            ("Ferryman", ["base-cards", "cornucopia-guilds-update-pack"], ("Infirmary", "Shop")),
            ("Riverboat", ["base-cards", "rising-sun"], ("Gold Mine", "Kitsune", "Tea House")),
        ],
    )
    def test_a_card_asks_for_another(self, asks, boxes, candidates):
        expect_problem(
            plan_for(asks, boxes=boxes), "check-choice-open", "error", asks, fix=tuple(candidates)
        )

    @yes("check-choice-open")
    def test_way_of_the_mouse_asks_for_a_card(self):
        expect_problem(
            plan_for(landscapes=["Way of the Mouse"], boxes=["base-cards", "menagerie"]),
            "check-choice-open",
            "error",
            "Way of the Mouse",
            fix=("Black Cat", "Camel Train", "Snowy Village"),
        )

    @yes("check-choice-open")
    def test_approaching_army_asks_for_an_attack(self):
        expect_problem(
            plan_for("Poet", prophecy="Approaching Army", boxes=["base-cards", "rising-sun"]),
            "check-choice-open",
            "error",
            "Approaching Army",
            fix=("Kitsune", "Ninja", "Samurai", "Snake Witch"),
        )

    @yes("check-choice-open")
    @pytest.mark.parametrize("liaison", ["Bauble", "Importer", "Wizards"])
    def test_a_liaison_asks_for_an_ally(self, liaison):
        expect_problem(
            plan_for(liaison), "check-choice-open", "error", liaison, fix="Architects' Guild"
        )

    @yes("check-choice-open")
    @pytest.mark.parametrize("omen", ["Kitsune", "Mountain Shrine", "Tea House"])
    def test_an_omen_asks_for_a_prophecy(self, omen):
        expect_problem(plan_for(omen), "check-choice-open", "error", omen, fix="Approaching Army")

    @yes("check-choice-open")
    @pytest.mark.parametrize(("asks", "slot"), [("Bauble", "ally"), ("Poet", "prophecy")])
    def test_a_card_that_is_no_such_landscape_leaves_the_choice_open(self, asks, slot):
        plan = plan_for(asks, **{slot: "Alms"})
        assert codes(plan)["check-choice-open"] == "error"

    @yes("check-choice-open")
    def test_an_extra_in_the_black_market_deck_asks_too(self):
        plan = plan_for("Black Market", deck=["Ferryman", "Bauble", "Poet"])
        about = {it.cards for it in plan.problems if it.code == "check-choice-open"}
        assert about == {("Ferryman",), ("Bauble",), ("Poet",)}

    @yes("check-choice-open")
    @pytest.mark.parametrize(("asks", "box"), [("Bauble", "Allies"), ("Poet", "Rising Sun")])
    def test_with_nothing_to_choose_from_a_box_is_needed(self, asks, box):
        plan = plan_for(
            "Black Market",
            asks,
            deck=["Cellar", "Village"],
            boxes=["dominion-2e", "promo-black-market"],
        )
        expect_problem(plan, "check-choice-open", "error", asks, fix="Add")
        expect_problem(plan, "check-not-owned", "error", asks, fix=box)

    @no("check-choice-open")
    def test_of_a_mixed_pile_in_the_deck_the_card_itself_decides(self):
        plan = plan_for("Black Market", deck=["Conjurer"])
        assert "check-choice-open" not in codes(plan)
        plan = plan_for("Black Market", deck=["Student"])
        assert codes(plan)["check-choice-open"] == "error"

    @no("check-choice-open")
    def test_all_choices_made(self):
        plan = plan_for(
            "Ferryman",
            "Riverboat",
            "Bauble",
            "Poet",
            landscapes=["Way of the Mouse"],
            ferryman="Gardens",
            riverboat="Bazaar",
            ally="Architects' Guild",
            prophecy="Approaching Army",
            army="Witch",
            mouse="Cellar",
        )
        assert codes(plan) == {}

    @no("check-choice-open")
    def test_without_a_card_that_asks_nothing_is_open(self):
        assert codes(plan_for()) == {}


class TestFerrymanPool:
    """check-ferryman-pool: Ferryman is in use and no unused pile costs $3 or $4.

    Cornucopia & Guilds rulebook 2023, p. 2.
    """

    TEN = (
        *("Ferryman", "Carnival", "Farmhands", "Farrier", "Footpad", "Infirmary", "Joust", "Shop"),
        *("Prince", "Governor"),
    )
    SHELF = ("base-cards", "cornucopia-guilds-2e", "promo-prince", "promo-governor")
    PACK = ("base-cards", "cornucopia-guilds-update-pack", "promo-prince", "promo-governor")

    @yes("check-ferryman-pool")
    def test_nothing_is_left_for_ferryman(self):
        plan = plan_for(*self.TEN, fill=False, boxes=self.PACK)
        expect_problem(plan, "check-ferryman-pool", "error", "Ferryman", fix=("Add a box", "swap"))
        assert "check-choice-open" not in codes(plan)

    @no("check-ferryman-pool")
    def test_one_promo_for_four_coins_is_enough(self):
        plan = plan_for(*self.TEN, fill=False, boxes=[*self.PACK, "promo-envoy"])
        assert "check-ferryman-pool" not in codes(plan)
        assert "Envoy" in problem(plan, "check-choice-open").fix

    @no("check-ferryman-pool")
    def test_the_full_box_has_some_left(self):
        plan = plan_for(*self.TEN, fill=False, boxes=self.SHELF, ferryman="Plaza")
        assert codes(plan) == {}


class TestFerrymanInvalid:
    """check-ferryman-invalid: Ferryman's pile costs exactly $3 or $4 and is not in use; a published
    kingdom that prints another is only warned about.

    Cornucopia & Guilds rulebook 2023, p. 2, 3, 5.
    """

    @no("ferryman-pile")
    @yes("check-ferryman-invalid")
    @pytest.mark.parametrize("named", ["Cellar", "Bazaar", "Alchemist", "Golem", "Overlord"])
    def test_another_cost_will_not_do(self, named):
        plan = plan_for("Ferryman", ferryman=named)
        expect_problem(plan, "check-ferryman-invalid", "error", "Ferryman", named, fix="$3 or $4")

    @yes("check-ferryman-invalid")
    def test_one_of_the_ten_will_not_do(self):
        plan = plan_for("Ferryman", "Village", ferryman="Village")
        expect_problem(plan, "check-ferryman-invalid", "error", "Ferryman", "Village", fix="unused")

    @no("ferryman-pile")
    @yes("check-ferryman-invalid")
    @pytest.mark.parametrize("named", ["Silver", "Potion", "Alms", "Sir Martin"])
    def test_what_is_no_kingdom_pile_will_not_do(self, named):
        plan = plan_for("Ferryman", ferryman=named)
        expect_problem(
            plan, "check-ferryman-invalid", "error", "Ferryman", named, fix="an unused Kingdom pile"
        )

    BOUNTY_OF_THE_HUNT = (
        *("Ferryman", "Horn of Plenty", "Hunting Party", "Joust", "Menagerie"),
        *("Cellar", "Festival", "Militia", "Moneylender", "Smithy"),
    )

    @yes("check-ferryman-invalid")
    def test_a_published_kingdom_is_played_as_printed(self):
        plan = plan_for(
            *self.BOUNTY_OF_THE_HUNT,
            fill=False,
            boxes=["dominion-2e", "cornucopia-guilds-2e"],
            ferryman="Farrier",
        )
        issue = expect_problem(
            plan, "check-ferryman-invalid", "warning", "Ferryman", "Farrier", fix="as printed"
        )
        assert "Bounty of the Hunt" in issue.message
        assert beside(plan)["Ferryman pile: Farrier"] == 10

    @yes("check-ferryman-invalid")
    def test_a_pile_that_the_published_kingdom_does_not_print_is_an_error(self):
        plan = plan_for(
            *self.BOUNTY_OF_THE_HUNT,
            fill=False,
            boxes=["dominion-2e", "cornucopia-guilds-2e"],
            ferryman="Chapel",
        )
        expect_problem(
            plan, "check-ferryman-invalid", "error", "Ferryman", "Chapel", fix="$3 or $4"
        )

    @yes("check-ferryman-invalid")
    def test_the_same_pile_in_a_kingdom_of_ones_own_is_an_error(self):
        plan = plan_for("Ferryman", "Joust", ferryman="Farrier")
        assert codes(plan) == {"check-ferryman-invalid": "error"}

    @yes("ferryman-pile")
    @no("check-ferryman-invalid")
    @pytest.mark.parametrize(
        ("named", "pile", "count"),
        [
            ("Village", "Village", 10),
            ("Gardens", "Gardens", 8),
            ("Infirmary", "Infirmary", 10),
            ("Herald", "Herald", 10),
            ("Rocks", "Catapult/Rocks", 10),
            ("Forts", "Forts", 16),
        ],
    )
    def test_three_or_four_coins_will_do_whatever_the_pile(self, named, pile, count):
        plan = plan_for("Ferryman", ferryman=named)
        assert codes(plan) == {}
        assert beside(plan)[f"Ferryman pile: {pile}"] == count


class TestMousePool:
    """check-mouse-pool: no unused Action for $2 or $3 that is no Duration; the Way is dropped.

    Menagerie rulebook 2020, p. 2, 14.
    """

    TEN = (
        *("Black Cat", "Camel Train", "Goatherd", "Scrap", "Sheepdog", "Sleigh", "Snowy Village"),
        *("Cavalry", "Kiln", "Livery"),
    )

    @yes("check-mouse-pool")
    def test_nothing_is_left_for_the_mouse(self):
        plan = plan_for(
            *self.TEN,
            fill=False,
            landscapes=["Way of the Mouse"],
            boxes=["base-cards", "menagerie"],
        )
        expect_problem(
            plan, "check-mouse-pool", "warning", "Way of the Mouse", fix="Leave out the Way"
        )
        assert codes(plan) == {"check-mouse-pool": "warning"}
        assert "Way of the Mouse" not in aside(plan)

    @yes("check-mouse-pool")
    def test_durations_and_mixed_piles_are_not_drawn(self):
        plan = plan_for(
            *self.TEN,
            fill=False,
            landscapes=["Way of the Mouse"],
            boxes=["base-cards", "menagerie", "promo-church"],
        )
        assert codes(plan) == {"check-mouse-pool": "warning"}

    @no("check-mouse-pool")
    def test_with_one_of_them_left_it_may_be_chosen(self):
        plan = plan_for(
            *self.TEN[1:],
            "Paddock",
            fill=False,
            landscapes=["Way of the Mouse"],
            boxes=["base-cards", "menagerie"],
        )
        assert "check-mouse-pool" not in codes(plan)
        assert "Black Cat" in problem(plan, "check-choice-open").fix


class TestMouseInvalid:
    """check-mouse-invalid: the card of Way of the Mouse is an unused Action for exactly $2 or $3
    and no Duration. A mixed pile named by hand is a warning and stands for its top card.

    Menagerie rulebook 2020, p. 2, 14.
    """

    @no("way-of-the-mouse")
    @yes("check-mouse-invalid")
    @pytest.mark.parametrize(
        "named",
        [
            "Poacher",  # $4
            "Scrying Pool",  # $2P
            "Lighthouse",  # a Duration
            "Fool's Gold",  # no Action
            "Castles",  # a mixed pile, and no Action
            "Smithy",  # one of the ten, and $4
            "Village",  # one of the ten
            "Estate",
            "Alms",
        ],
    )
    def test_another_card_will_not_do(self, named):
        plan = plan_for("Village", landscapes=["Way of the Mouse"], mouse=named)
        expect_problem(
            plan, "check-mouse-invalid", "error", "Way of the Mouse", named, fix="costing $2 or $3"
        )

    @yes("check-mouse-invalid", "way-of-the-mouse")
    @pytest.mark.parametrize(
        ("named", "pile", "top"),
        [
            ("Encampment/Plunder", "Encampment/Plunder", "Encampment"),
            ("Townsfolk", "Townsfolk", "Town Crier"),
            ("Catapult/Rocks", "Catapult/Rocks", "Catapult"),
        ],
    )
    def test_a_mixed_pile_stands_for_its_top_card(self, named, pile, top):
        plan = plan_for(landscapes=["Way of the Mouse"], mouse=named)
        expect_problem(
            plan, "check-mouse-invalid", "warning", "Way of the Mouse", pile, fix="top card"
        )
        assert aside(plan) == {"Way of the Mouse": top}

    @yes("way-of-the-mouse")
    @no("check-mouse-invalid")
    @pytest.mark.parametrize("named", ["Cellar", "Moat", "Urchin", "Stonemason"])
    def test_an_action_for_two_or_three_coins_will_do(self, named):
        plan = plan_for(landscapes=["Way of the Mouse"], mouse=named)
        assert codes(plan) == {}
        assert aside(plan) == {"Way of the Mouse": named}


class TestRiverboatPool:
    """check-riverboat-pool: no unused Action for $5 that is no Duration.

    Rising Sun rulebook 2024, p. 2, 6.
    """

    TEN = (
        *("Riverboat", "Gold Mine", "Imperial Envoy", "Kitsune", "Litter", "Rice Broker", "Ronin"),
        *("Tanuki", "Tea House", "Alley"),
    )

    @yes("check-riverboat-pool")
    def test_nothing_is_left_for_riverboat(self):
        plan = plan_for(
            *self.TEN, fill=False, prophecy="Growth", boxes=["base-cards", "rising-sun"]
        )
        expect_problem(
            plan,
            "check-riverboat-pool",
            "error",
            "Riverboat",
            fix=("Add a box", "swap Riverboat"),
        )
        assert codes(plan) == {"check-riverboat-pool": "error"}

    @no("check-riverboat-pool")
    def test_with_one_of_them_left_it_may_be_chosen(self):
        plan = plan_for(
            *(name for name in self.TEN if name != "Litter"),
            "Rice",
            fill=False,
            prophecy="Growth",
            riverboat="Litter",
            boxes=["base-cards", "rising-sun"],
        )
        assert codes(plan) == {}


class TestRiverboatInvalid:
    """check-riverboat-invalid: Riverboat's card is an unused Action for exactly $5 and no Duration.
    The Knights named by hand are a warning.

    Rising Sun rulebook 2024, p. 2, 6.
    """

    @no("riverboat-card")
    @yes("check-riverboat-invalid")
    @pytest.mark.parametrize(
        "named",
        [
            "Smugglers",  # $3
            "Adventurer",  # $6
            "Wharf",  # a Duration
            "Horn of Plenty",  # no Action
            "Market",  # one of the ten
            "Duchy",
            "Alms",
        ],
    )
    def test_another_card_will_not_do(self, named):
        plan = plan_for("Riverboat", "Market", riverboat=named)
        expect_problem(
            plan, "check-riverboat-invalid", "error", "Riverboat", named, fix="costing $5"
        )

    @no("riverboat-card")
    @yes("check-riverboat-invalid")
    def test_the_knights_are_a_pile_of_different_cards(self):
        plan = plan_for("Riverboat", riverboat="Knights")
        expect_problem(
            plan, "check-riverboat-invalid", "warning", "Riverboat", "Knights", fix="top card"
        )
        assert list(aside(plan)) == ["Riverboat"]

    @yes("riverboat-card")
    @no("check-riverboat-invalid")
    @pytest.mark.parametrize("named", ["Bazaar", "Cultist", "Witch", "Baker"])
    def test_an_action_for_five_coins_will_do(self, named):
        plan = plan_for("Riverboat", riverboat=named)
        assert codes(plan) == {}
        assert aside(plan) == {"Riverboat": named}


class TestArmyPool:
    """check-army-pool: Approaching Army is dealt and no unused Attack pile is there; another
    Prophecy is dealt. Rising Sun rulebook 2024, p. 2, 7.
    """

    ATTACKS = ("Kitsune", "Ninja", "Samurai", "Snake Witch")
    MORE = ("Alley", "Change", "Craftsman", "Litter", "Rice", "Ronin")

    @yes("check-army-pool")
    def test_nothing_is_left_for_the_army(self):
        plan = plan_for(
            *self.ATTACKS,
            *self.MORE,
            fill=False,
            prophecy="Approaching Army",
            boxes=["base-cards", "rising-sun"],
        )
        expect_problem(
            plan, "check-army-pool", "warning", "Approaching Army", fix="another Prophecy"
        )
        assert codes(plan) == {"check-army-pool": "warning"}

    @no("check-army-pool")
    def test_with_one_attack_left_it_may_be_chosen(self):
        plan = plan_for(
            *self.ATTACKS[:3],
            *self.MORE,
            "Tanuki",
            fill=False,
            prophecy="Approaching Army",
            army="Snake Witch",
            boxes=["base-cards", "rising-sun"],
        )
        assert codes(plan) == {}
        assert supply(plan)["Snake Witch"] == 10


class TestArmyInvalid:
    """check-army-invalid: the pile of Approaching Army is an unused pile with Attack on its
    randomizer, at any cost. Rising Sun rulebook 2024, p. 2, 7.
    """

    @no("approaching-army")
    @yes("check-army-invalid")
    @pytest.mark.parametrize(
        "named", ["Cellar", "Militia", "Wizards", "Clashes", "Curse", "Alms", "Dame Anna"]
    )
    def test_another_pile_will_not_do(self, named):
        plan = plan_for(
            "Poet", "Militia", prophecy="Approaching Army", army=named, ally="Architects' Guild"
        )
        assert codes(plan).get("check-army-invalid") == "error"
        issue = problem(plan, "check-army-invalid")
        assert set(issue.cards) == {"Approaching Army", named}
        assert "an unused Attack pile" in issue.fix

    @yes("approaching-army")
    @no("check-army-invalid")
    @pytest.mark.parametrize(
        "named", ["Witch", "Familiar", "Knights", "Catapult/Rocks", "Raider", "Idol", "Relic"]
    )
    def test_any_attack_will_do_whatever_it_costs(self, named):
        plan = plan_for("Poet", prophecy="Approaching Army", army=named)
        assert "check-army-invalid" not in codes(plan)
        assert supply(plan)[named] == 10


class TestDivineWindPool:
    """check-divine-wind-pool: Divine Wind may ask for ten further piles that are not in use.

    Rising Sun rulebook 2024, p. 8.
    """

    TEN = (
        *("Black Market", "Poet", "Alley", "Change", "Craftsman", "Litter", "Rice", "Root Cellar"),
        *("Samurai", "Aristocrat"),
    )
    REST = ("Gold Mine", "Imperial Envoy", "Rice Broker", "Ninja", "Ronin", "Tanuki", "Snake Witch")
    SHELF = ("base-cards", "rising-sun", "promo-black-market")

    @yes("check-divine-wind-pool")
    def test_fewer_than_ten_piles_are_left(self):
        plan = plan_for(
            *self.TEN, fill=False, deck=self.REST, prophecy="Divine Wind", boxes=self.SHELF
        )
        issue = expect_problem(
            plan,
            "check-divine-wind-pool",
            "warning",
            "Divine Wind",
            fix=("Add a box", "another Prophecy"),
        )
        assert "9" in issue.message

    @no("check-divine-wind-pool")
    def test_ten_piles_are_enough(self):
        plan = plan_for(
            *self.TEN, fill=False, deck=self.REST[:6], prophecy="Divine Wind", boxes=self.SHELF
        )
        assert "check-divine-wind-pool" not in codes(plan)

    @no("check-divine-wind-pool")
    def test_another_prophecy_asks_for_none(self):
        plan = plan_for(*self.TEN, fill=False, deck=self.REST, prophecy="Growth", boxes=self.SHELF)
        assert "check-divine-wind-pool" not in codes(plan)
