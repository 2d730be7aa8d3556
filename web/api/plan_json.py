"""The plan as the JSON interface answers it: every key always there, and no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.plan import FetchBox, SetupPlan
from setup_rules.plan_request import PlanRequest
from setup_rules.problems import Problem
from web.api.catalog_json import picked
from web.links.kingdom_link import link_for
from web.printing.pdf import printing_available


def plan_answer(asked: PlanRequest, catalog: Catalog) -> dict[str, Any]:
    """The answer of POST /api/plan."""
    plan = plan_setup(asked.game(catalog))
    link = link_for(*asked)
    return {
        "status": plan.status,
        "issues": [issue_answer(problem) for problem in plan.problems],
        "supply": _counts({pile.name: pile.count for pile in plan.supply}),
        "supply_pile_count": len(plan.supply),
        "pile_notes": dict(plan.pile_notes),
        "non_supply": _counts({pile.name: pile.count for pile in plan.beside}),
        "set_aside": {pile.name: pile.card or pile.count for pile in plan.aside},
        "trash_at_start": _counts(plan.trash),
        "starting_deck": _counts(plan.starting_deck),
        "player_mats": list(plan.player_mats),
        "shared_mats": list(plan.shared_mats),
        "player_tokens": _counts(plan.player_tokens),
        "pile_tokens": _counts_within(plan.pile_tokens),
        "landscape_tokens": _counts_within(plan.landscape_tokens),
        "token_reserves": list(plan.token_reserves),
        "end": {"any_of_empty": list(plan.ends_when_empty), "empty_piles": plan.empty_piles},
        "draw_odds": {key: str(chance) for key, chance in plan.odds._asdict().items()},
        "because": {thing: list(cards) for thing, cards in plan.because.items()},
        "fetch": _fetch(plan, catalog, asked.boxes),
        "reminders": list(plan.reminders),
        "url": link,
        "sheet_pdf": _printed(link, "sheet"),
        "cards_pdf": _printed(link, "cards"),
    }


def issue_answer(problem: Problem) -> dict[str, Any]:
    """A Problem as every answer tells it."""
    severity = {"severity": problem.severity.value}
    return picked(problem, "code") | severity | picked(problem, "message", "fix", "cards")


def _printed(link: str, what: str) -> str | None:
    """The address of a sheet or of cards as PDF; None where nothing can be printed."""
    return link.replace("?", f"/{what}.pdf?", 1) if printing_available() else None


def _counts(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}


def _counts_within(groups: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    without_zeros = {name: _counts(counts) for name, counts in groups.items()}
    return {name: counts for name, counts in without_zeros.items() if counts}


def _fetch(plan: SetupPlan, catalog: Catalog, boxes: tuple[str, ...]) -> list[dict[str, Any]]:
    names = [catalog.boxes[box].name for box in dict.fromkeys(boxes)]

    def name(fetched: FetchBox) -> str:
        """The box's name, with its edition where the shelf has two of that name."""
        box = catalog.boxes[fetched.box]
        return box.title if names.count(box.name) > 1 else box.name

    return [
        {
            "box": name(fetched),
            "items": [{"what": item.what, "count": item.count} for item in fetched.items],
        }
        for fetched in plan.fetch
    ]
