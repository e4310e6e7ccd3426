"""What was published for a cell: whose LRS it is, and the figure as it was printed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dsl.expanding.guards import holds
from dsl.experiment import Experiment
from dsl.trial import Levels
from renderers.score_rows import Published
from runners.analysis.means import weighed


def reference(experiment: Experiment, levels: Levels) -> tuple[str, str] | None:
    """Whose LRS was published for this cell, and what it is, where the script gives one."""
    here = dict(levels)
    for one in experiment.references:
        if one.unit == "LRS" and one.value is not None and holds(one.guard, here):
            return one.who, one.value
    return None


def over_the_same_cells(
    cells: Iterable[tuple[str, tuple[str, str] | None]],
) -> Published | None:
    """The mean of what was published for these cells, from (experiment, reference) of each; flat
    over cells, and over experiments.

    None where nothing was published for any of them. Where something is missing for one, the means
    are None: a mean over other cells is no mean to stand beside theirs.
    """
    found = list(cells)
    who = next((one[0] for _, one in found if one is not None), None)
    if who is None:
        return None
    values = [
        (title, Fraction(one[1])) for title, one in found if one is not None and one[0] == who
    ]
    if len(values) < len(found):
        return Published(who)
    return Published(who, *weighed(values))
