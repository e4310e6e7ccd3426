"""Criteria of trainings that guessing reaches too often: W672."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.expanding.steps_within import steps_within
from dsl.experiment import MeasureKind, Train

MOST = Fraction(1, 5)
"""Where more guessers reach a criterion, reaching it says little."""


def training_faults(expander: Expander) -> Iterator[Fault]:
    """A warning for each training whose criterion too many guessers reach in some cell."""
    experiment = expander.experiment
    spans = {one.name: one.span for one in steps_within(experiment.steps) if isinstance(one, Train)}
    if not spans:
        return
    from coders.measure_chance import guessed
    from dsl.faults.players import ReachedByGuessing

    firsts = [expander.trial(cell, draw=1) for cell in cells(experiment)]
    trained = [one for one in experiment.measures if one.kind is MeasureKind.TRAINED]
    for one, found in guessed(trained, firsts):
        assert one.training is not None
        highest = max((p for p in found if p is not None), default=Fraction(0))
        if highest > MOST:
            until = one.training.criterion
            yield ReachedByGuessing(
                span=spans[one.training.name],
                percent=round(100 * highest),
                criterion=until.words,
                within=until.bound,
            )
