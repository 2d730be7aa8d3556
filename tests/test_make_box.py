"""`make box`: a right file is added, a wrong one is told all its faults and changes nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from setup_rules.catalog import DATA, Catalog
from tests.test_added_files import CARD, FAN, write
from tools.box import Refused, add_file, boxes_folder

NAMES = '[high]\nfan-card = "Fächerkarte"\n'


def make_box(*named: str, boxes: Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "tools.box", *named],
        env={**os.environ, "BOXES": str(boxes)},
        cwd=DATA.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def add(tmp_path):
    """Adds a file of this content, and gives what is told."""

    def run(name: str, text: str) -> str:
        return add_file(write(tmp_path / "mine", name, text), tmp_path / "further")

    return run


def there(tmp_path: Path) -> set[str]:
    folder = tmp_path / "further"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_right_box_is_added_and_used(tmp_path):
    file = write(tmp_path / "mine", "fan_set.toml", FAN)
    done = make_box(str(file), boxes=tmp_path / "further")
    assert done.returncode == 0, done.stderr
    assert "was added" in done.stdout
    assert there(tmp_path) == {"fan_set.toml"}
    assert Catalog(DATA, tmp_path / "further").boxes["fan-set"].added


def test_names_and_kingdoms_go_where_they_are_looked_for(add, tmp_path):
    add("fan_set.toml", FAN)
    add("de.toml", NAMES)
    ten = [card.name for card in Catalog(DATA).boxes["dominion-1e"].piles][:10]
    kingdom = f'[[kingdom]]\nid = "x"\nname = "X"\nboxes = ["dominion-1e"]\ncards = {ten}\n'
    add("fans.toml", kingdom + 'source = ["X"]\n')
    assert there(tmp_path) == {"fan_set.toml", "names/de.toml", "kingdoms/fans.toml"}
    with pytest.raises(Refused, match="is there already"):
        add("de.toml", NAMES)


def test_a_newer_file_takes_the_place_of_the_one_before(add, tmp_path):
    add("fan_set.toml", FAN)
    assert "took the place" in add("fan_set.toml", FAN + CARD.replace("Fan Card", "Second Card"))
    assert "second-card" in Catalog(DATA, tmp_path / "further").cards


def test_a_wrong_box_is_told_all_its_faults_and_changes_nothing(add, tmp_path):
    add("fan_set.toml", FAN)
    wrong = FAN.replace("types", "tipes").replace("year", "yaer") + 'tags = ["vilage"]\n'
    for name, text in (("fan_set.toml", wrong), ("other.toml", wrong.replace("Fan", "Other"))):
        with pytest.raises(Refused) as refused:
            add(name, text)
        for hint in ('"types"?', '"year"?', '"village"?'):
            assert f"did you mean {hint}" in str(refused.value)
    assert there(tmp_path) == {"fan_set.toml"}
    assert (tmp_path / "further/fan_set.toml").read_text() == FAN


def test_a_broken_file_that_lies_there_does_not_hinder_another(add, tmp_path):
    write(tmp_path / "further", "broken.toml", "[box")
    assert "was added" in add("fan_set.toml", FAN)


@pytest.mark.parametrize(("name", "says"), [("", "Name the file"), ("none.toml", "cannot be read")])
def test_no_file(name, says, tmp_path):
    done = make_box(name and str(tmp_path / name), boxes=tmp_path / "further")
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_folder_is_the_one_that_the_app_reads(tmp_path):
    assert boxes_folder({}) == DATA.parent / "instance" / "boxes"
    assert boxes_folder({"DATABASE": str(tmp_path / "x.db")}) == tmp_path / "boxes"
    assert boxes_folder({"BOXES": str(tmp_path / "here")}) == tmp_path / "here"
