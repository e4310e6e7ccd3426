"""The house in figures (benchmarks/house.py), of a small tree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.house import FLOORS, main

SETTINGS = """
[[tool.importlinter.contracts]]
name = "floors"
layers = ["runners", "dsl"]

[[tool.importlinter.contracts]]
name = "rooms"
containers = ["runners"]
layers = ["cli", "analysis", "participants | store"]
"""
TREE = {
    "pyproject.toml": SETTINGS,
    "dsl/__init__.py": "",
    "dsl/record.py": '''"""Two lines
of a docstring."""

# A comment.
from dataclasses import dataclass
import typing


@dataclass(frozen=True)
class Row:
    """A row."""

    words: str = """one

three"""  # a line within a value is code


class Pair(typing.NamedTuple):
    n_texts: int


class Plain: ...
''',
    "renderers/__init__.py": "",
    "renderers/columns.py": "class Row: ...\n\n\ndef n_texts(): ...\n",
    "coders/__init__.py": "n_texts_of_all = 1\n",
    "runners/__init__.py": "",
    "runners/cli/__init__.py": "",
    "runners/cli/score.py": "from runners.analysis.scores import one\n",
    "runners/analysis/__init__.py": "",
    "runners/analysis/scores.py": """from runners.store import reading

def one():
    from runners.cli.score import two
""",
    "runners/store/__init__.py": "",
    "runners/store/reading.py": """import runners.store.rows
from runners.participants import base
""",
    "runners/store/rows.py": "from runners.store.writing import x\n",
    "runners/store/writing.py": "import runners.store.reading\n",
    "runners/participants/__init__.py": "",
    "runners/participants/base.py": "x = 1\n" * 401,
    **{f"runners/store/migrations/v{n:04}.py": "" for n in range(26)},
}

PRINTED = """\
code lines                            422
files                                  42
files over 400 lines                    1
record types                            2
class names used twice or more          1
upward imports in runners               2
import circles                          1
folders with more than 25 files         1
files that spell n_texts                2
files that spell own_share              0

room                                lines  files
dsl                                    10      2
  dsl                                  10      2
renderers                               2      2
  renderers                             2      2
coders                                  1      1
  coders                                1      1
runners                               409     37
  runners                               0      1
  runners/analysis                      3      2
  runners/cli                           1      2
  runners/participants                401      2
  runners/store                         4     30

files over 400 lines
  runners/participants/base.py 401

upward imports
  runners.analysis.scores -> runners.cli.score
  runners.store.reading -> runners.participants.base

import circles
  runners.store.reading runners.store.rows runners.store.writing

crowded folders
  runners/store/migrations 26

class names used twice or more
  Row 2
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in TREE.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_figures_are_printed_with_what_is_behind_them(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["n_texts", "own_share", "--root", str(tree)])
    assert capsys.readouterr().out == PRINTED


def test_json_has_the_same_figures(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--json", "n_texts", "--root", str(tree)])
    assert json.loads(capsys.readouterr().out) == {
        "code_lines": 422,
        "files": 42,
        "floors": {"dsl": 10, "renderers": 2, "coders": 1, "runners": 409},
        "rooms": {
            "dsl": {"code_lines": 10, "files": 2},
            "renderers": {"code_lines": 2, "files": 2},
            "coders": {"code_lines": 1, "files": 1},
            "runners": {"code_lines": 0, "files": 1},
            "runners/analysis": {"code_lines": 3, "files": 2},
            "runners/cli": {"code_lines": 1, "files": 2},
            "runners/participants": {"code_lines": 401, "files": 2},
            "runners/store": {"code_lines": 4, "files": 30},
        },
        "long_files": {"runners/participants/base.py": 401},
        "record_types": 2,
        "names_used_twice": {"Row": 2},
        "upward_imports": [
            "runners.analysis.scores -> runners.cli.score",
            "runners.store.reading -> runners.participants.base",
        ],
        "circles": [["runners.store.reading", "runners.store.rows", "runners.store.writing"]],
        "crowded_folders": {"runners/store/migrations": 26},
        "spelled": {"n_texts": 2},
    }


def test_a_house_without_faults_has_figures_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    for floor in FLOORS:
        (tmp_path / floor).mkdir()
        (tmp_path / floor / "__init__.py").write_text('"""A floor."""\n', encoding="utf-8")
    main(["lrs", "--root", str(tmp_path)])
    assert capsys.readouterr().out.splitlines()[8:] == [
        "files that spell lrs                    0",
        "",
        "room                                lines  files",
        *(line for floor in FLOORS for line in (f"{floor:<40}0      1", f"  {floor:<38}0      1")),
    ]
