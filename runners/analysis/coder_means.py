"""Each coder's own mean, beside the mean of record: whether one of them is stricter than another.

A coder's own mean has that coder's own judgement of the gates in it, trials that others dispute
included. Coders are few and were chosen, so no interval treats them as a sample of coders.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from renderers.coder_rows import FirstGiven, Overrides
from renderers.score_rows import CoderMean, CoderRow, Figure, TrialRow
from runners.analysis.means import draw_means, figure, mean


def in_cell(rows: Sequence[TrialRow]) -> tuple[CoderMean, ...]:
    """The coders' own means over the trials of one cell, those who count first."""
    return tuple(
        CoderMean(one.coder, one.kind, one.counted, figure(draws), trials)
        for one, draws, trials in _means(rows, lambda row: row.draw)
    )


def over(rows: Sequence[TrialRow]) -> tuple[CoderMean, ...]:
    """The coders' own means over everything that each coded, without intervals.

    Coders who coded different trials are not to be compared by them.
    """
    found = _means(rows, lambda row: (row.experiment, row.levels, row.wording, row.model, row.draw))
    return tuple(
        CoderMean(
            one.coder, one.kind, one.counted, Figure(mean(draws.values()), len(draws)), trials
        )
        for one, draws, trials in found
    )


def _means(
    rows: Iterable[TrialRow], unit: Callable[[TrialRow], Hashable]
) -> list[tuple[CoderRow, dict[int, Fraction], int]]:
    """A coder, the mean of each draw, and the number of trials with an LRS by that coder."""
    numbers: dict[Hashable, int] = {}
    values: dict[tuple[str, str], list[tuple[int, int]]] = {}
    some: dict[tuple[str, str], CoderRow] = {}
    for row in rows:
        for one in row.coders:
            some.setdefault((one.coder, one.kind), one)
            if one.lrs is not None:
                number = numbers.setdefault(unit(row), len(numbers))
                values.setdefault((one.coder, one.kind), []).append((number, one.lrs))
    order = sorted(some, key=lambda who: (not some[who].counted, who))
    return [(some[who], draw_means(values.get(who, ())), len(values.get(who, ()))) for who in order]


def overrides(rows: Iterable[TrialRow]) -> Overrides:
    """How often coders who count gave another LRS than the rule, and how far off on average."""
    pairs = _given(rows, lambda one: one.given)
    return Overrides(
        len(pairs),
        sum(given != rule for given, rule in pairs),
        mean(given - rule for given, rule in pairs),
    )


def first_given(rows: Iterable[TrialRow]) -> FirstGiven:
    """The LRS that coders who count gave before any mark, beside the rule's of the same trials."""
    pairs = _given(rows, lambda one: one.first)
    return FirstGiven(
        len(pairs), mean(given for given, _ in pairs), mean(rule for _, rule in pairs)
    )


def _given(
    rows: Iterable[TrialRow], which: Callable[[CoderRow], int | None]
) -> list[tuple[int, int]]:
    return [
        (given, one.lrs)
        for row in rows
        for one in row.coders
        if one.counted and one.lrs is not None and (given := which(one)) is not None
    ]
