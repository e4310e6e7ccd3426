"""The house in figures: how much code there is, how it is divided, and where it breaks the plan.

    python -m benchmarks.house [FIGURE...] [--json] [--root FOLDER]

    code lines     lines that are neither blank nor a comment nor part of a docstring
    room           a folder of the second level, such as runners/store
    record types   classes made by `record`, `dataclass`, `define` or `frozen`, or derived from
                   NamedTuple, TypedDict, Struct or BaseModel
    upward import  a module of `runners` imports from a room of its own level or above, by the
                   layers of the import contract in pyproject.toml
    circle         modules that import each other at the top, directly or through others
    crowded        a folder with more than 25 files
    spelled        files that contain the name of a figure that users see

Everything is read from the source; nothing is imported.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scipy.sparse import lil_array
from scipy.sparse.csgraph import connected_components

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("dsl", "renderers", "coders", "runners")
LONG, CROWDED = 400, 25
FIGURES = ("own_share", "n_texts", "zero_share", "chance_lrs", "lrs_linear")
"""Figures that users see and that are counted unless others are named."""

_RECORDS = {
    "record", "dataclass", "define", "frozen",
    "NamedTuple", "TypedDict", "Struct", "BaseModel",
}  # fmt: skip
_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE,
    tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Module:
    """A source file, read once; `path` is relative to the root and written with slashes."""

    path: str
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """What an import calls it."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def room(self) -> str:
        """Its folder of the second level, or its floor if it stands there."""
        return "/".join(self.path.split("/")[:-1][:2])


@dataclass(frozen=True, slots=True)
class Room:
    """How much stands in a room."""

    code_lines: int
    files: int


@dataclass(frozen=True, slots=True)
class House:
    """All figures. Paths are relative to the root; lists are sorted."""

    code_lines: int
    files: int
    floors: Mapping[str, int]
    """Code lines of each floor."""
    rooms: Mapping[str, Room]
    long_files: Mapping[str, int]
    """Files over 400 lines, with all their lines."""
    record_types: int
    names_used_twice: Mapping[str, int]
    """Names that several classes have, and how many."""
    upward_imports: Sequence[str]
    circles: Sequence[Sequence[str]]
    """The modules of each circle."""
    crowded_folders: Mapping[str, int]
    spelled: Mapping[str, int]
    """In how many files the name of each figure is spelled."""


def measure(root: Path, figures: Sequence[str] = FIGURES) -> House:
    """The figures of the source below `root`.

    Raises SyntaxError if a file is no Python of this version.
    """
    modules = list(_modules(root))
    lines = {one.path: code_lines(one) for one in modules}
    classes = Counter(one.name for module in modules for one in _classes(module))
    folders = Counter(one.path.rpartition("/")[0] for one in modules)
    return House(
        code_lines=sum(lines.values()),
        files=len(modules),
        floors={
            floor: sum(n for path, n in lines.items() if path.startswith(f"{floor}/"))
            for floor in FLOORS
        },
        rooms={
            room: Room(sum(lines[path] for path in paths), len(paths))
            for room, paths in _by_room(modules).items()
        },
        long_files={one.path: n for one in modules if (n := len(one.text.splitlines())) > LONG},
        record_types=sum(_is_record(one) for module in modules for one in _classes(module)),
        names_used_twice=dict(sorted((n, many) for n, many in classes.items() if many > 1)),
        upward_imports=upward_imports(modules, layers(root)),
        circles=circles(modules),
        crowded_folders=dict(sorted((f, n) for f, n in folders.items() if n > CROWDED)),
        spelled={
            figure: sum(bool(re.search(rf"\b{re.escape(figure)}\b", one.text)) for one in modules)
            for figure in figures
        },
    )


def code_lines(module: Module) -> int:
    """Lines of a module that hold a token other than a comment or a docstring."""
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type not in _NO_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(module.tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            code.difference_update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return len(code)


def layers(root: Path) -> list[list[str]]:
    """The rooms of `runners` from the top down, as the import contract has them."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        one
        for one in settings["tool"]["importlinter"]["contracts"]
        if one.get("containers") == ["runners"]
    )
    return [layer.split(" | ") for layer in contract["layers"]]


def upward_imports(modules: Sequence[Module], layers: Sequence[Sequence[str]]) -> list[str]:
    """`module -> module` for each import in `runners` that goes up or sideways, anywhere in a file,
    those among them that the contract overlooks.
    """
    names = {one.name for one in modules}
    height = {room: n for n, layer in enumerate(layers) for room in layer}
    found = set()
    for module in modules:
        here = _room_in_runners(module.name)
        for target in _imported(ast.walk(module.tree), names):
            there = _room_in_runners(target)
            if here != there and height.get(there, len(height)) <= height.get(here, -1):
                found.add(f"{module.name} -> {target}")
    return sorted(found)


def circles(modules: Sequence[Module]) -> list[list[str]]:
    """The largest groups of modules that all import each other, directly or through others.

    Only imports at the top of a module count: those within functions and for type checkers alone
    are there to avoid a circle.
    """
    names = sorted(one.name for one in modules)
    place = {name: n for n, name in enumerate(names)}
    graph = lil_array((len(names), len(names)), dtype=int)
    for one in modules:
        for target in _imported(one.tree.body, place):
            graph[place[one.name], place[target]] = 1
    _, labels = connected_components(graph, directed=True, connection="strong")
    groups: dict[int, list[str]] = {}
    for name, label in zip(names, labels, strict=True):
        groups.setdefault(int(label), []).append(name)
    return sorted(group for group in groups.values() if len(group) > 1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    summary, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.house",
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("figures", nargs="*", default=FIGURES, metavar="FIGURE")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="FOLDER")
    options = parser.parse_args(arguments)
    house = measure(options.root, options.figures)
    text = json.dumps(asdict(house), indent=2) if options.json else described(house)
    print(text)


def described(house: House) -> str:
    """The figures as text: a line each, then what is behind those that should be none."""
    totals = {
        "code lines": house.code_lines,
        "files": house.files,
        f"files over {LONG} lines": len(house.long_files),
        "record types": house.record_types,
        "class names used twice or more": len(house.names_used_twice),
        "upward imports in runners": len(house.upward_imports),
        "import circles": len(house.circles),
        f"folders with more than {CROWDED} files": len(house.crowded_folders),
    }
    spelled = {f"files that spell {figure}": n for figure, n in house.spelled.items()}
    lines = [f"{name:<34}{n:>7,}" for name, n in (totals | spelled).items()]
    lines += ["", f"{'room':<34}{'lines':>7}{'files':>7}"]
    for floor, n in house.floors.items():
        rooms = {name: room for name, room in house.rooms.items() if name.split("/")[0] == floor}
        lines.append(f"{floor:<34}{n:>7,}{sum(room.files for room in rooms.values()):>7}")
        lines += [
            f"  {name:<32}{room.code_lines:>7,}{room.files:>7}" for name, room in rooms.items()
        ]
    for title, found in (
        (f"files over {LONG} lines", [f"{path} {n}" for path, n in house.long_files.items()]),
        ("upward imports", house.upward_imports),
        ("import circles", [" ".join(circle) for circle in house.circles]),
        ("crowded folders", [f"{path} {n}" for path, n in house.crowded_folders.items()]),
        ("class names used twice or more", [f"{a} {n}" for a, n in house.names_used_twice.items()]),
    ):
        if found:
            lines += ["", title, *(f"  {one}" for one in found)]
    return "\n".join(lines)


def _modules(root: Path) -> Iterator[Module]:
    for floor in FLOORS:
        for path in sorted((root / floor).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            yield Module(path.relative_to(root).as_posix(), text, ast.parse(text, str(path)))


def _by_room(modules: Iterable[Module]) -> dict[str, list[str]]:
    rooms: dict[str, list[str]] = {}
    for one in modules:
        rooms.setdefault(one.room, []).append(one.path)
    return rooms


def _classes(module: Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef))


def _is_record(one: ast.ClassDef) -> bool:
    return any(_last_name(mark) in _RECORDS for mark in (*one.decorator_list, *one.bases))


def _last_name(node: ast.expr) -> str:
    """`dataclass` of `@dataclasses.dataclass(frozen=True)`."""
    match node:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return _last_name(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _imported(nodes: Iterable[ast.AST], names: Container[str]) -> Iterator[str]:
    """Which of the modules `names` these nodes import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in names or node.module in names:
                    yield inner if inner in names else node.module


def _room_in_runners(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "runners" else ""


if __name__ == "__main__":
    main()
