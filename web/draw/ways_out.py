"""Turns the engine's ways out of a conflict into changes of the stored wishes, and into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.draw.drawing import Drawn, playable
from setup_rules.draw.landscape_conflict import can_lay_out
from setup_rules.draw.preferences import LAST_GAMES, Lift, Preferences
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wish_kinds import (
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    Weights,
)
from setup_rules.draw.wishes import (
    KINGDOM_SIZE,
    LANDSCAPES,
    Bounds,
    ListLimit,
    Wish,
    Wishes,
    WishType,
    of_kind,
    zero_weights,
)
from setup_rules.names import family_of
from web.draw.kept_wishes import (
    Kept,
    card_id,
    card_name,
    digest_of,
    has_preset,
    put_at,
    without_cards,
    without_empty,
)
from web.draw.tag_words import Noun
from web.draw.wish_words import bounded, capital, few, noun_of
from web.language.translation import gettext as _
from web.language.translation import ngettext, pgettext

NO_LIFT = Lift()
LOOSENED: tuple[type[Kind], ...] = (ByTag, ByCost, ByBox, Bounded, Number, Counts, Flag)
"""Kinds of wishes about numbers, in the order in which a way out names them."""


class OutcomeWay(NamedTuple):
    """A way out: what changes, the wishes then, and how many kingdoms match them."""

    says: str
    kept: Kept
    lift: Lift = NO_LIFT
    """What is given up of rest and dislikes."""
    matching: str = ""

    @property
    def sign(self) -> str:
        """By this it is known to be still the same when it is pressed."""
        return digest_of({**self.kept, "lift": self.lift} if self.lift else self.kept)


def ways_out(
    asked: DrawRequest,
    drawn: Drawn,
    kept: Mapping[str, Any],
    preferences: Preferences,
    catalog: Catalog,
) -> Iterator[OutcomeWay]:
    """Ways out that only change wishes, not counted yet."""
    if not can_lay_out(asked):
        for wish in drawn.conflict:
            yield from _without(wish, kept, catalog)
        return
    before = playable(asked).counted
    for way in drawn.ways_out:
        if not way.more_boxes:
            yield _Loosening(kept, asked, preferences, catalog).way(before, way.wishes)


def _without(wish: Wish, kept: Mapping[str, Any], catalog: Catalog) -> Iterator[OutcomeWay]:
    """The stored wishes without one that clashes, landscapes included."""
    changed = deepcopy(dict(kept))
    names = few([card_name(id_, catalog) for id_ in wish.cards])
    if wish.key == LANDSCAPES.name:
        put_at(changed, ("wishes", wish.key), None)
        phrase = _("Drop your landscape wishes")
    elif wish.key in ("pinned", "banned"):
        changed[wish.key] = without_cards(changed.get(wish.key, ()), wish.cards, catalog)
        phrase = (
            _("Don’t require {cards}", cards=names)
            if wish.key == "pinned"
            else _("Allow {cards}", cards=names)
        )
    else:
        return
    yield OutcomeWay(phrase, without_empty(changed))


class _Loosening:
    """Carries one change of the engine's wishes over to a copy of those that are stored."""

    def __init__(
        self,
        kept: Mapping[str, Any],
        asked: DrawRequest,
        preferences: Preferences,
        catalog: Catalog,
    ) -> None:
        self._kept: Kept = deepcopy(dict(kept))
        self._wishes: dict[str, Any] = self._kept.setdefault("wishes", {})
        self._preset = has_preset(self._kept)
        self._asked, self._preferences, self._catalog = asked, preferences, catalog
        self._phrases: list[str] = []
        self._lift = NO_LIFT

    def way(self, old: Wishes, new: Wishes) -> OutcomeWay:
        """The change as it is stored, and in words."""
        for kind in LOOSENED:
            for line in of_kind(kind):
                if line.field and getattr(old, line.field) != getattr(new, line.field):
                    self._number(line, getattr(old, line.field), getattr(new, line.field))
        self._cards(old, new)
        for pairs in of_kind(Pairs):
            for pair in getattr(old, pairs.field):
                if pair not in getattr(new, pairs.field):
                    self._allow_both(pairs, pair)
        for cards in of_kind(CardList):
            self._rest(cards, getattr(old, cards.field), getattr(new, cards.field))
        phrase = capital(_all_of(self._phrases))
        return OutcomeWay(phrase, without_empty(self._kept), self._lift)

    def _number(self, line: WishType[Kind], old: Any, new: Any) -> None:
        """A wish about numbers that is looser than it was."""
        match line.kind:
            case ByPart() as kind:
                for detail, before in old:
                    after = dict(new).get(detail, Bounds())
                    if after != before:
                        self._part(line, kind, str(detail), after)
                        noun = noun_of(kind, str(detail), self._catalog)
                        self._phrases.append(_loosened(noun, before, after))
            case Bounded() as kind:
                self._bounded(line, kind, old or Bounds(), new)
            case Number() as kind:
                self._put(line.name, new or None, 0)
                less = _("settle for {boxes}", boxes=ngettext(*kind.phrase, new))
                self._phrases.append(less if new >= kind.asks_from else _(kind.freed or ""))
            case Counts() as kind:
                self._put(line.name, None, list(range(KINGDOM_SIZE + 1)))
                self._phrases.append(_(kind.freed))
            case Flag() as kind:
                del self._wishes[line.name]
                self._phrases.append(_(kind.freed))

    def _put(self, key: str, value: Any, free: Any) -> None:
        """Store a value; where there is none, what frees it from the preset."""
        if value is None and self._preset:
            value = free
        put_at(self._wishes, (key,), value)

    def _part(self, line: WishType[Kind], kind: ByPart, detail: str, bounds: Bounds) -> None:
        parts = self._wishes.setdefault(line.name, {})
        if isinstance(kind, ByBox):
            detail = next(name for name in parts if family_of(name, self._catalog) == detail)
        free = {"min": 0} if self._preset and line.in_preset else None
        put_at(parts, (detail,), free if bounds == Bounds() else _stored(bounds))
        if not parts:
            del self._wishes[line.name]

    def _bounded(
        self, line: WishType[Kind], kind: Bounded, old: Bounds, new: Bounds | None
    ) -> None:
        lowered = [number.name for number in of_kind(Number) if number.kind.lowers == line.name]
        if lowered and self._asked.chance_limits_boxes:
            key, pinned = lowered[0], len(self._asked.pinned_families)
            most = None if new is None else new.most
            put_at(self._wishes, (key,), None if most is None else max(most - pinned, 1))
        else:
            self._put(line.name, None if new is None else _stored(new), {})
        if new is None or (new.most is None and not new.least):
            self._phrases.append(_(kind.freed))
        elif new.most is not None and (old.most is None or new.most > old.most):
            self._phrases.append(ngettext(*kind.raised, new.most))
        else:
            self._phrases.append(_("settle for {boxes}", boxes=bounded(kind, new)))

    def _cards(self, old: Wishes, new: Wishes) -> None:
        """Cards that may be dealt again, and cards that need not be dealt."""
        allowed = [id_ for id_ in old.banned if id_ not in new.banned]
        allowed += [id_ for id_ in zero_weights(old) if id_ not in zero_weights(new)]
        given_up = [id_ for id_ in old.pinned if id_ not in new.pinned]
        for part, gone in (("banned", allowed), ("pinned", given_up)):
            if part in self._kept:
                self._kept[part] = without_cards(self._kept[part], gone, self._catalog)
        for line in of_kind(Weights):
            weights = self._wishes.get(line.name, {})
            for name in [name for name in weights if not weights[name]]:
                if card_id(name, self._catalog) in allowed:
                    del weights[name]
        disliked = tuple(id_ for id_ in dict.fromkeys(allowed) if self._preferences.names(id_))
        self._lift = self._lift._replace(never=disliked)
        if allowed:
            self._phrases.append(_("allow {cards}", cards=self._names(allowed)))
        if given_up:
            self._phrases.append(_("don’t require {cards}", cards=self._names(given_up)))

    def _allow_both(self, line: WishType[Pairs], pair: tuple[str, str]) -> None:
        self._wishes[line.name] = [
            known
            for known in self._wishes[line.name]
            if {card_id(card, self._catalog) for card in known} != set(pair)
        ]
        self._phrases.append(_(line.kind.freed, cards=self._names(pair)))

    def _rest(
        self, line: WishType[CardList], old: Iterable[ListLimit], new: Iterable[ListLimit]
    ) -> None:
        """Lists of cards that rest: that of the last games, and that kept by hand."""
        before, after = ({limit.name: limit for limit in limits} for limits in (old, new))
        if before.pop(LAST_GAMES, None) != after.pop(LAST_GAMES, None):
            self._lift = self._lift._replace(rest=True)
            self._phrases.append(_("allow resting cards"))
        if before == after:
            return
        if after:
            most = next(iter(after.values())).most
            self._wishes[line.name]["most"] = most
            self._phrases.append(ngettext(*line.kind.raised, most))
        else:
            del self._wishes[line.name]
            self._phrases.append(_(line.kind.freed))

    def _names(self, ids: Iterable[str]) -> str:
        return few([card_name(id_, self._catalog) for id_ in dict.fromkeys(ids)])


def _all_of(phrases: Sequence[str]) -> str:
    """The changes that one button makes: `allow resting cards and open up to 2 boxes`."""
    if len(phrases) < 2:
        return "".join(phrases)
    template = pgettext("changes that one button makes", "{some} and {last}")
    return template.format(some=", ".join(phrases[:-1]), last=phrases[-1])


def _stored(bounds: Bounds) -> dict[str, int]:
    """Bounds as they are stored."""
    halves = {"min": bounds.least or None, "max": bounds.most}
    return {half: number for half, number in halves.items() if number is not None}


def _loosened(noun: Noun, before: Bounds, after: Bounds) -> str:
    """What a looser wish asks for now."""
    if after == Bounds() and before.most is not None:
        return _("no limit on {cards}", cards=noun.all())
    if after.least < before.least:
        if after.least:
            return _("settle for {cards}", cards=noun.counted(after.least))
        return _("don’t require {cards}", cards=noun.all())
    return _("allow up to {cards}", cards=noun.counted(after.most or 0))
