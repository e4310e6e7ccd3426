"""The paper's protocol: its own stories, one prompt ten times."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.expand import Expander, cells, chosen_cells
from dsl.experiment import Experiment, Protocol
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from dsl.protocol import under
from dsl.record import replace
from dsl.tree import QuestionKind
from tests.expanded import experiment_in, shipped

SHIPPED = sorted((Path(__file__).parents[2] / "experiments").glob("*.dev"))

OWN_QUESTIONS = {
    "altruistic_helping": 2, "belief_variations": 1, "blicket": 1, "blicket_hypothesis": 2,
    "gears": 2, "goal_attribution": 1, "helper_hinderer": 1, "number": 2, "object_permanence": 1,
    "rational_action": 2, "sally_anne": 1, "smarties": 1,
}  # fmt: skip
"""The column `own` of docs/battery.md."""


def by_the_paper(path: Path, protocol: Protocol = Protocol.PAPER) -> Experiment:
    return under(shipped(path), protocol)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_only_the_papers_own_questions_and_the_controls_are_asked(path: Path) -> None:
    experiment = by_the_paper(path)
    for cell in cells(experiment):
        trial = Expander(experiment).trial(cell, draw=1)
        asked = [(session, question) for _, session, question in trial.asked()]
        tests = [one for one in asked if one[1].kind is not QuestionKind.CONTROL]
        scored = [one for one in tests if one[1].kind is QuestionKind.TEST]
        assert len(scored) == OWN_QUESTIONS[path.stem]
        assert all(session.is_own(question) for session, question in tests)
        assert not any(question.kind is QuestionKind.RECORD for _, question in asked)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_run_has_the_words_of_the_first(path: Path) -> None:
    experiment = by_the_paper(path)
    design = experiment.design
    assert (design.runs, design.samples, design.wordings) == (10, 1, ("permuted",))
    expander = Expander(experiment)
    for cell in chosen_cells(experiment):
        first = expander.trial(cell, draw=1)
        for draw in range(2, 11):
            assert replace(expander.trial(cell, draw=draw), draw=1) == first


def test_a_protocol_is_a_procedure_of_its_own_and_judges_as_the_script_does() -> None:
    experiment = shipped(SHIPPED[0])
    ways = [under(experiment, one) for one in Protocol]
    assert ways[0] == experiment
    assert len({procedure_hash(one) for one in ways}) == 3
    # Contrasts, which need matched stories, are gone.
    assert len({rubric_hash(one) for one in ways}) == 2


def test_a_question_on_the_main_line_stays_where_others_follow_it() -> None:
    script = """experiment A main line

design
    wording original
    scoring accuracy

versions story
    seen
    hidden

procedure
    say: A ball is on the table.
    record guess
        ask: What comes next?
    say: Somebody takes it away.
    test here
        ask: Is there a ball?
        answer: no
    record why
        ask: Why?
"""
    loaded = experiment_in(check_text(script, "line.dev"))
    experiment = under(loaded, Protocol.PAPER)
    trial = Expander(experiment).trial(cells(experiment, wordings=("original",))[0], draw=3)
    assert [session.version for session in trial.sessions] == ["seen"]
    assert [question.name for _, _, question in trial.asked()] == ["guess", "here"]
