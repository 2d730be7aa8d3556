"""The taste of the engine in README.md is true."""

import doctest
import re
from pathlib import Path

from web.http.version import VERSION

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


def test_the_changelog_has_versions_and_dates_newest_first():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    parts = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+), (\d{4}-\d{2}-\d{2})", line) for line in headings]
    assert all(parts), headings
    versions = [(*map(int, part.group(1, 2, 3)), part[4]) for part in parts]
    assert versions == sorted(versions, reverse=True)
    assert headings[0].startswith(f"{VERSION}, ")
    assert f'"version": "{VERSION}"' in (ROOT / "docs/running.md").read_text(encoding="utf-8")


PATH_IN_DOCS = re.compile(
    r"`((?:app\.py|web|setup_rules|tests|tools|templates|static|data|docs)[\w./-]*)`"
)


def test_every_path_that_the_docs_name_is_there():
    missing = {
        f"{page.relative_to(ROOT)}: {path}"
        for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
        for path in PATH_IN_DOCS.findall(page.read_text(encoding="utf-8"))
        if "/" in path and not (ROOT / path).exists()
    }
    assert missing == set()
