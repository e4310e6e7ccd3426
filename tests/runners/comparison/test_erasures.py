"""Framings that state an inability: a matrix of what is erased by what is tested."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from coders.statistics.item_means import paired_mean
from tests.here import Here, here
from tests.made_banks import write_abilities

GROUPS = ("empathy", "conservation", "planning")
ITEMS = 5
SCRIPT = """\
experiment Three abilities
bank three from items.jsonl
    question from question
    choices from choices
    answer from answer
    group from ability
design
    runs 1
    scoring calibrated accuracy
    framing erasures
procedure
    separately
        do three
"""


def written(folder: Path) -> Here:
    """A bank of three of the ten abilities, five items each with four choices."""
    write_abilities(folder, GROUPS, each=ITEMS)
    (folder / "three.dev").write_text(SCRIPT, encoding="utf-8")
    return here(folder)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """Three participants: one loses what is erased, one everything, one what the age takes."""
    found = written(tmp_path_factory.mktemp("erasures"))
    found.run(
        "run", "three.dev", "-m", "sim/erased", "-m", "sim/erased?others=1",
        "-m", "sim/erased?own=0&age=1",
    )  # fmt: skip
    return found


@pytest.fixture(scope="module")
def document(shell: Here) -> dict[str, list[dict[str, object]]]:
    return json.loads(shell.run("compare", "--json").stdout)


def drops(document, model: str, *, age_alone: bool) -> dict[tuple[str, str], float]:
    return {
        (one["erased"], one["tested"]): one["drop"]
        for one in document["erasures"]
        if one["model"] == model and one["age_alone"] is age_alone
    }


def test_who_loses_what_is_erased_drops_on_the_diagonal_alone(document) -> None:
    found = drops(document, "sim/erased", age_alone=False)
    assert len(found) == 10 * len(GROUPS)
    assert all(drop == 0 for (erased, tested), drop in found.items() if erased != tested)
    assert all(found[group, group] > 0.5 for group in GROUPS)
    (contrast,) = (
        one
        for one in document["erasure_contrasts"]
        if one["model"] == "sim/erased" and not one["age_alone"]
    )
    assert (contrast["groups"], contrast["n_items"]) == (3, 3 * ITEMS)
    assert contrast["off_diagonal"]["mean"] == 0
    assert contrast["difference"]["ci95"][0] > 0


def test_who_loses_everything_drops_everywhere(document) -> None:
    found = drops(document, "sim/erased?others=1", age_alone=False)
    assert min(found.values()) > 0.3
    contrast = next(
        one for one in document["erasure_contrasts"] if one["model"] == "sim/erased?others=1"
    )
    low, high = contrast["difference"]["ci95"]
    assert low < 0 < high


def test_what_the_age_takes_is_no_drop_against_the_age_alone(document) -> None:
    """Right under every erasure and guessing under an age alone: nothing is lost against no
    framing, and much is gained against the age.
    """
    model = "sim/erased?own=0&age=1"
    assert set(drops(document, model, age_alone=False).values()) == {0}
    assert max(drops(document, model, age_alone=True).values()) < -0.3


def test_a_cell_is_the_paired_difference_of_the_exported_marks(shell: Here, document) -> None:
    shell.run("export", "-o", "out")
    folder = shell.folder / "out" / "data"
    (table,) = folder.glob("*questions_data.csv")
    marks: dict[tuple[str, str], Fraction] = {}
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["model"] == "sim/erased" and row["mark"]:
                marks[row["condition"], row["question"]] = Fraction(row["mark"])
    cell = next(
        one
        for one in document["erasures"]
        if (one["model"], one["erased"], one["tested"], one["age_alone"])
        == ("sim/erased", "planning", "planning", False)
    )
    both = [
        (marks["none", name], marks["without planning", name])
        for number in range(ITEMS)
        if ("none", name := f"planning {number}") in marks and ("without planning", name) in marks
    ]
    values = [float((before - after) / Fraction(3, 4)) for before, after in both]
    found = paired_mean([(values, 4 / 3)])
    assert cell["n_items"] == len(values)
    assert cell["drop"] == pytest.approx(sum(values) / len(values))
    assert cell["before"] - cell["after"] == pytest.approx(cell["drop"])
    assert cell["ci95"] == pytest.approx(found.ci95)
    (exported,) = folder.glob("*erasures_data.csv")
    with exported.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == len(document["erasures"])


def test_the_screen_has_a_matrix_with_its_method_and_n(shell: Here) -> None:
    told = shell.run("compare", "--kind", "erasures", "three.dev", "-m", "sim/erased").stdout
    assert "erasures against no framing, Three abilities, sim/erased (SIMULATED)" in told
    assert "erasures against the age alone" in told
    lines = told.splitlines()
    row = next(line for line in lines if line.startswith("planning "))
    assert row.split()[1:3] == ["0", "0"]
    assert row.split()[3].startswith("[")
    assert (
        next(line for line in lines if line.startswith("n items")).split()[2:] == [str(ITEMS)] * 3
    )
    assert f"mean drop, {3 * ITEMS} items of 3 abilities" in told
    assert "paired t over items, with one more item at each end" in " ".join(told.split())
    default = shell.run("compare").stdout
    assert "erasures" in default.split("not shown", 1)[-1]


def test_the_report_has_the_matrices_and_their_means(shell: Here) -> None:
    shell.run("report", "three.dev", "-m", "sim/erased", "-o", "report.html")
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    part = page[page.index('id="erasures"') :]
    assert "what is lost under each erasure, against no framing" in part
    assert "what is lost under each erasure, against the age alone" in part
    assert "Drops of the erased ability and of the others" in part
