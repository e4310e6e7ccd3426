"""Totals of passes: how many runs have each total, and whether the tasks form a scale.

Where coders differ on a pass, a run has no one pattern: it is left out, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.scalogram import FEWEST, scalogram
from dsl.experiment import Measure, MeasureKind
from dsl.trial import Levels
from renderers.rows.script_measures import MeasureValue, TotalScale
from runners.analysis.score_table import cell_key

if TYPE_CHECKING:
    from renderers.rows.trials import TrialRow


@dataclass(slots=True)
class _Patterns:
    """The passes of a total in one cell and version so far; draws that have a whole pattern."""

    first: TrialRow
    version: Levels
    total: Measure
    patterns: list[tuple[int, ...]] = field(default_factory=list)
    draws: set[int] = field(default_factory=set)
    left_out: int = 0


class TotalScales:
    """Gathers the patterns of passes, trial by trial."""

    def __init__(self, measures: Mapping[str, Mapping[str, Measure]]) -> None:
        """`measures` are those of each experiment, by its title and their names."""
        self._totals = {
            title: [one for one in known.values() if _adds_passes(one, known)]
            for title, known in measures.items()
        }
        self._found: dict[tuple[object, ...], dict[tuple[str, Levels], _Patterns]] = {}

    def add(self, row: TrialRow, values: Sequence[MeasureValue]) -> None:
        """Takes in the measures of one trial."""
        by_version: dict[Levels, dict[str, Fraction | None]] = {}
        for one in values:
            by_version.setdefault(one.version, {})[one.measure] = one.value
        for total in self._totals.get(row.experiment, ()):
            for version, known in by_version.items():
                if total.name not in known:
                    continue
                cell = self._found.setdefault(cell_key(row), {})
                at = total.name, version
                found = cell.setdefault(at, _Patterns(row, version, total))
                passes = [known[part] for part in total.parts]
                if all(one in (0, 1) for one in passes):
                    found.patterns.append(tuple(int(one or 0) for one in passes))
                    found.draws.add(row.draw)
                else:
                    found.left_out += 1

    def rows(self, order: Iterable[TrialRow]) -> tuple[TotalScale, ...]:
        """A row for each total of each cell and version, in the order of these trials."""
        keys = dict.fromkeys(map(cell_key, order)) if self._found else {}
        return tuple(_row(one) for key in keys for one in self._found.get(key, {}).values())


def _adds_passes(measure: Measure, known: Mapping[str, Measure]) -> bool:
    """Whether a measure is a total of two passes or more, and of nothing else."""
    if measure.kind is not MeasureKind.TOTAL or len(measure.parts) < 2:
        return False
    return all(one in known and known[one].kind is MeasureKind.PASS for one in measure.parts)


def _row(found: _Patterns) -> TotalScale:
    row, total = found.first, found.total
    scale = scalogram(found.patterns) if len(found.draws) >= FEWEST else None
    runs = Counter(map(sum, found.patterns))
    return TotalScale(
        experiment=row.experiment,
        condition=row.condition,
        levels=row.levels,
        wording=row.wording,
        model=row.model,
        simulated=row.simulated,
        total=total.name,
        within=", ".join(level for _, level in found.version),
        n=len(found.draws),
        left_out=found.left_out,
        distribution=tuple((value, runs[value]) for value in range(len(total.parts) + 1)),
        order=() if scale is None else tuple(total.parts[at] for at in scale.order),
        reproducibility=None if scale is None else scale.reproducibility,
        least=None if scale is None else scale.least,
        reversed_runs=None if scale is None else scale.reversed_runs,
    )
