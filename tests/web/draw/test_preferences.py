"""Rest, likes and dislikes in the draw: exactly the probabilities they promise."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setup_rules.chance import Chance
from setup_rules.collection import gather
from setup_rules.draw.drawing import count_kingdoms, draw_kingdom, explain
from setup_rules.draw.exact.sampler import prepare
from setup_rules.draw.preferences import (
    LAST_GAMES,
    LIMIT_KEY,
    Lift,
    Preferences,
    combine,
    lifted,
    with_preferences,
)
from setup_rules.draw.rerolls import swap_pile
from setup_rules.draw.wishes import ListLimit
from setup_rules.kingdom import Kingdom
from tests.builders import CATALOG
from tests.draw.test_fairness import chi_square_z
from web.draw.preferences import likes_of, preferences_in_words
from web.draw.tonight import request_for
from web.store import Person, Rest, Taste

DOMINION = [
    *("artisan", "bandit", "bureaucrat", "cellar", "chapel", "council-room", "festival"),
    *("gardens", "harbinger", "laboratory", "library", "market", "merchant", "militia", "mine"),
    *("moat", "moneylender", "poacher", "remodel", "sentry", "smithy", "throne-room", "vassal"),
    *("village", "witch", "workshop"),
]
TWELVE = DOMINION[:12]
HERE = gather(CATALOG, ("dominion-2e",))
DRAWS = 12_000
TO_TWELVE = {"banned": DOMINION[12:]}
JANA, PETR, OTA = (
    Person(number, name, True) for number, name in enumerate(("Jana", "Petr", "Ota"))
)


def draw(preferences, spared=(), wishes=None, **changes):
    """A draw of the second edition with these preferences."""
    return request_for({**(wishes or {}), **changes}, HERE, 3, preferences, spared)


def preferences_of(rest, played, here, tastes):
    """The preferences of those here."""
    return combine(likes_of(here, tastes), played, rest.how)


def weights(request):
    """What every pile on the shelf weighs in a draw."""
    by_card = dict(request.wishes.weights)
    return {card.id: by_card.get(card.id, 1) for card in request.shelf.cards}


LIKES = preferences_of(
    Rest(True, "games", 1, "quarter"),
    {"artisan", "cellar", "chapel"},
    (JANA, PETR, OTA),
    (
        *(Taste(person.id, "bandit", "double") for person in (JANA, PETR, OTA)),
        *(Taste(person.id, "gardens", "half") for person in (JANA, PETR)),
        Taste(JANA.id, "festival", "double"),
        Taste(OTA.id, "festival", "half"),
        Taste(PETR.id, "cellar", "double"),
    ),
)
PROMISED = {
    "bandit": Fraction(8),
    "gardens": Fraction(1, 4),
    "artisan": Fraction(1, 4),
    "chapel": Fraction(1, 4),
    "cellar": Fraction(1, 2),
}
"""Three like Bandit, two dislike Gardens; Artisan, Chapel, Cellar rest; Petr likes Cellar."""


def promised(weigh):
    """How often each ten of the twelve comes, if piles weigh so much."""
    tens = {frozenset(ten): prod(map(weigh, ten)) for ten in combinations(TWELVE, 10)}
    whole = sum(tens.values())
    return {ten: weight / whole for ten, weight in tens.items()}


def judge(seen, odds):
    """How far draws are from the odds, those that come too seldom taken together."""
    draws = seen.total()
    rare = {ten for ten, chance in odds.items() if draws * chance < 5}
    counts, expected = Counter(), Counter()
    for ten, chance in odds.items():
        key = "rare" if ten in rare else ten
        counts[key] += seen[ten]
        expected[key] += float(draws * chance)
    if expected["rare"] < 5:
        del expected["rare"], counts["rare"]
    return chi_square_z(counts, expected)


def drawn(preferences, draws, **wishes):
    """So many tens of the twelve."""
    request = request_for({**wishes, **TO_TWELVE}, HERE, 3, preferences)
    prepared, chance = prepare(request.shelf.cards, request.wishes), Chance("preferences")
    constraints = prepared.constraints
    return Counter(
        frozenset(card.id for card in constraints.cards_of(prepared.draw_set(chance)))
        for _ in range(draws)
    )


class TestOdds:
    """A kingdom is as likely as the weights of its ten piles multiplied."""

    def test_are_those_of_rest_and_likes_multiplied(self):
        odds = promised(lambda card: PROMISED.get(card, Fraction(1)))
        assert -3.5 < judge(drawn(LIKES, DRAWS), odds) < 3.5

    def test_are_multiplied_with_the_weights_wished_for(self):
        wished = {"wishes": {"weights": {"bandit": 0.5, "council-room": 3}}}
        more = {"bandit": Fraction(1, 2), "council-room": Fraction(3)}
        odds = promised(lambda card: PROMISED.get(card, 1) * more.get(card, Fraction(1)))
        assert -3.5 < judge(drawn(LIKES, DRAWS, **wished), odds) < 3.5

    @pytest.mark.parametrize(
        "wrong",
        [
            pytest.param({**PROMISED, "bandit": Fraction(2)}, id="one like for three"),
            pytest.param({**PROMISED, "artisan": Fraction(1, 2)}, id="half for a quarter"),
            pytest.param({**PROMISED, "cellar": Fraction(2)}, id="a like that ends the rest"),
            pytest.param({}, id="all alike"),
        ],
    )
    def test_the_same_test_rejects_a_draw_that_weighs_otherwise(self, wrong):
        planted = Preferences(factors=tuple(sorted(wrong.items())))
        odds = promised(lambda card: PROMISED.get(card, Fraction(1)))
        assert judge(drawn(planted, DRAWS), odds) > 5

    def test_of_swapping_a_pile_are_those_of_the_weights(self):
        others = ["library", "market", "merchant", "militia", "mine", "moat", "poacher"]
        ten = ["witch", "harbinger", "laboratory", *others]
        choices = {"bandit": 8, "gardens": 0.25, "artisan": 0.25, "sentry": 1}
        gone = [card for card in DOMINION if card not in (*ten, *choices)]
        request = draw(LIKES, spared=ten, banned=gone)
        kingdom = Kingdom(tuple(CATALOG.cards[id_] for id_ in ten), platinum_colony=False)
        old, draws = CATALOG.cards["witch"], 800
        seen = Counter(
            swap_pile(request, kingdom, old, str(seed)).piles[0].id for seed in range(draws)
        )
        assert set(seen) == set(choices)
        for card, weight in choices.items():
            odds = weight / sum(choices.values())
            assert abs(seen[card] - draws * odds) < 4 * sqrt(draws * odds * (1 - odds))


class TestWeights:
    @settings(max_examples=25, deadline=None)
    @given(
        st.dictionaries(
            st.sampled_from(TWELVE), st.lists(st.sampled_from(["double", "half"]), max_size=6)
        ),
        st.sampled_from(["half", "quarter", "tenth"]),
        st.frozensets(st.sampled_from(TWELVE)),
    )
    def test_are_never_rounded(self, tastes, how, resting):
        people = tuple(Person(number, str(number), True) for number in range(6))
        opinions = [
            Taste(number, card, taste)
            for card, each in tastes.items()
            for number, taste in enumerate(each)
        ]
        rest = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "tenth": Fraction(1, 10)}[how]
        weighed = weights(
            draw(preferences_of(Rest(True, "games", 1, how), resting, people, opinions))
        )
        one = weighed["witch"]
        for card in DOMINION:
            likes = prod(
                Fraction(2) if taste == "double" else Fraction(1, 2)
                for taste in tastes.get(card, ())
            )
            assert Fraction(weighed[card], one) == likes * (rest if card in resting else 1)

    def test_of_those_who_are_away_do_not_count(self):
        here = (JANA,)
        tastes = (Taste(PETR.id, "witch", "never"), Taste(JANA.id, "moat", "double"))
        preferences = preferences_of(Rest(), (), here, tastes)
        assert preferences.never == ()
        assert preferences.factors == (("moat", Fraction(2)),)
        assert preferences.liking == ("Jana",)

    def test_that_make_up_for_each_other_leave_the_draw_as_it_was(self):
        tastes = (Taste(JANA.id, "moat", "double"), Taste(PETR.id, "moat", "half"))
        preferences = preferences_of(Rest(), (), (JANA, PETR), tastes)
        assert draw(preferences) == draw(Preferences())

    def test_of_a_card_that_is_not_known_any_more_are_passed_over(self):
        assert not preferences_of(Rest(), (), (JANA,), (Taste(JANA.id, "nonsense", "never"),))


class TestRest:
    """Cards that stay in their boxes."""

    LAST = Preferences(resting=frozenset(DOMINION[:10]))

    def test_are_dealt_in_no_way(self):
        request = draw(self.LAST)
        for seed in "abcdefgh":
            kingdom = draw_kingdom(request, seed).kingdom
            assert not {card.id for card in kingdom.piles} & self.LAST.resting

    def test_are_counted_out(self):
        assert count_kingdoms(draw(self.LAST)).exact == 8008  # ten of sixteen

    def test_come_when_they_are_pinned(self):
        kingdom = draw_kingdom(draw(self.LAST, pinned=["cellar"]), "a").kingdom
        assert {card.id for card in kingdom.piles} & self.LAST.resting == {"cellar"}

    def test_come_when_they_are_on_the_table_already(self):
        (limit,) = draw(self.LAST, spared=("chapel",)).wishes.list_limits
        assert limit == ListLimit(LAST_GAMES, tuple(sorted(self.LAST.resting - {"chapel"})), 0)

    def test_keep_a_list_of_the_wishes_beside_theirs(self):
        wishes = {"wishes": {"recently_played": {"cards": ["witch"], "most": 0}}}
        request = draw(self.LAST, wishes=wishes)
        assert {limit.name for limit in request.wishes.list_limits} == {
            LAST_GAMES,
            "recently played",
        }
        assert count_kingdoms(request).exact == 3003  # ten of fifteen

    def test_are_named_when_nothing_else_is_left(self):
        request = draw(Preferences(resting=frozenset(DOMINION[:20])))
        conflict, ways, undecided = explain(request)
        assert LIMIT_KEY in {wish.key for wish in conflict}
        assert ways
        assert not undecided

    def test_are_no_bane_either_where_the_shelf_is_large(self):
        boxes = ["dominion-2e", "seaside-2e", "intrigue-2e", "hinterlands-2e", "cornucopia"]
        cheap = [
            card.id
            for card in CATALOG.cards.values()
            if set(card.boxes) & set(boxes) and card.cost.is_exactly(2, 3)
        ]
        preferences = Preferences(resting=frozenset(sorted(cheap)[:12]))
        here = gather(CATALOG, tuple(boxes))
        request = request_for({"pinned": ["young-witch"]}, here, 2, preferences)
        for seed in range(30):
            bane = draw_kingdom(request, str(seed)).kingdom.drawn["bane"]
            assert bane.id not in preferences.resting

    def test_may_be_the_bane_where_no_other_card_is_left_for_it(self):
        boxes = ["dominion-2e", "cornucopia"]
        cheap = {
            card.id
            for card in CATALOG.cards.values()
            if set(card.boxes) & set(boxes) and card.cost.is_exactly(2, 3)
        }
        here, wishes = gather(CATALOG, tuple(boxes)), {"pinned": ["young-witch"]}
        request = request_for(wishes, here, 2, Preferences(resting=frozenset(cheap)))
        assert draw_kingdom(request, "a").kingdom.drawn["bane"].id in cheap


class TestNever:
    BOTH = preferences_of(
        Rest(),
        (),
        (JANA, PETR),
        (Taste(JANA.id, "witch", "never"), Taste(PETR.id, "witch", "double")),
    )

    def test_of_one_is_enough(self):
        request = draw(self.BOTH)
        assert dict(request.wishes.weights)["witch"] == 0
        assert "witch" in request.how.banned

    def test_names_who_does_not_want_it(self):
        assert self.BOTH.names("witch") == ("Jana",)
        assert self.BOTH.names("moat") == ()

    def test_is_beaten_by_a_pin(self):
        kingdom = draw_kingdom(draw(self.BOTH, pinned=["witch"]), "a").kingdom
        assert "witch" in {card.id for card in kingdom.piles}

    def test_can_be_lifted(self):
        assert lifted(self.BOTH, Lift(never=("witch",))).never == ()
        rest = Preferences(resting=frozenset({"moat"}))
        assert not lifted(rest, Lift(rest=True))


class TestWords:
    def test_tell_only_of_piles_that_are_here(self):
        preferences = Preferences(frozenset({"moat", "cellar", "bank"}), liking=("Jana", "Petr"))
        lines = preferences_in_words(preferences, DOMINION)
        assert lines == ["2 piles are resting", "Jana and Petr’s likes"]

    def test_tell_of_piles_that_come_more_seldom(self):
        assert preferences_in_words(LIKES, DOMINION)[0] == "3 piles come up less often"

    def test_tell_nothing_where_there_is_nothing(self):
        assert preferences_in_words(Preferences(), DOMINION) == []
        request = draw(Preferences())
        assert with_preferences(request, Preferences()) is request
