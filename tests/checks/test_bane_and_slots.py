"""Checks on the Bane and on the other extra cards: who may fill a slot, and when nobody can.

Cases: bane_and_slots.toml.
"""

import pytest

from tests.builders import aside, beside, codes, expect, no, plan_for, problem, supply, yes


class TestChoiceOpenOnSlots:
    """check-choice-open, an error: a kingdom needs an extra card, and none is named although the
    shelf has some to choose from.

    Cornucopia & Guilds rulebook 2023, p. 2; Menagerie rulebook 2020, p. 2; Allies rulebook 2021,
    p. 3; Rising Sun rulebook 2024, p. 2.
    """

    @yes("check-choice-open")
    @pytest.mark.parametrize("liaison", ["Bauble", "Importer", "Wizards"])
    def test_a_liaison_asks_for_an_ally(self, liaison):
        expect(plan_for(liaison), "check-choice-open", "error", liaison, fix="Architects' Guild")

    @yes("check-choice-open")
    @pytest.mark.parametrize("omen", ["Kitsune", "Mountain Shrine", "Tea House"])
    def test_an_omen_asks_for_a_prophecy(self, omen):
        expect(plan_for(omen), "check-choice-open", "error", omen, fix="Approaching Army")


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
        *("Estate", "Silver", "Madman", "Alms", "Dame Anna", "Student")
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
        ("bane", "cost"), [("Gardens", "$4"), ("Poor House", "$1"), ("Alchemist", "$3 + Potion")]
    )
    def test_a_wrong_cost_is_told(self, bane, cost):
        assert cost in problem(plan_naming("bane", bane), "check-bane-invalid").message

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

    BOUNTY_OF_THE_HUNT = (
        *("Ferryman", "Horn of Plenty", "Hunting Party", "Joust", "Menagerie"),
        *("Cellar", "Festival", "Militia", "Moneylender", "Smithy"),
    )

    def bounty_of_the_hunt(self, pile):
        boxes = ["dominion-2e", "cornucopia-guilds-2e"]
        return plan_for(*self.BOUNTY_OF_THE_HUNT, fill=False, boxes=boxes, ferryman=pile)

    @yes("check-ferryman-invalid")
    def test_a_pile_that_the_published_kingdom_does_not_print_is_an_error(self):
        plan = self.bounty_of_the_hunt("Chapel")
        expect(plan, "check-ferryman-invalid", "error", "Ferryman", "Chapel", fix="$3 or $4")

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

    @no("check-divine-wind-pool")
    def test_another_prophecy_asks_for_none(self):
        plan = plan_for(*self.TEN, fill=False, deck=self.REST, prophecy="Growth", boxes=self.SHELF)
        assert "check-divine-wind-pool" not in codes(plan)
