"""Glyphs: each printed type has its picture, and a page carries just those that it shows."""

from xml.etree import ElementTree

import pytest

from setup_rules.catalog import Catalog
from web.setup_sheet.glyphs import GLYPH_OF, GLYPHS, sprite

GIVEN_PATHS = {
    "action": "M12 4.5 21.5 14v5.5L12 10l-9.5 9.5V14z",
    "attack": "M3.6 3.6 17 17M20.4 3.6 7 17M13.6 19.6l6-6M10.4 19.6l-6-6M17.4 17.4l3 3"
    "M6.6 17.4l-3 3",
    "reaction": "M4 3h16v8.2c0 5-3.6 8.3-8 10.3-4.4-2-8-5.3-8-10.3z",
    "duration": "M5.5 2h13v2.8c0 3.2-2.4 5.2-4.6 7.2 2.2 2 4.6 4 4.6 7.2V22h-13v-2.8"
    "c0-3.2 2.4-5.2 4.6-7.2-2.2-2-4.6-4-4.6-7.2z",
    "victory": "M2.5 6.5 7.6 11 12 3.5l4.4 7.5 5.1-4.5-2 10h-15zM4.6 18.3h14.8v2.4H4.6z",
    "curse": "M12 1.5c.9 4.6 6.2 8.3 6.2 14a6.2 6.2 0 0 1-12.4 0c0-5.7 5.3-9.4 6.2-14z",
    "night": "M14.8 2.2a10 10 0 1 0 7 13.4A8.3 8.3 0 0 1 14.8 2.2z",
    "ruins": "M3.5 21.5V19h2.2V8.6L8.5 6l2 2.5L13 4l2.6 5.6 2.7-1V19h2.2v2.5z",
}
"""The outlines that the design fixes to the point."""


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def printed_types(catalog: Catalog) -> set[str]:
    cards = [*catalog.cards.values(), *catalog.others.values()]
    return {type_ for card in cards for type_ in card.types}


class TestEachPrintedWord:
    def test_every_type_has_an_entry(self, catalog):
        assert printed_types(catalog) <= GLYPH_OF.keys()

    def test_every_kind_of_landscape_has_a_picture(self, catalog):
        kinds = {landscape.kind.capitalize() for landscape in catalog.landscapes.values()}
        assert all(GLYPH_OF[kind] for kind in kinds)

    def test_every_type_that_colours_a_field_has_a_picture_of_its_own(self):
        coloured = (
            *("Action", "Attack", "Reaction", "Duration", "Treasure", "Victory", "Curse", "Night"),
            *("Reserve", "Ruins"),
        )
        assert len({GLYPHS[GLYPH_OF[type_]] for type_ in coloured}) == len(coloured)

    def test_every_entry_names_a_picture_or_none(self):
        assert set(GLYPH_OF.values()) - {""} <= GLYPHS.keys()

    def test_words_that_share_a_picture_share_its_name(self):
        names = set(GLYPH_OF.values()) - {""}
        assert len({GLYPHS[name] for name in names}) == len(names)


class TestDrawings:
    @pytest.mark.parametrize("name", sorted(GLYPHS))
    def test_is_well_formed_and_takes_the_colour_of_the_text(self, name):
        drawing = parsed(f"<svg>{GLYPHS[name]}</svg>")
        assert len(drawing)
        for shape in drawing.iter("path"):
            assert "currentColor" in (shape.get("fill"), shape.get("stroke"))

    @pytest.mark.parametrize("name", sorted(GLYPHS))
    def test_needs_no_style_that_the_policy_of_the_page_forbids(self, name):
        assert "style" not in GLYPHS[name]

    @pytest.mark.parametrize("name", sorted(GLYPHS))
    def test_is_light(self, name):
        assert len(GLYPHS[name]) < 600

    @pytest.mark.parametrize("name", sorted(GIVEN_PATHS))
    def test_follows_the_design(self, name):
        assert f'd="{GIVEN_PATHS[name]}"' in GLYPHS[name]

    def test_three_bezants_are_circles_where_the_design_puts_them(self):
        """Centres 12,6.8 · 6.4,16.7 · 17.6,16.7 and radius 4.7; a path starts at the left."""
        for start in ("M7.3 6.8a4.7 4.7", "M1.7 16.7a4.7 4.7", "M12.9 16.7a4.7 4.7"):
            assert start in GLYPHS["treasure"]


class TestSprite:
    def test_holds_each_picture_asked_for_once_in_order(self):
        symbols = parsed(sprite(["swap", "action", "swap"])).findall("symbol")
        assert [symbol.get("id") for symbol in symbols] == ["g-action", "g-swap"]
        assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 24 24"}

    def test_takes_no_place_and_is_not_read_out(self):
        svg = parsed(sprite(["action"]))
        assert svg.get("display") == "none"

    def test_all_pictures_fit_in_one(self):
        assert len(parsed(sprite(GLYPHS))) == len(GLYPHS)

    def test_an_unknown_name_is_refused(self):
        with pytest.raises(KeyError, match="dragon"):
            sprite(["action", "dragon"])
