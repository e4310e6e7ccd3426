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
from renderers.rows.cell_row import place_of
from renderers.rows.script_measures import MeasureValue, TotalScale
from runners.analysis.questions.by_cell import ByCell

if TYPE_CHECKING:
    from renderers.rows.trials import TrialRow


@dataclass(slots=True)
class _Patterns:
    """The passes of a total in one cell and version so far; draws that have a whole pattern."""

    patterns: list[tuple[int, ...]] = field(default_factory=list)
    draws: set[int] = field(default_factory=set)
    left_out: int = 0


class TotalScales:
    """Gathers the patterns of passes, trial by trial."""

    def __init__(self, measures: Mapping[str, Mapping[str, Measure]]) -> None:
        """`measures` are those of each experiment, by its title and their names."""
        self._totals = {
            title: {one.name: one for one in known.values() if _adds_passes(one, known)}
            for title, known in measures.items()
        }
        self._found: ByCell[tuple[str, Levels], _Patterns] = ByCell(_Patterns)

    def add(self, row: TrialRow, values: Sequence[MeasureValue]) -> None:
        """Takes in the measures of one trial."""
        by_version: dict[Levels, dict[str, Fraction | None]] = {}
        for one in values:
            by_version.setdefault(one.version, {})[one.measure] = one.value
        for total in self._totals.get(row.experiment, {}).values():
            for version, known in by_version.items():
                if total.name not in known:
                    continue
                found = self._found.at(row, (total.name, version))
                passes = [known[part] for part in total.parts]
                if all(one in (0, 1) for one in passes):
                    found.patterns.append(tuple(int(one or 0) for one in passes))
                    found.draws.add(row.draw)
                else:
                    found.left_out += 1

    def rows(self, order: Iterable[TrialRow]) -> tuple[TotalScale, ...]:
        """A row for each total of each cell and version, in the order of these trials."""
        return tuple(
            _row(row, self._totals[row.experiment][name], version, found)
            for row, (name, version), found in self._found.rows(order)
        )


def _adds_passes(measure: Measure, known: Mapping[str, Measure]) -> bool:
    """Whether a measure is a total of two passes or more, and of nothing else."""
    if measure.kind is not MeasureKind.TOTAL or len(measure.parts) < 2:
        return False
    return all(one in known and known[one].kind is MeasureKind.PASS for one in measure.parts)


def _row(row: TrialRow, total: Measure, version: Levels, found: _Patterns) -> TotalScale:
    scale = scalogram(found.patterns) if len(found.draws) >= FEWEST else None
    runs = Counter(map(sum, found.patterns))
    return TotalScale(
        **place_of(row),
        total=total.name,
        within=", ".join(level for _, level in version),
        n=len(found.draws),
        left_out=found.left_out,
        distribution=tuple((value, runs[value]) for value in range(len(total.parts) + 1)),
        order=() if scale is None else tuple(total.parts[at] for at in scale.order),
        reproducibility=None if scale is None else scale.reproducibility,
        least=None if scale is None else scale.least,
        reversed_runs=None if scale is None else scale.reversed_runs,
    )
