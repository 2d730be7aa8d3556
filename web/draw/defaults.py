"""What a table does unless it wishes otherwise; a rulebook in its language may have advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_rules.sentences import say
from web.language.translation import gettext as _
from web.language.translation import language

AS_USUAL = "random-card"
"""How the draws are decided at every table whose rulebook recommends nothing else."""
ADVISED: Mapping[str, Mapping[str, str]] = {"cs": {"platinum_colony": "four-or-more"}}
"""By language: the draw, and the way its rulebook recommends (Prosperita, 2010, Příprava hry)."""
WHOSE = {"cs": say("{way}, as the Czech rulebook recommends")}


def usual(draw: str) -> str:
    """How this visitor's table decides a draw if nothing was wished."""
    return ADVISED.get(language(), {}).get(draw, AS_USUAL)


def habit_advice(draw: str, says: str) -> str:
    """The usual way in words, and whose advice it is, if it is somebody's."""
    return says if usual(draw) == AS_USUAL else _(WHOSE[language()], way=says)


def with_habits(wishes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The wishes, and what this table does about all it wished nothing about."""
    own = ADVISED.get(language(), {})
    draws = wishes.get("draws") or {}
    return {**wishes, "draws": {**own, **draws}} if own else wishes
