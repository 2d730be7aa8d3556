"""The words players read keep to docs/words.md, which this test reads."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest
from babel.messages.pofile import read_po

from tools.words import ROOT, SAY

WORDS = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
JOINING = (
    *("a", "about", "after", "an", "and", "at", "because", "before", "but", "by", "for", "from"),
    *("if", "in", "into", "of", "on", "onto", "or", "than", "that", "the", "then", "to", "until"),
    *("when", "where", "which", "with", "without"),
)
"""Words that a message cannot end with unless something is joined to it."""
USERS_DOCUMENTS = (
    "README.md",
    *(
        f"docs/{name}.md"
        for name in ("the-app", "the-evening", "tournament", "printing", "running", "keeping")
    ),
)
SENTENCES = ("sentence", "says", "why", "more", "reason", "cards_need", "fix")
"""Places of messages that are filled with a sentence or clause."""
COUNTS = ("number", "minutes", "seconds")
"""Places of messages that are filled with a bare count."""
AFTER_COUNTS = (
    "and",
    "at",
    "can",
    "for",
    "here",
    "in",
    "left",
    "more",
    "of",
    "or",
    "to",
    "kB",
    "MB",
    "VP",
)
"""Words after a count that do not change with it."""
OF_PYTHON = "web/reading/json_text.py"
"""Its messages are those of Python's json module, which it looks up."""
OF_PLAYERS = "Pick for us"
"""A button that players say, as it were; "us" are they."""


def messages():
    """Every message with all its forms, and the files that say it."""
    with (ROOT / "translations" / "messages.pot").open("rb") as file:
        for message in read_po(file):
            if message.id:
                forms = message.id if isinstance(message.id, tuple) else (message.id,)
                yield forms, [where for where, _line in message.locations]


ALL = [(forms, where) for forms, where in messages() if where != [OF_PYTHON]]
TEXTS = [text for forms, _where in ALL for text in forms]


def shown(text: str) -> str:
    """A message without its tags."""
    return re.sub("<[^>]*>", "", text)


def prose(name: str) -> str:
    """A document of the users without code, tables of settings and addresses of links."""
    text = re.sub("```.*?```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"`[^`\n]*`|\]\([^)]*\)|^    .*$", "", text, flags=re.MULTILINE)
    return text.replace(OF_PLAYERS, "")


def banned() -> list[str]:
    """What docs/words.md sets in `code` under Never and in the last column of its table."""
    never = WORDS.partition("## Never")[2].partition("## Terms")[0]
    rows = [line.split("|")[-2] for line in WORDS.splitlines() if line.startswith("|")]
    quoted = re.findall("`([^`]+)`", never) + re.findall("`([^`]+)`", " ".join(rows))
    return sorted({word for word in quoted if "/" not in word})


PROSE = [prose(name) for name in USERS_DOCUMENTS]


def finds(word: str, text: str) -> bool:
    """Whether a text has these words; `is no longer` is another thing than `is no`."""
    return bool(re.search(rf"(?<![\w’-]){word}(?![\w’-])(?! longer)", text, re.IGNORECASE))


def test_words_are_read_from_the_document():
    assert {"is no", "mend", "strike", "deal", "we", "crib"} <= set(banned())
    assert len(banned()) > 50


@pytest.mark.parametrize("word", banned())
def test_words_that_are_never_used(word):
    assert [text for text in TEXTS if finds(word, shown(text)) and text != OF_PLAYERS] == []
    lines = [line for text in (RULES, *PROSE) for line in text.splitlines()]
    assert [line for line in lines if finds(word, line)] == []


def test_a_message_is_whole():
    """Nothing is joined to a message that ends in the middle of a sentence."""
    ends = [(text, shown(text).split()[-1]) for text in TEXTS if shown(text).split()]
    assert [text for text, last in ends if text[0].islower() and last in JOINING] == []
    assert [text for text in TEXTS if shown(text).strip() in JOINING] == []


def test_a_message_joins_no_others():
    """What is a sentence of its own stands before or after a message, not two of them within."""
    places = {text: set(re.findall(r"\{(\w+)\}", text)) & set(SENTENCES) for text in TEXTS}
    assert {text: both for text, both in places.items() if len(both) > 1} == {}


def says_something(function: ast.FunctionDef) -> bool:
    """Whether a function has a message in it."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(func, ast.Name) and func.id in SAY for func in calls)


def test_every_message_is_said_by_something_in_use():
    """Functions and macros with messages are named elsewhere in the program."""
    sources = [*(ROOT / "web").rglob("*.py"), *(ROOT / "setup_rules").rglob("*.py")]
    pages = list((ROOT / "templates").rglob("*.html"))
    texts = {path: path.read_text(encoding="utf-8") for path in (*sources, *pages)}
    named = Counter(re.findall(r"\w+", "\n".join(texts.values())))
    functions = {
        node.name
        for path in sources
        for node in ast.walk(ast.parse(texts[path]))
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and says_something(node)
    }
    macros = {name for path in pages for name in re.findall(r"macro (\w+)\(", texts[path])}
    assert len(functions) > 100
    unnamed = {name for name in functions | macros if named[name] < 2}
    assert {name for name in unnamed if not name.startswith("validate_")} == set()  # of WTForms


def test_apostrophes_and_quotation_marks_are_curly():
    assert [text for text in TEXTS if re.search("[\"'`]", shown(text))] == []


def test_percent_has_no_space():
    assert [text for text in TEXTS if re.search(r"\s%", text)] == []


def test_a_noun_after_a_count_has_its_plural_forms():
    places = rf"\{{(?:{'|'.join(COUNTS)})\}}(?:</b>)? ([A-Za-z]+)"
    single = [forms[0] for forms, _where in ALL if len(forms) == 1]
    nouns = {text: set(re.findall(places, text)) - set(AFTER_COUNTS) for text in single}
    assert {text: quoted for text, quoted in nouns.items() if quoted} == {}
