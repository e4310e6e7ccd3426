"""The tables `variance` and `dstudy`: the figures of `devrun compare --kind variance`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from renderers.fields.comparison.variance import COMPONENT, D_STUDY, DRAW_FIGURES, VARIANCE
from renderers.fields.design import EXPERIMENT_TITLE
from renderers.fields.field import Field, flat, of, pick
from renderers.fields.trials import CI_METHOD
from renderers.rows.variance import DStudy, Variance, VarianceComponent
from runners.export.csv_file import ExportTable


@dataclass(frozen=True, slots=True)
class SourceOfVariance:
    """One source of variance in a decomposition."""

    whole: Variance
    component: VarianceComponent


_TITLE = EXPERIMENT_TITLE.but(missing="the mean over all")
_KEY = ("measure", "experiment", "wording")
_SIZES = pick(VARIANCE, "wording", "simulated", "n_experiments", "n_scores", "n_word_sets")

_WITHIN: tuple[Field[VarianceComponent], ...] = (
    *pick(COMPONENT, "source", "levels"),
    *(one.but("n_with_source") for one in pick(COMPONENT, "n_experiments")),
    *flat(COMPONENT, "sd", "ci95", "share", "share_ci95", "reason"),
)

SOURCES: ExportTable[SourceOfVariance] = ExportTable(
    "variance",
    "what one source adds to the variance of one measure; without an experiment, the mean over all",
    (*_KEY, "source"),
    (
        *of(attrgetter("whole"), (*pick(VARIANCE, "measure"), _TITLE, *_SIZES)),
        *of(attrgetter("component"), _WITHIN),
        CI_METHOD.but(missing="there is none").of(attrgetter("whole")),
    ),
)

PLANNED: ExportTable[DStudy] = ExportTable(
    "dstudy",
    "what so many draws, samples and coders would give (a D-study); without an experiment, the "
    "mean over all",
    ("experiment", "wording", "draws", "samples", "coders"),
    (
        _TITLE,
        *pick(D_STUDY, "wording", "simulated", "n_experiments", "draws", "samples", "coders"),
        *flat(D_STUDY, *(one for name in DRAW_FIGURES for one in (name, f"{name}_ci95")), "reason"),
    ),
)


def source_rows(variances: Iterable[Variance]) -> Iterator[SourceOfVariance]:
    """A row for each source of each decomposition."""
    for one in variances:
        for component in one.components:
            yield SourceOfVariance(one, component)
