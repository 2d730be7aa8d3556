"""Checks on the Black Market deck: single Kingdom cards that nothing else uses, each once.

Cases: black_market.toml.
"""

import pytest

from tests.builders import beside, codes, expect, no, plan_for, yes

FOURTEEN = (
    *("Cellar", "Chapel", "Moat", "Village", "Workshop", "Bandit", "Artisan", "Harbinger"),
    *("Merchant", "Poacher", "Sentry", "Vassal", "Witch", "Gardens"),
)
FIFTEEN = (*FOURTEEN, "Chancellor")


class TestDeckSmall:
    """check-bm-deck-small: fewer than fifteen cards are legal, more are recommended.

    Annotated rules 2013, section 1, Black Market Deck.
    """

    @yes("check-bm-deck-small")
    @pytest.mark.parametrize("size", [1, 14])
    def test_fewer_than_fifteen_are_a_warning(self, size):
        plan = plan_for("Black Market", deck=FIFTEEN[:size])
        issue = expect(plan, "check-bm-deck-small", "warning", "Black Market", fix="Add more cards")
        assert str(size) in issue.message
        assert codes(plan) == {"check-bm-deck-small": "warning"}

    @yes("check-bm-deck-small")
    @pytest.mark.parametrize("wrong", ["Copper", "Madman", "Cellar"])
    def test_cards_that_do_not_go_in_make_it_no_bigger(self, wrong):
        plan = plan_for("Black Market", deck=[*FOURTEEN, wrong])
        assert beside(plan)["Black Market deck"] == 14
        assert codes(plan).get("check-bm-deck-small") == "warning"

    @no("check-bm-deck-small")
    @pytest.mark.parametrize("more", [(), ("Feast",), ("Feast", "Spy", "Thief")])
    def test_fifteen_or_more_are_enough(self, more):
        assert codes(plan_for("Black Market", deck=[*FIFTEEN, *more])) == {}


class TestDuplicate:
    """check-bm-duplicate: a card is in the deck twice. Annotated rules 2013, section 1, "with no
    duplicates".
    """

    @yes("check-bm-duplicate")
    @pytest.mark.parametrize(
        ("name", "again"),
        [("Cellar", "Cellar"), ("Cellar", "cellar"), ("Harem", "Farm"), ("Dame Anna", "Dame Anna")],
    )
    def test_one_card_twice(self, name, again):
        deck = list(dict.fromkeys([*FIFTEEN, name]))
        plan = plan_for("Black Market", deck=[*deck, again])
        expect(plan, "check-bm-duplicate", "error", name, fix="Choose it once")
        assert beside(plan)["Black Market deck"] == len(deck)


REFUSED = {
    "check-bm-in-supply": ["Smithy", "Black Market", "Plunder", "Dame Josephine", "Garrison"],
    "check-bm-non-supply": [
        *("Diadem", "Coronet", "Spoils", "Madman", "Mercenary", "Hovel", "Lucky Coin"),
        *("Treasure Hunter", "Teacher", "Will-o'-Wisp", "Imp", "Ghost", "Wish", "Bat"),
        *("Zombie Spy", "Horse", "Amphora", "The Sea's Gift", "Plague", "Lost in the Woods"),
        "Flag",
    ],
    "check-bm-not-kingdom": [
        *("Copper", "Curse", "Province", "Platinum", "Colony", "Potion"),
        *("Abandoned Mine", "Survivors"),
        *("Alms", "Arena", "Academy", "Way of the Ox", "Cheap", "Growth", "Plateau Shepherds"),
    ],
}
"""Cards that do not go into the deck, beside a Supply with Encampment, Knights, Forts, Cultist."""
ALLOWED = (
    *("Adventurer", "Harem", "Dame Anna", "Fortune", "Humble Castle", "Garrison"),
    *("Hermit", "Page", "Tournament", "Vampire", "Pooka"),
)
"""Cards that go in although their pile is mixed, or brings cards that are never in the Supply."""
IN_SLOTS = {
    "Cellar as the Bane": ("Cellar", ["Young Witch"], {"bane": "Cellar"}),
    "Witch as the army": ("Witch", ["Poet"], {"prophecy": "Approaching Army", "army": "Witch"}),
    "Village for Ferryman": ("Village", ["Ferryman"], {"ferryman": "Village"}),
    "Sentry for Riverboat": ("Sentry", ["Riverboat"], {"riverboat": "Sentry"}),
    "Cellar for the Mouse": (
        *("Cellar", []),
        {"landscapes": ["Way of the Mouse"], "mouse": "Cellar"},
    ),
}
"""A card of the deck that is in use elsewhere, what asks for it, and how."""


class TestWhatGoesIn:
    """check-bm-in-supply: a card of the deck is in the Supply: one of the ten, the Bane or the
    Attack pile of Approaching Army. check-bm-in-use: it is Ferryman's, Riverboat's or the Mouse's
    card. check-bm-non-supply: cards that are never in the Supply are never in the deck: Prizes,
    Rewards, Spoils, Madman, Mercenary, Shelters, Heirlooms, Travellers, Spirits, Wish, Bat,
    Zombies, Horse, Loot. check-bm-not-kingdom: the deck holds Kingdom cards, so no basic cards, no
    Ruins and no landscapes.

    Annotated rules 2013, section 1, Black Market Deck, and section 4, Non-Supply Cards; Cornucopia
    & Guilds rulebook 2023, p. 2, 8; Menagerie rulebook 2020, p. 2; Rising Sun rulebook 2024, p. 2.
    """

    @yes("check-bm-in-supply", "check-bm-non-supply", "check-bm-not-kingdom")
    @pytest.mark.parametrize(
        ("code", "name"), [(code, name) for code, names in REFUSED.items() for name in names]
    )
    def test_a_card_that_does_not_go_in(self, code, name):
        plan = plan_for(
            *("Black Market", "Encampment", "Knights", "Forts", "Cultist", "Smithy"),
            deck=[*FIFTEEN, name],
        )
        expect(plan, code, "error", name, fix=f"Take {name} out of the deck")
        assert beside(plan)["Black Market deck"] == 15 + (code == "check-bm-in-supply")

    @yes("check-bm-in-supply", "check-bm-in-use")
    @pytest.mark.parametrize(("name", "asks", "how"), IN_SLOTS.values(), ids=IN_SLOTS)
    def test_a_card_that_fills_a_slot(self, name, asks, how):
        plan = plan_for("Black Market", *asks, deck=FIFTEEN, **how)
        code = "check-bm-in-supply" if {"bane", "army"} & how.keys() else "check-bm-in-use"
        expect(plan, code, "error", name, fix=f"Take {name} out of the deck")
        assert codes(plan) == {code: "error"}

    @no("check-bm-in-supply", "check-bm-non-supply", "check-bm-not-kingdom", "check-bm-duplicate")
    @pytest.mark.parametrize("name", ALLOWED)
    def test_a_card_that_goes_in(self, name):
        assert codes(plan_for("Black Market", deck=[*FIFTEEN, name])) == {}

    @no("check-bm-in-use")
    def test_a_card_named_for_a_slot_that_nobody_asks_for(self):
        plan = plan_for("Black Market", deck=FIFTEEN, ferryman="Village")
        assert codes(plan) == {"check-choice-unused": "advice"}

    @yes("check-bm-not-kingdom")
    @pytest.mark.parametrize(
        ("pile", "single"),
        [
            ("Knights", "one of the Knights"),
            ("Castles", "Humble Castle"),
            ("Encampment/Plunder", "Encampment"),
            ("Townsfolk", "Town Crier"),
        ],
    )
    def test_a_mixed_pile_stands_for_one_card(self, pile, single):
        """Of the Knights one real Knight goes in, of other piles the top card; a warning."""
        plan = plan_for("Black Market", deck=[*FIFTEEN, pile])
        expect(plan, "check-bm-not-kingdom", "warning", pile, fix=single)
        assert beside(plan)["Black Market deck"] == 16


class TestTwoKnights:
    """check-bm-two-knights: one Knight at most, and one card at most of any other mixed pile.

    Annotated rules 2013, Knights.
    """

    @yes("check-bm-two-knights")
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Dame Anna", "Sir Martin"),
            ("Encampment", "Plunder"),
            ("Student", "Lich"),
            ("Humble Castle", "King's Castle"),
        ],
    )
    def test_two_cards_of_one_pile(self, one, other):
        plan = plan_for("Black Market", deck=[*FIFTEEN, one, other], ally="Architects' Guild")
        expect(plan, "check-bm-two-knights", "error", one, other, fix=f"Keep one of them: {one} or")

    @no("check-bm-two-knights")
    def test_one_card_each_of_several_piles(self):
        plan = plan_for("Black Market", deck=[*FIFTEEN, "Dame Anna", "Plunder", "Conjurer"])
        assert codes(plan) == {}


class TestDifferentBacks:
    """check-different-backs: Stash and the Shadow cards have backs of their own and show in a
    shuffled deck. Annotated rules 2013, section 1, note on Stash; Rising Sun rulebook 2024, p. 4.
    """

    @no("no-setup")
    @yes("check-different-backs", "shadow-backs")
    @pytest.mark.parametrize("name", ["Stash", "Alley", "Fishmonger", "Ninja", "Ronin", "Tanuki"])
    def test_a_card_that_is_recognised_in_the_deck(self, name):
        plan = plan_for("Black Market", deck=[*FIFTEEN, name])
        expect(
            plan,
            "check-different-backs",
            "advice",
            name,
            fix="take cards with another back out of the deck",
        )
        assert plan.status == "ok"

    @no("check-different-backs", "shadow-backs")
    def test_in_the_supply_they_have_a_pile_of_their_own(self):
        assert codes(plan_for("Black Market", "Stash", "Ninja", deck=FIFTEEN)) == {}

    @no("check-different-backs")
    def test_cards_with_the_usual_back(self):
        assert codes(plan_for("Black Market", deck=FIFTEEN)) == {}
