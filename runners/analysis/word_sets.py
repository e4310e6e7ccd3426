"""How many sets of words the trials of a cell were sent: ten draws with four sets say less of other
words than ten with ten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from dsl.reach import word_sets
from dsl.trial import Cell

if TYPE_CHECKING:
    from dsl.drawing.word_sets import WordSet
    from runners.analysis.score_table import CellKey, ScoreTable
    from runners.analysis.trials import TrialTable


def n_word_sets(trials: TrialTable, scored: ScoreTable) -> Mapping[CellKey, int]:
    """The number of sets of words of each cell; `scored` are the scores of these trials, in their
    order.

    Trials of other participants in the same draws were sent the same words: these are drawn once.
    """
    rows, opened = trials.rows, trials.opened
    chapters = {one.procedure: one for one in opened.chapters}
    group = np.array(rows.group, dtype=np.int64)
    known: dict[object, frozenset[WordSet]] = {}
    found: dict[CellKey, set[WordSet]] = {}
    for key, mine in scored.cells.items():
        for number in np.unique(group[mine.rows]).tolist():
            one = rows.groups[number]
            draws = frozenset(scored.draws[mine.rows][group[mine.rows] == number].tolist())
            cell = Cell(one.levels, one.wording, chapters[one.procedure].experiment.only_condition)
            at = (one.procedure, one.seed, cell, draws)
            if at not in known:
                expander = opened.expander(chapters[one.procedure], one.seed)
                known[at] = word_sets(expander, cell, draws)
            found.setdefault(key, set()).update(known[at])
    return {key: len(some) for key, some in found.items()}
