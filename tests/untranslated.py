"""Looks through texts of the engine for English that no translator would ever see."""

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from setup_rules.other_prosperity import load_other_prosperity
from setup_rules.sentences import Code, Sentence, TextRow
from tests.builders import CATALOG

POT = Path(__file__).resolve().parent.parent / "translations" / "messages.pot"


@cache
def translatable() -> frozenset[str]:
    """Every message of translations/messages.pot; of those with a number both forms."""
    with POT.open("rb") as file:
        messages = [message.id for message in read_po(file) if message.id]
    return frozenset(text for id_ in messages for text in ((id_,) if isinstance(id_, str) else id_))


@cache
def names() -> frozenset[str]:
    """Whatever is printed as a name: cards, landscapes, boxes, kingdoms, tiles, people."""
    boxes = CATALOG.boxes.values()
    other = load_other_prosperity()
    published = CATALOG.published.values()
    return frozenset(
        (
            *CATALOG.by_name,
            *(box.name for box in boxes),
            *(box.title for box in boxes),
            *(kingdom.name for kingdom in published),
            *(tile.name for tile in (*other.undated, *other.dated)),
            *other.designers,
        )
    )


def untranslated(text: str) -> list[str]:
    """The parts of a text that stay English whatever language is spoken."""
    if isinstance(text, TextRow):
        return [left for part in text.parts for left in _untranslated_value(part)]
    if not isinstance(text, Sentence):
        return [text] if text else []
    forms = (text.template, text.plural) if text.plural else (text.template,)
    left = [form for form in forms if form not in translatable()]
    return left + [part for value in text.values.values() for part in _untranslated_value(value)]


def _untranslated_value(value: object) -> list[str]:
    if isinstance(value, Sentence | TextRow):
        return untranslated(value)
    if not isinstance(value, str) or isinstance(value, Code) or _is_name(value):
        return []
    return [value]


def _is_name(text: str) -> bool:
    return text in names() or all(
        part in names() or part in translatable() for part in text.replace(": ", "/").split("/")
    )
