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
