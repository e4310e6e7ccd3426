"""The figures of one cell: a row for each cell, wording and participant.

Every figure is a mean over draws of means over samples of means over coders, each over the trials
that have it, and says how many draws that are. Trials without an LRS are counted by why.

How many sets of words the trials of a cell were sent: ten draws with four sets say less of other
words than ten with ten.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import attrgetter

import numpy as np

from coders import guessing
from coders.guessing import Guessing
from coders.lrs import asked_in
from dsl.drawing.word_sets import WordSet
from dsl.experiment import Experiment
from dsl.reach import word_sets
from dsl.scoring import LRS
from dsl.trial import Cell, Trial
from renderers import domain_order
from renderers.rows.measures import MEASURES, measures
from renderers.rows.scores import CellScore, PaperCell
from renderers.rows.trials import TrialRow
from runners.analysis import coder_means
from runners.analysis.experiment_facts import is_addition, reference
from runners.analysis.means import figure
from runners.analysis.score_table import CellKey, ScoreTable, cell_key
from runners.analysis.trial_scores import DISPUTED, UNCODED, UNDECIDED
from runners.analysis.trials import TrialTable
from runners.studies.study import OpenStudy, StudyExperiment

FEW_TECHNICAL = Fraction(1, 20)
"""A larger share of technical trials than this is shown with the bounds that it allows."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a cell's first trial says of all: what a guesser gets, with gates passed and with gates
    guessed, and whether the paper's own story has twins.
    """

    chance: Fraction | None
    chance_gates: Guessing | None
    told_again: bool


class Cells:
    """Gathers the cells of a study, trial by trial; only the first of each cell is expanded."""

    def __init__(self, chapters: Sequence[StudyExperiment]) -> None:
        self._experiments = {one.experiment.title: one.experiment for one in chapters}
        self._facts: dict[CellKey, _Facts] = {}

    def add(self, expand: Callable[[], Trial], row: TrialRow) -> None:
        """A trial of the study, in its order; `expand` gives it in its own words."""
        key = cell_key(row)
        if key not in self._facts:
            trial = expand()
            self._facts[key] = _Facts(
                LRS.chance(tuple(guessing.questions(trial).values())),
                guessing.chance(trial, gates_guessed=True),
                any(not unit.own_story for _, unit in asked_in(trial).units),
            )

    def rows(self, table: ScoreTable, n_word_sets: Mapping[CellKey, int]) -> tuple[CellScore, ...]:
        """The cells in the order of first occurrence."""
        found = _CellMeans(table)
        return tuple(
            found.cell(self._experiments[key[0]], key, self._facts[key], n_word_sets[key])
            for key in table.cells
        )


_SHARES: Mapping[str, Callable[[TrialRow], Fraction | int | None]] = {
    "technical": lambda row: None if row.status == UNCODED else int(row.status == "technical"),
    "passed": lambda row: int(row.gate == "passed") if row.gate in ("passed", "failed") else None,
    "zero": lambda row: None if row.lrs is None else sum(row.zeros.values(), Fraction(0)),
    "lowest": lambda row: 0 if row.status == "technical" else row.lrs,
    "highest": lambda row: 5 if row.status == "technical" else row.lrs,
}
"""What else is averaged: shares of trials, and the LRS with every technical trial taken for 0 or 5.
"""


def _zero_for(reason: str, row: TrialRow) -> Fraction | None:
    """By what share of coders a trial is 0 for this reason, if it has an LRS."""
    return None if row.lrs is None else row.zeros.get(reason)


class _CellMeans:
    """The means of the draws of every cell of a table."""

    def __init__(self, table: ScoreTable) -> None:
        self.table = table
        self.means = {name: table.draw_means(attrgetter(name)) for name in MEASURES}
        self.shares = {name: table.draw_means(read) for name, read in _SHARES.items()}
        reasons = dict.fromkeys(
            reason for row in table.patterns if row.lrs is not None for reason in row.zeros
        )
        self.zeros = {reason: table.draw_means(partial(_zero_for, reason)) for reason in reasons}
        self.coders = coder_means.coder_columns(table)

    def cell(
        self, experiment: Experiment, key: CellKey, facts: _Facts, n_word_sets: int
    ) -> CellScore:
        """The figures of one cell."""
        mine = self.table.cells[key]
        first, marked = self.table[int(mine.rows[0])], self.table.counted(mine.rows)
        shares = {name: found[key].mean for name, found in self.shares.items()}
        zeros = {reason: found[key].mean for reason, found in self.zeros.items()}
        statuses, lost = Counter[str](), Counter[str]()
        for row, n in marked:
            statuses[row.status] += n
            for end in row.lost if row.status == "technical" else ():
                lost[end] += n
        technical, passed = shares["technical"], shares["passed"]
        lowest, highest = shares["lowest"], shares["highest"]
        many_technical = technical is not None and technical > FEW_TECHNICAL
        ungated = all(row.gate == "none" for row, _ in marked)
        return CellScore(
            experiment=experiment.title,
            domain=dict(experiment.meta).get("domain", ""),
            levels=first.levels,
            wording=first.wording,
            model=first.model,
            simulated=first.simulated,
            addition=is_addition(experiment, first.levels),
            trials=len(mine.rows),
            scored=sum(n for row, n in marked if row.lrs is not None),
            uncoded=statuses[UNCODED],
            disputed=statuses[DISPUTED],
            undecided=statuses[UNDECIDED],
            technical=statuses["technical"],
            n_texts=len(np.unique(self.table.texts[mine.rows])),
            n_word_sets=n_word_sets,
            zeros={reason: share for reason, share in zeros.items() if share is not None},
            zero_share=shares["zero"],
            technical_share=technical,
            bounds=(lowest, highest)
            if many_technical and lowest is not None and highest is not None
            else None,
            gate_passed=passed,
            attainable=Fraction(5) if ungated else None if passed is None else 5 * passed,
            chance=facts.chance,
            chance_gates=facts.chance_gates.lrs if facts.chance_gates is not None else None,
            overrides=coder_means.overrides(marked),
            first=coder_means.first_given(marked),
            coders=coder_means.in_cell(self.table, self.coders, key),
            reference=reference(experiment, first.levels),
            name=experiment.only_condition,
            settled=sum(n for row, n in marked if row.settled),
            draws=len(mine.draws),
            statuses=statuses,
            told_again=facts.told_again,
            lost=lost,
            **measures(lambda name: figure(self.means[name][key], kind=MEASURES[name])),
        )


_YEAR = re.compile(r"\((\d{4}[a-z]?)\)")


def paper_cells(opened: OpenStudy, cells: Sequence[CellScore]) -> tuple[PaperCell, ...]:
    """The paper's cells, by participant, domain and wording; none under another protocol.
    Additions to the battery are in no table of the paper.
    """
    if not opened.protocol.rated:
        return ()
    meta = {one.experiment.title: dict(one.experiment.meta) for one in opened.chapters}
    found = [
        PaperCell(
            author(meta[cell.experiment].get("paper", "")),
            meta[cell.experiment].get("age", ""),
            cell,
        )
        for cell in cells
        if not cell.addition
    ]
    models = list(dict.fromkeys(row.cell.model for row in found))
    return tuple(
        sorted(
            found,
            key=lambda row: (
                models.index(row.cell.model),
                domain_order.place_in_tables(row.cell.domain),
                row.cell.wording,
            ),
        )
    )


def author(citation: str) -> str:
    """The first author and the year of a citation: `Hamlin (2007)`."""
    surname, year = citation.partition(",")[0].strip(), _YEAR.search(citation)
    return " ".join(part for part in (surname, year[0] if year else "") if part)


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
