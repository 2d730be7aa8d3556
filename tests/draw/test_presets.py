"""“As the rulebooks like it”: ranges worked out from the published kingdoms, not guessed."""

from collections import Counter

import pytest

from setup_rules.draw.completion import Dealing
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.exact.sampler import Answer, prepare
from setup_rules.draw.presets import MIDDLE, as_published, spread
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, Wishes, list_wishes
from tests.builders import CATALOG
from tests.draw.dealt import SHELF, plan_of
from tests.draw.referee import fits
from tests.draw.wish_sets import all_cards

PRESET = as_published(CATALOG)
PUBLISHED = [kingdom.cards for kingdom in CATALOG.published.values()]
TAGS = sorted({tag for pile in all_cards() for tag in pile.tags})


def percentiles(counts):
    """The fifth and the ninety-fifth of a hundred, each with so many kingdoms below and above."""
    ordered = sorted(counts)
    last = len(ordered) - 1
    return ordered[last * 5 // 100], ordered[last * 95 // 100]


def number_where(test):
    """How many piles of each published kingdom pass a test."""
    return [sum(1 for pile in cards if test(pile)) for cards in PUBLISHED]


def inside(number, bounds):
    return bounds.least <= number and (bounds.most is None or number <= bounds.most)


class TestTheSpread:
    def test_is_from_the_fifth_to_the_ninety_fifth_percentile(self):
        assert MIDDLE == (5, 95)
        assert spread([*range(101)][::-1]) == Bounds(5, None)
        assert spread([0] * 6 + [1] * 90 + [2] * 5) == Bounds(0, 1)
        assert spread([0] * 5 + [1] * 90 + [2] * 6) == Bounds(1, 2)

    def test_has_no_upper_end_where_that_is_all_ten(self):
        assert spread([10] * 20) == Bounds(10, None)


class TestThePreset:
    @pytest.mark.parametrize("tag", TAGS)
    def test_has_the_range_of_every_tag(self, tag):
        low, high = percentiles(number_where(lambda pile: tag in pile.tags))
        assert dict(PRESET.tags)[tag] == Bounds(low, high)

    def test_has_no_other_tags(self):
        assert [tag for tag, _ in PRESET.tags] == TAGS

    @pytest.mark.parametrize("coins", range(2, 8))
    def test_has_the_range_of_every_cost(self, coins):
        def plain(pile):
            return pile.cost.coin == coins and not pile.cost.potion and not pile.cost.debt

        assert dict(PRESET.costs)[coins] == Bounds(*percentiles(number_where(plain)))

    def test_has_the_range_of_the_expensive_cards(self):
        low, high = percentiles(number_where(lambda pile: pile.cost.coin >= 5))
        assert PRESET.cost_at_least == ((5, Bounds(low, high)),)

    def test_allows_as_many_potion_cards_as_some_kingdom_has(self):
        assert PRESET.potion_cards == tuple(
            sorted(set(number_where(lambda pile: pile.cost.potion > 0)))
        )

    def test_has_as_many_boxes_as_the_rulebooks_mix(self):
        per_box = [Counter(min(pile.families) for pile in cards) for cards in PUBLISHED]
        assert PRESET.boxes_used == Bounds(*percentiles(map(len, per_box)))
        fewest = [min(numbers.values()) for numbers in per_box]
        assert PRESET.min_per_used_box == percentiles(fewest)[0]

    def test_holds_nothing_that_the_kingdoms_do_not_say(self):
        described = Wishes(
            tags=PRESET.tags,
            costs=PRESET.costs,
            cost_at_least=PRESET.cost_at_least,
            potion_cards=PRESET.potion_cards,
            boxes_used=PRESET.boxes_used,
            min_per_used_box=PRESET.min_per_used_box,
        )
        assert described == PRESET

    def test_each_range_holds_for_nine_tenths_of_the_kingdoms(self):
        for tag, bounds in PRESET.tags:
            numbers = number_where(lambda pile, tag=tag: tag in pile.tags)
            assert sum(inside(number, bounds) for number in numbers) >= 0.9 * len(numbers), tag

    def test_all_of_it_holds_for_the_share_of_kingdoms_stated_here(self):
        """So many of the published kingdoms keep to all ranges at once."""
        pool = all_cards()
        keeping = sum(fits(cards, pool, PRESET) for cards in PUBLISHED)
        assert 0.41 < keeping / len(PUBLISHED) < 0.44

    def test_is_worked_out_once(self):
        assert as_published(CATALOG) is PRESET


class TestADrawWithIt:
    def test_works_on_all_boxes(self):
        pool = all_cards()
        assert prepare(pool, PRESET).answer is Answer.POSSIBLE
        for seed in range(8):
            drawn = draw_kingdom(
                DrawRequest(SHELF, 2, PRESET, Dealing(near=True)), f"preset {seed}"
            )
            assert fits(drawn.kingdom.piles, pool, PRESET)
            assert plan_of(drawn.kingdom).status != "error"
            assert (drawn.tally.exact or drawn.tally.about) > 10**9

    def test_says_every_wish_in_words(self):
        says = [wish.says for wish in list_wishes(PRESET)]
        assert "at most 3 attacks" in says
        assert "2 to 6 cards costing $5 or more" in says
