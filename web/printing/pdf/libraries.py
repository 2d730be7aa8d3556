"""Whether this machine can print, what it prints with, and what to install if it cannot."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from setup_rules.sentences import Code, Sentence, say
from web.printing.pdf.assets import read_fonts, read_styles

PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""What Debian and its kin call the libraries; tools/setup.sh installs the same."""


def printing_available() -> bool:
    """Whether the libraries are there that WeasyPrint asks the system for.

    While they are not, each call looks again: once they are installed, a running server prints.
    """
    try:
        _libraries()
    except (OSError, PackageNotFoundError):
        return False
    return True


@cache
def _libraries() -> list[ctypes.CDLL]:
    """Pango, its fonts and HarfBuzz; that one is missing is raised, and not remembered."""
    libraries = [ctypes.CDLL(name) for name in _names()]
    version("weasyprint")
    return libraries


def _names() -> tuple[str, ...]:
    if sys.platform == "darwin":
        return "libpango-1.0.dylib", "libpangoft2-1.0.dylib", "libharfbuzz-subset.0.dylib"
    if sys.platform == "win32":
        return "libpango-1.0-0.dll", "libpangoft2-1.0-0.dll", "libharfbuzz-subset-0.dll"
    return "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"


def how_to_install() -> Sentence:
    """The very line to type on this machine, or else what it lacks."""
    if sys.platform == "darwin":
        line = "brew install pango"
    elif shutil.which("apt-get"):
        line = f"apt-get install {PACKAGES}"
        if os.geteuid() != 0 and not shutil.which("sudo"):
            return say("On the server, run as root: {line}", line=Code(line))
        if os.geteuid() != 0:
            line = f"sudo {line}"
    else:
        return say("Install Pango and HarfBuzz with your package manager.")
    return say("On the server, run: {line}", line=Code(line))


@cache
def made_with() -> str:
    """A hash of all that gives the same document other bytes: fonts, styles, WeasyPrint."""
    used = [version(name) for name in ("weasyprint", "pydyf", "fonttools")]
    pango, _pangoft2, subset = _libraries()
    for library, function in ((pango, "pango_version_string"), (subset, "hb_version_string")):
        tell = getattr(library, function, None)
        if tell is not None:
            tell.restype = ctypes.c_char_p
            used.append(tell().decode())
    seen = hashlib.sha256("\n".join(used).encode())
    styles = {name: text.encode() for name, text in read_styles().items()}
    for name, content in (read_fonts() | styles).items():
        seen.update(name.encode() + content)
    return seen.hexdigest()
