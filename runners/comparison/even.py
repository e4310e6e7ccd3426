"""Shares of even questions compared: of two participants, and of two conditions of one.

The draws are not paired: a choice that nothing in the story decides has no difficulty that two
participants could share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from coders.statistics.differences import Estimate, mover_difference
from renderers.rows.comparisons import EvenDifference
from renderers.rows.questions import EvenScore

METHOD = "MOVER from the exact intervals of both shares"


def even_differences(rows: Sequence[EvenScore]) -> Iterator[EvenDifference]:
    """Every two participants in one cell, then every two conditions of one participant."""
    for first, second in combinations(rows, 2):
        if _asked(first) != _asked(second):
            continue
        if first.condition == second.condition and first.model != second.model:
            yield _compared(first, second, first.model, second.model, model="")
    for first, second in combinations(rows, 2):
        if _asked(first) == _asked(second) and first.model == second.model:
            yield _compared(first, second, first.condition, second.condition, model=first.model)


def _asked(row: EvenScore) -> tuple[str, ...]:
    return row.experiment, row.question, row.within, row.first, row.wording


def _compared(
    first: EvenScore, second: EvenScore, one: str, other: str, *, model: str
) -> EvenDifference:
    difference, ends = None, None
    if first.share is not None and second.share is not None:
        difference = first.share - second.share
        if first.ci95 is not None and second.ci95 is not None:
            found = mover_difference(
                Estimate(float(first.share), *first.ci95),
                Estimate(float(second.share), *second.ci95),
                method=METHOD,
            )
            ends = found.low, found.high
    return EvenDifference(
        experiment=first.experiment,
        condition="" if model else first.condition,
        wording=first.wording,
        model=model,
        simulated=first.simulated or second.simulated,
        question=first.question,
        within=first.within,
        answer=first.first,
        first=one,
        second=other,
        first_n=first.chose,
        second_n=second.chose,
        first_share=first.share,
        second_share=second.share,
        difference=difference,
        ci95=ends,
        ci_method="" if ends is None else METHOD,
    )
