"""Draws the packages and their imports into docs/architecture.md; --check says if it is stale."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from app import TASKS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
PLACE = re.compile("(<!-- packages -->\n).*(<!-- end of packages -->\n)", re.DOTALL)
SUPPORT = ("printing", "api")
"""Packages that answer requests themselves, but that other tasks use as well."""
TASK_NODE = "web tasks"
ENGINE_PACKAGES = ("draw", "evening", "tournament")
"""Packages that stand on the plan of setup_rules; rules/ and facts/ are a part of it."""

Edges = dict[str, set[str]]


def node_of(module: str) -> str:
    """The box of the picture that a module belongs to; all tasks are one box."""
    top, *rest = module.split(".")
    if top == "setup_rules":
        return f"setup_rules/{rest[0]}" if rest and rest[0] in ENGINE_PACKAGES else top
    if top == "web" and rest and _is_package(f"web/{rest[0]}"):
        return TASK_NODE if rest[0] in TASKS and rest[0] not in SUPPORT else f"web/{rest[0]}"
    return "" if top != "app" else "app.py"


def _is_package(folder: str) -> bool:
    return (ROOT / folder / "__init__.py").is_file()


def edges() -> Edges:
    """Which box of the picture imports which."""
    imports: Edges = {"app.py": {TASK_NODE, *(f"web/{package}" for package in SUPPORT)}}
    for path in (ROOT / "app.py", *(ROOT / "web").rglob("*.py"), *ROOT.glob("setup_rules/**/*.py")):
        here = node_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                there = {node_of(name) for name in names} - {"", here}
                imports.setdefault(here, set()).update(there)
    return {here: there for here, there in imports.items() if here}


def cycles(graph: Edges) -> list[str]:
    """Boxes that cannot be put below all that import them; empty where all arrows point down."""
    rest = {here: set(there) for here, there in graph.items()}
    while free := [here for here, there in rest.items() if not there & rest.keys()]:
        for here in free:
            del rest[here]
    return sorted(rest)


def reduced(graph: Edges) -> Edges:
    """The arrows that say something new: none that follows from two others."""

    def reach(start: str, without: str) -> set[str]:
        seen: set[str] = set()
        rest = [node for node in graph.get(start, ()) if node != without]
        while rest:
            node = rest.pop()
            if node not in seen:
                seen.add(node)
                rest += graph.get(node, ())
        return seen

    return {
        here: {one for one in there if one not in reach(here, one)} for here, there in graph.items()
    }


def picture() -> str:
    """The packages as a Mermaid flowchart, which GitHub and most editors draw."""
    graph = edges()
    if circle := cycles(graph):
        sys.exit(f"These packages import each other: {', '.join(circle)}.")
    graph = reduced(graph)
    names = sorted({*graph, *(one for there in graph.values() for one in there)})
    ids = {name: re.sub(r"\W", "_", name) for name in names}
    tasks = ", ".join(task for task in TASKS if task not in SUPPORT)
    lines = ["```mermaid", "flowchart TD"]
    for name in names:
        label = f"web/ by task: {tasks}" if name == TASK_NODE else name
        lines.append(f'    {ids[name]}["{label}"]')
    for here in names:
        lines += [f"    {ids[here]} --> {ids[there]}" for there in sorted(graph.get(here, ()))]
    return "\n".join([*lines, "```"])


def main() -> None:
    """Write the picture, or say that it is stale."""
    before = PAGE.read_text(encoding="utf-8")
    after = PLACE.sub(lambda place: f"{place[1]}\n{picture()}\n\n{place[2]}", before)
    if "--check" not in sys.argv:
        PAGE.write_text(after, encoding="utf-8")
    elif after != before:
        sys.exit("docs/architecture.md is stale; run `make docs`.")


if __name__ == "__main__":
    main()
