"""Counts the kingdoms that match tonight's wishes; where none does, says why, with ways out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from setup_rules.budget import remembered
from setup_rules.catalog import Catalog
from setup_rules.draw.conflict import MOST_WAYS_OUT
from setup_rules.draw.drawing import Drawn, count_kingdoms, count_or_explain
from setup_rules.draw.exact.sampler import Tally
from setup_rules.draw.plain_request import plain_request
from setup_rules.draw.preferences import Lift, lifted, with_preferences
from setup_rules.draw.request import DrawRequest
from web.draw.conflict_words import ConflictWords
from web.draw.kept_wishes import family_name
from web.draw.tonight import Tonight
from web.draw.ways_out import NO_LIFT, OutcomeWay, ways_out
from web.http.visitor import reading
from web.language.card_names import naming
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import grouped, translate
from web.reading.json_reader import Unreadable
from web.reading.wish_reading import wish_faults

ROUGH_DIGITS = 3
"""Digits of an estimate that are shown; the others mean nothing."""


class KingdomCount(NamedTuple):
    """How many kingdoms match; of an estimate only the first digits count."""

    number: int
    about: bool = False

    @property
    def digits(self) -> str:
        """The number with its digits in groups."""
        return grouped(self.number)

    @property
    def words(self) -> str:
        """The number, and whether it is an estimate."""
        return _("about {number}", number=self.digits) if self.about else self.digits


class MoreBoxes(NamedTuple):
    """A way out that needs another box on the shelf."""

    box: str
    matching: KingdomCount


class Outcome(NamedTuple):
    """What the wishes come to."""

    state: str
    """`some`, `none`, `undecided`, `uncounted`, `no boxes` or `unreadable`."""
    matching: KingdomCount = KingdomCount(0)
    reason: str = ""
    ways: tuple[OutcomeWay, ...] = ()
    boxes: tuple[MoreBoxes, ...] = ()


def outcome_of(night: Tonight, kept: Mapping[str, Any], catalog: Catalog) -> Outcome:
    """Count the kingdoms; explain where there is none."""
    if not night.boxes:
        return Outcome("no boxes")
    if faults := wish_faults(kept, catalog):
        name = naming(catalog, reading().names)
        return Outcome("unreadable", reason=translate(Unreadable(faults).message, name))
    request = _request(night, kept)
    drawn = _explained(request)
    words = ConflictWords(request, kept, night.preferences, catalog)
    if drawn.undecided:
        return Outcome("undecided", reason=words.asked_for(drawn.conflict))
    matching = count_in(drawn.tally)
    if matching and matching.number:
        return Outcome("some", matching)
    if drawn.tally.exact is None and not drawn.conflict:
        return Outcome("uncounted")
    ways = [*_counted_ways(night, kept, request, drawn, catalog)][:MOST_WAYS_OUT]
    boxes = [*_more_boxes(drawn, catalog)][: MOST_WAYS_OUT - len(ways)]
    reason = words.reason(drawn.conflict)
    return Outcome("none", reason=reason, ways=tuple(ways), boxes=tuple(boxes))


def count_of(night: Tonight, kept: Mapping[str, Any], catalog: Catalog) -> KingdomCount | None:
    """How many kingdoms other wishes would give; None if that is not known."""
    return None if wish_faults(kept, catalog) else count_in(_counted(_request(night, kept)))


def count_in(tally: Tally) -> KingdomCount | None:
    """A count as it is shown; None if it is not known."""
    if tally.exact is not None:
        return KingdomCount(tally.exact)
    return None if tally.about is None else KingdomCount(_rounded(tally.about), about=True)


def _counted_ways(
    night: Tonight, kept: Mapping[str, Any], request: DrawRequest, drawn: Drawn, catalog: Catalog
) -> Iterator[OutcomeWay]:
    """Ways out that only change wishes, each counted as it would be stored."""
    for way in ways_out(request, drawn, kept, night.preferences, catalog):
        if (way.kept == kept and not way.lift) or not way.says:
            continue
        count = count_in(_counted(_request(night, way.kept, way.lift)))
        if count and count.number:
            yield way._replace(matching=count.words)


def _more_boxes(drawn: Drawn, catalog: Catalog) -> Iterator[MoreBoxes]:
    """Ways out that need another box."""
    for way in drawn.ways_out:
        count = count_in(way.tally)
        if way.more_boxes and count and count.number:
            yield MoreBoxes(and_list(family_name(box, catalog) for box in way.more_boxes), count)


@remembered(512)
def _counted(asked: DrawRequest) -> Tally:
    """How many kingdoms there are, without a reason where there is none."""
    return count_kingdoms(asked)


@remembered(128)
def _explained(asked: DrawRequest) -> Drawn:
    """The same with the reason, as POST /api/count tells it; a reason may take a while."""
    return count_or_explain(asked)


def _rounded(number: int) -> int:
    return round(number, -max(len(str(number)) - ROUGH_DIGITS, 0))


def _request(night: Tonight, kept: Mapping[str, Any], lift: Lift = NO_LIFT) -> DrawRequest:
    """Tonight's request for counting."""
    asked = plain_request(kept, night.shelf, night.players)
    return with_preferences(asked, lifted(night.preferences, lift), counting=True)
