"""What several coders judged, laid side by side: a row for each thing, a code for each coder.

A row is what counts as one piece of evidence. Trials whose words are the same to the byte were
coded once and stand in one row, since a judgement that is copied to its twins agrees with itself.
Hidden duplicates are no rows: they say how a coder agrees with himself, and are pairs of their own.

Rows hold whole numbers and shared words, so that a hundred thousand trials fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from coders.packets.shape import CoderKind

NOT_RATED = -1

PACKET_APART = 1_000_000
"""Orders go on from one packet of a coder to the next: each has so many to itself."""


@dataclass(frozen=True, slots=True)
class Column:
    """One coder: a column of every row."""

    coder: str
    kind: CoderKind


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was judged. `codes` and `orders` have one entry for each column.

    A code is a place among the categories of the measure, or -1; an order says when the coder had
    the thing (positions in the coder's packets, which follow each other), or -1. `cell` is what a
    coder knows who has read the story: experiment, levels and wording, and for a question its
    title. `draw` with the experiment is the cluster.
    """

    experiment: str
    question: str
    cell: tuple[str, ...]
    model: str
    draw: int
    codes: tuple[int, ...]
    orders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Repeat:
    """One question, or a whole trial's LRS (`question` empty), that one coder judged twice."""

    column: int
    experiment: str
    draw: int
    question: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Guess:
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


@dataclass(slots=True)
class Rows:
    """Everything that agreement is computed from.

    `marks` are test questions (categories wrong, half, right), `controls` control questions
    (wrong, half, right); `contents` what was said, with `said` naming the categories of each
    (experiment, question); `gates` are trials (failed, passed), `rule` trials that were scored
    (1 to 5 as 0 to 4), `final` all trials (0 to 5), `linear` all trials with `steps` naming the
    values. `trials` has a row
    for every whole trial, 0 for each coder who judged any of it.
    """

    columns: tuple[Column, ...]
    marks: list[Row] = field(default_factory=list)
    controls: list[Row] = field(default_factory=list)
    contents: list[Row] = field(default_factory=list)
    said: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)
    gates: list[Row] = field(default_factory=list)
    rule: list[Row] = field(default_factory=list)
    final: list[Row] = field(default_factory=list)
    linear: list[Row] = field(default_factory=list)
    steps: list[Fraction] = field(default_factory=list)
    repeats: list[Repeat] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    wholes: list[Whole] = field(default_factory=list)
    trials: list[Row] = field(default_factory=list)
    standing: int = 0
    """Trials that stand behind the rows: more than there are rows where words were the same."""
    foreign: int = 0
    """Judgements of words that this study does not have: they are in no figure."""
