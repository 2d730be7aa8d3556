"""No style sheet and no script needs more than the oldest browsers that README names.

The tables hold what is newer than one of them, with the first version that has it, as MDN says.
What is older than all three needs no line here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

ROOT = Path(__file__).resolve().parents[2]
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = [*sorted((ROOT / "static" / "js").glob("*.js")), ROOT / "static" / "sw.js"]
NEVER = 999.0


class Since(NamedTuple):
    """The first versions that know a feature."""

    safari: float
    firefox: float
    chrome: float


OLDEST = Since(16.4, 115, 110)

VALUES = {
    "light-dark(": Since(17.5, 120, 123),
    "color-mix(": Since(16.2, 113, 111),
    "(from ": Since(16.4, 128, 119),
    "anchor(": Since(26, 147, 125),
    "round(": Since(15.4, 118, 125),
    "linear(": Since(17.2, 112, 113),
    "contrast-color(": Since(26, 146, NEVER),
    "calc-size(": Since(NEVER, NEVER, 129),
}
SELECTORS = {
    ":has(": Since(15.4, 121, 105),
    "::details-content": Since(18.4, 143, 131),
    ":user-valid": Since(16.5, 88, 119),
    ":user-invalid": Since(16.5, 88, 119),
    ":popover-open": Since(17, 125, 114),
    ":open": Since(26.5, 136, 133),
    ":state(": Since(17.4, 126, 125),
    "&": Since(17.2, 117, 120),
}
PROPERTIES = {
    "hyphens": Since(17, 43, 55),
    "print-color-adjust": Since(15.4, 97, 136),
    "user-select": Since(NEVER, 69, 54),
    "text-wrap": Since(17.5, 121, 114),
    "field-sizing": Since(26.2, NEVER, 123),
    "content-visibility": Since(18, 125, 85),
    "interpolate-size": Since(NEVER, NEVER, 129),
    "scrollbar-width": Since(18.2, 64, 121),
    "scrollbar-color": Since(26.2, 64, 121),
    "view-transition-name": Since(18, 144, 111),
    "position-anchor": Since(26, 147, 125),
}
AT_RULES = {
    "starting-style": Since(17.5, 129, 117),
    "scope": Since(17.4, 146, 118),
    "property": Since(16.4, 128, 85),
    "view-transition": Since(18.2, NEVER, 126),
}
REFINEMENTS = {"text-wrap", "content-visibility"}
"""Properties without which lines break less evenly, and nothing else."""
SCRIPT_FEATURES = {
    r"new FormData\([^()]*,": Since(16.4, 111, 112),
    r"\.aria[A-Z]\w+": Since(12.1, 119, 81),
    r"\bkeepalive\b": Since(13, 133, 66),
    r"\bAbortSignal\.any\b": Since(17.4, 124, 116),
    r"\bcheckVisibility\b": Since(17.4, 106, 105),
    r"\b(Object|Map)\.groupBy\b": Since(17.4, 119, 117),
    r"\bPromise\.(withResolvers|try)\b": Since(17.4, 121, 119),
    r"\bArray\.fromAsync\b": Since(16.4, 115, 121),
    r"\b(URL\.canParse|isWellFormed)\b": Since(17, 119, 120),
    r"\b(isSubsetOf|symmetricDifference)\b": Since(17, 127, 122),
    r"\b(show|hide|toggle)Popover\b": Since(17, 125, 114),
    r"\bstartViewTransition\b": Since(18, 144, 111),
    r"\b(setHTML|setHTMLUnsafe|parseHTMLUnsafe)\b": Since(17.4, 123, 124),
    r"\brequestIdleCallback\b": Since(NEVER, 55, 47),
    r"\bscrollend\b": Since(26.2, 109, 114),
    r"\bRegExp\.escape\b": Since(18.2, 134, 136),
    r"\bwindow\.navigation\b|\bnavigation\.(navigate|addEventListener)\b": Since(26.2, 147, 102),
}
INSTEAD = {r"\bkeepalive\b": "navigator.sendBeacon"}
"""What a script that uses a feature must also use, for browsers without it."""


def newer(feature: Since) -> bool:
    """Whether one of the oldest browsers lacks it."""
    return any(first > oldest for first, oldest in zip(feature, OLDEST, strict=True))


def named(features: dict[str, Since], text: str) -> list[str]:
    return [name for name, since in features.items() if newer(since) and name in text]


class Rule(NamedTuple):
    """A rule with the conditions of the @supports around it."""

    selectors: str
    declarations: Sequence[Declaration]
    supports: str

    def faults(self) -> Iterator[str]:
        yield from self._selector_faults()
        for at, declaration in enumerate(self.declarations):
            value = tinycss2.serialize(declaration.value)
            for name in named(VALUES, value):
                if not self._supported(name) and not self._said_before(at, name, value):
                    yield f"{self.selectors} {{ {declaration.name}: {value} }}: {name}"
            new = declaration.name in PROPERTIES and newer(PROPERTIES[declaration.name])
            if new and declaration.name not in REFINEMENTS and not self._prefixed(declaration):
                yield f"{self.selectors} {{ {declaration.name} }}"

    def _selector_faults(self) -> Iterator[str]:
        """A browser leaves out a whole rule for one selector that it does not know."""
        each = split(self.selectors)
        for name in named(SELECTORS, self.selectors):
            if name not in self.supports and not all(name in one for one in each):
                yield f"{self.selectors}: {name} beside selectors that all browsers know"

    def _supported(self, name: str) -> bool:
        """What @supports asks for is this, or came to every browser no earlier than this."""
        return any(
            all(asked >= first for asked, first in zip(since, VALUES[name], strict=True))
            for other, since in VALUES.items()
            if other in self.supports
        )

    def _said_before(self, at: int, name: str, value: str) -> bool:
        """With var() in it a browser takes any value, and finds out too late to fall back."""
        before = [one for one in self.declarations[:at] if one.name == self.declarations[at].name]
        plain = any(name not in tinycss2.serialize(one.value) for one in before)
        return plain and "var(" not in value and not self.declarations[at].name.startswith("--")

    def _prefixed(self, declaration: Declaration) -> bool:
        return any(one.name == f"-webkit-{declaration.name}" for one in self.declarations)


def split(selectors: str) -> list[str]:
    """The selectors of a list; commas inside brackets separate nothing."""
    parts, depth = [""], 0
    for letter in selectors:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def rules(nodes: Sequence[Node], supports: str = "") -> Iterator[Rule | str]:
    """All rules of a style sheet, and the names of at-rules that are too new."""
    for node in nodes:
        if isinstance(node, QualifiedRule):
            faults = tinycss2.parse_blocks_contents(node.content, True, True)
            declarations = [one for one in faults if isinstance(one, Declaration)]
            yield Rule(tinycss2.serialize(node.prelude).strip(), declarations, supports)
        elif isinstance(node, AtRule):
            name = node.lower_at_keyword
            if name in AT_RULES and newer(AT_RULES[name]):
                yield f"@{name}"
            if node.content and name in ("media", "supports", "container", "layer"):
                condition = tinycss2.serialize(node.prelude) if name == "supports" else ""
                known = condition if not condition.strip().startswith("not") else ""
                inside = tinycss2.parse_rule_list(node.content, True, True)
                yield from rules(inside, supports + known)


def faults_of(sheet: str) -> list[str]:
    faults: list[str] = []
    for rule in rules(tinycss2.parse_stylesheet(sheet, True, True)):
        faults += [rule] if isinstance(rule, str) else rule.faults()
    return faults


def script_faults(script: str) -> list[str]:
    code = re.sub(r"^\s*//.*$", "", script, flags=re.M)
    return [
        pattern
        for pattern, since in SCRIPT_FEATURES.items()
        if newer(since) and re.search(pattern, code) and INSTEAD.get(pattern, "\0") not in code
    ]


class TestStyleSheets:
    @pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
    def test_look_whole_in_the_oldest_browsers(self, sheet):
        assert faults_of(sheet.read_text(encoding="utf-8")) == []

    @pytest.mark.parametrize(
        "sheet",
        [
            "a { color: light-dark(red, blue) }",
            "a { --a: red; --a: light-dark(red, blue) }",
            "a { color: red; color: color-mix(in srgb, var(--a), red) }",
            "a, b:has(c) { color: red }",
            "@supports not selector(:has(a)) { a, b:has(c) { color: red } }",
            "a { hyphens: auto }",
            "@media print { @starting-style { a { color: red } } }",
        ],
    )
    def test_without_a_fallback_are_found(self, sheet):
        assert faults_of(sheet)

    @pytest.mark.parametrize(
        "sheet",
        [
            "a { color: red; color: light-dark(red, blue) }",
            "@supports (color: light-dark(red, red)) { a { --a: light-dark(red, blue) } }",
            "@supports selector(:has(a)) { @media print { a, b:has(c) { color: red } } }",
            "a { -webkit-hyphens: auto; hyphens: auto }",
        ],
    )
    def test_with_a_fallback_are_not(self, sheet):
        assert faults_of(sheet) == []

    def test_say_dark_the_same_twice(self):
        """Once for those who chose it, once for those whose phone did."""
        sheet = (ROOT / "static" / "css" / "base.css").read_text(encoding="utf-8")
        chosen, by_phone = (
            {one.name: tinycss2.serialize(one.value) for one in rule.declarations}
            for rule in rules(tinycss2.parse_stylesheet(sheet, True, True))
            if isinstance(rule, Rule)
            and rule.selectors in ("[data-theme=dark]", "[data-theme=auto]")
        )
        assert chosen == by_phone


class TestScripts:
    @pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
    def test_run_in_the_oldest_browsers(self, script):
        assert script_faults(script.read_text(encoding="utf-8")) == []

    @pytest.mark.parametrize(
        "script",
        [
            "new FormData(form, button)",
            "link.ariaCurrent = 'step'",
            "fetch('/', { keepalive: true })",
        ],
    )
    def test_that_do_not_are_found(self, script):
        assert script_faults(script)


def test_readme_names_the_oldest_browsers():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Safari 16.4, Firefox 115 and Chrome 110" in readme
    assert OLDEST == (16.4, 115, 110)
