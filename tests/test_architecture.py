"""Imports point one way, the engine is pure, and every module says what it is for."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.builders import CATALOG
from web.http.assets import SCRIPTS, STYLES

ROOT = Path(__file__).resolve().parent.parent

ENGINE = (("facts", "rules", "scoring"), ("draw",), ("evening", "tournament"))
"""The packages of the engine, and what lies beside them, in the order in which they are imported:
none imports from those after it."""

WEB = (
    *("api", "printing", "fix", "setup_sheet", "draw", "links", "http", "store", "language"),
    *("reading", "catalog", "processes"),
)
"""What several tasks share: each imports only from those after it, and a task from all of them."""

TESTED_BY = {"reading": "api"}
"""A package whose tests stand with another: JSON is read for those who send it."""

MODULES_OF_A_FOLDER = 15
MORE_MODULES = {"setup_rules": 20, "setup_rules/rules": sys.maxsize}
"""Folders that may have more; there is a module for each rulebook."""
LINES_OF_A_MODULE = 400
LINES_OF_A_FUNCTION = 40
LINES_OF_A_VIEW = 15
"""Without its docstring: it reads the form, calls, and answers."""
LONGER_VIEWS = {"web/about/views.py": {"manifest"}, "web/printing/views.py": {"begin"}}
"""The first states a table of data; the other may become shorter."""
TABLES_OF_DATA = {
    "web/setup_sheet/other_prosperity.py": {"steps"},
}
"""Functions that may be long, because each is a table of data: they state and decide nothing."""

NAMELESS = {"utils", "util", "common", "misc", "helpers"}
READERS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob"}


def sources(*rooms: str) -> list[Path]:
    paths = [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    return [*paths, *(ROOT / f"{room}.py" for room in rooms if (ROOT / f"{room}.py").exists())]


@cache
def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(read(path)))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def only_faults(by_file: dict[str, set[str]]) -> dict[str, set[str]]:
    return {name: faults for name, faults in by_file.items() if faults}


def called(path: Path) -> set[str]:
    """The names of the functions and methods that a file calls."""
    calls = (node.func for node in nodes(path) if isinstance(node, ast.Call))
    return {getattr(call, "id", None) or getattr(call, "attr", "") for call in calls}


@cache
def imported(tree: ast.AST) -> tuple[str, ...]:
    """The modules a file imports, in full; of `from a import b` both a and a.b."""
    return tuple(_imported(tree))


def top_imports(tree: ast.AST) -> set[str]:
    return {name.split(".")[0] for name in imported(tree)}


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def at_the_top(path: Path) -> list[ast.stmt]:
    """What a module does when it is imported, without the insides of functions."""
    return [node for node in read(path).body if not isinstance(node, ast.FunctionDef)]


def module_of(path: Path) -> str:
    """The name under which a file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> int:
    """The place of an engine module in the order of packages; the first one is below all."""
    package = module.split(".")[1] if "." in module else ""
    return next((place for place, names in enumerate(ENGINE) if package in names), 0)


class TestOneWay:
    """app.py → web → setup_rules, and within the engine only upwards."""

    def test_the_imports_of_the_engine_do_not_go_round(self):
        """The catalog imports rulebooks only as it reads kingdoms, which name their slots."""
        graph = {
            module_of(path): set(imported(ast.Module(at_the_top(path), [])))
            for path in sources("setup_rules")
        }
        TopologicalSorter(
            {module: imports & graph.keys() - {module} for module, imports in graph.items()}
        ).prepare()

    def test_a_package_of_the_engine_imports_none_that_lies_above_it(self):
        faults = {}
        for path in sources("setup_rules"):
            layer = layer_of(module_of(path))
            engine = {name for name in imported(read(path)) if name.startswith("setup_rules.")}
            faults[named(path)] = {name for name in engine if layer_of(name) > layer}
        assert only_faults(faults) == {}

    def test_the_engine_uses_the_standard_library_alone(self):
        allowed = {"setup_rules", *sys.stdlib_module_names}
        others = {named(path): top_imports(read(path)) - allowed for path in sources("setup_rules")}
        assert only_faults(others) == {}

    def test_the_web_does_not_import_the_app(self):
        faults = {}
        for path in sources("web"):
            tree = read(path)
            if named(path) == "web/serving/local.py":  # it starts the app, which takes a moment
                tree = ast.Module(at_the_top(path), [])
            faults[named(path)] = {"app", "tests", "tools", "bench"} & top_imports(tree)
        assert only_faults(faults) == {}


RULEBOOK_MODULES = {
    f"setup_rules.rules.{path.stem}"
    for path in (ROOT / "setup_rules" / "rules").glob("*.py")
    if path.stem != "__init__"
}


class TestNoSingleBox:
    """What the engine and the screens need of a box, its rulebook registers."""

    def test_only_rulebooks_import_a_rulebook(self):
        others = (p for p in sources("setup_rules", "web", "app") if p.parent.name != "rules")
        faults = {named(path): RULEBOOK_MODULES & set(imported(read(path))) for path in others}
        assert only_faults(faults) == {}

    def test_a_generic_module_names_nothing_that_one_box_has(self):
        """Whole words, spelt as printed: `village` is a tag, and no Village."""
        names = sorted(of_one_box(), key=len, reverse=True)
        # Looked for first, for there are many names.
        begins = re.escape("".join({name[0] for name in names}))
        name = re.compile(rf"(?<![\w/])(?=[{begins}])({'|'.join(map(re.escape, names))})(?![\w/])")
        generic = [p for p in sources("setup_rules") if p.parent.name != "rules"]
        faults = {
            named(p): {hit for text in spoken(p) for hit in name.findall(text)} for p in generic
        }
        assert only_faults({path: words - NOT_OF_A_BOX for path, words in faults.items()}) == {}


NOT_OF_A_BOX = {"VP", "Favors", "Count"}
"""Tokens that `/api/score` asks for by these words, and the verb with which advice begins."""


def of_one_box() -> set[str]:
    """Printed names of cards, groups, landscapes, mats and tokens that boxes of one title have.

    Mats and tokens go by the first part of their names as well: `Coffers` of `Coffers mat`.
    """
    families: dict[str, set[str]] = {}
    for box in CATALOG.boxes.values():
        for name in box.stock:
            short = re.sub(" (mat|token)$", "", name)
            for each in (name, short):
                families.setdefault(each, set()).add(box.family)
    for thing in CATALOG.by_name.values():
        titles = {CATALOG.boxes[box].family for box in thing.boxes}
        for each in (thing.name, getattr(thing, "group", "")):
            families.setdefault(each, set()).update(titles)
    return {name for name, titles in families.items() if name and len(titles) == 1}


def spoken(path: Path) -> Iterator[str]:
    """The strings of a file; not docstrings, examples for the documentation, or `__all__`."""
    silent: set[ast.AST] = set()
    for node in nodes(path):
        if isinstance(node, ast.Expr):
            silent.add(node.value)
        is_example = isinstance(node, ast.keyword) and node.arg == "example"
        targets = node.targets if isinstance(node, ast.Assign) else []
        if is_example or "__all__" in [getattr(target, "id", "") for target in targets]:
            silent.update(ast.walk(node))
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield node.value


def package_of(path: Path) -> str:
    """The package or module of web/ to which a file belongs."""
    return path.relative_to(ROOT / "web").with_suffix("").parts[0]


def web_imports(path: Path) -> set[tuple[str, str]]:
    """The modules of web that a file imports, such as `web.shelf.page`, each with its package."""
    names = (name.split(".") for name in imported(read(path)) if name.startswith("web."))
    return {(parts[1], ".".join(parts[:3])) for parts in names}


def packages_of_web() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "web").glob("*/__init__.py"))


class TestPackagesOfWeb:
    """task → api → printing → setup_sheet → draw → links → http → store, language → reading."""

    def test_a_shared_package_imports_only_those_below_it(self):
        faults = {}
        for path in sources("web"):
            if (package := package_of(path)) in WEB:
                others = {other for other, _module in web_imports(path)}
                faults[named(path)] = others - set(WEB[WEB.index(package) :])
        assert only_faults(faults) == {}

    def test_a_task_does_not_import_the_views_or_the_page_of_another(self):
        faults = {}
        for path in sources("web"):
            faults[named(path)] = {
                module
                for other, module in web_imports(path)
                if other not in (package_of(path), *WEB) and module.endswith(("views", ".page"))
            }
        assert only_faults(faults) == {}

    def test_only_the_interface_reads_a_draw_from_json(self):
        """Pages make theirs of the shelf, the players and the stored wishes."""
        reader = "web.reading.draw_reading"
        reading = {package_of(path) for path in sources("web") if reader in imported(read(path))}
        assert reading == {"api"}

    @pytest.mark.parametrize("package", packages_of_web(), ids=named)
    def test_a_package_has_its_folder_of_tests(self, package):
        tests = ROOT / "tests" / "web" / TESTED_BY.get(package.name, package.name)
        assert list(tests.glob("test_*.py"))

    @pytest.mark.parametrize("package", packages_of_web(), ids=named)
    def test_a_package_that_renders_pages_has_its_folder_of_templates(self, package):
        """Below the tasks only http renders one, the page of an error."""
        calls = (
            node
            for path in sources(named(package))
            for node in ast.walk(read(path))
            if isinstance(node, ast.Call)
        )
        if package.name != "http" and "render_template" in {
            getattr(call.func, "id", "") for call in calls
        }:
            assert (ROOT / "templates" / package.name).is_dir()

    def test_a_folder_of_templates_or_tests_has_a_package(self):
        packages = {package.name for package in packages_of_web()}
        folders = {
            folder.name
            for parent in (ROOT / "templates", ROOT / "tests" / "web")
            for folder in parent.iterdir()
            if folder.is_dir() and folder.name not in ("__pycache__", "golden_pictures")
        }
        assert folders <= packages


TASKS = {package.name for package in packages_of_web()} - set(WEB) - {"serving"}


class TestStylesAndScripts:
    """A file of static/ has the word of the task that alone uses it, or says what it shows."""

    @pytest.mark.parametrize("bundles", [STYLES, SCRIPTS], ids=["styles", "scripts"])
    def test_a_file_with_the_word_of_a_task_is_on_no_page_of_another(self, bundles):
        strange = {
            (kind, name)
            for kind, names in bundles.items()
            for name in names
            if (task := name if name in TASKS else name.partition("_")[0]) in TASKS
            if kind not in (task, "screen")
        }
        assert strange == set()

    @pytest.mark.parametrize("bundles", [STYLES, SCRIPTS], ids=["styles", "scripts"])
    def test_pages_go_by_task(self, bundles):
        assert bundles.keys() <= TASKS | {"screen"}

    @pytest.mark.parametrize(
        ("folder", "bundles"), [("css", STYLES), ("js", SCRIPTS)], ids=["styles", "scripts"]
    )
    def test_every_file_is_on_some_page(self, folder, bundles):
        files = {path.stem for path in (ROOT / "static" / folder).iterdir()}
        assert files == {name for names in bundles.values() for name in names}


class TestDatabases:
    """`with sqlite3.connect(path)` does not close what it opens."""

    def test_are_opened_only_where_they_are_closed_again(self):
        opening = {
            named(path)
            for path in sources("app", "bench", "setup_rules", "tests", "tools", "web")
            if "sqlite3.connect" in path.read_text(encoding="utf-8")  # reading a tree takes longer
            for node in nodes(path)
            if isinstance(node, ast.Attribute) and node.attr == "connect"
            if isinstance(node.value, ast.Name) and node.value.id == "sqlite3"
        }
        assert opening == {"tests/databases.py", "tools/backup.py", "web/store/base.py"}


class TestPurity:
    """The engine touches nothing outside: files come in by the catalog, chance by an argument."""

    def test_only_one_module_opens_files_and_only_the_catalog_says_which(self):
        faults = {}
        for path in sources("setup_rules"):
            outside = {"io", "os", "shutil", "tempfile"}
            if named(path) != "setup_rules/catalog.py":
                outside.add("pathlib")
            faults[named(path)] = outside & top_imports(read(path)) | READERS & called(path)
        assert only_faults(faults).keys() == {"setup_rules/facts/fact_files.py"}

    def test_nothing_in_the_engine_is_left_to_chance_clocks_or_the_network(self):
        outside = {"random", "time", "datetime", "socket", "sqlite3", "subprocess", "urllib"}
        faults = {named(path): outside & top_imports(read(path)) for path in sources("setup_rules")}
        assert only_faults(faults) == {}

    def test_the_engine_does_not_print(self):
        assert [named(path) for path in sources("setup_rules") if "print" in called(path)] == []


class TestRooms:
    """Every module opens with a sentence on what it is for, under a name that tells it."""

    def test_a_module_opens_with_one_sentence_that_fits_one_line(self):
        openings = {
            named(path): (ast.get_docstring(read(path)) or "").split("\n\n")[0]
            for path in sources("setup_rules", "web", "app")
        }
        assert [name for name, text in openings.items() if not text.endswith(".")] == []
        assert [name for name, text in openings.items() if len(text) > 100] == []

    def test_no_module_is_called_utils(self):
        every = sources("setup_rules", "web", "app", "tests")
        assert [
            named(path) for path in every if NAMELESS & {path.stem, *path.relative_to(ROOT).parts}
        ] == []

    def test_a_rulebook_has_the_name_of_its_box(self):
        boxes = {path.stem for path in (ROOT / "data" / "cards").glob("*.toml")}
        for path in sources("setup_rules/rules"):
            if path.stem not in ("__init__", "every_box", "every_kingdom"):
                assert path.stem in boxes, path.stem


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function of a module with how many lines it has."""
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def is_view(function: ast.FunctionDef) -> bool:
    """Whether a blueprint sends requests to a function."""
    marks = (mark.func for mark in function.decorator_list if isinstance(mark, ast.Call))
    return any(isinstance(mark, ast.Attribute) and mark.attr in ("get", "post") for mark in marks)


def lines_of_body(function: ast.FunctionDef) -> int:
    """The lines of a function below its docstring."""
    first = function.body[1] if ast.get_docstring(function) else function.body[0]
    return (function.end_lineno or 0) - first.lineno + 1


class TestSizes:
    """A folder is taken in at a glance, a module in one sitting, and a function fits a screen."""

    def test_no_folder_has_too_many_modules(self):
        numbers = Counter(
            named(path.parent) for path in sources("setup_rules", "web") if path.stem != "__init__"
        )
        assert {
            folder: number
            for folder, number in numbers.items()
            if number > MORE_MODULES.get(folder, MODULES_OF_A_FOLDER)
        } == {}

    def test_no_module_of_the_web_is_long(self):
        lines = {named(path): len(path.read_text("utf-8").splitlines()) for path in sources("web")}
        long = {name for name, size in lines.items() if size > LINES_OF_A_MODULE}
        assert not long

    def test_no_function_is_long_but_tables_of_data(self):
        long = {
            (named(path), name)
            for path in sources("setup_rules", "web")
            for name, lines in functions(path)
            if lines > LINES_OF_A_FUNCTION
        }
        assert long == {(file, name) for file, names in TABLES_OF_DATA.items() for name in names}

    def test_a_view_reads_the_form_calls_and_answers(self):
        long = {
            (named(path), view.name)
            for path in sources("web")
            for view in nodes(path)
            if isinstance(view, ast.FunctionDef) and is_view(view)
            if lines_of_body(view) > LINES_OF_A_VIEW
        }
        assert long <= {(file, name) for file, names in LONGER_VIEWS.items() for name in names}


class TestNames:
    """A class has one name and a name one class, so that a search finds the one that is meant."""

    def test_no_two_classes_share_a_name(self):
        places: dict[str, list[str]] = {}
        for path in sources("setup_rules", "web"):
            for node in read(path).body:
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(named(path))
        assert {name: files for name, files in places.items() if len(files) > 1} == {}


MACHINE = re.compile(r"(?<![\w.])/(?:home|Users|work|root|mnt)/\w|\.\./shared|\b[A-Z]:\\\w")
WRITTEN = ("*.py", "*.md", "*.toml", "*.html", "*.css", "*.js", "*.txt", "*.in", "*.sh", "Makefile")
LEFT_OUT = {".venv", ".git", ".hypothesis", "instance", "htmlcov", "node_modules", "__pycache__"}


def project_files() -> list[Path]:
    paths = {path for pattern in WRITTEN for path in ROOT.rglob(pattern)}
    paths |= set((ROOT / ".ci").iterdir())
    return sorted(path for path in paths if not LEFT_OUT & set(path.relative_to(ROOT).parts))


class TestAnyMachine:
    """The project runs wherever it lies: no file names a place on somebody's machine."""

    def test_no_file_names_a_place_outside_the_project(self):
        paths = {}
        for path in project_files():
            if path == Path(__file__).resolve():
                continue
            for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if MACHINE.search(text):
                    paths[f"{named(path)}:{number}"] = text.strip()
        assert paths == {}
