"""Two cells compared: their difference, its interval, and what a test would count.

Pairs are draws: in permuted wording the same draw has the same words on both sides, and what makes
one set of words easier is taken off both. The original wording is one text, and its draws are
replies to it, of which the third on one side has nothing to do with the third on the other; they
are never paired. Where some draw is missing on one side, the difference is over the draws that both
have, so that it is about the same words; where less than half of the smaller side's draws are on
both (more runs were added later, with other words) all draws count, and nothing is paired.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from coders.statistics.differences import difference
from dsl.expand import ORIGINAL
from dsl.record import replace
from renderers.rows.cell_row import place_of
from renderers.rows.comparisons import (
    ChangedQuestions,
    Comparison,
    ComparisonKind,
    ComparisonScope,
    Side,
)
from renderers.rows.measures import Figure, TrialMeasures, own_stories
from renderers.rows.scores import CellScore
from runners.analysis.means import DrawMeans, in_common

NO_INTERVAL = "none: fewer than five draws on one side"
ONE_TEXT = "the original wording is one text, so its draws cannot be paired"
SAME_TEXT = "every draw has the same text, so draws cannot be paired"
NOT_PAIRED = "too few draws have an LRS on both sides for pairing"

Estimated = tuple[Fraction | None, tuple[float, float] | None]
"""A difference and its 95% interval."""


@dataclass(frozen=True, slots=True)
class CellDifference:
    """First minus second, on the LRS (`method` says how its interval was made), the proportion
    correct and that in the paper's own stories. `draws` are the differences of LRS by draw where
    these were paired.
    """

    pairs: int
    lrs: Estimated
    share: Estimated
    method: str
    draws: tuple[float, ...] = ()
    own: Estimated = (None, None)


@dataclass(frozen=True, slots=True)
class Guessed:
    """What a test against guessing is made of: the shares of marks, each of another text, and what
    a guesser earns in one.
    """

    shares: tuple[Fraction, ...]
    guessing: tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class UntestedComparison:
    """A comparison, with what a test of it would be made of: differences of paired draws (with
    their weights in them), or shares and what guessing gives.
    """

    row: Comparison
    differences: tuple[float, ...] = ()
    guessed: Guessed | None = None


def side(label: str, measured: TrialMeasures[Figure]) -> Side:
    """One side of a comparison."""
    return Side(
        label,
        measured.lrs.n,
        measured.lrs.mean,
        measured.share.mean,
        own_stories(measured).mean,
    )


def compare_cells(
    first: TrialMeasures[Figure], second: TrialMeasures[Figure], *, same_words: bool
) -> CellDifference:
    """The difference of two cells on all measures. `same_words`: a draw has the same words
    on both sides, and in others than the next draw.
    """
    draws = paired_differences(first.lrs, second.lrs, same_words=same_words)
    lrs, method = difference_of(first.lrs, second.lrs, paired=bool(draws), high=5)
    share, _ = difference_of(first.share, second.share, paired=bool(draws), high=1)
    own: Estimated = (None, None)
    stories = own_stories(first), own_stories(second)
    if all(one.n for one in stories):
        own, _ = difference_of(*stories, paired=bool(draws), high=1)
    return CellDifference(len(draws), lrs, share, method, draws, own)


def paired_differences(first: Figure, second: Figure, *, same_words: bool) -> tuple[float, ...]:
    """The differences of draws that both have; none where the two are not to be paired."""
    mine, yours = in_common(first.draws, second.draws)
    if not same_words or not 0 < min(first.n, second.n) <= 2 * len(mine):
        return ()
    below = mine.denominator * yours.denominator
    return tuple(
        (one * yours.denominator - other * mine.denominator) / below
        for one, other in zip(mine.numerators, yours.numerators, strict=True)
    )


def difference_of(
    first: Figure, second: Figure, *, paired: bool, high: float, low: float = 0.0
) -> tuple[Estimated, str]:
    """The difference of two means with its interval, and how this was made."""
    mine, yours = DrawMeans.of(first.draws), DrawMeans.of(second.draws)
    if paired:
        mine, yours = in_common(mine, yours)
    one, other = mine.mean, yours.mean
    if one is None or other is None:
        return (None, None), "none: no draws to compare"
    found = difference(mine.floats, yours.floats, paired=paired, low=low, high=high)
    if found.interval is None:
        return (one - other, None), NO_INTERVAL
    return (one - other, (found.interval.low, found.interval.high)), found.interval.method


def comparison(
    kind: ComparisonKind, cell: CellScore, first: Side, second: Side, found: CellDifference
) -> Comparison:
    """The comparison of a cell with another or with guessing."""
    return Comparison(
        kind=kind,
        scope=ComparisonScope.CELL,
        domain=cell.domain,
        **place_of(cell),
        first=first,
        second=second,
        pairs=found.pairs,
        difference=found.lrs[0],
        ci95=found.lrs[1],
        ci_method=found.method,
        share_difference=found.share[0],
        share_ci95=found.share[1],
        own_difference=found.own[0],
        own_ci95=found.own[1],
    )


def untested(row: Comparison, draws: tuple[float, ...], *, vary: bool = True) -> UntestedComparison:
    """The comparison with its paired differences, or why there are none to test. `vary`: a draw has
    another text than the next.
    """
    if row.wording == ORIGINAL:
        return UntestedComparison(replace(row, untested=ONE_TEXT))
    if not vary:
        return UntestedComparison(replace(row, untested=SAME_TEXT))
    if not draws:
        return UntestedComparison(replace(row, untested=NOT_PAIRED))
    return UntestedComparison(row, draws)


def turned(one: UntestedComparison) -> UntestedComparison:
    """The same with its sides changed, as a declaration names them the other way round."""
    row = one.row
    back = replace(
        row,
        first=row.second,
        second=row.first,
        difference=None if row.difference is None else -row.difference,
        ci95=_mirrored(row.ci95),
        share_difference=None if row.share_difference is None else -row.share_difference,
        share_ci95=_mirrored(row.share_ci95),
        own_difference=None if row.own_difference is None else -row.own_difference,
        own_ci95=_mirrored(row.own_ci95),
        changed=_changed_turned(row.changed),
        t95=None if row.t95 is None else (-row.t95[1], -row.t95[0], row.t95[2]),
    )
    return replace(one, row=back, differences=tuple(-each for each in one.differences))


def _changed_turned(changed: ChangedQuestions | None) -> ChangedQuestions | None:
    if changed is None:
        return None
    return replace(
        changed,
        first=changed.second,
        second=changed.first,
        difference=None if changed.difference is None else -changed.difference,
        ci95=_mirrored(changed.ci95),
    )


def _mirrored(ends: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if ends is None else (-ends[1], -ends[0])
