"""Models of a table compared on banks by their size.

All figures are calibrated accuracies in the aggregate form.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from statistics import fmean

from coders.statistics.over_models import OVER_SERIES, slope_of
from coders.tables.models import ModelRow
from dsl.record import replace
from dsl.scoring import AggregateCalibrated, ScoreLevel
from renderers.rows.bank_ages import PublishedAge
from renderers.rows.questions import KindScore
from renderers.rows.scores import StudyScores
from renderers.rows.size_and_pairs import SizePoint, SizeSlope
from runners.analysis.questions.fails import board_of
from runners.comparison.bank_pairs import BankCell, RowName, Rows, bank_cells


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
