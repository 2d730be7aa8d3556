"""Boxes, names and kingdoms in a folder of their own: used as ours are, or left out and told of."""

import os
import shutil
from pathlib import Path

import pytest

from setup_rules.catalog import DATA, Catalog, load_catalog
from setup_rules.facts.fact_files import LARGEST
from setup_rules.names import names_of
from tests.test_published_kingdoms import boxes_for
from tests.thorough import THOROUGH, some
from web.api.catalog_json import catalog_answer
from web.api.plan_json import plan_answer
from web.draw.published import asked_for
from web.reading.json_text import to_bytes

BOX = """
[box]
name = "Fan Set"
family = "fan-set"
edition = 1
year = 2027
kind = "expansion"
"""
CARD = """
[[card]]
name = "Fan Card"
cost = 4
types = ["Action"]
"""
FAN = BOX + CARD


@pytest.fixture
def boxes(tmp_path: Path) -> Path:
    """An empty folder for further boxes."""
    folder = tmp_path / "boxes"
    folder.mkdir()
    return folder


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


MOVED = ("plunder", "rising_sun")


@pytest.fixture(scope="module", params=[("cards",), ("cards", "kingdoms")], ids="+".join)
def moved(request, tmp_path_factory) -> Catalog:
    """All boxes, two of them not in data/ but dropped in; with or without their kingdoms."""
    root = tmp_path_factory.mktemp("moved")
    data = Path(shutil.copytree(DATA, root / "data"))
    for kind in request.param:
        folder = root / "boxes" if kind == "cards" else root / "boxes" / kind
        folder.mkdir()
        for stem in MOVED:
            (data / kind / f"{stem}.toml").rename(folder / f"{stem}.toml")
    return Catalog(data, root / "boxes")


class TestMovedOutOfData:
    """A box of ours is the same box when it is dropped in."""

    def test_nothing_is_left_out_and_both_are_marked(self, moved):
        assert moved.left_out == {}
        assert [box.id for box in moved.boxes.values() if box.added] == ["plunder", "rising-sun"]

    def test_the_catalog_is_the_same(self, moved):
        assert to_bytes(catalog_answer(moved)) == to_bytes(catalog_answer(load_catalog()))

    @pytest.mark.parametrize("players", [3, 2, 4][: 3 if THOROUGH else 1])
    def test_every_published_kingdom_has_the_same_plan(self, moved, players):
        ours = load_catalog()
        assert list(moved.published) == list(ours.published)
        for id_, kingdom in some(ours.published.items()):
            boxes = boxes_for(kingdom)
            plans = [
                to_bytes(plan_answer(asked_for(one.published[id_], players, boxes), one))
                for one in (ours, moved)
            ]
            assert plans[0] == plans[1], id_


class TestUsed:
    def test_a_box_with_names_and_kingdoms(self, boxes):
        ten = list(load_catalog().boxes["dominion-1e"].piles)[:9]
        cards = ", ".join(f'"{card.name}"' for card in ten)
        write(boxes, "fan_set.toml", FAN)
        write(boxes, "names/de.toml", '[high]\nfan-card = "Fächerkarte"\n')
        write(
            boxes,
            "kingdoms/fan_set.toml",
            f'[[kingdom]]\nid = "fans"\nname = "Fans"\nboxes = ["dominion-1e", "fan-set"]\n'
            f'cards = [{cards}, "Fan Card"]\nsource = ["Fan Set"]\n',
        )
        catalog = Catalog(DATA, boxes)
        assert catalog.left_out == {}
        assert catalog.boxes["fan-set"].added
        assert not catalog.boxes["dominion-1e"].added
        assert catalog.published["fans"].cards[-1] is catalog.cards["fan-card"]
        assert catalog.local_names["de"]["fan-card"].name == "Fächerkarte"
        assert names_of(catalog).find("facherkarte").id == "fan-card"

    def test_a_folder_that_is_not_there_holds_nothing(self, tmp_path):
        assert Catalog(DATA, tmp_path / "nowhere").left_out == {}

    def test_two_catalogs_of_one_process_know_nothing_of_each_other(self, boxes):
        write(boxes, "fan_set.toml", FAN)
        assert "fan-set" in Catalog(DATA, boxes).boxes
        assert "fan-set" not in load_catalog().boxes

    def test_what_a_box_does_not_say_is_made_from_its_name(self, boxes):
        write(boxes, "fan_set.toml", FAN)
        write(boxes, "plus.toml", FAN.replace("Fan", "Pl").replace("fan-set", "plus"))
        catalog = Catalog(DATA, boxes)
        assert catalog.boxes["fan-set"].letters == "FS"
        assert catalog.boxes["fan-set"].short == "fan-set"
        assert catalog.boxes["plus"].letters == "PS"
        write(boxes, "plus.toml", FAN.replace("Fan Set", "Plums").replace("fan-set", "plus")
              .replace("Fan Card", "Plum"))  # fmt: skip
        assert Catalog(DATA, boxes).boxes["plus"].letters == "Pu", "Plunder has Pl"

    def test_what_a_set_out_card_needs_is_set_out_too(self, boxes):
        chain = FAN + (
            'needs = ["Sparks"]\n[[other]]\nname = "Spark"\nkind = "x"\ntypes = ["Action"]\n'
            'needs = ["Coals"]\n[[other]]\nname = "Coal"\nkind = "x"\ntypes = ["Action"]\n'
        )
        for name, out in (("Sparks", "Spark"), ("Coals", "Coal")):
            chain += (
                f'[[material]]\nname = "{name}"\nrule = ["x"]\nsays = "x"\nsource = "x"\n'
                f'beside = ["{out}"]\n'
            )
        write(boxes, "fan_set.toml", chain)
        needs = Catalog(DATA, boxes).cards["fan-card"].needs
        assert [material.name for material in needs] == ["Sparks", "Coals"]


CIRCLE = FAN + (
    'needs = ["Sparks"]\n[[other]]\nname = "Spark"\nkind = "x"\ntypes = ["Action"]\n'
    'needs = ["Sparks"]\n[[material]]\nname = "Sparks"\nrule = ["x"]\nsays = "x"\nsource = "x"\n'
    'beside = ["Spark"]\n'
)
BROKEN = {
    "not_toml.toml": ("[box\nname = 3", "is not valid TOML"),
    "twice.toml": (BOX + "[box]\n", "is not valid TOML"),
    "latin.toml": (BOX.replace("Fan", "F\xe4n").encode("latin-1"), "is not valid TOML"),
    "empty.toml": ("", "the table [box] is missing"),
    "huge.toml": (FAN + "#" * 10_000_000, f"is larger than {LARGEST // 1024} kB"),
    "deep.toml": ("x = " + "[" * 100_000 + "]" * 100_000, "is nested too deeply"),
    "dotted.toml": ("[box]\nname" + ".x" * 50_000 + " = 1", "more than 100 dots"),
    "nested.toml": ("[box]\nname" + ".x" * 50 + " = 1", "is nested too deeply"),
    "number.toml": (BOX + "printed_cards = 0x" + "F" * 9_000, "has a number beyond 1,000,000"),
    "digits.toml": (BOX + "printed_cards = " + "9" * 9_000, "is not valid TOML"),
    "types.toml": (
        "[box]\nname = 3\nfamily = []\nedition = 'x'\nyear = true\nkind = {}\n[[card]]\ncost = []",
        '"family" must be',
    ),
    "tables.toml": ("box = 3\ncard = 'x'\ncomponent = 1\nother = {}\nmaterial = 2", "must be a"),
    "misspelt.toml": (FAN.replace("types", "tipes"), 'did you mean "types"?'),
    "card_of_ours.toml": (FAN.replace("Fan Card", "Village"), "is already written in data/cards/"),
    "a_name_twice.toml": (FAN + CARD, "is already written in boxes/a_name_twice.toml"),
    "dominion_2e.toml": (FAN, 'the box "dominion-2e" is already written in data/'),
    "dark-ages.toml": (FAN, 'the box "dark-ages" is already written in data/'),
    "name_of_ours.toml": (FAN.replace("Fan Set", "Empires"), "another game is called"),
    "other_name_of_ours.toml": (
        BOX + 'also_called = ["Terramar"]\n' + CARD,
        '"Terramar" is what the box "Seaside" is called',
    ),
    "no_names.toml": (BOX + 'also_called = "Fans"\n' + CARD, "must be a list of names"),
    "short_of_ours.toml": (BOX + 'short = "d2"\n' + CARD, "is the name of another box in links"),
    "light.toml": (BOX + 'colour = "#FFFF00"\n' + CARD, "too light for white letters"),
    "sum.toml": (BOX + "printed_cards = 11\n" + CARD, "but the cards add up to 10"),
    "circle.toml": (CIRCLE, "needs itself"),
    "group.toml": (
        FAN + '[[other]]\nname = "New Ruin"\nkind = "x"\ntypes = ["Ruins"]\ngroup = "Ruins"\n',
        '"group": "Ruins" is already written in data/cards/dark_ages.toml',
    ),
    "group_as_card.toml": (FAN.replace("Fan Card", "Ruins"), "are called together"),
    "contains.toml": (
        FAN.replace("Fan Card", "X") + 'contains = ["Dame Anna"]\npile = "halves"\n',
        "contains two different cards",
    ),
    "hangs_on.toml": (BOX + "[box.piles_of]\ncircle = ['Fan Card']\n", 'unknown box "circle"'),
    "lines.toml": (FAN.replace('"Fan Card"', '"Fan\\nCard"'), "one line"),
    "long.toml": (FAN.replace("Fan Card", "F" * 61), "longer than 60 characters"),
    "Odd Name!.toml": (FAN, 'call the file something like "odd_name.toml"'),
    "names/de.toml": ('[high]\nvilage = "Dorf"\n', 'did you mean "village"?'),
    "names/cs.toml": ('[high]\nvillage = "Vesnice"\n', '"village" is named twice'),
    "names/xx.toml": ("[high]\n", 'unknown language "xx"'),
    "kingdoms/fan_set.toml": (
        '[[kingdom]]\nid = "first-game"\nname = "X"\nboxes = ["dominion-1e"]\ncards = ["Vilage"]\n',
        'did you mean "Village"?',
    ),
}
"""Files that are wrong, each with a part of what is told of it."""


@pytest.fixture
def broken(boxes: Path, tmp_path: Path) -> Path:
    """A folder with every kind of broken file."""
    for name, (content, _) in BROKEN.items():
        path = boxes / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (boxes / "link.toml").symlink_to(write(tmp_path, "outside.toml", FAN))
    (boxes / "loop.toml").symlink_to(boxes / "loop.toml")
    (boxes / "lost.toml").symlink_to(boxes / "nothing.toml")
    (boxes / "folder.toml").mkdir()
    os.mkfifo(boxes / "pipe.toml")
    if os.getuid():  # an administrator may read everything
        write(boxes, "secret.toml", FAN).chmod(0)
    return boxes


class TestLeftOut:
    def test_every_fault_is_told_and_nothing_is_used(self, broken):
        catalog, ours = Catalog(DATA, broken), load_catalog()
        left_out = {
            file.removeprefix("boxes/"): faults for file, faults in catalog.left_out.items()
        }
        links = {"link.toml", "loop.toml", "lost.toml", "folder.toml", "pipe.toml"}
        assert left_out.keys() - {"secret.toml"} == BROKEN.keys() | links
        for name, (_, says) in BROKEN.items():
            assert any(says in fault for fault in left_out[name]), (name, left_out[name])
        assert "is a link that leads out of the folder" in left_out["link.toml"][0]
        assert "is no file" in left_out["pipe.toml"][0]
        assert all(fault.startswith(file) for file in catalog.left_out
                   for fault in catalog.left_out[file])  # fmt: skip
        assert to_bytes(catalog_answer(catalog)) == to_bytes(catalog_answer(ours))
        assert {language: set(names) for language, names in catalog.local_names.items()} == {
            language: set(names) for language, names in ours.local_names.items()
        }

    def test_all_faults_of_a_file_at_once(self, boxes):
        wrong = FAN.replace("types", "tipes").replace("year", "yaer") + 'tags = ["vilage"]\n'
        write(boxes, "fan_set.toml", wrong)
        faults = " ".join(Catalog(DATA, boxes).left_out["boxes/fan_set.toml"])
        for hint in ('"types"?', '"year"?', '"village"?'):
            assert f"did you mean {hint}" in faults

    def test_a_good_box_beside_broken_ones_is_used(self, boxes):
        write(boxes, "fan_set.toml", FAN)
        for name in ("not_toml.toml", "card_of_ours.toml", "circle.toml", "deep.toml"):
            write(boxes, name, BROKEN[name][0])
        catalog = Catalog(DATA, boxes)
        assert catalog.boxes["fan-set"].added
        assert len(catalog.left_out) == 4
        assert "boxes/fan_set.toml" not in catalog.left_out

    def test_something_else_than_a_folder(self, tmp_path):
        catalog = Catalog(DATA, write(tmp_path, "boxes", "no folder"))
        assert "cannot be read" in catalog.left_out["boxes"][0]
        assert catalog.boxes.keys() == load_catalog().boxes.keys()

    def test_python_is_not_even_looked_at(self, boxes):
        write(boxes, "fan_set.py", "raise SystemExit")
        write(boxes, "__init__.py", "raise SystemExit")
        catalog = Catalog(DATA, boxes)
        assert catalog.left_out == {}
        assert catalog.boxes.keys() == load_catalog().boxes.keys()
