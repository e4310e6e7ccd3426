"""A bank of items from planning to export: scored over items, by group, and in no LRS."""

from __future__ import annotations

import csv
import json
import shutil
from fractions import Fraction
from pathlib import Path
from statistics import fmean

import pytest

from coders.desk.desk import Desk
from coders.desk.log import Log, log_path
from coders.desk.steps import StepKind
from coders.packets.file import packet_at
from coders.statistics.intervals import cell_interval
from coders.statistics.item_means import planned_margin
from runners.store.records import now
from tests.here import Here, here

SCRIPT = """\
experiment Bank of stages
bank stages from stages/*.json
    question from text
    choices from options
    answer from key, counted from 0
    group from file name
design
    runs 6
    scoring calibrated accuracy
procedure
    separately
        do stages
"""
SIZES = {"early": 5, "late": 7}


def written(folder: Path) -> Here:
    """A shell in a folder with a bank of items of two, three and four choices."""
    (folder / "stages").mkdir()
    for group, size in SIZES.items():
        items = [
            {
                "id": f"{group} {number}",
                "text": f"Which word is {group} {number}?",
                "options": [f"{group} word {at}" for at in range(2 + number % 3)],
                "key": number % 2,
            }
            for number in range(size)
        ]
        (folder / "stages" / f"{group}.json").write_text(json.dumps(items), encoding="utf-8")
    (folder / "bank.dev").write_text(SCRIPT, encoding="utf-8")
    return here(folder)


def test_a_plan_counts_items_by_group_and_says_that_there_is_no_lrs(tmp_path: Path) -> None:
    shell = written(tmp_path)
    told = shell.run("plan", "bank.dev").stdout
    assert "6 trials of 12 items; each trial is scored by its items, and has no LRS" in told
    assert "6 conversations, copied for each item, 72 calls" in told
    assert "items in 2 groups: early 5, late 7" in told
    assert (
        "the margin of error (95%, over items) of an accuracy of 50% will be about ±30.5 "
        "percentage points over all items, ±35.7 for the mean of groups, ±43.3 (late) to ±56.7 "
        "(early) for a group, and less where items are averaged over runs"
    ) in told
    document = json.loads(shell.run("plan", "bank.dev", "--json").stdout)
    assert document["items"] == [
        {
            "experiment": "Bank of stages",
            "group": group,
            "items": size,
            "half_width": planned_margin(size),
        }
        for group, size in SIZES.items()
    ]


def test_a_plan_counts_a_sample_and_names_what_the_bank_allows(tmp_path: Path) -> None:
    shell = written(tmp_path)
    early = json.loads((tmp_path / "stages" / "early.json").read_text())
    early.append({**early[0], "options": ["x", "x", "y"]})
    (tmp_path / "stages" / "early.json").write_text(json.dumps(early))
    lines = (
        "    rename early to first words\n    sample 4 items of each group\n"
        "    allow duplicate items, doubled choices\ndesign\n"
    )
    (tmp_path / "bank.dev").write_text(SCRIPT.replace("design\n", lines))
    told = shell.run("plan", "bank.dev").stdout
    assert "items in 2 groups: first words 4, late 4" in told
    assert "a sample by seed 1: 8 of the 13 items of `stages`, the same in every trial" in told
    assert "allowed in `stages`: 1 duplicate item: item 6 (as 1) of stages/early.json" in told
    assert "48 calls" in told
    (bank,) = json.loads(shell.run("plan", "bank.dev", "--json").stdout)["banks"]
    assert bank == {
        "experiment": "Bank of stages", "bank": "stages", "items": 13, "asked": 8,
        "allowed": [
            {"defect": defect, "count": 1, "where": where}
            for defect, where in (
                ("duplicate items", "item 6 (as 1) of stages/early.json"),
                ("doubled choices", "item 6 of stages/early.json"),
            )
        ],
    }  # fmt: skip
    shown = shell.run("show", "bank.dev").stdout
    assert shown.count("(scored over items, in no LRS)") == 8
    seeded = shell.run("show", "bank.dev", "--seed", "9").stdout
    named = [
        [line for line in text.splitlines() if "(scored over items" in line]
        for text in (shown, seeded)
    ]
    assert named[0] == named[1]


def test_accuracy_is_over_items_with_runs_averaged_first(tmp_path: Path) -> None:
    """Means and intervals of all items and of each group are those worked out from the marks of
    the exported table, item by item.
    """
    shell = written(tmp_path)
    shell.run_once("run", "bank.dev", "-m", "sim/random")
    shutil.rmtree(tmp_path / "stages")  # the store has the items
    (tmp_path / "bank.dev").unlink()
    document = json.loads(shell.run("score", "--json").stdout)
    assert document["cells"][0]["lrs_mean"] is None
    shell.run("export", "-o", "out")
    (table,) = (tmp_path / "out" / "data").glob("*questions_data.csv")
    marks: dict[str, dict[str, list[float]]] = {}
    candidates: dict[str, int] = {}
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            assert row["kind"] == "item"
            marks.setdefault(row["group"], {}).setdefault(row["question"], []).append(
                float(row["mark"])
            )
            candidates[row["question"]] = int(row["candidates"])
    assert {group: len(items) for group, items in marks.items()} == SIZES
    means = {name: fmean(found) for items in marks.values() for name, found in items.items()}
    for row in document["measures"]:
        if row["measure"] != "accuracy" or row["level"] == "macro":
            continue
        items = list(means) if row["group"] is None else list(marks[row["group"]])
        assert row["n_items"] == len(items)
        assert row["n_draws"] == 6
        assert row["n_replies"] == 6 * len(items)
        assert row["mean"] == pytest.approx(fmean(means[name] for name in items))
        chance = sum(Fraction(1, candidates[name]) for name in items) / len(items)
        assert row["chance"] == pytest.approx(float(chance))
        if row["level"] != "experiment":
            interval = cell_interval([means[name] for name in items], high=1.0, pseudo=2)
            assert interval is not None
            assert row["ci95"] == pytest.approx([interval.low, interval.high])
    assert [row["level"] for row in document["measures"]] == [
        level for level in ("cell", "group", "group", "macro", "experiment") for _ in range(3)
    ]  # fmt: skip
    screen = shell.run("score").stdout
    assert "early" in screen
    assert "95% of aggr, by item (runs averaged first)" in screen
    shell.run("report", "-o", "report.html")
    assert "items of early" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "scripts" / "stages" / "late.json").is_file()


def test_players_are_held_to_the_marks_of_items(tmp_path: Path) -> None:
    shell = written(tmp_path)
    told = shell.run("check", "--players", "bank.dev").stdout
    assert "none of these shortcuts" in told
    assert "LRS below 5" not in told
    rows = [line.split() for line in told.splitlines()]
    right = {row[0]: row for row in rows if row and row[0].startswith("sim/")}
    assert "100%" in right["sim/oracle"]
    assert "0%" in right["sim/lure"]


def test_coders_mark_items_and_give_no_lrs(tmp_path: Path) -> None:
    """Neither first nor last; their marks are the accuracy."""
    shell = written(tmp_path)
    shell.run("run", "bank.dev", "-m", "sim/random")
    shell.run("packets", "--coder", "ann", "--duplicates", "0")
    (path,) = (tmp_path / "packets").glob("*.packet.jsonl")
    packet = packet_at(path)
    with Log(log_path(path), packet, clock=now, tool_version="0") as log:
        desk = Desk(packet, log)
        desk.begin()
        for _ in packet.main:
            while desk.step.kind is StepKind.JUDGE:
                desk.mark("right")
            assert desk.step.kind not in (StepKind.LRS, StepKind.LRS_FIRST)
    shell.run("collect", "packets", code=None)
    document = json.loads(shell.run("score", "--json").stdout)
    (cell,) = document["cells"]
    assert cell["lrs_mean"] is None
    measures = [row for row in document["measures"] if row["measure"] == "accuracy"]
    assert {row["mean"] for row in measures if row["mean"] is not None} == {1.0}
