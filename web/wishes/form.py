"""The wishes screen: what its controls show, and what they change in the wishes that are kept."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape, Thing
from setup_rules.catalog import Catalog
from setup_rules.draw.presets import READY_MADE
from setup_rules.draw.wish_kinds import (
    AboutLandscapes,
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
    ReadyMade,
    Weights,
)
from setup_rules.draw.wishes import BY_NAME, TABLE, Bounds, WishType, of_kind
from setup_rules.kingdom import pile_meant
from setup_rules.names import AmbiguousName, NameProblem, names_of, shorten
from setup_rules.plan_request import MOST_IN_DECK, MOST_LANDSCAPES
from web.draw.defaults import usual
from web.draw.wish_words import bounds_in, card_id, family_of, has_preset, or_list
from web.language.translation import gettext as _
from web.reading.draw_fields import (
    ALL_TAGS,
    COINS,
    DRAWS,
    HIGHEST_WEIGHT,
    MOST_NAMES,
    MOST_OF_A_KIND,
    MOST_PAIRS,
)
from web.reading.draw_reading import read_draw
from web.reading.json_reader import LONGEST_NAME, Unreadable
from web.reading.name_list import split_names

Kept = dict[str, Any]
"""The wishes of a household as POST /api/draw takes them."""

HIGHEST_STEP = 3
"""The most that a stepper asks for; the lists of numbers go further."""
MOST_TYPED = 40
"""Names that are read from one field at a time."""
HALVES = ("", "min", "max")
"""What fields of bounds end with: both at once, or one of them."""
LANDSCAPE_KINDS = tuple(f"kinds.{kind}" for kind in MAIN_LANDSCAPES)
OF_PARTS = (ByPart, Bounded, AboutLandscapes, Weights, Pairs)
"""Kinds of wishes that ask for nothing when they are empty."""
STATES = (Number, Counts, Weights, CardList)
"""Kinds of wishes whose controls are sent with every form."""
KEPT_BESIDE = ("banned", "pinned")
"""Lists of cards beside the wishes."""
LISTS: Mapping[str, WishType[Kind]] = {
    **{line.kind.form_name: line for line in of_kind(CardList)},
    **{line.name: line for line in (*of_kind(Weights), *of_kind(Pairs))},
}
"""Wishes that list cards, as the fields of the screen call them."""


class FieldFault(NamedTuple):
    """Why a field could not be read, and names that may have been meant."""

    message: str
    suggestions: tuple[str, ...] = ()


class Edited(NamedTuple):
    """The wishes after a form was sent; what could not be read stays in its field."""

    kept: Kept
    troubles: Mapping[str, FieldFault]
    entered: Mapping[str, str]
    outdated: bool
    """Whether numbers were left as they are, because the page that was sent is not the newest."""


def digest_of(kept: Mapping[str, Any]) -> str:
    """A short sign of the wishes, by which a page that is out of date is known."""
    text = json.dumps(kept, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def edit(kept: Mapping[str, Any], form: Mapping[str, str], catalog: Catalog) -> Edited:
    """The wishes with everything a form changes; each control changes what it shows only."""
    return _Editor(kept, catalog).edit(form)


def showing(kept: Mapping[str, Any], catalog: Catalog) -> Callable[[str], str]:
    """Tells what a control shows for these wishes, by its field."""
    return _Editor(kept, catalog).shown


def code_of(bounds: Bounds) -> str:
    """Bounds as a control sends them: `1-3`, `2-`, `-0`; empty for any number."""
    if bounds == Bounds():
        return ""
    return f"{bounds.least or ''}-{'' if bounds.most is None else bounds.most}"


def steps(now: Bounds, *, preset: Bounds | None = None) -> list[Bounds | None]:
    """The states of a stepper in their order; None is what the preset has."""
    plain: list[Bounds | None] = [Bounds(0, 0), Bounds()]
    if preset is not None:
        plain.append(None)
    plain += [Bounds(least) for least in range(1, HIGHEST_STEP + 1)]
    if now in plain:
        return plain
    fewer: list[Bounds | None] = []
    if now.least:
        fewer += [Bounds(0, 0), Bounds()]
        fewer += [Bounds(least, now.most) for least in range(1, now.least)]
        more: list[Bounds | None] = []
        if now.most is not None and now.least < now.most:
            more = [Bounds(least, now.most) for least in range(now.least + 1, now.most + 1)]
        return [*fewer, now, *more[: max(HIGHEST_STEP - now.least, 0)]]
    most = now.most or 0
    fewer = [Bounds(0, number) for number in range(most)]
    return [*fewer, now, *plain[1:]]


def preset_holds(kept: Mapping[str, Any], preset: str, catalog: Catalog) -> bool:
    """Whether everything a preset sets is wished already."""
    editor = _Editor(kept, catalog)
    return all(editor.shown(field) == value for field, value in READY_MADE[preset].items())


def with_preset(kept: Mapping[str, Any], preset: str, catalog: Catalog, *, on: bool) -> Kept:
    """The wishes with all that a preset sets, or without it."""
    editor = _Editor(kept, catalog)
    for field, value in READY_MADE[preset].items():
        editor.put(field, value if on else "")
    return editor.result()


class _ValueRefused(Exception):
    """A value that a control cannot have."""


class _Editor:
    """Changes a copy of the wishes field by field."""

    def __init__(self, kept: Mapping[str, Any], catalog: Catalog) -> None:
        self._kept: Kept = deepcopy(dict(kept))
        self._before = kept
        self._catalog = catalog
        self._troubles: dict[str, FieldFault] = {}
        self._entered: dict[str, str] = {}
        self._touched = False

    @property
    def _wishes(self) -> dict[str, Any]:
        found: dict[str, Any] = self._kept.setdefault("wishes", {})
        return found

    def edit(self, form: Mapping[str, str]) -> Edited:
        """Apply what differs from what was shown, then the lists of cards."""
        seen = form.get("seen")
        newest = seen is None or seen == digest_of(self._before)
        before = _Editor(self._before, self._catalog)
        outdated = False
        for field, text in form.items():
            if not self._knows(field) or before.shown(field) == text.strip():
                continue
            if newest or not self._is_state(field):
                self._try(field, text.strip())
            else:
                outdated = True
        self._read_lists(form)
        kept = self.result()
        return Edited(self._checked(kept), self._troubles, self._entered, outdated)

    def result(self) -> Kept:
        """The wishes, without parts that have become empty; untouched if nothing changed."""
        if not self._touched:
            return deepcopy(dict(self._before))
        wishes = self._wishes
        for line in TABLE:
            # Bounds that are empty may be there to be free of the preset.
            free = isinstance(line.kind, Bounded) and line.in_preset and self._preset
            if isinstance(line.kind, OF_PARTS) and not free and not wishes.get(line.name, True):
                del wishes[line.name]
        return {key: value for key, value in self._kept.items() if value not in ({}, [], None)}

    def _checked(self, kept: Kept) -> Kept:
        """The wishes, or those from before where the changed ones cannot be read."""
        try:
            read_draw({"boxes": [], "players": 2, **kept}, self._catalog)
        except Unreadable as unreadable:
            if not self._troubles and self._readable_before():
                for fault in unreadable.faults[:3]:
                    self._troubles["all"] = FieldFault(fault.message)
                return deepcopy(dict(self._before))
        return kept

    def _readable_before(self) -> bool:
        try:
            read_draw({"boxes": [], "players": 2, **self._before}, self._catalog)
        except Unreadable:
            return False
        return True

    @property
    def _preset(self) -> bool:
        return has_preset(self._wishes)

    def _is_state(self, field: str) -> bool:
        """Whether a field is sent with every form, as numbers and choices are."""
        part = field.partition(".")[0]
        line = BY_NAME.get(part)
        return (
            field.endswith((".min", ".max"))
            or part in ("draws", "black_market_size")
            or (line is not None and isinstance(line.kind, STATES))
        )

    def _knows(self, field: str) -> bool:
        part, dot, rest = field.partition(".")
        line = BY_NAME.get(part)
        if line is None:
            return field == "black_market_size" or (part == "draws" and rest in DRAWS)
        match line.kind:
            case ByPart() as kind:
                return self._knows_part(kind, rest.removesuffix(".min").removesuffix(".max"))
            case Bounded():
                return rest in HALVES
            case Number() | Counts() | Flag():
                return not dot
            case Weights():
                return rest in self._catalog.cards
            case CardList():
                return rest == "most"
            case AboutLandscapes():
                return rest in (*HALVES, "max_ways", "always", *LANDSCAPE_KINDS)
        return False

    def _knows_part(self, kind: ByPart, detail: str) -> bool:
        match kind:
            case ByTag():
                return detail in ALL_TAGS
            case ByCost():
                return bool(re.fullmatch(COINS, detail, re.ASCII))
        return detail in {box.family for box in self._catalog.boxes.values()}

    # What the controls show.

    def shown(self, field: str) -> str:
        """The value of a control; choosing it again changes nothing."""
        part, _dot, rest = field.partition(".")
        if field == "black_market_size":
            size = self._kept.get(field)
            return "" if size is None else str(size)
        if part == "draws":
            policy = (self._kept.get("draws") or {}).get(rest)
            return "" if policy in (None, usual(rest)) else policy
        line = BY_NAME[part]
        told = (self._kept.get("wishes") or {}).get(part)
        match line.kind:
            case Flag():
                return "on" if told else ""
            case Number() as kind:
                return "" if told is None or told < kind.asks_from else str(told)
            case ReadyMade():
                return told or ""
            case Counts():
                return "" if told is None else ",".join(map(str, sorted(set(told))))
            case Weights():
                return self._weight_shown(told or {}, rest)
            case CardList():
                return str((told or {}).get("most", 0))
            case AboutLandscapes() if rest not in HALVES:
                return self._landscapes_shown(told or {}, rest)
        return self._bounds_shown(line, field)

    def _weight_shown(self, weights: Mapping[str, float], card: str) -> str:
        for name, weight in weights.items():
            if card_id(name, self._catalog) == card:
                return f"{weight:g}"
        return ""

    @staticmethod
    def _landscapes_shown(told: Mapping[str, Any], rest: str) -> str:
        if rest == "max_ways":
            ways = told.get("max_ways")
            return "" if ways is None else str(ways)
        if rest == "always":
            return "on" if told.get("always") else ""
        kinds = told.get("kinds")
        return "on" if kinds is None or rest.removeprefix("kinds.") in kinds else ""

    def _bounds_shown(self, line: WishType[Kind], field: str) -> str:
        told = self._told(line, field)
        bounds = bounds_in(told)
        free = told is not None and bounds == Bounds() and self._preset
        if field.endswith(".min"):
            return str(bounds.least) if bounds.least or free else ""
        if field.endswith(".max"):
            return "" if bounds.most is None else str(bounds.most)
        return "0-" if free else code_of(bounds)

    def _told(self, line: WishType[Kind], field: str) -> dict[str, Any] | None:
        """The bounds of a wish as they are kept."""
        detail = field.removesuffix(".min").removesuffix(".max").partition(".")[2]
        found = self._wishes.get(line.name)
        if not detail or found is None:
            return found
        return found.get(self._key(line, detail))

    def _key(self, line: WishType[Kind], detail: str) -> str:
        """How the wishes name a part; a family of boxes may be named by one of its boxes."""
        if isinstance(line.kind, ByBox):
            for name in self._wishes.get(line.name) or {}:
                if family_of(name, self._catalog) == detail:
                    return name
        return detail

    # What they change.

    def _try(self, field: str, text: str) -> None:
        try:
            self.put(field, text)
        except _ValueRefused as refused:
            self._troubles[field] = FieldFault(str(refused))
            self._entered[field] = text[:LONGEST_NAME]

    def put(self, field: str, text: str) -> None:
        """Set a control to a value; empty takes the wish back. Raises _Refused."""
        part, _dot, rest = field.partition(".")
        self._touched = True
        if field == "black_market_size":
            _set(self._kept, field, _number(text, 1, MOST_IN_DECK))
        elif part == "draws":
            if text and text not in DRAWS[rest]:
                raise _ValueRefused(_("This cannot be chosen. Take one of the list."))
            _set(self._kept.setdefault("draws", {}), rest, text or None)
        else:
            self._put_wish(BY_NAME[part], field, text)

    def _put_wish(self, line: WishType[Kind], field: str, text: str) -> None:
        wishes, rest = self._wishes, field.partition(".")[2]
        match line.kind:
            case Flag():
                _set(wishes, line.name, text == "on" or None)
            case Number():
                least = 0 if self._preset and line.in_preset else 1
                _set(wishes, line.name, _number(text, least, MOST_OF_A_KIND))
            case ReadyMade() as kind:
                _set(wishes, line.name, text if text in kind.known else None)
            case Counts():
                _set(wishes, line.name, _numbers(text))
            case Weights():
                self._put_weight(wishes.setdefault(line.name, {}), rest, text)
            case CardList():
                number = _number(text, 0, MOST_OF_A_KIND) or 0
                wishes.setdefault(line.name, {"cards": []})["most"] = number
                if wishes[line.name] == {"cards": [], "most": 0}:
                    del wishes[line.name]
            case AboutLandscapes() if rest not in HALVES:
                self._put_landscapes(wishes.setdefault(line.name, {}), rest, text)
            case _:
                self._put_bounds(line, field, text)

    def _put_weight(self, weights: dict[str, Any], card: str, text: str) -> None:
        weight = _weight(text)
        for name in [name for name in weights if card_id(name, self._catalog) == card]:
            if weight is None:
                del weights[name]
            else:
                weights[name] = weight
            return
        _set(weights, card, weight)

    @staticmethod
    def _put_landscapes(told: dict[str, Any], rest: str, text: str) -> None:
        if rest == "max_ways":
            _set(told, rest, _number(text, 0, MOST_LANDSCAPES))
        elif rest == "always":
            _set(told, rest, text == "on" or None)
        else:
            kind = rest.removeprefix("kinds.")
            kinds = set(told.get("kinds", MAIN_LANDSCAPES)) - {kind} | ({kind} if text else set())
            some = [known for known in MAIN_LANDSCAPES if known in kinds]
            _set(told, "kinds", None if len(some) == len(MAIN_LANDSCAPES) else some)

    def _put_bounds(self, line: WishType[Kind], field: str, text: str) -> None:
        path = field.removesuffix(".min").removesuffix(".max")
        detail = path.partition(".")[2]
        of_landscapes = isinstance(line.kind, AboutLandscapes)
        highest = MOST_LANDSCAPES if of_landscapes else MOST_OF_A_KIND
        if field == path:
            found = re.fullmatch(r"(?:([0-9]{0,2})-([0-9]{0,2}))?", text, re.ASCII)
            if found is None:
                raise _ValueRefused(_("This is no number of cards. Take a whole number."))
            halves = {"min": found[1] or "", "max": found[2] or ""}
        else:
            halves = {field[-3:]: text}
        numbers = {half: _number(word, 0, highest) for half, word in halves.items()}
        told = dict(self._told(line, field) or {})
        for half, number in numbers.items():
            _set(told, half, number)
        if told.get("min") == 0 and not (self._preset and line.in_preset):
            del told["min"]
        if of_landscapes and told.get("max") == 0:
            told.pop("always", None)
        if detail:
            group = self._wishes.setdefault(line.name, {})
            _set(group, self._key(line, detail), told or None)
        else:
            _set(self._wishes, line.name, told or None)

    # Lists of cards.

    def _read_lists(self, form: Mapping[str, str]) -> None:
        for field, text in form.items():
            action, _dot, name = field.partition(".")
            if action == "drop" and name in KEPT_BESIDE:
                self._kept[name] = self._without(self._kept.get(name) or [], text)
                self._touched = True
            elif action == "drop" and name in LISTS:
                self._drop(LISTS[name], text)
                self._touched = True
        for name in KEPT_BESIDE:
            if found := self._typed(name, form, landscapes=True):
                self._add(name, found, self._kept.setdefault(name, []))
        for name, line in LISTS.items():
            if isinstance(line.kind, Pairs):
                self._add_pair(line, form)
            elif found := self._typed(name, form, landscapes=False):
                self._add_to(line, name, found, form)

    def _without(self, cards: Iterable[str], text: str) -> list[str]:
        """The cards less one, by its id or as it is kept."""
        return [card for card in cards if card != text and card_id(card, self._catalog) != text]

    def _drop(self, line: WishType[Kind], text: str) -> None:
        kept = self._wishes.get(line.name)
        match line.kind:
            case CardList() if kept:
                kept["cards"] = self._without(kept["cards"], text)
                if not kept["cards"]:
                    del self._wishes[line.name]
            case Weights() if kept:
                left = self._without(kept, text)
                self._wishes[line.name] = {card: kept[card] for card in left}
            case Pairs() if kept:
                self._wishes[line.name] = [
                    pair for pair in kept if pair_code(pair, self._catalog) != text
                ]

    def _typed(self, name: str, form: Mapping[str, str], *, landscapes: bool) -> list[str]:
        """The cards that are named; names nobody knows stay in the field, and why."""
        field = f"add.{name}"
        typed = split_names(form.get(field, "")[: MOST_TYPED * LONGEST_NAME])[:MOST_TYPED]
        found, left = [], []
        for text in typed:
            thing = self._named(field, text, form.get(f"pick.{name}", ""), landscapes)
            if thing is None:
                left.append(text[:LONGEST_NAME])
            else:
                found.append(thing.id)
        if left:
            self._entered[field] = ", ".join(left)
        if found:
            self._touched = True
        return found

    def _add_to(
        self, line: WishType[Kind], name: str, found: list[str], form: Mapping[str, str]
    ) -> None:
        if isinstance(line.kind, Weights):
            for id_ in found:
                self._try(f"{line.name}.{id_}", form.get(f"add.{name}.as", "") or "2")
        else:
            kept = self._wishes.setdefault(line.name, {"cards": [], "most": 0})
            self._add(name, found, kept["cards"])

    def _add(self, name: str, found: list[str], cards: list[str]) -> None:
        """Put cards on a list that has its limit."""
        known = {card_id(card, self._catalog) for card in cards}
        cards += [id_ for id_ in dict.fromkeys(found) if id_ not in known]
        if len(cards) > MOST_NAMES:
            self._troubles[f"add.{name}"] = FieldFault(
                _(
                    "These are {number} cards, and {most} are the most.",
                    number=len(cards),
                    most=MOST_NAMES,
                )
            )
            del cards[MOST_NAMES:]

    def _add_pair(self, line: WishType[Kind], form: Mapping[str, str]) -> None:
        fields = (f"add.{line.name}.1", f"add.{line.name}.2")
        typed = [form.get(field, "").strip() for field in fields]
        if not any(typed):
            return
        found = []
        for field, text in zip(fields, typed, strict=True):
            if text:
                found.append(self._named(field, text, form.get(f"pick{field[3:]}", ""), False))
            else:
                found.append(None)
                self._troubles[field] = FieldFault(_("Name the other card of the two as well."))
        one, other = found
        pairs = self._wishes.setdefault(line.name, [])
        if one is not None and one is other:
            self._troubles[fields[1]] = FieldFault(
                _("This is the same card twice. Name another one.")
            )
        elif one and other and len(pairs) >= MOST_PAIRS:
            self._troubles[fields[0]] = FieldFault(
                _("These are {number} pairs already, and no more are kept.", number=MOST_PAIRS)
            )
        elif one and other:
            codes = {pair_code(pair, self._catalog) for pair in pairs}
            if pair_code((one.id, other.id), self._catalog) not in codes:
                pairs.append([one.id, other.id])
                self._touched = True
            return
        for field, text, thing in zip(fields, typed, found, strict=True):
            self._entered[field] = thing.name if thing else text[:LONGEST_NAME]

    def _named(
        self, field: str, text: str, picked: str, landscapes: bool
    ) -> Card | Landscape | None:
        """The pile or landscape of a name; None where there is a trouble with it."""
        kinds = (Card, Landscape) if landscapes else (Card,)
        try:
            thing: Thing = names_of(self._catalog).find(text[:LONGEST_NAME], prefer=(Card,))
        except NameProblem as problem:
            near = names_of(self._catalog).suggest(text[:LONGEST_NAME], kinds)
            near = problem.suggestions if isinstance(problem, AmbiguousName) else near
            if picked in near:
                return self._named(field, picked, "", landscapes)
            self._troubles.setdefault(field, FieldFault(_name_trouble(problem, near), near))
            return None
        pile = pile_meant(thing, self._catalog)
        if pile is not None or (landscapes and isinstance(thing, Landscape)):
            return pile or thing  # type: ignore[return-value]
        for mixed in self._catalog.cards.values():
            if thing in mixed.contains:
                if picked == mixed.name:
                    return mixed
                says = _(
                    "{card} is no pile of its own. Did you mean {pile}?",
                    card=thing.name,
                    pile=mixed.name,
                )
                self._troubles.setdefault(field, FieldFault(says, (mixed.name,)))
                return None
        self._troubles.setdefault(
            field,
            FieldFault(
                _("{card} is neither a Kingdom pile nor a landscape.", card=thing.name)
                if landscapes
                else _("{card} is no Kingdom pile.", card=thing.name)
            ),
        )
        return None


def _set(group: dict[str, Any], key: str, value: Any) -> None:
    """Put a value into its place; None takes it out."""
    if value is None:
        group.pop(key, None)
    else:
        group[key] = value


def _number(text: str, least: int, most: int) -> int | None:
    """A whole number in these bounds; None for no number. Raises _Refused."""
    if not text:
        return None
    if re.fullmatch("[0-9]{1,6}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    raise _ValueRefused(
        _(
            "“{text}” does not work here. Write a whole number from {least} to {most}.",
            text=shorten(text, 12),
            least=least,
            most=most,
        )
    )


def _numbers(text: str) -> list[int] | None:
    """Whole numbers between commas; None for none. Raises _Refused."""
    if not text:
        return None
    parts = text.split(",")[: MOST_OF_A_KIND + 1]
    return sorted(
        {number for part in parts if (number := _number(part, 0, MOST_OF_A_KIND)) is not None}
    )


def _weight(text: str) -> int | float | None:
    """A weight as the JSON interface takes it; None takes it back. Raises _Refused."""
    if not text or text == "1":
        return None
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text, re.ASCII) and float(text) <= HIGHEST_WEIGHT:
        weight = float(text)
        return int(weight) if weight.is_integer() else weight
    raise _ValueRefused(_("This is no weight. Take one of the list."))


def _name_trouble(problem: NameProblem, near: Sequence[str]) -> str:
    if isinstance(problem, AmbiguousName):
        return _(
            "“{name}” names different cards in different languages. Which one?", name=problem.name
        )
    if near:
        return _(
            "“{name}” is no name we know. Did you mean {names}?",
            name=problem.name,
            names=or_list(near),
        )
    return _("“{name}” is no name we know. Check the spelling.", name=problem.name)


def pair_code(pair: Iterable[str], catalog: Catalog) -> str:
    """Two cards that are not wanted together, as a control names them."""
    return ".".join(sorted(card_id(card, catalog) for card in pair))
