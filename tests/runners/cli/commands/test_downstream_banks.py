"""Banks with keys that are numbers or yes and no, under framings: one table of both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.here import Here, here

SCRIPT = """\
experiment Downstream
bank sums from sums.jsonl
    question from question
    answer from answer, after ####
    group from file name
bank facts from facts.json
    question from question
    answer from answer, as yes or no
    group from file name
design
    runs 1
    scoring accuracy
    framing erasures
procedure
    separately
        do sums
        do facts
"""


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    """A folder with six sums and eight facts, in the forms in which such sets are published."""
    sums = [
        {"question": f"How much is {n} times 501?", "answer": f"{n}*501\n#### {n * 501:,}"}
        for n in range(1, 7)
    ]
    (tmp_path / "sums.jsonl").write_text("\n".join(map(json.dumps, sums)))
    facts = [{"question": f"Is {n} an even number?", "answer": n % 2 == 0} for n in range(8)]
    (tmp_path / "facts.json").write_text(json.dumps(facts))
    (tmp_path / "down.dev").write_text(SCRIPT)
    return here(tmp_path)


def test_accuracy_under_each_framing_is_one_table_with_a_column_for_each_bank(shell: Here) -> None:
    shell.run("run", "down.dev", "-m", "sim/oracle", "-m", "sim/always-yes")
    document = json.loads(shell.run("score", "--json").stdout)
    means = {
        (row["model"], row["condition"], row["group"]): row["mean"]
        for row in document["measures"]
        if row["measure"] == "accuracy" and row["level"] == "group"
    }
    conditions = list(dict.fromkeys(condition for _, condition, _ in means))
    assert len(conditions) == 15
    for condition in conditions:
        assert means["sim/oracle", condition, "sums"] == 1
        assert means["sim/oracle", condition, "facts"] == 1
        assert means["sim/always-yes", condition, "sums"] == 0
        assert means["sim/always-yes", condition, "facts"] == 0.5
    screen = shell.run("score").stdout
    lines = screen.split("accuracy, percent: sim/always-yes: SIMULATED\n")[1].splitlines()
    assert lines[1].split()[:6] == ["condition", "n", "6", "95%", "n", "8"]
    table = [line.split("  ") for line in lines[3:18]]
    assert [row[0] for row in table] == conditions
    for row in table:
        words = " ".join(row[1:]).split()
        assert (words[0], words[3]) == ("0.0", "50.0")
    assert "F/S/L" not in screen


def test_thousands_in_a_key_and_a_reply_are_one_number(shell: Here) -> None:
    shown = shell.run("show", "down.dev", "--only", "none").stdout
    assert "right: 1002" in shown
    assert "right: yes" in shown
