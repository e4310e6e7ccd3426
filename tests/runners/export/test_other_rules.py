"""From the exported trials alone come the means of cells under every other rule of the page."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coders.packets.shape import CoderKind
from tests.here import here
from tests.runners.analysis.scoring_rooms import HAT, Entry, Seen, coded, honest, study
from tests.runners.export.given_away import Rows, table_at

# With two forms and this question the steps of the LRS differ from the straight line.
FOUND = """\
        test found
            ask: Where is the {hat} found in the end?
            answer: {bag}
            wrong: {box}
"""
RULES = {
    ("sensitivity", "half_marks_wrong", "lrs_mean"): "lrs_strict",
    ("sensitivity", "half_marks_right", "lrs_mean"): "lrs_lenient",
    ("sensitivity", "linear", "lrs_mean"): "lrs_linear",
    ("sensitivity", "hallucination_zero", "lrs_mean"): "lrs_hallucination_zero",
    ("sensitivity", "before_adjudication", "lrs_mean"): "lrs_before_adjudication",
    ("sensitivity", "after_adjudication", "lrs_mean"): "lrs_after_adjudication",
    ("gates", "zero"): "lrs_zero",
    ("gates", "exclude"): "lrs_exclude",
    ("gates", "ungated"): "lrs_ungated",
    ("lrs_mean",): "lrs",
}


def careless(seen: Seen) -> Entry:
    """Half right for one form of a question, and some other replies are hallucinated."""
    if seen.question.form == "think":
        return "half", ("hedged",)
    if not seen.is_control and seen.trial.draw % 3 == 0:
        return "wrong", ("hallucination",)
    return honest(seen)


def strict(seen: Seen) -> Entry:
    """Settles every test question of an early draw as wrong."""
    return honest(seen) if seen.is_control else ("wrong", ())


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, Any]:
    """The exported trials, and what `devrun report --json` says of cells."""
    shell = here(tmp_path_factory.mktemp("desk"))
    study(shell, "-m", "sim/child", "-m", "sim/inattentive", "--samples", "2", text=HAT + FOUND)
    coded(shell, "Ada", honest)
    coded(shell, "Ben", careless)
    coded(
        shell, "Di", strict, kind=CoderKind.ADJUDICATOR, day=3,
        trials=lambda told: told.transcript.trial.draw < 4,
    )  # fmt: skip
    shell.run("export", "-o", "given")
    (place,) = Path(shell.folder / "given/data").glob("*_description-trials_data.csv")
    return table_at(place), shell.json("report")["score"]["cells"]


def cell_means(rows: Rows, column: str) -> dict[tuple[str, ...], float | None]:
    """The mean of each cell, over draws of the means over samples; None without a value."""
    draws: dict[tuple[str, ...], dict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        cell = draws[row["experiment"], row["condition"], row["wording"], row["model"]]
        if row[column]:
            cell[row["draw"]].append(Fraction(row[column]))
    return {
        cell: float(sum(sum(own) / len(own) for own in found.values()) / len(found))
        if found
        else None
        for cell, found in draws.items()
    }


@pytest.mark.parametrize("place", RULES, ids=lambda place: place[-2 if len(place) > 2 else -1])
def test_the_mean_of_a_column_is_the_mean_of_the_page(
    both: tuple[Rows, Any], place: tuple[str, ...]
) -> None:
    rows, cells = both
    means = cell_means(rows, RULES[place])
    assert len(means) == len(cells) == 4
    for cell in cells:
        found = cell
        for key in place:
            found = found[key]
        own = means[cell["experiment"], cell["condition"], cell["wording"], cell["model"]]
        assert own == (None if found is None else pytest.approx(found, abs=1e-12))


def test_the_rules_differ_here(both: tuple[Rows, Any]) -> None:
    """Else the test above would hold whichever column stood where."""
    rows, _ = both
    found = {name: tuple(cell_means(rows, name).values()) for name in RULES.values()}
    apart = {means for name, means in found.items() if name not in ("lrs", "lrs_zero")}
    # Of record are the marks of before, and a failed control is 0.
    assert found["lrs"] == found["lrs_zero"] == found["lrs_before_adjudication"]
    assert len(apart) == len(RULES) - 2
