"""What README and docs show is what happens: every script is checked, every command is run.

A fence that opens with ```dev holds a script; a file name after it (```dev hide.dev) writes the
script into the document's own folder, where the commands below find it; so does a file name after
any other language. A fence that opens with
```console holds commands after `$ ` and, below each, everything it prints; a line of three dots
stands for any number of lines. Fences that set devrun up (```sh) are run by `test_setup.py`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.shell import VENDORS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_script_and_command_does_what_the_document_says(
    document: Path, tmp_path: Path
) -> None:
    scripts = Path(sys.executable).parent
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(VENDORS)},
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    for fence in fences(document.read_text(encoding="utf-8")):
        where = f"{document.name}:{fence.line}"
        if fence.language == "dev":
            path = tmp_path / (fence.name or "unnamed.dev")
            path.write_text(fence.body, encoding="utf-8")
            if not fence.name:
                done = subprocess.run(
                    ["devrun", "check", path.name],
                    cwd=tmp_path,
                    env=environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, f"{where}\n{done.stdout}{done.stderr}"
        elif fence.name:
            (tmp_path / fence.name).write_text(fence.body, encoding="utf-8")
        elif fence.language == "console":
            for command, expected in commands(fence.body):
                done = subprocess.run(
                    command,
                    shell=True,
                    cwd=tmp_path,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    encoding="utf-8",
                    check=False,
                )
                printed = [line.rstrip() for line in done.stdout.splitlines()]
                assert agrees(expected, printed), f"{where} $ {command}\n{done.stdout}"
