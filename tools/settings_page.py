"""Writes the table of settings into docs/running.md; --check only says whether it is fresh."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from web.serving.environment import settings_table

PAGE = Path(__file__).resolve().parent.parent / "docs" / "running.md"
PLACE = re.compile("(<!-- settings -->\n).*(<!-- end of settings -->\n)", re.DOTALL)


def main() -> None:
    """Write the table, or say that it is stale."""
    before = PAGE.read_text(encoding="utf-8")
    text = PLACE.sub(lambda found: f"{found[1]}\n{settings_table()}\n{found[2]}", before)
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    elif text != before:
        sys.exit("docs/running.md is stale; run `make docs`.")


if __name__ == "__main__":
    main()
