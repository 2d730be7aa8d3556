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
from setup_rules.kingdom import pile_meant
from setup_rules.names import AmbiguousName, NameProblem, names_of, shorten
from setup_rules.wishes import Bounds
from web.draw_reading import (
    ALL_TAGS,
    DRAWS,
    HIGHEST_WEIGHT,
    MOST_NAMES,
    MOST_OF_A_KIND,
    MOST_PAIRS,
    read_draw,
)
from web.habits import usual
from web.json_reader import LONGEST_NAME, Unreadable
from web.pasting import split_names
from web.reading import MOST_IN_DECK, MOST_LANDSCAPES
from web.translation import gettext as _
from web.wish_words import bounds_in, card_id, family_of, or_list

Kept = dict[str, Any]
"""The wishes of a household as POST /api/draw takes them."""

BOUNDED = ("tags", "costs", "cost_at_least", "per_box")
"""Wishes with bounds for each of several things."""
HIGHEST_STEP = 3
"""The most that a stepper asks for; the lists of numbers go further."""
MOST_TYPED = 40
"""Names that are read from one field at a time."""
LISTS = ("banned", "pinned", "resting", "not_together", "weights")

PRESETS: Mapping[str, Mapping[str, str]] = {
    "as-published": {"preset": "as-published"},
    "first": {
        "tags.attack": "-0",
        "potion_cards": "0",
        "boxes_used": "-2",
        "landscapes": "-0",
        "draws.platinum_colony": "never",
        "draws.shelters": "never",
    },
    "gentle": {"tags.attack": "-0"},
    "engine": {
        "tags.village": "2-",
        "tags.draw": "2-",
        "tags.plus_buy": "1-",
        "tags.trasher": "1-",
    },
}
"""Wishes ready made, as the controls would set them."""


class Trouble(NamedTuple):
    """Why a field could not be read, and names that may have been meant."""

    message: str
    suggestions: tuple[str, ...] = ()


class Edited(NamedTuple):
    """The wishes after a form was sent; what could not be read stays in its field."""

    kept: Kept
    troubles: Mapping[str, Trouble]
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
    return all(editor.shown(field) == value for field, value in PRESETS[preset].items())


def with_preset(kept: Mapping[str, Any], preset: str, catalog: Catalog, *, on: bool) -> Kept:
    """The wishes with all that a preset sets, or without it."""
    editor = _Editor(kept, catalog)
    for field, value in PRESETS[preset].items():
        editor.put(field, value if on else "")
    return editor.result()


class _Refused(Exception):
    """A value that a control cannot have."""


class _Editor:
    """Changes a copy of the wishes field by field."""

    def __init__(self, kept: Mapping[str, Any], catalog: Catalog) -> None:
        self._kept: Kept = deepcopy(dict(kept))
        self._before = kept
        self._catalog = catalog
        self._troubles: dict[str, Trouble] = {}
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
        for part in (*BOUNDED, "boxes_used", "landscapes", "weights", "not_together"):
            if part in wishes and not wishes[part] and not (part == "boxes_used" and self._preset):
                del wishes[part]
        return {key: value for key, value in self._kept.items() if value not in ({}, [], None)}

    def _checked(self, kept: Kept) -> Kept:
        """The wishes, or those from before where the changed ones cannot be read."""
        try:
            read_draw({"boxes": [], "players": 2, **kept}, self._catalog)
        except Unreadable as unreadable:
            if not self._troubles and self._readable_before():
                for fault in unreadable.faults[:3]:
                    self._troubles["all"] = Trouble(fault.message)
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
        return bool(self._wishes.get("preset"))

    def _is_state(self, field: str) -> bool:
        """Whether a field is sent with every form, as numbers and choices are."""
        return field.endswith((".min", ".max")) or self._part(field) in (
            *("min_per_used_box", "random_boxes", "potion_cards", "draws", "weights"),
            *("black_market_size", "recently_played"),
        )

    @staticmethod
    def _part(field: str) -> str:
        return field.partition(".")[0]

    def _knows(self, field: str) -> bool:
        part, _dot, rest = field.partition(".")
        detail = rest.removesuffix(".min").removesuffix(".max")
        if part == "tags":
            return detail in ALL_TAGS
        if part in ("costs", "cost_at_least"):
            return bool(re.fullmatch("0|[1-9][0-9]?", detail, re.ASCII))
        if part == "per_box":
            return detail in {box.family for box in self._catalog.boxes.values()}
        if part == "weights":
            return detail in self._catalog.cards
        return field in _FIELDS

    # What the controls show.

    def shown(self, field: str) -> str:
        """The value of a control; choosing it again changes nothing."""
        part, _dot, rest = field.partition(".")
        wishes: Mapping[str, Any] = self._kept.get("wishes") or {}
        if field in ("attack_needs_answer",):
            return "on" if wishes.get(field) else ""
        if field in ("min_per_used_box", "random_boxes"):
            value = wishes.get(field)
            return "" if value is None or (value < 2 and field[0] == "m") else str(value)
        if field == "preset":
            return wishes.get("preset") or ""
        if field == "potion_cards":
            counts = wishes.get(field)
            return "" if counts is None else ",".join(map(str, sorted(set(counts))))
        if field == "black_market_size":
            size = self._kept.get(field)
            return "" if size is None else str(size)
        if part == "draws":
            policy = (self._kept.get("draws") or {}).get(rest)
            return "" if policy in (None, usual(rest)) else policy
        if part == "weights":
            return self._weight_shown(rest)
        if field == "recently_played.most":
            return str((wishes.get("recently_played") or {}).get("most", 0))
        if part == "landscapes" and rest not in ("", "min", "max"):
            return self._landscapes_shown(rest)
        return self._bounds_shown(field)

    def _weight_shown(self, card: str) -> str:
        for name, weight in (self._wishes.get("weights") or {}).items():
            if card_id(name, self._catalog) == card:
                return f"{weight:g}"
        return ""

    def _landscapes_shown(self, rest: str) -> str:
        told = self._wishes.get("landscapes") or {}
        if rest == "max_ways":
            ways = told.get("max_ways")
            return "" if ways is None else str(ways)
        if rest == "always":
            return "on" if told.get("always") else ""
        kinds = told.get("kinds")
        return "on" if kinds is None or rest.removeprefix("kinds.") in kinds else ""

    def _bounds_shown(self, field: str) -> str:
        told = self._told(field)
        bounds = bounds_in(told)
        if field.endswith(".min"):
            free = told is not None and bounds == Bounds() and self._preset
            return str(bounds.least) if bounds.least or free else ""
        if field.endswith(".max"):
            return "" if bounds.most is None else str(bounds.most)
        if told is not None and bounds == Bounds() and self._preset:
            return "0-"
        return code_of(bounds)

    def _told(self, field: str) -> dict[str, Any] | None:
        """The bounds of a wish as they are kept."""
        path = field.removesuffix(".min").removesuffix(".max")
        part, dot, detail = path.partition(".")
        found = self._wishes.get(part)
        if not dot or found is None:
            return found
        key = self._box_key(detail) if part == "per_box" else detail
        return found.get(key)

    def _box_key(self, family: str) -> str:
        """How the wishes name a family of boxes, which may be by one of its boxes."""
        for name in self._wishes.get("per_box") or {}:
            if family_of(name, self._catalog) == family:
                return name
        return family

    # What they change.

    def _try(self, field: str, text: str) -> None:
        try:
            self.put(field, text)
        except _Refused as refused:
            self._troubles[field] = Trouble(str(refused))
            self._entered[field] = text[:LONGEST_NAME]

    def put(self, field: str, text: str) -> None:
        """Set a control to a value; empty takes the wish back. Raises _Refused."""
        part, _dot, rest = field.partition(".")
        wishes = self._wishes
        self._touched = True
        if field == "attack_needs_answer":
            _set(wishes, field, text == "on" or None)
        elif field in ("min_per_used_box", "random_boxes"):
            least = 1 if field == "random_boxes" or not self._preset else 0
            _set(wishes, field, _number(text, least, MOST_OF_A_KIND))
        elif field == "preset":
            _set(wishes, field, text if text in PRESETS else None)
        elif field == "potion_cards":
            _set(wishes, field, _numbers(text))
        elif field == "black_market_size":
            _set(self._kept, field, _number(text, 1, MOST_IN_DECK))
        elif part == "draws":
            if text and text not in DRAWS[rest]:
                raise _Refused(_("This cannot be chosen. Take one of the list."))
            _set(self._kept.setdefault("draws", {}), rest, text or None)
        elif part == "weights":
            self._put_weight(rest, text)
        elif field == "recently_played.most":
            number = _number(text, 0, MOST_OF_A_KIND) or 0
            wishes.setdefault("recently_played", {"cards": []})["most"] = number
            if wishes["recently_played"] == {"cards": [], "most": 0}:
                del wishes["recently_played"]
        elif part == "landscapes" and rest not in ("", "min", "max"):
            self._put_landscapes(rest, text)
        else:
            self._put_bounds(field, text)

    def _put_weight(self, card: str, text: str) -> None:
        weights = self._wishes.setdefault("weights", {})
        weight = _weight(text)
        for name in [name for name in weights if card_id(name, self._catalog) == card]:
            if weight is None:
                del weights[name]
            else:
                weights[name] = weight
            return
        _set(weights, card, weight)

    def _put_landscapes(self, rest: str, text: str) -> None:
        told = self._wishes.setdefault("landscapes", {})
        if rest == "max_ways":
            _set(told, rest, _number(text, 0, MOST_LANDSCAPES))
        elif rest == "always":
            _set(told, rest, text == "on" or None)
        else:
            kind = rest.removeprefix("kinds.")
            kinds = set(told.get("kinds", MAIN_LANDSCAPES)) - {kind} | ({kind} if text else set())
            some = [known for known in MAIN_LANDSCAPES if known in kinds]
            _set(told, "kinds", None if len(some) == len(MAIN_LANDSCAPES) else some)

    def _put_bounds(self, field: str, text: str) -> None:
        path = field.removesuffix(".min").removesuffix(".max")
        part, dot, detail = path.partition(".")
        highest = MOST_LANDSCAPES if part == "landscapes" else MOST_OF_A_KIND
        if field == path:
            found = re.fullmatch(r"(?:([0-9]{0,2})-([0-9]{0,2}))?", text, re.ASCII)
            if found is None:
                raise _Refused(_("This is no number of cards. Take a whole number."))
            halves = {"min": found[1] or "", "max": found[2] or ""}
        else:
            halves = {field[-3:]: text}
        numbers = {half: _number(word, 0, highest) for half, word in halves.items()}
        told = dict(self._told(field) or {})
        for half, number in numbers.items():
            _set(told, half, number)
        if told.get("min") == 0 and not (self._preset and part not in ("per_box", "landscapes")):
            del told["min"]
        if part == "landscapes" and told.get("max") == 0:
            told.pop("always", None)
        if dot:
            group = self._wishes.setdefault(part, {})
            _set(group, self._box_key(detail) if part == "per_box" else detail, told or None)
        else:
            _set(self._wishes, part, told or None)

    # Lists of cards.

    def _read_lists(self, form: Mapping[str, str]) -> None:
        for name in LISTS:
            for field, text in form.items():
                if field == f"drop.{name}":
                    self._drop(name, text)
        for name in ("banned", "pinned", "resting", "weights"):
            self._add(name, form)
        self._add_pair(form)

    def _drop(self, name: str, text: str) -> None:
        self._touched = True

        def is_it(card: str) -> bool:
            return card_id(card, self._catalog) == text or card == text

        if name in ("banned", "pinned"):
            cards = self._kept.get(name) or []
            self._kept[name] = [card for card in cards if not is_it(card)]
        elif name == "resting":
            rest = self._wishes.get("recently_played") or {"cards": []}
            rest["cards"] = [card for card in rest["cards"] if not is_it(card)]
            if not rest["cards"]:
                self._wishes.pop("recently_played", None)
        elif name == "weights":
            weights = self._wishes.get("weights") or {}
            for card in [card for card in weights if is_it(card)]:
                del weights[card]
        else:
            pairs = self._wishes.get("not_together") or []
            self._wishes["not_together"] = [
                pair for pair in pairs if pair_code(pair, self._catalog) != text
            ]

    def _add(self, name: str, form: Mapping[str, str]) -> None:
        """Add the cards that are named; names nobody knows stay in the field, and why."""
        field = f"add.{name}"
        typed = split_names(form.get(field, "")[: MOST_TYPED * LONGEST_NAME])[:MOST_TYPED]
        found, left = [], []
        for text in typed:
            thing = self._named(
                field, text, form.get(f"pick.{name}", ""), name in ("banned", "pinned")
            )
            if thing is None:
                left.append(text[:LONGEST_NAME])
            else:
                found.append(thing.id)
        if left:
            self._entered[field] = ", ".join(left)
        if not found:
            return
        self._touched = True
        if name in ("banned", "pinned"):
            cards = self._kept.setdefault(name, [])
        elif name == "resting":
            cards = self._wishes.setdefault("recently_played", {"cards": [], "most": 0})["cards"]
        elif name == "weights":
            for id_ in found:
                self._try(f"weights.{id_}", form.get("add.weights.as", "") or "2")
            return
        known = {card_id(card, self._catalog) for card in cards}
        cards += [id_ for id_ in dict.fromkeys(found) if id_ not in known]
        if len(cards) > MOST_NAMES:
            self._troubles[field] = Trouble(
                _(
                    "These are {number} cards, and {most} are the most.",
                    number=len(cards),
                    most=MOST_NAMES,
                )
            )
            del cards[MOST_NAMES:]

    def _add_pair(self, form: Mapping[str, str]) -> None:
        fields = ("add.not_together.1", "add.not_together.2")
        typed = [form.get(field, "").strip() for field in fields]
        if not any(typed):
            return
        found = []
        for field, text in zip(fields, typed, strict=True):
            if text:
                found.append(self._named(field, text, form.get(f"pick{field[3:]}", ""), False))
            else:
                found.append(None)
                self._troubles[field] = Trouble(_("Name the other card of the two as well."))
        one, other = found
        pairs = self._wishes.setdefault("not_together", [])
        if one is not None and one is other:
            self._troubles[fields[1]] = Trouble(_("This is the same card twice. Name another one."))
        elif one and other and len(pairs) >= MOST_PAIRS:
            self._troubles[fields[0]] = Trouble(
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
            self._troubles.setdefault(field, Trouble(_name_trouble(problem, near), near))
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
                self._troubles.setdefault(field, Trouble(says, (mixed.name,)))
                return None
        self._troubles.setdefault(
            field,
            Trouble(
                _("{card} is neither a Kingdom pile nor a landscape.", card=thing.name)
                if landscapes
                else _("{card} is no Kingdom pile.", card=thing.name)
            ),
        )
        return None


_FIELDS = (
    *("boxes_used", "boxes_used.min", "boxes_used.max"),
    *("landscapes", "landscapes.min", "landscapes.max", "landscapes.max_ways", "landscapes.always"),
    *(f"landscapes.kinds.{kind}" for kind in MAIN_LANDSCAPES),
    *("attack_needs_answer", "min_per_used_box", "random_boxes", "potion_cards"),
    *("black_market_size", "recently_played.most"),
    *(f"draws.{key}" for key in DRAWS),
)


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
    raise _Refused(
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
    raise _Refused(_("This is no weight. Take one of the list."))


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
