"""Conditions of one experiment, and participants on one cell, held beside each other.

Every pair of levels of a condition is compared with the levels of the other conditions held equal,
and every pair of participants cell by cell. Means over the other conditions were the alternative:
they hide the very cell in which two levels differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from dsl.expand import ORIGINAL
from dsl.experiment import Factor
from dsl.record import replace
from dsl.tree import FactorKind
from dsl.trial import Levels
from renderers.comparison_rows import Comparison, ComparisonKind, ComparisonScope
from renderers.score_rows import CellScore
from runners.comparison.differences import CellDifference, MeasuredSide, compare_cells
from runners.studies.study import StudyExperiment

ONE_TEXT = "the original wording is one text, so its draws cannot be paired"
NOT_PAIRED = "too few draws have an LRS on both sides for pairing"


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
    their weights in them), or shares beside guessing.
    """

    row: Comparison
    differences: tuple[float, ...] = ()
    guessed: Guessed | None = None


def conditions(
    chapters: Sequence[StudyExperiment], cells: Sequence[CellScore]
) -> Iterator[UntestedComparison]:
    """Every two levels of one condition, the others held equal, by wording and participant."""
    by_place = {_place(cell): cell for cell in cells}
    for chapter in chapters:
        mine = [cell for cell in cells if cell.experiment == chapter.experiment.title]
        for factor in chapter.experiment.of_kind(FactorKind.CONDITIONS):
            yield from _levels(factor, mine, by_place)


_Place = tuple[str, Levels, str, str]


def _place(cell: CellScore) -> _Place:
    return cell.experiment, cell.levels, cell.wording, cell.model


def _levels(
    factor: Factor, cells: Sequence[CellScore], by_place: dict[_Place, CellScore]
) -> Iterator[UntestedComparison]:
    for one, other in combinations([level.name for level in factor.levels], 2):
        for cell in cells:
            if (factor.name, one) not in cell.levels:
                continue
            turned = tuple(
                (name, other if name == factor.name else level) for name, level in cell.levels
            )
            second = by_place.get((cell.experiment, turned, cell.wording, cell.model))
            if second is not None:
                rest = tuple(pair for pair in cell.levels if pair[0] != factor.name)
                yield _of_levels(factor.name, cell, second, rest, (one, other))


def _of_levels(
    factor: str, first: CellScore, second: CellScore, rest: Levels, labels: tuple[str, str]
) -> UntestedComparison:
    apart = compare_cells(_scored(first), _scored(second), same_words=first.wording != ORIGINAL)
    row = Comparison(
        kind=ComparisonKind.CONDITIONS,
        scope=ComparisonScope.CELL,
        experiment=first.experiment,
        domain=first.domain,
        levels=rest,
        condition=", ".join(level for _, level in rest),
        wording=first.wording,
        model=first.model,
        simulated=first.simulated,
        first=_scored(first).side(labels[0]),
        second=_scored(second).side(labels[1]),
        pairs=apart.pairs,
        difference=apart.difference,
        ci95=apart.ci95,
        ci_method=apart.method,
        share_difference=apart.share,
        share_ci95=apart.share_ci95,
        factor=factor,
    )
    return candidate(row, apart)


def models(cells: Sequence[CellScore]) -> Iterator[UntestedComparison]:
    """Every two participants on one cell and wording."""
    groups: dict[tuple[str, Levels, str], list[CellScore]] = {}
    for cell in cells:
        groups.setdefault((cell.experiment, cell.levels, cell.wording), []).append(cell)
    for group in groups.values():
        for first, second in combinations(group, 2):
            yield _of_models(first, second)


def _of_models(first: CellScore, second: CellScore) -> UntestedComparison:
    same_words = first.wording != ORIGINAL
    apart = compare_cells(_scored(first), _scored(second), same_words=same_words)
    row = Comparison(
        kind=ComparisonKind.MODELS,
        scope=ComparisonScope.CELL,
        experiment=first.experiment,
        domain=first.domain,
        levels=first.levels,
        condition=first.condition,
        wording=first.wording,
        model="",
        simulated=first.simulated or second.simulated,
        first=_scored(first).side(first.model),
        second=_scored(second).side(second.model),
        pairs=apart.pairs,
        difference=apart.difference,
        ci95=apart.ci95,
        ci_method=apart.method,
        share_difference=apart.share,
        share_ci95=apart.share_ci95,
    )
    return candidate(row, apart)


def candidate(row: Comparison, apart: CellDifference) -> UntestedComparison:
    """The comparison with its paired differences, or why there are none to test."""
    if row.wording == ORIGINAL:
        return UntestedComparison(replace(row, untested=ONE_TEXT))
    if not apart.draws:
        return UntestedComparison(replace(row, untested=NOT_PAIRED))
    return UntestedComparison(row, tuple(float(one) for one in apart.draws.values()))


def turned(one: UntestedComparison) -> UntestedComparison:
    """The same with its sides changed, as a declaration names them the other way round."""
    row = one.row
    back = replace(
        row,
        first=row.second,
        second=row.first,
        difference=_minus(row.difference),
        ci95=_mirrored(row.ci95),
        share_difference=_minus(row.share_difference),
        share_ci95=_mirrored(row.share_ci95),
        t95=None if row.t95 is None else (-row.t95[1], -row.t95[0], row.t95[2]),
    )
    return replace(one, row=back, differences=tuple(-each for each in one.differences))


def _minus(value: Fraction | None) -> Fraction | None:
    return None if value is None else -value


def _mirrored(ends: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if ends is None else (-ends[1], -ends[0])


def _scored(cell: CellScore) -> MeasuredSide:
    return MeasuredSide(cell.lrs, cell.share)


def paper_cells(cells: Iterable[CellScore]) -> tuple[CellScore, ...]:
    """The cells that are the paper's; all where none is."""
    found = tuple(cells)
    return tuple(cell for cell in found if not cell.addition) or found
