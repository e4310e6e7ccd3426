"""How often each of two answers is chosen where neither is right: even questions, over draws.

A null of a group (infants look at both, or take either) is no answer that one participant gives in
one trial. So such a question enters no LRS, and is scored over the draws of a cell: of those that
chose one of the two answers, the share that chose the first, with an exact interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from coders.even import Choice, choice_of
from coders.statistics.intervals import exact_share
from dsl.expanding.guards import choose
from dsl.experiment import ClauseTemplate
from dsl.reasons import as_written
from dsl.tree import QuestionKind
from dsl.trial import Question, Trial
from renderers.rows.cell_row import place_of
from renderers.rows.questions import Evenness, EvenScore
from renderers.rows.trials import TrialRow
from runners.analysis.experiment_facts import even_questions
from runners.analysis.means import mean
from runners.analysis.questions.by_cell import ByCell
from runners.analysis.trial_scores import Coding
from runners.studies.study import StudyExperiment

MARGIN = 0.25
"""Shares this far from one half, and no farther, are called even: 25 to 75%."""

_Shares = tuple[Fraction, Fraction, Fraction]
"""First, second, neither: they sum to 1."""


@dataclass(slots=True)
class _Chosen:
    """What one cell chose so far: shares for each draw, and the answers as the script has them."""

    answers: tuple[str, ...] = ()
    draws: dict[int, list[_Shares]] = field(default_factory=dict)
    undecided: int = 0


def shown_probability(draws: int, reading: Evenness, share: float) -> float:
    """The probability that so many draws show this, where each chooses the first of two answers
    with probability `share`.
    """
    return sum(
        comb(draws, hits) * share**hits * (1 - share) ** (draws - hits)
        for hits in range(draws + 1)
        if evenness(hits, draws) is reading
    )


class EvenScores:
    """Gathers what was chosen, trial by trial."""

    def __init__(self, chapters: Sequence[StudyExperiment]) -> None:
        self._asked = {
            one.experiment.title: asked
            for one in chapters
            if (asked := even_questions(one.experiment))
        }
        self._found: ByCell[tuple[str, str], _Chosen] = ByCell(_Chosen)

    def wants(self, title: str) -> bool:
        """Whether this experiment has even questions."""
        return title in self._asked

    def add(self, trial: Trial, row: TrialRow, codings: Sequence[Coding]) -> None:
        """Takes in one trial: the shares of all who count, if each of them has marked it."""
        counted = [one for one in codings if one.counted]
        if not counted:
            return
        for place, session, asked in trial.asked(QuestionKind.EVEN):
            cell = self._found.at(row, (asked.title, session.version))
            if not cell.answers:
                levels = dict((*row.levels, *trial.balance, *session.levels))
                cell.answers = self._answers(row.experiment, asked, levels)
            given = [one.verdicts.get(place) for one in counted]
            chosen = [None if one is None else choice_of(one) for one in given]
            if None in chosen:
                cell.undecided += 1
                continue
            shares = tuple(Fraction(chosen.count(one), len(chosen)) for one in Choice)
            cell.draws.setdefault(row.draw, []).append(shares)  # type: ignore[arg-type]

    def _answers(
        self, experiment: str, asked: Question, levels: Mapping[str, str]
    ) -> tuple[str, str]:
        """The two answers as the script has them, whatever words a draw puts there."""
        step = self._asked[experiment][asked.name]
        for statement in step.rubric.answer:
            clause = choose(statement, levels)
            if isinstance(clause, ClauseTemplate):
                first, second = map(as_written, clause.phrases)
                return first, second
        return asked.even_answers

    def rows(self, order: Iterable[TrialRow]) -> tuple[EvenScore, ...]:
        """A row for each even question of each cell, in the order of these trials."""
        return tuple(_row(row, *at, found) for row, at, found in self._found.rows(order))


def _row(row: TrialRow, title: str, version: str, found: _Chosen) -> EvenScore:
    draws = [tuple(map(mean, zip(*some, strict=True))) for some in found.draws.values()]
    shares = [mean(column) for column in zip(*draws, strict=True)] or [None] * len(Choice)
    chose = [first / (first + second) for first, second, _ in draws if first or second]  # type: ignore[operator]
    interval = exact_share(float(sum(chose)), len(chose))
    return EvenScore(
        **place_of(row),
        question=title,
        within=version,
        first=found.answers[0],
        second=found.answers[1],
        n=len(draws),
        undecided=found.undecided,
        first_share=shares[0],
        second_share=shares[1],
        neither_share=shares[2],
        chose=len(chose),
        share=mean(chose),
        ci95=None if interval is None else (interval.low, interval.high),
        ci_method="" if interval is None else interval.method,
        reading=evenness(float(sum(chose)), len(chose)),
    )


def evenness(hits: float, n: int) -> Evenness | None:
    """What a share shows: uneven if its 95% interval excludes one half, even if its 90% interval
    (two one-sided tests at 5%) lies within 25 to 75%, else open; None of no draws.
    """
    whole, inner = exact_share(hits, n), exact_share(hits, n, level=0.9)
    if whole is None or inner is None:
        return None
    if not whole.low <= 0.5 <= whole.high:
        return Evenness.UNEVEN
    within = inner.low >= 0.5 - MARGIN and inner.high <= 0.5 + MARGIN
    return Evenness.EVEN if within else Evenness.OPEN
