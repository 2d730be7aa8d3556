"""What holds for every kingdom: random ones from all boxes, sensible or not, for any shelf."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TypeVar

from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from setup_rules.cards import BASIC_CARDS, Card, Landscape, OtherCard
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Game, Kingdom
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, Severity
from setup_rules.rules import TOKEN_VALUES, dark_ages, prosperity_2e
from tests.builders import ALL_BOXES, CATALOG, DULL, card, set_out
from tests.rule_list import CHECKS
from tests.thorough import cases

T = TypeVar("T")
CARDS = sorted(CATALOG.cards.values(), key=lambda card: card.id)
LANDSCAPES = sorted(CATALOG.landscapes.values(), key=lambda shape: shape.id)
OTHERS = sorted(CATALOG.others.values(), key=lambda other: other.id)
THINGS = [*CARDS, *LANDSCAPES, *OTHERS]
BOONS = list(CATALOG.groups["Boons"])
SINGLES = [other for other in OTHERS if other.pile]
TRAITS = [shape for shape in LANDSCAPES if shape.kind == "trait"]
ALLIES = [shape for shape in LANDSCAPES if shape.kind == "ally"]
PROPHECIES = [shape for shape in LANDSCAPES if shape.kind == "prophecy"]
ATTACKS = [card for card in CARDS if "Attack" in card.types]
SLOTS = (
    *("bane", "ferryman", "mouse", "riverboat", "army", "ally", "prophecy", "obelisk"),
    *("inherited_replaces", "platinum_colony_card", "shelters_card"),
)
BRINGING = [
    card(name)
    for name in (
        *("Young Witch", "Black Market", "Ferryman", "Riverboat", "Poet", "Kitsune", "Bauble"),
        *("Importer", "Wizards", "Druid", "Fool", "Cemetery", "Pixie", "Cultist", "Marauder"),
        *("Golem", "Trade Route", "Baker", "Page", "Peasant", "Castles", "Knights", "Rats"),
        *("Joust", "Tournament", "Hermit", "Necromancer", "Forts", "Collection", "Footpad"),
    )
]
"""Cards that bring much with them; kingdoms of plain random cards would seldom have several."""


@dataclass(frozen=True)
class Request:
    """What is asked of the engine."""

    kingdom: Kingdom
    players: int
    boxes: tuple[str, ...]
    basic_sets: int | None = None

    def __repr__(self) -> str:
        return f"{as_text(self.kingdom)} for {self.players} with {self.boxes}, {self.basic_sets}"

    @cached_property
    def game(self) -> Game:
        return settle(self.kingdom, self.players, gather(CATALOG, self.boxes), self.basic_sets)

    @cached_property
    def plan(self) -> SetupPlan:
        return plan_setup(self.game)


def some(chance: Random, among: Sequence[T], most: int) -> tuple[T, ...]:
    """Some of these, seldom many; one may come twice."""
    return tuple(chance.choices(among, k=chance.choice((0, 0, chance.randint(0, most)))))


def random_cards(chance: Random, count: int) -> list[Card]:
    """Different cards, every third of them one that brings much."""
    cards: dict[Card, None] = {}
    while len(cards) < count:
        cards[chance.choice(BRINGING if chance.random() < 0.3 else CARDS)] = None
    return list(cards)


def sensible_kingdom(chance: Random) -> Kingdom:
    """Ten piles, with the right kind of thing in every place, though it may not fit."""
    ten = random_cards(chance, 10)
    more = random_cards(chance, 20)
    drawn = {slot: chance.choice(more) for slot in ("bane", "ferryman", "mouse", "riverboat")}
    drawn["army"] = chance.choice(ATTACKS)
    drawn["ally"] = chance.choice(ALLIES)
    drawn["prophecy"] = chance.choice(PROPHECIES)
    drawn["obelisk"] = chance.choice(ten)
    drawn["inherited_replaces"] = CATALOG.others[chance.choice(("copper", "estate", "hovel"))]
    return Kingdom(
        piles=tuple(ten),
        landscapes=some(chance, LANDSCAPES, 4),
        deck=tuple(chance.sample([*more, *chance.sample(SINGLES, 5)], chance.choice((0, 5, 18)))),
        drawn={slot: it for slot, it in drawn.items() if chance.random() < 0.8},
        boons=tuple(chance.sample(BOONS, chance.choice((0, 3)))),
        traits={it.id: chance.choice(ten) for it in TRAITS if chance.random() < 0.8},
        platinum_colony=chance.choice((None, True, False)),
        shelters=chance.choice((None, True, False)),
    )


def nonsense(chance: Random) -> Kingdom:
    """Anything anywhere."""
    return Kingdom(
        piles=tuple(chance.choices(THINGS, k=chance.randint(0, 13))),
        landscapes=some(chance, LANDSCAPES, 9),
        deck=some(chance, THINGS, 9),
        drawn={slot: chance.choice(THINGS) for slot in SLOTS if chance.random() < 0.7},
        boons=some(chance, BOONS, 5),
        traits={it.id: chance.choice(THINGS) for it in TRAITS if chance.random() < 0.5},
        platinum_colony=chance.choice((None, True, False)),
        shelters=chance.choice((None, True, False)),
    )


def random_shelf(chance: Random) -> tuple[str, ...]:
    """All boxes, or some of them, some twice, often with basic cards."""
    boxes = chance.choices(ALL_BOXES, k=chance.randint(0, 10))
    return chance.choice((ALL_BOXES, tuple(boxes), (*boxes, "base-cards"), (*boxes, "dominion-2e")))


def any_request(chance: Random) -> Request:
    kingdom = (sensible_kingdom if chance.random() < 0.7 else nonsense)(chance)
    sets = chance.choice((None, None, None, 1, 2, 3))
    return Request(kingdom, chance.randint(0, 9), random_shelf(chance), sets)


def sensible_request(chance: Random) -> Request:
    return Request(sensible_kingdom(chance), chance.randint(2, 6), ALL_BOXES)


# A kingdom is drawn from one number: hundreds of small choices would take hypothesis far longer.
chances = st.integers(min_value=0, max_value=2**48).map(Random)
requests = chances.map(any_request)
sensible_requests = chances.map(sensible_request)


def for_each(of_them: int) -> settings:
    """So many cases, and no shrinking: a smaller number is no simpler kingdom."""
    return settings(
        max_examples=cases(of_them), phases=[Phase.explicit, Phase.reuse, Phase.generate]
    )


def as_text(value: object) -> str:
    """A plan written out whole, cards by their names."""
    if isinstance(value, Card | Landscape | OtherCard):
        return value.name
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value):
        inside = (f"{field.name}={as_text(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({', '.join(inside)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{as_text(key)}: {as_text(value[key])}' for key in value)}}}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(as_text, value))}]"
    assert value is None or isinstance(value, str | int | Fraction), type(value)
    return repr(value)


def told_codes(plan: SetupPlan, severity: Severity = Severity.ERROR) -> set[str]:
    return {it.code for it in plan.problems if it.severity.rank <= severity.rank}


class TestAnyRequest:
    """Whatever is asked, there is a whole plan."""

    @for_each(400)
    @given(requests)
    def test_starting_decks_have_ten_cards(self, asked):
        deck = asked.plan.starting_deck
        assert sum(deck.values()) == 10
        assert all(count > 0 for count in deck.values())

    @for_each(400)
    @given(requests)
    def test_every_pile_is_set_out_once_and_has_cards(self, asked):
        plan = asked.plan
        names = [pile.name for pile in plan.supply]
        assert len(names) == len(set(names))
        assert all(pile.count > 0 for pile in (*plan.supply, *plan.beside, *plan.aside))
        assert set(BASIC_CARDS) <= set(names)
        assert len(plan.landscapes) == len({shape.id for shape in plan.landscapes})

    @for_each(400)
    @given(requests)
    def test_what_lies_on_piles_lies_on_piles_that_are_there(self, asked):
        plan = asked.plan
        names = {pile.name for pile in plan.supply}
        for piles in plan.pile_tokens.values():
            assert set(piles) <= names
        assert set(plan.traits) <= names
        assert set(plan.ends_when_empty) <= names
        assert set(plan.landscape_tokens) <= {shape.name for shape in plan.landscapes}

    @for_each(400)
    @given(requests)
    def test_problems_are_told_once_worst_first_with_message_and_fix(self, asked):
        plan = asked.plan
        ranks = [it.severity.rank for it in plan.problems]
        assert ranks == sorted(ranks)
        assert len(plan.problems) == len(set(plan.problems))
        for it in plan.problems:
            assert it.code in CHECKS
            assert it.message.endswith(".")
            assert it.fix.endswith(".")
            assert all(name in CATALOG.by_name or name in CATALOG.groups for name in it.cards)
        worst = plan.problems[0].severity.value if plan.problems else "ok"
        assert plan.status == {"advice": "ok"}.get(worst, worst)

    @for_each(400)
    @given(requests)
    def test_reasons_are_cards_in_use(self, asked):
        in_use = {use.thing.name for use in asked.game.uses}
        for thing, because in asked.plan.because.items():
            assert because or thing in DRAWN, thing
            assert set(because) <= in_use, thing

    @for_each(200)
    @given(requests, st.sampled_from([(0, 2), (1, 2), (8, 7), (9, 7)]))
    def test_an_impossible_number_of_players_is_planned_for_the_nearest(self, asked, numbers):
        one, two = (
            as_text(replace(replace(asked, players=players).plan, problems=()))
            for players in numbers
        )
        assert one == two


DRAWN = ("Platinum", "Colony", *dark_ages.SHELTERS)
"""Players may use these without a card that asks for them."""

SHORT = {
    name: codes
    for names, codes in (
        (BASIC_CARDS, {"check-no-basic-cards", "check-treasure-sets", "check-basic-shortage"}),
        (("Platinum", "Colony"), {"check-colony-missing"}),
        (dark_ages.SHELTERS, {"check-shelters-missing"}),
        (("Potion",), {"check-potion-missing"}),
    )
    for name in names
}
"""Which checks tell that there is too little of something that all kingdoms or draws need."""


def pile_of(name: str) -> str:
    """The name of the mixed pile a card lies in, or its own."""
    thing = CATALOG.by_name.get(name)
    return CATALOG.cards[thing.pile].name if isinstance(thing, OtherCard) and thing.pile else name


def is_told(plan: SetupPlan, name: str, *asking: str) -> bool:
    """Whether an error or a warning is about this thing or about the cards that ask for it."""
    serious = [it for it in plan.problems if it.severity is not Severity.ADVICE]
    if SHORT.get(name, set()) & {it.code for it in serious}:
        return True
    about = {name, pile_of(name), *asking, *plan.because.get(name.removesuffix(" mat"), ())}
    return any(about & set(it.cards) for it in serious)


class TestPhysicalTruth:
    """No plan asks for more than the boxes hold unless a problem says so."""

    @for_each(1000)
    @given(requests)
    def test_cards_and_mats_are_there_or_their_lack_is_told(self, asked):
        plan, stock = asked.plan, asked.game.collection.stock
        short = [name for name, count in set_out(plan).items() if count > stock.get(name, 0)]
        assert [name for name in short if not is_told(plan, name)] == []

    @for_each(500)
    @given(requests)
    def test_tokens_are_there_or_their_lack_is_told(self, asked):
        plan, shelf = asked.plan, asked.game.collection
        for kind, value in plan.tokens_placed.items():
            piece = kind if kind == "Project cube" else f"{kind} token"
            owned = (
                shelf.worth(TOKEN_VALUES[kind])
                if kind in TOKEN_VALUES
                else shelf.stock.get(piece, 0)
            )
            if owned < max(value, 1):
                assert is_told(plan, kind, *plan.because.get("Favor", ())), kind

    @for_each(400)
    @given(sensible_requests)
    def test_all_boxes_together_lack_nothing_for_six(self, asked):
        lacking = {code for codes in SHORT.values() for code in codes} | {
            *("check-not-owned", "check-tokens-limited", "check-mats-short", "check-ruins-short"),
            "check-update-pack-parts",
        }
        assert not lacking & told_codes(asked.plan, Severity.ADVICE)


def shuffled(kingdom: Kingdom, chance: Random) -> Kingdom:
    return kingdom._replace(piles=tuple(chance.sample(kingdom.piles, len(kingdom.piles))))


def unordered(it: Problem) -> tuple[str, str, tuple[str, ...]]:
    return it.code, it.severity.value, tuple(sorted(it.cards))


class TestOrder:
    """The order of the ten matters for the first- and last-randomizer variants alone."""

    @for_each(400)
    @given(requests, chances)
    def test_the_plan_is_the_same_in_any_order(self, asked, chance):
        one, two = asked.plan, replace(asked, kingdom=shuffled(asked.kingdom, chance)).plan
        assert as_text(replace(one, problems=())) == as_text(replace(two, problems=()))
        assert set(map(unordered, one.problems)) == set(map(unordered, two.problems))

    @for_each(200)
    @given(sensible_requests, chances)
    def test_only_two_variants_look_at_the_order(self, asked, chance):
        other = replace(asked, kingdom=shuffled(asked.kingdom, chance))
        for book in (prosperity_2e.book, dark_ages.book):
            for variant in book.variants:
                if variant.id not in ("first-randomizer", "last-randomizer"):
                    assert variant.chance(asked.game) == variant.chance(other.game)
        first, last = other.kingdom.piles[0], other.kingdom.piles[-1]
        assert prosperity_2e.first_randomizer(other.game) == ("prosperity" in first.families)
        assert dark_ages.last_randomizer(other.game) == ("dark-ages" in last.families)


def without(kingdom: Kingdom, names: set[str]) -> Kingdom:
    """The kingdom with dull cards in place of these, and no other card of these names in it."""
    there = {it.name for it in (*kingdom.piles, *kingdom.deck, *kingdom.drawn.values())}
    dull = iter([name for name in DULL if name not in there])
    return kingdom._replace(
        piles=tuple(card(next(dull)) if it.name in names else it for it in kingdom.piles),
        landscapes=tuple(it for it in kingdom.landscapes if it.name not in names),
        deck=tuple(
            it for it in kingdom.deck if it.name not in names and pile_of(it.name) not in names
        ),
        drawn={slot: it for slot, it in kingdom.drawn.items() if it.name not in names},
    )


class TestReasons:
    """Nothing is set out without a reason: with its last card a thing goes."""

    @for_each(250)
    @given(sensible_requests)
    def test_without_the_cards_that_ask_for_it_a_thing_stays_in_the_box(self, asked):
        kingdom = asked.kingdom._replace(platinum_colony=False, shelters=False)
        asked = replace(asked, kingdom=kingdom)
        reasons = asked.plan.because
        assume(reasons)
        for thing in sorted(reasons)[:: max(1, len(reasons) // 3)]:
            gone = set(reasons[thing])
            if len(gone & {it.name for it in kingdom.piles}) <= 8:
                after = replace(asked, kingdom=without(kingdom, gone)).plan
                assert thing not in after.because

    @for_each(500)
    @given(sensible_requests)
    def test_whatever_is_there_beyond_the_basics_and_the_ten_has_a_reason(self, asked):
        plan = asked.plan
        plain = {*BASIC_CARDS, *(it.name for it in asked.game.ten)}
        there = {
            *(pile.name for pile in (*plan.supply, *plan.beside, *plan.aside)),
            *plan.starting_deck,
            *plan.trash,
            *plan.player_mats,
            *plan.shared_mats,
            *plan.player_tokens,
            *plan.pile_tokens,
            *plan.token_reserves,
            *(token for tokens in plan.landscape_tokens.values() for token in tokens),
        }
        assert {thing for thing in there - plain if thing not in plan.because} == set()

    @for_each(100)
    @given(st.permutations(DULL), st.integers(2, 6))
    def test_a_dull_kingdom_has_nothing_to_explain(self, names, players):
        ten = tuple(card(name) for name in names[:10])
        kingdom = Kingdom(ten, platinum_colony=False, shelters=False)
        plan = Request(kingdom, players, ALL_BOXES).plan
        assert plan.because == {}
        assert len(plan.supply) == 17
        assert (plan.beside, plan.aside, plan.player_mats, plan.token_reserves) == ((), (), (), ())


INSTEAD = {
    "check-bane-missing": {"check-bane-impossible"},
    "check-choice-open": {
        "check-mouse-pool",
        "check-army-pool",
        "check-ferryman-pool",
        "check-riverboat-pool",
    },
    "check-basic-shortage": {"check-no-basic-cards"},
    "check-tokens-limited": {"check-not-owned"},
}
"""Errors that more boxes may bring, each in place of one that these boxes mend."""


class TestMoreBoxes:
    """More boxes never make a kingdom worse: what they bring, they bring in place of something."""

    @for_each(500)
    @given(requests, chances)
    def test_no_error_comes_that_mends_none(self, asked, chance):
        more = chance.choices(ALL_BOXES, k=chance.randint(1, 4))
        before, after = asked.plan, replace(asked, boxes=(*asked.boxes, *more)).plan
        mended = told_codes(before, Severity.WARNING)
        for code in told_codes(after) - told_codes(before):
            assert INSTEAD.get(code, set()) & mended, code

    @for_each(200)
    @given(requests)
    def test_the_same_boxes_in_another_order_are_the_same_shelf(self, asked):
        assert as_text(asked.plan) == as_text(replace(asked, boxes=asked.boxes[::-1]).plan)


SAY_IT = """
from random import Random
from tests.test_properties import any_request, as_text
for number in range(NUMBER):
    print(as_text(any_request(Random(number)).plan))
"""


class TestSameAnswer:
    """The same request gives the same plan, to the byte."""

    @for_each(200)
    @given(requests)
    def test_twice_in_one_process(self, asked):
        assert repr(asked.plan) == repr(replace(asked).plan)

    def test_in_processes_that_hash_differently(self):
        one, two = (
            subprocess.run(
                [sys.executable, "-c", SAY_IT.replace("NUMBER", str(cases(150)))],
                cwd=Path(__file__).parent.parent,
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            ).stdout
            for seed in ("1", "2")
        )
        assert one.count(b"\nSetupPlan(") == cases(150) - 1
        assert one == two
