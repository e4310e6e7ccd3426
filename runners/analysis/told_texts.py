"""Numbers for the words that each draw of each cell was told in, and for what was asked where,
worked out beside other work.

A cell says in how many distinct texts it was told, and a test against guessing takes a text once.
Nothing else in the scores of a study that people coded hangs on the words of each draw, and to lay
them all out takes as long as to score the study. Of a large study another process does that, which
is told the scripts and what was drawn, and gives back two numbers for each. To count the words that
fill the slots instead was rejected: two fillings may come to one text.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dsl.expand import Expander
from dsl.experiment import Experiment
from dsl.trial import Cell, Levels
from runners.analysis.background import gc_paused, in_process
from runners.analysis.replies import words_sent
from runners.analysis.skeletons import skeleton

if TYPE_CHECKING:
    from runners.store.records import StudyTrial
    from runners.studies.study import OpenStudy

MANY = 20_000
"""So many trials are enough for a process of their own."""

Words = tuple[str, int, Levels, str, int]
"""What the words of a trial follow from: procedure, seed, levels, wording, draw."""

Numbers = tuple["array[int]", "array[int]"]
"""Of texts and of shapes, one each for every draw."""

Told = tuple[Experiment, int, Levels, str, Sequence[int]]
"""A cell of an experiment and its draws, at a seed."""


def words_of(row: StudyTrial) -> Words:
    """What the words of a trial follow from."""
    sitting = row.sitting
    return row.procedure, row.seed, sitting.levels, sitting.wording, sitting.draw


class Texts:
    """The numbers of texts, once they are there; to ask for one waits for them."""

    def __init__(self, keys: Sequence[Words], told: Future[Numbers]) -> None:
        self._keys, self._told = keys, told
        self._numbers: Mapping[Words, tuple[int, int]] | None = None

    def of(self, words: Words) -> tuple[int, int]:
        """The number of a text, as `words_sent` gives it, and one for its shape: two draws of a
        cell that have the same ask the same questions at the same places of the same versions.
        """
        if self._numbers is None:
            texts, shapes = self._told.result()
            self._numbers = dict(zip(self._keys, zip(texts, shapes, strict=True), strict=True))
        return self._numbers[words]


@contextmanager
def texts_aside(opened: OpenStudy, *, many: int = MANY) -> Iterator[Texts | None]:
    """The texts of all trials of a study of `many`; None for a smaller one, of which it takes
    longer to start a process than to lay out the words.
    """
    if len(opened.rows) < many:
        yield None
        return
    cells: dict[tuple[str, int, Levels, str], dict[int, None]] = {}
    for row in opened.rows:
        *cell, draw = words_of(row)
        cells.setdefault(tuple(cell), {})[draw] = None  # type: ignore[arg-type]
    experiments = {one.procedure: one.experiment for one in opened.chapters}
    told = [
        (experiments[procedure], seed, levels, wording, tuple(draws))
        for (procedure, seed, levels, wording), draws in cells.items()
    ]
    keys = [(*cell, draw) for cell, draws in cells.items() for draw in draws]
    with in_process(texts_of, told) as numbers:
        yield Texts(keys, numbers)


def texts_of(told: Sequence[Told]) -> Numbers:
    """Numbers for the text and the shape of each draw of these cells, in their order."""
    texts, shapes = array("Q"), array("L")
    known: dict[object, int] = {}
    expanders: dict[tuple[str, int], Expander] = {}
    with gc_paused():
        for experiment, seed, levels, wording, draws in told:
            at = (experiment.title, seed)
            expander = expanders.get(at)
            if expander is None:
                expander = expanders[at] = Expander(experiment, seed=seed)
            cell = Cell(levels, wording, experiment.only_condition)
            for draw in draws:
                trial = expander.trial(cell, draw=draw)
                shape = (skeleton(trial), tuple([one.levels for one in trial.sessions]))
                texts.append(words_sent(trial))
                shapes.append(known.setdefault(shape, len(known)))
    return texts, shapes
