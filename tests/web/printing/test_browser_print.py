"""The browser's own print, for where Pango is missing: readable, without what is for a screen."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from tests.web.furnished import LINK

pytestmark = pytest.mark.browser
BOXES = ("dominion-1e",)


def printed(page, address):
    """The pages as text, of a phone that likes it dark."""
    page.goto(address)
    pdf = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "10mm"))
    return PdfReader(io.BytesIO(pdf)).pages


def test_a_kingdom_is_two_pages_with_its_picture_at_full_width_and_no_buttons(phone):
    page = phone(BOXES, color_scheme="dark")
    pages = printed(page, LINK)
    first, picture = (sheet.extract_text() for sheet in pages)
    for card in ("Cellar", "Workshop", "Copper"):
        assert card in first
        assert card in picture
    assert "Province" in first
    for button in ("Redraw", "Share", "Save ticks", "Pick for us", "Log the game"):
        assert button not in first + picture
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 717, "height": 1046})  # 190 mm, as wide as A4 leaves
    assert page.locator(".table").bounding_box()["width"] > 700


@pytest.mark.parametrize("address", ["/shelf", "/night"])
def test_nothing_is_docked_over_other_pages(phone, address):
    page = phone(BOXES)
    text = "".join(sheet.extract_text() for sheet in printed(page, address))
    assert "Draw ten piles" not in text
    assert "Plan the night" not in text
    page.emulate_media(media="print")
    assert page.locator(".dock:visible").count() == 0


def test_a_shelf_lists_what_is_there_in_ink(phone):
    page = phone(BOXES)
    (sheet,) = printed(page, "/shelf")
    assert "Dominion" in sheet.extract_text()
    assert "Seaside" not in sheet.extract_text()
    page.emulate_media(media="print")
    assert page.locator(".shelves .back:visible").evaluate_all(
        "spines => spines.map(spine => getComputedStyle(spine).printColorAdjust)"
    ) == ["exact"]
