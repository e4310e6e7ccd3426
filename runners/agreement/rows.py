"""What several coders judged, laid side by side: a row for each thing, a code for each coder.

A row is what counts as one piece of evidence. Trials whose words are the same to the byte were
coded once and are one row, since a judgement that is copied to its twins agrees with itself.
Hidden duplicates are rows of their own (`StudyRatings.repeats`): they say how a coder agrees with
the same coder's earlier codes.

Rows are columns of numbers, so that a hundred thousand trials with a dozen questions each fit; what
many rows share (experiment, question, cell, participant) is written once, as their item group.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from coders.packets.shape import CoderKind
from coders.statistics.ratings import Flags, Ints, MeasurementLevel
from renderers.fields.coding.coefficients import (
    ALPHA,
    ICC_OF_MEAN,
    ICC_OF_ONE,
    KAPPA,
    MEASURED,
    PERCENT,
    QUADRATIC,
    WITHIN_1,
)

Small = NDArray[np.signedinteger[Any]]
Key = TypeVar("Key", bound=Hashable)


class RatedMeasure(Enum):
    """What coders are compared on: its title, what an item is, and the coefficients that a page
    shows; a document has them all.
    """

    def __init__(self, title: str, unit: str, *shown: str) -> None:
        self.title, self.unit, self.shown = title, unit, shown

    MARKS = MEASURED["marks"].heading, "test questions", PERCENT, KAPPA, ALPHA
    RATINGS = MEASURED["ratings"].heading, "ratings", PERCENT, KAPPA, QUADRATIC, ALPHA
    CONTROLS = "controls", "control questions", PERCENT, KAPPA
    GATE = "gate", "trials", PERCENT, KAPPA
    RULE = "LRS", "scored trials", PERCENT, WITHIN_1, QUADRATIC, ALPHA
    FINAL = "LRS with the zeros", "trials", PERCENT, KAPPA, QUADRATIC
    THREE_STEPS = "LRS in three steps", "trials", PERCENT, KAPPA, QUADRATIC
    LINEAR = "LRS on a line", "trials", ICC_OF_ONE, ICC_OF_MEAN


@dataclass(frozen=True, slots=True)
class RatingScale:
    """What codes are: labels, their values (None for names without an order), and the level."""

    labels: tuple[str, ...]
    values: tuple[float, ...] | None = None
    level: MeasurementLevel = MeasurementLevel.NOMINAL


_MARKS = ("wrong", "half", "right")
_ORDINAL = MeasurementLevel.ORDINAL
MARK_SCALE = RatingScale(_MARKS, (0.0, 0.5, 1.0), _ORDINAL)
CONTROL_SCALE = RatingScale(_MARKS)
GATE_SCALE = RatingScale(("failed", "passed"))
RULE_SCALE = RatingScale(tuple("12345"), (1.0, 2.0, 3.0, 4.0, 5.0), _ORDINAL)
LRS_SCALE = RatingScale(tuple("012345"), (0.0, 1.0, 2.0, 3.0, 4.0, 5.0), _ORDINAL)


@dataclass(frozen=True, slots=True)
class RaterColumn:
    """One coder: a column of every row; and what the coder's packets say of this coder alone.

    `content`: one of them was in content view. `gold` has for each judgement of silent gold its
    position and whether it is as the experts agreed. `models` and `wordings` are guesses, each
    after what was so. `first` are LRS given before any mark, each before the rule's for the marks.
    """

    coder: str
    kind: CoderKind
    content: bool
    gold: tuple[tuple[int, bool], ...]
    models: tuple[tuple[str, str], ...]
    wordings: tuple[tuple[str, str], ...]
    first: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RatingGroup:
    """What many rows share. `cell` is what a coder knows who has read the story: experiment, levels
    and wording, and for a question its title.
    """

    experiment: str
    question: str = ""
    cell: tuple[str, ...] = ()
    model: str = ""


EXPERIMENT = attrgetter("experiment")
ASKED = attrgetter("experiment", "question")
CELL = attrgetter("cell")
MODEL = attrgetter("model")


class RatingGroups(list[RatingGroup]):
    """The groups of a study's rows, each once."""

    def __init__(self) -> None:
        self._places: dict[RatingGroup, int] = {}
        self._known: dict[Callable[[RatingGroup], Hashable], tuple[dict[Hashable, int], Small]] = {}

    def number(self, group: RatingGroup) -> int:
        """The place of a group, which is added if it is new."""
        found = self._places.setdefault(group, len(self))
        if found == len(self):
            self.append(group)
            self._known.clear()
        return found

    def said(self, by: Callable[[RatingGroup], Hashable]) -> tuple[dict[Hashable, int], Small]:
        """What the groups say, each with a number from 0, and for every group the number of what it
        says.
        """
        if by not in self._known:
            numbers: dict[Hashable, int] = {}
            each = [numbers.setdefault(by(group), len(numbers)) for group in self]
            self._known[by] = numbers, np.array(each, dtype=np.int32)
        return self._known[by]


@dataclass(frozen=True, slots=True, eq=False)
class RatingRows:
    """Rows on one scale. `group` (one an item) are places in `groups`; `draw` with the experiment
    is the cluster.

    `codes` and `orders`, shape (rows, columns), have one entry for each coder. A code is a place
    among the categories of the scale, or -1; an order says when the coder had the thing (positions
    in the coder's packets, which follow each other), or -1. Orders have no columns where nobody
    asks for them. Numbers are of no more bytes than they need: rows are handed from one process to
    another.
    """

    scale: RatingScale
    groups: RatingGroups
    group: Small
    draw: Small
    codes: Small
    orders: Small

    def __len__(self) -> int:
        return int(self.group.size)

    def chosen(self, which: Flags) -> RatingRows:
        """Some of the rows."""
        # Of short rows, a mask takes ten times as long as their places.
        columns, some = (self.group, self.draw, self.codes, self.orders), np.flatnonzero(which)
        return RatingRows(self.scale, self.groups, *(one.take(some, axis=0) for one in columns))

    def judged_by(self, columns: Sequence[int]) -> RatingRows:
        """The rows that one of these coders judged."""
        judged = self.judged(columns)
        return self if judged.all() else self.chosen(judged)

    def judged(self, columns: Sequence[int]) -> Flags:
        """Which rows one of these coders judged."""
        return np.asarray((self.codes[:, list(columns)] >= 0).any(axis=1))

    def common_to(self, columns: Sequence[int]) -> int:
        """How many rows two or more of these coders judged."""
        return int(((self.codes[:, list(columns)] >= 0).sum(axis=1) > 1).sum())

    def numbers(self, by: Callable[[RatingGroup], Hashable]) -> Small:
        """What a row's group says, as a number: the same for the same."""
        return np.asarray(self.groups.said(by)[1][self.group])

    def values(self, by: Callable[[RatingGroup], Key]) -> list[Key]:
        """Everything that the rows' groups say, in the order of first rows."""
        _, firsts = np.unique(self.numbers(by), return_index=True)
        return [by(self.groups[int(self.group[at])]) for at in np.sort(firsts)]

    def where(self, by: Callable[[RatingGroup], Key], value: Key) -> RatingRows:
        """The rows whose group says this."""
        numbers, each = self.groups.said(by)
        return self.chosen((each == numbers.get(value, -1))[self.group])


@dataclass(frozen=True, slots=True, eq=False)
class StudyRatings:
    """Everything that agreement is computed from.

    `measures`: MARKS are test questions, RATINGS what was rated from 0 to 5, CONTROLS control
    questions, GATE trials, RULE trials that were scored, FINAL and LINEAR all trials. `contents` is
    what was said, by experiment and question. `trials` has a row for every whole trial, 0 for each
    coder who judged any of it.

    `gate_trials` and `gate_open` have one entry for each row of GATE: how many trials it stands
    for, and for how many of them no adjudicator has settled anything.

    `repeats` are what one coder (by column) judged twice, on MARKS or FINAL: the first code and the
    one given again are the two columns. `represented` has of each row of `trials` how many trials
    it represents: more than one where words were the same. `stale` judgements are of words that
    this study does not have: they are not counted.
    """

    columns: tuple[RaterColumn, ...]
    measures: Mapping[RatedMeasure, RatingRows]
    contents: Mapping[tuple[str, str], RatingRows]
    gate_trials: Ints
    gate_open: Ints
    repeats: Mapping[tuple[int, RatedMeasure], RatingRows]
    trials: RatingRows
    represented: Ints
    stale: int
