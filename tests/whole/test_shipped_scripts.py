"""The shipped scripts reward understanding: known participants get what they deserve."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from dsl.experiment import Experiment, Scorer
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import turns
from runners.check.validity import Result, results
from runners.check.verdicts import SHORTCUTS, shortcomings
from tests.shell import EXPERIMENTS, ROOT

SCRIPTS = [*sorted(EXPERIMENTS.glob("*.dev")), *sorted((ROOT / "additions").glob("*.dev"))]
DRAWS = 100
"""Of each cell in each of two wordings: 200 in all."""

by_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


def experiment(script: Path) -> Experiment:
    loaded = load(script)
    assert loaded.experiment is not None
    return loaded.experiment


def one(script: Path, name: str, runs: int | None = None) -> Result:
    (result,) = results(experiment(script), runs=runs, names=[name])
    return result


@by_script
def test_an_oracle_is_right_in_every_wording_of_its_answers(script: Path) -> None:
    for cell in one(script, "oracle", runs=20).cells:
        assert (cell.provisional_lrs, cell.needs_human) == (5, 0), cell


@by_script
def test_a_lure_gets_the_score_of_somebody_who_is_always_wrong(script: Path) -> None:
    for cell in one(script, "lure").cells:
        assert cell.provisional_lrs is not None
        assert cell.provisional_lrs <= 1, cell
        assert cell.needs_human == 0


@by_script
def test_the_inattentive_fail_every_gate(script: Path) -> None:
    for cell in one(script, "inattentive").cells:
        assert cell.gate_failures == cell.trials, cell
        assert cell.provisional_lrs == 0


@by_script
@pytest.mark.parametrize("name", ["silent", "refuser", "rambling"])
def test_who_does_not_answer_scores_nothing(script: Path, name: str) -> None:
    for judged in one(script, name).judged:
        assert judged.scored.lrs == 0 or judged.scored.undecided, judged.scored


@by_script
def test_no_shortcut_gets_more_than_half_or_passes_a_contrast_oftener_than_guessing(
    script: Path,
) -> None:
    """Control questions count as passed; replies that need a human count as nothing."""
    found = tuple(results(experiment(script), runs=DRAWS, names=SHORTCUTS))
    assert [result.player for result in found] == [f"sim/{name}" for name in SHORTCUTS]
    assert shortcomings(found) == ()


@by_script
def test_guessing_gets_what_was_computed(script: Path) -> None:
    """Random answers get the computed chance LRS, within Monte-Carlo error."""
    (guessed,) = results(experiment(script), runs=DRAWS, names=["random"])
    asked = [
        turn.question
        for session in guessed.judged[0].trial.sessions
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.kind is QuestionKind.TEST
    ]
    # An open question is guessed among all things of the story, more than the key and its lures.
    exact = all(question.options for question in asked)
    for cell in guessed.cells:
        if all(question.key.scorer is Scorer.CODERS for question in asked):
            # A guesser names things, and deeds are asked for: people alone can sort that.
            assert 10 * cell.needs_human > 9 * cell.trials
            continue
        # An LRS from 1 to 5 has a standard deviation of 2 at most; 4 standard errors.
        assert cell.provisional_lrs is not None
        assert cell.chance_lrs is not None
        error = 4 * 2 / math.sqrt(cell.n)
        assert float(cell.provisional_lrs - cell.chance_lrs) < error
        assert not exact or float(cell.chance_lrs - cell.provisional_lrs) < error
