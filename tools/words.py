"""Makes translations/messages.pot, all that can be translated; --check says whether it is fresh.

Every language keeps what it has translated; new sentences are empty in its file, and so are shown
in English until somebody writes them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog as Words
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.catalog import Catalog, load_catalog
from setup_rules.fetch import DECK, TRASH
from setup_rules.rule_index import rules_of
from setup_rules.rules import RULEBOOKS, SCORE_RULES, TOKEN_VALUES

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "translations" / "messages.pot"
SAY = {
    "_": 1,
    "gettext": 1,
    "rich": 1,
    "note": 1,
    "say": 1,
    "Plural": 2,
    "ngettext": 2,
    "rich_number": 2,
    "say_number": 2,
    "pgettext": 2,
}
"""The functions whose first arguments are sentences, and how many of them."""
LEFT_OUT = tuple(
    f'"{field}'
    for field in (
        *("POT-Creation-Date", "PO-Revision-Date", "Generated-By"),
        *("Last-Translator", "Language-Team", "Report-Msgid-Bugs-To"),
    )
)
"""Lines of the head that say nothing, or that differ from one day and machine to the next."""
HEAD = """\
# Every sentence and word of Ten Piles that a page can show. Made by `make words`; do not edit.
# docs/adding-a-language.md tells how to translate it."""


class Meant(str):
    """A word that has several meanings in English, and which one is meant here."""

    __slots__ = ("context",)
    context: str


class Message(NamedTuple):
    """One message: the sentence, or its forms for one and for many."""

    message: str | tuple[str, str]
    where: str
    about: str = ""


def words(catalog: Catalog) -> bytes:
    """The whole file."""
    po = Words(header_comment=HEAD, project="Ten Piles", version="1", fuzzy=False)
    for word in (*_in_code(), *_in_templates(), *_in_data(catalog)):
        po.add(
            word.message,
            context=word.message.context if isinstance(word.message, Meant) else None,
            locations=[(word.where, 1)],
            auto_comments=[word.about] if word.about else [],
        )
    return written(po)


def brought_up_to_date(file: Path, template: Words) -> bytes:
    """A language's file with all sentences of today in their order, and no others."""
    language = file.stem
    with file.open("rb") as text:
        known = read_po(text, locale=language)
    head = known.header_comment
    po = Words(language, header_comment=head, project="Ten Piles", version="1", fuzzy=False)
    for message in template:
        if message.id:
            before = known.get(message.id, message.context) or known.get(message.id)
            # A message that has become a counted one needs new forms.
            stays = before and isinstance(before.id, str) == isinstance(message.id, str)
            po.add(
                message.id,
                before.string if stays else "",
                context=message.context,
                locations=message.locations,
                auto_comments=message.auto_comments,
            )
    return written(po)


def written(po: Words) -> bytes:
    """A file without what would differ from one day and machine to the next."""
    text = BytesIO()
    write_po(text, po, width=100, include_lineno=False)
    lines = text.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(LEFT_OUT)).encode()


def _in_code() -> Iterator[Message]:
    rooms = (ROOT / "setup_rules", ROOT / "web")
    for path in (ROOT / "app.py", *(path for room in rooms for path in sorted(room.rglob("*.py")))):
        where = path.relative_to(ROOT).as_posix()
        for message in messages_in(path.read_text(encoding="utf-8")):
            yield Message(message, where)


def messages_in(source: str) -> Iterator[str | tuple[str, str]]:
    """The sentences a module says, as far as they are written out in it."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        arguments = [arg.value for arg in call.args if isinstance(arg, ast.Constant)][
            : SAY.get(name, 0)
        ]
        yield from _message(name, arguments)


def _message(name: str, arguments: Iterable[object]) -> Iterator[str | tuple[str, str]]:
    texts = [text for text in arguments if isinstance(text, str) and text]
    if not texts or len(texts) != SAY.get(name, 0):
        return
    if name == "pgettext":
        meant = Meant(texts[1])
        meant.context = texts[0]
        yield meant
    else:
        yield (texts[0], texts[1]) if len(texts) == 2 else texts[0]


def _in_templates() -> Iterator[Message]:
    reader = Environment()  # noqa: S701  nothing is rendered
    for path in sorted((ROOT / "templates").rglob("*.html")):
        where = path.relative_to(ROOT).as_posix()
        tree = reader.parse(path.read_text(encoding="utf-8"))
        for _line, name, arguments in extract_from_ast(tree, tuple(SAY)):
            given = arguments if isinstance(arguments, tuple) else (arguments,)
            for message in _message(name, given[: SAY[name]]):
                yield Message(message, where)


def _in_data(catalog: Catalog) -> Iterator[Message]:
    """What the data says or names and pages show; cards have their own files of names."""
    things = (*catalog.cards.values(), *catalog.others.values(), *catalog.landscapes.values())
    cards = (*catalog.cards.values(), *catalog.others.values())
    materials = catalog.materials
    tokens = {token for material in materials for token, _count in material.player_tokens}
    tokens |= {kind for material in materials for kind in material.reserves}
    mats = {part for m in materials for mat in m.player_mats for part in mat.split("/")}
    boxes = [box.name for box in catalog.boxes.values() if box.kind not in ("promo", "update pack")]
    kinds = {*MAIN_LANDSCAPES, *(thing.kind for thing in catalog.landscapes.values())}
    books = rules_of(catalog)
    stated = (stated for book in RULEBOOKS for stated in (*book.statements, *book.piles))
    texts_by_kind = {
        "a way to decide a draw": (way.says for book in RULEBOOKS for way in book.variants),
        "a rule of setup": dict.fromkeys(
            rule.says for rule in (*stated, *books.draws, *books.in_order)
        ),
        "a rule of scoring": (rule.says for rule in SCORE_RULES.values()),
        "a box": boxes,
        "a type of cards": sorted({type_ for card in cards for type_ in card.types}),
        "a kind of landscapes": sorted(kind.capitalize() for kind in kinds),
        "cards that lie together": sorted({*catalog.groups, DECK, "Druid Boons", "Ferryman pile"}),
        "marks the trash": TRASH,
        "a mat": sorted({*mats, "Favors", "Trade Route"}),
        "a kind of token": sorted({*tokens, *TOKEN_VALUES, "Favor", "Sun"}),
        "a reminder": dict.fromkeys(
            thing.remind for thing in (*things, *materials) if getattr(thing, "remind", "")
        ),
    }
    for about, texts in texts_by_kind.items():
        for text in texts:
            yield Message(text, "data/cards", about)


def main() -> int:
    """Write the file, or with --check compare it."""
    po = words(load_catalog())
    if "--check" not in sys.argv[1:]:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_bytes(po)
        template = read_po(BytesIO(po))
        for file in sorted(FILE.parent.glob("*.po")):
            file.write_bytes(brought_up_to_date(file, template))
        return 0
    if FILE.exists() and FILE.read_bytes() == po:
        return 0
    print(f"{FILE.relative_to(ROOT)} is stale; run `make words`.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
