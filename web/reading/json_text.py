"""Writes JSON text, and parses it more strictly than Python: depth, doubled keys, NaN."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any, NoReturn

from setup_rules.budget import give_way
from setup_rules.names import shorten
from setup_rules.sentences import Code, Sentence, say

DEEPEST = 32
"""Lists and objects within each other in one text; the file of a full household has seven.

How deep Python itself reads differs by its version and by what is on the stack already.
"""
_BRACKETS = re.compile(r'(?:"(?:[^"\\]++|\\.)*+"?|[^]["{}]++)*+([][{}]*+)', re.DOTALL)
"""The next brackets, after strings, whole or cut off, and all else that opens and closes none."""
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class BadJson(Exception):
    """A text that is no JSON; `message` says why."""

    def __init__(self, message: Sentence) -> None:
        self.message = message
        super().__init__(message)


THE_BODY = say("The body")
_JSON_FAULTS: dict[str, Sentence] = {
    sentence: sentence
    for sentence in (
        say("Expecting value"),
        say("Expecting ',' delimiter"),
        say("Expecting ':' delimiter"),
        say("Expecting property name enclosed in double quotes"),
        say("Extra data"),
        say("Illegal trailing comma before end of array"),
        say("Illegal trailing comma before end of object"),
        say("Invalid \\escape"),
        say("Invalid \\uXXXX escape"),
        say("Invalid control character at"),
        say("Unterminated string starting at"),
    )
}
"""What Python says of a text that is no JSON."""


def parse_json(body: bytes, what: Sentence = THE_BODY) -> object:
    """The value of a JSON text in UTF-8; stricter than Python about NaN and doubled keys.

    `what` is what the text is called where it is wrong.
    """

    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJson(say("{text} isn’t encoded in UTF-8.", text=what)) from error
    if _is_too_deep(text):
        raise BadJson(say("{text} is nested too deeply.", text=what))
    try:
        return json.loads(
            text,
            parse_constant=partial(_refuse_number, what),
            object_pairs_hook=partial(_each_key_once, what),
        )
    except json.JSONDecodeError as error:
        raise BadJson(
            say(
                "{text} isn’t valid JSON: {fault} (line {line}, column {column}).",
                text=what,
                fault=_JSON_FAULTS.get(error.msg, Code(error.msg)),
                line=error.lineno,
                column=error.colno,
            )
        ) from error
    except ValueError as error:
        raise BadJson(say("{text} contains a number that’s too long.", text=what)) from error


def _refuse_number(what: Sentence, word: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads."""
    raise BadJson(
        say("{text} isn’t valid JSON: {word} isn’t a JSON number.", text=what, word=Code(word))
    )


def _each_key_once(what: Sentence, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs; a key that comes twice is refused."""
    give_way()
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            twice = say(
                "{text} has the key “{key}” twice in one object.",
                text=what,
                key=Code(shorten(key)),
            )
            raise BadJson(twice)
        values[key] = value
    return values


def _is_too_deep(text: str) -> bool:
    """Whether too many lists and objects lie within each other, also in a text that is no JSON."""
    depth = 0
    for brackets in _BRACKETS.finditer(text):
        give_way()
        for bracket in brackets[1]:
            depth += _STEPS[bracket]
            if depth > DEEPEST:
                return True
    return False


def to_bytes(answer: object) -> bytes:
    """JSON text in UTF-8: the same answer always gives the same bytes."""
    return json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
