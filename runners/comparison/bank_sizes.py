"""Models of a table compared on banks by their size.

All figures are calibrated accuracies in the aggregate form.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from statistics import fmean

from coders.statistics.paired_items import OVER_SERIES, slope_of
from coders.tables.models import ModelRow
from dsl.scoring import AggregateCalibrated, ScoreLevel
from renderers.rows.bank_ages import PublishedAge
from renderers.rows.questions import KindScore
from renderers.rows.scores import StudyScores
from renderers.rows.size_and_pairs import SizePoint, SizeSlope

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
