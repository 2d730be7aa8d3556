"""Player aids: half a page for each player with start, phases, end and reminders of a kingdom.

A kingdom with more to say than fits on half a page has a whole page for each player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.plan_request import PlanRequest
from setup_rules.scoring.table import score_table
from web.language.phrases import and_list, or_list, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, rich
from web.printing.cards.card_sheets import HAIR, MARK, PAPER_SIZES, UNPRINTABLE
from web.printing.hatching import INK
from web.printing.styles import Paper, document_html, n
from web.printing.text import POINT, lines_of
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import SetupSheet, sheet_of

BOUGHT = ("event", "project")
"""Landscapes that a player may buy instead of a card."""
MOST = 6
SIZES: Final = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
LARGE = 9.0
SIDES, ABOVE, GAP = 12.0, 32.0, 8.0
"""What is free beside the text, what heading and edges take, and what is between its columns."""
LINE, BETWEEN, HEADING, BEFORE_HEADING, INDENT = 1.25, 0.2, 1.76, 0.48, 0.9
"""In sizes of the text: from line to line, between items, a heading, before it, before an item."""


class AidSection(NamedTuple):
    """A part of a player aid."""

    heading: str
    items: tuple[Markup, ...]
    is_ordered: bool = False

    def lines(self, item: Markup, column: float, size: float) -> tuple[Markup, ...]:
        """One of its items, broken into lines for a column of this width."""
        indent = 0.0 if self.is_ordered else INDENT * size * POINT
        return lines_of(item, column - indent, size)

    def cut_after(self, items: int) -> tuple[AidSection, AidSection]:
        """Its first items, and the rest under a heading that says that it goes on."""
        again = _("{heading} (continued)", heading=self.heading)
        rest = self._replace(heading=again, items=self.items[items:])
        return self._replace(items=self.items[:items]), rest


Columns = tuple[Sequence[AidSection], Sequence[AidSection]]
"""What stands on the left of an aid and on its right."""


class Aid(NamedTuple):
    """What each player gets: its columns and their width, in which size, how many to a page."""

    columns: Columns
    column: float
    size: float
    to_a_page: int


class Turn(NamedTuple):
    """What decides which phases and sentences a turn has."""

    types: frozenset[str]
    tokens: frozenset[str]
    ways: str
    """The Ways by name, as a sentence lists them."""
    bought: str
    """Events and Projects, each with its kind."""


def player_aid_html(asked: PlanRequest, catalog: Catalog, paper: Paper, reader: NameStyle) -> str:
    """An aid for each player, two to a page, as a document to print."""
    game = asked.game(catalog)
    plan = plan_setup(game)
    sheet = sheet_of(asked, game, plan, reader)
    players = min(max(plan.players, 1), MOST)
    width, height = PAPER_SIZES[paper]
    aid = _laid_out(_sections(sheet, game, plan, reader), width, height)
    each = height / aid.to_a_page
    return document_html(
        "player_aid",
        "game",
        paper=paper,
        name=sheet.name,
        facts=ngettext("{number} player", "{number} players", plan.players),
        pages=[
            range(first, min(first + aid.to_a_page, players))
            for first in range(0, players, aid.to_a_page)
        ],
        aid=aid,
        paper_size=(width, height),
        aid_rule=f"width:{n(width)}mm;height:{n(each)}mm",
        column_rule=f"font-size:{aid.size}pt;width:{n(aid.column)}mm",
        marks=_marks(width, each) if each < height else "",
    )


def _sections(
    sheet: SetupSheet, game: Game, plan: SetupPlan, reader: NameStyle
) -> list[AidSection]:
    start = sheet.start
    deck = ", ".join(so_many(pile.number, pile.name) for pile in start.deck)
    empty = [mat.name for mat in start.mats if not mat.tokens]
    mats = [_("Mats: {mats}.", mats=", ".join(empty))] if empty else []
    first = [escape(f"{deck}."), *map(escape, mats), *(one.text for one in start.first)]
    ends = [
        *(end.text for end in start.ends),
        _("Whoever has the most points wins; fewer turns break a tie."),
    ]
    landmarks = [each.name for each in game.landscapes if each.kind == "landmark"]
    tonight = [
        *(one.text for one in sheet.decided),
        *(rich("<b>Landmark:</b> {name}", name=reader.name(each)) for each in landmarks),
        *(one.text for one in (*start.placing, *start.reserves, *start.reminders)),
    ]
    turn = _turn(game, plan, reader)
    sections = [
        AidSection(_("Start"), tuple(first)),
        AidSection(_("Your turn"), tuple(_phases(turn)), is_ordered=True),
        AidSection(_("The game ends when"), tuple(map(escape, ends))),
    ]
    if tonight:
        sections.append(AidSection(_("Tonight"), tuple(map(escape, tonight))))
    return sections


def _turn(game: Game, plan: SetupPlan, reader: NameStyle) -> Turn:
    cards = score_table(game, plan).cards
    return Turn(
        types=frozenset(type_ for card in cards.cards.values() for type_ in cards.types(card)),
        tokens=frozenset((*plan.reserved_for, *plan.player_tokens, *plan.player_mats)),
        ways=and_list(reader.name(each.name) for each in game.landscapes if each.kind == "way"),
        bought=or_list(
            f"{reader.name(each.name)} ({_(each.kind.capitalize())})"
            for each in game.landscapes
            if each.kind in BOUGHT
        ),
    )


def _phases(turn: Turn) -> Iterator[Markup]:
    """The phases that a turn has with this kingdom."""
    if "Duration" in turn.types:
        yield _phase(_("Start of turn"), [_("Resolve Duration cards from your last turn.")])
    yield _phase(_("Action phase"), _in_action(turn))
    yield _phase(_("Buy phase"), _in_buy(turn))
    if "Night" in turn.types:
        yield _phase(_("Night phase"), [_("Play any number of Night cards.")])
    clean_up = [_("Discard your hand and what you played, then draw 5.")]
    if "Duration" in turn.types:
        clean_up.append(_("Duration cards that aren’t done stay out."))
    yield _phase(_("Clean-up phase"), clean_up)


def _in_action(turn: Turn) -> Iterator[str]:
    yield _("Play 1 Action card.")
    if turn.ways:
        yield _("You may play any Action card as {ways} instead.", ways=turn.ways)
    if any("Villagers" in token for token in turn.tokens):
        yield _("Each Villager you spend gives +1 Action.")
    if "Reserve" in turn.types:
        yield _("Call Reserve cards from your Tavern mat when they allow it.")


def _in_buy(turn: Turn) -> Iterator[str]:
    yield _("Play Treasures.")
    if any("Coffers" in token for token in turn.tokens):
        yield _("Each Coffers token you spend gives +$1.")
    if "Debt" in turn.tokens:
        yield _("Pay off your debt first.")
    if turn.bought:
        yield _("Buy 1 card, or {landscapes} instead.", landscapes=turn.bought)
    else:
        yield _("Buy 1 card.")


def _phase(name: str, sentences: Sequence[str] | Iterator[str]) -> Markup:
    return rich("<b>{phase}:</b> {text}", phase=name, text=" ".join(sentences))


# What fits


def _laid_out(sections: list[AidSection], width: float, height: float) -> Aid:
    """In the largest size that fits on half of a page; a very full one takes a whole page.

    A section goes on in the second column only where the text would be small otherwise.
    """
    column = (width - 2 * SIDES - GAP) / 2
    between = list(_between(sections))
    within = list(_within(sections))
    well = [*between, *(columns for columns in within if not _leaves_one_alone(columns))]
    large = [size for size in SIZES if size >= LARGE]
    for to_a_page in (2, 1):
        tall = height / to_a_page - ABOVE
        ways = product(large, between), product(SIZES, well), product(SIZES, within)
        for size, columns in chain.from_iterable(ways):
            if max(_height(some, column, size) for some in columns) <= tall:
                return Aid(columns, column, size, to_a_page)
    return Aid(columns, column, size, to_a_page)


def _between(sections: list[AidSection]) -> Iterator[Columns]:
    """The ways to part sections into columns, none of them cut; the last one alone at best."""
    for place in range(len(sections) - 1, 0, -1):
        yield sections[:place], sections[place:]


def _within(sections: list[AidSection]) -> Iterator[Columns]:
    """The ways to cut one of them, as late as possible."""
    for place in range(len(sections) - 1, -1, -1):
        for items in range(len(sections[place].items) - 1, 0, -1):
            begun, rest = sections[place].cut_after(items)
            yield [*sections[:place], begun], [rest, *sections[place + 1 :]]


def _leaves_one_alone(columns: Columns) -> bool:
    """Whether one item stands alone at the end of a column, or at the beginning of the next."""
    return 1 in (len(columns[0][-1].items), len(columns[1][0].items))


def _height(sections: Sequence[AidSection], column: float, size: float) -> float:
    heads = len(sections) * HEADING + (len(sections) - 1) * BEFORE_HEADING
    items = [section.lines(item, column, size) for section in sections for item in section.items]
    return (heads + sum(map(len, items)) * LINE + len(items) * BETWEEN) * size * POINT


def _marks(width: float, middle: float) -> Markup:
    """Marks at both edges, where a page is cut in half."""
    ends = (UNPRINTABLE, width - UNPRINTABLE - MARK)
    path = "".join(f"M{n(x)} {n(middle)}h{n(MARK)}" for x in ends)
    return Markup(f'<path fill="none" stroke="{INK}" stroke-width="{HAIR}" d="{path}"/>')  # noqa: S704
