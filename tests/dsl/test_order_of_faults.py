"""Errors are told first, then warnings; each as they stand in the script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dsl.diagnostic import Fault, Severity
from dsl.loading import check_text, load
from runners.check import inspect
from tests.dsl.test_checking_faults import CODES
from tests.shell import ROOT

WRONG = sorted((ROOT / "tests" / "dsl" / "faults").glob("*/wrong.dev"))
SEVERAL = [path for path in WRONG if path.parent.name not in CODES]
"""Of all others, test_checking_faults.py holds that there is one fault."""

SCRIPT = """experiment One question

procedure
    say: A cup stands on the shelf. Beside the shelf is a table.
    test place
        ask: Where is the cup?
        answer: shelf
        wrong: table
"""


def in_order(faults: Sequence[Fault], file: str) -> bool:
    order = [
        (one.severity is Severity.WARNING, one.span.file != file, one.span.line, one.span.column)
        for one in faults
    ]
    return order == sorted(order)


@pytest.mark.parametrize("path", SEVERAL, ids=lambda path: path.parent.name)
def test_errors_of_a_wrong_script_are_reported_first(path: Path) -> None:
    loaded = load(path)
    assert loaded.faults
    assert in_order(loaded.faults, loaded.file)


def test_a_warning_that_stands_before_an_error_is_reported_after_it() -> None:
    found = check_text(SCRIPT.replace("ask:", "aks:"), "one.dev").faults
    assert [(one.code, one.span.line) for one in found] == [("E201", 6), ("W611", 3)]


def test_warnings_of_players_stand_among_the_others_by_place(tmp_path: Path) -> None:
    path = tmp_path / "one.dev"
    path.write_text(SCRIPT, encoding="utf-8")
    found = inspect(path).faults
    assert [(one.code, one.span.line) for one in found] == [("W611", 3), ("W651", 5)]
