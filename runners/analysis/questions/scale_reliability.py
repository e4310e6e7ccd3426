"""The internal consistency of questionnaires over draws, and how many answers are missing.

A draw is what a person is elsewhere: samples of it are averaged item by item. Only draws that
answered all items are in a coefficient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.measures import AskedQuestions, said_in_wave
from coders.statistics.internal_consistency import Consistency, cronbach_alpha, mcdonald_omega
from renderers.rows.reliability import Reliability, ScaleReliability
from runners.analysis.score_table import cell_key

if TYPE_CHECKING:
    from dsl.experiment import ItemScale, Questionnaire
    from dsl.trial import Levels, Place
    from renderers.rows.trials import TrialRow
    from runners.studies.study import StudyExperiment


@dataclass(slots=True)
class _Answers:
    """What one cell answered in one wave: by draw, for each sample the point of each item as it
    counts.
    """

    first: TrialRow
    within: str
    questionnaire: Questionnaire
    wave: str
    draws: dict[int, list[Mapping[str, int]]] = field(default_factory=dict)


class ScaleReliabilities:
    """Gathers the answers to questionnaires, trial by trial."""

    def __init__(self, chapters: Iterable[StudyExperiment]) -> None:
        self._given = {
            one.experiment.title: one.experiment.questionnaires
            for one in chapters
            if one.experiment.questionnaires
        }
        self._found: dict[tuple[object, ...], dict[tuple[object, ...], _Answers]] = {}

    def add(
        self,
        row: TrialRow,
        version: Levels,
        asked: AskedQuestions,
        rating: Callable[[Place], int | None],
    ) -> None:
        """Takes in one version of a trial; `rating` is the point that a reply names."""
        for whole in self._given.get(row.experiment, ()):
            for wave in whole.waves:
                if not asked.in_wave(whole.name, wave):
                    continue
                said = said_in_wave(asked, whole.name, wave, rating)
                counts = {
                    item.name: whole.turned(item, said[item.name])
                    for item in whole.items
                    if item.name in said
                }
                cell = self._found.setdefault(cell_key(row), {})
                within = ", ".join(level for _, level in version)
                found = cell.setdefault(
                    (whole.name, wave, version), _Answers(row, within, whole, wave)
                )
                found.draws.setdefault(row.draw, []).append(counts)

    def rows(self, order: Iterable[TrialRow]) -> tuple[ScaleReliability, ...]:
        """A row for each scale, wave, cell and version, in the order of these trials."""
        keys = dict.fromkeys(map(cell_key, order)) if self._found else {}
        return tuple(
            row
            for key in keys
            for found in self._found.get(key, {}).values()
            for row in _rows(found)
        )


def _rows(found: _Answers) -> Iterator[ScaleReliability]:
    row = found.first
    for scale in found.questionnaire.scales:
        n, alpha, omega = _coefficients(found, scale)
        names = [item.name for item in scale.items]
        runs = [said for samples in found.draws.values() for said in samples]
        unsaid = sum(name not in said for said in runs for name in names)
        yield ScaleReliability(
            experiment=row.experiment,
            condition=row.condition,
            levels=row.levels,
            wording=row.wording,
            model=row.model,
            simulated=row.simulated,
            within=found.within,
            scale=scale.name,
            subscale=scale.name != found.questionnaire.name,
            wave=found.wave,
            items=len(names),
            n=n,
            missing=Fraction(unsaid, len(runs) * len(names)),
            alpha=alpha,
            omega=omega,
        )


def _coefficients(found: _Answers, scale: ItemScale) -> tuple[int, Reliability, Reliability]:
    """How many draws answered all items, alpha and omega over these."""
    import numpy as np

    names = [item.name for item in scale.items]
    complete = (
        [[said[name] for name in names] for said in samples if all(name in said for name in names)]
        for samples in found.draws.values()
    )
    draws = [np.mean(samples, axis=0) for samples in complete if samples]
    points = np.array(draws, dtype=np.float64).reshape(-1, len(names))
    return len(draws), _row_of(cronbach_alpha(points)), _row_of(mcdonald_omega(points))


def _row_of(found: Consistency) -> Reliability:
    interval = found.interval
    return Reliability(
        found.value,
        None if interval is None else (interval.low, interval.high),
        "" if interval is None else interval.method,
        found.reason,
    )
