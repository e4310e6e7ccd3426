"""How often each contrast was passed, in draws, and how often a guesser would pass it.

A contrast counts where the coders agree on it: passed for one and failed for another is neither,
and is counted as split. Averaging their opinions would give a share that no draw has. Who coded a
part of what is compared has an opinion only where nobody coded all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from coders import contrasts
from coders.contrasts import MarkedTrial
from coders.statistics.intervals import wilson
from renderers.rows.scores import CellScore, ContrastScore
from renderers.rows.trials import TrialRow
from runners.analysis.means import draw_means

if TYPE_CHECKING:
    from dsl.experiment import Contrast, Experiment
    from dsl.trial import Levels
    from runners.analysis.marks import MarkTable
    from runners.analysis.trials import TrialTable

_Groups = dict[tuple[int, int], list["_Marked"]]
"""The trials that are compared with each other, by draw and sample."""


@dataclass(frozen=True, slots=True)
class _Marked:
    """A trial, row `at` of the table, and the number of each counting rater's marks by name."""

    at: int
    row: TrialRow
    design: int
    marks: dict[str, int]


def rows(
    trials: TrialTable,
    marks: MarkTable,
    scored: Sequence[tuple[int, TrialRow]],
    cells: Sequence[CellScore | TrialRow],
) -> tuple[ContrastScore, ...]:
    """A row for each contrast, participant, wording and condition not compared, in the order of the
    cells (or of a trial of each). `scored` are places in the table with their scores; a trial that
    nobody who counts has marked is passed over.
    """
    experiments = {
        one.experiment.title: one.experiment
        for one in trials.opened.chapters
        if one.experiment.design.contrasts
    }
    return tuple(
        row
        for title, experiment in experiments.items()
        for row in _of_experiment(
            trials,
            marks,
            experiment,
            [one for one in scored if one[1].experiment == title],
            [cell for cell in cells if cell.experiment == title],
        )
    )


def _of_experiment(
    trials: TrialTable,
    marks: MarkTable,
    experiment: Experiment,
    scored: Iterable[tuple[int, TrialRow]],
    cells: Sequence[CellScore | TrialRow],
) -> Iterator[ContrastScore]:
    """The rows of one experiment: no trial of another one is held meanwhile."""
    counted = [(n, one.name) for n, one in enumerate(marks.raters) if one.counted]
    known: dict[tuple[int, ...], dict[str, int]] = {}
    marked: list[_Marked] = []
    for at, row in scored:
        numbers = tuple(marks.marks[at].tolist())
        if numbers not in known:
            known[numbers] = {name: numbers[n] for n, name in reversed(counted) if numbers[n] >= 0}
        if known[numbers]:
            marked.append(_Marked(at, row, int(trials.design[at]), known[numbers]))
    for contrast in experiment.design.contrasts:
        yield from _Contrast(trials, marks, experiment, contrast).rows(marked, cells)


@dataclass(frozen=True, slots=True)
class _Contrast:
    """One contrast of an experiment."""

    trials: TrialTable
    table: MarkTable
    experiment: Experiment
    contrast: Contrast
    known: dict[object, bool | None] = field(default_factory=dict)
    """Whether trials of these designs that were marked so passed."""

    def rows(
        self, marked: Iterable[_Marked], cells: Sequence[CellScore | TrialRow]
    ) -> list[ContrastScore]:
        compared = {line.factor for line in self.contrast.lines}
        tables: dict[tuple[str, str, Levels], _Groups] = {}
        for one in marked:
            row = one.row
            rest = tuple(pair for pair in row.levels if pair[0] not in compared)
            groups = tables.setdefault((row.model, row.wording, rest), {})
            groups.setdefault((row.draw, row.sample), []).append(one)

        def place(key: tuple[str, str, Levels]) -> int:
            model, wording, rest = key
            at = (
                number
                for number, cell in enumerate(cells)
                if (cell.model, cell.wording) == (model, wording) and set(rest) <= set(cell.levels)
            )
            return next(at, len(cells))

        return [
            self.row(groups, model=model, wording=wording, rest=rest)
            for (model, wording, rest), groups in sorted(
                tables.items(), key=lambda found: place(found[0])
            )
            if self.whole(groups)
        ]

    def whole(self, groups: _Groups) -> bool:
        """Whether every level that is compared is there: `--only` may have left some out."""
        designs = {one.design for group in groups.values() for one in group}
        there = {
            pair
            for trial in (self.trials.designs[each].trial for each in designs)
            for levels in (trial.cell.levels, trial.balance, *(s.levels for s in trial.sessions))
            for pair in levels
        }
        return all(
            (line.factor, level) in there for line in self.contrast.lines for level in line.levels
        )

    def row(self, groups: _Groups, *, model: str, wording: str, rest: Levels) -> ContrastScore:
        agreed: list[tuple[int, int]] = []
        split = undecided = 0
        for (draw, _), group in groups.items():
            opinions = {self.passed(group, numbers) for numbers in _opinions(group)}
            if opinions in ({True}, {False}):
                agreed.append((draw, int(opinions == {True})))
            elif None in opinions:
                undecided += 1
            else:
                split += 1
        draws = draw_means(agreed)
        passed = sum(draws.values(), Fraction(0))
        interval = wilson(float(passed), len(draws))
        some = next(iter(groups.values()))
        return ContrastScore(
            experiment=self.experiment.title,
            contrast=self.contrast.name,
            condition=", ".join(level for _, level in rest),
            wording=wording,
            model=model,
            simulated=some[0].row.simulated,
            n=len(draws),
            passed=passed,
            split=split,
            undecided=undecided,
            ci95=(interval.low, interval.high) if interval is not None else None,
            ci_method=interval.method if interval is not None else "",
            # In their own words, from which the chances of a guesser follow.
            chance=contrasts.chance([self.trials.own_trial(one.at) for one in some], self.contrast),
        )

    def passed(self, group: Sequence[_Marked], numbers: Sequence[int]) -> bool | None:
        """Whether these sets of marks, one for each trial, pass; worked out once for trials of the
        same designs that were marked alike.
        """
        key = tuple((one.design, number) for one, number in zip(group, numbers, strict=True))
        if key not in self.known:
            judged = [
                MarkedTrial(self.trials.designs[design].trial, self.table.sets.listed[n].verdicts)
                for design, n in key
            ]
            self.known[key] = contrasts.passed(judged, self.contrast)
        return self.known[key]


def _opinions(group: Sequence[_Marked]) -> Iterable[tuple[int, ...]]:
    """The sets of marks by which the trials of a group are judged, one for each trial: those of
    each coder who has coded all of them; where there is none, of whoever coded each.

    A coder of a part alone could fail a contrast and never pass it, and where coders share a study
    out among them the share passed would be too low.
    """
    whole = [name for name in group[0].marks if all(name in one.marks for one in group[1:])]
    if whole:
        return [tuple(one.marks[name] for one in group) for name in whole]
    # Of those who marked a trial alike one will do: three coders of ten trials are 59,049 ways.
    return product(*[dict.fromkeys(one.marks.values()) for one in group])
