"""Makes docs/rules.md from the rules themselves; with --check only says whether it is fresh."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from setup_rules.cards import Material, OtherCard
from setup_rules.catalog import Catalog, load_catalog
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import Rule, Rulebook, SlotDraw
from setup_rules.rules import RULEBOOKS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
HEAD = """\
# Setup rules

This page is made from the rules themselves: run `make docs` after changing one; `make check`
fails while it is stale. Each rule stands under the newest rulebook that prints it and follows its
cards into every box, edition and role: the ten, the Bane, the Army pile, Ferryman's pile, the
cards of Way of the Mouse and Riverboat, the Black Market deck, the landscapes.
"""


def page(catalog: Catalog) -> str:
    """The whole page."""
    books = {book.box: book for book in RULEBOOKS if book.box}
    parts = [HEAD]
    for box in catalog.boxes.values():
        rows = [*_rows(books.get(box.id)), *_material_rows(box.id, catalog)]
        if rows:
            parts.append(
                f"## {box.title}\n\n" + _table(("rule", "says", "set off by", "source"), rows)
            )
    parts.append("## Ways to decide the draws\n\n" + _table(_VARIANT_HEAD, _variants()))
    parts.append("## Checks\n\n" + _table(("code", "says"), _checks()))
    return "\n".join(parts)


_VARIANT_HEAD = ("draw", "way", "says", "source")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _ids(ids: Iterable[str]) -> str:
    return ", ".join(f"`{id_}`" for id_ in ids)


def _rows(book: Rulebook | None) -> Iterator[tuple[str, str, str, str]]:
    if book is None:
        return
    for statement in book.statements:
        yield _ids([statement.id]), statement.says, "", statement.source
    for pile in book.piles:
        yield _ids([pile.id]), pile.says, f"piles of kind `{pile.kind}`", pile.source
    done: set[str] = set()
    stated: list[SlotDraw | Rule] = [*book.draws, *book.rules]
    for rule in stated:
        if rule.ids[0] in done:
            continue
        same = [other for other in stated if other.ids == rule.ids]
        done.update(rule.ids)
        yield _ids(rule.ids), " ".join(one.says for one in same), str(rule.when), rule.source


def _material_rows(box: str, catalog: Catalog) -> Iterator[tuple[str, str, str, str]]:
    rules = {rule.key: rule for rule in rules_of(catalog).in_order}
    for material in catalog.materials:
        if material.box == box:
            rule = rules[f"{box}/{material.name}"]
            cards = ", ".join(_who_needs(material, catalog))
            when = ", ".join(text for text in (str(rule.when), cards) if text)
            yield _ids(material.rules), material.says, when, material.source


def _who_needs(material: Material, catalog: Catalog) -> list[str]:
    return [
        thing.name
        for thing in catalog.by_name.values()
        if material in thing.needs and not (isinstance(thing, OtherCard) and thing.pile)
    ]


def _variants() -> Iterator[tuple[str, str, str, str]]:
    for book in RULEBOOKS:
        for variant in book.variants:
            draw = {"platinum_colony": "Platinum & Colony", "shelters": "Shelters"}[variant.draw]
            yield draw, f"`{variant.id}`", variant.says, variant.source


def _checks() -> Iterator[tuple[str, str]]:
    for book in sorted(RULEBOOKS, key=lambda book: bool(book.box)):
        for check in book.checks:
            yield _ids(check.codes), check.says
        for draw in book.draws:
            codes = [code for code in (draw.missing, draw.invalid, draw.empty) if code]
            yield _ids(codes), f"The slot “{draw.key}” holds {draw.wants}."


def main(arguments: list[str]) -> int:
    """Write the page, or compare it."""
    text = page(load_catalog())
    if "--check" in arguments:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            print("docs/rules.md is stale: run `make docs` and commit it.")
            return 1
        return 0
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
