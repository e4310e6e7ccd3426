"""Tests are selected by their kind: `pytest -m KIND`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.shell import ROOT

BROWSER = "tests/whole/test_report_in_browser.py"
INTERRUPTIONS = "tests/runners/engine/test_interruptions.py"
MODELS = "tests/runners/participants/hf/test_local_opening.py"
OTHERS = "tests/runners/participants/test_proxy.py"
POSTGRES = "tests/runners/store/test_postgres_unusable.py"


@pytest.mark.parametrize(
    ("chosen", "files"),
    [
        ("not browser", {INTERRUPTIONS, MODELS, OTHERS, POSTGRES}),
        ("browser or torch", {BROWSER, MODELS}),
        ("process and not browser or postgres", {INTERRUPTIONS, POSTGRES}),
    ],
)
def test_a_kind_is_chosen_or_left_out(chosen: str, files: set[str]) -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-qqq", "-m", chosen,
         BROWSER, INTERRUPTIONS, MODELS, OTHERS, POSTGRES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout  # fmt: skip
    assert {line.rpartition(":")[0] for line in listed.splitlines() if line} == files
