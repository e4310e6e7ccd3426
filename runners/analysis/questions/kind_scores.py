"""The kinds of score that scripts name in addition to the LRS: accuracy, a criterion and others.

What a kind is, is declared in `dsl.scoring`. Here its scores are taken trial by trial, and averaged
over samples, draws and cells as an LRS is. Control questions are no part of them.

Those of the items of a bank are in `item_scores`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from coders.bank_items import items_of
from coders.guessing import scored_by_kinds
from coders.marks import OF_WRONG
from coders.votes import KEY, vote_of
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.scoring import (
    MarkedQuestion,
    MarkTotal,
    ScoreKind,
    ScoreLevel,
    ScoringKinds,
    scoring_of,
)
from dsl.tree import QuestionKind
from dsl.trial import Place, Question, Session, Trial
from renderers.rows.banks import MajorityScore
from renderers.rows.cell_row import place_of
from renderers.rows.questions import HackingScore, KindFigure, KindScore, LetterChoice
from renderers.rows.trials import TrialRow
from runners.analysis.domain_scores import joined
from runners.analysis.experiment_facts import is_addition
from runners.analysis.means import draw_means, figure, mean
from runners.analysis.questions.by_cell import DrawPairs
from runners.analysis.questions.hacking import hacking_scores
from runners.analysis.questions.item_scores import ItemMarks, ItemScores, by_odds
from runners.analysis.questions.letters import letter_choices
from runners.analysis.questions.majorities import VotedCell, majority_rows
from runners.analysis.score_table import CellKey, cell_key
from runners.analysis.trial_scores import Coding, mark_of_all
from runners.studies.study import StudyExperiment


@dataclass(slots=True)
class _CellMarks:
    """One cell so far: marked and unmarked replies, the scores of each kind, and the items of a
    bank by their places.
    """

    first: TrialRow
    marked: int = 0
    unmarked: int = 0
    kinds: dict[str, DrawPairs] = field(default_factory=dict)
    items: dict[Place, ItemMarks] = field(default_factory=dict)
    unshown: set[Place] = field(default_factory=set)
    """Items that the participant was not shown."""


class _Asked:
    """What is asked in a trial: its scored questions without marks, those of them that are items of
    a bank, and at which place the key of an item is shown.
    """

    def __init__(
        self,
        questions: Mapping[Place, MarkedQuestion],
        items: Mapping[Place, Question],
        shown: Mapping[Place, int],
    ) -> None:
        self.questions, self.items, self.shown = questions, items, shown
        self._odds, self._named = by_odds(questions.values())

    def totals(self, marks: Sequence[Fraction | None]) -> list[MarkTotal]:
        """These marks of all questions, added up for each odds."""
        counts = Counter(zip(self._odds, marks, strict=True))
        known = [(at, mark, count) for (at, mark), count in counts.items() if mark is not None]
        return [
            MarkTotal(
                sum(count for one, _, count in known if one == at),
                sum((mark * count for one, mark, count in known if one == at), Fraction(0)),
                odds,
            )
            for at, odds in enumerate(self._named)
        ]


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
        self._cells: dict[CellKey, _CellMarks] = {}
        self._numbers: dict[Place, int] = {}
        self._unshown: dict[str, set[Place]] = {}
        self._banks = {title: items_of(one) for title, one in self._experiments.items()}
        self._last: tuple[Sequence[Session], _Asked] | None = None

    def names(self, title: str) -> bool:
        """Whether the script of this title names a kind in addition to the LRS."""
        return title in self._scoring

    def add(
        self,
        trial: Trial,
        row: TrialRow,
        codings: Sequence[Coding],
        unshown: frozenset[Place] = frozenset(),
    ) -> Mapping[str, Fraction | None]:
        """The scores of one trial in its own words, by the name of the kind; they are gathered.
        `unshown` are the places of items that were not shown.

        Each counted coder's marks are scored, and the scores averaged. A reply that one of them has
        not marked is undecided for all.
        """
        counted = [one for one in codings if one.counted]
        scoring = self._scoring.get(row.experiment)
        if scoring is None or not counted:
            return {}
        asked = self._asked_in(trial)
        marks = [mark_of_all(counted, place) for place in asked.questions]
        cell = self._cells.setdefault(cell_key(row), _CellMarks(row))
        undecided = marks.count(None) - len(unshown)
        cell.marked += len(marks) - len(unshown) - undecided
        cell.unmarked += undecided
        cell.unshown |= unshown
        self._unshown.clear()
        self._gather(cell, row, asked, marks, counted)
        by_coder = [_own_marks(one, asked, marks) for one in counted]
        found = {}
        for kind in scoring.kinds:
            both = [_score(kind, asked, own) for own in by_coder]
            scores = [score for score, _ in both]
            score = None if None in scores else mean(scores)
            here = cell.kinds.setdefault(kind.name, DrawPairs())
            here.values.append((row.draw, score))
            if score is not None:
                here.chances.append((row.draw, both[0][1]))
            found[kind.name] = score
        return found

    def _gather(
        self,
        cell: _CellMarks,
        row: TrialRow,
        asked: _Asked,
        marks: Sequence[Fraction | None],
        counted: Sequence[Coding],
    ) -> None:
        """Adds the marks and votes of the items of a trial to those of the cell."""
        for (place, item), mark in zip(
            asked.items.items(), marks if asked.items else (), strict=True
        ):
            if place in cell.unshown:
                continue
            known = cell.items.get(place)
            if known is None:
                self._numbers.setdefault(place, len(self._numbers))
                file = self._banks[row.experiment].get(item.name)
                known = cell.items[place] = ItemMarks(
                    item.group, asked.questions[place], file, format=item.format
                )
            known.marks.append((row.draw, mark))
            votes = known.votes.setdefault(row.draw, Counter())
            vote = None if mark is None else _vote(counted, place)
            votes[vote] += 1
            if vote is None and (mark is None or _answers_nothing(counted, place)):
                known.fails += 1
            if place in asked.shown:
                key = asked.shown[place]
                known.shown[key] += 1
                taken = key if vote == KEY else _place_of(vote, item)
                if taken is not None:
                    known.taken[taken, key] += 1

    def _asked_in(self, trial: Trial) -> _Asked:
        """What is asked in a trial. The samples of a draw come one after another, and have the same
        sessions.
        """
        if self._last is None or self._last[0] is not trial.sessions:
            items = {place: one for place, _, one in trial.asked(QuestionKind.ITEM)}
            self._last = trial.sessions, _Asked(scored_by_kinds(trial), items, _key_places(items))
        return self._last[1]

    def rows(self, order: Iterable[TrialRow]) -> tuple[KindScore, ...]:
        """A row for each cell in the order of these trials, then one for each experiment."""
        keys = dict.fromkeys(map(cell_key, order))
        found = [self._cells[key] for key in keys if key in self._cells]
        cells = [row for one in found for row in self._rows_of(one)]
        groups: dict[tuple[str, str, str], list[KindScore]] = {}
        for row in (one for one in cells if one.level is ScoreLevel.CELL):
            groups.setdefault((row.experiment, row.wording, row.model), []).append(row)
        return (*cells, *map(self._of_experiment, groups.values()))

    def by_format(self) -> tuple[KindScore, ...]:
        """Rows of the items of each format, where a bank has several, for the participants who were
        shown all of this format.
        """
        found: list[KindScore] = []
        for title in self._experiments:
            cells = [one for one in self._cells.values() if one.first.experiment == title]
            formats: dict[str, set[Place]] = {}
            for place, item in ((at, i) for one in cells for at, i in one.items.items()):
                formats.setdefault(item.format, set()).add(place)
            for name, places in formats.items() if len(formats) > 1 else ():
                for one in cells:
                    if not places & one.unshown:
                        items = {at: item for at, item in one.items.items() if at in places}
                        row = replace(self._row(one), format=name, not_shown=0, left_out=0)
                        found += self._of_items(title).rows(row, items)
        return tuple(found)

    def _compared(self, cell: _CellMarks) -> Mapping[Place, ItemMarks]:
        """The items of a cell without those that some participant was not shown, of those who were
        shown any: what is compared is what all were shown.
        """
        unshown = self._unshown.get(cell.first.experiment)
        if unshown is None:
            title = cell.first.experiment
            cells = (one for one in self._cells.values() if one.first.experiment == title)
            unshown = {place for one in cells if one.items for place in one.unshown}
            self._unshown[title] = unshown
        if not unshown:
            return cell.items
        return {at: item for at, item in cell.items.items() if at not in unshown}

    def letters(self) -> tuple[LetterChoice, ...]:
        """Which letters were taken in each cell of a bank that is asked in every rotation."""
        return tuple(
            row
            for one in self._cells.values()
            if any(bank.rotations for bank in self._experiments[one.first.experiment].banks)
            for row in letter_choices(one.first, self._compared(one), self._numbers)
        )

    def hacking(self) -> tuple[HackingScore, ...]:
        """Control and manipulated versions in each cell of a bank that names controls."""
        return tuple(
            row
            for one in self._cells.values()
            for row in hacking_scores(
                one.first, self._compared(one), self._experiments[one.first.experiment].stages
            )
        )

    def majorities(self, greedy: Mapping[str, str]) -> tuple[MajorityScore, ...]:
        """The majority over samples in each cell of a bank; `greedy` is as `greedy_of` has it."""
        cells = [
            VotedCell(
                one.first, self._compared(one), self._experiments[one.first.experiment].stages
            )
            for one in self._cells.values()
        ]
        return tuple(majority_rows(cells, self._numbers, greedy))

    def _rows_of(self, cell: _CellMarks) -> Iterator[KindScore]:
        row = self._row(cell)
        if not cell.items:
            if not cell.unshown:
                yield row
            return
        if items := self._compared(cell):
            yield from self._of_items(cell.first.experiment).rows(row, items)

    def _of_items(self, title: str) -> ItemScores:
        return ItemScores(self._scoring[title], self._experiments[title].stages, self._numbers)

    def _row(self, cell: _CellMarks) -> KindScore:
        row, scoring = cell.first, self._scoring[cell.first.experiment]
        return KindScore(
            level=ScoreLevel.CELL,
            **place_of(row),
            n=cell.marked,
            undecided=cell.unmarked,
            not_shown=len(cell.unshown),
            left_out=len(cell.items) - len(self._compared(cell)),
            measures=tuple(
                KindFigure(
                    kind,
                    kind in scoring.printed,
                    figure(draw_means(cell.kinds[kind.name].values), kind=kind),
                    cell.kinds[kind.name].chance,
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


def _key_places(items: Mapping[Place, Question]) -> Mapping[Place, int]:
    """At which place the key of each item is shown."""
    found = {}
    for place, item in items.items():
        keys = [phrase.text for clause in item.key.answer for phrase in clause.phrases]
        if len(keys) == 1 and keys[0] in item.options:
            found[place] = item.options.index(keys[0])
    return found


def _vote(counted: Sequence[Coding], place: Place) -> str | None:
    """What a reply votes for; none where those who count differ."""
    votes = {vote_of(one.verdicts[place]) for one in counted if place in one.verdicts}
    return votes.pop() if len(votes) == 1 else None


def _answers_nothing(counted: Sequence[Coding], place: Place) -> bool:
    """Whether a wrong reply is a refusal, says nothing, or speaks of something else."""
    return any(OF_WRONG.intersection(one.verdicts[place].flags) for one in counted)


def _place_of(vote: str | None, item: Question) -> int | None:
    """The place of a wrong choice as shown; None for what is none of the choices."""
    return item.options.index(vote) if vote in item.options else None


def _own_marks(
    coding: Coding, asked: _Asked, marks: Sequence[Fraction | None]
) -> list[Fraction | None]:
    """The marks of one coder, where all who count have marked the reply."""
    verdicts = coding.verdicts
    return [
        None if mark is None else verdicts[place].mark
        for place, mark in zip(asked.questions, marks, strict=True)
    ]


def _score(
    kind: ScoreKind, asked: _Asked, marks: Sequence[Fraction | None]
) -> tuple[Fraction | None, Fraction | None]:
    """Score and chance of one trial with these marks."""
    if asked.items:
        return kind.of_totals(asked.totals(marks))
    questions = [
        MarkedQuestion(mark, one.odds, one.worth)
        for one, mark in zip(asked.questions.values(), marks, strict=True)
    ]
    return kind.score(questions), kind.chance(questions)


def _mean_known(chances: Sequence[Fraction | None]) -> Fraction | None:
    return None if None in chances else mean(chances)
