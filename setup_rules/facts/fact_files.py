"""Finds and reads the TOML files of facts; the only module of the engine that opens files."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from setup_rules.facts.schema import Faults

LARGEST = 256 * 1024
"""Bytes of a file that is read; the largest of ours has a tenth of that."""
DEEPEST = 8
"""Tables within tables; ours have three."""
MOST_DOTS = 100
"""Dots in a line: a key of thousands of parts would keep the parser busy for minutes."""
LARGEST_NUMBER = 1_000_000


class _FileRefused(Exception):
    """A file that is not read; the message says why."""


class FactFile(NamedTuple):
    """The tables of one file."""

    stem: str
    name: str
    """What messages call it: `data/cards/dark_ages.toml`."""
    tables: Mapping[str, Any]
    added: bool = False
    """Whether it is one that somebody dropped in, and not ours."""


def read_folder(
    folder: Path, root: Path, faults: Faults, *, added: bool = False
) -> tuple[FactFile, ...]:
    """The TOML files of a folder, by name; one that is not there has none."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        return ()
    except OSError as error:
        faults.add(_name(folder, root), "", f"cannot be read: {error.strerror}")
        return ()
    files = (read_file(path, root, faults, added=added) for path in paths if path.name[0] != ".")
    return tuple(filter(None, files))


def read_file(path: Path, root: Path, faults: Faults, *, added: bool = False) -> FactFile | None:
    """One file; None, and a fault, where it cannot be read.

    Of files that are not ours, no link that leads out of the root is followed.
    """
    name = _name(path, root)
    try:
        if added and not path.resolve().is_relative_to(root.resolve()):
            raise _FileRefused("is a link that leads out of the folder")
        tables = tomllib.loads(_text(path))
        _check_values(tables)
    except OSError as error:
        faults.add(name, "", f"cannot be read: {error.strerror}")
    except RecursionError:
        faults.add(name, "", "is nested too deeply")
    except _FileRefused as error:
        faults.add(name, "", str(error))
    except (ValueError, RuntimeError) as error:  # a loop of links is a RuntimeError
        faults.add(name, "", f"is not valid TOML: {error}")
    else:
        return FactFile(path.stem, name, tables, added)
    return None


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root.parent).as_posix()


def _text(path: Path) -> str:
    if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for ever
        raise _FileRefused("is no file")
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise _FileRefused(f"is larger than {LARGEST // 1024} kB")
    text = content.decode("utf-8").replace("\r\n", "\n")
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise _FileRefused(f"has a line with more than {MOST_DOTS} dots")
    return text


def _check_values(tables: dict[str, Any]) -> None:
    """Refuse what could not even be shown in a message."""
    level: list[Any] = [tables]
    for _ in range(DEEPEST):
        within: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                within += value.values()
            elif isinstance(value, list):
                within += value
            elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
                raise _FileRefused(f"has a number beyond {LARGEST_NUMBER:,}")
        level = within
    if level:
        raise _FileRefused("is nested too deeply")
