"""A judged trial without its words: what a contrast looks at, and nothing else.

Tables over very many trials keep these instead of the trials, which are a hundred times as large.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import lru_cache

from coders.lrs import Place
from coders.marks import HALF, RIGHT, WRONG, MarkWord, Verdict
from dsl.experiment import Experiment, IfFailed, Order, Scorer
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Key, Question, Trial, Turn, turns
from runners.analysis.replies import places_of


def contrasted(experiment: Experiment) -> frozenset[str]:
    """The names of the questions that the contrasts of an experiment compare."""
    return frozenset(line.question for c in experiment.design.contrasts for line in c.lines)


def bare_trial(trial: Trial, names: Collection[str]) -> Trial:
    """The trial with the questions of these names and no words."""
    sessions = tuple(
        replace(
            session,
            system=(),
            nodes=tuple(
                Turn(turn.place, (), _bare_question(turn.question, turn.question.key))
                for turn in turns(session.nodes)
                if turn.question is not None and turn.question.name in names
            ),
        )
        for session in trial.sessions
    )
    return replace(trial, words=(), sessions=sessions)


def bare_verdicts(bare: Trial, verdicts: Mapping[Place, Verdict]) -> dict[Place, Verdict]:
    """The marks at the places that a bare trial still has."""
    places = set(places_of(bare, *QuestionKind))
    return {
        place: _bare_verdict(found.mark) for place, found in verdicts.items() if place in places
    }


def _bare_question(question: Question, key: Key) -> Question:
    return _shared(question.kind, question.name, question.form, key.candidates, key.right)


@lru_cache(maxsize=4096)
def _shared(kind: QuestionKind, name: str, form: str, candidates: int, right: int) -> Question:
    key = Key((), (), (), Scorer.MATCH, candidates, right)
    return Question(
        kind, name, form, "", (), Order.FIXED, None, (), key, Fraction(1), (),
        IfFailed.SCORE_ZERO, None,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _bare_verdict(mark: Fraction | None) -> Verdict:
    words = {RIGHT: MarkWord.RIGHT, HALF: MarkWord.HALF, WRONG: MarkWord.WRONG}
    return Verdict(mark, MarkWord.HUMAN if mark is None else words[mark])
