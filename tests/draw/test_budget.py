"""The budget of work: no count takes more than was promised, and a request ends in time."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from setup_rules.budget import Budget, BudgetSpent, limited, open_budget, part_of_it, remembered
from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from setup_rules.draw.conflict import find_conflict
from setup_rules.draw.drawing import count_kingdoms, draw_kingdom
from setup_rules.draw.exact import packed_count
from setup_rules.draw.exact.conditions import state_constraints
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.exact.packed_count import Meter, MoreThanPromised, count_packed
from setup_rules.draw.exact.sampler import (
    COUNT_BUDGET,
    Answer,
    Tally,
    count_constraints,
    prepare_constraints,
)
from setup_rules.draw.plain_request import plain_request
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, Wishes
from setup_rules.evening.night import draw_night
from setup_rules.evening.veto import deal_surplus, judge
from tests.draw.wish_sets import all_cards, realistic_wishes, small_pool, small_wishes
from tests.thorough import THOROUGH, cases
from tests.web.hard_draws import adversarial

CARDS = all_cards()
IDS = [card.id for card in CARDS]
FAMILIES = sorted({min(card.families) for card in CARDS})
TAGS = ("attack", "village", "trasher", "draw", "gainer", "treasure", "victory", "duration")
MANY_PAIRS = tuple(zip(IDS[20:64:2], IDS[21:64:2], strict=True))
THREE_BOXES = ("moat", "wharf", "bishop")


@st.composite
def wishes(draw: st.DrawFn) -> Wishes:
    """Pins from many boxes, box wishes they may break, pairs, tags and amounts of every kind."""
    amounts = st.tuples(st.integers(0, 10), st.none() | st.integers(0, 10)).map(
        lambda pair: Bounds(*pair)
    )
    pairs = st.lists(st.sampled_from(IDS), min_size=2, max_size=2, unique=True).map(tuple)
    return Wishes(
        pinned=tuple(draw(st.lists(st.sampled_from(IDS), max_size=10, unique=True))),
        boxes_used=draw(st.none() | amounts),
        min_per_used_box=draw(st.integers(0, 11)),
        per_box=tuple(
            draw(st.dictionaries(st.sampled_from(FAMILIES), amounts, max_size=4)).items()
        ),
        tags=tuple(draw(st.dictionaries(st.sampled_from(TAGS), amounts, max_size=5)).items()),
        not_together=tuple(draw(st.lists(pairs, max_size=24))),
        weights=tuple(
            draw(st.dictionaries(st.sampled_from(IDS), st.integers(0, 1000), max_size=5)).items()
        ),
        attack_needs_answer=draw(st.booleans()),
    )


@pytest.fixture
def meters(monkeypatch) -> list[Meter]:
    """The meters of all counts."""
    made: list[Meter] = []

    class Noted(Meter):
        __slots__ = ()

        def __init__(self, promised: int) -> None:
            super().__init__(promised)
            made.append(self)

    monkeypatch.setattr(packed_count, "Meter", Noted)
    return made


class TestPackedCount:
    @given(wishes(), st.booleans())
    @settings(
        max_examples=cases(150),
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    def test_no_count_does_more_than_it_promised(self, meters, wishes, weighted):
        meters.clear()
        problem = state_constraints(CARDS, wishes)
        count_packed(problem, problem.conditions, COUNT_BUDGET, weighted=weighted)
        for meter in meters:
            assert 0 <= meter.done <= meter.promised <= COUNT_BUDGET

    def test_promises_hold_on_small_pools_and_on_usual_wishes(self, meters):
        for number in range(100):
            random = Random(number)
            pool = small_pool(random)
            problem = state_constraints(pool, small_wishes(random, pool, random.random()))
            count_packed(problem, problem.conditions, COUNT_BUDGET)
        for number in range(40):
            problem = state_constraints(*realistic_wishes(Random(number)))
            count_packed(problem, problem.conditions, COUNT_BUDGET)
        assert len(meters) > 20
        assert all(meter.done <= meter.promised for meter in meters)

    def test_a_count_that_takes_more_than_it_promised_is_given_up(self, monkeypatch):
        problem = state_constraints(
            CARDS, Wishes(boxes_used=Bounds(0, 3), not_together=MANY_PAIRS[:9])
        )
        assert count_packed(problem, problem.conditions, COUNT_BUDGET)
        monkeypatch.setattr(packed_count._Run, "work", lambda *_: 1)
        assert count_packed(problem, problem.conditions, COUNT_BUDGET) is None

    def test_a_meter_stops_at_what_was_promised(self):
        meter = Meter(1000)
        meter.add(1, 500)
        with pytest.raises(MoreThanPromised):
            meter.add(1, 0)

    @pytest.mark.parametrize("most", [0, 1, 2])
    def test_pins_from_more_boxes_than_may_be_used_are_no_kingdom_without_counting(
        self, meters, most
    ):
        wishes = Wishes(pinned=THREE_BOXES, boxes_used=Bounds(0, most), not_together=MANY_PAIRS)
        problem = state_constraints(CARDS, wishes)
        with limited(Budget(20_000)):
            assert count_exactly(problem, problem.conditions, COUNT_BUDGET) == 0
        assert not meters
        prepared = prepare_constraints(problem)
        assert prepared.answer is Answer.IMPOSSIBLE
        assert [wish.key for wish in prepared.refuted_by] == ["boxes_used"]

    def test_masks_take_no_more_memory_than_they_may(self, monkeypatch):
        wishes = Wishes(boxes_used=Bounds(0, 3), not_together=MANY_PAIRS[:9])
        problem = state_constraints(CARDS, wishes)
        monkeypatch.setattr(packed_count, "MOST_KEPT", 1_000)
        assert count_packed(problem, problem.conditions, COUNT_BUDGET) is None


class TestBudget:
    def test_stays_over_once_it_is_over(self):
        budget = Budget(10)
        budget.spend(10)
        assert (budget.left, budget.is_over) == (0, False)
        with pytest.raises(BudgetSpent):
            budget.spend(1)
        with pytest.raises(BudgetSpent):
            budget.spend(0)
        assert budget.is_over

    def test_work_is_free_where_none_is_open(self):
        open_budget().spend(10**12)

    def test_the_inner_one_is_spent_from_and_the_outer_one_is_back_afterwards(self):
        with limited(Budget(10)) as outer:
            with limited(Budget(5)):
                open_budget().spend(5)
            open_budget().spend(10)
        assert outer.spent == 10

    def test_a_part_leaves_the_rest_for_what_follows(self):
        with limited(Budget(100)) as budget:
            with part_of_it(0.6) as part, pytest.raises(BudgetSpent):
                open_budget().spend(61)
            assert part.is_over
            assert not budget.is_over
            budget.spend(40)


class TestRemembered:
    def test_what_was_cut_short_is_not_remembered(self):
        @remembered(4)
        def work(units: int) -> str:
            try:
                open_budget().spend(units)
            except BudgetSpent:
                return "cut short"
            return "whole"

        with limited(Budget(5)):
            assert work(10) == "cut short"
        with limited(Budget(50)):
            assert work(10) == "whole"

    def test_what_is_remembered_costs_what_it_did(self):
        calls = []

        @remembered(4)
        def work(units: int) -> int:
            calls.append(units)
            open_budget().spend(units)
            return units

        work(10)
        with limited(Budget(25)) as budget:
            assert work(10) == work(10) == 10
            assert budget.spent == 20
            assert calls == [10]
            with pytest.raises(BudgetSpent):
                work(10)

    def test_that_is_its_own_work_and_not_what_was_spent_before(self):
        @remembered(4)
        def work(*, units: int) -> int:
            open_budget().spend(units)
            return units

        with limited(Budget(100)) as budget:
            budget.spend(50)
            assert work(units=10) == 10
        with limited(Budget(500)) as budget:
            assert work(units=10) == 10
            assert budget.spent == 10

    def test_all_that_is_left_may_be_spent_on_what_is_remembered(self):
        calls = []

        @remembered(4)
        def work(units: int) -> None:
            calls.append(units)
            open_budget().spend(units)

        work(10)
        with limited(Budget(10)):
            work(10)
        assert calls == [10]

    def test_the_oldest_is_forgotten(self):
        calls = []

        @remembered(2)
        def work(number: int) -> int:
            calls.append(number)
            return number

        for number in (1, 2, 1, 3, 1, 2):
            work(number)
        assert calls == [1, 2, 3, 2]

    def test_another_one_costs_the_same_however_many_there_are(self):
        looked_at = []

        class Asked(int):
            def __hash__(self) -> int:
                looked_at.append(self)
                return int(self)

        @remembered(100)
        def work(number: int) -> int:
            return number

        for number in range(100):
            work(Asked(number))
        looked_at.clear()
        work(Asked(100))
        assert {int(limit) for limit in looked_at} <= {0, 100}


HARD = Wishes(
    tags=tuple((tag, Bounds(1, 2)) for tag in TAGS),
    boxes_used=Bounds(0, 4),
    min_per_used_box=2,
    not_together=MANY_PAIRS,
)


@pytest.fixture(scope="module")
def everything():
    catalog = load_catalog()
    return gather(catalog, tuple(catalog.boxes))


class TestEverythingEndsWithTheBudget:
    """Whatever is left of it: an answer, and never one that was not found out."""

    @pytest.mark.parametrize("units", [0, 1_000, 40_000, *[1, 10_000, 150_000][: 3 * THOROUGH]])
    def test_the_parts_of_a_request(self, everything, units):
        request = DrawRequest(everything, 4, HARD)
        with limited(Budget(units)):
            tally = count_kingdoms(request)
        assert tally.exact != 0
        with limited(Budget(units)):
            drawn = draw_kingdom(request, "a seed")
        assert drawn.kingdom or drawn.undecided
        with limited(Budget(units)):
            night = draw_night(request, 3, "a seed")
        assert night.kingdoms or night.undecided
        ten = CARDS[:10]
        with limited(Budget(units)):
            more = deal_surplus(request, ten, 8, "a seed")
        assert len({*ten, *more}) == 18

    @pytest.mark.parametrize("units", [0, 5_000, 50_000, 10_000_000])
    def test_a_conflict_is_never_more_than_was_proved(self, units):
        wishes = Wishes(
            tags=(("attack", Bounds(9)), ("victory", Bounds(8)), ("village", Bounds(1)))
        )
        with limited(Budget(units)):
            conflict = find_conflict(CARDS, wishes)
        assert conflict is not None
        assert not conflict.proved or {w.key for w in conflict.wishes} >= {
            "tags.attack",
            "tags.victory",
        }
        if units > 1_000_000:
            assert conflict.proved
            assert conflict.minimal
            assert conflict.ways_out

    def test_the_seed_gives_the_kingdom_it_gives_without_a_budget_or_none(self, everything):
        request = DrawRequest(everything, 2, HARD)
        whole = draw_kingdom(request, "friday").kingdom
        kingdoms = []
        for units in (5_000, 60_000, 600_000):
            with limited(Budget(units)):
                kingdoms.append(draw_kingdom(request, "friday").kingdom)
        assert {kingdom and kingdom.piles for kingdom in kingdoms} <= {None, whole.piles}
        assert kingdoms[-1] is not None

    def test_the_answer_does_not_depend_on_what_is_remembered(self, everything):
        request = DrawRequest(everything, 2, HARD)
        answers = []
        for _again in range(2):
            with limited(Budget(60_000)):
                answers.append(draw_kingdom(request, "monday"))
            draw_kingdom(request, "tuesday")
        assert answers[0] == answers[1]

    def test_a_veto_ends_with_a_kingdom_though_no_wish_could_be_weighed(self, everything):
        request = DrawRequest(everything, 2, HARD)
        dealt = CARDS[100:120]
        assert judge(request, dealt, (), "a seed").kingdom
        with limited(Budget(30_000)):
            verdict = judge(request, dealt, (), "a seed")
        assert verdict.kingdom
        assert verdict.unkept

    def test_what_cannot_be_counted_is_not_counted(self, everything):
        problem = state_constraints(everything.cards, HARD)
        with limited(Budget(500)):
            assert count_constraints(problem) == Tally(None)


class TestRandomBoxes:
    def test_that_are_hard_to_draw_from_leave_work_for_another_choice(self):
        """Each choice has a quarter of the work; with all of it, nothing would be decided here."""
        catalog = load_catalog()
        wishes = {**adversarial(4)["wishes"], "random_boxes": 20}
        request = plain_request({"wishes": wishes}, gather(catalog, tuple(catalog.boxes)), 4)
        with limited(Budget()):
            drawn = draw_kingdom(request, "x")
        assert drawn.kingdom is not None
