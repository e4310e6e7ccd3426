"""The LRS of a trial: the rule, the statuses, gates, versions, and marks still undecided."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.lrs import Gate, GateFigures
from coders.outcome import Status
from dsl.experiment import IfFailed
from dsl.scoring import linear, rule
from tests.coders.building import control, question, score, session, trial, verdicts

FOUR = [question(name) for name in ("one", "two", "three", "four")]
PLAIN = trial(session(*FOUR))
GATED = trial(session(*FOUR, control("gate")))
TWINS = trial(
    session(FOUR[0], FOUR[1], control("gate"), levels=(("story", "false belief"),)),
    session(FOUR[0], FOUR[1], control("gate"), levels=(("story", "watched"),), own_story=False),
)


def marks(words: str) -> dict[str, str]:
    """`right right wrong half` for the four questions, in order."""
    return dict(zip(("one", "two", "three", "four"), words.split(), strict=True))


@pytest.mark.parametrize(
    ("share", "lrs"),
    [
        ("0", 1),
        ("24/100", 1),
        ("1/4", 2),
        ("49/100", 2),
        ("1/2", 3),
        ("3/4", 4),
        ("99/100", 4),
        ("1", 5),
    ],
)
def test_bands_are_half_open(share: str, lrs: int) -> None:
    """Kosoy et al. (2023), Table 1, with its gaps closed."""
    assert rule(Fraction(share)) == lrs


def test_bands_hold_where_sums_of_floats_would_not() -> None:
    """Eighteen twenty-fourths are three quarters."""
    # Added one by one: from Python 3.12 on, `sum` makes up for what floats lose.
    assert reduce(add, [1 / 24] * 18) < 0.75
    assert rule(sum([Fraction(1, 24)] * 18, Fraction(0))) == 4


def test_with_four_questions_rule_and_line_agree() -> None:
    """The reason for four equal units: LRS = 1 + 4 x share."""
    for count in range(5):
        assert rule(Fraction(count, 4)) == linear(Fraction(count, 4))


def test_a_trial_without_gates_is_scored_from_its_marks() -> None:
    """Three and a half of four."""
    told = score(PLAIN, verdicts(marks("right right half right")))
    assert (told.status, told.lrs, told.share) == (Status.SCORED, 4, Fraction(7, 8))
    assert told.linear == Fraction(9, 2)
    assert (told.gate, told.undecided, told.own_share, told.twin_share) == (
        Gate.NONE,
        0,
        Fraction(7, 8),
        None,
    )
    assert told.gates == GateFigures(4, 4, 4)
    assert told.sure_share == told.share


def test_always_wrong_is_1_and_not_0() -> None:
    """LRS 1 is the score of a fluent participant who is always wrong."""
    assert score(PLAIN, verdicts(marks("wrong wrong wrong wrong"))).lrs == 1


def test_an_unclear_right_answer_bars_a_5() -> None:
    """Mostly correct but slightly unclear is a 4; the line does not move."""
    told = score(PLAIN, verdicts(marks("right right unclear right")))
    assert (told.lrs, told.linear) == (4, 5)


def test_a_failed_gate_gives_0_at_once_and_the_share_stands_beside() -> None:
    """Whatever the tests say, and whoever still has to look at them."""
    told = score(GATED, verdicts({**marks("right right right human"), "gate": "wrong"}))
    assert (told.status, told.lrs, told.linear) == (Status.GATE_FAILED, 0, 0)
    assert told.reason == "the control question gate was answered wrongly"
    assert (told.gate, told.undecided, told.share) == (Gate.FAILED, 1, None)
    assert told.gates == GateFigures(0, None, None)


def test_three_treatments_of_a_failed_gate() -> None:
    """Zero, out of the mean, and as if there were no gate."""
    told = score(GATED, verdicts({**marks("right right right wrong"), "gate": "wrong"}))
    assert told.gates == GateFigures(0, None, 4)
    assert told.share == Fraction(3, 4)


@pytest.mark.parametrize(
    ("what", "lrs", "status"),
    [
        (IfFailed.SCORE_ZERO, 0, Status.GATE_FAILED),
        (IfFailed.EXCLUDE, None, Status.GATE_FAILED),
        (IfFailed.COUNT_ANYWAY, 5, Status.SCORED),
    ],
)
def test_a_failed_gate_does_what_the_script_says(
    what: IfFailed, lrs: int | None, status: Status
) -> None:
    """The score of record follows `if failed`."""
    made = trial(session(*FOUR, control("gate", if_failed=what)))
    told = score(made, verdicts({**marks("right right right right"), "gate": "wrong"}))
    assert (told.lrs, told.status) == (lrs, status)


def test_a_refused_gate_is_no_answer_and_no_failure() -> None:
    """Refusal is not a wrong answer."""
    told = score(GATED, verdicts({**marks("right right right right"), "gate": "refusal"}))
    assert (told.status, told.lrs) == (Status.NO_ANSWER, 0)
    assert told.reason == "the control question gate got no answer"


def test_a_trial_of_refusals_is_no_answer() -> None:
    """Never LRS 1 for a trial that is refusals only; ungated, they are four wrong answers."""
    told = score(PLAIN, verdicts(marks("refusal refusal refusal refusal")))
    assert (told.status, told.lrs, told.gates) == (
        Status.NO_ANSWER,
        0,
        GateFigures(0, None, 1),
    )
    assert score(PLAIN, verdicts(marks("refusal refusal refusal wrong"))).lrs == 1


def test_a_trial_off_the_point_is_0_under_every_treatment() -> None:
    """Off task: every scored reply irrelevant or hallucinated."""
    told = score(PLAIN, verdicts(marks("irrelevant irrelevant irrelevant irrelevant")))
    assert (told.status, told.lrs, told.gates) == (Status.OFF_TASK, 0, GateFigures(0, 0, 0))


def test_a_gate_of_a_twin_costs_the_twin_s_marks_only() -> None:
    """The paper's own story keeps its marks."""
    told = score(
        TWINS,
        verdicts(
            {"one": "right", "two": "right", "gate": "right"},
            {"one": "right", "two": "right", "gate": "wrong"},
        ),
    )
    assert (told.status, told.lrs, told.gate, told.twins_failed) == (
        Status.SCORED,
        3,
        Gate.PASSED,
        1,
    )
    assert told.gates == GateFigures(3, 5, 5)
    assert (told.share, told.own_share, told.twin_share) == (1, 1, 1)


def test_a_gate_of_the_own_story_zeroes_the_trial() -> None:
    """Also where the twins are all right."""
    told = score(
        TWINS,
        verdicts(
            {"one": "right", "two": "right", "gate": "wrong"},
            {"one": "right", "two": "wrong", "gate": "right"},
        ),
    )
    assert (told.status, told.lrs) == (Status.GATE_FAILED, 0)
    assert (told.own_share, told.twin_share) == (1, Fraction(1, 2))


def test_a_narrowed_gate_zeroes_the_mark_it_guards() -> None:
    """`guards two` leaves the trial and the other marks alone."""
    made = trial(session(*FOUR, control("gate", guards=("two",))))
    told = score(made, verdicts({**marks("right right right right"), "gate": "wrong"}))
    assert (told.status, told.lrs, told.gate) == (Status.SCORED, 4, Gate.NONE)
    assert told.gates == GateFigures(4, 5, 5)


def test_worth_of_question_and_story_multiply() -> None:
    """A question worth 2 in a story worth 3 weighs six."""
    made = trial(
        session(question("one", worth=2), worth=3),
        session(question("one"), own_story=False),
        session(question("one"), own_story=False),
    )
    told = score(made, verdicts({"one": "right"}, {"one": "wrong"}, {"one": "right"}))
    assert told.share == Fraction(7, 8)


def test_a_lost_reply_is_technical_and_null() -> None:
    """Our own limit is not the participant's fault."""
    told = score(PLAIN, verdicts(marks("right right right right")), technical={(0, "three")})
    assert (told.status, told.lrs, told.share, told.gates) == (
        Status.TECHNICAL,
        None,
        None,
        GateFigures(None, None, None),
    )
    missing = verdicts(marks("right right right right"))
    del missing[0, "two"]
    assert score(PLAIN, missing).status is Status.TECHNICAL


def test_a_failed_gate_decides_although_a_test_was_cut_off() -> None:
    """0 at once; only what ignores the gate is null."""
    told = score(
        GATED,
        verdicts({**marks("right right right right"), "gate": "wrong"}),
        technical={(0, "one")},
    )
    assert (told.status, told.gates) == (Status.GATE_FAILED, GateFigures(0, None, None))


def test_an_undecided_mark_that_matters_leaves_no_score() -> None:
    """Until a person has looked."""
    told = score(PLAIN, verdicts(marks("right right right human")))
    assert (told.status, told.lrs, told.linear, told.share) == (
        Status.SCORED,
        None,
        None,
        None,
    )
    assert (told.undecided, told.reason) == (1, "1 reply needs a human")
    assert (told.share, told.sure_share) == (None, Fraction(3, 4))


def test_an_undecided_mark_that_changes_nothing_does_not_hold_a_score_up() -> None:
    """One of eight, all others wrong: 1 in any case. The line still waits."""
    eight = [question(f"q{number}") for number in range(8)]
    told = score(
        trial(session(*eight)),
        verdicts({q.name: "human" if q.name == "q0" else "wrong" for q in eight}),
    )
    assert (told.lrs, told.linear, told.reason) == (1, None, "1 reply needs a human")


def test_an_undecided_gate_leaves_no_score() -> None:
    """It may be a zero."""
    told = score(GATED, verdicts({**marks("wrong wrong wrong wrong"), "gate": "human"}))
    assert (told.lrs, told.gate, told.undecided) == (None, Gate.UNDECIDED, 1)
    assert told.gates == GateFigures(None, None, 1)


def test_half_an_answer_to_a_gate_is_for_a_person() -> None:
    """A gate is passed or failed."""
    told = score(GATED, verdicts({**marks("right right right right"), "gate": "half"}))
    assert (told.lrs, told.gate) == (None, Gate.UNDECIDED)


def test_a_disputed_gate_is_settled_first() -> None:
    """Never averaged to 2.5."""
    told = score(
        GATED,
        verdicts({**marks("right right right right"), "gate": "right"}),
        disputed={(0, "gate")},
    )
    assert (told.lrs, told.gate) == (None, Gate.DISPUTED)


def test_nothing_scored_is_said() -> None:
    """A script of records only has no LRS and no error."""
    told = score(trial(session(control("gate"))), verdicts({"gate": "right"}))
    assert (told.lrs, told.reason, told.gate) == (None, "nothing is scored here", Gate.PASSED)


OUTCOMES = st.sampled_from(["right", "unclear", "half", "wrong", "refusal", "irrelevant", "human"])


@given(st.lists(OUTCOMES, min_size=7, max_size=7))
def test_a_stated_score_is_the_score_of_every_completion(words: list[str]) -> None:
    """What is stated with marks undecided holds however a person decides them."""
    own = dict(zip(("one", "two", "gate"), words[:3], strict=True))
    twin = dict(zip(("one", "two", "gate"), words[3:6], strict=True))
    told = score(TWINS, verdicts(own, twin))
    for word in ("right", "half", "wrong", "refusal", "irrelevant", "unclear"):
        filled = [
            {
                place: (word if place != "gate" or word != "half" else "wrong")
                if said == "human" or (place == "gate" and said == "half")
                else said
                for place, said in each.items()
            }
            for each in (own, twin)
        ]
        done = score(TWINS, verdicts(*filled))
        if told.lrs is not None:
            assert done.lrs == told.lrs
        assert done.lrs is not None
        assert 0 <= done.lrs <= 5
