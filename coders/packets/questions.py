"""Which questions of a trial are judged, and under which number."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.tree import QuestionKind
from dsl.trial import Question, Trial, turns
from renderers.coder_view import Place

JUDGED = (QuestionKind.CONTROL, QuestionKind.TEST)
"""The kinds of question that coders judge; what is recorded or practised is shown only."""


def numbered(trial: Trial) -> dict[Place, tuple[int, Question]]:
    """The judged questions by place, with their numbers from 1 in the order of the transcript."""
    found: dict[Place, tuple[int, Question]] = {}
    for index, session in enumerate(trial.sessions):
        for turn in turns(session.nodes):
            if turn.question is not None and turn.question.kind in JUDGED:
                found[index, turn.place] = (len(found) + 1, turn.question)
    return found


def judged_questions(trial: Trial, *, also_kept: bool = False) -> Iterator[Question]:
    """The judged questions of a trial, and with `also_kept` those whose answer is kept."""
    for session in trial.sessions:
        for turn in turns(session.nodes):
            question = turn.question
            if question is None:
                continue
            if question.kind in JUDGED or (also_kept and question.keep is not None):
                yield question
