"""Scores of the items of a bank, worked out a second time: groups, stages, means, baselines."""

from __future__ import annotations

import csv
import json
from random import Random
from statistics import fmean

import pytest

from coders.bank_items import items_of
from coders.statistics.item_means import (
    group_mean,
    item_interval,
    mean_of_groups,
    planned_margin,
    planned_margin_of_groups,
)
from dsl.loading import load
from tests.here import Here, here

GROUPS = {"first": (2, 3), "second": (4,), "third": (2, 4)}
"""Each group with the numbers of options of its items."""
STAGES = {"early": ["first", "second"], "late": ["third"]}
SCRIPT = """\
experiment Groups
bank groups from items.json
    question from text
    choices from options
    answer from key, counted from 0
    group from group
    stage early of first, second
    stage late of third
design
    runs 3
    scoring calibrated accuracy
procedure
    separately
        do groups
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """A study of 32 items with two simulated participants."""
    folder = tmp_path_factory.mktemp("groups")
    dice, items = Random(7), []
    for group, sizes in GROUPS.items():
        for number in range(12 if group == "first" else 10):
            size = sizes[number % len(sizes)]
            options = [f"{group} {number} {at}{'x' * dice.randrange(5)}" for at in range(size)]
            key = dice.choice([0, 0, dice.randrange(size)])
            text = f"Which of {number} is {group}?"
            items.append({"text": text, "options": options, "key": key, "group": group})
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    (folder / "groups.dev").write_text(SCRIPT, encoding="utf-8")
    shell = here(folder)
    shell.run("run", "groups.dev", "-m", "sim/random", "-m", "sim/always-yes")
    return shell


def rows(shell: Here, measure: str, model: str = "sim/random") -> dict[tuple[str, str], dict]:  # type: ignore[type-arg]
    """The rows of one kind of score by level and group."""
    document = json.loads(shell.run("score", "--json").stdout)
    return {
        (row["level"], row["group"] or ""): row
        for row in document["measures"]
        if row["measure"] == measure and row["model"] == model
    }


def marks(shell: Here, model: str) -> dict[str, list[tuple[float, float]]]:
    """(mean mark, chance) of each item by group."""
    shell.run("export", "-o", f"out-{model.partition('/')[2]}", "-m", model)
    folder = shell.folder / f"out-{model.partition('/')[2]}" / "data"
    (table,) = folder.glob("*questions_data.csv")
    found: dict[tuple[str, str], list[float]] = {}
    chances = {}
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            found.setdefault((row["group"], row["question"]), []).append(float(row["mark"]))
            chances[row["question"]] = 1 / int(row["candidates"])
    grouped: dict[str, list[tuple[float, float]]] = {}
    for (group, question), each in found.items():
        grouped.setdefault(group, []).append((fmean(each), chances[question]))
    return grouped


def test_both_forms_of_calibrated_accuracy_stages_and_means(shell: Here) -> None:
    """Item-wise they are means of (m - c) / (1 - c), in the aggregate form the same of the means;
    intervals are over the values of items.
    """
    found = marks(shell, "sim/random")
    wise, whole = rows(shell, "calibrated_accuracy"), rows(shell, "aggregate_calibrated_accuracy")
    means, parts = {}, {}
    for group, items in found.items():
        chance = fmean(c for _, c in items)
        aggregate = [(m - chance) / (1 - chance) for m, _ in items]
        by_item = [(m - c) / (1 - c) for m, c in items]
        means[group] = fmean(aggregate)
        assert whole["group", group]["mean"] == pytest.approx(means[group])
        assert wise["group", group]["mean"] == pytest.approx(fmean(by_item))
        interval = item_interval(aggregate, low=-chance / (1 - chance))
        assert interval is not None
        assert whole["group", group]["ci95"] == pytest.approx([interval.low, interval.high])
        low = fmean(-c / (1 - c) for _, c in items)
        interval = item_interval(by_item, low=low)
        assert interval is not None
        assert wise["group", group]["ci95"] == pytest.approx([interval.low, interval.high])
        parts[group] = group_mean(aggregate, low=-chance / (1 - chance))
    assert any(
        wise[name]["mean"] != pytest.approx(whole[name]["mean"]) for name in whole if name[1]
    )
    for stage, groups in STAGES.items():
        row = whole["stage", stage]
        assert row["mean"] == pytest.approx(fmean(means[one] for one in groups))
        interval_of = mean_of_groups([parts[one] for one in groups])
        assert row["ci95"] == pytest.approx([interval_of.low, interval_of.high])
        assert row["n_items"] == sum(len(found[one]) for one in groups)
    assert whole["macro", ""]["mean"] == pytest.approx(fmean(means.values()))
    assert "t (Welch-Satterthwaite)" in whole["macro", ""]["ci_method"]


def test_the_baselines_are_what_such_participants_earn(shell: Here) -> None:
    """A participant who always answers A earns no more than the best letter; that of the file and
    the longest option are counted from the items.
    """
    experiment = load(shell.folder / "groups.dev").experiment
    assert experiment is not None
    items = [one for one in items_of(experiment).values() if one.group == "first"]
    chance = fmean(1 / len(one.choices) for one in items)
    row = rows(shell, "aggregate_calibrated_accuracy")["group", "first"]
    best = max(fmean(one.letter == letter for one in items) for letter in "ABC")
    assert row["best_letter_in_file"] == pytest.approx((best - chance) / (1 - chance))
    assert row["best_letter_in_file_which"] == "A"
    longest = fmean(
        (1 / ends.count(max(ends)) if ends[one.place or 0] == max(ends) else 0)
        for one in items
        for ends in [[len(choice) for choice in one.choices]]
    )
    assert row["longest_option"] == pytest.approx((longest - chance) / (1 - chance))
    for measure in ("accuracy", "calibrated_accuracy", "aggregate_calibrated_accuracy"):
        for name, always in rows(shell, measure, "sim/always-yes").items():
            shown = always["best_letter_shown"]
            if name[0] != "experiment":
                assert always["mean"] <= shown + 1e-9
                if always["best_letter_shown_which"] == "A":
                    assert always["mean"] == pytest.approx(shown)


def test_a_screen_of_eighty_columns_has_both_participants_side_by_side(shell: Here) -> None:
    shown = shell.run("score").stdout
    head = next(line for line in shown.splitlines() if line.split()[:2] == ["n", "acc"])
    assert head.split() == ["n", *["acc", "item", "aggr", "95%"] * 2, "F/S/L"]
    table = shown.split(head)[1].splitlines()[1:8]
    names = ["early", " first", " second", "late", " third", "mean of groups", "all items"]
    assert [line[: len(name)] for line, name in zip(table, names, strict=True)] == names
    assert "aggr: (accuracy - chance) / (1 - chance) of the totals" in " ".join(shown.split())


@pytest.mark.parametrize("sizes", [(6,), (10, 50), (4, 100, 250), (44,) * 10])
def test_a_plan_has_the_margins_that_half_right_items_will_have(sizes: tuple[int, ...]) -> None:
    marks = [[0.0, 1.0] * (size // 2) for size in sizes]
    for one in (*marks, [0.0, 1.0] * (sum(sizes) // 2)):
        found, planned = item_interval(one, low=0.0), planned_margin(len(one))
        if found is None:
            assert planned is None
        else:
            assert planned == pytest.approx((found.high - found.low) / 2, abs=2e-5)
    whole = mean_of_groups([group_mean(one, low=0.0) for one in marks])
    assert planned_margin_of_groups(sizes) == pytest.approx(whole.mean - whole.low, rel=0.01)
