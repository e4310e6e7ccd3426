"""Banks compared in pairs, item by item: levels of a condition, participants in one cell, and
models of a table with their counterparts. And models of a table compared by their size.

All figures are of calibrated accuracies in the aggregate form; differences are of accuracies where
chance is unknown. Only pairs that were declared have a p value: those of a table of models, and
levels that a script or a preregistration compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import log10
from statistics import fmean

from coders.statistics.item_means import MEAN_PAIRED, PAIRED_ITEMS, paired_mean
from coders.statistics.over_models import OVER_SERIES, slope_of
from coders.statistics.tests_exact import holm
from coders.tables.models import ModelRow
from dsl import exact
from dsl.record import replace
from dsl.scoring import Accuracy, AggregateCalibrated, ScoreLevel
from dsl.trial import Levels
from dsl.words import folded
from renderers.rows.bank_ages import PublishedAge
from renderers.rows.banks import (
    COUNTERPART,
    PARTICIPANT,
    PairDifference,
    SizePoint,
    SizeSlope,
)
from renderers.rows.comparisons import ComparisonKind
from renderers.rows.questions import KindScore
from renderers.rows.scores import StudyScores
from runners.analysis.questions.fails import board_of
from runners.comparison.families import DeclaredComparison

RowName = tuple[ScoreLevel, str]
Rows = Mapping[RowName, KindScore]
"""The rows of one participant in one cell: groups, stages and the mean of groups, or all items of a
bank without groups.
"""

NONE = "none"
"""The level of a condition that leaves something out; all others are compared with it alone."""

UNITS = ScoreLevel.GROUP, ScoreLevel.CELL
"""Rows of items; those of other levels are means of these."""


@dataclass(frozen=True, slots=True)
class BankCell:
    """What one participant was asked of one bank in one cell."""

    experiment: str
    levels: Levels
    wording: str
    model: str


@dataclass(frozen=True, slots=True)
class ItemDifferences:
    """First minus second in the `marks` of a group, by the number of the item, which is the same in
    every cell: of the items that both have a mark on.

    `reach` is 1 / (1 - c), with c the mean chance of the items of the first: `reach` times a
    difference of marks is one of calibrated accuracies (aggregate form). Where chance is unknown it
    is 1, and they are accuracies. `first` is what the first earns on these items.
    """

    marks: Mapping[int, Fraction]
    reach: Fraction
    calibrated: bool
    first: Fraction

    @property
    def mean(self) -> Fraction:
        """Their mean, on the scale of the score."""
        return self.reach * exact.mean(list(self.marks.values()))

    @property
    def part(self) -> tuple[list[float], float]:
        """The differences on that scale and the largest there can be, as `paired_mean` has them."""
        reach = float(self.reach)
        return [float(one) * reach for one in self.marks.values()], reach


def item_differences(first: KindScore, second: KindScore) -> ItemDifferences | None:
    """Of two rows of the same items; None where they have none in common."""
    one, other = (row.of(Accuracy).figure.draws for row in (first, second))
    common = {item: mark for item, mark in one.items() if item in other}
    if not common:
        return None
    chance = first.of(Accuracy).chance
    known = chance if chance is not None and 0 < chance < 1 else Fraction(0)
    reach = 1 / (1 - known)
    return ItemDifferences(
        {item: mark - other[item] for item, mark in common.items()},
        reach,
        known > 0,
        reach * (exact.mean(list(common.values())) - known),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two sides, what they differ in, and where they do not differ."""

    cell: BankCell
    factor: str
    model: str
    first: str
    second: str
    held: Levels
    declared: bool = False


def bank_cells(scores: StudyScores) -> dict[BankCell, Rows]:
    """The rows of each participant in each cell that asks a bank."""
    found: dict[BankCell, dict[RowName, KindScore]] = {}
    for row in scores.kind_scores:
        if row.items is not None and row.level is not ScoreLevel.EXPERIMENT:
            cell = BankCell(row.experiment, row.levels, row.wording, row.model)
            found.setdefault(cell, {})[row.level, row.group] = row
    return {cell: _shown(rows) for cell, rows in found.items()}


def _shown(rows: Rows) -> Rows:
    """All items are a row of their own only where the bank has no groups."""
    groups = any(level is ScoreLevel.GROUP for level, _ in rows)
    return {name: row for name, row in rows.items() if not (groups and name[0] is ScoreLevel.CELL)}


def within_study(
    scores: StudyScores, declared: Sequence[DeclaredComparison]
) -> tuple[PairDifference, ...]:
    """Levels of each condition with the others held equal, against `none` if there is such a level;
    then participants in each cell. Rows of a pair follow each other; its last is the whole bank.
    """
    cells = bank_cells(scores)
    found: list[PairDifference] = []
    for differing in (_conditions, _participants):
        for cell, rows in cells.items():
            for pair, other in differing(cell, cells):
                chosen = replace(pair, declared=any(_declares(one, pair) for one in declared))
                found += _differences(chosen, rows, cells[other])
    return tuple(_adjusted_wholes(found))


def with_counterparts(
    pairs: Sequence[PairDifference], scores: StudyScores, models: Mapping[str, ModelRow]
) -> tuple[PairDifference, ...]:
    """The pairs of a study and, in each cell, every model of a table and its counterpart: each two
    participants once.
    """
    found: list[PairDifference] = []
    cells = bank_cells(scores)
    for cell, rows in cells.items():
        model = models.get(cell.model)
        if model is None or not model.counterpart:
            continue
        other = replace(cell, model=model.counterpart)
        if other in cells:
            names = cell.model, other.model
            pair = _Pair(cell, COUNTERPART, "", *names, held=cell.levels, declared=True)
            found += _differences(pair, rows, cells[other])
    there = {_two(one) for one in found}
    return (*(one for one in pairs if _two(one) not in there), *found)


def _two(row: PairDifference) -> tuple[object, ...]:
    """Who is compared in which cell, whoever is first."""
    return row.experiment, row.condition, row.wording, row.model, frozenset((row.first, row.second))


def found_among(pairs: Iterable[PairDifference], declared: DeclaredComparison) -> bool:
    """Whether one of the pairs is what was declared."""
    return any(
        one.p is not None
        and one.experiment == declared.experiment
        and _levels(one.first, one.second) == _levels(declared.first, declared.second)
        for one in pairs
    )


# --------------------------------------------------------------------------------- what is paired


def without(cell: BankCell, factor: str) -> BankCell | None:
    """The cell but for the level of a condition; None where it does not have this one."""
    held = tuple(one for one in cell.levels if one[0] != factor)
    return replace(cell, levels=held) if len(held) < len(cell.levels) else None


def _conditions(cell: BankCell, cells: Mapping[BankCell, Rows]) -> Iterator[tuple[_Pair, BankCell]]:
    """The pairs of which this cell is the first side."""
    for factor, level in cell.levels:
        held = without(cell, factor)
        assert held is not None
        alike = {dict(one.levels)[factor]: one for one in cells if without(one, factor) == held}
        names = list(alike)
        after = names[names.index(level) + 1 :]
        for second in after if NONE not in names else [NONE] if level != NONE else []:
            yield _Pair(cell, factor, cell.model, level, second, held.levels), alike[second]


def _participants(
    cell: BankCell, cells: Mapping[BankCell, Rows]
) -> Iterator[tuple[_Pair, BankCell]]:
    alike = [one for one in cells if replace(one, model=cell.model) == cell]
    for first, second in combinations(alike, 2):
        if first == cell:
            names = first.model, second.model
            yield _Pair(cell, PARTICIPANT, "", *names, held=cell.levels), second


def _declares(declared: DeclaredComparison, pair: _Pair) -> bool:
    return (
        declared.kind is ComparisonKind.CONDITIONS
        and not declared.on
        and bool(pair.model)
        and declared.experiment == pair.cell.experiment
        and _levels(declared.first, declared.second) == _levels(pair.first, pair.second)
    )


def _levels(*names: str) -> frozenset[str]:
    return frozenset(map(folded, names))


# ------------------------------------------------------------------------------------- differences


def _differences(pair: _Pair, first: Rows, second: Rows) -> list[PairDifference]:
    """Groups with p values adjusted over them, then stages, then the whole."""
    rows = sorted(_rows(pair, first, second), key=lambda row: _ORDER.index(row.level))
    at_groups = [at for at, row in enumerate(rows) if row.level is ScoreLevel.GROUP]
    return _with_holm(rows, at_groups)


_ORDER = (ScoreLevel.GROUP, ScoreLevel.STAGE, ScoreLevel.MACRO, ScoreLevel.CELL)


def _rows(pair: _Pair, first: Rows, second: Rows) -> Iterator[PairDifference]:
    groups = {
        name: made
        for (level, name), row in first.items()
        if level in UNITS and (level, name) in second
        if (made := item_differences(row, second[level, name])) is not None
    }
    every = [name for level, name in first if level in UNITS]
    for (level, name), row in first.items():
        names = [name] if level in UNITS else row.groups if level is ScoreLevel.STAGE else every
        there = [groups[one] for one in names if one in groups]
        whole = paired_mean([one.part for one in there]) if len(there) == len(names) else None
        method = PAIRED_ITEMS if level in UNITS else MEAN_PAIRED
        yield PairDifference(
            experiment=pair.cell.experiment,
            condition=", ".join(at for _, at in pair.held),
            wording=pair.cell.wording,
            factor=pair.factor,
            model=pair.model,
            first=pair.first,
            second=pair.second,
            simulated=row.simulated or any(one.simulated for one in second.values()),
            level=level,
            group=name,
            items=sum(len(one.marks) for one in there),
            difference=None if whole is None else whole.mean,
            ci95=None if whole is None else whole.ci95,
            ci_method=method if whole is not None and whole.ci95 is not None else "",
            p=whole.p if whole is not None and pair.declared else None,
            holm=None,
        )


def _with_holm(rows: Sequence[PairDifference], places: Sequence[int]) -> list[PairDifference]:
    """The same with the p values at these places adjusted together."""
    found = list(rows)
    for at, p in zip(places, holm([rows[at].p for at in places]), strict=True):
        found[at] = replace(rows[at], holm=p)
    return found


def _adjusted_wholes(rows: Sequence[PairDifference]) -> list[PairDifference]:
    """The same with p of whole banks adjusted over the declared comparisons of a participant."""
    families: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        if row.whole and row.p is not None:
            families.setdefault(row.model, []).append(at)
    found = list(rows)
    for places in families.values():
        found = _with_holm(found, places)
    return found


def sizes(scores: StudyScores, models: Mapping[str, ModelRow]) -> tuple[SizeSlope, ...]:
    """Every stage, group and mean of groups by the size of the models that have a series, without
    participants of whose replies too many are FAIL (`StudyScores.failing`).
    """
    people = next((one for one in scores.published_ages if _of_people(one)), None)
    sized = {name: one for name, one in models.items() if one.parameters and one.series}
    cells: dict[BankCell, dict[str, Rows]] = {}
    for cell, rows in bank_cells(scores).items():
        first = next(iter(rows.values()))
        if (board_of(first), cell.model) not in scores.failing:
            cells.setdefault(replace(cell, model=""), {})[cell.model] = rows
    return tuple(
        _slope(cell, name, found, sized, people)
        for cell, found in cells.items()
        for name in dict.fromkeys(name for one in found.values() for name in one)
        if any(name in found.get(model, {}) for model in sized)
    )


def _of_people(row: PublishedAge) -> bool:
    return not row.printed or row.participant == "people"


def _slope(
    cell: BankCell,
    name: RowName,
    rows: Mapping[str, Rows],
    models: Mapping[str, ModelRow],
    people: PublishedAge | None,
) -> SizeSlope:
    points = []
    series: dict[str, list[tuple[float, float]]] = {}
    for model, known in models.items():
        row = rows.get(model, {}).get(name)
        figure = None if row is None else row.of(AggregateCalibrated).figure
        if row is None or figure is None or figure.mean is None or known.parameters is None:
            continue
        mean = float(figure.mean)
        series.setdefault(known.series, []).append((log10(known.parameters), mean))
        points.append(
            SizePoint(model, known.series, known.parameters, mean, figure.ci95, row.simulated)
        )
    found = slope_of(series)
    first = next(one[name] for one in rows.values() if name in one)
    return SizeSlope(
        experiment=cell.experiment,
        condition=", ".join(level for _, level in cell.levels),
        wording=cell.wording,
        level=name[0],
        group=name[1],
        points=tuple(sorted(points, key=lambda one: (one.series, one.parameters))),
        series=0 if found is None else found.series,
        slope=None if found is None else found.mean,
        ci95=None if found is None else found.ci95,
        ci_method="" if found is None or found.ci95 is None else OVER_SERIES,
        people=None if people is None else _people(people, first),
    )


def _people(people: PublishedAge, row: KindScore) -> float | None:
    """What people have in this row; None where the norms do not name a group of it."""
    if row.level is ScoreLevel.MACRO:
        return people.macro
    names = row.groups if row.level is ScoreLevel.STAGE else (row.group,)
    found = [people.groups[one] for one in names if one in people.groups]
    return fmean(found) if len(found) == len(names) else None
