"""Of a style sheet, the rules that a page has a use for: by its classes and its letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import lru_cache
from typing import NamedTuple

GROUPS = ("@media", "@container", "@supports")


class StyleRule(NamedTuple):
    """One rule, or a group of them under a condition."""

    head: str
    body: str
    needs: tuple[frozenset[str], ...]
    """The classes in each of its selectors, of one of which a page must have all.

    A font for rare letters needs their range as if that were a class.
    """
    parts: tuple[StyleRule, ...]


class StyleSheet:
    """A style sheet without comments, and the classes that scripts may add to any page."""

    def __init__(self, text: str, scripted: Set[str] = frozenset()) -> None:
        self._rules = _read_rules(text)
        self._scripted = scripted
        self._classes = _classes_in(self._rules)
        self._letters = {name: _one_of(name) for name in self._classes if name.startswith("U+")}
        self._cut = lru_cache(maxsize=100)(self._cut_to)

    def for_page(self, markup: str) -> str:
        """The rules for a page, in their order, without custom properties that none uses."""
        attributes = re.findall('class="([^"]*)"', markup)
        classes = {name for names in attributes for name in names.split()} | self._scripted
        ranges = {name for name, letter in self._letters.items() if letter.search(markup)}
        return self._cut(frozenset(classes & self._classes | ranges))

    def _cut_to(self, classes: frozenset[str]) -> str:
        text = "".join(_texts(self._rules, classes))
        used = set(re.findall(r"var\((--[\w-]+)", text))
        return re.sub(
            r"(?<=[{;])(--[\w-]+):[^;}]*;?",
            lambda declared: declared[0] if declared[1] in used else "",
            text,
        )


def _read_rules(sheet: str) -> tuple[StyleRule, ...]:
    return tuple(_read(head, body) for head, body in _blocks(sheet))


def _classes_in(rules: tuple[StyleRule, ...]) -> frozenset[str]:
    """All classes on which it hangs whether a rule is left out."""
    return frozenset(
        name for rule in rules for names in (*rule.needs, _classes_in(rule.parts)) for name in names
    )


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """What stands before and between the outer braces."""
    depth = start = opened = 0
    for brace in re.finditer("[{}]", sheet):
        depth += 1 if brace[0] == "{" else -1
        if brace[0] == "{" and depth == 1:
            opened = brace.start()
        elif depth == 0:
            yield sheet[start:opened], sheet[opened + 1 : brace.start()]
            start = brace.end()


def _read(head: str, body: str) -> StyleRule:
    if head.startswith(GROUPS):
        return StyleRule(head, body, (), _read_rules(body))
    if letters := re.search("unicode-range:([^;}]+)", body):
        return StyleRule(head, body, (frozenset({letters[1]}),), ())
    return StyleRule(head, body, tuple(_needs(head)), ())


def _one_of(ranges: str) -> re.Pattern[str]:
    """Finds a letter of a range as style sheets write it."""
    found = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
    spans = (f"{chr(int(first, 16))}-{chr(int(last or first, 16))}" for first, last in found)
    return re.compile(f"[{''.join(spans)}]")


def _needs(selectors: str) -> Iterator[frozenset[str]]:
    """What stands in brackets, as in `:not(.x)`, is no condition."""
    inner = r":[\w-]+\([^()]*\)"
    while re.search(inner, selectors):
        selectors = re.sub(inner, "", selectors)
    for selector in selectors.split(","):
        yield frozenset(re.findall(r"\.([a-z][\w-]*)", selector))


def _texts(rules: tuple[StyleRule, ...], classes: Set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.parts:
            if inside := "".join(_texts(rule.parts, classes)):
                yield f"{rule.head}{{{inside}}}"
        elif any(names <= classes for names in rule.needs):
            yield f"{rule.head}{{{rule.body}}}"
