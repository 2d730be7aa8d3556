"""A slot is declared once, in the rulebook that brings it; everything else follows the list."""

import io
import re
import tokenize
from pathlib import Path

import pytest

from setup_rules.rules import EXTRAS, RULEBOOKS, SLOTS
from web.links.kingdom_link import ORDER, SLOTS_BY_KEY
from web.links.slot_words import slot_words
from web.own.forms import KingdomForm
from web.reading.plan_reading import CHOICES

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 3
"""Source files in which the key of a slot may stand."""
BRACKETS = ("(", "[", "{"), (")", "]", "}")
BEFORE_A_LINE = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL)
KEYS = [slot.key for slot in SLOTS]


def sources() -> list[Path]:
    python = [ROOT / "app.py", *(ROOT / "setup_rules").rglob("*.py"), *(ROOT / "web").rglob("*.py")]
    others = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]
    return [*python, *others]


def words_of_code(path: Path) -> str:
    """What a file says to the program: without comments and docstrings."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return text
    kept, last, depth = [], tokenize.NEWLINE, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        depth += (token.string in BRACKETS[0]) - (token.string in BRACKETS[1])
        is_docstring = token.type == tokenize.STRING and not depth and last in BEFORE_A_LINE
        if token.type != tokenize.COMMENT and not is_docstring:
            kept.append(token.string)
        last = token.type
    return " ".join(kept)


def test_its_key_stands_in_few_files():
    word = re.compile(rf"(?<![\w-])({'|'.join(KEYS)})(?![\w-])")
    places: dict[str, list[str]] = {key: [] for key in KEYS}
    for path in sources():
        if word.search(path.read_text("utf-8")):  # what is left when comments go takes longer
            for key in set(word.findall(words_of_code(path))):
                places[key].append(str(path.relative_to(ROOT)))
    assert [files for files in places.values() if not 1 <= len(files) <= MOST_FILES] == []


@pytest.mark.parametrize("slot", SLOTS, ids=lambda slot: slot.key)
class TestEverySlot:
    def test_has_its_own_place_and_keys(self, slot):
        others = [other for other in SLOTS if other is not slot]
        assert slot.place not in [other.place for other in others]
        assert slot.key not in [other.key for other in others]
        assert slot.link_key not in [other.link_key for other in others]

    def test_is_in_links_json_forms_and_pasted_texts(self, slot):
        assert SLOTS_BY_KEY[slot.link_key] == slot.key
        assert slot.link_key in ORDER
        assert slot.key in CHOICES.fields
        assert hasattr(KingdomForm, slot.link_key)
        assert slot_words()[slot.label.lower()] == slot.key


def test_slots_with_a_card_of_their_own_are_those_that_are_drawn():
    drawn = {draw.slot for book in RULEBOOKS for draw in book.draws}
    assert drawn == set(EXTRAS)
    assert len({slot.turn for slot in EXTRAS}) == len(EXTRAS)
