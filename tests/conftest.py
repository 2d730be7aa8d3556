"""What all tests share: hypothesis without chance and clocks, and a browser where there is one."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import Environment, FileSystemBytecodeCache

from web.printing.pdf.libraries import printing_available

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IN_MEMORY = Path("/dev/shm")  # where Linux keeps files that no disk needs to see
if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

COMPILED = tempfile.TemporaryDirectory(prefix="ten-piles-templates-")
"""Many tests make an app of their own; what one has compiled of the templates serves the next."""
_made = Flask.create_jinja_environment


def _with_what_is_compiled(app: Flask) -> Environment:
    made = _made(app)
    made.bytecode_cache = FileSystemBytecodeCache(COMPILED.name)
    return made


Flask.create_jinja_environment = _with_what_is_compiled  # type: ignore[method-assign]

settings.register_profile("ten_piles", deadline=None, derandomize=True)
settings.load_profile("ten_piles")

HOW = "`tools/setup.sh dev` says how to install what is missing."
NO_BROWSER = f"Tests in a browser are skipped: no Chromium was found. {HOW}"
NO_DRIVER = f"Tests in a browser are skipped: playwright does not start here. {HOW}"
NO_PANGO = f"Tests of printing are skipped: Pango is missing. {HOW}"
COMMANDS = (
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
"""The first is the same browser without windows, and takes less than half the time."""
MAC_APPS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
LAUNCH = (
    *("--no-sandbox", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run", "--disable-gpu", "--disable-extensions"),
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints",
    "--renderer-process-limit=1",
)
"""The last four spare about a quarter of the processor's time; nothing tested here needs them."""

PATIENCE = 20_000
"""Milliseconds that a page may take for what a test expects: a busy machine is slow."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process has to wait for another at the end."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_collection_finish() -> None:
    """Leave out of every search for garbage what is there to stay; that spares a tenth."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this machine cannot do."""
    if item.get_closest_marker("prints") and not printing_available():
        pytest.skip(NO_PANGO)


def find_chromium(of_playwright: str) -> str | None:
    """The browser to test with: the one named, one of the system's, or playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    installed = filter(None, map(shutil.which, COMMANDS))
    return next((p for p in (*installed, *MAC_APPS, of_playwright) if Path(p).exists()), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium browser; tests that need it are skipped where there is none."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    starting = [sys.executable, "-m", "playwright", "--version"]
    if subprocess.run(starting, capture_output=True, check=False).returncode:
        pytest.skip(NO_DRIVER)
    with sync_playwright() as playwright:
        executable = find_chromium(playwright.chromium.executable_path)
        if executable is None:
            pytest.skip(NO_BROWSER)
        browser = playwright.chromium.launch(executable_path=executable, args=LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, served on a free port from a real SQLite file."""
    from tests.web.browsing import Server

    server = Server(tmp_path_factory.mktemp("live") / "piles.db")
    yield server.address
    server.stop()
