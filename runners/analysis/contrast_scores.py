"""How often each contrast was passed, in draws, and how often a guesser would pass it.

A contrast counts where the coders agree on it: passed for one and failed for another is neither,
and is counted as split. Averaging their opinions would give a share that no draw has. Who coded a
part of what is compared has an opinion only where nobody coded all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np

from coders import contrasts
from coders.contrasts import ComparedInTrial
from coders.statistics.intervals import wilson
from dsl.experiment import Contrast, Experiment
from dsl.trial import Levels
from renderers.rows.scores import CellScore, ContrastScore
from renderers.rows.trials import TrialRow
from runners.analysis.marks import MarkTable, Numbers
from runners.analysis.means import draw_means
from runners.analysis.rater_scores import Verdicts
from runners.analysis.score_table import ScoreTable
from runners.analysis.trials import Flags, Ints, TrialTable

_RIGHT, _WRONG, _MISSING = range(3)
"""What is compared in a trial by one coder's marks. Of several trials the highest counts."""


def rows(
    trials: TrialTable,
    marks: MarkTable,
    scored: ScoreTable,
    cells: Sequence[CellScore | TrialRow],
) -> tuple[ContrastScore, ...]:
    """A row for each contrast, participant, wording and condition not compared, in the order of the
    cells (or of a trial of each). `scored` are the scores of the trials, in their order; a trial
    that nobody who counts has marked is passed over.
    """
    experiments = {
        one.experiment.title: one.experiment
        for one in trials.opened.chapters
        if one.experiment.design.contrasts
    }
    by_coder = _by_coder(marks)
    coded = (by_coder >= 0).any(axis=1)
    found: list[ContrastScore] = []
    for title, experiment in experiments.items():
        here = np.array([one.experiment == title for one in scored.firsts], dtype=np.bool_)
        some = np.nonzero(coded & here[scored.cell])[0]
        mine = [cell for cell in cells if cell.experiment == title]
        for one in experiment.design.contrasts:
            contrast = _Contrast(trials, marks, experiment, one, scored, some, by_coder[some])
            found += contrast.rows(mine)
    return tuple(found)


def _by_coder(marks: MarkTable) -> Numbers:
    """The marks of each coder who counts, of shape (trials, coders); -1 for none."""
    columns: dict[str, Numbers] = {}
    for at, rater in enumerate(marks.raters):
        if rater.counted:
            own = marks.marks[:, at]
            known = columns.get(rater.name, own)
            columns[rater.name] = np.where(known >= 0, known, own)
    empty = np.empty((len(marks.marks), 0), dtype=np.int32)
    return np.column_stack([empty, *columns.values()])


@dataclass(frozen=True, eq=False)
class _Contrast:
    """One contrast of an experiment, and the trials that somebody who counts has marked: the row of
    each in the table (`at`), and its marks by coder.
    """

    trials: TrialTable
    table: MarkTable
    experiment: Experiment
    contrast: Contrast
    scored: ScoreTable
    at: Ints
    marks: Numbers
    chances: dict[object, Fraction | None] = field(default_factory=dict)
    """How often a guesser passes, by the draws of the trials that are compared."""

    def rows(self, cells: Sequence[CellScore | TrialRow]) -> list[ContrastScore]:
        """A row for each participant, wording and condition not compared, in the order of cells."""
        compared = {line.factor for line in self.contrast.lines}
        tables: dict[tuple[str, str, Levels], dict[tuple[int, int], list[int]]] = {}
        cells_here = self.scored.cell[self.at]
        by_cell: dict[int, dict[tuple[int, int], list[int]]] = {}
        for cell in dict.fromkeys(cells_here.tolist()):
            first = self.scored.firsts[cell]
            rest = tuple(pair for pair in first.levels if pair[0] not in compared)
            by_cell[cell] = tables.setdefault((first.model, first.wording, rest), {})
        draws, samples = self.scored.draws[self.at], self.scored.samples[self.at]
        each = zip(cells_here.tolist(), draws.tolist(), samples.tolist(), strict=True)
        for number, (cell, draw, sample) in enumerate(each):
            by_cell[cell].setdefault((draw, sample), []).append(number)

        def place(key: tuple[str, str, Levels]) -> int:
            model, wording, rest = key
            at = (
                number
                for number, cell in enumerate(cells)
                if (cell.model, cell.wording) == (model, wording) and set(rest) <= set(cell.levels)
            )
            return next(at, len(cells))

        return [
            self.row(list(groups.values()), rest)
            for (_, _, rest), groups in sorted(tables.items(), key=lambda found: place(found[0]))
            if self.whole(groups.values())
        ]

    @cached_property
    def designs(self) -> Ints:
        """The design of each trial."""
        return self.trials.design[self.at]

    @cached_property
    def parts(self) -> dict[int, ComparedInTrial]:
        """What is compared in trials of each design."""
        return {
            one: contrasts.compared(self.trials.designs[one].trial, self.contrast)
            for one in np.unique(self.designs).tolist()
        }

    @cached_property
    def outcomes(self) -> Numbers:
        """What is compared in each trial by each coder's marks (right, wrong or missing), of shape
        (trials, coders); worked out once for trials of one design that were marked alike.
        """
        listed = self.table.sets.listed
        pairs = self.designs[:, np.newaxis] * len(listed) + self.marks
        unique, inverse = np.unique(np.where(self.marks >= 0, pairs, -1), return_inverse=True)
        found = [
            _MISSING
            if pair < 0
            else _outcome(self.parts[pair // len(listed)], listed[pair % len(listed)])
            for pair in unique.tolist()
        ]
        return np.array(found, dtype=np.int32)[inverse].reshape(self.marks.shape)

    def whole(self, groups: Iterable[Sequence[int]]) -> bool:
        """Whether every level that is compared is there: `--only` may have left some out."""
        numbers = [number for group in groups for number in group]
        designs = np.unique(self.designs[numbers]).tolist()
        there = {
            pair
            for trial in (self.trials.designs[each].trial for each in designs)
            for levels in (trial.cell.levels, trial.balance, *(s.levels for s in trial.sessions))
            for pair in levels
        }
        return all(
            (line.factor, level) in there for line in self.contrast.lines for level in line.levels
        )

    def row(self, groups: Sequence[Sequence[int]], rest: Levels) -> ContrastScore:
        """The row of some groups of trials; those of one group are compared with each other."""
        first = self.scored.firsts[self.scored.cell[self.at[groups[0][0]]]]
        true, false, unknown = self.opinions(groups)
        agreed = ~unknown & (true != false)
        draws = draw_means(
            (int(self.scored.draws[self.at[groups[at][0]]]), int(true[at]))
            for at in np.nonzero(agreed)[0].tolist()
        )
        passed = Fraction(sum(draws.numerators), draws.denominator)
        interval = wilson(float(passed), len(draws))
        return ContrastScore(
            experiment=self.experiment.title,
            contrast=self.contrast.name,
            condition=", ".join(level for _, level in rest),
            wording=first.wording,
            model=first.model,
            simulated=first.simulated,
            n=len(draws),
            passed=passed,
            split=int((~unknown & ~agreed).sum()),
            undecided=int(unknown.sum()),
            ci95=(interval.low, interval.high) if interval is not None else None,
            ci_method=interval.method if interval is not None else "",
            chance=self.chance(self.at[groups[0]].tolist()),
        )

    def opinions(self, groups: Sequence[Sequence[int]]) -> tuple[Flags, Flags, Flags]:
        """Whether somebody has each group passed, failed, or neither, as arrays of shape (groups,).

        Groups are judged by each coder who has coded all of their trials; where there is none, by
        whoever coded each. A coder of a part alone could fail a contrast and never pass it, and
        where coders share a study out among them the share passed would be too low.
        """
        numbers = np.array([number for group in groups for number in group], dtype=np.int64)
        ends = np.cumsum([len(group) for group in groups])
        starts = ends - [len(group) for group in groups]
        outcomes = np.maximum.reduceat(self.outcomes[numbers], starts)
        whole = np.logical_and.reduceat(self.marks[numbers] >= 0, starts)
        found = [((outcomes == one) & whole).any(axis=1) for one in (_RIGHT, _WRONG, _MISSING)]
        for at in np.nonzero(~whole.any(axis=1))[0].tolist():
            by_parts = self.by_parts(groups[at])
            for one, known in enumerate(found):
                known[at] = one in by_parts
        true, false, unknown = found
        known_parts: dict[tuple[int, ...], bool] = {}
        designs = self.designs[numbers].tolist()
        for at, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            key = tuple(designs[start:end])
            if key not in known_parts:
                parts = [self.parts[one] for one in key]
                known_parts[key] = contrasts.complete(parts, self.contrast)
            if not known_parts[key]:
                true[at], false[at], unknown[at] = False, False, True
        return true, false, unknown

    def by_parts(self, group: Sequence[int]) -> set[int]:
        """What comes of a group of which nobody coded all trials."""
        each = [
            {one for one, mark in zip(self.outcomes[at], self.marks[at], strict=True) if mark >= 0}
            for at in group
        ]
        return {int(max(some)) for some in product(*each)}

    def chance(self, rows: Sequence[int]) -> Fraction | None:
        """How often a guesser passes: it follows from the trials in their own words, which are the
        same for all participants.
        """
        key = tuple(map(self.trials.draw_of, rows))
        if key not in self.chances:
            own = [self.trials.own_trial(at) for at in rows]
            self.chances[key] = contrasts.chance(own, self.contrast)
        return self.chances[key]


def _outcome(part: ComparedInTrial, verdicts: Verdicts) -> int:
    found = contrasts.passed_in(part, verdicts)
    return _MISSING if found is None else _RIGHT if found else _WRONG
