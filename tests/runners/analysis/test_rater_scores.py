"""One coder's score of a trial, by the rule and holistic, and gates that two coders dispute."""

from __future__ import annotations

from fractions import Fraction

from coders.lrs import asked_in
from coders.marks import RIGHT, WRONG, Verdict
from dsl.experiment import IfFailed
from dsl.tree import QuestionKind
from runners.analysis.rater_scores import RaterScore, gates_in_dispute, rater_score, with_halves
from tests.coders.building import control, question, session, trial, verdicts

GATE = question("gate", kind=QuestionKind.CONTROL)
MADE = trial(session(question("a"), question("b"), GATE))


def own(**said: str) -> RaterScore:
    """The score of a trial with the questions a and b and a gate."""
    return rater_score(verdicts(said), asked_in(MADE), technical=frozenset())


def test_halves_are_taken_for_wrong_or_for_right_in_tests_alone() -> None:
    told, asked = verdicts({"a": "half", "b": "right", "gate": "half"}), asked_in(MADE)

    def marks(found: dict[tuple[int, str], Verdict]) -> list[str]:
        return [one.word.value for one in found.values()]

    assert marks(dict(with_halves(asked, told, RIGHT))) == ["right", "right", "half"]
    assert marks(dict(with_halves(asked, told, WRONG))) == ["wrong", "right", "half"]
    plain = verdicts({"a": "right", "b": "right", "gate": "right"})
    assert with_halves(asked, plain, RIGHT) is plain


def test_the_lrs_with_half_marks_for_wrong_and_for_right_are_next_to_it() -> None:
    """Three quarters of two questions, then one of two, then both."""
    found = own(a="half", b="right", gate="right")
    assert (found.scored.share, found.scored.lrs) == (Fraction(3, 4), 4)
    assert (found.by_rule.strict, found.by_rule.lenient) == (3, 5)
    whole = own(a="right", b="right", gate="right")
    assert (whole.by_rule.strict, whole.by_rule.lenient) == (5, 5)


def test_a_gate_is_in_dispute_where_one_says_passed_and_another_not() -> None:
    """One that a coder has not decided yet is not; and of one coder none is."""
    passed, failed = (
        own(a="right", b="right", gate="right"),
        own(a="right", b="right", gate="wrong"),
    )
    waiting = own(a="right", b="right", gate="human")
    assert gates_in_dispute([passed, waiting, failed]) == {(0, "gate")}
    assert gates_in_dispute([passed, waiting, passed]) == frozenset()
    assert gates_in_dispute([failed]) == gates_in_dispute([]) == frozenset()


def test_a_control_question_that_does_nothing_is_in_no_dispute() -> None:
    made = trial(session(question("a"), control("b", if_failed=IfFailed.COUNT_ANYWAY)))
    owns = [
        rater_score(verdicts({"a": "right", "b": mark}), asked_in(made), technical=frozenset())
        for mark in ("right", "wrong")
    ]
    assert gates_in_dispute(owns) == frozenset()
