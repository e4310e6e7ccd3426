"""A study of a questionnaire, from the script to its figures."""

from __future__ import annotations

import csv
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from coders.statistics.internal_consistency import cronbach_alpha
from tests.here import here

SCRIPT = """\
experiment Worry
conditions story
    flood
    fair
questionnaire worry
    rate 1 to 5
    labels:
        never
        seldom
        now and then
        often
        always
    items shuffled
    item water: I worry about floods.
    item calm (reversed): Floods are no concern of mine.
    item pay: I would pay for a higher dam.
    item watch: I watch the river.
    needs 3 of 4 items
    subscale fear of water, calm
    then
        unclear, ask again at most 1 time: Please answer with a number from 1 to 5.
design
    runs 12
    compare flood with fair, expecting more in flood, on worry change
procedure
    in order
        scene before
            do worry
        scene after
            say by story
                flood: Last night the river came over the dam.
                fair: Last night the fair was opened.
            do worry
"""
NUMBERS = "ten twelve twenty thirty fifty sixty eighty ninety seventy two five six nine"
LIKERT = "sim/likert?trait=0.6&spread=0.4"


def study(tmp_path: Path, *models: str, script: str = SCRIPT) -> Any:
    """A folder in which some participants have taken the questionnaire."""
    shell = here(tmp_path)
    (shell.folder / "worry.dev").write_text(script, "utf-8")
    shell.run_once("worry.dev", *(part for model in models for part in ("-m", model)))
    return shell


def questions(shell: Any) -> list[dict[str, str]]:
    """The exported table of replies."""
    return table(shell, "questions")


def table(shell: Any, name: str, *, written: bool = False) -> list[dict[str, str]]:
    """An exported table; `written` before."""
    if not written:
        shell.run("export", "worry.dev", "-o", "out")
    (path,) = (shell.folder / "out").glob(f"data/*description-{name}_data.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_means_changes_and_alpha_are_those_of_the_exported_answers(tmp_path: Path) -> None:
    """All figures again, from the table of replies."""
    shell = study(tmp_path, LIKERT)
    found = shell.json("score", "worry.dev")
    points: dict[tuple[str, str, str], dict[str, float]] = {}
    for row in questions(shell):
        turned = 6 - int(row["value"]) if row["form"] == "calm" else int(row["value"])
        at = row["condition"], row["scene"], row["draw"]
        points.setdefault(at, {})[row["form"]] = turned
    assert len(points) == 2 * 2 * 12
    items = ("water", "calm", "pay", "watch")
    for story in ("flood", "fair"):
        by_wave = {
            wave: [[points[story, wave, str(n)][item] for item in items] for n in range(1, 13)]
            for wave in ("before", "after")
        }
        means = {
            one["measure"]: one for one in found["script_measures"] if one["condition"] == story
        }
        for wave, rows in by_wave.items():
            one = means[f"worry {wave}"]
            assert one["mean"] == pytest.approx(fmean(fmean(row) for row in rows))
            assert (one["low"], one["high"], one["n_draws"]) == (1, 5, 12)
            assert one["ci95"][0] < one["mean"] < one["ci95"][1]
            fear = means[f"worry fear {wave}"]
            assert fear["mean"] == pytest.approx(fmean(fmean(row[:2]) for row in rows))
            (reliability,) = (
                each
                for each in found["questionnaires"]
                if (each["condition"], each["wave"], each["scale"]) == (story, wave, "worry")
            )
            alpha = cronbach_alpha(np.array(rows, dtype=float))
            assert reliability["alpha"] == pytest.approx(alpha.value)
            assert reliability["n_draws"] == 12
            assert reliability["missing"] == 0
        change = means["worry change"]
        expected = fmean(
            fmean(after) - fmean(before)
            for before, after in zip(by_wave["before"], by_wave["after"], strict=True)
        )
        assert change["mean"] == pytest.approx(expected)
        assert (change["low"], change["high"]) == (-4, 4)
        assert change["ci95"][0] < change["mean"] < change["ci95"][1]


def test_an_export_has_measures_run_by_run_and_consistency(tmp_path: Path) -> None:
    """The means of the tidy table are those of `score`."""
    shell = study(tmp_path, LIKERT)
    found = shell.json("score", "worry.dev")
    rows = table(shell, "measures")
    for one in found["script_measures"]:
        mine = [
            float(row["value"])
            for row in rows
            if (row["measure"], row["condition"]) == (one["measure"], one["condition"])
        ]
        assert len(mine) == 12
        assert fmean(mine) == pytest.approx(one["mean"])
    scales = {(one["condition"], one["scale"], one["wave"]): one for one in found["questionnaires"]}
    written = table(shell, "questionnaires", written=True)
    assert len(written) == len(scales) == 2 * 2 * 2
    for row in written:
        one = scales[row["condition"], row["scale"], row["wave"]]
        assert float(row["alpha"]) == pytest.approx(one["alpha"])
        assert float(row["alpha_ci95_low"]) == pytest.approx(one["alpha_ci95"][0])
    asked = table(shell, "questions", written=True)
    labels = ("never", "seldom", "now and then", "often", "always")
    for row in asked:
        assert row["label"] == labels[int(row["value"]) - 1]
        assert row["reversed"] == ("TRUE" if row["form"] == "calm" else "FALSE")


def test_an_unclear_answer_is_asked_again_and_then_missing(tmp_path: Path) -> None:
    """A participant that refuses is asked every item twice, and has no mean."""
    shell = study(tmp_path, "sim/refuser", script=SCRIPT.replace("runs 12", "runs 3"))
    found = shell.json("score", "worry.dev")
    assert {one["mean"] for one in found["script_measures"]} == {None}
    assert {one["missing"] for one in found["script_measures"]} == {3}
    assert {one["missing"] for one in found["questionnaires"]} == {1}
    assert {one["alpha"] for one in found["questionnaires"]} == {None}
    reasons = {one["alpha_reason"] for one in found["questionnaires"]}
    assert reasons == {"fewer than two draws answered all items"}
    assert len(questions(shell)) == 2 * 3 * 2 * 4 * 2


def test_who_answers_all_alike_has_a_mean_and_no_alpha(tmp_path: Path) -> None:
    """The middle, the ends, and no variance, with the reason printed."""
    shell = study(tmp_path, "sim/always-both", "sim/always-yes")
    found = shell.json("score", "worry.dev")
    for one in found["script_measures"]:
        if one["measure"] == "worry before":
            assert one["mean"] == (3 if one["model"] == "sim/always-both" else 4)
        if one["measure"].endswith("change"):
            assert one["mean"] == 0
    assert {one["alpha"] for one in found["questionnaires"]} == {None}
    page = shell.run("score", "worry.dev").stdout
    assert "no variance: all draws have the same total" in " ".join(page.split())


def test_show_says_how_a_reversed_item_counts(tmp_path: Path) -> None:
    """And of no other item."""
    shell = here(tmp_path)
    (shell.folder / "worry.dev").write_text(SCRIPT, "utf-8")
    shown = shell.run("show", "worry.dev", "--only", "flood").stdout
    assert shown.count("counts as 6 minus the point") == 2


def test_a_script_that_only_measures_has_no_lrs_and_says_so(tmp_path: Path) -> None:
    """No table of scores that nobody could have."""
    shell = study(tmp_path, LIKERT)
    for more in ((), ("--all",)):
        page = shell.run("score", "worry.dev", *more).stdout
        assert "Worry asks no test question, so there is no LRS" in page
        assert "no test question is asked" in page
        assert "worry change" in page
        assert "chance LRS" not in page
        assert "provisional" not in page
        assert "have no LRS and are" not in page


def test_conditions_are_compared_on_the_change_and_not_on_an_lrs(tmp_path: Path) -> None:
    """The declared comparison has the means of the measure, and a p where words vary."""
    varied = SCRIPT.replace(
        "conditions story",
        "numbers\n    forty: {}\nconditions story".format(NUMBERS.replace(" ", ", ")),
    ).replace("Last night the", "{forty} people watched. Last night the")
    varied = varied.replace("runs 12", "runs 12\n    wording permuted")
    shell = study(tmp_path, LIKERT, script=varied)
    found = shell.json("compare", "worry.dev")
    assert found["comparisons"] == []
    (row,) = found["measures"]
    means = {
        one["condition"]: one["mean"]
        for one in shell.json("score", "worry.dev")["script_measures"]
        if one["measure"] == "worry change"
    }
    assert (row["first"], row["second"], row["measure"]) == ("flood", "fair", "worry change")
    assert row["first_mean"] == pytest.approx(means["flood"])
    assert row["difference"] == pytest.approx(means["flood"] - means["fair"])
    assert row["ci95"][0] < row["difference"] < row["ci95"][1]
    assert (row["n_pairs"], row["family"], row["expected"]) == (12, "primary", "more")
    assert 0 < row["p"] <= row["p_holm"] <= 1
    for more in ((), ("--all",)):
        page = shell.run("compare", "worry.dev", *more).stdout
        assert "declared on measures, family primary" in page
        assert "on worry change" in " ".join(page.split())
    shell.run("report", "worry.dev", "-o", "page.html")
    assert "Declared comparisons on measures" in (shell.folder / "page.html").read_text("utf-8")
