"""Several coders' scores of one trial: averaged where they may be, disputed where they may not."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from coders.desk.state import HolisticScore
from coders.marks import Flag, Verdict
from dsl.experiment import IfFailed
from dsl.record import replace
from dsl.trial import Place, Trial
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.trial_scores import Coding, TrialFacts, trial_row
from tests.coders.building import control, question, session, trial, verdicts

FOUR = tuple(question(name) for name in "abcd")
GATED = trial(session(*FOUR, control("gate")))
TWIN = trial(
    session(*FOUR[:2], control("gate")), session(*FOUR[2:], control("twin"), own_story=False)
)


def coding(
    coder: str,
    *told: dict[str, str],
    kind: str = "blind",
    counted: bool = True,
    given: int | None = None,
    first: int | None = None,
) -> Coding:
    return Coding(
        coder,
        kind,
        counted,
        verdicts(*told),
        None if given is None else HolisticScore(given, None, False, "so it seems", 1),
        None if first is None else HolisticScore(first, None, True, "", 1),
    )


def marks(words: str, **more: str) -> dict[str, str]:
    """Verdicts for the questions a, b, c, d by their first letters; n is a refusal."""
    names = {"r": "right", "h": "half", "w": "wrong", "u": "unclear", "n": "refusal", "?": "human"}
    return {**{at: names[word] for at, word in zip("abcd", words, strict=False)}, **more}


def row(*codings: Coding, of: Trial = GATED, technical: frozenset[Place] = frozenset()) -> TrialRow:
    return trial_row(TrialFacts(of, "lab/one", False, "key", 7), codings, technical)


def test_coders_are_scored_apart_and_averaged() -> None:
    found = row(
        coding("A", marks("rrrr", gate="right"), given=4, first=3),
        coding("B", marks("rrhw", gate="right")),
        coding("C", marks("wwww", gate="right"), kind="author", counted=False),
    )
    assert (found.status, found.reason, found.gate) == ("scored", "", "passed")
    assert found.lrs == Fraction(5 + 3, 2)
    assert found.share == Fraction(1 + Fraction(5, 8), 2)
    assert found.linear == 1 + 4 * Fraction(13, 16)
    assert (found.strict, found.lenient) == (Fraction(5 + 3, 2), Fraction(5 + 4, 2))
    assert found.coders == (
        CoderRow("A", "blind", True, "scored", "passed", Fraction(1), 5, 4, 3),
        CoderRow("B", "blind", True, "scored", "passed", Fraction(5, 8), 3),
        CoderRow("C", "author", False, "scored", "passed", Fraction(0), 1),
    )


def test_a_flag_of_hallucination_makes_the_trial_nought_in_a_figure_of_its_own() -> None:
    """For the coder who flags it alone; what has no LRS gets none."""
    invented = coding("A", marks("rrrr", gate="right"))
    one = {
        at: Verdict(verdict.mark, verdict.word, (Flag.HALLUCINATION,))
        if at == (0, "a")
        else verdict
        for at, verdict in invented.verdicts.items()
    }
    found = row(replace(invented, verdicts=one), coding("B", marks("rrrw", gate="right")))
    assert (found.lrs, found.hallucination) == (Fraction(5 + 4, 2), Fraction(0 + 4, 2))
    waiting = row(replace(invented, verdicts=one), coding("B", marks("rrr?", gate="right")))
    assert (waiting.status, waiting.lrs, waiting.hallucination) == ("undecided", None, None)


def test_a_gate_that_coders_dispute_is_averaged_and_every_other_rule_is_given() -> None:
    """5 and 0 are 2.5, between the coders; each coder's own score is kept."""
    found = row(coding("A", marks("rrrr", gate="right")), coding("B", marks("rrrr", gate="wrong")))
    assert (found.status, found.gate, found.lrs, found.linear) == (
        "disputed",
        "disputed",
        Fraction(5, 2),
        Fraction(5, 2),
    )
    assert (found.undisputed, found.disputed_failed, found.disputed_passed) == (None, 0, 5)
    assert found.reason == "the coders disagree on a control question: `devrun adjudicate`"
    assert (found.zero, found.exclude, found.ungated) == (Fraction(5, 2), None, 5)
    assert [one.lrs for one in found.coders] == [5, 0]
    assert found.share == 1


def test_a_gate_in_dispute_that_changes_nothing_does_not_stop_a_score() -> None:
    """In a twin whose marks are all wrong anyway the gate takes nothing."""
    made = [
        coding(name, marks("rr", gate="right"), {"c": "wrong", "d": "wrong", "twin": twin})
        for name, twin in (("A", "right"), ("B", "wrong"))
    ]
    found = row(*made, of=TWIN)
    assert (found.status, found.gate, found.lrs) == ("scored", "passed", 3)
    assert found.undisputed == found.disputed_failed == found.disputed_passed == 3


def test_a_twin_s_gate_in_dispute_is_averaged_where_it_decides_a_score() -> None:
    made = [
        coding(name, marks("rr", gate="right"), {"c": "right", "d": "right", "twin": twin})
        for name, twin in (("A", "right"), ("B", "wrong"))
    ]
    found = row(*made, of=TWIN)
    assert (found.status, found.gate, found.lrs) == ("disputed", "passed", 4)
    assert (found.own_share, found.twin_share) == (1, 1)
    assert (found.undisputed, found.disputed_failed, found.disputed_passed) == (None, 3, 5)
    assert found.ungated == 5


def test_the_mean_of_record_is_never_outside_the_coders_own() -> None:
    """As it was where disputed trials were left out."""
    trials = [
        (marks("rrrr", gate="right"), marks("rrrr", gate="wrong")),
        (marks("wwww", gate="right"), marks("rwww", gate="right")),
        (marks("rrrr", gate="wrong"), marks("rrrr", gate="right")),
    ]
    rows = [row(coding("A", one), coding("B", other)) for one, other in trials]
    own = [sum(found.coders[at].lrs or 0 for found in rows) for at in (0, 1)]
    assert min(own) <= sum(found.lrs or 0 for found in rows) <= max(own)
    assert sum(found.undisputed or 0 for found in rows) < min(own)


def test_a_mark_that_is_missing_is_waited_for_before_a_gate_is_disputed() -> None:
    found = row(coding("A", marks("rrr?", gate="right")), coding("B", marks("rrrr", gate="wrong")))
    assert (found.status, found.lrs) == ("undecided", None)


def test_a_gate_that_both_say_is_failed_is_zero_however_it_was() -> None:
    """One saw a wrong answer and one a refusal: both 0, for two reasons."""
    found = row(
        coding("A", marks("rrrr", gate="wrong")), coding("B", marks("rrrr", gate="refusal"))
    )
    assert (found.status, found.lrs, found.gate) == ("scored", 0, "failed")
    assert found.reason == "the coders differ: A says gate_failed, B says no_answer"
    assert found.zeros == {
        "gate_failed": Fraction(1, 2),
        "not_trained": Fraction(0),
        "no_answer": Fraction(1, 2),
        "off_task": Fraction(0),
    }
    assert (found.zero, found.exclude, found.ungated) == (0, None, 5)


def test_a_gate_that_counts_anyway_is_nothing_to_dispute() -> None:
    lax = trial(session(*FOUR, control("gate", if_failed=IfFailed.COUNT_ANYWAY)))
    found = row(
        coding("A", marks("rrrr", gate="right")),
        coding("B", marks("rrrr", gate="wrong")),
        of=lax,
    )
    assert (found.status, found.gate, found.lrs) == ("scored", "none", 5)


def test_authors_and_judges_dispute_nothing() -> None:
    found = row(
        coding("A", marks("rrrr", gate="right")),
        coding("judge x", marks("rrrr", gate="wrong"), kind="automatic", counted=False),
    )
    assert (found.status, found.lrs) == ("scored", 5)


def test_a_trial_that_nobody_who_counts_has_coded_is_uncoded() -> None:
    author = coding("C", marks("rrrr", gate="right"), kind="author", counted=False)
    found = row(author)
    assert (found.status, found.lrs, found.share, found.gate) == (
        "uncoded",
        None,
        None,
        "undecided",
    )
    assert [one.lrs for one in found.coders] == [5]


def test_a_mark_that_is_missing_leaves_a_trial_undecided_unless_it_changes_nothing() -> None:
    waiting = row(
        coding("A", marks("rrr?", gate="right")), coding("B", marks("rrrr", gate="right"))
    )
    assert (waiting.status, waiting.reason, waiting.lrs) == (
        "undecided",
        "1 reply needs a human",
        None,
    )
    settled = row(
        coding("A", marks("rrr?", gate="wrong")), coding("B", marks("rrrr", gate="wrong"))
    )
    assert (settled.status, settled.lrs) == ("gate_failed", 0)


def test_a_reply_lost_by_us_has_no_score_for_anybody() -> None:
    told: Mapping[Place, Verdict] = verdicts(marks("rrr", gate="right"))
    found = row(Coding("A", "blind", True, told), technical=frozenset({(0, "d")}))
    assert (found.status, found.lrs, found.reason) == (
        "technical",
        None,
        "a reply was lost or cut off",
    )


def test_a_failed_control_of_a_twin_is_reported_next_to_the_score() -> None:
    found = row(
        coding("A", marks("rr", gate="right"), {"c": "right", "d": "right", "twin": "wrong"}),
        of=TWIN,
    )
    assert (found.status, found.lrs) == ("scored", 3)
    assert found.reason == "a control question of a matched story was failed"


def test_a_half_mark_on_a_gate_is_for_a_person_in_every_reading() -> None:
    """Strict and lenient are about scored questions: they do not pass or fail a gate."""
    found = row(coding("A", marks("rrrr", gate="half")))
    assert (found.status, found.strict, found.lenient) == ("undecided", None, None)
