"""What players may ask, wish by wish: keys that never change, sentences they understand."""

import pytest

from setup_rules.draw.wishes import (
    Bounds,
    ListLimit,
    Needs,
    Wish,
    Wishes,
    bounds_of,
    list_wishes,
    with_bounds,
    without,
)

EVERYTHING = Wishes(
    pinned=("witch",),
    banned=("possession",),
    weights=(("chapel", 3), ("moat", 0)),
    per_box=(("dark-ages", Bounds(3, 5)),),
    boxes_used=Bounds(0, 2),
    min_per_used_box=3,
    tags=(("village", Bounds(2)), ("attack", Bounds(0, 1)), ("made_up", Bounds(1))),
    costs=((5, Bounds(2, 2)),),
    cost_at_least=((5, Bounds(3, 5)),),
    potion_cards=(5, 0, 3, 4),
    attack_needs_answer=True,
    not_together=(("rebuild", "tournament"), ("bishop", "goons")),
    list_limits=(ListLimit("lately", ("smithy",), 2),),
    needs=(Needs("young-witch", frozenset({"cellar"}), 1, "a Bane costing $2 or $3"),),
)

SENTENCES = {
    "pinned": "Witch is pinned",
    "banned": "never Possession",
    "weights": "weight zero for Moat",
    "per_box.dark-ages": "3 to 5 cards from Dark Ages",
    "boxes_used": "cards from at most 2 boxes",
    "min_per_used_box": "at least 3 cards from each box used",
    "tags.attack": "at most 1 attack",
    "tags.made_up": "at least 1 made up card",
    "tags.village": "at least 2 villages",
    "costs.5": "exactly 2 cards costing $5",
    "cost_at_least.5": "3 to 5 cards costing $5 or more",
    "potion_cards": "0, 3, 4 or 5 cards with Potion in the cost",
    "attack_needs_answer": "with an attack, a card that answers it",
    "not_together.0": "not both Rebuild and Tournament",
    "not_together.1": "not both Bishop and Goons",
    "list_limits.lately": "at most 2 cards of the list “lately”",
    "needs.young-witch": "Young Witch needs a Bane costing $2 or $3",
}


class TestEveryWish:
    def test_has_its_key_and_its_sentence(self):
        assert {wish.key: wish.says for wish in list_wishes(EVERYTHING)} == SENTENCES

    def test_uses_printed_names_where_they_are_known(self):
        wishes = Wishes(pinned=("jack-of-all-trades",), per_box=(("promo-stash", Bounds(1, 1)),))
        names = {"jack-of-all-trades": "Jack of All Trades", "promo-stash": "Stash"}
        assert [wish.says for wish in list_wishes(wishes, names)] == [
            "Jack of All Trades is pinned",
            "exactly 1 card from Stash",
        ]

    @pytest.mark.parametrize(
        ("bounds", "says"),
        [
            (Bounds(0, 0), "no villages"),
            (Bounds(1), "at least 1 village"),
            (Bounds(3, 2), "at least 3 and at most 2 villages"),
            (Bounds(-4, 1), "at most 1 village"),
        ],
    )
    def test_says_its_bounds(self, bounds, says):
        assert list_wishes(Wishes(tags=(("village", bounds),)))[0].says == says

    def test_a_long_list_of_bans_is_told_short(self):
        banned = tuple(f"card-{letter}" for letter in "abcdef")
        assert list_wishes(Wishes(banned=banned))[0].says == (
            "never Card A, Card B, Card C and 3 more"
        )

    @pytest.mark.parametrize("wish", list_wishes(EVERYTHING), ids=lambda wish: wish.key)
    def test_can_be_dropped_alone(self, wish):
        left = {other.identity for other in list_wishes(without(EVERYTHING, [wish]))}
        everything = {other.identity for other in list_wishes(EVERYTHING)}
        assert left == everything - {wish.identity}

    def test_dropping_them_all_leaves_nothing_but_weights(self):
        assert without(EVERYTHING, list_wishes(EVERYTHING)) == Wishes(weights=(("chapel", 3),))

    @pytest.mark.parametrize(
        "key",
        ["per_box.dark-ages", "boxes_used", "min_per_used_box", "tags.village", "costs.5",
         "cost_at_least.5", "list_limits.lately"],
    )  # fmt: skip
    def test_with_bounds_takes_other_bounds(self, key):
        wish = Wish(key)
        bounds = Bounds(0, 7) if key.startswith("list_limits") else Bounds(4)
        assert bounds_of(with_bounds(EVERYTHING, wish, bounds), wish) == bounds

    def test_without_bounds_has_none(self):
        assert bounds_of(EVERYTHING, Wish("attack_needs_answer")) is None


def test_a_weight_below_zero_is_refused():
    with pytest.raises(ValueError, match="below zero"):
        Wishes(weights=(("chapel", -1),))


def test_only_rules_of_the_game_cannot_be_dropped_by_a_player():
    rules = [wish.key for wish in list_wishes(EVERYTHING) if wish.is_rule]
    assert rules == ["needs.young-witch"]
