"""A wish is declared once, in the table; everything else goes through the table by kinds."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from setup_rules.draw.drawing import count_kingdoms
from setup_rules.draw.exact.conditions import state_constraints
from setup_rules.draw.presets import as_published
from setup_rules.draw.wish_kinds import Weights
from setup_rules.draw.wishes import OF_THE_TEN, TABLE, Wishes, WishType
from tests.builders import CATALOG
from web.reading.draw_fields import REQUEST
from web.reading.draw_reading import read_draw
from web.reading.plan_reading import REQUEST as PLAN_REQUEST

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_FILES = 4
"""Source files in which the name of a wish may stand."""
ORDINARY = ("tags", "costs", "weights", "preset", "landscapes")
"""Names that are also words for other things, such as the tags of a card."""
NAMES = sorted({name for line in TABLE for name in (line.name, line.field) if name})
AROUND = {*REQUEST.fields, *PLAN_REQUEST.fields} - set(NAMES)
"""Keys of requests and answers: an object that has one of them is no object of wishes."""
SAYING = ("_", "say", "ngettext", "pgettext", "Plural")
VALUES = {
    "cost_at_least": {"5": {"min": 3}},
    "recently_played": {"cards": ["smithy", "moat"], "most": 1},
    "random_boxes": 2,
    "preset": "as-published",
}
"""Values for wishes of which the documentation has no example."""


def python_files() -> list[Path]:
    return [ROOT / "app.py", *(ROOT / "setup_rules").rglob("*.py"), *(ROOT / "web").rglob("*.py")]


def words_in(path: Path) -> Iterator[tuple[str, str]]:
    """The words of a file that may name a wish, each with what it is.

    They are the strings that are neither sentences nor docstrings nor keys of a whole request, and
    what attributes, arguments and fields are called. Of templates and scripts they are the texts in
    quotation marks.
    """
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield from (("string", word) for word in re.findall(r"[\"']([\w.]+)", text))
        return
    tree = ast.parse(text)
    unheard = set(_keys_of_requests(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            unheard.add(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING:
            unheard.update(node.args)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in unheard:
            yield "string", node.value
        elif isinstance(node, ast.Attribute):
            yield ("wish" if _last(node.value) == "wishes" else "word"), node.attr
        elif isinstance(node, ast.Call):
            made = getattr(node.func, "id", "")
            made = _last(node.args[0]) if made == "replace" and node.args else made
            kind = "wish" if made.lower() == "wishes" else "word"
            yield from ((kind, keyword.arg) for keyword in node.keywords if keyword.arg)
        elif isinstance(node, ast.ClassDef):
            kind = "wish" if node.name == "Wishes" else "word"
            fields = (line.target for line in node.body if isinstance(line, ast.AnnAssign))
            yield from ((kind, field.id) for field in fields if isinstance(field, ast.Name))
        elif isinstance(node, ast.Name):
            yield "word", node.id
        elif isinstance(node, ast.arg):
            yield "word", node.arg


def _keys_of_requests(tree: ast.AST) -> Iterator[ast.expr]:
    """The keys of objects that are a request or an answer, written out or read in a function."""
    objects: list[list[ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            objects.append([key for key in node.keys if key is not None])
        elif isinstance(node, ast.FunctionDef):
            by_name: dict[str, list[ast.expr]] = {}
            for part in ast.walk(node):
                if isinstance(part, ast.Subscript):
                    by_name.setdefault(_last(part.value), []).append(part.slice)
            objects += by_name.values()
    for keys in objects:
        if AROUND & {key.value for key in keys if isinstance(key, ast.Constant)}:
            yield from keys


def _last(node: ast.expr) -> str:
    """The last name of an expression: `wishes` of `asked.wishes`."""
    return getattr(node, "attr", getattr(node, "id", ""))


@pytest.fixture(scope="module")
def words() -> dict[Path, set[tuple[str, str]]]:
    """The words of all files in which some wish may be named; to read the others takes long."""
    others = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]
    some = re.compile(rf"\b({'|'.join(NAMES)})\b")
    named = (path for path in (*python_files(), *others) if some.search(path.read_text("utf-8")))
    return {path: set(words_in(path)) for path in named}


@cache
def handles_wishes(path: Path) -> bool:
    """Whether a file has to do with wishes: imports them, or is of their screen."""
    text = path.read_text("utf-8")
    return path.parent.name == "wishes" or bool(re.search(r"^from .*\bwish", text, re.MULTILINE))


def test_its_name_stands_in_few_files(words):
    """A string that is the name or begins with it and a dot; a field; an attribute of wishes.

    Of a name that is no ordinary word every variable, attribute and argument counts as well.
    """
    places: dict[str, set[str]] = {name: set() for name in NAMES}
    for path, sentence in words.items():
        for kind, word in sentence:
            name = word if word in places else word.partition(".")[0]
            ordinary = name in ORDINARY and (kind == "word" or not handles_wishes(path))
            if name in places and not ordinary:
                places[name].add(path.relative_to(ROOT).as_posix())
    assert {n: files for n, files in places.items() if not 1 <= len(files) <= MOST_FILES} == {}


@pytest.mark.parametrize(
    "module",
    [
        "reading/draw_reading",
        *("wishes/controls", "wishes/fields", "wishes/forms", "wishes/name_fields", "wishes/page"),
        *("draw/conflict_words", "draw/outcome", "draw/ways_out", "draw/wish_words"),
    ],
)
def test_what_handles_kinds_names_no_wish(module: str):
    """One part of the screen is called as a wish is, and may be named."""
    names = {line.name for line in TABLE} - {line.section for line in TABLE}
    words = words_in(ROOT / f"web/{module}.py")
    strings = {word for kind, word in words if kind == "string"}
    assert {word for word in strings if word.partition(".")[0] in names} == set()


@pytest.mark.parametrize("line", TABLE, ids=lambda line: line.name)
def test_every_wish_is_read_and_has_its_condition(line: WishType):
    value = VALUES.get(line.name, line.example)
    body = {"boxes": ["dominion-2e", "seaside-2e"], "players": 2, "wishes": {line.name: value}}
    request = read_draw(body, CATALOG).asked
    if line in OF_THE_TEN:
        assert getattr(request.wishes, line.field) != getattr(Wishes(), line.field)
        conditions = state_constraints(request.shelf.cards, request.wishes).conditions
        named = {wish.part for condition in conditions for wish in condition.wishes}
        assert named == (set() if isinstance(line.kind, Weights) else {line.field})


@pytest.mark.parametrize("line", OF_THE_TEN, ids=lambda line: line.name)
def test_the_preset_asks_for_what_the_table_says(line: WishType):
    in_preset = getattr(as_published(CATALOG), line.field) != getattr(Wishes(), line.field)
    assert line.in_preset or not in_preset


MORE_LINES = """
debts: tuple[tuple[int, Bounds], ...] = declare(
    (),
    ByCost(
        says="{cards} costing {coins} debt",
        fits=lambda card, debt: card.cost.debt == debt,
        noun=NounWords(
            say("cards for {coins} debt"),
            Plural("{number} card for {coins} debt", "{number} cards for {coins} debt"),
        ),
        label=say("{coins} debt"),
        offered=("4", "8"),
    ),
    about="By debt.",
    section="costs",
)
thrones: int = declare(
    0,
    Number(
        says="at least {number} thrones",
        label=say("Thrones"),
        phrase=Plural("{number} throne or more", "{number} thrones or more"),
        blank=say("any"),
        freed=say("any number of thrones"),
        lowest=0,
        asks_from=1,
        offered_to=3,
    ),
    about="How many thrones.",
    section="kinds",
)
few_durations: tuple[int, ...] | None = declare(
    None,
    Counts(
        says="{counts} Duration cards",
        label=say("Durations"),
        note=say("They stay out."),
        offered=(((0,), say("none")),),
        special=(((0,), say("no Durations")),),
        exactly=Plural("{number} Duration", "{number} Durations"),
        one_of=say("{numbers} Durations"),
        freed=say("any number of Durations"),
    ),
    about="The allowed numbers of Duration cards.",
    section="kinds",
)
no_curses: bool = declare(
    False,
    Flag(
        says="no card that gives Curses",
        label=say("Nobody is cursed"),
        phrase=say("no Curses"),
        freed=say("Curses"),
    ),
    about="Nobody gives Curses.",
    section="kinds",
)
"""
MORE_CONDITIONS = """
@_condition("thrones")
def _thrones(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[Count]:
    if wishes.thrones:
        yield Count(singles["thrones"], masks.tagged("throne"), Bounds(wishes.thrones).allowed)


@_condition("few_durations")
def _few_durations(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[Count]:
    if wishes.few_durations is not None:
        allowed = sum(1 << count for count in wishes.few_durations)
        yield Count(singles["few_durations"], masks.tagged("duration"), allowed)


@_condition("no_curses")
def _no_curses(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[Count]:
    if wishes.no_curses:
        yield Count(singles["no_curses"], masks.tagged("curser"), 1)
"""
ASKED = {
    "kept": {
        "night_cards": {"max": 1},
        "debts": {"8": {"max": 1}},
        "thrones": 1,
        "few_durations": [0],
        "no_curses": True,
    },
    "bad": {
        "night_cards": {"max": "one"},
        "debts": {"many": {}},
        "thrones": -1,
        "few_durations": 3,
        "no_curses": 1,
    },
    "form": {
        "night_cards.max": "1",
        "debts.8.max": "1",
        "thrones": "1",
        "few_durations": "0",
        "no_curses": "on",
    },
    "clashes": [
        {"night_cards": {"max": 1}, "tags": {"night": {"min": 3}}},
        {"debts": {"8": {"max": 1, "min": 2}}},
        {"thrones": 2, "tags": {"throne": {"max": 1}}},
        {"few_durations": [0], "tags": {"duration": {"min": 1}}},
        {"no_curses": True, "tags": {"curser": {"min": 1}}},
    ],
}


def examples() -> tuple[str, str]:
    """The line and the condition that the guide shows."""
    page = (ROOT / "docs/adding-a-wish.md").read_text("utf-8")
    line, condition = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    return textwrap.dedent(line), textwrap.dedent(condition)


def put_before(path: Path, place: str, text: str) -> None:
    source = path.read_text("utf-8")
    assert source.count(place) == 1
    path.write_text(source.replace(place, f"{text}\n{place}"), "utf-8")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What a copy of the program makes of five wishes, each of another kind, in its table."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("setup_rules", "web"):
        half_compiled = shutil.ignore_patterns("*.pyc.*")
        shutil.copytree(ROOT / name, folder / name, ignore=half_compiled)
    shutil.copy(ROOT / "app.py", folder)
    for name in ("data", "static", "templates", "translations"):
        (folder / name).symlink_to(ROOT / name)
    line, condition = examples()
    lines = textwrap.indent(line + MORE_LINES, "    ")
    put_before(folder / "setup_rules/draw/wishes.py", "    needs: tuple[Needs, ...] = ()", lines)
    conditions = f"{condition}\n{MORE_CONDITIONS}\n"
    put_before(folder / "setup_rules/draw/exact/conditions.py", "def _needs(", conditions)
    done = subprocess.run(
        [sys.executable, ROOT / "tests/new_wishes.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        input=json.dumps(ASKED),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class TestAWishThatIsAdded:
    """Its line and its condition are all there is to write; the first is that of the guide."""

    def test_is_read_and_has_its_sentence(self, added):
        assert added["listed"] == {
            "night_cards": "at most 1 Night card",
            "debts.8": "at most 1 card costing 8 debt",
            "thrones": "at least 1 thrones",
            "few_durations": "0 Duration cards",
            "no_curses": "no card that gives Curses",
        }

    def test_tells_its_faults(self, added):
        assert added["faults"] == [
            *("wishes.night_cards.max", "wishes.debts.many", "wishes.thrones"),
            *("wishes.few_durations", "wishes.no_curses"),
        ]

    def test_is_in_openapi(self, added):
        assert added["openapi"]["night_cards"] == "How many Night cards there are."
        assert added["openapi"].keys() == ASKED["kept"].keys()

    def test_is_set_and_cleared_by_its_control(self, added):
        assert added["kept"] == {"wishes": ASKED["kept"]}
        assert added["shown"] == ASKED["form"]
        assert added["cleared"] == {}

    def test_has_its_control_on_the_screen(self, added):
        assert ASKED["form"].keys() <= set(added["controls"])
        for label in ("Night cards: at most", "8 debt: at most", ">Thrones<", "They stay out."):
            assert label in added["page"]
        assert ">Nobody is cursed</button>" in added["page"]

    def test_has_its_short_words(self, added):
        assert added["words"] == [
            *("at most 1 card for 8 debt", "1 Night card at most", "1 throne or more"),
            *("no Durations", "no Curses"),
        ]

    def test_is_counted(self, added):
        catalog = CATALOG.cards.values()
        dear = [card.id for card in catalog if "empires" in card.boxes and card.cost.debt == 8]
        same = {
            "tags": {
                "night": {"max": 1},
                "throne": {"min": 1},
                "duration": {"max": 0},
                "curser": {"max": 0},
            },
            "recently_played": {"cards": dear, "most": 1},
        }
        body = {"boxes": ["nocturne", "empires"], "players": 2, "wishes": same}
        assert len(dear) > 1
        assert added["count"] == str(count_kingdoms(read_draw(body, CATALOG).asked).exact)

    def test_is_named_where_it_clashes_and_has_a_way_out(self, added):
        phrases = ("1 Night card at most", "1 card for 8 debt", "2 thrones or more", "no Durations")
        for phrase, reason in zip((*phrases, "no Curses"), added["reasons"], strict=True):
            assert phrase in reason
        ways = {says: kept["wishes"] for ways in added["ways"] for says, kept in ways.items()}
        assert ways["Up to 3 Night cards"]["night_cards"] == {"max": 3}
        assert ways["Settle for 1 card for 8 debt"] == {"debts": {"8": {"min": 1, "max": 1}}}
        assert ways["Settle for 1 throne or more"]["thrones"] == 1
        assert ways["Any number of Durations"] == {"tags": {"duration": {"min": 1}}}
        assert ways["Curses"] == {"tags": {"curser": {"min": 1}}}

    def test_is_kept_with_a_veto(self, added):
        assert added["snapshot"] is True
