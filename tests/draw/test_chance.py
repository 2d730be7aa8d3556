"""The random numbers: the same bytes everywhere, for ever."""

from collections import Counter

import pytest

from setup_rules.chance import Chance, fresh_seed, normal_seed, picked, shuffled


class TestTheStream:
    def test_gives_the_numbers_of_the_test_vector(self):
        chance = Chance("demo", "kingdom")
        assert [chance.below(10**6) for _ in range(5)] == [268188, 476858, 735190, 27096, 26508]
        assert Chance("demo").below(7 * 10**20) == 301953356239441188890

    def test_goes_on_past_its_first_block(self):
        chance = Chance("demo")
        numbers = [chance.below(2**200) for _ in range(5)]
        assert len(set(numbers)) == 5
        again = Chance("demo")
        assert [again.below(2**200) for _ in range(5)] == numbers

    def test_stays_below_its_bound_and_reaches_every_number(self):
        chance = Chance("dice")
        rolls = Counter(chance.below(6) for _ in range(6000))
        assert sorted(rolls) == [0, 1, 2, 3, 4, 5]
        assert all(850 < rolls[face] < 1150 for face in rolls)

    def test_without_a_choice_uses_no_bits(self):
        one, other = Chance("demo"), Chance("demo")
        assert [one.below(1), one.below(0)] == [0, 0]
        assert one.below(10**6) == other.below(10**6)

    def test_purposes_are_streams_of_their_own(self):
        kingdom = Chance("friday")
        bane = kingdom.stream("bane")
        assert bane.below(10**9) == Chance("friday", "bane").below(10**9)
        assert Chance("friday", "bane").below(10**9) != Chance("friday").below(10**9)

    def test_a_purpose_cannot_run_into_the_seed(self):
        with pytest.raises(ValueError, match="no bar"):
            Chance("seed", "a|b")


class TestSeeds:
    def test_are_trimmed_and_composed(self):
        assert normal_seed("  Caf\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT}\n") == "Café"
        assert Chance(" friday ").below(10**9) == Chance("friday").below(10**9)

    def test_may_be_any_text(self):
        assert Chance("\ud800").below(10**9) != Chance("").below(10**9)

    def test_fresh_ones_are_22_characters_fit_for_a_link(self):
        seeds = {fresh_seed() for _ in range(100)}
        assert len(seeds) == 100
        for seed in seeds:
            assert len(seed) == 22
            assert seed.replace("-", "").replace("_", "").isalnum()


class TestOrderAndChoice:
    def test_every_order_is_equally_likely(self):
        chance = Chance("orders")
        seen = Counter(shuffled("abcd", chance) for _ in range(24 * 200))
        assert len(seen) == 24
        assert all(140 < number < 260 for number in seen.values())

    def test_every_choice_is_equally_likely_and_keeps_the_order(self):
        chance = Chance("choices")
        seen = Counter(picked("abcde", 2, chance) for _ in range(10 * 300))
        assert len(seen) == 10
        assert all(tuple(sorted(pair)) == pair for pair in seen)
        assert all(220 < number < 380 for number in seen.values())

    def test_choosing_more_than_there_are_gives_all(self):
        assert picked("abc", 5, Chance("x")) == ("a", "b", "c")

    def test_a_choice_is_that_of_cards_taken_from_a_row_whose_last_one_fills_the_gap(self):
        for size, how_many in ((1, 1), (7, 3), (30, 30), (500, 15)):
            row, dice, taken = list(range(size)), Chance(f"row {size}"), []
            for _ in range(how_many):
                place = dice.below(len(row))
                row[place], row[-1] = row[-1], row[place]
                taken.append(row.pop())
            assert picked(range(size), how_many, Chance(f"row {size}")) == tuple(sorted(taken))
