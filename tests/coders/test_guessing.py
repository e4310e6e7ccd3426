"""Chance, against the figures that are known and against brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from coders.guessing import Guessing, chance, own_chance
from coders.marks import right as says_right
from coders.marks import wrong as says_wrong
from dsl.experiment import IfFailed
from dsl.scoring import rule
from dsl.trial import turns
from tests.coders.building import control, question, score, session, trial


@pytest.mark.parametrize(
    ("candidates", "passed", "guessed"), [(2, "3", "3/2"), (3, "7/3", "7/6"), (4, "2", "1")]
)
def test_guessing_four_questions(candidates: int, passed: str, guessed: str) -> None:
    """With a two-way control question passed, and guessed: 3.0 and 1.5 for two options, 2.33 and
    1.17 for three, 2.0 and 1.0 for four."""
    tests = [question(f"q{number}", candidates=candidates) for number in range(4)]
    made = trial(session(*tests, control("gate")))
    without, gated = chance(made), chance(made, gates_guessed=True)
    assert without is not None
    assert gated is not None
    assert (without.lrs, gated.lrs) == (Fraction(passed), Fraction(guessed))


def test_the_whole_answer() -> None:
    """Mean LRS, mean of the line, mean share."""
    tests = [question(f"q{number}") for number in range(4)]
    assert chance(trial(session(*tests))) == Guessing(Fraction(3), Fraction(3), Fraction(1, 2))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
def test_the_convolution_is_the_sum_over_all_answers(count: int) -> None:
    """Unequal worths and odds, held against enumeration."""
    tests = [
        question(f"q{n}", candidates=2 + n % 3, right=1, worth=1 + n % 2) for n in range(count)
    ]
    total = sum(q.worth for q in tests)
    mean = Fraction(0)
    for outcome in product((True, False), repeat=count):
        p, earned = Fraction(1), Fraction(0)
        for each, ok in zip(tests, outcome, strict=True):
            odds = Fraction(1, each.key.candidates)
            p *= odds if ok else 1 - odds
            earned += each.worth if ok else 0
        mean += p * rule(earned / total)
    told = chance(trial(session(*tests)))
    assert told is not None
    assert told.lrs == mean


@pytest.mark.parametrize("what", [IfFailed.SCORE_ZERO, IfFailed.COUNT_ANYWAY])
def test_guessed_gates_agree_with_scoring_every_guess(what: IfFailed) -> None:
    """Twins, a narrowed gate and all: the mean of `score` over every way to guess."""
    made = trial(
        session(question("a"), question("b"), control("all", if_failed=what)),
        session(
            question("a", candidates=3),
            question("b"),
            control("some", guards=("a",), if_failed=what),
            control("all", candidates=4, if_failed=what),
            own_story=False,
        ),
    )
    places = [
        (index, turn.place, turn.question)
        for index, each in enumerate(made.sessions)
        for turn in turns(each.nodes)
    ]
    mean = Fraction(0)
    for outcome in product((True, False), repeat=len(places)):
        p = Fraction(1)
        verdicts = {}
        for (index, place, asked), ok in zip(places, outcome, strict=True):
            assert asked is not None
            odds = Fraction(asked.key.right, asked.key.candidates)
            p *= odds if ok else 1 - odds
            verdicts[index, place] = says_right(None, "") if ok else says_wrong(None, "")
        lrs = score(made, verdicts).lrs
        assert lrs is not None
        mean += p * lrs
    told = chance(made, gates_guessed=True)
    assert told is not None
    assert told.lrs == mean


def test_a_trial_that_a_gate_excludes_leaves_the_mean() -> None:
    """With `if failed exclude` guessing the gate changes nothing."""
    made = trial(session(question("a"), control("gate", if_failed=IfFailed.EXCLUDE)))
    assert chance(made, gates_guessed=True) == chance(made)


def test_own_questions_have_a_chance_of_their_own() -> None:
    own = session(question("a", candidates=4), question("b", worth=3))
    twin = session(question("c", candidates=5), own_story=False)
    # A mark of 1 at 1 in 4, and one of 3 at 1 in 2.
    assert own_chance(trial(own, twin)) == Fraction(1, 4) * Fraction(1, 4) + Fraction(3, 4) / 2
    assert own_chance(trial(twin)) is None
    assert own_chance(trial(session(question("a", candidates=0)), twin)) is None
    assert own_chance(trial(own, session(question("c", candidates=0), own_story=False))) is not None


def test_unknown_candidates_give_no_figure() -> None:
    """Rather none than a convenient one; a gate of unknown odds matters only when it is guessed."""
    assert chance(trial(session(question("a", candidates=0)))) is None
    made = trial(session(question("a"), control("gate", candidates=0)))
    assert chance(made) is not None
    assert chance(made, gates_guessed=True) is None
    assert chance(trial(session(control("gate")))) is None
