"""Warnings that come from playing a script: a wrong script, a mended one, and what is said."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import dsl
from dsl.diagnostic import Fault
from runners.check import inspect

FOLDERS = Path(__file__).parent / "faults"
PAGES = Path(dsl.__file__).parent / "pages"
KINDS = [
    kind
    for kind in vars(importlib.import_module("dsl.faults.players")).values()
    if isinstance(kind, type) and issubclass(kind, Fault) and kind is not Fault
]
CODES = [kind.code for kind in KINDS]


def told(fault: Fault) -> str:
    s = fault.span
    place = f"{s.line}:{s.column}:{s.end_line}:{s.end_column}"
    return f"{place} {fault.code} {fault.message()} | {fault.help()}"


@pytest.mark.parametrize("code", CODES)
def test_of_a_wrong_script_is_reported_what_a_player_found(code: str) -> None:
    faults = inspect(FOLDERS / code / "wrong.dev").faults
    expected = (FOLDERS / code / "expected.txt").read_text(encoding="utf-8")
    assert "".join(f"{told(fault)}\n" for fault in faults) == expected
    assert [fault.code for fault in faults] == [code]


@pytest.mark.parametrize("code", CODES)
def test_the_mended_script_is_without_faults(code: str) -> None:
    assert [told(fault) for fault in inspect(FOLDERS / code / "right.dev").faults] == []


@pytest.mark.parametrize("code", CODES)
def test_every_code_of_these_has_a_page(code: str) -> None:
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {code}: ")
    assert "\nWrong:\n" in page
    assert "\nRight:\n" in page


EXAMPLES = """experiment Cups

things
    cup: scarf, torch, spoon, shell
    ball: top, kite, doll, drum

procedure
    say: Ann has {a cup} and {a ball}. She likes the {cup}.
    separately
        test one
            ask: What does Ann like?
            answer: {cup}
            wrong: {ball}
            example right: {many braces} the end
            example right:
                EXAMPLE
"""


@pytest.mark.parametrize(
    "example", ["It is the {ball}.", "It is\n                the   {ball}.", "{ball}", "The ball."]
)
def test_an_example_is_found_whatever_its_braces_put_in(tmp_path: Path, example: str) -> None:
    script = tmp_path / "cups.dev"
    written = EXAMPLES.replace("{many braces}", "{cup} " * 30).replace("EXAMPLE", example)
    script.write_text(written, "utf-8")
    (found,) = (one for one in inspect(script).faults if one.code == "W661")
    assert (found.span.line, found.span.column) == (16, 17)


def test_a_check_needs_no_heavy_library() -> None:
    """Nor what only agents, prices or stores need: imports are most of what a check takes."""
    heavy = {"jinja2", "msgspec", "numpy", "scipy", "sqlalchemy", "tomllib"}
    modules = "runners.cli.commands.check, dsl.loading, runners.check.shortcuts"
    modules += ", runners.check.anchors, runners.check.taking, coders.matcher"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, {modules}; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert heavy & set(told.stdout.split()) == set()
