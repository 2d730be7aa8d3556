"""Writes the fonts of printed pages, static/fonts/print/*.ttf, from the fonts of the screen.

Paper needs plain TTF (WOFF2 would be unpacked for every page), one file for all letters, and
figures that are lining and of one width without being asked: a style sheet cannot ask for them
inside a picture.
"""

from __future__ import annotations

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "static/fonts"
FACES = (
    ("grenze-{part}-600.woff2", "tp-grenze-600.ttf", "TP Grenze"),
    ("fira-sans-{part}-400.woff2", "tp-fira-400.ttf", "TP Fira"),
    ("fira-sans-{part}-600.woff2", "tp-fira-600.ttf", "TP Fira"),
)
LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *(0x218, 0x219, 0x21A, 0x21B, 0x1E9E),
    *(0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E),
    *(0x2020, 0x2022, 0x2026, 0x202F, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212),
)
"""Western and Central European letters, and the signs of our texts."""
ALIASES = {0xAD: 0x2D, 0x2010: 0x2D, 0x2011: 0x2D, 0x202F: 0x20}
"""Hyphens and a space that the fonts lack, and what is printed for them."""
EPOCH = 3_534_451_200
"""The first day of 2016 as fonts count it, so that the files are the same each time."""
KEPT = ["ccmp", "kern", "locl", "mark", "mkmk"]
"""No ligatures: WeasyPrint loses a letter of some in what is searched, copied and read out."""


def print_font(pattern: str, family: str, folder: Path) -> TTFont:
    """One face with all letters that paper needs."""
    plain = []
    for part in ("latin", "latin-ext"):
        font = TTFont(FONTS / pattern.format(part=part))
        font.flavor = None
        plain.append(str(folder / f"{part}.ttf"))
        font.save(plain[-1])
    font = Merger().merge(plain)
    _take_table_figures(font)
    for table in font["cmap"].tables:
        table.cmap.update({sign: table.cmap[other] for sign, other in ALIASES.items()})
    options = Options(layout_features=KEPT, hinting=False, name_IDs=[0, 1, 2, 4, 6, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = family if record.nameID != 6 else family.replace(" ", "")
    font["head"].created = font["head"].modified = EPOCH
    font.recalcTimestamp = False
    return font


def _take_table_figures(font: TTFont) -> None:
    """Let the digits be those for tables, and lining."""
    for feature in ("lnum", "tnum"):
        turned = _single_substitutions(font, feature)
        for table in font["cmap"].tables:
            for digit in range(ord("0"), ord("9") + 1):
                if digit in table.cmap:
                    table.cmap[digit] = turned.get(table.cmap[digit], table.cmap[digit])


def _single_substitutions(font: TTFont, feature: str) -> dict[str, str]:
    table = font["GSUB"].table
    digests: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    digests |= getattr(getattr(subtable, "ExtSubTable", subtable), "mapping", {})
    return digests


def main() -> None:
    """Write all faces."""
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    (FONTS / "print").mkdir(exist_ok=True)
    for pattern, name, family in FACES:
        with TemporaryDirectory() as folder:
            print_font(pattern, family, Path(folder)).save(FONTS / "print" / name)


if __name__ == "__main__":
    main()
