"""Problems of the typed text: unknown words, doubled names, too few or too many piles."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.cards import Card, OtherCard, Thing
from setup_rules.draw.wishes import KINGDOM_SIZE
from setup_rules.names import Near, shorten
from web.fix.buttons import OwnProblem, Remedy, choose
from web.fix.checked import MOST_UNKNOWN, Checked, key_of
from web.fix.pasting import MOST_NAMES, Piece
from web.fix.text_items import MOST_TEXT
from web.language.phrases import and_list, or_list
from web.language.translation import gettext as _
from web.language.translation import grouped, ngettext
from web.setup_sheet.other_prosperity import names_the_other_game

OTHER_PROSPERITY = "other-prosperity"
"""What a button does that leads to the other game of that name."""


class TextProblems:
    """Tells what is wrong with the words and the number of piles."""

    def __init__(self, checked: Checked) -> None:
        self._on = checked
        self._name = checked.name
        self._places_told = False

    def __iter__(self) -> Iterator[OwnProblem]:
        yield from self._unread()
        yield from self._unknown()
        yield from self._mixed()
        yield from self._doubled()
        yield from self._number_of_piles()

    def _unread(self) -> Iterator[OwnProblem]:
        pasted = self._on.pasted
        if pasted.too_long or pasted.left_over:
            yield OwnProblem(
                "warn",
                _("That’s too much for one kingdom"),
                _(
                    "Only the first {letters} characters and {names} names are read. Remove "
                    "what doesn’t belong to the kingdom.",
                    letters=grouped(MOST_TEXT),
                    names=MOST_NAMES,
                ),
            )

    def _unknown(self) -> Iterator[OwnProblem]:
        on = self._on
        pieces = {piece.text: piece for piece in on.pasted.unknown}
        meant = {self._name(thing.name): None for _piece, thing in on.corrections}
        if len(meant) > 1:
            yield OwnProblem(
                "bad",
                ngettext(
                    "{number} name looks misspelled", "{number} names look misspelled", len(meant)
                ),
                _("Did you mean {names}?", names=and_list(meant)),
                (Remedy(_("Correct all names"), "correct"),),
            )
        for text, piece in list(pieces.items())[:MOST_UNKNOWN]:
            yield self._unknown_word(piece, on.near.get(text, ()))
        more = len(pieces) - MOST_UNKNOWN
        if more > 0:
            yield OwnProblem(
                "bad",
                ngettext(
                    "{number} more word isn’t a card name",
                    "{number} more words aren’t card names",
                    more,
                ),
                _("All unknown words are underlined in the text."),
                (Remedy(_("Remove all unknown words"), "remove-unknown"),),
            )

    def _unknown_word(self, piece: Piece, near: tuple[Near, ...]) -> OwnProblem:
        key, typed = key_of(piece), shorten(piece.text)
        if names_the_other_game(piece.text):
            return OwnProblem(
                "bad",
                _("There’s no card called “{name}”", name=typed),
                _("It sounds like the other Prosperity, the board game by Knizia and Bleasdale."),
                (
                    Remedy(_("Go to the other Prosperity"), OTHER_PROSPERITY),
                    Remedy(_("Remove"), f"remove:{key}"),
                ),
            )
        names = [self._name(one.thing.name) for one in near]
        what = _("There’s no card called “{name}”", name=typed)
        if piece.maybe:
            what = _("“{name}” could be several cards", name=typed)
            why = _("Different languages use it for different cards. Which one do you mean?")
        elif len(names) == 1:
            box = self._box(near[0].thing)
            why = _("Did you mean {name}, from {box}?", name=names[0], box=box)
        elif names:
            why = _("Did you mean {names}?", names=or_list(names))
        else:
            why = _("Check the spelling, or remove it.")
        remedies = [
            Remedy(_("Use {name}", name=name), f"use:{one.thing.id}:{key}")
            for name, one in zip(names, near, strict=True)
        ]
        return OwnProblem("bad", what, why, (*remedies, Remedy(_("Remove"), f"remove:{key}")))

    def _box(self, thing: Thing) -> str:
        """A box that holds it: one on the shelf if there is one."""
        boxes = self._on.catalog.boxes
        here = [box for box in thing.boxes if box in self._on.table.boxes]
        return self._name(boxes[(here or list(thing.boxes))[0]].name)

    def _mixed(self) -> Iterator[OwnProblem]:
        on = self._on
        for piece in on.mixed:
            card = piece.thing
            if not isinstance(card, OtherCard):
                continue
            pile = on.catalog.cards[card.pile]
            what, why = self._part_of(card, pile)
            meant = {near.thing for nearest in on.near.values() for near in nearest}
            if pile in on.game.ten or pile in meant:
                remedies = []
            else:
                name = self._name(pile.name)
                remedies = [Remedy(_("Use {name}", name=name), f"use:{pile.id}:{key_of(piece)}")]
            free = on.free
            if free > 0:
                self._places_told = self._places_told or piece is on.mixed[-1]
                why = f"{why} {self._places(free)}"
                remedies += self._fill(free, f"instead:{key_of(piece)}")
            else:
                remedies.append(Remedy(_("Remove"), f"remove:{key_of(piece)}"))
            yield OwnProblem("bad", what, why, tuple(remedies))

    def _part_of(self, card: OtherCard, pile: Card) -> tuple[str, str]:
        name = {"card": self._name(card.name)}
        of = {"number": len(pile.contains), "pile": self._name(pile.name)}
        if pile.pile == "knights" and card.name.startswith("Dame"):
            return (
                _("{card} doesn’t have her own pile", **name),
                _("She’s one of the {number} {pile}.", **of),
            )
        if pile.pile == "knights":
            return (
                _("{card} doesn’t have his own pile", **name),
                _("He’s one of the {number} {pile}.", **of),
            )
        return (
            _("{card} doesn’t have its own pile", **name),
            ngettext(
                "It’s the only card in the {pile} pile.",
                "It’s one of the {number} cards in the {pile} pile.",
                len(pile.contains),
                pile=self._name(pile.name),
            ),
        )

    def _places(self, free: int) -> str:
        named = KINGDOM_SIZE - free
        if free == 1:
            return _("That leaves 1 spot open: 9 piles, but 10 are needed.")
        return ngettext(
            "That leaves {places} spots open: {number} pile, but 10 are needed.",
            "That leaves {places} spots open: {number} piles, but 10 are needed.",
            named,
            places=free,
        )

    @staticmethod
    def _fill(free: int, place: str) -> list[Remedy]:
        """Buttons that fill the places that are free."""
        draw = Remedy(ngettext("Draw {number} pile", "Draw {number} piles", free), "draw:piles")
        if free == 1:
            draw = Remedy(_("Draw a tenth pile"), place or "draw:piles")
        return [draw, choose(place or "pile")]

    def _doubled(self) -> Iterator[OwnProblem]:
        seen: dict[Thing, int] = {}
        for pile in self._on.asked.kingdom.piles:
            seen[pile] = seen.get(pile, 0) + 1
        for pile, number in seen.items():
            if number > 1:
                yield OwnProblem(
                    "bad",
                    _("{pile} is listed twice", pile=self._name(pile.name))
                    if number == 2
                    else ngettext(
                        "{pile} is listed {number} time",
                        "{pile} is listed {number} times",
                        number,
                        pile=self._name(pile.name),
                    ),
                    _("A kingdom has each pile only once, whatever the edition."),
                    (Remedy(_("Keep just one"), f"once:{pile.id}"),),
                )

    def _number_of_piles(self) -> Iterator[OwnProblem]:
        free = self._on.free
        if free > 0 and not self._places_told:
            named = KINGDOM_SIZE - free
            what = ngettext(
                "{number} pile, but 10 are needed", "{number} piles, but 10 are needed", named
            )
            why = ngettext("{number} spot is open.", "{number} spots are open.", free)
            yield OwnProblem("bad", what, why, tuple(self._fill(free, "")))
        elif free < 0:
            number = len(self._on.game.ten)
            yield OwnProblem(
                "bad",
                ngettext(
                    "{number} pile, but a kingdom has 10",
                    "{number} piles, but a kingdom has 10",
                    number,
                ),
                ngettext(
                    "{number} has to be left out.",
                    "{number} have to be left out.",
                    -free,
                ),
                (
                    Remedy(_("Choose which"), "choose:out"),
                    Remedy(_("Leave it to chance"), "draw:out"),
                ),
            )
