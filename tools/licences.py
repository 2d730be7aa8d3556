"""Makes docs/licences.md from what is installed; --check only says whether it is fresh."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
FONTS = ROOT / "static" / "fonts"
NOT_TOLD = {
    "axe-playwright-python": "MIT; the axe-core in it: MPL-2.0",
    "brotlicffi": "MIT",
    "colorama": "BSD-3-Clause",
}
"""Of packages that do not tell it themselves, or are for other systems than most."""
HEAD = """\
# Licences

Ten Piles itself is under the [MIT licence](../LICENSE). This page lists all that it uses, with the
versions of `requirements.txt` and `requirements-dev.txt` and the licence each package states of
itself. It is made by `make licences`; a test fails while it is stale.

All of these may be used, changed and passed on, also with a program under the MIT licence. MPL
packages stay under the MPL and are used unchanged; of Pyphen's three licences we use it under the
MPL.

## To run it

"""
LIBRARIES = """
## On the system

Not part of Ten Piles, and found on the machine: Python (PSF-2.0) with SQLite (public domain);
Pango (LGPL-2.0-or-later), HarfBuzz (MIT), Fontconfig (MIT) and FreeType (FTL) for printing;
Chromium (BSD-3-Clause) for the tests in a browser; in the container also Debian, and Caddy
(Apache-2.0) if asked for.

## Known holes

`make audit` asks the Python Packaging Advisory Database for holes that are known in these very
versions. It needs a network, so it is no part of `make check`; run it before a release and when you
run a public instance.
"""


class Package(NamedTuple):
    """One line of a requirements file."""

    name: str
    version: str
    only: str
    """On which systems, if not on all."""


def packages(file: str) -> list[Package]:
    """The packages that a requirements file pins."""
    text = (ROOT / file).read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9._-]+)==([^\s;\\]+)(?: ; ([^\\\n]+))?", text, re.MULTILINE)
    return [Package(name, version, only.strip()) for name, version, only in pinned]


def licence(package: Package, known: str = "") -> str:
    """What a package says of its licence; where it is not installed, what we know of it."""
    if package.name in NOT_TOLD:
        return NOT_TOLD[package.name]
    try:
        installed = distribution(package.name)
    except PackageNotFoundError:
        return known
    # An installed package of another version still has its licence.
    return licence_of(installed.metadata)  # type: ignore[arg-type]


def licence_of(metadata: Message) -> str:
    """The licence as a package states it, in whichever of three ways."""
    stated = metadata.get("License-Expression") or metadata.get("License") or ""
    if stated and len(stated) <= 40:
        return str(stated)
    marks = (line.split(" :: ")[-1] for line in metadata.get_all("Classifier", []) if "Lic" in line)
    return " or ".join(marks) or "unknown"


def page(before: str = "") -> str:
    """The whole page; licences of packages for other systems are taken from the one before."""
    run, develop = packages("requirements.txt"), packages("requirements-dev.txt")
    develop = [package for package in develop if package.name not in {one.name for one in run}]
    known = dict(re.findall(r"^\| ([a-z0-9._-]+) \| [^|]+ \| ([^|]+) \|", before, re.MULTILINE))
    parts = [HEAD, *_table(run, known), "\n## To test and develop it\n\n", *_table(develop, known)]
    parts += [
        "\n## In the project itself\n\n| what | files | licence |\n|---|---|---|\n",
        *_fonts(),
    ]
    return "".join((*parts, LIBRARIES))


def _table(rows: list[Package], known: dict[str, str]) -> Iterator[str]:
    yield "| package | version | licence |\n|---|---|---|\n"
    for row in rows:
        stated = licence(row, known.get(row.name, "unknown"))
        yield f"| {row.name} | {row.version} | {stated} |\n"


def _fonts() -> Iterator[str]:
    """The fonts by family; each has its licence beside it."""
    families = {"Fira Sans": ("FiraSans", "*fira*"), "Grenze": ("Grenze", "*grenze*")}
    for name, (short, pattern) in families.items():
        files = sorted(path.relative_to(ROOT).as_posix() for path in FONTS.rglob(pattern))
        text = (FONTS / f"OFL-{short}.txt").read_text(encoding="utf-8")
        if "SIL Open Font License, Version 1.1" not in text:
            raise ValueError(f"OFL-{short}.txt is not the licence we took it for.")
        named = ", ".join(f"`{file}`" for file in files)
        link = f"[OFL-1.1](../static/fonts/OFL-{short}.txt)"
        yield f"| {name} (font) | {named} | {link} |\n"


def main() -> None:
    """Write the page, or say that it is stale."""
    before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    new_page = page(before)
    if "--check" not in sys.argv:
        PAGE.write_text(new_page, encoding="utf-8")
    elif new_page != before:
        sys.exit("docs/licences.md is stale; run `make licences`.")


if __name__ == "__main__":
    main()
