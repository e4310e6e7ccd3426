"""What several coders judged, laid side by side: a row for each thing, a code for each coder.

A row is what counts as one piece of evidence. Trials whose words are the same to the byte were
coded once and stand in one row, since a judgement that is copied to its twins agrees with itself.
Hidden duplicates are no rows: they say how a coder agrees with himself, and are pairs of their own.

Rows are columns of numbers, so that a hundred thousand trials with a dozen questions each fit; what
many rows share (experiment, question, cell, participant) is written once, as their spot.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coders.packets.shape import CoderKind

Ints = NDArray[np.int64]
Small = NDArray[np.signedinteger[Any]]
Flags = NDArray[np.bool_]

NOT_RATED = -1

PACKET_APART = 1_000_000
"""Orders go on from one packet of a coder to the next: each has so many to itself."""


@dataclass(frozen=True, slots=True)
class RaterColumn:
    """One coder: a column of every row."""

    coder: str
    kind: CoderKind


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """What many rows share. `cell` is what a coder knows who has read the story: experiment, levels
    and wording, and for a question its title.
    """

    experiment: str
    question: str
    cell: tuple[str, ...]
    model: str


@dataclass(frozen=True, slots=True, eq=False)
class RatingRows:
    """Rows. `spot` (one an item) are places in `spots`; `draw` with the experiment is the cluster.

    `codes` and `orders`, shape (rows, columns), have one entry for each coder. A code is a place
    among the categories of the measure, or -1; an order says when the coder had the thing
    (positions in the coder's packets, which follow each other), or -1. Orders have no columns
    where nobody asks for them. Numbers are of no more bytes than they need: rows are handed from
    one process to another.
    """

    spots: Sequence[ItemGroup]
    spot: Small
    draw: Small
    codes: Small
    orders: Ints

    def __len__(self) -> int:
        return int(self.spot.size)

    def chosen(self, which: Flags) -> RatingRows:
        """Some of the rows."""
        return RatingRows(
            self.spots, self.spot[which], self.draw[which], self.codes[which], self.orders[which]
        )

    def none(self) -> RatingRows:
        """None of the rows."""
        return self.chosen(np.zeros(len(self), dtype=np.bool_))

    def judged_by(self, columns: Sequence[int]) -> RatingRows:
        """The rows that one of these coders judged."""
        judged = np.asarray((self.codes[:, list(columns)] >= 0).any(axis=1))
        return self if judged.all() else self.chosen(judged)

    def common_to(self, columns: Sequence[int]) -> int:
        """How many rows two or more of these coders judged."""
        return int(((self.codes[:, list(columns)] >= 0).sum(axis=1) > 1).sum())

    def numbers(self, by: Callable[[ItemGroup], Hashable]) -> Ints:
        """What a row's spot says, as a number: the same for the same."""
        known: dict[Hashable, int] = {}
        each = [known.setdefault(by(spot), len(known)) for spot in self.spots]
        return np.array(each, dtype=np.int64)[self.spot]

    def apart(self, by: Callable[[ItemGroup], Hashable]) -> Iterable[tuple[ItemGroup, RatingRows]]:
        """The rows of each value by itself, with one of its spots, in the order of first rows."""
        numbers = self.numbers(by)
        values, firsts = np.unique(numbers, return_index=True)
        for place in np.argsort(firsts):
            one = self.chosen(numbers == values[place])
            yield self.spots[int(self.spot[firsts[place]])], one


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """What coders judged twice. `codes`, shape (pairs, 2), are the first code and the one given
    again, of the LRS of a `whole` trial or else of the mark of a question; the others have one
    entry a pair, and `experiment` numbers experiments.
    """

    column: Ints
    experiment: Ints
    draw: Ints
    whole: Flags
    codes: Ints

    def __len__(self) -> int:
        return int(self.column.size)

    def of(self, column: int, *, whole: bool) -> Repeats:
        """The pairs of one coder, of whole trials or of questions."""
        its = (self.column == column) & (self.whole == whole)
        return Repeats(
            self.column[its], self.experiment[its], self.draw[its], self.whole[its], self.codes[its]
        )


@dataclass(frozen=True, slots=True)
class CoderGuess:
    """What one coder guessed behind one item, and what was so."""

    column: int
    model: str
    wording: str
    true_model: str
    true_wording: str


@dataclass(frozen=True, slots=True)
class Whole:
    """The LRS that one coder gave a transcript before any mark, beside the rule's for the marks."""

    column: int
    rule: int
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Everything that agreement is computed from.

    `marks` are test questions (categories wrong, half, right), `controls` control questions
    (wrong, half, right); `contents` what was said, with `said` naming the categories of each
    (experiment, question); `gates` are trials (failed, passed), `rule` trials that were scored
    (1 to 5 as 0 to 4), `final` all trials (0 to 5), `linear` all trials with `steps` naming the
    values. `trials` has a row for every whole trial, 0 for each coder who judged any of it.

    `gate_trials` and `gate_open` have one entry for each row of `gates`: how many trials it stands
    for, and for how many of them no adjudicator has settled anything.

    `standing` trials stand behind the rows: more than there are rows where words were the same.
    `foreign` judgements are of words that this study does not have: they are in no figure.
    """

    columns: tuple[RaterColumn, ...]
    marks: RatingRows
    controls: RatingRows
    contents: RatingRows
    said: dict[tuple[str, str], dict[str, int]]
    gates: RatingRows
    gate_trials: Ints
    gate_open: Ints
    rule: RatingRows
    final: RatingRows
    linear: RatingRows
    steps: tuple[Fraction, ...]
    repeats: Repeats
    guesses: tuple[CoderGuess, ...]
    wholes: tuple[Whole, ...]
    trials: RatingRows
    standing: int
    foreign: int
