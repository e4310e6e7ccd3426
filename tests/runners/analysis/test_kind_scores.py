"""The kinds of score that scripts name in addition to the LRS: accuracy, a criterion and others."""

from __future__ import annotations

import csv
import json
from fractions import Fraction

import pytest

from coders.statistics.intervals import wilson
from dsl.loading import check_text
from dsl.record import replace
from runners.analysis.questions.kind_scores import KindScores
from runners.analysis.trial_scores import Coding
from runners.store.store import Store
from runners.studies.study import StudyExperiment
from tests.coders.building import question, session, trial, verdicts
from tests.runners.analysis.score_kit import trial_row
from tests.runners.analysis.scoring_rooms import HAT
from tests.runners.analysis.weighing_rooms import ITEMS, Weighing, loaded, weigh
from tests.shell import Shell

COUNTED = {
    "experiment": "Cups and hats",
    "condition": "",
    "levels": {},
    "wording": "original",
    "model": "test/weighing",
    "simulated": False,
    "n": 3,
    "undecided": 0,
    "accuracy": pytest.approx(1 / 3),
    "chance": pytest.approx(4 / 9),
    "calibrated_accuracy": pytest.approx((-0.5 - 1 + 1) / 3),
}
"""Red for white, a bark for a ring, and one right: by chance 1 of 3, 1 of 2 and 1 of 2."""


def study(shell: Shell, scoring: str, *, worded: bool = False, items: str = ITEMS) -> None:
    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        text = items.replace("calibrated accuracy", scoring)
        weigh(store, loaded(shell.folder, text), Weighing(worded=lambda _: worded))


@pytest.mark.parametrize("scoring", ["accuracy", "calibrated accuracy"])
def test_replies_are_counted_and_guessing_is_taken_off_question_by_question(
    shell: Shell, scoring: str
) -> None:
    study(shell, scoring)
    assert shell.json("score")["accuracies"] == [COUNTED]
    table = shell.run("score").stdout.split("accuracy, test/weighing\n")[1].splitlines()[:3]
    expected = {
        "accuracy": ["wording", "n", "replies", "accuracy", "chance"],
        "calibrated accuracy": ["wording", "n", "replies", "accuracy", "chance", "calibrated"],
    }
    assert table[0].split() == expected[scoring]
    assert (
        table[2].split() == ["original", "1", "3", "33%", "44%", "-0.17"][: len(expected[scoring])]
    )


def test_a_choice_that_earns_half_counts_half_for_a_guesser_as_well(shell: Shell) -> None:
    """Red, which was said of snow, earns half; a guesser then has a half of three on the mean."""
    items = ITEMS.replace("answer: White\n", "answer: White\n            half: Red\n")
    study(shell, "calibrated accuracy", items=items)
    (found,) = shell.json("score")["accuracies"]
    assert (found["accuracy"], found["chance"], found["calibrated_accuracy"]) == (0.5, 0.5, 0.0)


def test_a_reply_without_a_mark_is_counted_apart(shell: Shell) -> None:
    """In words "It is White." is right of snow, and no answer to what a bell does."""
    study(shell, "accuracy", worded=True)
    (found,) = shell.json("score")["accuracies"]
    assert (found["n"], found["undecided"], found["accuracy"]) == (1, 2, 1.0)
    assert found["calibrated_accuracy"] == 1.0


def test_a_script_scored_by_lrs_has_none(shell: Shell) -> None:
    study(shell, "lrs")
    assert shell.json("score")["accuracies"] == []
    assert "accuracy" not in shell.run("score").stdout
    assert shell.json("score")["measures"] == []
    assert all(trial["measures"] == {} for trial in shell.json("score")["trials"])


PASS = """experiment Passing

conditions side
    left
    right

people
    Ann (she): Rose, Mia, Nora, Leila, Ada, Ines, Lia, Edda, Ruth, Thea

let hand by side
    left: left
    right: right

design
    runs 10
    scoring pass when 2 of 3 right

procedure
    separately
"""
QUESTION = """        test {name}
            ask: {{Ann}} {does} the {{hand}} hand. Which hand?
            choices fixed:
                left
                right
            answer: {{hand}}
"""
DOES = {"first": "lifts", "second": "shows", "third": "hides"}


def passing(shell: Shell, *models: str) -> None:
    """A study of three two-way questions in each of two conditions."""
    text = PASS + "".join(QUESTION.format(name=name, does=does) for name, does in DOES.items())
    (shell.folder / "passing.dev").write_text(text, encoding="utf-8")
    shell.run("passing.dev", *(part for model in models for part in ("-m", model)))


def test_a_criterion_is_scored_trial_by_trial_and_averaged_like_an_lrs(shell: Shell) -> None:
    passing(shell, "sim/random")
    scores = shell.json("score")
    for cell in scores["measures"][:2]:
        right = [one["share"] for one in scores["trials"] if one["levels"] == cell["levels"]]
        passed = sum(share >= 2 / 3 - 1e-9 for share in right)
        interval = wilson(passed, 10)
        assert interval is not None
        assert 0 < passed < 10, "or nothing is told apart"
        assert (cell["level"], cell["measure"]) == ("cell", "passed")
        assert (cell["n_draws"], cell["n_replies"]) == (10, 30)
        assert cell["mean"] == passed / 10
        assert cell["chance"] == 0.5, "two or three heads of three coins"
        assert cell["ci95"] == pytest.approx([interval.low, interval.high])
    (whole,) = scores["measures"][2:]
    assert (whole["level"], whole["levels"], whole["n_replies"]) == ("experiment", {}, 60)
    assert whole["mean"] == pytest.approx(sum(one["mean"] for one in scores["measures"][:2]) / 2)
    assert {one["measures"]["passed"] for one in scores["trials"]} == {0.0, 1.0}
    assert scores["accuracies"] == []


def test_a_criterion_has_its_table_and_its_place_in_the_report(shell: Shell) -> None:
    passing(shell, "sim/oracle")
    table = shell.run("score").stdout.split("pass when 2 of 3 right, sim/oracle: SIMULATED\n")[1]
    heading, _, first = table.splitlines()[:3]
    assert heading.split() == ["condition", "wording", "n", "replies", "passed", "95%", "chance"]
    assert first.split()[4] == "100%"
    assert "pass when 2 of 3 right: proportion of trials" in " ".join(table.split())
    over = shell.run("score", "--by", "experiment").stdout
    assert "Passing, pass when 2 of 3 right, sim/oracle: SIMULATED" in over
    shell.run("report", "-o", "page.html")
    page = (shell.folder / "page.html").read_text(encoding="utf-8")
    assert "Accuracy and criteria" in page
    assert "pass when 2 of 3 right" in page


def test_a_plan_says_what_guessing_gives(shell: Shell) -> None:
    text = PASS + "".join(QUESTION.format(name=name, does=does) for name, does in DOES.items())
    (shell.folder / "passing.dev").write_text(text, encoding="utf-8")
    planned = shell.run("plan", "passing.dev").stdout
    assert "also scored: pass when 2 of 3 right; chance level 50%" in planned
    document = json.loads(shell.run("plan", "passing.dev", "--json").stdout)
    expected = {"experiment": "Passing", "criterion": "pass when 2 of 3 right"}
    assert document["scoring"] == [{**expected, "chance": [0.5, 0.5]}]


def test_an_export_has_a_column_for_each_kind_that_a_script_names(shell: Shell) -> None:
    passing(shell, "sim/random")
    shell.run("export", "-o", "out")
    (table,) = (shell.folder / "out" / "data").glob("*trials*.csv")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    found = {one["trial"]: one["passed"] for one in rows}
    scored = {one["trial"]: one["measures"]["passed"] for one in shell.json("score")["trials"]}
    assert {key: float(value) for key, value in found.items()} == scored
    assert "accuracy" not in rows[0], "no script names it"
    codebook = (shell.folder / "out" / "CODEBOOK.md").read_text(encoding="utf-8")
    assert "at least K of N test questions right" in codebook


def here() -> StudyExperiment:
    """A script that is scored by a criterion."""
    found = check_text(HAT, "hat.dev").experiment
    assert found is not None
    design = replace(found.design, scoring="pass when 2 of 3 right")
    return StudyExperiment(replace(found, design=design), "", "", HAT, mended=False)


ASKED = trial(session(question("a"), question("b"), question("c")))


def coded(coder: str, marks: str, *, counted: bool = True) -> Coding:
    names = {"r": "right", "h": "half", "w": "wrong", "?": "human"}
    found = verdicts(*[{at: names[word] for at, word in zip("abc", marks, strict=True)}])
    return Coding(coder, "blind", counted, found)


@pytest.mark.parametrize(
    ("marks", "passed", "undecided"),
    [
        (("rrw", "rrr"), 1, 0),
        (("rrw", "rww"), Fraction(1, 2), 0),
        (("rhh", "wwr"), 0, 0),
        (("rr?", "rrr"), 1, 1),
        (("r?w", "rrr"), None, 1),
    ],
)
def test_each_coder_passes_or_fails_a_trial_and_the_mean_counts(
    marks: tuple[str, str], passed: Fraction | int | None, undecided: int
) -> None:
    """A reply that one has not marked is undecided for both; who does not count is left out."""
    gathered = KindScores([here()])
    row = replace(trial_row(1, 3), experiment=here().experiment.title)
    codings = [*map(coded, "AB", marks), coded("C", "www", counted=False)]
    assert gathered.add(ASKED, row, codings) == {"passed": passed}
    (cell, _) = gathered.rows([row])
    assert (cell.n, cell.undecided) == (3 - undecided, undecided)
    assert cell.measures[0].figure.mean == passed
