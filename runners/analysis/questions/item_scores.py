"""Scores of the items of a bank in one cell: of all, of each group, of stages and of all groups.

The unit is the item: its runs and samples are repeats, averaged first, and intervals are over
items. A stage is the plain mean of its groups, and the macro mean that of all groups, whatever
their sizes. Beside each figure is what a participant earns who does not read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt

from coders import exact
from coders.bank_items import BankItem
from coders.statistics.intervals import FEWEST
from coders.statistics.item_means import (
    MEAN_OF_GROUPS,
    GroupMean,
    group_mean,
    item_interval,
    mean_of_groups,
)
from dsl.experiment import Stage
from dsl.scoring import ItemValues, MarkedQuestion, ScoreKind, ScoreLevel, ScoringKinds
from dsl.trial import Place
from dsl.words import LABELS
from renderers.rows.measures import Figure
from renderers.rows.questions import Baseline, Blind, KindFigure
from runners.analysis.means import DrawMeans, draw_means


@dataclass(slots=True)
class Item:
    """One item of a bank in one cell: (draw, mark) pairs, of which a mark may be missing, and how
    often its key was shown at which place.
    """

    group: str
    question: MarkedQuestion
    file: BankItem | None
    marks: list[tuple[int, Fraction | None]] = field(default_factory=list)
    shown: Counter[int] = field(default_factory=Counter)
    votes: dict[int, Counter[str | None]] = field(default_factory=dict)
    """For each draw what its samples voted for; None counts those that did not vote."""

    def marked(self) -> MarkedQuestion | None:
        """The item with its mean mark over samples, then draws; None without a mark."""
        found = draw_means(self.marks).mean
        return None if found is None else with_mark(self.question, found)


def with_mark(question: MarkedQuestion, mark: Fraction) -> MarkedQuestion:
    """The question with this mark."""
    return MarkedQuestion(mark, question.odds, question.worth)


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One row: its level, the group or stage, its items and what was measured."""

    level: ScoreLevel
    group: str
    items: Sequence[Item]
    measures: tuple[KindFigure, ...]
    groups: tuple[str, ...] = ()
    """Those of a stage."""


Earned = Mapping[Blind, Mapping[str, Fraction]]
"""What a rule earns with each of its answers."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A kind of score of some items: the figure, its items' values, and what rules earn."""

    figure: Figure
    values: ItemValues | None
    chance: Fraction | None
    earned: Earned


class ItemScores:
    """The rows of one cell. `numbers` are those of the items, the same in every cell."""

    def __init__(
        self, scoring: ScoringKinds, stages: Sequence[Stage], numbers: Mapping[Place, int]
    ) -> None:
        self._scoring = scoring.of_items
        self._stages = stages
        self._numbers = numbers
        self._letters = ""

    def rows(self, items: Mapping[Place, Item]) -> Iterator[ItemRow]:
        """All items, each group, each stage, and the mean of all groups, where there are several
        groups.
        """
        every = list(items.values())
        self._letters = LABELS[: max((len(i.file.choices) for i in every if i.file), default=0)]
        places = {id(item): place for place, item in items.items()}
        yield self._row(ScoreLevel.CELL, "", every, self._parts(every, places))
        groups: dict[str, list[Item]] = {}
        for item in every:
            groups.setdefault(item.group, []).append(item)
        if len(groups) < 2:
            return
        parts = {name: self._parts(some, places) for name, some in groups.items()}
        for name, some in groups.items():
            yield self._row(ScoreLevel.GROUP, name, some, parts[name])
        for stage in self._stages:
            names = [name for name in stage.groups if name in groups]
            if names:
                yield self._mean(ScoreLevel.STAGE, stage.name, names, groups, parts)
        yield self._mean(ScoreLevel.MACRO, "", list(groups), groups, parts)

    def _row(
        self, level: ScoreLevel, group: str, items: Sequence[Item], parts: Sequence[_Part]
    ) -> ItemRow:
        measures = tuple(
            KindFigure(
                kind, kind in self._scoring.printed, part.figure, part.chance, _best(part.earned)
            )
            for kind, part in zip(self._scoring.kinds, parts, strict=True)
        )
        return ItemRow(level, group, items, measures)

    def _parts(self, items: Sequence[Item], places: Mapping[int, Place]) -> list[_Part]:
        marked = [(item, found) for item in items if (found := item.marked()) is not None]
        questions = [found for _, found in marked]
        numbers = [self._numbers[places[id(item)]] for item, _ in marked]
        kinds, letters = self._scoring.kinds, self._letters
        return [_part(kind, marked, questions, numbers, letters) for kind in kinds]

    def _mean(
        self,
        level: ScoreLevel,
        name: str,
        names: Sequence[str],
        groups: Mapping[str, Sequence[Item]],
        parts: Mapping[str, Sequence[_Part]],
    ) -> ItemRow:
        """The plain mean of some groups."""
        items = [item for one in names for item in groups[one]]
        means = [
            _mean_part([parts[one][at] for one in names]) for at in range(len(self._scoring.kinds))
        ]
        of_stage = tuple(names) if level is ScoreLevel.STAGE else ()
        return replace(self._row(level, name, items, means), groups=of_stage)


def _part(
    kind: ScoreKind,
    marked: Sequence[tuple[Item, MarkedQuestion]],
    questions: Sequence[MarkedQuestion],
    numbers: Sequence[int],
    letters: str,
) -> _Part:
    found = kind.of_items(questions)
    if found is None:
        return _Part(Figure(), None, None, {})
    figure = item_figure(found, numbers)
    return _Part(figure, found, kind.chance(questions), _earned(kind, marked, questions, letters))


def item_figure(found: ItemValues, numbers: Sequence[int]) -> Figure:
    """The mean over items, which have these numbers in every cell, with an interval over items."""
    means = DrawMeans.of(dict(zip(numbers, found.values, strict=True)))
    interval = item_interval(means.floats, low=float(found.low), high=float(found.high))
    return Figure(
        found.mean,
        len(means),
        sqrt(means.variance) if len(means) > 1 else None,
        None if interval is None else (interval.low, interval.high),
        means,
        "" if interval is None else f"{interval.method}, over items",
    )


def _mean_part(parts: Sequence[_Part]) -> _Part:
    values = [one.values for one in parts if one.values is not None]
    if len(values) < len(parts):
        return _Part(Figure(), None, None, {})
    chances = [one.chance for one in parts if one.chance is not None]
    chance = exact.mean(chances) if len(chances) == len(parts) else None
    return _Part(mean_figure(values), None, chance, _mean_earned([one.earned for one in parts]))


def mean_figure(groups: Sequence[ItemValues]) -> Figure:
    """The plain mean of groups of items, with an interval over items if each has five."""
    mean = exact.mean([one.mean for one in groups])
    items = [len(one.values) for one in groups]
    if min(items) < FEWEST:
        return Figure(mean, sum(items))
    found = mean_of_groups([estimate(one) for one in groups])
    low = sum(float(one.low) for one in groups) / len(groups)
    return Figure(
        mean,
        sum(items),
        ci95=(max(found.low, low), found.high),
        ci_method=f"{MEAN_OF_GROUPS}, over items",
    )


def estimate(values: ItemValues) -> GroupMean:
    """The mean of a group with its variance."""
    return group_mean(
        [float(one) for one in values.values], low=float(values.low), high=float(values.high)
    )


def _earned(
    kind: ScoreKind,
    marked: Sequence[tuple[Item, MarkedQuestion]],
    questions: Sequence[MarkedQuestion],
    letters: str,
) -> Earned:
    """What each rule earns with each answer; nothing unless all items have choices and a key.

    Kinds of items rise evenly with the mark of each, so that two sums give every rule: the score of
    all wrong, and by how much each item raises it.
    """
    files = [item.file for item, _ in marked]
    if any(one is None or one.place is None or not one.choices for one in files):
        return {}
    lowest = kind.of_items([with_mark(one, Fraction(0)) for one in questions])
    highest = kind.of_items([with_mark(one, Fraction(1)) for one in questions])
    if lowest is None or highest is None:
        return {}
    # Items with the same odds are raised alike, and their shares, as whole numbers above and below,
    # are counted first.
    rises: dict[int, Fraction] = {}
    sums: dict[Blind, dict[str, dict[int, Counter[tuple[int, int]]]]] = {
        rule: {one: defaultdict(Counter) for one in ([""] if rule is Blind.LONGEST else letters)}
        for rule in Blind
    }
    for at, (item, question) in enumerate(marked):
        if item.file is None:
            continue
        alike = id(question.odds)
        if alike not in rises:
            rises[alike] = highest.values[at] - lowest.values[at]
        sums[Blind.LETTER_IN_FILE][item.file.letter][alike][1, 1] += 1
        if longest := item.file.longest:
            sums[Blind.LONGEST][""][alike][longest.as_integer_ratio()] += 1
        total = item.shown.total()
        for place, count in item.shown.items():
            sums[Blind.LETTER_SHOWN][LABELS[place]][alike][count, total] += 1
    return {
        rule: {
            answer: lowest.mean
            + sum(
                (
                    rises[alike] * Fraction(share[0] * count, share[1])
                    for alike, shares in one.items()
                    for share, count in shares.items()
                ),
                Fraction(0),
            )
            / len(marked)
            for answer, one in answers.items()
        }
        for rule, answers in sums.items()
    }


def _mean_earned(parts: Sequence[Earned]) -> Earned:
    """The plain mean over groups of what a rule earns."""
    if not all(parts):
        return {}
    return {
        rule: {answer: exact.mean([one[rule][answer] for one in parts]) for answer in answers}
        for rule, answers in parts[0].items()
    }


def _best(earned: Earned) -> tuple[Baseline, ...]:
    """Each rule with the answer that earns most."""
    return tuple(
        Baseline(rule, answer, answers[answer])
        for rule, answers in earned.items()
        for answer in [max(answers, key=lambda one: answers[one])]
    )
