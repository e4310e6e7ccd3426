"""R reads the tables as they are, and finds the means and kappas that devrun prints."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random

import pytest

from dsl.trial import Question
from renderers.csv_text import field
from renderers.fields.field import Field
from renderers.fields.field import field as declared
from renderers.fields.scales import RATIO, TEXT
from runners.export.csv_file import CsvFile, ExportTable
from runners.participants.double import Double
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.agreement.coded_studies import Opinion, at_hand, lot
from tests.runners.export.given_away import GivenAway, table_at
from tests.shell import Shell

pytestmark = pytest.mark.skipif(
    shutil.which("Rscript") is None, reason="R is not installed: nothing reads the tables with it"
)

NEAR = 1e-9


def rscript(*words: str, folder: Path) -> str:
    done = subprocess.run(
        ["Rscript", "--vanilla", *words], cwd=folder, capture_output=True, text=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


@cache
def has(package: str) -> bool:
    """Whether R can load it: Debian's r-base-core comes without lme4 and ordinal."""
    program = f'quit(status = !requireNamespace("{package}", quietly = TRUE))'
    done = subprocess.run(["Rscript", "--vanilla", "-e", program], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def lme4() -> None:
    """Asked for by tests of what lme4 fits."""
    if not has("lme4"):
        pytest.skip("R has no lme4: no mixed model is fitted")


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


def test_of_a_study_that_is_simulated_in_part_r_marks_the_part(shell: Shell) -> None:
    with Double(then="In the basket.") as double:
        words = ("sally_anne", "--runs", "1", "--wording", "original")
        shell.run(*words, "-m", "openai/any", "-m", "sim/lure", more=double.environment)
    said = shell.run("export", "-o", "out").stdout
    assert said.startswith("in part simulated, not data: sim/lure\n")
    folder = shell.folder / "out"
    printed = rscript("analysis.R", folder=folder)
    assert printed.startswith("IN PART SIMULATED, NOT DATA: sim/lure\n")
    assert printed.endswith("\nIN PART SIMULATED, NOT DATA: sim/lure\n")
    rows = table_at(folder / "results" / "cells.csv")
    marked = {(row["model"], row["simulated"]) for row in rows}
    assert marked == {("openai/any", "FALSE"), ("sim/lure", "TRUE")}


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


def test_kappas_that_devrun_calls_undefined_are_named_in_r(given: GivenAway, printed: str) -> None:
    agreed = given.shell.json("agree", "--bootstrap", "0")
    undefined = {
        measure
        for measure in ("gate", "lrs", "lrs_with_zeros")
        if agreed[measure]["coefficients"]["cohen_kappa"]["value"] is None
    }
    said = " ".join(re.findall(r"devrun agree prints none: (.*)", printed))
    assert undefined == {
        one for one in said.split(", ") if one in ("gate", "lrs", "lrs_with_zeros")
    }


def test_a_model_that_runs_to_infinity_is_left_out_and_not_printed(
    given: GivenAway, lme4: None, tmp_path: Path
) -> None:
    folder = shutil.copytree(given.folder, tmp_path / "all-right-for-one")
    (path,) = (folder / "data").glob("*-questions_data.csv")
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = next(csv.reader(lines[:1]))
    rows = list(csv.DictReader(lines[1:], heads))
    one = rows[0]["model"]
    for row in rows:
        if row["kind"] == "test" and row["mark"]:
            row["mark"] = "1" if row["model"] == one else row["mark"]
    with path.open("w", encoding="utf-8", newline="") as file:
        written = csv.DictWriter(file, heads)
        written.writeheader()
        written.writerows(rows)
    printed = rscript(str(folder / "analysis.R"), folder=tmp_path)
    marks = printed.split("\nMarks: ")[1].split("\nHurdle, ")[0]
    assert "left out: the model: it cannot be estimated" in marks
    assert "(Intercept)" not in marks


def test_a_package_that_r_lacks_is_named_with_what_is_left_out(printed: str) -> None:
    models = printed.split("\nModels of marks and scores")[1]
    for package in ("lme4", "ordinal"):
        assert (f"{package} is not installed" in models) is not has(package)


def test_models_are_fitted_or_the_reason_is_printed(
    given: GivenAway, lme4: None, printed: str
) -> None:
    marks, hurdle, above = printed.split("\nMarks: ")[1].split("\nHurdle, ")
    for part in (marks, hurdle, above):
        assert (
            "(Intercept)" in part
            or re.search(r"  1\|[.0-9]+\n", part)
            or "left out: the model: " in part
        ), printed
    formula = "right ~ model + model:conditions + item + (1|unit)"
    assert " ".join(marks.split("right ~ ")[1].split()).startswith(formula.removeprefix("right ~ "))
    assert "left out: the effect of wording: it has one level" in marks
    assert "n = 80 in 40 trials" in marks


@dataclass(frozen=True)
class Several:
    """Several experiments in both wordings, answered by two models and coded by two people."""

    shell: Shell
    folder: Path
    printed: str

    def estimates(self, outcome: str) -> dict[str, dict[str, float]]:
        """The fixed effects of one model: estimate, error, low and high, by term."""
        rows = table_at(self.folder / "results" / "estimates.csv")
        return {
            row["term"]: {name: float(row[name]) for name in ("estimate", "error", "low", "high")}
            for row in rows
            if row["outcome"] == outcome
        }


WEAK, STRONG = "sim/child?p=0.6", "sim/child?p=0.8"
SCRIPTS = ("sally_anne", "smarties", "gears", "altruistic_helping")


def opinion(coder: str) -> Opinion:
    """One participant does better than the other, and both do better in `symbiotic`."""

    def said(told: FinishedTrial, question: Question) -> str:
        if question.kind == "control":
            return "right" if lot(told.key, question.text) < 0.85 else "wrong"
        logit = 0.4 + 1.2 * (told.participant.name == STRONG)
        logit += 1.5 * ("symbiotic" in dict(told.transcript.trial.cell.levels).values())
        right = lot(told.key, question.text, repr(question.key)) < 1 / (1 + exp(-logit))
        slips = lot(coder, told.key, question.name) < 0.04
        return "right" if right != slips else "wrong"

    return said


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Several:
    folder = tmp_path_factory.mktemp("several")
    run = here(folder / "run")
    run.run_once(*SCRIPTS, "--runs", "8", "-m", WEAK, "-m", STRONG)
    study = at_hand(run.folder / "devrun.sqlite", folder / "desk")
    with study.store:
        study.coded("Ada", opinion("Ada"))
        study.coded("Ben", opinion("Ben"))
    shell = here(folder / "desk")
    shell.run("export", "-o", "given")
    given = shell.folder / "given"
    return Several(shell, given, rscript("analysis.R", folder=given))


def test_conditions_are_fixed_and_items_words_and_trials_are_crossed(
    several: Several, lme4: None
) -> None:
    marks, zero, score = several.printed.split("\nMarks: ")[1].split("\nHurdle, ")
    for part, groups in ((marks, "item unit words trial"), (zero, "words"), (score, "words")):
        formula = " ".join(part.split(" ~ ")[1].split("\nn = ")[0].split())
        assert formula.startswith("model * wording + model:conditions + (1|experiment) +")
        slopes = ("experiment:wording", "experiment:model", "words:model", "words:condition")
        for group in (*slopes, *groups.split()):
            assert f"(1|{group})" in formula
        assert "left out: the model" not in part
        assert part is score or "warning of the fit" not in part
        assert ("the fit is singular" in part) == bool(re.search(r" 0\.00\n", part))
    # Two conditions share questions: fewer units than two for each item.
    sizes = dict(re.findall(r"^ +(item|unit) +(\d+)", marks, re.M))
    assert int(sizes["item"]) < int(sizes["unit"]) < 2 * int(sizes["item"])


def test_estimates_in_logits_agree_with_the_means_of_devrun(several: Several, lme4: None) -> None:
    cells = several.shell.json("score")["cells"]

    def logit(**levels: str) -> float:
        shares = [
            cell["share_mean"]
            for cell in cells
            if all(cell[name] == value for name, value in levels.items())
        ]
        mean = sum(shares) / len(shares)
        return log(mean / (1 - mean))

    found = several.estimates("right")
    for who in (WEAK, STRONG):
        for title, one, other in (
            ("Gear toy", "symbiotic", "A pushes B"),
            ("Altruistic helping", "physical obstacle", "out of reach"),
        ):
            effect = found[f"model {who}:{title}: {one} - {other}"]
            difference = logit(model=who, experiment=title, condition=one) - logit(
                model=who, experiment=title, condition=other
            )
            assert effect["low"] < difference < effect["high"]
    assert found[f"model {WEAK}:Gear toy: symbiotic - A pushes B"]["estimate"] > 0
    better = found[f"model {STRONG}"]
    assert better["low"] > 0
    original = logit(model=STRONG, wording="original") - logit(model=WEAK, wording="original")
    assert better["low"] < original < better["high"]
    compared = several.shell.json("compare", "--kind", "conditions")["comparisons"]
    gears = {
        (row["model"], row["wording"]): (row["first"]["label"], row["share_difference"])
        for row in compared
        if row["experiment"] == "Gear toy"
    }
    assert len(gears) == 4
    for wording in ("original", "permuted"):
        first, difference = gears[WEAK, wording]
        assert first == "A pushes B"
        assert difference < 0


def test_ratings_are_compared_and_no_mark_is_modelled(shell: Shell, lme4: None) -> None:
    scripts = ("gears", "altruistic_helping", "blicket")
    shell.run(*scripts, "--protocol", "paper", "-m", "sim/child")
    dice = Random(5)
    rows = []
    for trial in shell.json("score")["trials"]:
        score = dice.randrange(6)
        rows += [f"{trial['trial']},{coder},{score}" for coder in ("Ada", "Ben")]
        rows.append(f"{trial['trial']},Cy,{dice.randrange(6)}")
    (shell.folder / "ratings.csv").write_text("\n".join(["item,coder,lrs", *rows]))
    shell.run("collect", "ratings.csv", "--csv")
    shell.run("export", "-o", "out")
    printed = rscript("analysis.R", folder=shell.folder / "out")
    assert "left out: the model of marks: coders gave ratings from 0 to 5" in printed
    # A condition is fixed, and the words of a run are those of its condition.
    assert "zero ~ conditions + (1|experiment)\n" in printed
    kappas = table_at(shell.folder / "out" / "results" / "agreement.csv")
    assert {(row["measure"], row["n"]) for row in kappas} == {("rating", "60")}
    assert float(kappas[0]["cohen_kappa"]) == pytest.approx(1)


def test_draws_with_the_same_words_are_one_group(several: Several) -> None:
    program = """
arguments <- commandArgs(trailingOnly = TRUE)
words <- read.csv(Sys.glob("data/*words_data.csv"), colClasses = "character")
sets <- tapply(words$word, words$trial, function(some) paste(sort(unique(some)), collapse = " | "))
trials <- words[!duplicated(words$trial), ]
cat(length(unique(paste(trials$experiment, trials$wording, sets[trials$trial]))))
"""
    (several.shell.folder / "sets.R").write_text(program, encoding="utf-8")
    sets = int(rscript(str(several.shell.folder / "sets.R"), folder=several.folder))
    if has("lme4"):
        marks = several.printed.split("\nMarks: ")[1].split("\nHurdle, ")[0]
        assert re.search(rf"^ +words +{sets} ", marks, re.M)
    # One set for each original wording, and no more than one for each permuted draw.
    assert 4 < sets <= 4 + 4 * 8


def test_nothing_that_was_not_declared_gets_a_p_value_in_r(printed: str) -> None:
    models = printed.split("\nModels of marks and scores")[1]
    assert "Exploratory: " in models
    assert not has("lme4") or re.findall(r"\nestimate +error +low +high +term\n", models)
    assert not re.findall(r"Pr\(|z value|p[ .-]value\b", models)


def test_r_reads_hostile_words_field_by_field(tmp_path: Path) -> None:
    """What R has in its fields is, letter for letter, what was written."""
    odd = "=+-@\"',;\t\r\n\0\x1b\u202e\ufeff\ud83d<&#\\%é你😀 NA"
    drawn = Random(7)
    replies = ["".join(drawn.choices(odd, k=drawn.randrange(12))) for _ in range(300)]
    columns: tuple[Field[tuple[int, str]], ...] = (
        declared(TEXT, "slot", "its number", lambda one: f"s{one[0]}"),
        declared(TEXT, "word", "the reply", lambda one: one[1]),
        declared(RATIO, "share", "a fraction", lambda one: one[0] / 7),
    )
    with CsvFile(tmp_path, "x", ExportTable("words", "a reply", ("slot",), columns)) as file:
        file.fill(enumerate(replies))
    program = """
table <- read.csv(Sys.glob("*.csv"), na.strings = "", encoding = "UTF-8", colClasses = "character")
table[is.na(table)] <- ""
points <- function(text) paste(utf8ToInt(enc2utf8(text)), collapse = " ")
writeLines(vapply(table$word, points, ""), "points.txt")
writeLines(table$share, "shares.txt")
"""
    (tmp_path / "read.R").write_text(program, encoding="utf-8")
    rscript("read.R", folder=tmp_path)
    points = (tmp_path / "points.txt").read_text(encoding="ascii").splitlines()
    assert points == [" ".join(str(ord(sign)) for sign in field(one)) for one in replies]
    shares = (tmp_path / "shares.txt").read_text(encoding="ascii").splitlines()
    assert [float(share) for share in shares] == [number / 7 for number in range(300)]


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
