"""Fonts: our own copies hold every letter of every name, and are light and licensed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[3]
FONTS = ROOT / "static/fonts"
FACES = (("Grenze", 600), ("Fira Sans", 600), ("Fira Sans", 400))


class Face(NamedTuple):
    """One @font-face rule: the letters it is asked for, if not all, and its file."""

    family: str
    weight: int
    display: str
    range: frozenset[int]
    file: Path

    @property
    def letters(self) -> frozenset[int]:
        """The letters the file has."""
        with TTFont(self.file) as font:
            return frozenset(font.getBestCmap())

    @property
    def features(self) -> set[str]:
        """What a style sheet may ask of its glyphs, for example `tnum`."""
        with TTFont(self.file) as font:
            records = font["GSUB"].table.FeatureList.FeatureRecord
            return {record.FeatureTag for record in records}


def expanded(ranges: str) -> Iterator[int]:
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        yield from range(int(first, 16), int(last or first, 16) + 1)


def read_faces() -> tuple[Face, ...]:
    style = (ROOT / "static/css/fonts.css").read_text(encoding="utf-8")
    rules = (
        dict(re.findall(r"([\w-]+): ([^;]+);", rule))
        for rule in re.findall(r"@font-face \{(.*?)\}", style, re.DOTALL)
    )
    return tuple(
        Face(
            rule["font-family"].strip('"'),
            int(rule["font-weight"]),
            rule["font-display"],
            frozenset(expanded(rule.get("unicode-range", ""))),
            ROOT / rule["src"].partition("url(/")[2].partition(")")[0],
        )
        for rule in rules
    )


def asked_for(letter: int, family: str, weight: int) -> Face:
    """The later of two faces has the letters of its range, the first has all others."""
    first, later = faces_of(family, weight)
    return later if letter in later.range else first


def texts(value: Any) -> Iterator[str]:
    """All texts anywhere in a data file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def letters_in_data() -> set[int]:
    """All letters that pages show; the other names of boxes are only read, never shown."""
    files = (ROOT / "data").rglob("*.toml")
    contents = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    for content in contents:
        content.get("box", {}).pop("also_called", None)
    return {ord(letter) for content in contents for text in texts(content) for letter in text}


ALL = read_faces()


def faces_of(family: str, weight: int) -> tuple[Face, ...]:
    return tuple(face for face in ALL if (face.family, face.weight) == (family, weight))


class TestFaces:
    def test_are_the_three_of_the_design_each_in_two_files(self):
        assert [(face.family, face.weight) for face in ALL] == [f for f in FACES for _ in "12"]

    def test_text_shows_before_the_font_is_there(self):
        assert {face.display for face in ALL} == {"swap"}

    def test_every_file_is_named_by_a_rule(self):
        assert {face.file for face in ALL} == set(FONTS.glob("*.woff2"))

    @pytest.mark.parametrize(("family", "weight"), FACES)
    def test_the_second_has_the_letters_that_few_pages_show(self, family, weight):
        first, later = faces_of(family, weight)
        assert not first.range
        assert later.range
        assert "-ext-" in later.file.name


class TestLetters:
    @pytest.mark.parametrize(("family", "weight"), FACES)
    def test_every_letter_of_our_data_is_in_the_file_that_is_asked_for_it(self, family, weight):
        letters = {face.file: face.letters for face in faces_of(family, weight)}
        assert not [
            chr(letter)
            for letter in letters_in_data()
            if letter not in letters[asked_for(letter, family, weight).file]
        ]

    @pytest.mark.parametrize(("family", "weight"), FACES)
    def test_so_are_the_signs_of_our_own_texts(self, family, weight):
        latin, ext = faces_of(family, weight)
        for sign in "–—‘’“”„…·×−•\u00a0":
            assert ord(sign) in latin.letters - ext.range

    @pytest.mark.parametrize(("family", "weight"), FACES)
    def test_english_german_and_french_need_one_file(self, family, weight):
        latin, ext = faces_of(family, weight)
        letters = {ord(letter) for letter in "AZaz09ÄÖÜäöüßÀÇÉÈÊËÎÏÔŒœÙÛ"}
        assert letters <= latin.letters - ext.range


class TestFigures:
    @pytest.mark.parametrize(("family", "weight"), FACES)
    def test_can_be_set_in_columns(self, family, weight):
        assert "tnum" in faces_of(family, weight)[0].features

    def test_of_grenze_can_stand_on_the_line(self):
        """They are old-style unless asked; those of Fira Sans always stand on the line."""
        assert "lnum" in faces_of("Grenze", 600)[0].features

    @pytest.mark.parametrize("weight", [400, 600])
    def test_of_fira_sans_stand_on_the_line(self, weight):
        with TTFont(faces_of("Fira Sans", weight)[0].file) as font:
            figures = [font["glyf"][font.getBestCmap()[ord(figure)]] for figure in "0123456789"]
        tops = {figure.yMax // 20 for figure in figures}
        assert max(tops) - min(tops) <= 1


class TestFiles:
    def test_what_every_page_loads_is_light(self):
        sizes = [faces_of(*face)[0].file.stat().st_size for face in FACES]
        assert sum(sizes) < 70_000

    @pytest.mark.parametrize(
        ("licence", "holder"),
        [("OFL-Grenze.txt", "Grenze Project Authors"), ("OFL-FiraSans.txt", "Mozilla Foundation")],
    )
    def test_the_licence_lies_beside_them(self, licence, holder):
        text = (FONTS / licence).read_text(encoding="utf-8")
        assert holder in text.partition("\n")[0]
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert "Reserved Font Name" not in text.partition("PREAMBLE")[0]
