"""The figures of one cell: samples in a draw, draws in a cell, and why trials have no LRS."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from coders.statistics.intervals import cell_interval
from dsl.loading import check_text
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore, FirstGiven, Overrides
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.cell_scores import Cells
from runners.analysis.experiment_facts import is_addition
from runners.analysis.means import draw_means, figure, mean
from runners.analysis.score_table import ScoreTable
from runners.studies.study import StudyExperiment
from tests.coders.building import question, session, trial
from tests.runners.analysis.score_kit import trial_row
from tests.runners.analysis.scoring_rooms import HAT


def chapter(text: str = HAT) -> StudyExperiment:
    experiment = check_text(text, "hat.dev").experiment
    assert experiment is not None
    return StudyExperiment(experiment, "", "", text, False)


def cell_of(rows: Sequence[TrialRow]) -> CellScore:
    here = chapter()
    cells = Cells([here])
    for row in rows:
        cells.add(lambda: trial(session(question("a"), question("b"))), row)
    table = ScoreTable.of(rows)
    (found,) = cells.rows(table, dict.fromkeys(table.cells, 2))
    return found


def test_samples_are_averaged_in_a_draw_and_draws_in_a_cell() -> None:
    """Draw 1 was sampled three times; its three 5s count once."""
    rows = [trial_row(1, 5, sample=s) for s in (1, 2, 3)] + [trial_row(2, 1), trial_row(3, 3)]
    found = cell_of(rows)
    assert (found.lrs.mean, found.lrs.n, found.trials, found.n_texts) == (3, 3, 5, 3)
    assert found.n_word_sets == 2
    assert found.lrs.sd == pytest.approx(2.0)
    assert found.lrs.ci95 is None
    assert found.lrs.draws == {1: 5, 2: 1, 3: 3}


def test_five_draws_have_an_interval_on_the_scale() -> None:
    found = cell_of([trial_row(draw, 5) for draw in range(1, 6)])
    expected = cell_interval([5.0] * 5)
    assert expected is not None
    assert found.lrs.ci95 == (expected.low, expected.high)


def test_trials_without_an_lrs_are_counted_by_why_and_not_averaged() -> None:
    rows = [
        trial_row(1, 4),
        trial_row(2, None, status="disputed", gate="disputed"),
        trial_row(3, None, status="undecided"),
        trial_row(4, None, status="uncoded", gate="undecided"),
        trial_row(5, None, status="technical", gate="undecided"),
    ]
    found = cell_of(rows)
    counts = (found.scored, found.disputed, found.undecided, found.uncoded, found.technical)
    assert counts == (1, 1, 1, 1, 1)
    assert (found.lrs.mean, found.lrs.n) == (4, 1)


def test_technical_trials_beyond_one_in_twenty_are_shown_with_what_they_could_change() -> None:
    rows = [trial_row(draw, 3) for draw in range(1, 10)]
    rows.append(trial_row(10, None, status="technical", gate="undecided"))
    found = cell_of(rows)
    assert found.technical_share == Fraction(1, 10)
    assert found.bounds == (Fraction(27, 10), Fraction(32, 10))
    few = [trial_row(draw, 3) for draw in range(1, 20)]
    few.append(trial_row(20, None, status="technical"))
    assert cell_of(few).technical_share == Fraction(1, 20)
    assert cell_of(few).bounds is None


def test_failed_gates_give_three_figures_and_a_most_that_can_be_reached() -> None:
    zeros = {"gate_failed": Fraction(1)}
    rows = [trial_row(1, 0, gate="failed", zeros=zeros, status="gate_failed")]
    rows += [trial_row(draw, 5, zeros={"gate_failed": Fraction(0)}) for draw in (2, 3, 4)]
    found = cell_of(rows)
    assert (found.zero.mean, found.zero.n) == (Fraction(15, 4), 4)
    assert (found.exclude.mean, found.exclude.n) == (5, 3)
    assert found.zeros == {"gate_failed": Fraction(1, 4)}
    assert found.zero_share == Fraction(1, 4)
    assert (found.gate_passed, found.attainable) == (Fraction(3, 4), Fraction(15, 4))


def test_without_a_gate_all_of_the_scale_can_be_reached() -> None:
    found = cell_of([trial_row(1, 2, gate="none")])
    assert (found.gate_passed, found.attainable) == (None, 5)


def test_what_coders_gave_themselves_is_next_to_the_rule() -> None:
    def coders(given: int | None, first: int | None) -> tuple[CoderRow, ...]:
        return (CoderRow("A", "blind", True, "scored", "passed", None, 3, given, first),)

    rows = [
        trial_row(1, 3, coders=coders(3, None)),
        trial_row(2, 3, coders=coders(5, 4)),
        trial_row(3, 3, coders=coders(None, 3)),
    ]
    found = cell_of(rows)
    assert found.overrides == Overrides(2, 1, Fraction(1))
    assert found.first == FirstGiven(2, Fraction(7, 2), Fraction(3))


def test_each_coder_has_a_mean_of_the_own_judgements_those_who_count_first() -> None:
    rows = [
        trial_row(
            draw,
            4,
            coders=(
                CoderRow("Ann", "author", False, "scored", "passed", None, 1),
                CoderRow("Bob", "blind", True, "scored", "passed", None, 3),
            ),
        )
        for draw in (1, 2)
    ]
    found = [(one.coder, one.counted, one.lrs.mean, one.trials) for one in cell_of(rows).coders]
    assert found == [("Bob", True, 3, 2), ("Ann", False, 1, 2)]


def test_chance_is_computed_for_the_cell() -> None:
    """Two questions of two answers each: 1, 3, 3 and 5 with equal odds, controls or none."""
    assert cell_of([trial_row(1, 3)]).chance == 3


def test_nothing_has_no_mean() -> None:
    assert mean([]) is None
    assert draw_means([(1, None)]) == {}
    assert figure({}) == Figure()


@pytest.mark.parametrize(
    ("line", "unseen", "seen"),
    [
        ("fidelity: addition", True, True),
        ("fidelity: addition in Seen, other", False, True),
        ("fidelity: Addition in unseen. Not in the paper.", True, False),
        ("fidelity: as in the paper, without additions", False, False),
        ("summary: addition", False, False),
    ],
)
def test_a_script_says_which_of_its_cells_are_additions(
    line: str, unseen: bool, seen: bool
) -> None:
    experiment = chapter(HAT.replace("domain:", f"{line}\ndomain:", 1)).experiment
    found = [is_addition(experiment, (("seen", level),)) for level in ("unseen", "seen")]
    assert found == [unseen, seen]
