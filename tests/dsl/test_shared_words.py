"""Which questions read the same in two conditions: what the script says is what is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from dsl.checking.warnings.shared_words import SharedWords
from dsl.expand import cells
from dsl.tree import QuestionKind
from dsl.trial import Fork, Node, ScriptedTurn, Trial, Turn
from tests.runners.check.corpus import PARADIGMS, SCRIPTS, named
from tests.runners.check.facts import expander_of, experiment_of

Question = tuple[tuple[str, str], tuple[tuple[str, str], ...]]
"""A question, by its name and form, and the version that it is asked in."""


def said(nodes: Sequence[Node], before: tuple[object, ...]) -> Iterator[tuple[Turn, object]]:
    """Every turn that asks, with all that was sent up to its words."""
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                yield from said(branch, before)
        elif isinstance(node, ScriptedTurn):
            before = (*before, node.says, node.reply)
        else:
            asked = node.question
            before = (*before, node.says, asked and (asked.text, asked.options, asked.rating))
            yield node, before


def read_by_question(trial: Trial) -> dict[Question, list[object]]:
    found: dict[Question, list[object]] = {}
    for session in trial.sessions:
        # What others tried is not known yet: only whose tries are said.
        for turn, words in said(session.nodes, (session.system, session.retold)):
            if turn.question is not None and turn.question.kind is QuestionKind.TEST:
                name = (turn.question.name, turn.question.form), session.levels
                found.setdefault(name, []).append(words)
    return found


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=named(path)) for path in (*SCRIPTS, *PARADIGMS)]
)
def test_questions_that_are_said_to_read_the_same_do_and_no_others(path: Path) -> None:
    experiment = experiment_of(path)
    if experiment is None:
        return
    shared, expander = SharedWords(experiment), expander_of(path)
    for wording in experiment.design.wordings:
        here = cells(experiment, wordings=(wording,))
        for draw in range(1, 5) if len(here) > 1 else ():
            trials = [expander.trial(cell, draw=draw) for cell in here]
            for one, other in combinations(trials, 2):
                first, second = read_by_question(one), read_by_question(other)
                for name in first.keys() & second.keys():
                    question, version = name
                    levels = (
                        {**dict(version), **dict(trial.balance), **dict(trial.cell.levels)}
                        for trial in (one, other)
                    )
                    same = shared.same(question, *levels)
                    assert same == (first[name] == second[name]), (name, one.cell, other.cell, draw)
