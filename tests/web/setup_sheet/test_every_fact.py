"""Every fact of a SetupSheet is on the kingdom page, or one it leads to, and on the printed sheet.

A setup card has all but what `left_out` names, and leaves out each of these somewhere.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from html import escape, unescape
from itertools import chain
from random import Random
from typing import Any

import pytest

from app import create_app
from setup_rules.chance import Chance
from setup_rules.collection import gather
from setup_rules.draw.completion import Dealing, deal
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from tests.builders import ALL_BOXES, CATALOG
from tests.web.printing.test_setup_sheet import SHEETS
from web.draw.published import asked_for
from web.fix.kingdom_fixes import problems_of
from web.language.card_names import naming
from web.links.kingdom_link import link_for
from web.printing.cards.cards import cards_html
from web.printing.hatching import INK
from web.printing.left_out import LEFT_OUT_OF_CARDS
from web.printing.sheet.document import sheet_html
from web.setup_sheet.glyphs import GLYPHS
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import SetupSheet, setup_sheet

READER = NameStyle(naming(CATALOG, "en"), beside=False)
KEYS = {
    *("id", "item", "glyph", "glyphs", "colours", "colour", "bands", "kind", "swap", "swap_label"),
    *("key", "title", "shape", "box", "token", "words", "edition", "trash_count"),
    *("printed_types", "tag_ids"),
}
"""Fields that name something for the program, or that repeat another field in another form."""
FORMS = {
    "added": "tags",
    "deck_cards": "note",
    "glyph": "word",
    "letters": "name",
    "mark": "role",
    "short": "text",
    "short_place": "place",
    "shuffle": "text",
    "text": "pile",
}
"""Fields that say the same as another one, where there is less room."""


def published() -> Iterator[PlanRequest]:
    for place, kingdom in enumerate(list(CATALOG.published.values())[::25]):
        boxes = tuple(dict.fromkeys((*kingdom.some_boxes, "base-cards")))
        yield asked_for(kingdom, 2 + place % 5, boxes)


def drawn() -> Iterator[PlanRequest]:
    shelf = gather(CATALOG, ALL_BOXES)
    for seed in range(6):
        dice = Random(seed)
        piles = tuple(dice.sample(sorted(CATALOG.cards.values(), key=lambda card: card.id), 10))
        kingdom = deal(Kingdom(piles=piles), 2 + seed % 5, shelf, Dealing(), Chance(str(seed)))
        yield PlanRequest(kingdom.kingdom, 2 + seed % 5, tuple(ALL_BOXES), None)


SAMPLE = (*published(), *drawn(), *SHEETS.values())


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("facts")
    app = create_app({"DATABASE": folder / "piles.db", "RATE_LIMITS": False})
    with app.test_request_context():
        yield app.test_client()


def facts(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each text and number in a SetupSheet: its path, and the forms in which it may stand."""
    if isinstance(value, bool | Enum | None.__class__):
        return
    if isinstance(value, str | int):
        if str(value):
            yield ".".join(path), (str(value),)
        return
    names = [field.name for field in fields(value)] if is_dataclass(value) else ()
    names = names or getattr(value, "_fields", ())
    if not names:
        for each in value:
            yield from facts(each, path)
        return
    for name in names:
        if name in KEYS or FORMS.get(name) in names:
            continue
        forms = {form: getattr(value, form) for form in names if FORMS.get(form) == name}
        if "glyph" in forms:
            forms["glyph"] = glyph_sign(forms["glyph"])
        for where, texts in facts(getattr(value, name), (*path, name)):
            yield where, (*texts, *(str(form) for form in forms.values() if form))


def glyph_sign(glyph: str) -> str:
    """What stands for a drawn glyph when markup is read."""
    return f"drawn {glyph}"


def plain(markup: str) -> str:
    """The letters and digits that are read, so that it does not matter where lines break."""
    text = re.sub("<(style|script).*?</\\1>", "", markup, flags=re.DOTALL)
    text = re.sub('<path transform="[^"]*"', "<path", text)
    for name, drawing in GLYPHS.items():
        for ink in ("currentColor", INK):
            text = text.replace(drawing.replace("currentColor", ink), glyph_sign(name))
    text = re.sub('<[^>]*?(?:aria-label|data-left)="([^"]*)"[^>]*>', r"\1", text)
    return re.sub(r"[\W_]", "", unescape(re.sub("<[^>]*>", "", text)))


def missing(sheet: object, markup: str) -> set[tuple[str, str]]:
    """Facts that are not there, each with its path."""
    text = plain(markup)
    return {
        (path, texts[0])
        for path, texts in facts(sheet)
        if not any(plain(each) in text for each in texts)
    }


def to_set_up(sheet: SetupSheet) -> SetupSheet:
    """The facts about setting up: not how draws can be decided, nor what to do after the game."""
    draws = tuple(draw._replace(ways=()) for draw in sheet.draws)
    return replace(sheet, draws=draws, fetch=sheet.fetch._replace(sides=sheet.fetch.sides[:1]))


@pytest.mark.parametrize("sample", SAMPLE, ids=lambda sample: sample.kingdom.piles[0].id)
class TestEveryFact:
    def test_is_on_the_kingdom_page_or_one_it_leads_to(self, client, sample):
        link = link_for(*sample)
        parts = [link.replace("?", f"/{part}?", 1) for part in ("table", "draws")]
        page = client.get(link).text
        sheet = setup_sheet(sample, CATALOG, READER)
        shown = "".join((page, *(client.get(part).text for part in parts)))
        assert missing(replace(sheet, problems=()), shown) == set()
        assert escape(parts[0]) in page
        assert (escape(parts[1]) in page) == any(draw.ways for draw in sheet.draws)
        with client.application.test_request_context():
            problems = problems_of(sample).problems if sheet.problems else ()
        shown = plain(page)
        assert [one.what for one in problems if plain(one.what) not in shown] == []
        assert [one.why for one in problems if plain(one.why) not in shown] == []

    def test_that_is_about_setting_up_is_on_the_printed_sheet(self, client, sample):
        html = sheet_html(sample, CATALOG, "a4", READER, "http://localhost/k/4F7K2Q", "4F7K2Q")
        left_out = missing(to_set_up(setup_sheet(sample, CATALOG, READER)), html)
        if 'class="run"' in html:  # so full that what lies beside the Supply is only named
            left_out = {(path, text) for path, text in left_out if path != "extras.types.word"}
        assert left_out == set()


def test_a_card_leaves_out_exactly_what_its_list_says(client):
    left_out = set()
    for sample in SAMPLE:
        html = cards_html([(sample, "4F7K2Q")], CATALOG, "a4", "duplex", READER)
        if "see the sheet" not in html:
            left_out |= {
                path for path, _text in missing(setup_sheet(sample, CATALOG, READER), html)
            }
    assert sorted(left_out) == sorted(chain.from_iterable(LEFT_OUT_OF_CARDS.values()))
