"""The points of a game as the JSON interface answers them."""

from __future__ import annotations

from typing import Any

from setup_rules.catalog import Catalog
from setup_rules.scoring.ending import score_game
from web.api.catalog_json import picked
from web.api.plan_json import issue_answer
from web.reading.score_reading import ScoreRequest


def score_answer(request: ScoreRequest, catalog: Catalog) -> dict[str, Any]:
    """The answer of POST /api/score."""
    ending = score_game(request.plan.game(catalog), request.players, request.empty)
    return {
        "inputs": [
            {"key": one.count.key, "label": one.count.label, "why": list(one.why)}
            for one in ending.inputs
        ],
        "scores": [
            {**picked(score, "name", "total", "place"), "parts": dict(score.parts)}
            for score in ending.scores
        ],
        "winners": list(ending.winners),
        "issues": [issue_answer(problem) for problem in ending.problems],
    }
