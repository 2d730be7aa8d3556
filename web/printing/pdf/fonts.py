"""The fonts of printed pages: held in memory, asked for by `asset:` and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[3] / "static/fonts/print"
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
"""The rules a printed document has in its style sheet."""


def read_fonts() -> dict[str, bytes]:
    """All files by name."""
    return {file: (FOLDER / file).read_bytes() for _family, _weight, file in FACES}
