"""The kinds of score that scripts name in addition to the LRS: accuracy, a criterion and others.

What a kind is, is declared in `dsl.scoring`. Here its scores are taken trial by trial, and averaged
over samples, draws and cells as an LRS is. Control questions are no part of them.

Those of the items of a bank are in `item_scores`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.bank_items import items_of
from coders.guessing import scored_by_kinds
from dsl.record import replace
from dsl.scoring import MarkedQuestion, ScoreLevel, ScoringKinds, scoring_of
from dsl.tree import QuestionKind
from dsl.trial import Place, Trial
from renderers.rows.cell_row import place_of
from renderers.rows.questions import KindFigure, KindScore
from runners.analysis.domain_scores import joined
from runners.analysis.experiment_facts import is_addition
from runners.analysis.means import draw_means, figure, mean
from runners.analysis.questions.item_scores import Item, ItemScores
from runners.analysis.score_table import CellKey, cell_key
from runners.analysis.trial_scores import mark_of_all

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from renderers.rows.trials import TrialRow
    from runners.analysis.trial_scores import Coding
    from runners.studies.study import StudyExperiment


@dataclass(slots=True)
class _Cells:
    """The scores of one kind in one cell: (draw, score) and (draw, chance) pairs."""

    scores: list[tuple[int, Fraction | None]] = field(default_factory=list)
    chances: list[tuple[int, Fraction | None]] = field(default_factory=list)


@dataclass(slots=True)
class _Gathered:
    """One cell so far: marked and unmarked replies, the scores of each kind, and the items of a
    bank by their places.
    """

    first: TrialRow
    marked: int = 0
    unmarked: int = 0
    kinds: dict[str, _Cells] = field(default_factory=dict)
    items: dict[Place, Item] = field(default_factory=dict)


class KindScores:
    """Gathers the scores of every kind that scripts name, trial by trial."""

    def __init__(self, experiments: Iterable[StudyExperiment]) -> None:
        self._experiments: dict[str, Experiment] = {}
        self._scoring: dict[str, ScoringKinds] = {}
        for one in experiments:
            found = scoring_of(one.experiment.design.scoring)
            if found is not None and found.kinds:
                self._experiments[one.experiment.title] = one.experiment
                self._scoring[one.experiment.title] = found
        self._cells: dict[CellKey, _Gathered] = {}
        self._numbers: dict[Place, int] = {}
        self._banks = {title: items_of(one) for title, one in self._experiments.items()}
        self._shown: tuple[Trial | None, Mapping[Place, int]] = None, {}

    def names(self, title: str) -> bool:
        """Whether the script of this title names a kind in addition to the LRS."""
        return title in self._scoring

    def add(
        self, trial: Trial, row: TrialRow, codings: Sequence[Coding]
    ) -> Mapping[str, Fraction | None]:
        """The scores of one trial in its own words, by the name of the kind; they are gathered.

        Each counted coder's marks are scored, and the scores averaged. A reply that one of them has
        not marked is undecided for all.
        """
        counted = [one for one in codings if one.counted]
        scoring = self._scoring.get(row.experiment)
        if scoring is None or not counted:
            return {}
        items = {place: one for place, _, one in trial.asked(QuestionKind.ITEM)}
        asked = scored_by_kinds(trial)
        marked = [
            [_marked(one, place, asked[place], counted) for place in asked] for one in counted
        ]
        cell = self._cells.setdefault(cell_key(row), _Gathered(row))
        undecided = sum(one.mark is None for one in marked[0])
        cell.marked += len(asked) - undecided
        cell.unmarked += undecided
        shown = self._key_places(trial) if items else {}
        for place, item in items.items():
            known = cell.items.get(place)
            if known is None:
                self._numbers.setdefault(place, len(self._numbers))
                file = self._banks[row.experiment].get(item.name)
                known = cell.items[place] = Item(item.group, asked[place], file)
            known.marks.append((row.draw, mark_of_all(counted, place)))
            if place in shown:
                known.shown[shown[place]] += 1
        found = {}
        for kind in scoring.kinds:
            scores = [kind.score(marks) for marks in marked]
            score = None if None in scores else mean(scores)
            here = cell.kinds.setdefault(kind.name, _Cells())
            here.scores.append((row.draw, score))
            if score is not None:
                here.chances.append((row.draw, kind.chance(marked[0])))
            found[kind.name] = score
        return found

    def rows(self, order: Iterable[TrialRow]) -> tuple[KindScore, ...]:
        """A row for each cell in the order of these trials, then one for each experiment."""
        keys = dict.fromkeys(map(cell_key, order))
        found = [self._cells[key] for key in keys if key in self._cells]
        cells = [row for one in found for row in self._rows_of(one)]
        groups: dict[tuple[str, str, str], list[KindScore]] = {}
        for row in (one for one in cells if one.level is ScoreLevel.CELL):
            groups.setdefault((row.experiment, row.wording, row.model), []).append(row)
        return (*cells, *map(self._of_experiment, groups.values()))

    def _key_places(self, trial: Trial) -> Mapping[Place, int]:
        """At which place the key of each item is shown; samples of a draw come one after another,
        with one trial.
        """
        if self._shown[0] is not trial:
            found = {}
            for place, _, item in trial.asked(QuestionKind.ITEM):
                keys = [phrase.text for clause in item.key.answer for phrase in clause.phrases]
                if len(keys) == 1 and keys[0] in item.options:
                    found[place] = item.options.index(keys[0])
            self._shown = trial, found
        return self._shown[1]

    def _rows_of(self, cell: _Gathered) -> Iterator[KindScore]:
        row = self._row(cell)
        if not cell.items:
            yield row
            return
        title = cell.first.experiment
        scores = ItemScores(self._scoring[title], self._experiments[title].stages, self._numbers)
        for one in scores.rows(cell.items):
            marks = [mark for item in one.items for _, mark in item.marks]
            yield replace(
                row,
                level=one.level,
                group=one.group,
                items=len(one.items),
                draws=len({draw for item in one.items for draw, _ in item.marks}),
                n=len(marks) - marks.count(None),
                undecided=marks.count(None),
                measures=one.measures,
                groups=one.groups,
            )

    def _row(self, cell: _Gathered) -> KindScore:
        row, scoring = cell.first, self._scoring[cell.first.experiment]
        return KindScore(
            level=ScoreLevel.CELL,
            **place_of(row),
            n=cell.marked,
            undecided=cell.unmarked,
            measures=tuple(
                KindFigure(
                    kind,
                    kind in scoring.printed,
                    figure(draw_means(cell.kinds[kind.name].scores), kind=kind),
                    _all_known(cell.kinds[kind.name].chances),
                )
                for kind in scoring.kinds
            ),
        )

    def _of_experiment(self, cells: Sequence[KindScore]) -> KindScore:
        """The flat mean over the paper's cells, or over all cells where it has none."""
        first = cells[0]
        experiment = self._experiments[first.experiment]
        paper = [one for one in cells if not is_addition(experiment, one.levels)] or list(cells)
        return KindScore(
            level=ScoreLevel.EXPERIMENT,
            experiment=first.experiment,
            condition="",
            levels=(),
            wording=first.wording,
            model=first.model,
            simulated=first.simulated,
            n=sum(one.n for one in paper),
            undecided=sum(one.undecided for one in paper),
            items=first.items,
            draws=first.draws,
            measures=tuple(
                KindFigure(
                    one.kind,
                    one.printed,
                    joined([cell.measures[at].figure for cell in paper], kind=one.kind),
                    _mean_known([cell.measures[at].chance for cell in paper]),
                )
                for at, one in enumerate(first.measures)
                if ScoreLevel.EXPERIMENT in one.kind.levels
            ),
        )


def _marked(
    coding: Coding, place: Place, question: MarkedQuestion, counted: Sequence[Coding]
) -> MarkedQuestion:
    verdict = coding.verdicts.get(place)
    if verdict is None or mark_of_all(counted, place) is None:
        return question
    return replace(question, mark=verdict.mark)


def _all_known(chances: Sequence[tuple[int, Fraction | None]]) -> Fraction | None:
    """The mean over draws; None where the chance of one trial is not known."""
    if any(chance is None for _, chance in chances):
        return None
    return mean(draw_means(chances).values())


def _mean_known(chances: Sequence[Fraction | None]) -> Fraction | None:
    return None if None in chances else mean(chances)
