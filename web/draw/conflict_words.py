"""Says in the reader's words why no kingdom matches the wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from setup_rules.catalog import Catalog
from setup_rules.draw.drawing import playable
from setup_rules.draw.preferences import LIMIT_KEY, Preferences, at_rest
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wish_kinds import ByPart, ByTag, Weights
from setup_rules.draw.wishes import (
    BANS,
    BOXES_USED,
    LANDSCAPES,
    Bounds,
    Wish,
    bounds_of,
    kind_of_wish,
)
from web.draw.kept_wishes import card_name, family_name, value_at
from web.draw.tag_words import TAGS, Noun
from web.draw.wish_words import capital, few, landscapes_in_words, wish_in_words
from web.http.visitor import reading
from web.language.card_names import naming
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate


class ConflictWords:
    """The words for one draw that finds no kingdom."""

    def __init__(
        self,
        asked: DrawRequest,
        kept: Mapping[str, Any],
        preferences: Preferences,
        catalog: Catalog,
    ) -> None:
        self._asked, self._kept = asked, kept
        self._preferences, self._catalog = preferences, catalog

    def asked_for(self, conflict: Iterable[Wish]) -> str:
        """The wishes of a conflict in a row: the choice of boxes aside, never-deal cards last."""
        wishes = playable(self._asked).counted
        words: list[str] = []
        never, rest = [], ""
        for wish in conflict:
            if wish.key == LANDSCAPES.name:
                words += landscapes_in_words(
                    value_at(self._kept, ("wishes", wish.key)) or {}, self._catalog
                )
            elif wish.key in BANS:
                never.append(self._never(wish, conflict))
            elif wish.key == LIMIT_KEY:
                rest = self._resting()
            elif wish.key != "boxes" and not wish.is_rule:
                words.append(wish_in_words(wish, wishes, self._catalog))
        asks = _("Your wishes: {wishes}.", wishes=and_list(words)) if words else ""
        return " ".join(filter(None, (asks, rest, *never)))

    def reason(self, conflict: Sequence[Wish]) -> str:
        """Why these wishes cannot be met."""
        rules = [wish for wish in conflict if wish.is_rule]
        real = [wish for wish in conflict if wish.key != "boxes" and not wish.is_rule]
        if not real and not rules:
            number = len(self._asked.shelf.cards)
            return _("A kingdom needs 10 piles, but your boxes have {number}.", number=number)
        sentences = self._out_of_one_box(real) or [
            self.asked_for(real),
            *(self._rule(rule) for rule in rules),
            self._because(real, boxes=len(real) + len(rules) < len(conflict)),
        ]
        return " ".join(filter(None, sentences))

    def _resting(self) -> str:
        """How many piles rest."""
        here = {card.id for card in self._asked.shelf.cards}
        return ngettext(
            "{number} pile from your last games is resting.",
            "{number} piles from your last games are resting.",
            len(at_rest(self._asked) & here),
        )

    def _never(self, wish: Wish, conflict: Iterable[Wish]) -> str:
        """The cards of the never list that would help, and who never wants them."""
        tags = {other.detail for other in conflict if isinstance(kind_of_wish(other), ByTag)}
        known = self._catalog.cards
        fitting = [id_ for id_ in wish.cards if id_ in known and tags & known[id_].tags]
        by_people: dict[tuple[str, ...], list[str]] = {}
        for id_ in fitting or wish.cards:
            disliked = isinstance(kind_of_wish(wish), Weights)
            people = self._preferences.names(id_) if disliked else ()
            by_people.setdefault(people, []).append(card_name(id_, self._catalog))
        return " ".join(_never_wanted(people, names) for people, names in by_people.items())

    def _rule(self, rule: Wish) -> str:
        """What a card asks for by the rules of the game."""
        name = naming(self._catalog, reading().names)
        return _("{sentence}.", sentence=capital(translate(rule.says, name)))

    def _because(self, real: list[Wish], *, boxes: bool) -> str:
        """What stands against these wishes."""
        if len(real) == 1:
            bounds = bounds_of(self._asked.wishes, real[0]) or Bounds()
            number = self._on_shelf(real[0])
            if number is not None and number < bounds.least:
                if not number:
                    return _("Your boxes have none.")
                return _("Your boxes have only {number}.", number=number)
        if boxes:
            return _("That isn’t possible with your boxes.")
        return _("No kingdom fits all of that.") if len(real) > 1 else _("No kingdom fits that.")

    def _out_of_one_box(self, real: list[Wish]) -> list[str]:
        """Too many of a kind out of one box: which box has them, and which are never dealt."""
        tags = [wish for wish in real if isinstance(kind_of_wish(wish), ByTag)]
        used = bounds_of(self._asked.wishes, Wish(BOXES_USED.field))
        keys = {wish.key for wish in real} - {wish.key for wish in tags}
        if len(tags) != 1 or used is None or used.most != 1 or BOXES_USED.field not in keys:
            return []
        if keys - {BOXES_USED.field, "banned"}:
            return []
        tag = tags[0].detail
        least = (bounds_of(self._asked.wishes, tags[0]) or Bounds()).least
        cards = [card for card in self._asked.shelf.cards if tag in card.tags]
        counts = Counter(family for card in cards for family in card.families)
        able = sorted(family for family, number in counts.items() if number >= least)
        asks = _("You want {cards} from one box.", cards=Noun(TAGS[tag]).counted(least))
        if not able:
            return [asks, _("None of your boxes have that many.")]
        names = and_list(family_name(family, self._catalog) for family in able)
        if len(able) == 1:
            only = _("Only {box} has that many.", box=names)
        else:
            only = _("Only {boxes} have that many.", boxes=names)
        return [asks, only, *(self._never(wish, tags) for wish in real if wish.key == "banned")]

    def _on_shelf(self, wish: Wish) -> int | None:
        """How many piles there are of what one wish alone asks for."""
        kind = kind_of_wish(wish)
        if not isinstance(kind, ByPart):
            return None
        part, banned = kind.part(wish.detail), self._asked.wishes.banned
        cards = [card for card in self._asked.shelf.cards if card.id not in banned]
        return sum(kind.fits(card, part) for card in cards)


def _never_wanted(people: Sequence[str], cards: Sequence[str]) -> str:
    """Whose list keeps these cards from being dealt; of nobody: the household's."""
    if not people and len(cards) == 1:
        return _("{card} is on your “Never include” list.", card=cards[0])
    if not people:
        return _("{cards} are on your “Never include” list.", cards=few(cards))
    if len(people) == 1:
        return _("{person} never wants {cards}.", person=people[0], cards=few(cards))
    return _("{people} never want {cards}.", people=and_list(people), cards=few(cards))
