"""The taste of the engine in README.md is true."""

import doctest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_examples_in_the_readme_work():
    results = doctest.testfile(
        str(ROOT / "README.md"),
        module_relative=False,
        optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE,
    )
    assert results.attempted > 5
    assert results.failed == 0


def test_every_document_the_readme_links_to_is_there():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
