"""A chat model and a base model in one study of a bank, from an empty folder."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.shell import Shell
from tests.tiny_models import tiny

QUIET = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
SCRIPT = """\
experiment Marbles
bank marbles from marbles.json
    question from text
    choices from options
    answer from key, counted from 0
    group from ability
design
    scoring calibrated accuracy
procedure
    separately
        do marbles
"""
ITEMS = [
    {
        "id": f"{ability} {number}",
        "text": f"Where will Sally look for the marble {'first' * number}?",
        "options": ["the basket", "the box", "out of the box, to play"][: 2 + number % 2],
        "key": number % 2,
        "ability": ability,
    }
    for ability in ("constancy", "planning")
    for number in range(3)
]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a chat model, a base model, and one that can read little."""
    home = tmp_path_factory.mktemp("models")
    tiny(home / "chat", kind="llama", reach=2048)
    tiny(home / "base", kind="gpt2", chat=False, words=True)
    tiny(home / "short", kind="gpt2", chat=False, reach=48)
    return home


def bank(shell: Shell) -> None:
    (shell.folder / "marbles.dev").write_text(SCRIPT, encoding="utf-8")
    (shell.folder / "marbles.json").write_text(json.dumps(ITEMS), encoding="utf-8")


def test_one_command_asks_both_in_their_own_way(shell: Shell, models: Path) -> None:
    bank(shell)
    names = [f"hf/{models}/{name}" for name in ("chat", "base")]
    asked = ("marbles.dev", "--protocol", "coglm-code", "--max-tokens", "4")
    done = shell.run(*asked, "-m", names[0], "-m", names[1], more=QUIET)
    assert "3 trials: 3 completed; 18 calls made" in done.stderr
    assert "--protocol coglm-code asks at temperature 0" in done.stderr
    assert "devrun score --likelihoods   compare readings of the likelihoods" in done.stderr
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as store:
        rows = store.execute("SELECT requested, sent FROM calls").fetchall()
    sent = [(json.loads(one), json.loads(other)) for one, other in rows]
    kinds = [
        (one.get("reading"), other["template"], other.get("likelihood")) for one, other in sent
    ]
    assert sorted(map(str, kinds)) == sorted(
        map(
            str,
            [
                *[(None, "chat", None)] * 6,
                *[("whole", "none", "whole")] * 6,
                *[("letter", "none", "letter")] * 6,
            ],
        )
    )
    weighed = shell.json("score", "--likelihoods")
    assert [(one["condition"], one["model"], one["n"]) for one in weighed["cells"]] == [
        ("concatenated", "hf/base", 6),
        ("letters", "hf/base", 6),
    ]
    assert {one["n"] for cell in weighed["cells"] for one in cell["readings"].values()} == {0, 6}
    cells = {(one["condition"], one["model"]) for one in shell.json("score")["trials"]}
    assert cells == {("written", "hf/chat"), ("concatenated", "hf/base"), ("letters", "hf/base")}
    assert "is intact" in shell.run("store", "check").stdout
    page = shell.run("report", "-o", "report.html")
    assert page.returncode == 0
    assert "by protocol coglm-code" in (shell.folder / "report.html").read_text(encoding="utf-8")


def test_an_item_that_does_not_fit_is_told_before_anything_is_asked(
    shell: Shell, models: Path
) -> None:
    bank(shell)
    long = [{**ITEMS[0], "id": "long", "text": "zq" * 40}]
    (shell.folder / "marbles.json").write_text(json.dumps([*ITEMS, *long]), encoding="utf-8")
    done = shell.run("marbles.dev", "-m", f"hf/{models}/short", code=1, more=QUIET)
    note, told, advice = done.stderr.splitlines()[-3:]
    assert note == (
        "hf/short is a base model and writes text after each item; --protocol bank asks for the "
        "likelihoods of the choices instead"
    )
    assert told.startswith("devrun: 1 call of 7 would not fit: hf/short reads at most 48 tokens, ")
    assert told.endswith(" (`long`)")
    assert advice == (
        "help: choose a model with a longer context, or shorten the texts; nothing was asked"
    )
    assert not list(shell.folder.glob("*.sqlite"))
