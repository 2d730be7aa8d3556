"""The other Prosperity in readers' words, for screen and paper alike, and its address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

from setup_rules.catalog import Catalog
from setup_rules.names import ENGLISH, fold, names_of
from setup_rules.other_prosperity import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    OtherSetup,
    TechnologyTile,
    load_other_prosperity,
    plan_other_prosperity,
)
from web.catalog import app_catalog
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext

FIRST, LATER = "first", "later"
GAMES = (FIRST, LATER)


class Wanted(NamedTuple):
    """What an address asks for."""

    players: int
    game: str
    colours: tuple[str, ...]
    """One for each player."""
    begins: str = ""
    """The colour that begins, once it was picked."""

    def setup(self) -> OtherSetup:
        """The setup for it."""
        return plan_other_prosperity(self.players, first_game=self.game == FIRST)

    def parameters(self, **changes: str) -> dict[str, str]:
        """As an address says it, with changes; colours that go without saying are left out."""
        usual = load_other_prosperity().colours[: self.players]
        colours = "" if self.colours == usual else ".".join(self.colours)
        parameters = {
            "players": str(self.players),
            "game": self.game,
            "colours": colours,
            "begins": self.begins,
            **changes,
        }
        return {key: value for key, value in parameters.items() if value}

    def query(self) -> str:
        """The same as the end of an address."""
        return urlencode(self.parameters())


class Unknown(Exception):
    """An address that asks for what the game does not have; its text says what it has."""


def read_wanted(args: Mapping[str, str], players: int) -> Wanted:
    """What an address asks for; `players` counts where it does not say. Raises Unknown."""
    number = args.get("players", "")
    if not number:
        players = min(max(players, FEWEST_PLAYERS), MOST_PLAYERS)
    elif number in map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)):
        players = int(number)
    else:
        raise Unknown(
            _(
                "This game is for {least} to {most} players.",
                least=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            )
        )
    game = args.get("game") or FIRST
    if game not in GAMES:
        raise Unknown(
            _("This address doesn’t say if it’s your first or a later game. Check the address.")
        )
    known = load_other_prosperity().colours
    colours = tuple(args.get("colours", "").split(".")) if args.get("colours") else ()
    if len(set(colours) & set(known)) != len(colours):
        raise Unknown(_("The colours are blue, red, green and yellow. Check the address."))
    if len(colours) != players:
        colours = known[:players]
    begins = args.get("begins", "")
    return Wanted(players, game, colours, begins if begins in colours else "")


class TileGroup(NamedTuple):
    """Tiles of a decade, or those without one."""

    heading: str
    number: str
    tiles: tuple[tuple[str, str], ...]
    """Names as printed, and what a special tile does."""


class SetupStep(NamedTuple):
    """One step of the setup."""

    id: str
    heading: str
    text: tuple[str, ...]


class OtherPage:
    """All that is said of a setup."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.setup = wanted.setup()

    @property
    def designers(self) -> str:
        """Who made the game."""
        return and_list(self.setup.box.designers)

    @property
    def turns(self) -> str:
        """How long it takes."""
        return _(
            "{all} turns, {each} per player",
            all=self.setup.turns,
            each=self.setup.turns_each,
        )

    @property
    def steps(self) -> tuple[SetupStep, ...]:
        """The steps in their order; who begins is the last one."""
        setup, box = self.setup, self.setup.box
        bottom, top = setup.deck[0][0], setup.deck[-1][0]
        return (
            SetupStep("board", _("Research board"), (_("Put it in the middle of the table."),)),
            SetupStep(
                "undated",
                ngettext(
                    "{number} tile without a date",
                    "{number} tiles without a date",
                    len(box.undated),
                ),
                (
                    _("Put them beside the Research board, next to the row for their level."),
                    _("Blue level on the left: left of the board (energy)."),
                    _("Green level on the right: right of the board (ecology)."),
                ),
            ),
            SetupStep(
                "deck",
                ngettext(
                    "The deck: {number} tile with a date",
                    "The deck: {number} tiles with a date",
                    len(box.dated),
                ),
                (
                    _("Sort by the decade on the back; shuffle each decade face down."),
                    _(
                        "Stack the decades: {bottom} at the bottom, {top} on top.",
                        bottom=bottom,
                        top=top,
                    ),
                ),
            ),
            SetupStep("boards", _("A colour and a board for each player"), (self._side(),)),
            SetupStep(
                "kit",
                ngettext(
                    "{money} and {number} cube for each player",
                    "{money} and {number} cubes for each player",
                    len(box.player_cubes),
                    money=euros(setup.money_each),
                ),
                (_("1 banknote, and cubes in their colour. The cubes go:"),),
            ),
            SetupStep(
                "discs",
                ngettext(
                    "{number} Pollution disc for each player",
                    "{number} Pollution discs for each player",
                    box.player_discs,
                ),
                (_("On the round spaces of the Pollution track, from the bottom up."),),
            ),
            SetupStep(
                "reserve", _("The reserve"), (_("The rest goes beside the Research board."),)
            ),
            SetupStep("begins", _("Who goes first"), (_("Pick at random. Play goes clockwise."),)),
        )

    def _side(self) -> str:
        if self.setup.first_game:
            return _("First game: everyone plays with the silver country face up (normal).")
        return _("Later games: each player chooses silver (normal) or black (harder).")

    @property
    def side(self) -> str:
        """Which sides are up, in two words."""
        return _("silver") if self.setup.first_game else _("silver or black")

    @property
    def cubes(self) -> tuple[str, ...]:
        """Where each cube of a player goes."""
        places = {
            "score": _("on the player’s score track on the Research board"),
            "energy research": _("on the lowest space of the energy Research track"),
            "ecology research": _("on the lowest space of the ecology Research track"),
            "energy": _("on the red square of the player’s Energy track"),
            "ecology": _("on the red square of the player’s Ecology track"),
        }
        return tuple(places[place] for place in self.setup.box.player_cubes)

    @property
    def reserve(self) -> tuple[str, ...]:
        """Discs and notes that are left."""
        discs = ngettext(
            "{number} Pollution disc", "{number} Pollution discs", self.setup.reserve_discs
        )
        notes = self.setup.reserve_notes.items()
        return (discs, *(_("{number} × {money}", number=n, money=euros(v)) for v, n in notes))

    @property
    def deck(self) -> tuple[TileGroup, ...]:
        """The decades from the bottom of the deck to its top."""
        return tuple(_group(str(decade), tiles) for decade, tiles in self.setup.deck)

    @property
    def decades(self) -> tuple[TileGroup, ...]:
        """The decades as they come up in play."""
        return self.deck[::-1]

    @property
    def undated(self) -> TileGroup:
        """The tiles that lie beside the board."""
        return _group(_("Without a date"), self.setup.box.undated)

    @property
    def tallies(self) -> tuple[str, str]:
        """What the tiles of a decade tally, and what more the last one does."""
        *_others, last = self.setup.box.tallies
        return (
            _("Each decade tallies Energy, Ecology, Capital, Research and Prosperity once."),
            _("{decade} tallies Prosperity twice.", decade=last),
        )

    @property
    def colours(self) -> tuple[tuple[str, str], ...]:
        """All colours of the box, and what they are called."""
        names = colour_names()
        return tuple((colour, names[colour]) for colour in self.setup.box.colours)

    @property
    def begins(self) -> str:
        """Who begins, once that was picked."""
        sentences = {
            "": "",
            "blue": _("Blue goes first."),
            "red": _("Red goes first."),
            "green": _("Green goes first."),
            "yellow": _("Yellow goes first."),
        }
        return sentences[self.wanted.begins]


def colour_names() -> dict[str, str]:
    """What the colours are called."""
    return {"blue": _("Blue"), "red": _("Red"), "green": _("Green"), "yellow": _("Yellow")}


def euros(number: int) -> str:
    """An amount of money."""
    return _("€{number}", number=number)


def _group(heading: str, tiles: Iterable[TechnologyTile]) -> TileGroup:
    those = tuple((tile.name, _effect(tile)) for tile in tiles)
    return TileGroup(heading, ngettext("{number} tile", "{number} tiles", len(those)), those)


def _effect(tile: TechnologyTile) -> str:
    if tile.points:
        return ngettext("gain {number} point", "gain {number} points", tile.points)
    if tile.discs:
        return ngettext("remove {number} disc", "remove {number} discs", tile.discs)
    return ""


def names_the_other_game(text: str) -> bool:
    """Whether a text names the other game, by who made it or by a tile that is no Dominion card."""
    words = fold(text)
    return words in _tiles(app_catalog()) or not _people().isdisjoint(words.split())


@cache
def _people() -> frozenset[str]:
    return frozenset(fold(name).split()[-1] for name in load_other_prosperity().designers)


@cache
def _tiles(catalog: Catalog) -> frozenset[str]:
    box, known = load_other_prosperity(), names_of(catalog)
    names = (tile.name for tile in (*box.undated, *box.dated))
    return frozenset(fold(name) for name in names if not known.find_in(ENGLISH, name))
