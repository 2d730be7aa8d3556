"""What to count at the end of a game and what it is worth, in the words of screen and paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from setup_rules.cards import Landscape, Material, Thing, Worth
from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.rules import SCORE_RULES
from setup_rules.scoring.inputs import Input, inputs_of
from setup_rules.scoring.scorers import Scorer
from setup_rules.scoring.table import ScoreTable, score_table
from web.language.card_names import Name
from web.language.phrases import and_list, in_figures
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate


class InputWords(NamedTuple):
    """Something to count."""

    label: str
    why: str
    """Which cards ask for it; empty where its name says so."""


class ScoringRow(NamedTuple):
    """Something to count, something that scores, or both."""

    label: str
    note: str
    """What one is worth, or which cards ask for the count."""
    is_counted: bool
    scores: bool
    """Whether points stand in the row; of some counts other rows make them."""


def input_words(one: Input, name: Name) -> InputWords:
    """What a count is called, and what it is for."""
    count = one.count
    label = name(count.label) if count.card else translate(count.label, name)
    cards = [name(reason) for reason in one.why if reason != count.label]
    why = ngettext("for {cards}", "for {cards}", len(cards), cards=and_list(cards))
    return InputWords(label, why if cards else "")


def score_rows(game: Game, plan: SetupPlan, name: Name) -> tuple[ScoringRow, ...]:
    """What each player counts in this game, then what scores by these counts."""
    table = score_table(game, plan)
    worths = dict(_worths(table))
    scorers = [(scorer, *worths[scorer.name]) for scorer in table.scorers]
    own = {
        (scorer.copies or scorer.counts[0]).key: _worth(scorer, worth, name)
        for scorer, worth, thing in reversed(scorers)
        if not isinstance(thing, Landscape)
    }
    rows = []
    for one in inputs_of(table):
        label, why = input_words(one, name)
        note = own.get(one.count.key) or why
        rows.append(ScoringRow(label, note, is_counted=True, scores=one.count.key in own))
    for scorer, worth, thing in scorers:
        if isinstance(thing, Landscape):
            note = _worth(scorer, worth, name)
            rows.append(ScoringRow(name(scorer.name), note, is_counted=False, scores=True))
    return tuple(rows)


def _worths(table: ScoreTable) -> Iterator[tuple[str, tuple[Worth, Thing | Material]]]:
    """What has a score, by the names of its scorers; a State has one for each of its sides."""
    for thing in (*table.cards.cards.values(), *table.scoring):
        if thing.score:
            names = thing.name.split("/") if thing.score.count == "side" else [thing.name]
            for name in names:
                yield name, (thing.score, thing)


def _worth(scorer: Scorer, worth: Worth, name: Name) -> str:
    """`6 each`, `1 for every 10: Cards in the deck`."""
    if worth.rule:
        return translate(SCORE_RULES[worth.rule].says)
    points = in_figures(worth.points)
    if worth.count in ("", "vp", "side"):
        return _("{points} each", points=points)
    counts = (name(c.label) if c.card else translate(c.label, name) for c in scorer.counts)
    what = ", ".join(map(name, worth.of) if worth.of else counts)
    numbers = {"points": points, "what": what}
    if worth.at_least:
        return _("{points} for {number} or more: {what}", number=worth.at_least, **numbers)
    if worth.after:
        return _(
            "{points} for each after the first {number}: {what}", number=worth.after, **numbers
        )
    if worth.count == "sets":
        return _("{points} for each set: {what}", **numbers)
    if worth.per > 1:
        return _("{points} for every {number}: {what}", number=worth.per, **numbers)
    return _("{points} for each: {what}", **numbers)
