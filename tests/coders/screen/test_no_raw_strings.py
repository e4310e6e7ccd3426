"""No words get into a widget but through coders/screen/text.py.

Reads the package as a syntax tree. A widget takes literals, and what text.py gives; nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import coders.screen
import runners.cli.adjudication

FOLDER = Path(coders.screen.__file__).parent
FILES = sorted((*FOLDER.glob("*.py"), *Path(runners.cli.adjudication.__file__).parent.glob("*.py")))
DOOR = "text.py"
SAFE = {"one_line", "strip"}
"""What text.py gives."""
DRAWING = {"Content", "Segment", "Segments", "Text", "Strip", "Markdown", "Syntax", "Traceback"}
"""What holds words that are drawn; `Strip.blank` holds none."""
WIDGETS = {
    "Static", "Label", "Button", "Link", "Digits", "Input", "MaskedInput", "TextArea", "Markdown",
    "MarkdownViewer", "RichLog", "Log", "Pretty", "Option", "OptionList", "SelectionList",
    "Select", "ListItem", "RadioButton", "Checkbox", "Collapsible", "TabPane", "Tab", "DataTable",
    "Tree", "Header", "Footer", "Placeholder", "Rule", "Tooltip", "Toast", "_Line",
}  # fmt: skip
METHODS = {
    "notify", "update", "write", "write_line", "write_lines", "panic", "add_row", "add_rows",
    "add_column", "add_columns", "add_option", "add_options", "add_leaf",
    "from_markup", "copy_to_clipboard", "open_url", "bell",
    "render_str", "load_text", "suspend",
}  # fmt: skip
NAMES = {
    "title", "sub_title", "TITLE", "SUB_TITLE", "border_title", "border_subtitle", "tooltip",
    "placeholder", "label", "prompt", "content", "markup", "help",
}  # fmt: skip
"""Attributes of widgets, and options of their constructors, that are drawn."""
RENDERING = {"render", "render_lines", "render_str", "__rich__", "__rich_console__"}


def faults(source: str, *, door: bool = False) -> list[str]:
    """Each place where words could go around text.py, as `line: what`."""
    return sorted({f"{line}: {what}" for line, what in _faults(ast.parse(source), door=door)})


def _faults(tree: ast.AST, *, door: bool) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in WIDGETS:
                given = (*node.args, *(one.value for one in node.keywords))
                yield from ((node.lineno, name) for one in given if not _safe(one))
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield node.lineno, name
            case ast.Call(func=ast.Name(id="print" | "open" | "input" as name)):
                yield node.lineno, name
            case ast.Call(func=ast.Name(id=name)) if name in DRAWING and not door:
                yield node.lineno, name
            case ast.ImportFrom(module=module, names=names) if module == "textual.widgets":
                yield from (
                    (node.lineno, one.name)
                    for one in names
                    if one.name != "Input" and not one.name.startswith("_")
                )
            case ast.ImportFrom(module=module, names=names) if not door and (
                module == "textual.content" or (module or "").startswith("rich.")
            ):
                yield from ((node.lineno, one.name) for one in names if one.name != "cell_len")
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if name in NAMES:
                if not _safe(value):
                    yield node.lineno, name
            case ast.FunctionDef(name=name) if name in RENDERING:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr" as name):
                yield node.lineno, name
            case _:
                pass


def _safe(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in SAFE
        case ast.Name(id=name):
            # A constant of the module that is no text, as a length.
            return name.isupper()
        case _:
            return False


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.name}")
def test_no_file_of_the_screen_puts_words_into_a_widget_by_itself(file: Path) -> None:
    assert faults(file.read_text(encoding="utf-8"), door=file == FOLDER / DOOR) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Static(reply)", ["1: Static"]),
        ("Label(f'{reply}')", ["1: Label"]),
        ("widgets.Button('a' + reply)", ["1: Button"]),
        ("Option(str(reply), id='a')", ["1: Option"]),
        ("Static('words', name=reply)", ["1: Static"]),
        ("_Line(value=reply)", ["1: _Line"]),
        ("self.notify(reply)", ["1: notify"]),
        ("self.query_one(Static).update(reply)", ["1: update"]),
        ("self.title = reply", ["1: title"]),
        ("self.border_title = f'{reply}'", ["1: border_title"]),
        ("Content(reply)", ["1: Content"]),
        ("Strip([Segment(reply)])", ["1: Segment", "1: Strip"]),
        ("print(reply)", ["1: print"]),
        ("sys.stdout.write(reply)", ["1: stdout", "1: write"]),
        ("from textual.widgets import Static, Input", ["1: Static"]),
        ("from rich.text import Text", ["1: Text"]),
        ("def render(self):\n    return reply", ["1: render"]),
    ],
)
def test_the_reading_finds_a_way_around(source: str, expected: list[str]) -> None:
    assert faults(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "Static('words')",
        "Input(value=one_line(reply), max_length=LONGEST, compact=True)",
        "strip(row, width)",
        "Strip.blank(width)",
        "self.title = 'coding'",
        "from textual.widgets import Input",
    ],
)
def test_the_reading_lets_literals_and_the_door_pass(source: str) -> None:
    assert faults(source) == []
