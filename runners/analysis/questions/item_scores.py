"""Scores of the items of a bank in one cell: of all, of each group, of stages and of all groups.

The unit is the item: its runs and samples are repeats, averaged first, and intervals are over
items. A stage is the plain mean of its groups, and the macro mean that of all groups, whatever
their sizes. Beside each figure is what a participant earns who does not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt

from coders.bank_items import BankItem
from coders.statistics.intervals import FEWEST
from coders.statistics.item_means import (
    MEAN_OF_GROUPS,
    GroupMean,
    group_mean,
    item_interval,
    mean_of_groups,
)
from dsl import exact
from dsl.experiment import Stage
from dsl.scoring import (
    ACCURACY,
    ItemValues,
    MarkedQuestion,
    MarkTotal,
    Odds,
    ScoreKind,
    ScoreLevel,
    ScoringKinds,
)
from dsl.trial import Place
from dsl.words import LABELS
from renderers.rows.measures import Figure
from renderers.rows.questions import Baseline, Blind, KindFigure, KindScore
from runners.analysis.means import DrawMeans, draw_means, figure


@dataclass(slots=True)
class ItemMarks:
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
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often a choice was taken, by its place as shown and that of the key."""
    format: str = ""
    """What it shows (`ItemFormat`)."""
    fails: int = 0
    """Replies without a mark, refusals, and replies that answer nothing."""

    def marked(self) -> MarkedQuestion | None:
        """The item with its mean mark over samples, then draws; None without a mark."""
        found = draw_means(self.marks).mean
        if found is None:
            return None
        return MarkedQuestion(found, self.question.odds, self.question.worth)

    def with_fails(self) -> Fraction:
        """The mean mark over samples, then draws, where a reply without a mark is wrong."""
        found = draw_means((draw, mark or Fraction(0)) for draw, mark in self.marks).mean
        return Fraction(0) if found is None else found


def levels_of(
    groups: Sequence[str], stages: Sequence[Stage] = ()
) -> Iterator[tuple[ScoreLevel, str, Sequence[str]]]:
    """The rows of a bank by level and name, each with its groups: all items; where there are
    several groups, each of them, each stage of which there is a group, and the mean of groups.
    """
    yield ScoreLevel.CELL, "", groups
    if len(groups) > 1:
        yield from ((ScoreLevel.GROUP, name, [name]) for name in groups)
        for stage in stages:
            if there := [name for name in stage.groups if name in groups]:
                yield ScoreLevel.STAGE, stage.name, there
        yield ScoreLevel.MACRO, "", groups


Earned = dict[Blind, dict[str, Fraction]]
"""What a rule earns with each of its answers."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A kind of score of some items: the figure, its items' values, and what rules earn."""

    figure: Figure = field(default_factory=Figure)
    values: ItemValues | None = None
    chance: Fraction | None = None
    earned: Earned = field(default_factory=dict)


class ItemScores:
    """The rows of one cell. `numbers` are those of the items, the same in every cell."""

    def __init__(
        self, scoring: ScoringKinds, stages: Sequence[Stage], numbers: Mapping[Place, int]
    ) -> None:
        self._scoring = scoring.of_items
        self._stages = stages
        self._numbers = numbers

    def rows(self, cell: KindScore, items: Mapping[Place, ItemMarks]) -> Iterator[KindScore]:
        """The rows of a bank (`levels_of`), from the row of its cell."""
        groups: dict[str, dict[Place, ItemMarks]] = {}
        for place, item in items.items():
            groups.setdefault(item.group, {})[place] = item
        most = max((len(one.file.choices) for one in items.values() if one.file), default=0)
        letters = LABELS[:most]
        parts = {name: self._parts(some, letters) for name, some in groups.items()}
        for level, name, names in levels_of(list(groups), self._stages):
            of_all = level is ScoreLevel.CELL
            some = (
                [*items.values()] if of_all else [i for one in names for i in groups[one].values()]
            )
            if of_all:
                found = self._parts(items, letters)
            elif level is ScoreLevel.GROUP:
                found = parts[name]
            else:
                found = list(map(_mean_part, zip(*(parts[one] for one in names), strict=True)))
            marks = [mark for item in some for _, mark in item.marks]
            undecided = marks.count(None)
            yield replace(
                cell,
                level=level,
                group=name,
                items=len(some),
                draws=len({draw for item in some for draw, _ in item.marks}),
                n=len(marks) - undecided,
                undecided=undecided,
                measures=tuple(map(self._figure, self._scoring.kinds, found)),
                groups=tuple(names) if level is ScoreLevel.STAGE else (),
                fails=sum(i.fails for i in some),
                with_fails=exact.mean([i.with_fails() for i in some]) if undecided else None,
            )

    def _figure(self, kind: ScoreKind, part: _Part) -> KindFigure:
        printed = kind in self._scoring.printed
        return KindFigure(kind, printed, part.figure, part.chance, _best(part.earned))

    def _parts(self, items: Mapping[Place, ItemMarks], letters: str) -> list[_Part]:
        marked = [
            (item, found, self._numbers[place])
            for place, item in items.items()
            if (found := item.marked()) is not None
        ]
        questions = [found for _, found, _ in marked]
        numbers = [number for _, _, number in marked]
        unread = _Unread([item for item, _, _ in marked], questions, letters)
        return [_part(kind, questions, numbers, unread) for kind in self._scoring.kinds]


def _part(
    kind: ScoreKind, questions: Sequence[MarkedQuestion], numbers: Sequence[int], unread: _Unread
) -> _Part:
    """One kind of score of the items that have a mark, which are these `questions`."""
    found = kind.of_items(questions)
    if found is None:
        return _Part()
    figure = item_figure(found, numbers)
    return _Part(figure, found, kind.chance(questions), unread.earned(kind))


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
    """The plain mean of groups."""
    values = [one.values for one in parts if one.values is not None]
    if len(values) < len(parts):
        return _Part()
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


def accuracy_of(groups: Sequence[Mapping[int, Fraction]]) -> Figure:
    """The mean share over the items of a group, by number, or the plain mean of several groups."""
    if len(groups) == 1:
        return figure(groups[0], kind=ACCURACY)
    if not all(groups):
        return Figure()
    return mean_figure([ItemValues(tuple(one.values()), Fraction(0)) for one in groups])


def estimate(values: ItemValues) -> GroupMean:
    """The mean of a group with its variance."""
    return group_mean(
        [float(one) for one in values.values], low=float(values.low), high=float(values.high)
    )


def by_odds(questions: Iterable[MarkedQuestion]) -> tuple[list[int], list[Odds | None]]:
    """The number of each question's odds, from 0, and all odds."""
    numbers: dict[Odds | None, int] = {}
    found = [numbers.setdefault(one.odds, len(numbers)) for one in questions]
    return found, list(numbers)


class _Unread:
    """What rules earn that do not read the items: how often each gives a right answer, by the odds
    of the items, with shares as whole numbers above and below.
    """

    def __init__(
        self, items: Sequence[ItemMarks], questions: Sequence[MarkedQuestion], letters: str
    ) -> None:
        self._letters = letters
        numbers, self._odds = by_odds(questions)
        self._sizes = Counter(numbers)
        self._counts: Counter[tuple[Blind, str, int, int, int]] = Counter()
        self._keyed = all(one.file and one.file.letter for one in items)
        for at, item in zip(numbers, items, strict=True):
            if not self._keyed or item.file is None:
                continue
            self._counts[Blind.LETTER_IN_FILE, item.file.letter, at, 1, 1] += 1
            above, below = (item.file.longest or Fraction(0)).as_integer_ratio()
            self._counts[Blind.LONGEST, "", at, above, below] += 1
            total = item.shown.total()
            for place, count in item.shown.items():
                self._counts[Blind.LETTER_SHOWN, LABELS[place], at, count, total] += 1

    def earned(self, kind: ScoreKind) -> Earned:
        """What each rule earns with each answer; nothing unless all items have choices and a key.

        Kinds of items rise evenly with the mark of each, so that the score of all wrong gives every
        rule, with how much an item of these odds raises it.
        """
        lowest = self._score(kind) if self._keyed else None
        if lowest is None:
            return {}
        rises = {
            at: (raised - lowest) / size
            for at, size in self._sizes.items()
            if (raised := self._score(kind, at)) is not None
        }
        earned = {
            rule: dict.fromkeys([""] if rule is Blind.LONGEST else self._letters, lowest)
            for rule in Blind
        }
        for (rule, answer, at, above, below), count in self._counts.items():
            earned[rule][answer] += rises[at] * Fraction(above * count, below)
        return earned

    def _score(self, kind: ScoreKind, right: int | None = None) -> Fraction | None:
        """The score of the items if those with one kind of odds are right."""
        totals = [
            MarkTotal(size, Fraction(size if at == right else 0), self._odds[at])
            for at, size in self._sizes.items()
        ]
        return kind.of_totals(totals)[0]


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
