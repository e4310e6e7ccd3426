"""Models of a table on a bank: slopes over sizes, people beside them, and pairs item by item."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from math import log10
from pathlib import Path
from statistics import fmean

import pytest

from coders.statistics.item_means import paired_mean
from coders.statistics.over_models import slope_of
from coders.tables.models import read_models
from dsl.files.csv_reader import TableUnusable
from dsl.scoring import ScoreLevel
from renderers.fields.banks.size_and_pairs import pair_columns, whole_columns
from renderers.rows.banks import PairDifference
from tests.here import Here, here
from tests.made_banks import write_grouped_items
from tests.runners.analysis.test_item_scores import GROUPS, SCRIPT

TABLE = """participant,parameters,series,counterpart,note
sim/random,125M,one,,
sim/always-yes,1.3e9,one,,
sim/lure,"0,5B",two,,
sim/oracle,7 B,two,sim/random,chat
sim/absent,70B,two,sim/oracle,
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """Four participants who answered a bank of three groups."""
    folder = tmp_path_factory.mktemp("models")
    write_grouped_items(folder, GROUPS, each=8)
    (folder / "groups.dev").write_text(SCRIPT, encoding="utf-8")
    (folder / "models.csv").write_text(TABLE, encoding="utf-8")
    shell = here(folder)
    names = ("random", "always-yes", "lure", "oracle")
    shell.run("run", "groups.dev", *(part for one in names for part in ("-m", f"sim/{one}")))
    return shell


def test_slopes_are_those_of_the_series(shell: Here) -> None:
    document = json.loads(shell.run("compare", "--models", "models.csv", "--json").stdout)
    scores = json.loads(shell.run("score", "--json").stdout)
    means = {
        (row["model"], row["level"], row["group"]): row["mean"]
        for row in scores["measures"]
        if row["measure"] == "aggregate_calibrated_accuracy"
    }
    series = {
        "one": [("sim/random", 125e6), ("sim/always-yes", 1.3e9)],
        "two": [("sim/lure", 5e8), ("sim/oracle", 7e9)],
    }
    assert [(row["level"], row["group"]) for row in document["sizes"]] == [
        *(("group", group) for group in GROUPS), ("stage", "early"), ("stage", "late"),
        ("macro", None),
    ]  # fmt: skip
    for row in document["sizes"]:
        name = row["level"], row["group"]
        slopes = [
            (means[second[0], *name] - means[first[0], *name]) / log10(second[1] / first[1])
            for first, second in series.values()
        ]
        assert row["slope"] == pytest.approx(fmean(slopes))
        assert (row["ci95"], row["n_models"], row["n_series"]) == (None, 4, 2)
        assert row["people"] is None
        assert {one["participant"]: one["parameters"] for one in row["models"]} == {
            who: size for pair in series.values() for who, size in pair
        }


def test_pairs_are_compared_item_by_item(shell: Here) -> None:
    document = json.loads(shell.run("compare", "--models", "models.csv", "--json").stdout)
    shell.run("export", "-o", "out", "--models", "models.csv")
    exported = list(csv.DictReader(_lines(shell.folder / "out" / "data", "pairs")))
    assert [float(one["difference"]) for one in exported] == [
        one["difference"] for one in document["pairs"]
    ]
    sized = list(csv.DictReader(_lines(shell.folder / "out" / "data", "sizes")))
    assert [(one["group"], one["participant"], float(one["accuracy"])) for one in sized] == [
        (row["group"] or "", one["participant"], one["accuracy"])
        for row in document["sizes"]
        for one in row["models"]
    ]
    (table,) = (shell.folder / "out" / "data").glob("*questions_data.csv")
    marks: dict[str, dict[str, dict[str, list[float]]]] = {}
    chances: dict[str, dict[str, float]] = {}
    trials = {
        one["key"]: one["model"]
        for one in csv.DictReader(_lines(shell.folder / "out" / "data", "trials"))
        for one in [{"key": one["trial"], "model": one["model"]}]
    }
    for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines()):
        one = marks.setdefault(row["group"], {}).setdefault(row["question"], {})
        one.setdefault(trials[row["trial"]], []).append(float(row["mark"]))
        chances.setdefault(row["group"], {})[row["question"]] = 1 / int(row["candidates"])
    means = {}
    for group, items in marks.items():
        reach = 1 / (1 - fmean(chances[group].values()))
        means[group] = (
            [
                (fmean(one["sim/oracle"]) - fmean(one["sim/random"])) * reach
                for one in items.values()
            ],
            reach,
        )
    rows = {(row["level"], row["group"]): row for row in document["pairs"]}
    once = {
        (frozenset((row["first"], row["second"])), row["level"], row["group"])
        for row in document["pairs"]
    }
    assert len(once) == len(document["pairs"])
    parts = {
        **{("group", group): [means[group]] for group in GROUPS},
        ("stage", "early"): [means["first"], means["second"]],
        ("stage", "late"): [means["third"]],
        ("macro", None): list(means.values()),
    }
    assert set(rows) == set(parts)
    for name, some in parts.items():
        found = paired_mean(some)
        assert found.ci95 is not None
        assert rows[name]["difference"] == pytest.approx(found.mean)
        assert rows[name]["ci95"] == pytest.approx(found.ci95)
        assert rows[name]["p"] == pytest.approx(found.p)
        assert rows[name]["n_items"] == 8 * len(some)
    ps = sorted(rows["group", group]["p"] for group in GROUPS)
    holm = sorted(rows["group", group]["p_holm"] for group in GROUPS)
    assert holm[0] == pytest.approx(min(1, 3 * ps[0]))
    assert rows["macro", None]["p_holm"] is None


def _lines(folder: Path, name: str) -> list[str]:
    (table,) = folder.glob(f"*description-{name}_data.csv")
    return table.read_text(encoding="utf-8").splitlines()


def test_the_screen_and_the_report_have_both(shell: Here) -> None:
    shown = shell.run("compare", "--models", "models.csv").stdout
    assert "rise per tenfold parameters: SIMULATED" in " ".join(shown.split())
    assert "Groups: sim/oracle - sim/random: SIMULATED" in shown
    assert "stage early" in shown
    assert "Holm: over the groups of a pair" in " ".join(shown.split())
    shell.run("report", "--models", "models.csv", "-o", "page.html")
    page = (shell.folder / "page.html").read_text(encoding="utf-8")
    section = page.split("Banks of items</h2>")[1].split("</section>")[0]
    assert "figure-sizes-0" in section
    assert "Differences item by item, first minus second" in section
    assert "sim/oracle, 7B: 100" in section
    (shell.folder / "other.csv").write_text("participant,counterpart\na,b\n", encoding="utf-8")
    for command in ("compare", "export"):
        told = shell.run(command, "--models", "other.csv", code=1).stderr
        assert "no participant of `other.csv` has answered a bank in this study" in told
        assert "sim/always-yes, sim/lure, sim/oracle, sim/random" in told


def test_every_bad_row_of_a_table_is_named() -> None:
    text = (
        "participant,parameters,series,counterpart\n,7B,a,\nb,large,a,\nc,,,c\nd,7B,a,\nd,8B,a,\n"
        f"e,{'9' * 400},a,\n"
    )
    with pytest.raises(TableUnusable) as fault:
        read_models(text, "models.csv")
    told = fault.value.message
    assert "line 2: the participant is missing" in told
    assert "line 3: `large` is not a number of parameters, such as 7B, 125M or 1.3e9" in told
    assert "line 4: `c` is its own counterpart" in told
    assert "line 6: the participant `d` appears twice" in told
    assert "line 7: `999" in told
    text = "participant,control,manipulated\nhuman,92,half\na,1,1\n"
    with pytest.raises(TableUnusable) as fault:
        read_models(text, "models.csv")
    told = fault.value.message
    assert "line 2: control and manipulated are `92` and `half`, no two accuracies" in told
    assert "line 3: control and manipulated are of people, and `a` is none of them" in told
    with pytest.raises(TableUnusable) as fault:
        read_models("model,size\na,7B\n", "models.csv")
    assert "there is no column `participant`" in fault.value.message
    with pytest.raises(TableUnusable) as fault:
        read_models("participant,parameters\na,7B\n", "models.csv")
    assert "no model has a series with a number of parameters, or a counterpart" in (
        fault.value.message
    )


def test_rows_of_several_wordings_say_which_is_theirs() -> None:
    row = PairDifference(
        experiment="E", condition="", wording="original", factor="participant", model="",
        first="a", second="b", simulated=False, level=ScoreLevel.CELL, group="", items=9,
        difference=0.1, ci95=None, ci_method="", p=None, holm=None,
    )  # fmt: skip
    headings = [one.heading for one in pair_columns([row, replace(row, wording="permuted")])]
    assert headings == ["wording", "group", "n", "difference", "95%"]
    assert "wording" not in [one.heading for one in whole_columns([row])]


def test_slopes_of_several_series_have_an_interval_from_three_on() -> None:
    lines = {name: [(x, slope * x) for x in (8.0, 9.0, 10.0)] for name, slope in
             (("a", 0.1), ("b", 0.2), ("c", 0.3))}  # fmt: skip
    found = slope_of(lines)
    assert found is not None
    assert found.mean == pytest.approx(0.2)
    # t of two degrees of freedom times the standard error .1 / sqrt(3).
    assert found.ci95 == pytest.approx((0.2 - 0.248414, 0.2 + 0.248414), abs=1e-5)
    two = slope_of({name: lines[name] for name in "ab"})
    assert two is not None
    assert (two.ci95, two.series) == (None, 2)
    assert slope_of({"a": [(9.0, 0.5)], "b": [(9.0, 0.5), (9.0, 0.6)]}) is None


def test_two_who_agree_on_every_item_have_an_interval_around_nought() -> None:
    found = paired_mean([([0.0] * 20, 4 / 3)])
    assert found.ci95 is not None
    assert found.mean == 0
    assert found.ci95[0] == pytest.approx(-found.ci95[1])
    assert found.p == pytest.approx(1)
    several = paired_mean([([1.0, 0.0, 1.0, 0.0, 0.5], 4 / 3), ([0.0] * 6, 2.0)])
    assert several.ci95 is not None
    assert several.mean == pytest.approx(0.25)
    assert several.ci95[0] < 0
    assert several.ci95[1] > several.mean
    assert paired_mean([([1.0] * 4, 2.0)]).ci95 is None
