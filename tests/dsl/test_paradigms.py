"""Paradigms that do not ship, as authors write them: they check, and their keys can be answered."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dsl.diagnostic import Severity
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import turns

PARADIGMS = sorted((Path(__file__).parent / "scripts" / "paradigms").glob("*.dev"))


@pytest.fixture(params=PARADIGMS, ids=lambda path: path.stem)
def paradigm(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_a_paradigm_has_no_error(paradigm: Path) -> None:
    faults = load(paradigm).faults
    assert [fault.message() for fault in faults if fault.severity is Severity.ERROR] == []


def test_every_scored_question_of_a_paradigm_has_a_key_and_a_guessable_choice(
    paradigm: Path,
) -> None:
    """A key is among the choices, in every cell, version and order of a few draws."""
    experiment = load(paradigm).experiment
    assert experiment is not None
    expander = Expander(experiment)
    asked = 0
    for cell in cells(experiment):
        for draw in (1, 2):
            for session in expander.trial(cell, draw=draw).sessions:
                for turn in turns(session.nodes):
                    question = turn.question
                    if question is None or question.kind is not QuestionKind.TEST:
                        continue
                    asked += 1
                    assert question.key.answer, question.title
                    if question.options:
                        assert question.key.right == 1, question.title
                        assert question.key.candidates == len(question.options), question.title
                        assert Fraction(1, question.key.candidates) <= Fraction(1, 2)
    assert asked
