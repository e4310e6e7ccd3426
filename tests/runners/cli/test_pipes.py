"""A pipe into which nobody writes is refused by whatever reads it, and not waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.here import here
from tests.shell import Shell

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return here(tmp_path)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("check", "p.dev"), 1, "p.dev is a pipe into which nobody writes"),
        (
            ("agree", "--table", "p.csv"), 2,
            "the table `p.csv` cannot be read: nobody writes into this pipe",
        ),
        (
            ("code", "p.packet.jsonl"), 5,
            "p.packet.jsonl cannot be read: nobody writes into this pipe",
        ),
        (("score", "--store", "p.sqlite"), 5, "p.sqlite is a pipe or a device"),
    ],
)  # fmt: skip
def test_a_pipe_without_a_writer(
    words: tuple[str, ...], code: int, said: str, shell: Shell
) -> None:
    os.mkfifo(shell.folder / words[-1])
    assert shell.run(*words, code=code).stderr.startswith(f"devrun: {said}\n")


@pytest.mark.parametrize(
    ("words", "code"), [(("collect", "p.log.jsonl"), 5), (("batch", "in", "p.jsonl"), 2)]
)
def test_a_pipe_among_what_belongs_to_a_study(
    words: tuple[str, ...], code: int, shell: Shell
) -> None:
    script = "experiment A\n\nprocedure\n    test a\n        ask: Yes or no?\n        answer: Yes\n"
    (shell.folder / "a.dev").write_text(script)
    shell.run("a.dev", "--runs", "1")
    os.mkfifo(shell.folder / words[-1])
    said = f"{words[-1]} cannot be read: nobody writes into this pipe"
    assert said in shell.run(*words, code=code).stderr
