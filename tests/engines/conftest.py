"""The app on a port of its own, and phones with other engines than Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engines.webkit import WebKit, missing
from tests.web.browsing import Server


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Server]:
    table = Server(tmp_path_factory.mktemp("engines") / "piles.db")
    yield table
    table.stop()


@pytest.fixture
def phone(table: Server) -> Iterator[WebKit]:
    """A phone with WebKit, as every iPhone has it."""
    if line := missing():
        pytest.skip(line)
    phone = WebKit(table.address)
    yield phone
    phone.close()
