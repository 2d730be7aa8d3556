"""What the printer has besides a document: fonts and style sheets, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parents[3] / "static"
FACES: Final = (
    ("TP Grenze", 600, "tp-grenze-600.ttf"),
    ("TP Fira", 400, "tp-fira-400.ttf"),
    ("TP Fira", 600, "tp-fira-600.ttf"),
)
"""Family, weight and file. Figures are lining and of one width without being asked."""

FONT_FACES: Final = "".join(
    f'@font-face{{font-family:"{family}";font-weight:{weight};src:url(asset:{file})}}'
    for family, weight, file in FACES
)
"""The rules that name the fonts, asked for by `asset:`."""


def read_fonts() -> dict[str, bytes]:
    """All files by name."""
    return {file: (STATIC / "fonts/print" / file).read_bytes() for _family, _weight, file in FACES}


def read_styles() -> dict[str, str]:
    """The style sheets of printed documents, by the name with which a document asks for one."""
    files = sorted((STATIC / "printing").glob("*.css"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}
