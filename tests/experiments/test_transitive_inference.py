"""Transitive inference: its keys are what follows from the feedback, and from nothing simpler."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.tree import QuestionKind
from dsl.trial import Fork, Question, Session, Trial, Turn, turns
from renderers.prompt import user_message
from runners.check.validity import results
from tests.expanded import flawless
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "transitive_inference.dev"
DRAWS = 12

Longer = tuple[str, str]
"""Two sticks by their choices; the first one is longer."""


def script() -> Experiment:
    return flawless(Path(SCRIPT))


def trials() -> Iterator[Trial]:
    expander = Expander(script())
    for cell in cells(script()):
        for draw in range(1, DRAWS + 1):
            yield expander.trial(cell, draw=draw)


def asked(session: Session, name: str) -> list[Question]:
    found = (turn.question for turn in turns(session.nodes))
    return [question for question in found if question is not None and question.name == name]


def feedback(session: Session) -> list[Longer]:
    """The pairs as the feedback tells them: read from the messages, without any key."""
    trunk = [node for node in session.nodes if isinstance(node, Turn)]
    (fork,) = (node for node in session.nodes if isinstance(node, Fork))
    after = [*trunk[1:], fork.branches[0][0]]
    found: list[Longer] = []
    for turn, following in zip(trunk, after, strict=True):
        assert isinstance(following, Turn)
        assert turn.question is not None
        said = re.search(r"Yes, the (.+) one is (longer|shorter)\.", user_message(following).text)
        assert said is not None
        ((named,), (other,)) = (
            [one for one in turn.question.options if one.startswith(f"the {said[1]} ") is here]
            for here in (True, False)
        )
        found.append((named, other) if said[2] == "longer" else (other, named))
    return found


def follows(pairs: list[Longer], one: str, other: str) -> str:
    """Which of two sticks is longer in every order of all five that agrees with the pairs."""
    sticks = sorted({stick for pair in pairs for stick in pair})
    assert len(sticks) == 5
    fitting = [
        {stick: place for place, stick in enumerate(order)}
        for order in permutations(sticks)
        if all(order.index(first) < order.index(second) for first, second in pairs)
    ]
    longer = {one if places[one] < places[other] else other for places in fitting}
    return longer.pop() if len(longer) == 1 else "I cannot tell"


def key(question: Question) -> str:
    (clause,) = question.key.answer
    (phrase,) = clause.phrases
    return phrase.text


def turned(answer: str, options: tuple[str, ...]) -> str:
    """The other one of the two sticks; what cannot be told stays so."""
    sticks = [one for one in options if one != "I cannot tell"]
    return sticks[1 - sticks.index(answer)] if answer in sticks else answer


def test_keys_are_what_follows_in_every_order_of_the_sticks() -> None:
    compared: Counter[str] = Counter()
    for trial in trials():
        for session in trial.sessions:
            pairs = feedback(session)
            assert len(set(pairs)) == 4
            for name in ("longer", "shorter", "ends", "pair kept"):
                for question in asked(session, name):
                    one, other = (it for it in question.options if it != "I cannot tell")
                    found = follows(pairs, one, other)
                    if "shorter" in question.text:
                        found = turned(found, question.options)
                    assert key(question) == found, (trial.cell, trial.draw, question.text)
                    compared[name] += 1
                    compared[found if found == "I cannot tell" else "a stick"] += name == "longer"
    assert compared["pair kept"] == 4 * compared["longer"]
    assert compared["a stick"] == compared["I cannot tell"] == compared["longer"] / 2


def test_the_two_sticks_are_never_asked_for_together_before() -> None:
    for trial in trials():
        for session in trial.sessions:
            (question,) = asked(session, "longer")
            two = {one for one in question.options if one != "I cannot tell"}
            assert all(set(pair) != two for pair in feedback(session))


@pytest.mark.parametrize("word", ["longer", "shorter"])
def test_who_takes_what_was_right_more_often_in_the_training_is_never_right(word: str) -> None:
    """In the first story both were right equally often, and in the other one it cannot be told."""
    for trial in trials():
        for session in trial.sessions:
            trained = Counter(
                key(question) for question in asked(session, "pair") if word in question.text
            )
            (question,) = asked(session, word)
            one, other = (it for it in question.options if it != "I cannot tell")
            (version,) = (level for _, level in session.levels)
            assert (trained[one] == trained[other]) is (version == "one row")
            assert (key(question) == "I cannot tell") is (version == "one pair turned")


def test_a_pass_asks_for_every_pair_both_ways_and_the_longest_is_always_longer() -> None:
    for trial in trials():
        for session in trial.sessions:
            questions = asked(session, "pair")
            pairs = Counter(frozenset(question.options) for question in questions)
            assert len(questions) == 8
            assert set(pairs.values()) == {2}


def test_who_does_not_learn_the_pairs_gets_nothing() -> None:
    (lure,) = results(script(), runs=2, names=["lure"])
    assert {(row.status, row.lrs) for row in lure.trials} == {("not_trained", 0)}
    for told in lure.told:
        assert all(
            one.asked == 32 and not one.met for s in told.trial.sessions for one in s.trainings
        )
    (learner,) = results(script(), runs=2, names=["learner"])
    assert {row.lrs for row in learner.trials} == {5}


def test_no_question_of_the_test_gets_feedback() -> None:
    for trial in trials():
        for session in trial.sessions:
            for turn in turns(session.nodes):
                if turn.question is not None and turn.question.kind is not QuestionKind.TRAINING:
                    assert turn.question.outcomes == ()
