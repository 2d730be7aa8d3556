"""Takes the pictures of paper in docs/pictures: `python -m tools.paper_pictures`. Needs poppler."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from app import create_app
from setup_rules.catalog import load_catalog
from tests.web.every_paper import CODE, KINDS, asked_in
from tools.pictures import PICTURES
from web.draw.published import asked_for, playable_kingdoms
from web.printing.documents import Document, cards
from web.printing.pdf import render
from web.printing.styles import Paper

DPI, COLOURS = 80, 32


def nine_cards(paper: Paper) -> Document:
    """Cards of published kingdoms, as many as fill a page."""
    catalog = load_catalog()
    boxes = tuple(catalog.boxes)
    kingdoms = playable_kingdoms(catalog, boxes)[::20][:9]
    return cards([(asked_for(one, 4, boxes), CODE) for one in kingdoms], paper, "duplex")


MAKERS = {**KINDS, "nine-cards": nine_cards}


PAGES: dict[str, tuple[str, Paper, int]] = {
    "print-sheet-a4": ("sheet-two", "a4", 1),
    "print-sheet-letter": ("sheet", "letter", 1),
    "print-sheet-full": ("sheet-rare", "a4", 1),
    "print-cards-front": ("nine-cards", "a4", 1),
    "print-cards-back": ("nine-cards", "a4", 2),
    "print-score": ("score", "a4", 1),
    "print-aids": ("aids-rare", "a4", 1),
    "print-night": ("night", "a4", 1),
    "print-checklist": ("checklist", "a4", 1),
    "print-randomizers": ("randomizers", "a4", 1),
    "print-dividers": ("dividers", "a4", 3),
    "print-tournament-tables": ("tables", "a4", 1),
    "print-tournament-standings": ("standings", "a4", 1),
    "print-tournament-seating": ("seating", "a4", 1),
}
"""By the name of the picture: the kind of paper, its size, and which page is shown."""


def main() -> None:
    """Print each kind of paper and keep the picture of one of its pages."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE": Path(folder) / "piles.db"})
        for name, (kind, paper, page) in PAGES.items():
            with asked_in(app, "en"):
                document = MAKERS[kind](paper)
            pdf = Path(folder) / f"{name}.pdf"
            pdf.write_bytes(render(document.html, document.title))
            pages = ("-f", str(page), "-l", str(page), "-singlefile")
            picture = ["pdftoppm", "-r", str(DPI), "-png", *pages, str(pdf), str(pdf)]
            subprocess.run(picture, check=True)
            few = (
                Image.open(f"{pdf}.png").convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            )
            few.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
