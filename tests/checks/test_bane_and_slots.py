"""Checks on the Bane and on the other extra cards: who may fill a slot, and when nobody can."""

from __future__ import annotations

import pytest

from tests.builders import (
    aside,
    beside,
    codes,
    expect,
    no,
    plan_for,
    plan_using,
    problem,
    supply,
    yes,
)

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
        expect(plan, "check-bane-missing", "error", "Young Witch", fix=("1 to choose", "Menagerie"))
        assert "check-bane-impossible" not in codes(plan)

    @yes("check-bane-missing")
    def test_of_many_candidates_some_are_named(self):
        issue = expect(
            plan_for("Young Witch", boxes=["dominion-2e", "cornucopia"]),
            "check-bane-missing",
            "error",
            "Young Witch",
            fix=("Cellar", "Chapel", "more"),
        )
        assert "Remake" not in issue.fix

    @yes("check-bane-missing")
    @pytest.mark.parametrize("role", ["deck", "ferryman", "army"])
    def test_young_witch_in_another_role_needs_one_too(self, role):
        plan = plan_using("Young Witch", role)
        expect(plan, "check-bane-missing", "error", "Young Witch", fix="to choose from")

    @no("check-bane-missing")
    def test_a_named_bane_is_not_missing(self):
        plan = plan_for("Young Witch", bane="Cellar")
        assert codes(plan) == {}
        assert supply(plan)["Cellar"] == 10

    @no("check-bane-missing")
    def test_without_young_witch_none_is_needed(self):
        assert codes(plan_for("Jester")) == {}


class TestBaneImpossible:
    """check-bane-impossible: Young Witch is in use and the shelf has no unused pile for $2 or $3.

    Annotated rules 2013, section 1, Bane Pile.
    """

    @yes("check-bane-impossible")
    @no("check-bane-missing")
    def test_every_pile_that_would_do_is_in_use(self):
        plan = plan_for(*CORNUCOPIA_TEN, fill=False, boxes=["base-cards", "cornucopia"])
        expect(
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
        expect(
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
        expect(
            plan_for(asks, boxes=boxes), "check-choice-open", "error", asks, fix=tuple(candidates)
        )

    @yes("check-choice-open")
    def test_way_of_the_mouse_asks_for_a_card(self):
        expect(
            plan_for(landscapes=["Way of the Mouse"], boxes=["base-cards", "menagerie"]),
            "check-choice-open",
            "error",
            "Way of the Mouse",
            fix=("Black Cat", "Camel Train", "Snowy Village"),
        )

    @yes("check-choice-open")
    def test_approaching_army_asks_for_an_attack(self):
        expect(
            plan_for("Poet", prophecy="Approaching Army", boxes=["base-cards", "rising-sun"]),
            "check-choice-open",
            "error",
            "Approaching Army",
            fix=("Kitsune", "Ninja", "Samurai", "Snake Witch"),
        )

    @yes("check-choice-open")
    @pytest.mark.parametrize("liaison", ["Bauble", "Importer", "Wizards"])
    def test_a_liaison_asks_for_an_ally(self, liaison):
        expect(plan_for(liaison), "check-choice-open", "error", liaison, fix="Architects' Guild")

    @yes("check-choice-open")
    @pytest.mark.parametrize("omen", ["Kitsune", "Mountain Shrine", "Tea House"])
    def test_an_omen_asks_for_a_prophecy(self, omen):
        expect(plan_for(omen), "check-choice-open", "error", omen, fix="Approaching Army")

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
        expect(plan, "check-choice-open", "error", asks, fix="Add")
        expect(plan, "check-not-owned", "error", asks, fix=box)

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


ASKED_BY = {
    "bane": ("Young Witch", {}),
    "ferryman": ("Ferryman", {}),
    "mouse": ("Way of the Mouse", {"landscapes": ["Way of the Mouse"]}),
    "riverboat": ("Riverboat", {}),
    "army": ("Approaching Army", {"prophecy": "Approaching Army"}),
}
"""What asks for each extra card, and how that comes into a kingdom."""

UNFIT = {
    ("bane", "costing $2 or $3"): [
        *("Gardens", "Poor House", "Apothecary", "Alchemist", "City Quarter"),
        "Village",  # one of the ten
    ],
    ("bane", "an unused Kingdom pile"): [
        *("Estate", "Silver", "Madman", "Alms", "Dame Anna", "Student"),
    ],
    ("ferryman", "$3 or $4"): [
        *("Cellar", "Bazaar", "Alchemist", "Golem", "Overlord"),
        "Village",  # one of the ten
    ],
    ("ferryman", "an unused Kingdom pile"): ["Silver", "Potion", "Alms", "Sir Martin"],
    ("mouse", "costing $2 or $3"): [
        "Poacher",  # $4
        "Scrying Pool",  # $2P
        "Lighthouse",  # a Duration
        "Fool's Gold",  # no Action
        "Castles",  # a mixed pile, and no Action
        "Smithy",  # one of the ten, and $4
        "Village",  # one of the ten
        *("Estate", "Alms"),
    ],
    ("riverboat", "costing $5"): [
        "Smugglers",  # $3
        "Adventurer",  # $6
        "Wharf",  # a Duration
        "Horn of Plenty",  # no Action
        "Market",  # one of the ten
        *("Duchy", "Alms"),
    ],
    ("army", "an unused Attack pile"): [
        "Militia",  # one of the ten
        *("Cellar", "Wizards", "Clashes", "Curse", "Alms", "Dame Anna"),
    ],
}
"""Cards that will not do, by slot and what the fix asks for instead."""

FITTING = {
    "bane": {
        **dict.fromkeys(("Cellar", "Masterpiece", "Stonemason", "Fool's Gold"), 10),
        "Castles": 8,
        "Encampment/Plunder": 10,
        "Encampment": 10,
        "Plunder": 10,
    },
    "ferryman": {
        **dict.fromkeys(("Cutpurse", "Infirmary", "Herald", "Rocks"), 10),
        "Gardens": 8,
        "Forts": 16,
    },
    "mouse": dict.fromkeys(("Cellar", "Moat", "Urchin", "Stonemason"), 1),
    "riverboat": dict.fromkeys(("Bazaar", "Cultist", "Witch", "Baker"), 1),
    "army": dict.fromkeys(
        ("Witch", "Familiar", "Knights", "Catapult/Rocks", "Raider", "Idol", "Relic"), 10
    ),
}
"""Cards that will do, by slot, and how many of them lie there."""
WHOLE_PILE = {
    **dict.fromkeys(("Encampment", "Plunder"), "Encampment/Plunder"),
    "Rocks": "Catapult/Rocks",
}


def plan_naming(slot, named, *others, **how):
    """The plan of a kingdom in which a card is named for a slot."""
    asks, comes = ASKED_BY[slot]
    cards = {"mouse": (), "army": ("Poet",)}.get(slot, (asks,))
    return plan_for(*cards, *others, **{slot: named, **comes, **how})


class TestNamedForASlot:
    """check-bane-invalid and the like: the card named for a slot has another cost or type than
    the slot asks for, is in use already, or is no Kingdom pile.

    Annotated rules 2013, section 1, Bane Pile, and section 4, Overpay, Potions; Cornucopia &
    Guilds rulebook 2023, p. 2, 3, 5; Menagerie rulebook 2020, p. 2, 14; Rising Sun rulebook 2024,
    p. 2, 6, 7.
    """

    @no("bane-pile", "ferryman-pile", "way-of-the-mouse", "riverboat-card", "approaching-army")
    @yes("check-bane-invalid", "check-ferryman-invalid", "check-mouse-invalid")
    @yes("check-riverboat-invalid", "check-army-invalid")
    @pytest.mark.parametrize(
        ("slot", "named", "fix"),
        [(slot, name, fix) for (slot, fix), names in UNFIT.items() for name in names],
    )
    def test_another_card_will_not_do(self, slot, named, fix):
        plan = plan_naming(slot, named, "Village", "Market", "Militia")
        expect(plan, f"check-{slot}-invalid", "error", ASKED_BY[slot][0], named, fix=fix)

    @yes("bane-pile", "ferryman-pile", "way-of-the-mouse", "riverboat-card", "approaching-army")
    @no("check-bane-invalid", "check-ferryman-invalid", "check-mouse-invalid")
    @no("check-riverboat-invalid", "check-army-invalid")
    @pytest.mark.parametrize(
        ("slot", "named", "count"),
        [(slot, name, count) for slot, names in FITTING.items() for name, count in names.items()],
    )
    def test_a_card_that_fits_lies_where_it_belongs(self, slot, named, count):
        plan = plan_naming(slot, named)
        pile = WHOLE_PILE.get(named, named)
        assert f"check-{slot}-invalid" not in codes(plan)
        assert plan.status == "ok" or slot == "army"  # some Attacks ask for more cards
        if slot in ("mouse", "riverboat"):
            assert aside(plan) == {ASKED_BY[slot][0]: named}
        elif slot == "ferryman":
            assert beside(plan)[f"Ferryman pile: {pile}"] == count
        else:
            assert supply(plan)[pile] == count

    @yes("check-bane-invalid")
    @pytest.mark.parametrize(
        ("bane", "cost"), [("Gardens", "$4"), ("Poor House", "$1"), ("Alchemist", "$3P")]
    )
    def test_a_wrong_cost_is_told(self, bane, cost):
        assert cost in problem(plan_naming("bane", bane), "check-bane-invalid").message

    @yes("check-bane-invalid")
    def test_one_of_the_ten_is_told_to_be_one_and_lies_there_once(self):
        plan = plan_naming("bane", "Cellar", "Cellar")
        assert "one of the ten piles" in problem(plan, "check-bane-invalid").message
        assert supply(plan)["Cellar"] == 10

    @yes("check-bane-invalid")
    def test_a_half_of_a_split_pile_among_the_ten_is_in_use(self):
        plan = plan_naming("bane", "Plunder", "Encampment")
        assert codes(plan)["check-bane-invalid"] == "error"

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

    @no("check-bane-invalid")
    def test_the_trait_cheap_changes_no_cost_at_setup(self):
        plan = plan_naming("bane", "Village", landscapes=["Cheap"], traits={"Cheap": "Village"})
        assert codes(plan) == {}

    BOUNTY_OF_THE_HUNT = (
        *("Ferryman", "Horn of Plenty", "Hunting Party", "Joust", "Menagerie"),
        *("Cellar", "Festival", "Militia", "Moneylender", "Smithy"),
    )

    def bounty_of_the_hunt(self, pile):
        boxes = ["dominion-2e", "cornucopia-guilds-2e"]
        return plan_for(*self.BOUNTY_OF_THE_HUNT, fill=False, boxes=boxes, ferryman=pile)

    @yes("check-ferryman-invalid")
    def test_a_published_kingdom_is_played_as_printed(self):
        plan = self.bounty_of_the_hunt("Farrier")
        issue = expect(
            plan, "check-ferryman-invalid", "warning", "Ferryman", "Farrier", fix="as printed"
        )
        assert "Bounty of the Hunt" in issue.message
        assert beside(plan)["Ferryman pile: Farrier"] == 10

    @yes("check-ferryman-invalid")
    def test_a_pile_that_the_published_kingdom_does_not_print_is_an_error(self):
        plan = self.bounty_of_the_hunt("Chapel")
        expect(plan, "check-ferryman-invalid", "error", "Ferryman", "Chapel", fix="$3 or $4")

    @yes("check-ferryman-invalid")
    def test_the_same_pile_in_a_kingdom_of_ones_own_is_an_error(self):
        plan = plan_naming("ferryman", "Farrier", "Joust")
        assert codes(plan) == {"check-ferryman-invalid": "error"}

    @yes("check-mouse-invalid", "way-of-the-mouse")
    @pytest.mark.parametrize(
        ("pile", "top"),
        [
            ("Encampment/Plunder", "Encampment"),
            ("Townsfolk", "Town Crier"),
            ("Catapult/Rocks", "Catapult"),
        ],
    )
    def test_a_mixed_pile_stands_for_its_top_card(self, pile, top):
        plan = plan_naming("mouse", pile)
        expect(plan, "check-mouse-invalid", "warning", "Way of the Mouse", pile, fix="top card")
        assert aside(plan) == {"Way of the Mouse": top}

    @no("riverboat-card")
    @yes("check-riverboat-invalid")
    def test_the_knights_are_a_pile_of_different_cards(self):
        plan = plan_naming("riverboat", "Knights")
        expect(plan, "check-riverboat-invalid", "warning", "Riverboat", "Knights", fix="top card")
        assert list(aside(plan)) == ["Riverboat"]


FERRYMAN_TEN = (
    *("Ferryman", "Carnival", "Farmhands", "Farrier", "Footpad", "Infirmary", "Joust", "Shop"),
    *("Prince", "Governor"),
)
FERRYMAN_PACK = ("base-cards", "cornucopia-guilds-update-pack", "promo-prince", "promo-governor")
MOUSE_TEN = (
    *("Black Cat", "Camel Train", "Goatherd", "Scrap", "Sheepdog", "Sleigh", "Snowy Village"),
    *("Cavalry", "Kiln", "Livery"),
)
RIVERBOAT_TEN = (
    *("Riverboat", "Gold Mine", "Imperial Envoy", "Kitsune", "Litter", "Rice Broker", "Ronin"),
    *("Tanuki", "Tea House", "Alley"),
)
ATTACKS = ("Kitsune", "Ninja", "Samurai", "Snake Witch")
NO_ATTACKS = ("Alley", "Change", "Craftsman", "Litter", "Rice", "Ronin")
MENAGERIE, RISING_SUN = ("base-cards", "menagerie"), ("base-cards", "rising-sun")


class TestPools:
    """check-ferryman-pool, check-mouse-pool, check-riverboat-pool, check-army-pool: no unused card
    on the shelf fits. Way of the Mouse is dropped then, and another Prophecy dealt.

    Cornucopia & Guilds rulebook 2023, p. 2; Menagerie rulebook 2020, p. 2, 14; Rising Sun rulebook
    2024, p. 2, 6, 7.
    """

    @yes("check-ferryman-pool", "check-mouse-pool", "check-riverboat-pool", "check-army-pool")
    @pytest.mark.parametrize(
        ("slot", "severity", "fix", "ten", "boxes", "how"),
        [
            ("ferryman", "error", ("Add a box", "swap"), FERRYMAN_TEN, FERRYMAN_PACK, {}),
            ("mouse", "warning", "Leave out the Way", MOUSE_TEN, MENAGERIE, {}),
            ("mouse", "warning", "the Way", MOUSE_TEN, (*MENAGERIE, "promo-church"), {}),
            (
                *("riverboat", "error", ("Add a box", "swap Riverboat"), RIVERBOAT_TEN),
                *(RISING_SUN, {"prophecy": "Growth"}),
            ),
            ("army", "warning", "another Prophecy", (*ATTACKS, *NO_ATTACKS), RISING_SUN, {}),
        ],
        ids=["ferryman", "mouse", "mouse: no Durations", "riverboat", "army"],
    )
    def test_nothing_is_left(self, slot, severity, fix, ten, boxes, how):
        asks, comes = ASKED_BY[slot]
        plan = plan_for(*ten, fill=False, boxes=boxes, **comes, **how)
        expect(plan, f"check-{slot}-pool", severity, asks, fix=fix)
        assert codes(plan).keys() - {"check-update-pack-parts"} == {f"check-{slot}-pool"}
        assert asks not in aside(plan)

    @no("check-ferryman-pool")
    def test_one_promo_for_four_coins_is_enough(self):
        plan = plan_for(*FERRYMAN_TEN, fill=False, boxes=[*FERRYMAN_PACK, "promo-envoy"])
        assert "check-ferryman-pool" not in codes(plan)
        assert "Envoy" in problem(plan, "check-choice-open").fix

    @no("check-ferryman-pool", "check-riverboat-pool", "check-army-pool")
    @pytest.mark.parametrize(
        ("ten", "boxes", "how"),
        [
            (
                FERRYMAN_TEN,
                ("base-cards", "cornucopia-guilds-2e", "promo-prince", "promo-governor"),
                {"ferryman": "Plaza"},
            ),
            (
                (*(name for name in RIVERBOAT_TEN if name != "Litter"), "Rice"),
                RISING_SUN,
                {"prophecy": "Growth", "riverboat": "Litter"},
            ),
            (
                (*ATTACKS[:3], *NO_ATTACKS, "Tanuki"),
                RISING_SUN,
                {"prophecy": "Approaching Army", "army": "Snake Witch"},
            ),
        ],
        ids=["ferryman", "riverboat", "army"],
    )
    def test_the_last_one_left_may_be_chosen(self, ten, boxes, how):
        assert codes(plan_for(*ten, fill=False, boxes=boxes, **how)) == {}

    @no("check-mouse-pool")
    def test_with_one_left_for_the_mouse_it_is_offered(self):
        plan = plan_for(
            *MOUSE_TEN[1:], "Paddock", fill=False, landscapes=["Way of the Mouse"], boxes=MENAGERIE
        )
        assert "check-mouse-pool" not in codes(plan)
        assert "Black Cat" in problem(plan, "check-choice-open").fix


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
        issue = expect(
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
