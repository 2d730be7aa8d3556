"""`make box`: a right file is added, a wrong one is told all its faults and changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from setup_rules.catalog import DATA, Catalog
from tests.test_added_files import CARD, FAN, write
from tools.box import boxes_folder

NAMES = '[high]\nfan-card = "Fächerkarte"\n'


@pytest.fixture
def add(tmp_path):
    """Runs the command on a file of this content."""

    def run(name: str, text: str) -> subprocess.CompletedProcess[str]:
        file = write(tmp_path / "mine", name, text) if text else tmp_path / "mine" / name
        return subprocess.run(
            [sys.executable, "-m", "tools.box", str(file)],
            env={**os.environ, "BOXES": str(tmp_path / "further")},
            cwd=DATA.parent,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def there(tmp_path: Path) -> set[str]:
    folder = tmp_path / "further"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_right_box_is_added_and_used(add, tmp_path):
    done = add("fan_set.toml", FAN)
    assert done.returncode == 0, done.stderr
    assert "was added" in done.stdout
    assert there(tmp_path) == {"fan_set.toml"}
    assert Catalog(DATA, tmp_path / "further").boxes["fan-set"].added


def test_names_and_kingdoms_go_where_they_are_looked_for(add, tmp_path):
    add("fan_set.toml", FAN)
    assert add("de.toml", NAMES).returncode == 0
    ten = [card.name for card in Catalog(DATA).boxes["dominion-1e"].piles][:10]
    kingdom = f'[[kingdom]]\nid = "x"\nname = "X"\nboxes = ["dominion-1e"]\ncards = {ten}\n'
    assert add("fans.toml", kingdom + 'source = ["X"]\n').returncode == 0
    assert there(tmp_path) == {"fan_set.toml", "names/de.toml", "kingdoms/fans.toml"}
    assert "is there already" in add("de.toml", NAMES).stderr


def test_a_newer_file_takes_the_place_of_the_one_before(add, tmp_path):
    add("fan_set.toml", FAN)
    done = add("fan_set.toml", FAN + CARD.replace("Fan Card", "Second Card"))
    assert "took the place" in done.stdout
    assert "second-card" in Catalog(DATA, tmp_path / "further").cards


def test_a_wrong_box_is_told_all_its_faults_and_changes_nothing(add, tmp_path):
    add("fan_set.toml", FAN)
    wrong = FAN.replace("types", "tipes").replace("year", "yaer") + 'tags = ["vilage"]\n'
    for name, text in (("fan_set.toml", wrong), ("other.toml", wrong.replace("Fan", "Other"))):
        done = add(name, text)
        assert done.returncode == 1
        for hint in ('"types"?', '"year"?', '"village"?'):
            assert f"did you mean {hint}" in done.stderr
    assert there(tmp_path) == {"fan_set.toml"}
    assert (tmp_path / "further/fan_set.toml").read_text() == FAN


def test_a_broken_file_that_lies_there_does_not_hinder_another(add, tmp_path):
    write(tmp_path / "further", "broken.toml", "[box")
    assert add("fan_set.toml", FAN).returncode == 0


@pytest.mark.parametrize(("name", "says"), [("", "Name the file"), ("none.toml", "cannot be read")])
def test_no_file(name, says, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tools.box", name and str(tmp_path / name)],
        cwd=DATA.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_folder_is_the_one_that_the_app_reads(tmp_path):
    assert boxes_folder({}) == DATA.parent / "instance" / "boxes"
    assert boxes_folder({"DATABASE": str(tmp_path / "x.db")}) == tmp_path / "boxes"
    assert boxes_folder({"BOXES": str(tmp_path / "here")}) == tmp_path / "here"
