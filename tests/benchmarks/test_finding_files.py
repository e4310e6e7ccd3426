"""Files are found by the words of their docstrings."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from benchmarks.files import PACKAGES, ROOT, files


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("undo log", "coders/desk/state.py"),
        ("server is down", "runners/engine/breaker.py"),
        ("plural", "dsl/words.py"),
        ("Psych-DS description", "runners/export/description.py"),
        ("judge is told first", "renderers/templates/judge_system.txt.jinja"),
        ("holm", "coders/statistics/tests_exact.py"),
        ("explain", "runners/cli/commands/explain.py"),
        ("colours of the report", "renderers/report/templates/page.css"),
    ],
)
def test_the_first_files_are_those_for_the_task(words: str, path: str) -> None:
    assert any(line.startswith(f"{path}: ") for line in files(words.split())[:2])


def test_every_file_has_a_first_sentence_and_is_listed() -> None:
    every = [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.read_text(encoding="utf-8").strip()
    ]
    listed = [line.partition(": ")[0] for line in files()]
    assert [path for path in listed if path.endswith(".py")] == sorted(every)
    assert files(["zerpda-of-no-file"]) == []


def test_a_reader_who_stops_early_is_no_fault() -> None:
    """As with `python -m benchmarks.files | head -1`: of much, and of little."""
    for words in ([], ["undo", "log"]):
        reading, writing = os.pipe()
        os.close(reading)
        command = [sys.executable, "-m", "benchmarks.files", *words]
        done = subprocess.run(
            command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False
        )
        os.close(writing)
        assert done.stderr == b""
