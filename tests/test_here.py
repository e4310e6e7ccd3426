"""A command that is called in the process of the tests does as one in a process of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.here import here
from tests.runners.cli.cup_script import TEXT
from tests.shell import Shell

COMMANDS = (
    ("cup.dev", "-m", "sim/oracle", "--runs", "1", "--seed", "4"),
    ("score", "--json"),
    ("score", "no such study"),
    ("check", "none.dev"),
    ("chekc",),
    ("words", "--seed", "3"),
    ("explain", "E101"),
    ("prices", "--json"),
    ("merge", "none.sqlite"),
    ("--help",),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_streams_and_exit_code_are_those_of_a_process(
    arguments: tuple[str, ...], shell: Shell, tmp_path: Path
) -> None:
    said = []
    for one in (shell, here(tmp_path / "here")):
        (one.folder / "cup.dev").write_text(TEXT, encoding="utf-8")
        if arguments[0] == "score":
            one.run("cup.dev", "-m", "sim/oracle", "--runs", "1")
        done = one.run(*arguments, code=None)
        said.append((done.returncode, done.stdout, done.stderr))
    assert said[0] == said[1]


@pytest.mark.parametrize("words", [("list",), ("check", "none.dev")], ids=" ".join)
def test_the_process_is_left_as_it_was(words: tuple[str, ...], tmp_path: Path) -> None:
    state = [dict(os.environ), Path.cwd(), sys.argv, sys.stdin, sys.stdout, sys.stderr]
    here(tmp_path).run(*words, code=None, more={"DEVRUN_CACHE": "elsewhere"})
    assert [dict(os.environ), Path.cwd(), sys.argv, sys.stdin, sys.stdout, sys.stderr] == state
