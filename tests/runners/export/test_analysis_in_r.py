"""R reads the tables as they are, and finds the means and kappas that devrun prints."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runners.export.given_away import GivenAway, given_away, table_at

pytestmark = pytest.mark.skipif(
    shutil.which("Rscript") is None, reason="R is not installed: nothing reads the tables with it"
)

NEAR = 1e-9


def rscript(*words: str, folder: Path) -> str:
    done = subprocess.run(
        ["Rscript", "--vanilla", *words], cwd=folder, capture_output=True, text=True,
        encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> GivenAway:
    return given_away(tmp_path_factory.mktemp("given"))


@pytest.fixture(scope="module")
def printed(given: GivenAway) -> str:
    # From another folder: the script finds its tables by itself.
    return rscript(str(given.folder / "analysis.R"), folder=given.shell.folder)


def test_the_means_of_the_cells_are_those_of_devrun_score(given: GivenAway, printed: str) -> None:
    cells = given.shell.json("score")["cells"]
    found = {
        (row["condition"], row["wording"], row["model"]): row
        for row in table_at(given.folder / "results" / "cells.csv")
    }
    assert printed.startswith("SIMULATED, NOT DATA")
    assert len(found) == len(cells) == 4
    for cell in cells:
        row = found[cell["condition"], cell["wording"], cell["model"]]
        assert float(row["lrs_mean"]) == pytest.approx(cell["lrs_mean"], abs=NEAR)
        assert int(row["n_draws"]) == cell["n_draws"]
        assert row["simulated"] == "TRUE"
        ends = [None if row[end] == "" else float(row[end]) for end in ("low", "high")]
        assert ends == pytest.approx(cell["ci95"] or [None, None], abs=NEAR)


def test_the_kappas_are_those_of_devrun_agree(given: GivenAway, printed: str) -> None:
    agreed = given.shell.json("agree", "--bootstrap", "0")
    rows = {row["measure"]: row for row in table_at(given.folder / "results" / "agreement.csv")}
    parts = {"mark": agreed, "lrs": agreed["lrs"], "lrs_with_zeros": agreed["lrs_with_zeros"],
             "gate": agreed["gate"]}  # fmt: skip
    compared = 0
    for measure, part in parts.items():
        for name in ("percent_agreement", "cohen_kappa", "cohen_kappa_quadratic"):
            expected = part["coefficients"][name]["value"]
            if expected is not None:
                compared += 1
                assert float(rows[measure][name]) == pytest.approx(expected, abs=NEAR), (
                    measure, name,
                )  # fmt: skip
    assert compared >= 6
    assert (rows["mark"]["coder"], rows["mark"]["other"]) == ("rater_ada", "rater_ben")


def test_models_are_fitted_or_the_reason_is_printed(given: GivenAway, printed: str) -> None:
    marks, hurdle, above = printed.split("\nMarks: ")[1].split("\nHurdle, ")
    for part in (marks, hurdle, above):
        assert "(Intercept)" in part or "1|2" in part or "left out: the model: " in part, printed
    assert "right ~ model + coder + question + (1 | draw_of) + (1 | trial)" in marks
    assert "left out: the effect of wording: it has one level" in marks
    assert "n = 160 in 40 trials" in marks


def test_r_reads_as_many_rows_and_columns_as_were_written(given: GivenAway) -> None:
    program = """
for (file in sort(list.files("data", pattern = "csv$", full.names = TRUE))) {
  table <- read.csv(file, na.strings = "", encoding = "UTF-8", check.names = FALSE)
  cat(basename(file), nrow(table), ncol(table), "\\n")
}
"""
    (given.shell.folder / "read.R").write_text(program, encoding="utf-8")
    found = rscript(str(given.shell.folder / "read.R"), folder=given.folder)
    expected = []
    for place in sorted((given.folder / "data").glob("*.csv")):
        rows = table_at(place)
        expected.append(f"{place.name} {len(rows)} {len(rows[0])} ")
    assert found.splitlines() == expected
