"""Conditions that share questions, compared on those that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from dsl.trial import Question
from renderers.rows.comparisons import Comparison, ComparisonKind, Comparisons
from renderers.tables.comparison import OWN_ALONE, render_comparison_screen, render_comparisons
from runners.analysis.codings import RaterSelection
from runners.analysis.scores import study_scores
from runners.comparison.comparisons import compared
from runners.comparison.differences import UntestedComparison, turned
from runners.comparison.families import DeclaredComparison
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.agreement.coded_studies import CodedStudy, at_hand, ran
from tests.shell import EXPERIMENTS

BOXES = """\
experiment Boxes with two gears

colours
    red: teal, purple, pink, turquoise, violet
    yellow: grey, orange, brown, white, black

conditions structure
    A pushes B
    symbiotic

versions evidence
    all shown
    each by itself
    half shown

let red alone by structure, evidence
    A pushes B: The {red} gear spins.
    symbiotic and each by itself: The {red} gear spins.
    otherwise: The {red} gear does not spin.

let yellow alone by evidence
    each by itself: The {yellow} gear spins.
    otherwise: The {yellow} gear does not spin.

counterbalance first try
    yellow off first
    red off first

design
    runs 10
    wording original and permuted
    permute latin square
    seed 2007
    compare A pushes B with symbiotic

routine yellow off
    say: Without the {yellow} gear: {red alone}

routine red off
    say: Without the {red} gear: {yellow alone}

procedure
    say: A box has {a red} gear and {a yellow} gear on it. Both spin.
    when yellow off first
        do yellow off
        unless half shown
            do red off
    otherwise
        do red off
        unless half shown
            do yellow off
    separately
        test structure
            ask: How does this box work?
            choices rotated:
                The {red} gear turns the {yellow} gear
                The switch turns each of the gears
                The gears turn only together
                {cannot tell}
            answer by evidence, structure
                half shown: {cannot tell}
                each by itself: The switch turns each of the gears
                all shown and A pushes B: The {red} gear turns the {yellow} gear
                all shown and symbiotic: The gears turn only together
        when half shown
            test try
                own
                ask: Which gear is to be lifted off next?
                choices rotated:
                    The {red} gear
                    The {yellow} gear
                answer by first try
                    yellow off first: The {red} gear
                    red off first: The {yellow} gear
        control off
            ask: Did both gears spin at first?
            answer: yes
"""
"""The conditions share one matched story, and in half of the draws another."""
GEARS = (EXPERIMENTS / "gears.dev").read_text(encoding="utf-8")
DECLARED = GEARS.replace(
    "    contrast knows when",
    "    compare A pushes B with symbiotic\n    contrast knows when",
)
TOGETHER = ("The gears turn only together", "The gears turn only when both of them are in place")


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ran(here(tmp_path_factory.mktemp("boxes")), "--runs", "10", text=BOXES)


@pytest.fixture
def study(stored: Path, tmp_path: Path) -> Iterator[CodedStudy]:
    found = at_hand(stored, tmp_path / "study")
    with found.store:
        yield found


def dissociation(told: FinishedTrial, question: Question) -> str:
    """The paper's story of the second condition wrong in every draw, and all else right."""
    asked = question.key.answer[0].phrases[0].text if question.key.answer else ""
    return "wrong" if question.name == "structure" and asked in TOGETHER else "right"


def all_of(study: CodedStudy) -> Comparisons:
    opened = study.reopened()
    return compared(opened, study_scores(study.store, opened, RaterSelection()))


def conditions(study: CodedStudy) -> tuple[list[Comparison], str]:
    found = all_of(study)
    page = render_comparisons(found, whom="by Ann", kinds=(ComparisonKind.CONDITIONS,), width=120)
    return [row for row in found.comparisons if row.kind is ComparisonKind.CONDITIONS], page


def test_a_dissociation_is_detected_at_ten_draws(study: CodedStudy) -> None:
    study.coded("Ann", dissociation)
    rows, page = conditions(study)
    assert {row.wording for row in rows} == {"original", "permuted"}
    for row in rows:
        assert (row.first.label, row.first.own) == ("A pushes B", 1)
        assert (row.second.label, float(row.second.own or 0)) == ("symbiotic", 0.5)
        assert row.own_ci95 is not None
        assert row.own_ci95[0] > 0
        assert row.changed is not None
        assert row.changed.ci95 is not None
        assert row.changed.ci95[0] > 0
        assert row.changed.first == 1
        # All that differs is wrong in draws in which the half-shown box is the same in both.
        assert float(row.changed.second or 0) < 0.5
    permuted = next(row for row in rows if row.wording == "permuted")
    assert permuted.test is not None
    assert permuted.test.p < 0.05
    assert "different questions: proportion correct" in page
    assert "+67 pp" in page


def test_the_conditions_of_the_gear_toy_have_questions_of_their_own(tmp_path: Path) -> None:
    stored = ran(here(tmp_path / "gears"), "--runs", "10", text=DECLARED)
    study = at_hand(stored, tmp_path / "study")
    with study.store:
        study.coded("Ann", dissociation)
        rows, page = conditions(study)
    assert {row.wording for row in rows} == {"original", "permuted"}
    for row in rows:
        assert row.changed is None
        assert row.own_ci95 is not None
        assert row.own_ci95[0] > 0
    assert "different questions" not in page


def test_every_screen_shows_the_dissociation_in_the_gear_toy(tmp_path: Path) -> None:
    stored = ran(here(tmp_path / "gears"), "--runs", "10", "--wording", "permuted", text=GEARS)
    study = at_hand(stored, tmp_path / "study")
    with study.store:
        study.coded("Ann", dissociation)
        found = all_of(study)
        (row,) = (one for one in found.comparisons if one.kind is ComparisonKind.CONDITIONS)
        wide = render_comparison_screen(found, whom="by Ann", width=120)
        narrow = render_comparison_screen(found, whom="by Ann", width=80)
        study.coded("Ann", lambda told, question: "right")
        alike = render_comparison_screen(all_of(study), whom="by Ann", width=80)
    assert row.differs_in_own_alone
    (line,) = (line for line in wide.splitlines() if line.startswith("permuted"))
    assert re.sub(" +", " ", line) == (
        "permuted A pushes B 5.00, symbiotic 4.00 10 +1.00 -0.09 to 1.76 +50 pp 28 to 61 pp"
    )
    assert OWN_ALONE not in wide
    # There is no room for the columns of own stories: they have a line of their own.
    assert (
        f"{OWN_ALONE}\nsim/child, permuted: A pushes B 100%, symbiotic 50%; +50 pp, 95% 28 to 61 pp"
    ) in narrow
    assert OWN_ALONE not in alike


def test_a_declared_comparison_of_own_stories_is_tested(tmp_path: Path) -> None:
    text = GEARS.replace(
        "    contrast knows when",
        "    compare A pushes B with symbiotic, on own stories\n    contrast knows when",
    )
    stored = ran(here(tmp_path / "gears"), "--runs", "10", text=text)
    study = at_hand(stored, tmp_path / "study")
    with study.store:
        study.coded("Ann", dissociation)
        found = all_of(study)
        page = render_comparison_screen(found, whom="by Ann", width=120)
    original, permuted = sorted(found.measured, key=lambda row: row.wording)
    assert {row.measure for row in found.measured} == {"own stories"}
    assert (permuted.first.lrs, permuted.second.lrs) == (1, Fraction(1, 2))
    (same,) = (
        row
        for row in found.comparisons
        if row.kind is ComparisonKind.CONDITIONS and row.wording == "permuted"
    )
    assert (permuted.difference, permuted.ci95) == (same.own_difference, same.own_ci95)
    assert permuted.test is not None
    assert permuted.test.p == pytest.approx(2 / 2**10)
    assert original.test is None
    assert "on own stories" in page
    assert "A pushes B 1.00, symbiotic 0.50" in page


def test_a_preregistration_may_declare_it_where_the_script_does_not(study: CodedStudy) -> None:
    study.coded("Ann", dissociation)
    opened = study.reopened()
    scores = study_scores(study.store, opened, RaterSelection())
    own = DeclaredComparison(
        "second", ComparisonKind.CONDITIONS, "Boxes with two gears", first="symbiotic",
        second="A pushes B", source="preregistration", on="own stories",
    )  # fmt: skip
    found = compared(opened, scores, [own])
    permuted = next(row for row in found.measured if row.wording == "permuted")
    assert (permuted.first.label, permuted.difference) == ("symbiotic", Fraction(-1, 2))
    assert permuted.test is not None
    assert [one.name for one in found.families] == ["second", "primary"]


def test_where_nothing_differs_nothing_is_found(study: CodedStudy) -> None:
    study.coded("Ann", lambda told, question: "right")
    rows, _ = conditions(study)
    for row in rows:
        assert row.changed is not None
        assert (row.changed.difference, row.own_difference) == (0, 0)
        assert row.changed.same == pytest.approx(0.5)


def test_sides_that_are_turned_have_their_different_questions_turned(study: CodedStudy) -> None:
    study.coded("Ann", dissociation)
    row = conditions(study)[0][0]
    back = turned(UntestedComparison(row)).row
    assert row.changed is not None
    assert back.changed is not None
    assert (back.changed.first, back.changed.second) == (row.changed.second, row.changed.first)
    assert back.changed.difference == -(row.changed.difference or 0)
    assert turned(UntestedComparison(back)).row == row


def test_own_stories_are_compared_with_guessing_in_them(study: CodedStudy) -> None:
    study.coded("Ann", lambda told, question: "right")
    scores = study_scores(study.store, study.reopened(), RaterSelection())
    found = compared(study.reopened(), scores).comparisons
    rows = [row for row in found if row.kind is ComparisonKind.GUESSING]
    assert len(rows) == 4
    # One own question in which a guesser has one of four, and one of two in the half-shown box.
    own = (Fraction(1, 4) + Fraction(1, 2)) / 2
    for row in rows:
        assert (row.first.own, row.second.own, row.own_difference) == (1, own, 1 - own)
        assert row.own_ci95 is not None
        assert 0 < row.own_ci95[0] < row.own_ci95[1] == pytest.approx(float(1 - own))
