"""Tab completes commands, options, scripts and models, in a real shell, too."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from runners.cli.app import COMMANDS, app
from tests.shell import Shell


def offered(*words: str, incomplete: str = "") -> list[str]:
    """What is offered after these words; files are found by the shell itself."""
    complete = ShellComplete(app, {}, "devrun", "_DEVRUN_COMPLETE")
    return [
        f"({one.type})" if one.type != "plain" else one.value
        for one in complete.get_completions(list(words), incomplete)
    ]


@pytest.mark.parametrize(
    ("words", "incomplete", "found"),
    [
        ((), "pl", ["plan"]),
        ((), "bl", ["blicket", "blicket_hypothesis"]),
        ((), "--ver", ["--version"]),
        ((), "--max-c", ["--max-cost"]),
        (("check",), "smar", ["smarties"]),
        (("plan",), "--wor", ["--wording"]),
        (("plan", "blicket"), "--wor", ["--wording"]),
        (("blicket", "-m"), "sim/or", ["sim/oracle"]),
        (("-m",), "sim/or", ["sim/oracle"]),
        (("run", "-m"), "openai/gpt-4o", ["openai/gpt-4o", "openai/gpt-4o-mini"]),
        (("score", "-m"), "h", ["hf/"]),
        (("blicket", "--wording"), "p", ["permuted"]),
        (("show",), "gea", ["gears"]),
    ],
)
def test_what_is_offered(words: tuple[str, ...], incomplete: str, found: list[str]) -> None:
    assert offered(*words, incomplete=incomplete) == found


def test_scripts_and_folders_at_hand_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.dev").touch()
    (tmp_path / "mine.txt").touch()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "other.dev").touch()
    assert offered(incomplete="mine") == ["mine/", "mine.dev"]
    assert offered("check", incomplete="mine/") == ["mine/other.dev"]
    assert offered("check", incomplete="no_such") == ["(file)"]
    assert offered("check", incomplete="~nobody.here/a") == ["(file)"]


def test_every_command_is_offered() -> None:
    assert [one for one in offered() if one in COMMANDS] == list(COMMANDS)


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_lines(name: str, shell: Shell) -> None:
    if name == "bash" and shutil.which("bash") is None:
        pytest.skip("click asks bash for its version")
    told = shell.run(more={"_DEVRUN_COMPLETE": f"{name}_source"})
    assert f"_DEVRUN_COMPLETE={name}_complete" in told.stdout
    assert "Usage" not in told.stdout
    shell.run(code=1, more={"_DEVRUN_COMPLETE": f"{name}_nothing"})


@pytest.mark.skipif(
    shutil.which("bash") is None or sys.platform == "win32", reason="there is no bash here"
)
def test_a_real_bash_completes(shell: Shell) -> None:
    """With the lines that it is given, and `devrun` as it is installed."""
    (shell.folder / "devrun").write_text(
        f'#!/bin/sh\nexec {sys.executable} -m runners.main "$@"\n', "utf-8"
    )
    (shell.folder / "devrun").chmod(0o755)
    asked = (
        'PATH="$PWD:$PATH"; eval "$(_DEVRUN_COMPLETE=bash_source devrun)"\n'
        "complete -p devrun\n"
        "COMP_WORDS=(devrun sco); COMP_CWORD=1; _devrun_completion devrun 2>/dev/null\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", asked],
        cwd=shell.folder,
        env=dict(shell.environment),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "complete -o nosort -F _devrun_completion devrun",
        "score",
    ]
