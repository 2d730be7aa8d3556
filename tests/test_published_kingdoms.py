"""The published kingdoms: all of them can be set up, and some are written out whole."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from setup_rules.catalog import PublishedKingdom
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Kingdom
from setup_rules.plan import SetupPlan
from setup_rules.problems import Severity
from tests.builders import CATALOG, beside, codes, problem, supply, thing

EXAMPLES = sorted((Path(__file__).parent / "worked_examples").glob("*.toml"))

SLIPS = {
    "bounty-of-the-hunt-v2": (
        "check-ferryman-invalid",
        "the rulebook prints Farrier, which costs $2, for Ferryman, who asks for $3 or $4",
    )
}
"""Kingdoms that are printed against a rule: the warning they get, and why."""

LEFT_TO_THE_PLAYERS = {
    "big-time-v2": "the pile for Obelisk is not printed, and any Action pile will do"
}
"""Kingdoms that leave a choice open which the plan can do without."""


def boxes_for(published: PublishedKingdom) -> tuple[str, ...]:
    """The boxes a kingdom names, and Base Cards where these hold no basic set."""
    boxes = published.some_boxes
    return boxes if gather(CATALOG, boxes).basic_sets else (*boxes, "base-cards")


def kingdom_of(published: PublishedKingdom) -> Kingdom:
    """The kingdom as it is printed, with everything it fixes."""
    return Kingdom(
        piles=published.cards,
        landscapes=published.landscapes,
        drawn=published.drawn,
        boons=published.boons,
        traits=published.traits,
        platinum_colony=published.platinum_colony,
        shelters=published.shelters,
    )


@cache
def plan_of(published: PublishedKingdom, players: int) -> SetupPlan:
    """Its plan on the boxes it names."""
    shelf = gather(CATALOG, boxes_for(published))
    return plan_setup(settle(kingdom_of(published), players, shelf))


class TestAllPublishedKingdoms:
    """The recommended sets of all rulebooks, for two, three and four players."""

    def test_there_are_433(self):
        assert len(CATALOG.published) == 433
        assert {*SLIPS, *LEFT_TO_THE_PLAYERS} <= set(CATALOG.published)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_each_can_be_set_up_from_the_boxes_it_names(self, players):
        errors = {
            published.id: [p.message for p in plan.problems if p.severity is Severity.ERROR]
            for published in CATALOG.published.values()
            if (plan := plan_of(published, players)).status == "error"
        }
        assert errors == {}

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_only_warnings_are_a_printed_slip_and_choices_left_to_the_players(self, players):
        warned = {
            published.id: codes(plan)
            for published in CATALOG.published.values()
            if (plan := plan_of(published, players)).status != "ok"
        }
        assert warned == {
            **{id_: {code: "warning"} for id_, (code, _) in SLIPS.items()},
            **{id_: {"check-choice-open": "warning"} for id_ in LEFT_TO_THE_PLAYERS},
        }

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_inherited_is_advice_only(self, players):
        """Each player chooses at the table, in turn order: Plunder rulebook 2022, p. 8."""
        for id_ in ("treasure-island", "dads-rats"):
            plan = plan_of(CATALOG.published[id_], players)
            assert codes(plan)["check-choice-open"] == "advice"
            assert any(text.startswith("Inherited: In turn order") for text in plan.reminders)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_none_names_a_choice_that_nothing_asks_for(self, players):
        for published in CATALOG.published.values():
            assert "check-choice-unused" not in codes(plan_of(published, players)), published.id

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_each_has_ten_kingdom_piles_and_those_it_adds(self, players):
        for published in CATALOG.published.values():
            plan = plan_of(published, players)
            kingdom_piles = [pile for pile in plan.supply if pile.card]
            added = [slot for slot in ("bane", "army") if slot in published.drawn]
            assert len(kingdom_piles) == 10 + len(added), published.id
            assert ("Colony" in supply(plan)) is published.platinum_colony, published.id
            assert ("Hovel" in plan.starting_deck) is published.shelters, published.id
            assert sum(plan.starting_deck.values()) == 10, published.id

    def test_every_sufficient_choice_of_boxes_holds_all_cards_of_the_kingdom(self):
        for published in CATALOG.published.values():
            wanted = {*published.cards, *published.drawn.values()}
            for place, choices in enumerate(published.boxes):
                for choice in choices:
                    boxes = [
                        box
                        for other, more in enumerate(published.boxes)
                        for box in (choice if other == place else more[0])
                    ]
                    shelf = gather(CATALOG, tuple(boxes))
                    missing = [c.name for c in wanted if not shelf.owns(c)]
                    assert missing == [], (published.id, boxes)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_slip_is_planned_as_printed_and_told(self, players):
        """Cornucopia & Guilds rulebook 2023: Bounty of the Hunt."""
        plan = plan_of(CATALOG.published["bounty-of-the-hunt-v2"], players)
        assert beside(plan)["Ferryman pile: Farrier"] == 10
        issue = problem(plan, "check-ferryman-invalid")
        assert issue.severity is Severity.WARNING
        assert "Farrier" in issue.message
        assert "Bounty of the Hunt" in issue.message
        assert plan.status == "warning"

    def test_the_same_choice_in_a_kingdom_of_ones_own_is_an_error(self):
        published = CATALOG.published["bounty-of-the-hunt-v2"]
        names = [c.name for c in published.cards if c.name != "Smithy"]
        own = Kingdom(
            piles=tuple(thing(name) for name in (*names, "Witch")),
            drawn={"ferryman": thing("Farrier")},
        )
        shelf = gather(CATALOG, boxes_for(published))
        assert codes(plan_setup(settle(own, 2, shelf)))["check-ferryman-invalid"] == "error"


def kingdom_written(example: Mapping[str, Any]) -> Kingdom:
    """The kingdom of an example: a published one by its id, or one card by card."""
    if "kingdom" in example:
        return kingdom_of(CATALOG.published[example["kingdom"]])
    return Kingdom(
        piles=tuple(thing(name) for name in example["cards"]),
        deck=tuple(thing(name) for name in example.get("deck", ())),
        drawn={slot: thing(name) for slot, name in example.get("drawn", {}).items()},
        platinum_colony=example["platinum_colony"],
        shelters=example["shelters"],
    )


def everything_set_out(plan: SetupPlan) -> dict[str, Any]:
    """A plan in the words of the examples."""
    return {
        "supply": supply(plan),
        "beside": beside(plan),
        "aside": {pile.name: pile.card or pile.count for pile in plan.aside},
        "trash": dict(plan.trash),
        "starting_deck": dict(plan.starting_deck),
        "player_mats": sorted(plan.player_mats),
        "shared_mats": sorted(plan.shared_mats),
        "player_tokens": dict(plan.player_tokens),
        "pile_tokens": {token: dict(piles) for token, piles in plan.pile_tokens.items()},
        "landscape_tokens": {name: dict(on_it) for name, on_it in plan.landscape_tokens.items()},
        "token_reserves": sorted(plan.token_reserves),
        "landscapes": sorted(landscape.name for landscape in plan.landscapes),
        "traits": dict(plan.traits),
        "end": {"any_of_empty": list(plan.ends_when_empty), "empty_piles": plan.empty_piles},
        "problems": codes(plan),
    }


LISTS = ("player_mats", "shared_mats", "token_reserves", "landscapes")


class TestWorkedExamples:
    """Kingdoms with their whole setup, written out from the rulebooks."""

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    def test_the_whole_plan_is_as_written(self, path):
        example = tomllib.loads(path.read_text(encoding="utf-8"))
        shelf = gather(CATALOG, tuple(example["boxes"]))
        parts = everything_set_out(
            plan_setup(settle(kingdom_written(example), example["players"], shelf))
        )
        for part, contents in parts.items():
            expected = example.get(part, [] if part in LISTS else {})
            assert contents == expected, part
        known = {*parts, "kingdom", "cards", "deck", "drawn", "boxes", "players"}
        assert set(example) <= {*known, "platinum_colony", "shelters"}

    def test_the_most_extreme_setup_has_22_supply_and_5_other_piles(self):
        """Annotated rules 2013, section 1, Standard Game Set-up."""
        path = next(path for path in EXAMPLES if path.stem == "most_extreme")
        example = tomllib.loads(path.read_text(encoding="utf-8"))
        shelf = gather(CATALOG, tuple(example["boxes"]))
        for players in range(2, 5):
            plan = plan_setup(settle(kingdom_written(example), players, shelf))
            assert len(plan.supply) == 22
            assert len(plan.beside) == 5
            assert plan.problems == ()

    def test_there_are_ten_examples_at_least(self):
        assert len(EXAMPLES) >= 10
