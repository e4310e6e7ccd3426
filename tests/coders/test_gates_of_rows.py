"""Controls whose rows make one gate (`pass with K of N right`)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from coders.guessing import chance
from coders.lrs import Gate, asked_in, gates_passed
from coders.marks import Flag, MarkWord, Verdict, marked, needs_human
from coders.outcome import Control, ControlResult, gates_of, undecided
from dsl.expand import Expander, cells
from dsl.experiment import IfFailed
from dsl.loading import check_text
from dsl.tree import QuestionKind
from dsl.trial import Place, Trial
from tests.coders.building import score
from tests.expanded import experiment_in

SCRIPT = """\
experiment Two sorting games
table cards (card, colour, form):
    a red star | left | right
    a blue moon | right | left
    a red leaf | left | right
design
    runs 4
    scoring accuracy
procedure
    in order
        for each row of cards
            control colour game
                ask: Colour game. Here is {{card}}. Left or right?
                answer: {{colour}}
                wrong:
                    left
                    right
                {gate}
                if failed {action}
        for each row of cards
            test form game
                ask: Form game. Here is {{card}}. Left or right?
                answer: {{form}}
                wrong:
                    left
                    right
"""


def trial(gate: str = "pass with 2 of 3 right", action: str = "score zero") -> Trial:
    """The first trial of the script."""
    found = experiment_in(check_text(SCRIPT.format(gate=gate, action=action), "demo.dev"))
    return Expander(found).trial(cells(found)[0], draw=1)


def verdicts(sat: Trial, controls: str, tests: str = "rrr") -> dict[Place, Verdict]:
    """Verdicts by the first letters of marks: r, w, n (refused), or `?` for a mark that is open."""
    letters = {QuestionKind.CONTROL: iter(controls), QuestionKind.TEST: iter(tests)}
    known = {
        "r": marked(MarkWord.RIGHT, (), ""),
        "w": marked(MarkWord.WRONG, (), ""),
        "n": marked(MarkWord.WRONG, (Flag.REFUSAL,), ""),
        "?": needs_human("open"),
    }
    return {
        place: known[next(letters[question.kind])]
        for place, _, question in sat.asked(QuestionKind.CONTROL, QuestionKind.TEST)
    }


@pytest.mark.parametrize(
    ("controls", "gate", "lrs"),
    [
        ("rrr", Gate.PASSED, 5),
        ("rwr", Gate.PASSED, 5),
        ("rr?", Gate.PASSED, 5),
        ("rww", Gate.FAILED, 0),
        ("ww?", Gate.FAILED, 0),
        ("rw?", Gate.UNDECIDED, None),
        ("nnr", Gate.FAILED, 0),
    ],
)
def test_so_many_rows_make_one_gate(controls: str, gate: Gate, lrs: int | None) -> None:
    """What is open does not matter where it could not change the gate."""
    sat = trial()
    found = score(sat, verdicts(sat, controls))
    assert (found.gate, found.lrs) == (gate, lrs)


def test_without_it_each_row_is_a_gate() -> None:
    """As controls in loops have always been."""
    sat = trial(gate="guards form game")
    assert score(sat, verdicts(sat, "rwr")).lrs == 1
    plain = trial(gate="coders: Left or right.")
    assert score(plain, verdicts(plain, "rwr")).lrs == 0


def test_a_failed_gate_of_rows_can_exclude_a_trial() -> None:
    """`if failed` is about the gate."""
    sat = trial(action="exclude")
    assert score(sat, verdicts(sat, "rwr")).lrs == 5
    assert score(sat, verdicts(sat, "rww")).lrs is None


def test_a_lost_reply_counts_where_it_would_decide() -> None:
    """Two right rows are enough whatever the third would have been."""
    sat = trial()
    lost = sat.asked(QuestionKind.CONTROL)
    (place, _, _) = next(lost)
    assert score(sat, verdicts(sat, "?rr"), technical={place}).lrs == 5
    assert score(sat, verdicts(sat, "?rw"), technical={place}).lrs is None
    assert score(sat, verdicts(sat, "?ww"), technical={place}).lrs == 0


def test_coders_who_differ_on_a_row_may_agree_on_the_gate() -> None:
    """All rows have the result of their gate, so that only a gate can be in dispute."""
    asked = asked_in(trial())
    one, other = (gates_passed(asked, verdicts(trial(), marks)) for marks in ("rwr", "rrw"))
    assert one == other
    assert set(one.values()) == {True}
    assert gates_passed(asked, verdicts(trial(), "rw?")) == {}


def test_a_guesser_passes_the_gate_as_often_as_so_many_rows_are_right() -> None:
    """Two of three questions with two answers each: one half."""
    plain, guessed = chance(trial()), chance(trial(), gates_guessed=True)
    assert plain is not None
    assert guessed is not None
    passes = Fraction(sum(comb(3, right) for right in (2, 3)), 8)
    assert guessed.lrs == plain.lrs * passes


def test_open_rows_are_counted_as_replies_that_need_a_person() -> None:
    """Three open rows are three replies."""
    rows = [
        Control(0, True, "game", IfFailed.SCORE_ZERO, None, ControlResult.OPEN, (2, 3))
        for _ in range(3)
    ]
    assert undecided((), gates_of(rows)) == 3
