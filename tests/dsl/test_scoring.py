"""The kinds of score that `scoring` may name, each against what it is by definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from dsl.scoring import (
    ACCURACY,
    CALIBRATED,
    FORMS,
    KINDS,
    LRS,
    NAMED,
    Accuracy,
    AggregateCalibrated,
    CalibratedAccuracy,
    Lrs,
    MarkedQuestion,
    MarkTotal,
    Odds,
    PassWhen,
    ScoreKind,
    rule,
    scoring_of,
)

ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)

odds = st.integers(2, 5).flatmap(
    lambda k: st.sampled_from(
        [
            ((ONE, Fraction(1, k)), (NONE, 1 - Fraction(1, k))),
            ((ONE, Fraction(1, k)), (HALF, Fraction(1, k)), (NONE, 1 - Fraction(2, k))),
        ]
    )
)
questions = st.lists(
    st.builds(
        MarkedQuestion,
        st.sampled_from([ONE, HALF, NONE]),
        odds,
        st.sampled_from([ONE, Fraction(2)]),
    ),
    min_size=1,
    max_size=4,
)


def asked(*marks: Fraction | None, candidates: int | None = 2) -> list[MarkedQuestion]:
    chance: Odds | None = None
    if candidates is not None:
        chance = ((ONE, Fraction(1, candidates)), (NONE, 1 - Fraction(1, candidates)))
    return [MarkedQuestion(mark, chance) for mark in marks]


@given(questions, st.sampled_from([LRS, ACCURACY, CALIBRATED, PassWhen(1, 4), PassWhen(2, 4)]))
def test_chance_is_the_mean_score_over_every_way_to_guess(
    found: Sequence[MarkedQuestion], kind: ScoreKind
) -> None:
    expected = NONE
    for ways in product(*(one.odds or () for one in found)):
        probability = ONE
        guessed = []
        for one, (mark, p) in zip(found, ways, strict=True):
            probability *= p
            guessed.append(MarkedQuestion(mark, one.odds, one.worth))
        if not probability:
            continue
        score = kind.score(guessed)
        if score is None:
            assert kind is CALIBRATED
            assert kind.chance(found) is None
            return
        expected += probability * score
    assert kind.chance(found) == expected


@pytest.mark.parametrize(("right", "of"), [(1, 1), (3, 4), (5, 6), (10, 12)])
def test_the_chance_of_a_criterion_is_the_upper_tail_of_a_binomial(right: int, of: int) -> None:
    found = PassWhen(right, of).chance(asked(*[None] * of, candidates=3))
    assert found is not None
    assert float(found) == pytest.approx(binom.sf(right - 1, of, 1 / 3))


def test_a_criterion_counts_what_is_wholly_right() -> None:
    kind = PassWhen(2, 3)
    assert kind.score(asked(ONE, ONE, NONE)) == 1
    assert kind.score(asked(ONE, HALF, HALF)) == 0
    assert kind.score(asked(ONE, ONE, None)) == 1, "what is undecided cannot change it"
    assert kind.score(asked(ONE, NONE, None)) is None
    assert kind.score(asked(NONE, NONE, None)) == 0


def test_without_candidates_no_chance_is_known() -> None:
    for kind in (LRS, ACCURACY, CALIBRATED, PassWhen(1, 2)):
        assert kind.chance(asked(ONE, NONE, candidates=None)) is None


def test_accuracy_is_of_what_has_a_mark() -> None:
    assert ACCURACY.score(asked(ONE, None, HALF)) == Fraction(3, 4)
    assert ACCURACY.score(asked(None)) is None
    assert CALIBRATED.score(asked(ONE, NONE, candidates=5)) == (ONE - Fraction(1, 4)) / 2


@pytest.mark.parametrize(
    ("marks", "lrs"), [((0, 0, 0, 0), 1), ((1, 0, 0, 0), 2), ((1, 1, 1, 0), 4), ((1, 1, 1, 1), 5)]
)
def test_the_lrs_is_a_kind_like_any_other(marks: tuple[int, ...], lrs: int) -> None:
    assert LRS.score(asked(*map(Fraction, marks))) == lrs
    assert lrs == rule(Fraction(sum(marks), 4))
    assert LRS.score(asked(ONE, None)) is None


def _with_names(kind: type[ScoreKind]) -> list[type[ScoreKind]]:
    """The kinds below this one that have a name; others are what some have in common."""
    below = kind.__subclasses__()
    return [one for one in below if "name" in vars(one)] + [
        each for one in below for each in _with_names(one)
    ]


def test_every_kind_is_listed_and_says_what_it_is() -> None:
    """What a kind needs to be printed, documented and averaged, so that no table has to know it."""
    assert set(KINDS) == {Lrs, Accuracy, CalibratedAccuracy, AggregateCalibrated, PassWhen}
    assert set(KINDS) == set(_with_names(ScoreKind))
    names = [kind.name for kind in KINDS]
    assert len(set(names)) == len(names)
    for kind in KINDS:
        assert kind.heading
        assert kind.meaning
        assert kind.levels
        assert kind.low is None or kind.high is None or kind.low < kind.high


def test_what_the_language_offers_is_what_it_reads() -> None:
    assert all(scoring_of(form) is not None for form in FORMS)
    assert set(NAMED) < set(FORMS)
    assert scoring_of("pass when 5 of 6 right") == scoring_of("pass when 5 of 6 right")
    (kind,) = scoring_of("pass when 5 of 6 right").printed  # type: ignore[union-attr]
    assert kind == PassWhen(5, 6)
    assert kind.criterion == "pass when 5 of 6 right"
    for words in ("pass when five of 6 right", "pass when 5 right", "likert", ""):
        assert scoring_of(words) is None


@pytest.mark.parametrize(
    "kind", [ACCURACY, CALIBRATED, AggregateCalibrated()], ids=lambda one: one.name
)
def test_totals_of_items_give_what_all_of_them_give(kind: ScoreKind, dice: Random) -> None:
    """Score and chance, with marks missing, and where a chance is unknown or the key is sure."""
    for _ in range(50):
        known_odds: list[Odds | None] = [
            ((ONE, Fraction(1, n)), (NONE, 1 - Fraction(1, n))) for n in (2, 3, 4)
        ]
        known_odds += dice.choices([None, ((ONE, ONE),)], k=dice.choice([0, 0, 0, 1]))
        marks = (None, NONE, HALF, ONE)
        questions = [MarkedQuestion(dice.choice(marks), dice.choice(known_odds)) for _ in range(12)]
        totals = []
        for one in known_odds:
            known = [q.mark for q in questions if q.odds == one and q.mark is not None]
            totals.append(MarkTotal(len(known), sum(known, Fraction(0)), one))
        assert kind.of_totals(totals) == (kind.score(questions), kind.chance(questions))
