"""Paradigms that do not ship, as authors write them: they check, and their keys can be answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.marks import MarkWord
from coders.matcher import match
from dsl.diagnostic import Severity
from dsl.expand import Expander, cells
from dsl.kept_replies import names_kept
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import Question, turns
from tests.expanded import experiment_in

PARADIGMS = sorted((Path(__file__).parent / "scripts" / "paradigms").glob("*.dev"))


@pytest.fixture(params=PARADIGMS, ids=lambda path: path.stem)
def paradigm(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_a_paradigm_has_no_error(paradigm: Path) -> None:
    faults = load(paradigm).faults
    assert [fault.message() for fault in faults if fault.severity is Severity.ERROR] == []


def test_the_key_of_every_question_is_right_in_its_own_words_and_its_lures_are_wrong(
    paradigm: Path,
) -> None:
    """In every cell, version and order of a few draws; of its choices one is right."""
    experiment = experiment_in(load(paradigm))
    expander = Expander(experiment)
    scored = 0
    for cell in cells(experiment):
        for draw in (1, 2):
            for session in expander.trial(cell, draw=draw).sessions:
                for turn in turns(session.nodes):
                    question = turn.question
                    if question is None or not question.key.answer or names_kept(question.key):
                        continue
                    scored += question.kind is QuestionKind.TEST
                    assert_keyed(question)
    assert scored


def assert_keyed(question: Question) -> None:
    keys = [phrase.text for clause in question.key.answer for phrase in clause.phrases]
    if question.options:
        words = {option: match(option, question).word for option in question.options}
        right = [option for option, word in words.items() if word is MarkWord.RIGHT]
        assert right == [one for one in question.options if one in keys], question.title
        assert len(right) == question.key.right == 1, question.title
        assert question.key.candidates == len(question.options)
        return
    assert match(" and ".join(keys), question).word is MarkWord.RIGHT, question.title
    for lure in question.key.wrong:
        assert match(lure.text, question).word is MarkWord.WRONG, (question.title, lure.text)
