"""The LRS of experiments and the age at which children were tested in them.

Kosoy et al. (2023) ask whether models do better in tasks of younger children. A script gives the
published age range (`age: 4 to 5 years`), of which the midpoint counts. Experiments are the units:
cells of one share their age and their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from coders.statistics.correlations import rank_correlation
from dsl.experiment import Experiment
from renderers.rows.comparisons import AgeCorrelation, TaskAge
from renderers.rows.scores import CellScore
from runners.analysis.means import mean
from runners.studies.study import StudyExperiment

FEWEST = 4
"""With fewer experiments nothing is said of ages."""

_RANGE = re.compile(
    r"(?P<low>\d+(?:\.\d+)?)(?:\s*(?:to|-|–)\s*(?P<high>\d+(?:\.\d+)?))?[\s-]*"
    r"(?P<unit>days?|weeks?|mos?|months?|yrs?|years?)(?:\s+old)?",
    re.IGNORECASE,
)
_MONTHS = {"d": Fraction(12, 365), "w": Fraction(84, 365), "m": Fraction(1), "y": Fraction(12)}


def months(age: str) -> Fraction | None:
    """The midpoint in months of an age such as `5 months` or `4 to 5 years`; None where an age is
    written in another way.
    """
    found = _RANGE.fullmatch(age.strip())
    if found is None:
        return None
    low, high = Fraction(found["low"]), Fraction(found["high"] or found["low"])
    return (low + high) / 2 * _MONTHS[found["unit"][0].lower()]


def by_age(
    chapters: Sequence[StudyExperiment], cells: Sequence[CellScore]
) -> Iterator[AgeCorrelation]:
    """LRS against age: of every participant in every wording, and of what was published for the
    same cells. Additions to the paper's cells are left out.
    """
    ages = {one.experiment.title: _age(one.experiment) for one in chapters}
    paper = [cell for cell in cells if not cell.addition and ages.get(cell.experiment) is not None]
    if len({cell.experiment for cell in paper}) < FEWEST:
        return
    for model in dict.fromkeys(cell.model for cell in paper):
        for wording in dict.fromkeys(cell.wording for cell in paper if cell.model == model):
            mine = [cell for cell in paper if (cell.model, cell.wording) == (model, wording)]
            lrs = [(cell, cell.lrs.mean) for cell in mine if cell.lrs.mean is not None]
            yield from _row(model, wording, lrs, ages, simulated=mine[0].simulated)
    published = {(cell.experiment, cell.levels): cell for cell in paper if cell.reference}
    for who in dict.fromkeys(cell.reference.who for cell in published.values() if cell.reference):
        theirs = [
            (cell, cell.reference.lrs)
            for cell in published.values()
            if cell.reference and cell.reference.who == who
        ]
        yield from _row(who, "", theirs, ages, simulated=False)


def _age(experiment: Experiment) -> Fraction | None:
    return months(dict(experiment.meta).get("age", ""))


def _row(
    who: str,
    wording: str,
    lrs: Sequence[tuple[CellScore, Fraction]],
    ages: dict[str, Fraction | None],
    *,
    simulated: bool,
) -> Iterator[AgeCorrelation]:
    tasks = tuple(_tasks(lrs, ages))
    if len(tasks) < FEWEST:
        return
    found = rank_correlation([(float(one.months), float(one.lrs)) for one in tasks])
    cells = rank_correlation(
        [(float(ages[cell.experiment] or 0), float(value)) for cell, value in lrs]
    )
    yield AgeCorrelation(
        who=who,
        wording=wording,
        simulated=simulated,
        published=not wording,
        tasks=tasks,
        rho=found.rho if found else None,
        ci95=found.ci95 if found else None,
        ci_method=found.ci_method if found else "",
        cells=len(lrs),
        rho_cells=cells.rho if cells else None,
    )


def _tasks(
    lrs: Iterable[tuple[CellScore, Fraction]], ages: dict[str, Fraction | None]
) -> Iterator[TaskAge]:
    groups: dict[str, list[tuple[CellScore, Fraction]]] = {}
    for cell, value in lrs:
        groups.setdefault(cell.experiment, []).append((cell, value))
    for title, group in groups.items():
        age, middle = ages[title], mean(value for _, value in group)
        assert age is not None
        assert middle is not None
        yield TaskAge(title, group[0][0].domain, age, len(group), middle)
