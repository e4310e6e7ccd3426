"""`devrun norms fit`: coefficients of made people are recovered and written as norms."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.norm_fitting import coverage, made_people
from coders.norms.fitting import coefficients
from coders.tables.abilities import read_norms
from dsl.errors import DevrunError
from runners.cli.commands.norms import command
from runners.shipped import SHIPPED_NORMS

NORMS = read_norms(SHIPPED_NORMS.read_bytes(), "coglm.json")
HEADER = ",".join(("person", "age", "minutes", *(one.name for one in NORMS.groups)))


def people(n: int, seed: int) -> str:
    """People whose age follows from their accuracies by the weights of CogLM, but for an error."""
    rng = np.random.default_rng(seed)
    rows = [HEADER]
    for person in range(n):
        able = rng.normal()
        right = [int(rng.binomial(10, 1 / (1 + np.exp(-able - e)))) for e in rng.normal(size=10)]
        accuracy = [
            (x / 10 - one.chance) / (1 - one.chance)
            for x, one in zip(right, NORMS.groups, strict=True)
        ]
        by_stage = np.split(np.array(accuracy), [2, 4, 7])
        years = [
            stage.years * part.mean() for stage, part in zip(NORMS.stages, by_stage, strict=True)
        ]
        age = 10 + sum(years) + rng.normal()
        rows.append(",".join(map(str, (person, age, 5 if person < 3 else 20, *right))))
    return "\n".join(rows) + "\n"


def test_known_weights_are_recovered_and_written(tmp_path: Path) -> None:
    table, own = tmp_path / "people.csv", tmp_path / "own.json"
    table.write_text(people(144, 3))
    arguments = ["fit", str(table), "--write", str(own), "--json"]
    document = json.loads(CliRunner().invoke(command, arguments).stdout)
    fit = document["fit"]
    assert (fit["people"], fit["left_out"]) == (141, 3)
    true = [10, *(stage.years for stage in NORMS.stages)]
    limits = [fit["intercept_ci95"], *fit["years_ci95"]]
    assert sum(low <= x <= high for x, (low, high) in zip(true, limits, strict=True)) >= 4
    assert fit["pearson_ci95"][0] < fit["pearson"] < fit["pearson_ci95"][1]
    assert fit["held_out_range"][0] < fit["held_out_spearman"] < 1
    written = read_norms(own.read_bytes(), "own.json")
    assert written.intercept == document["intercept"]
    assert [stage.groups for stage in written.stages] == [one.groups for one in NORMS.stages]
    again = CliRunner().invoke(command, arguments)
    assert isinstance(again.exception, DevrunError)


def test_every_bad_row_of_people_is_named(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    row = ",".join(["5"] * 10)
    table.write_text(
        f"{HEADER}\na,7,20,11{row[1:]}\nb,?,20,{row}\nc,8,20,{row}\nc,8,20,{row}\n"
        f"d,8,20,{'9' * 5000}{row[1:]}\n"
    )
    fault = CliRunner().invoke(command, ["fit", str(table)]).exception
    assert isinstance(fault, DevrunError)
    assert "line 2: `constancy` is `11`, and not a whole number from 0 to 10" in fault.message
    assert "line 3: `age` is `?`, and not a number above 0" in fault.message
    assert "line 5: the person `c` appears twice" in fault.message
    assert "line 6: `constancy` is `999" in fault.message


def test_too_few_people(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text(people(5, 1))
    fault = CliRunner().invoke(command, ["fit", str(table)]).exception
    assert isinstance(fault, DevrunError)
    assert "2 people are too few: at least 20 are needed" in fault.message
    assert "3 of 5 took less than 10 minutes" in fault.help


def test_standard_errors_are_those_of_the_whole_sandwich() -> None:
    design, ages = made_people(np.random.default_rng(1), 60, "skewed grows")
    inverse = np.linalg.inv(design.T @ design)
    hat = design @ inverse @ design.T
    residuals = ages - hat @ ages
    power = np.minimum(4, np.diag(hat) / np.diag(hat).mean())
    middle = design.T @ np.diag(residuals**2 / (1 - np.diag(hat)) ** power) @ design
    half = 2.0040447831 * np.sqrt(np.diag(inverse @ middle @ inverse))  # t of 55
    values, limits = coefficients(design, ages)
    assert values == pytest.approx(inverse @ design.T @ ages)
    assert limits == pytest.approx(np.column_stack([values - half, values + half]))
    with pytest.raises(ValueError, match="one person alone decides"):
        coefficients(np.column_stack([np.ones(30), np.arange(30) == 3]), np.arange(30.0))


@pytest.mark.parametrize("setting", ["skewed grows ends", "drawn old easy"])
def test_intervals_of_coefficients_hold(setting: str) -> None:
    # 300 samples of 141 people: 93% less two standard errors of a proportion.
    assert coverage(setting, 141, 300, 1).min() > 0.93 - 2 * (0.93 * 0.07 / 300) ** 0.5


def test_the_made_people_have_the_weights() -> None:
    design, ages = made_people(np.random.default_rng(2), 2000, "little")
    values, _ = coefficients(design, ages)
    assert values == pytest.approx([3.68, 2.56, 6.66, 3.58, 6.40], abs=0.1)
