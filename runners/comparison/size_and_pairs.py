"""Models of a table compared on banks: by size, and in pairs such as base and chat.

All figures are calibrated accuracies in the aggregate form. Pairs are compared item by item.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log10
from statistics import fmean

from coders.statistics.paired_items import (
    MEAN_PAIRED,
    OVER_SERIES,
    PAIRED_ITEMS,
    PairedMean,
    mean_difference,
    paired_mean,
    slope_of,
)
from coders.statistics.tests_exact import holm
from coders.tables.models import ModelRow
from dsl.record import replace
from dsl.scoring import Accuracy, AggregateCalibrated, ScoreLevel
from renderers.rows.bank_ages import PublishedAge
from renderers.rows.questions import KindScore
from renderers.rows.scores import StudyScores
from renderers.rows.size_and_pairs import PairDifference, SizePoint, SizeSlope

Cell = tuple[str, str, str]
"""Experiment, condition and wording."""
RowName = tuple[ScoreLevel, str]
Rows = Mapping[RowName, KindScore]

_LEVELS = (ScoreLevel.STAGE, ScoreLevel.GROUP, ScoreLevel.MACRO)


def by_cell(scores: StudyScores) -> dict[Cell, dict[str, Rows]]:
    """The rows of each participant in each cell that asks a bank with groups."""
    found: dict[Cell, dict[str, dict[RowName, KindScore]]] = {}
    for row in scores.kind_scores:
        if row.items is not None and row.level in _LEVELS:
            cell = found.setdefault((row.experiment, row.condition, row.wording), {})
            cell.setdefault(row.model, {})[row.level, row.group] = row
    return {cell: dict(models) for cell, models in found.items()}


# ------------------------------------------------------------------------------------ by size


def sizes(scores: StudyScores, models: Mapping[str, ModelRow]) -> tuple[SizeSlope, ...]:
    """Every stage, group and mean of groups by the size of the models that have a series."""
    people = next((one for one in scores.published_ages if _of_people(one)), None)
    sized = {name: one for name, one in models.items() if one.parameters and one.series}
    return tuple(
        _slope(cell, name, rows, sized, people)
        for cell, rows in by_cell(scores).items()
        for name in dict.fromkeys(name for one in rows.values() for name in one)
        if any(name in rows.get(model, {}) for model in sized)
    )


def _of_people(row: PublishedAge) -> bool:
    return not row.printed or row.participant == "people"


def _slope(
    cell: Cell,
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
        *cell,
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


# ------------------------------------------------------------------------------------ in pairs


def pairs(scores: StudyScores, models: Mapping[str, ModelRow]) -> tuple[PairDifference, ...]:
    """Every group, stage and mean of groups of each model and its counterpart."""
    found: list[PairDifference] = []
    for cell, rows in by_cell(scores).items():
        for one in models.values():
            if one.counterpart and one.participant in rows and one.counterpart in rows:
                sides = rows[one.participant], rows[one.counterpart]
                found += _with_holm(list(_pair(cell, one, *sides)))
    return tuple(found)


def _pair(cell: Cell, model: ModelRow, first: Rows, second: Rows) -> Iterator[PairDifference]:
    groups = {
        name: made
        for (level, name), row in first.items()
        if level is ScoreLevel.GROUP and (level, name) in second
        if (made := _group(row, second[level, name])) is not None
    }
    for (level, name), row in first.items():
        if level is ScoreLevel.GROUP:
            names = [name]
        else:
            names = list(row.groups) if level is ScoreLevel.STAGE else [
                group for at, group in first if at is ScoreLevel.GROUP
            ]  # fmt: skip
        there = [groups[one] for one in names if one in groups]
        whole = bool(there) and len(there) == len(names)
        whole_mean = mean_difference(there) if whole else None
        method = PAIRED_ITEMS if level is ScoreLevel.GROUP else MEAN_PAIRED
        yield PairDifference(
            *cell,
            participant=model.participant,
            counterpart=model.counterpart,
            simulated=row.simulated or any(one.simulated for one in second.values()),
            level=level,
            group=name,
            items=sum(one.items for one in there),
            difference=None if whole_mean is None else whole_mean.mean,
            ci95=None if whole_mean is None else whole_mean.ci95,
            ci_method=method if whole_mean is not None and whole_mean.ci95 is not None else "",
            p=None if whole_mean is None else whole_mean.p,
            holm=None,
        )


def _group(first: KindScore, second: KindScore) -> PairedMean | None:
    """The items that both have a mark on; their differences are calibrated by the chance of all."""
    marks = [row.of(Accuracy).figure.draws for row in (first, second)]
    chance = first.of(Accuracy).chance
    common = [item for item in marks[0] if item in marks[1]]
    if chance is None or not 0 < chance < 1 or not common:
        return None
    reach = float(1 / (1 - chance))
    return paired_mean(
        [float(marks[0][item] - marks[1][item]) * reach for item in common], reach=reach
    )


def _with_holm(rows: Sequence[PairDifference]) -> list[PairDifference]:
    """The same with p values of groups adjusted over the groups of the pair."""
    known = [(at, row.p) for at, row in enumerate(rows) if row.level is ScoreLevel.GROUP]
    tested = [(at, p) for at, p in known if p is not None]
    adjusted = dict(zip([at for at, _ in tested], holm([p for _, p in tested]), strict=True))
    return [replace(row, holm=adjusted.get(at)) for at, row in enumerate(rows)]
