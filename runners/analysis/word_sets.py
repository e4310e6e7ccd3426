"""How many sets of words the trials of a cell were sent: ten draws with four sets say less of other
words than ten with ten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dsl.reach import word_sets
from dsl.trial import Cell
from runners.analysis.score_table import CellKey, cell_key

if TYPE_CHECKING:
    from dsl.drawing.word_sets import WordSet
    from renderers.rows.trials import TrialRow
    from runners.analysis.trials import TrialTable


def n_word_sets(table: TrialTable, rows: Sequence[TrialRow]) -> Mapping[CellKey, int]:
    """The number of sets of words of each cell; `rows` are those of the table, in its order.

    Trials of other participants in the same draws were sent the same words: these are drawn once.
    """
    asked: dict[tuple[str, int, Cell], dict[CellKey, set[int]]] = {}
    for at, row in enumerate(rows):
        source, chapter = table.rows[at], table.chapter(at)
        cell = Cell(row.levels, row.wording, chapter.experiment.only_condition)
        by_key = asked.setdefault((source.procedure, source.seed, cell), {})
        by_key.setdefault(cell_key(row), set()).add(row.draw)
    found: dict[CellKey, set[WordSet]] = {}
    chapters = {one.procedure: one for one in table.opened.chapters}
    for (procedure, seed, cell), by_key in asked.items():
        expander = table.opened.expander(chapters[procedure], seed)
        known: dict[frozenset[int], frozenset[WordSet]] = {}
        for key, draws in by_key.items():
            of = frozenset(draws)
            if of not in known:
                known[of] = word_sets(expander, cell, of)
            found.setdefault(key, set()).update(known[of])
    return {key: len(some) for key, some in found.items()}
