"""Experiments of scripts, and trials for tests that need one, or all, and keep no expander."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from dsl.expand import Expander
from dsl.experiment import Experiment
from dsl.loading import Loaded, load
from dsl.trial import Cell, Trial


def experiment_in(found: Loaded) -> Experiment:
    """The experiment of a script in which there is no error."""
    assert found.experiment is not None, [fault.message() for fault in found.faults]
    return found.experiment


@cache
def flawless(path: Path) -> Experiment:
    """A script without a fault or a warning, read once for all tests of a worker."""
    found = load(path)
    assert [fault.message() for fault in found.faults] == []
    return experiment_in(found)


@cache
def shipped(path: Path) -> Experiment:
    """A script that ships, read once for all tests of a worker."""
    return experiment_in(load(path))


def expand(
    experiment: Experiment, cell: Cell, *, draw: int, sample: int = 1, seed: int | None = None
) -> Trial:
    """One trial; draws and samples count from 1."""
    return Expander(experiment, seed=seed).trial(cell, draw=draw, sample=sample)


def trials(
    experiment: Experiment,
    *,
    runs: int | None = None,
    samples: int | None = None,
    seed: int | None = None,
    wordings: Sequence[str] | None = None,
    only: Sequence[str] = (),
) -> Iterator[Trial]:
    """Every trial of an experiment, lazily; what is not given is as the script's design says."""
    expander = Expander(experiment, seed=seed)
    return expander.trials(runs=runs, samples=samples, wordings=wordings, only=only)
