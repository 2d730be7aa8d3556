"""The app on a port of its own, and phones with other engines than Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engines import firefox, webkit
from tests.engines.phone import Phone
from tests.web.browsing import Server


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Server]:
    table = Server(tmp_path_factory.mktemp("engines") / "piles.db")
    yield table
    table.stop()


@pytest.fixture
def phone(request, table: Server, tmp_path) -> Iterator[Phone]:
    """A phone with the engine that the test names: WebKit, as every iPhone has it, or Firefox."""
    engine = firefox if request.param == "firefox" else webkit
    if line := engine.missing():
        pytest.skip(line)
    if engine is firefox:
        phone: Phone = firefox.Firefox(table.address, tmp_path)
    else:
        phone = webkit.WebKit(table.address)
    yield phone
    phone.close()
