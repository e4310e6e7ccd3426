"""Means adjusted for who coded what, held against what two coders differ by, counted by hand."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coders.packets.shape import CoderKind
from coders.statistics.coder_effects import ALL_BY_ALL, METHOD, NOT_TIED, ONE_CODER
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.analysis.scoring_rooms import Entry, Seen, coded, honest, study
from tests.shell import Shell


def strict(seen: Seen) -> Entry:
    """Has one form of the question wrong, whatever is said."""
    return ("wrong", ()) if seen.question.form == "think" else honest(seen)


def early(told: FinishedTrial) -> bool:
    return told.transcript.trial.draw <= 2


def unseen(told: FinishedTrial) -> bool:
    return "unseen" in told.transcript.trial.cell.condition


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    found = here(tmp_path / "desk")
    study(found, "-m", "sim/oracle", "-m", "sim/child", "--samples", "2")
    return found


def by_hand(trials: list[Any]) -> tuple[Fraction, dict[tuple[str, str], Fraction]]:
    """Half of what Ada gives more than Ben, and the adjusted means of the cells."""
    apart = [
        Fraction(one["by_coder"]["Ada"]["lrs"] - one["by_coder"]["Ben"]["lrs"])
        for one in trials
        if {"Ada", "Ben"} <= one["by_coder"].keys()
    ]
    half = sum(apart) / len(apart) / 2
    effects = {"Ada": half, "Ben": -half}
    cells: dict[tuple[str, str], dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for one in trials:
        theirs = {name: found["lrs"] for name, found in one["by_coder"].items()}
        level = [Fraction(lrs) - effects[name] for name, lrs in theirs.items() if name in effects]
        cells[one["condition"], one["model"]][one["draw"]].append(sum(level) / len(level))
    return half, {
        cell: sum(sum(own) / len(own) for own in draws.values()) / len(draws)
        for cell, draws in cells.items()
    }


def test_a_strict_coder_of_most_of_one_cell_is_taken_out(shell: Shell) -> None:
    coded(shell, "Ada", honest, trials=lambda told: early(told) or not unseen(told))
    coded(shell, "Ben", strict, trials=lambda told: early(told) or unseen(told))
    coded(shell, "Cleo", strict, kind=CoderKind.AUTHOR, day=4)
    score = shell.json("score")
    half, means = by_hand(score["trials"])
    assert half > Fraction(1, 4)
    made = score["coder_adjustment"]
    assert (made["method"], made["reason"]) == (METHOD, None)
    assert (made["n_trials"], made["n_shared"]) == (48, 16)
    assert [(one["coder"], one["trials"]) for one in made["coders"]] == [("Ada", 32), ("Ben", 32)]
    assert [one["effect"] for one in made["coders"]] == [
        pytest.approx(float(half)), pytest.approx(-float(half)),
    ]  # fmt: skip
    for cell in score["cells"]:
        own = means[cell["condition"], cell["model"]]
        assert cell["coder_adjusted_lrs"] == pytest.approx(float(own))
        assert abs(cell["coder_adjusted_lrs"] - cell["lrs_mean"]) > 0.1
    assert "adjusted" in shell.run("score", more={"COLUMNS": "200"}).stdout
    shell.run("report", "-o", "report.html")
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    assert page.count(">coder-adjusted</a>") == len(score["cells"])
    assert 'id="adjusted-for-coders"' in page


@pytest.mark.parametrize(
    ("ada", "ben", "reason"),
    [
        (lambda told: True, lambda told: True, ALL_BY_ALL),
        (unseen, lambda told: not unseen(told), NOT_TIED),
        (lambda told: True, None, ONE_CODER),
    ],
)
def test_no_mean_is_adjusted_without_a_reason_to(
    shell: Shell, ada: Any, ben: Any, reason: str
) -> None:
    coded(shell, "Ada", honest, trials=ada)
    if ben is not None:
        coded(shell, "Ben", strict, trials=ben)
    score = shell.json("score")
    assert score["coder_adjustment"]["reason"] == reason
    assert [one["coder_adjusted_lrs"] for one in score["cells"]] == [None] * 4
    shell.run("report", "-o", "report.html")
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    assert f'No mean is adjusted for coder effects: <data value="{reason}"' in page
    assert ">coder-adjusted</a>" not in page


def test_the_matcher_alone_has_nobody_to_adjust_for(shell: Shell) -> None:
    score = shell.json("score")
    assert score["coder_adjustment"]["reason"] == ONE_CODER
    assert {one["coder_adjusted_lrs"] for one in score["cells"]} == {None}
