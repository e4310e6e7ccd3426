"""The internal consistency of questionnaires over draws, and how many answers are missing.

A draw is what a person is elsewhere: samples of it are averaged item by item. Only draws that
answered all items are in a coefficient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from coders.measures import AskedQuestions, said_in_wave
from coders.statistics.internal_consistency import Consistency, cronbach_alpha, mcdonald_omega
from dsl.experiment import ItemScale, Questionnaire
from dsl.trial import Levels, Place
from renderers.rows.cell_row import place_of
from renderers.rows.script_measures import ReliabilityCoefficient, ScaleReliability
from renderers.rows.trials import TrialRow
from runners.analysis.questions.by_cell import ByCell
from runners.studies.study import StudyExperiment

_Answers = dict[int, list[Mapping[str, int]]]
"""What one cell answered in one wave: by draw, for each sample the point of each item as it
counts."""


class ScaleReliabilities:
    """Gathers the answers to questionnaires, trial by trial."""

    def __init__(self, chapters: Iterable[StudyExperiment]) -> None:
        self._given = {
            one.experiment.title: {each.name: each for each in one.experiment.questionnaires}
            for one in chapters
        }
        self._found: ByCell[tuple[str, str, Levels], _Answers] = ByCell(dict)

    def add(
        self,
        row: TrialRow,
        version: Levels,
        asked: AskedQuestions,
        rating: Callable[[Place], int | None],
    ) -> None:
        """Takes in one version of a trial; `rating` is the point that a reply names."""
        for whole in self._given.get(row.experiment, {}).values():
            for wave in whole.waves:
                if not asked.in_wave(whole.name, wave):
                    continue
                said = said_in_wave(asked, whole.name, wave, rating)
                counts = {
                    item.name: whole.turned(item, said[item.name])
                    for item in whole.items
                    if item.name in said
                }
                draws = self._found.at(row, (whole.name, wave, version))
                draws.setdefault(row.draw, []).append(counts)

    def rows(self, order: Iterable[TrialRow]) -> tuple[ScaleReliability, ...]:
        """A row for each scale, wave, cell and version, in the order of these trials."""
        return tuple(
            made
            for row, (name, wave, version), draws in self._found.rows(order)
            for made in _rows(row, self._given[row.experiment][name], wave, version, draws)
        )


def _rows(
    row: TrialRow, whole: Questionnaire, wave: str, version: Levels, draws: _Answers
) -> Iterator[ScaleReliability]:
    for scale in whole.scales:
        n, alpha, omega = _coefficients(draws, scale)
        names = [item.name for item in scale.items]
        runs = [said for samples in draws.values() for said in samples]
        unsaid = sum(name not in said for said in runs for name in names)
        yield ScaleReliability(
            **place_of(row),
            within=", ".join(level for _, level in version),
            scale=scale.name,
            subscale=scale.name != whole.name,
            wave=wave,
            items=len(names),
            n=n,
            missing=Fraction(unsaid, len(runs) * len(names)),
            alpha=alpha,
            omega=omega,
        )


def _coefficients(
    answers: _Answers, scale: ItemScale
) -> tuple[int, ReliabilityCoefficient, ReliabilityCoefficient]:
    """How many draws answered all items, alpha and omega over these."""
    import numpy as np

    names = [item.name for item in scale.items]
    complete = (
        [[said[name] for name in names] for said in samples if all(name in said for name in names)]
        for samples in answers.values()
    )
    draws = [np.mean(samples, axis=0) for samples in complete if samples]
    points = np.array(draws, dtype=np.float64).reshape(-1, len(names))
    return len(draws), _row_of(cronbach_alpha(points)), _row_of(mcdonald_omega(points))


def _row_of(found: Consistency) -> ReliabilityCoefficient:
    interval = found.interval
    return ReliabilityCoefficient(
        found.value,
        None if interval is None else (interval.low, interval.high),
        "" if interval is None else interval.method,
        found.reason,
    )
