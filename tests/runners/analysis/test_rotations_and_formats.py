"""Letters that are taken in every rotation, and items that a participant is not shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.participants.double import Double
from tests.corecognition_files import GOOD, write_dataset
from tests.here import Here, here

SCRIPT = "corecognition.dev"


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    """A folder with a bank of two items of words, and three with one picture, two of yes or no."""
    pair = (GOOD[3], (*GOOD[4][:5], "", "", *GOOD[4][7:]), GOOD[0], GOOD[2], GOOD[6])
    write_dataset(tmp_path / "data", pair)
    found = here(tmp_path)
    found.run("new", "corecognition", "--from", "data")
    return found


def test_who_takes_one_letter_earns_chance_and_is_told(shell: Here) -> None:
    with Double(then="A") as double:
        shell.run(SCRIPT, "-m", "openai/any", "--shown", "text", more=double.environment)
    assert len(double.requests) == 3 + 2
    done = shell.json("score", SCRIPT)
    groups = {
        m["group"]: m["mean"]
        for m in done["measures"]
        if (m["level"], m["measure"]) == ("group", "accuracy")
    }
    assert groups == {"conservation": pytest.approx(1 / 3), "tool using": 0.5}
    rows = {row["letter"]: row for row in done["letters"]}
    facts = ("n_items", "n_replies", "taken")
    assert {name: tuple(row[one] for one in facts) for name, row in rows.items()} == {
        "A": (2, 5, 1.0), "B": (2, 5, 0.0), "C": (1, 3, 0.0),
    }  # fmt: skip
    assert rows["A"]["right"] == rows["B"]["right"] == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert rows["A"]["more"] == pytest.approx(1 - (1 / 3 + 1 / 2) / 2)
    told = shell.run("score", SCRIPT).stdout
    assert "letters taken, openai/any" in told
    assert "A       2        5   100%    42%  +58 pp" in told


def test_what_some_participant_was_not_shown_is_in_nobodys_figures(shell: Here) -> None:
    """It is neither wrong nor without a mark, and is asked of those who can be shown it."""
    whole = shell.json(SCRIPT, "-m", "sim/oracle")
    assert whole["calls"]["made"] == 3 + 2 + 4 + 1 + 1
    planned = shell.run("plan", SCRIPT, "-m", "sim/child", "--shown", "text").stdout
    assert "sim/child is not shown items with one picture;" in planned
    few = shell.json(SCRIPT, "-m", "sim/child", "--shown", "text")
    assert few["calls"]["made"] == 3 + 2
    scores = shell.json("score", SCRIPT)
    cells = {m["model"]: m for m in scores["measures"] if m["level"] == "cell"}
    facts = ("n_items", "not_shown", "left_out", "n_replies", "undecided")
    assert [cells["sim/oracle"][one] for one in facts] == [2, 0, 3, 5, 0]
    assert [cells["sim/child"][one] for one in facts] == [2, 3, 0, 5, 0]
    told = " ".join(shell.run("score", SCRIPT).stdout.split())
    assert "not shown, and not counted for any participant: items (sim/child 3)" in told
    models = shell.json("core", SCRIPT, "--by-format", "--all")["models"]
    every = "CoreCognition, original"
    assert {(one["board"], one["participant"]) for one in models} == {
        (every, "sim/oracle"),
        (every, "sim/child"),
        (f"{every}, text", "sim/oracle"),
        (f"{every}, text", "sim/child"),
        (f"{every}, one picture", "sim/oracle"),
    }
    alone = shell.json("score", SCRIPT, "-m", "sim/oracle")
    assert next(m["n_items"] for m in alone["measures"] if m["level"] == "cell") == 5
    assert shell.json("store", "check")["findings"] == []
    again = shell.json(SCRIPT, "-m", "sim/child", "--shown", "text")
    assert again["calls"]["made"] == 0


@pytest.mark.parametrize("command", ["run", "plan"])
def test_a_format_that_there_is_not_is_refused(shell: Here, command: str) -> None:
    done = shell.run(command, SCRIPT, "-m", "sim/child", "--shown", "text, pictures", code=2)
    assert "`pictures` is no format of items" in done.stderr
    assert "text, one picture, several pictures, video" in done.stderr
