"""Tokens and mats in the reader's language: names, amounts, glyphs, and which lie on which mat."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.fetch import DECK, TRASH
from setup_rules.plan import SetupPlan
from setup_rules.rules import TOKEN_VALUES
from setup_rules.sentences import piece_words
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate

MAT_OF = {"Coin": ("Coffers", "Coffers/Villagers"), "Favor": ("Favors",)}
"""The mats on which tokens lie; the first one in use counts."""
TOKEN_GLYPHS = {
    "Coin": "treasure",
    "Favor": "liaison",
    "VP": "victory",
    "Debt": "debt",
    "Sun": "omen",
    "Project cube": "project",
    "Embargo": "never",
}

WORTHS = {
    piece: (kind, worth)
    for kind, pieces in TOKEN_VALUES.items()
    if len(pieces) > 1
    for piece, worth in pieces.items()
}
"""Tokens of kinds that come in several worths: their kind and what each is worth."""


class PlayerToken(NamedTuple):
    """Tokens of one kind that each player gets."""

    kind: str
    """By its printed name, the same in every language."""
    name: str
    number: int
    is_loose: bool
    """Whether they lie on no mat."""

    @property
    def amount(self) -> str:
        """`1 Coin token`."""
        return token_amount(self.number, self.kind)


def mat_name(mat: str) -> str:
    """`Coffers mat`."""
    return _("{name} mat", name=translate(piece_words(mat)))


def mat_of(token: str, plan: SetupPlan) -> str:
    """The players' mat that a kind of token lies on; empty if there is none."""
    return next((mat for mat in MAT_OF.get(token, ()) if mat in plan.player_mats), "")


def token_name(token: str) -> str:
    """`Journey token`, `Project cube`."""
    if token == "Coin":
        return _("Coin token")
    return _(token) if token.endswith("cube") else _("{kind} token", kind=_(token))


def tokens_of_kind(token: str) -> str:
    """`coin tokens`, `Project cubes`, `Sun tokens`."""
    words = {
        "Coin": _("coin tokens"),
        "Debt": _("debt tokens"),
        "Embargo": _("embargo tokens"),
        "Project cube": _("Project cubes"),
    }
    return words.get(token) or _("{kind} tokens", kind=_(token))


def token_amount(count: int, token: str) -> str:
    """`1 coin token`, `2 Project cubes`, `6 VP`; `+1 Card token` has a number in its name."""
    if token == "Project cube":
        return ngettext("{number} Project cube", "{number} Project cubes", count)
    if token == "Sun":
        return ngettext("{number} Sun", "{number} Suns", count)
    if token == "VP":
        return ngettext("{number} VP", "{number} VP", count)
    if token.startswith(("+", "-")):
        return token_name(token)
    if token == "Coin" and count == 1:
        return _("1 coin token")
    within = {"Coin": _("coin"), "Debt": _("debt"), "Embargo": _("embargo")}
    kind = within.get(token) or _(token)
    return ngettext("{number} {kind} token", "{number} {kind} tokens", count, kind=kind)


def one_or_more(count: int, token: str) -> str:
    """The same at the beginning of a sentence: `One coin token`, `Two Project cubes`."""
    if token == "Project cube" and count == 2:
        return _("2 Project cubes")
    if count > 1:
        return token_amount(count, token)
    return _("1 coin token") if token == "Coin" else _("One {kind} token", kind=_(token))


def short_amount(count: int, token: str) -> str:
    """The same where there is little room: `Journey token`, `2 Project cubes`."""
    return (
        token_name(token) if count == 1 and token != "Project cube" else token_amount(count, token)
    )


def thing_name(what: str, name: Name) -> str:
    """A thing of the fetch list in the reader's words."""
    if what in TRASH or what == DECK:
        return _(what)
    if what.endswith(" mat"):
        return mat_name(what.removesuffix(" mat"))
    if what.endswith(" tokens"):
        return _("{kind} tokens", kind=_(what.removesuffix(" tokens")))
    if what in WORTHS:
        kind, worth = WORTHS[what]
        return _("{worth} {kind} token", worth=worth, kind=_(kind))
    if what.endswith(" token"):
        return token_name(what.removesuffix(" token"))
    return name(what)
