"""`devrun core`: a made leaderboard of two boards, its figures computed again, and bad tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from coders.tables.models import ModelRow
from coders.tables.results import read_results
from runners.comparison.model_results import results_of_table
from tests.here import Here, here
from tests.runners.analysis.test_item_scores import GROUPS, SCRIPT

CONCEPTS = {
    "boundary": 21,
    "Object Permanence": 30,
    "conservation": 25,
    "tooluse": 40,
    "tool using": 10,
}
OWN = """concept,stage,chance,also
boundary,early,.5,
permanence,early,.25,object permanence
conservation,middle,0.25,
tool use,late,.5,
tool using,late,.25,
"""


def leaderboard(seed: int, boards: dict[str, int]) -> tuple[str, dict[str, np.ndarray]]:  # type: ignore[type-arg]
    """A table whose means are over items, and the accuracies of each board."""
    rng = np.random.default_rng(seed)
    items = np.array(list(CONCEPTS.values()))
    lines = [",".join(("model", "board", *CONCEPTS, "mean", "parameters", "series", "by whom"))]
    found = {}
    for board, models in boards.items():
        figures = rng.integers(1, items, size=(models, 5)) / items
        found[board] = figures
        for at, row in enumerate(figures):
            mean = 100 * (row @ items) / items.sum()
            cells = (f"m{at}", board, *(100 * row), mean, f"{2**at}B", f"s{at // 2}", "x")
            lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n", found


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    (tmp_path / "own.csv").write_text(OWN)
    return here(tmp_path)


def document(shell: Here, *arguments: str) -> dict:  # type: ignore[type-arg]
    done = shell.run("core", *arguments, "--json")
    found: dict = json.loads(done.stdout)  # type: ignore[type-arg]
    return found


def test_a_leaderboard_is_computed_again(shell: Here) -> None:
    text, figures = leaderboard(3, {"whole": 12, "small": 9})
    (shell.folder / "board.csv").write_text(text)
    found = document(
        shell, "--table", "board.csv", "--concepts", "own.csv", "--top", "6",
        "--contrast", "late - early",
    )  # fmt: skip
    whole = figures["whole"]
    rows = [row for row in found["concepts"] if row["board"] == "whole"]
    assert [row["items"] for row in rows] == list(CONCEPTS.values())
    assert [row["accuracy"] for row in rows] == pytest.approx(whole.mean(axis=0))
    assert rows[1]["over_chance"] == pytest.approx(whole[:, 1].mean() / 0.25)
    assert rows[1]["corrected"] == pytest.approx((whole[:, 1].mean() - 0.25) / 0.75)
    sizes = np.log10(2.0 ** np.arange(12) * 1e9)
    late = whole[:, 3:].mean(axis=1)
    slope = stats.linregress(sizes, whole[:, 0]).slope
    assert rows[0]["slope"] == pytest.approx(slope)
    beyond = slope - stats.linregress(sizes, late).slope
    assert rows[0]["beyond_last_stage"] == pytest.approx(beyond)
    assert all(
        one["mean_over_items"] == pytest.approx(one["printed_mean"]) for one in found["models"]
    )
    ranked = [one["mean_over_items"] for one in found["models"] if one["board"] == "whole"]
    assert ranked == sorted(ranked, reverse=True)
    (contrast,) = [
        one
        for one in found["stage_differences"]
        if (one["models_of"], one["first"], one["second"]) == ("whole", "late", "early")
    ]
    test = stats.ttest_rel(late, whole[:, :2].mean(axis=1))
    assert (contrast["t"], contrast["p"], contrast["p_holm"]) == pytest.approx(
        (test.statistic, test.pvalue, test.pvalue)
    )
    assert all(one["p"] is None for one in found["stage_differences"] if one["second"] == "middle")
    cuts = {one["models_of"]: one["models"] for one in found["stage_differences"]}
    assert cuts == {"whole": 12, "whole top 6": 6, "small": 9, "small top 6": 6}
    r = {(one["first"], one["second"]): one["r"] for one in found["correlations"][:10]}
    assert r["boundary", "conservation"] == pytest.approx(
        np.corrcoef(whole[:, 0], whole[:, 2])[0, 1]
    )
    assert found["left_out"] == ["ignored columns: by whom"]


def test_people_missing_concepts_and_other_tests(shell: Here) -> None:
    rows = ["participant,boundary,conservation,mean"]
    rows += [f"m{at},{10 * at},{'' if at == 2 else 90 - 9 * at},50" for at in range(6)]
    (shell.folder / "board.csv").write_text("\n".join([*rows, "Human,95,90,"]))
    (shell.folder / "other.csv").write_text(
        "model,MMMU\n" + "".join(f"m{at},{at**2 * 1000}\n" for at in range(5))
    )
    found = document(shell, "--table", "board.csv", "--others", "other.csv")
    (row,) = found["concepts"]
    assert (row["concept"], row["models"], row["accuracy"], row["people"]) == (
        "boundary", 6, pytest.approx(0.25), 0.95,
    )  # fmt: skip
    assert found["left_out"] == ["not shown to all models, and left out: conservation"]
    assert found["models"][-1]["rank"] is None
    (other,) = found["other_tests"]
    assert (other["second"], other["models"]) == ("mmmu", 5)
    assert other["r"] == pytest.approx(stats.pearsonr(range(5), np.arange(5) ** 2).statistic)
    assert "numbers of items: unknown" in found["method"][0]


def test_a_study_with_a_bank(shell: Here) -> None:
    items = [
        {
            "text": f"Which of {number} is {group}?",
            "options": [f"{group} {number} {at}" for at in range(size)],
            "key": number % size,
            "group": group,
        }
        for group, sizes in GROUPS.items()
        for number in range(4)
        for size in [sizes[number % len(sizes)]]
    ]
    (shell.folder / "items.json").write_text(json.dumps(items))
    (shell.folder / "groups.dev").write_text(SCRIPT)
    shell.run("run", "groups.dev", "-m", "sim/oracle", "-m", "sim/lure")
    found = document(shell, "groups.dev")
    assert [row["concept"] for row in found["concepts"]] == list(GROUPS)
    assert {row["accuracy"] for row in found["concepts"]} == {0.5}
    assert [row["participant"] for row in found["models"]] == ["sim/oracle", "sim/lure"]
    assert all(row["simulated"] for row in found["models"])
    told = shell.run("core").stdout
    assert "SIMULATED" in told
    assert "mean correlations" not in told

    shell.run("run", "groups.dev", "-m", "sim/silent", "-m", "sim/hedger")
    found = document(shell, "groups.dev")
    left = {
        row["participant"]: tuple(row[key] for key in ("rank", "fail", "left_out", "simulated"))
        for row in found["models"]
    }
    assert left == {
        "sim/oracle": (1, 0, False, True),
        "sim/lure": (2, 0, False, True),
        "sim/silent": (None, 1, True, True),
        "sim/hedger": (None, 1, True, True),
    }
    assert sorted(found["left_out"])[0] == (
        "Groups, original, sim/hedger: 100.0% FAIL (36 of 36 replies)"
    )
    assert (
        "Participants with 20% FAIL or more on a board are left out of means" in found["method"][0]
    )
    kept = document(shell, "groups.dev", "--keep-fails")
    assert [row["models"] for row in kept["concepts"]] == [4, 4, 4]
    assert [row["accuracy"] for row in kept["concepts"]] == pytest.approx([1 / 4] * 3)
    assert kept["left_out"] == []
    assert len(kept["to_look_at"]) == 2
    done = shell.run("core", "groups.dev", "-m", "sim/hedger", code=1)
    assert "all participants have too many FAIL (--keep-fails)" in done.stderr


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("a,b\n1,2\n", "there is no column `participant`"),
        ("model,a\nx,word\n", "no column is of numbers"),
        ("model,a,A\nx,1,2\n", "there are two columns `a`"),
        ("model,a\nx,1\nx,2\n", "line 3: the participant `x` appears twice"),
        ("model,a\nx,20\ny,200\n", "line 3: `a` is 200, and accuracies are from 0 to 100"),
        ("model,a\nx,20\ny,?\nz,3\n", "line 3: `?` of `a` is not a number"),
        ("model,a,parameters\nx,20,big\n", "`big` is not a number of parameters"),
    ],
)
def test_a_bad_table_is_named_by_its_rows(shell: Here, table: str, told: str) -> None:
    (shell.folder / "bad.csv").write_text(table)
    done = shell.run("core", "--table", "bad.csv", code=1)
    assert told in done.stderr


def test_options_that_do_not_fit(shell: Here) -> None:
    (shell.folder / "board.csv").write_text(leaderboard(1, {"": 6})[0])
    for arguments, told in (
        (("--contrast", "early"), "`early` does not name two stages"),
        (("--contrast", "early - early"), "`early - early` does not name two stages"),
        (("--concepts", "own.csv", "--contrast", "early - never"), "there is no stage `never`"),
        (("--study", "a"), "--table is read instead of a study"),
    ):
        done = shell.run("core", "--table", "board.csv", *arguments, code=2)
        assert told in done.stderr


def test_a_table_of_models_without_series_leaves_those_of_the_results() -> None:
    models = {"m0": ModelRow("m0", 3e9, "", "m1")}
    table = read_results(leaderboard(1, {"": 6})[0], "board.csv")
    found = results_of_table(table, "", {}, models=models, others=None, top=(), declared=())
    assert "(3 series" in " ".join(found.notes)
