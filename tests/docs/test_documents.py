"""What README and docs show is what happens: every script is checked, every command is run.

A fence that opens with ```dev holds a script; a file name after it (```dev hide.dev) writes the
script into the document's own folder, where the commands below find it; so does a file name after
any other language. A fence that opens with
```console holds commands after `$ ` and, below each, everything it prints; a line of three dots
stands for any number of lines. Fences that set devrun up (```sh) are run by `test_setup.py`.

The commands of README are typed into a shell, in a thorough run those of every document; otherwise
those that need no shell are called (tests/here.py). Tables of simulated participants are printed
by commands in a thorough run alone: those of battery.md are compared with what the family gets in
tests/whole/test_shipped_scripts.py, and that of flood_worry.md in
tests/experiments/test_flood_worry.py.
"""

from __future__ import annotations

import itertools
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.here import Here
from tests.shell import NOTHING_KEPT, VENDORS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

SENT = re.compile(r" > (?P<file>[^ ;&|]+)(?P<silent> 2> /dev/null)?$")
QUOTED = re.compile(r'"[^"$`\\]*"')
VARIABLE = re.compile(r"[A-Z_]+=")
FENCE = re.compile(r"^(?P<mark>```+)(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=mark)\s*$", re.M | re.S)


@dataclass(frozen=True)
class Fence:
    language: str
    name: str
    body: str
    line: int


def fences(text: str) -> list[Fence]:
    found = []
    for match in FENCE.finditer(text):
        language, _, name = match["info"].strip().partition(" ")
        line = text.count("\n", 0, match.start()) + 1
        found.append(Fence(language, name.strip(), match["body"], line))
    return found


def commands(body: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line.rstrip())
    return found


def agrees(expected: list[str], printed: list[str]) -> bool:
    """Whether the printed lines are the expected ones, `...` standing for any number of lines."""
    if not expected:
        return not printed
    first, *rest = expected
    if first.strip() == "...":
        return any(agrees(rest, printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and printed[0] == first and agrees(rest, printed[1:])


def done(
    command: str, folder: Path, environment: dict[str, str], *, typed: bool
) -> subprocess.CompletedProcess[str]:
    """How a command ended, with what it wrote to stdout and stderr as one text."""
    sent = SENT.search(command)
    alone = command[: sent.start()] if sent else command
    words = [] if re.search(r"[|&;<>$`*?~()\\]", QUOTED.sub("", alone)) else shlex.split(alone)
    given = list(itertools.takewhile(VARIABLE.match, words))
    if words[len(given) : len(given) + 1] == ["devrun"] and not typed:
        variables = dict(word.split("=", 1) for word in given)
        shell = Here(folder, environment, together=sent is None)
        said = shell.run(*words[len(given) + 1 :], code=None, more=variables)
        if sent is not None:
            (folder / sent["file"]).write_text(said.stdout, encoding="utf-8")
            said.stdout = "" if sent["silent"] else said.stderr
        return said
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(path, marks=[pytest.mark.thorough] if path.name == "battery.md" else [])
        for path in DOCUMENTS
    ],
    ids=lambda path: path.name,
)
def test_every_script_and_command_does_what_the_document_says(
    document: Path, tmp_path: Path, thorough: bool
) -> None:
    scripts = Path(sys.executable).parent
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(VENDORS)},
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        **NOTHING_KEPT,
    }
    typed = thorough or document.name == "README.md"
    for fence in fences(document.read_text(encoding="utf-8")):
        where = f"{document.name}:{fence.line}"
        if fence.language == "dev":
            path = tmp_path / (fence.name or "unnamed.dev")
            path.write_text(fence.body, encoding="utf-8")
            if not fence.name:
                checked = done(f"devrun check {path.name}", tmp_path, environment, typed=False)
                assert checked.returncode == 0, f"{where}\n{checked.stdout}"
        elif fence.name:
            (tmp_path / fence.name).write_text(fence.body, encoding="utf-8")
        elif fence.language == "console":
            for command, expected in commands(fence.body):
                if "--players" in command and not thorough:
                    continue
                text = done(command, tmp_path, environment, typed=typed).stdout
                printed = [line.rstrip() for line in text.splitlines()]
                assert agrees(expected, printed), f"{where} $ {command}\n{text}"
