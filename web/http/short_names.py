"""Shorter names for what only a style sheet or a script itself knows: phones wait for bytes.

A script is read by its tokens alone. So names are left as they are where that could matter: after
a dot, as the key of an object, in patterns and in templates. For the same reason a script of ours
must not call a thing of its own like one of the browser's that it uses, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_letters, ascii_lowercase
from typing import NamedTuple

PROPERTY = re.compile(r"--[a-z][\w-]*")
TOKEN = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`"""  # texts
    r"""|(?<=\()/(?:[^/\\]|\\.)+/\w*"""  # a pattern as the first argument
    r"""|[A-Za-z_$][\w$]*|\d[\w.]*|\.\.\.|=>|\?\.|\s+|.""",
    re.DOTALL,
)
NAME = re.compile(r"[A-Za-z_$][\w$]*")
BEFORE_A_BLOCK = ("", "=>", ")", ";", "{", "}", "else", "try", "catch", "finally")


def short_properties(css: str) -> str:
    """A style sheet with custom properties of a letter or two."""
    short = _shortened(Counter(PROPERTY.findall(css)), frozenset())
    return PROPERTY.sub(lambda found: f"--{short[found[0]]}", css)


def short_locals(script: str) -> str:
    """A script, already without comments, with a letter or two for its constants and the like."""
    tokens = TOKEN.findall(script)
    words = tuple(_words(tokens))
    fixed = {word.name for word in words if word.in_pattern}
    fixed.update(name for token in tokens if token[0] == "`" for name in NAME.findall(token))
    used = Counter(word.name for word in words if word.is_variable)
    own = _declared(tokens) - fixed
    short = _shortened({name: used[name] for name in own}, frozenset(NAME.findall(script)) - own)
    for word in words:
        if word.is_variable:
            tokens[word.at] = short.get(word.name, word.name)
    return "".join(tokens)


class _Word(NamedTuple):
    at: int
    name: str
    is_variable: bool
    in_pattern: bool
    """Stands for itself in an object or where one is taken apart: `{ name }`."""


def _words(tokens: list[str]) -> Iterator[_Word]:
    solid = [at for at, token in enumerate(tokens) if not token.isspace()]
    brackets = [True]  # whether each that is open is a block or no brace at all
    before = ""
    for at, following in zip(solid, [*solid[1:], -1], strict=True):
        token, after = tokens[at], tokens[following] if following >= 0 else ""
        if token in ("{", "(", "["):
            brackets.append(token != "{" or before in BEFORE_A_BLOCK)
        elif token in ("}", ")", "]"):
            brackets.pop()
        elif NAME.fullmatch(token):
            inside = not brackets[-1] and before in ("{", ",")
            is_key = inside and after == ":"
            yield _Word(
                at,
                token,
                is_variable=before not in (".", "?.") and not is_key,
                in_pattern=inside and not is_key,
            )
        before = token


def _declared(tokens: list[str]) -> set[str]:
    """What is declared by `const` or `let`, and the parameters of arrow functions."""
    names: set[str] = set()
    depth, ends, expected = 0, [0], False
    for token in tokens:
        if token in ("const", "let"):
            ends.append(depth)
            expected = True
        elif expected and NAME.fullmatch(token):
            names.add(token)
            expected = False
        elif token in ("(", "[", "{"):
            depth += 1
            expected = False
        elif token in (")", "]", "}"):
            depth -= 1
            if depth < ends[-1]:
                ends.pop()
        elif token == ";" and depth == ends[-1] and len(ends) > 1:
            ends.pop()
        elif token == "," and depth == ends[-1] and len(ends) > 1:
            expected = True
    script = "".join("''" if token[0] in "'\"`" else token for token in tokens)
    for parameters in re.findall(r"\(([^()]*)\)=>", script):
        names.update(re.findall(r"(?:^|,)([\w$]+)", parameters))
    return names


def _shortened(uses: Mapping[str, int], taken: frozenset[str]) -> dict[str, str]:
    """The shortest names for those used most."""
    letters = [*ascii_letters, *map("".join, product(ascii_lowercase, repeat=2))]
    free = (name for name in letters if name not in taken and name not in ("do", "if", "in", "of"))
    ranked = sorted(uses, key=lambda name: (-uses[name], name))
    return dict(zip(ranked, free, strict=False))
