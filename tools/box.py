"""Checks a file of a box, of names or of kingdoms, and adds it: `make box FILE=harvest_moon.toml`.

All that is wrong is told at once. What is right goes to the folder of further boxes (BOXES), which
Ten Piles reads at its start.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from setup_rules.catalog import DATA, LANGUAGES, Catalog
from setup_rules.facts.fact_files import read_file
from setup_rules.facts.schema import KINGDOM_FILE, Faults
from web.serving.environment import WrongSetting, read_settings

USAGE = "Name the file of a box: make box FILE=harvest_moon.toml"
NAME_TABLES = ("high", "medium", "low", "other_spellings")


class Refused(Exception):
    """The file is not added; the message says why."""


def boxes_folder(environ: Mapping[str, str]) -> Path:
    """The folder of further boxes, as the app finds it."""
    settings = read_settings(environ)
    database: Path = settings["DATABASE"] or DATA.parent / "instance" / "ten_piles.db"
    return settings["BOXES"] or database.parent / "boxes"


def add_file(file: Path, folder: Path) -> str:
    """Check a file together with all that is there, and add it; answers what was done."""
    inside = _place(file)
    target = folder / inside
    if target.exists() and target.samefile(file):
        _check(folder, inside)
        return f"{target} is right."
    if target.exists() and inside.parent.name:
        raise Refused(f"{target} is there already. Write your lines into it, then check it again.")
    with tempfile.TemporaryDirectory() as room:
        trial = Path(room) / folder.name
        if folder.is_dir():
            shutil.copytree(folder, trial, symlinks=True, ignore=_unlike_toml)
        _copy(file, trial / inside)
        _check(trial, inside)
    replaced = target.exists()
    _copy(file, target)
    done = "took the place of the one before" if replaced else "was added"
    return f"{target} {done}. Restart Ten Piles to use it."


def _place(file: Path) -> Path:
    """Where a file goes within the folder, by what is in it."""
    faults = Faults()
    read = read_file(file.absolute(), file.absolute().parent, faults)
    if read is None:
        raise Refused("\n".join(faults.found))
    if read.tables and set(read.tables) <= set(KINGDOM_FILE):
        return Path("kingdoms") / file.name
    if read.stem in LANGUAGES and set(read.tables) <= set(NAME_TABLES):
        return Path("names") / file.name
    return Path(file.name)


def _check(folder: Path, inside: Path) -> None:
    catalog = Catalog(DATA, folder)
    faults = catalog.left_out.get(f"{folder.name}/{inside.as_posix()}")
    if faults:
        raise Refused("\n".join(faults))


def _unlike_toml(at: str, names: list[str]) -> set[str]:
    """What of a folder is of no use for a check."""
    return {
        name
        for name in names
        if not (name.endswith(".toml") and Path(at, name).is_file())
        and name not in ("names", "kingdoms")
    }


def _copy(file: Path, target: Path) -> None:
    """All of it or nothing: an app that starts now must not read half a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.new")
    shutil.copyfile(file, beside)
    beside.replace(target)


def main() -> None:
    """Add the file that is named; a wrong one ends in all its faults."""
    named = sys.argv[1] if len(sys.argv) > 1 else ""
    if not named:
        sys.exit(USAGE)
    try:
        print(add_file(Path(named), boxes_folder(os.environ)))
    except (Refused, WrongSetting) as reason:
        sys.exit(str(reason))
    except OSError as error:
        sys.exit(f"{error.filename} cannot be used: {error.strerror}.")


if __name__ == "__main__":
    main()
