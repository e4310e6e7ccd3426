"""Checks that need more than the script: players tried on it, examples checked against the matcher.

They are warnings, never errors: a script may be meant to show that a shortcut works. Players also
say which outcomes of a script that answers back nobody reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.diagnostic import Fault, in_order
from dsl.record import replace

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from dsl.loading import Loaded


def inspect(path: str | Path, *, added: str = "") -> Loaded:
    """A script, with the lines in `added` at its end, and every fault that can be found in it,
    errors first.

    Raises:
        Unreadable: the file cannot be read.
    """
    from dsl.loading import load

    loaded = load(path, added=added)
    if loaded.experiment is None:
        return loaded
    found = (*loaded.faults, *_played(loaded, loaded.experiment))
    return replace(loaded, faults=in_order(found, loaded.file))


def _played(loaded: Loaded, experiment: Experiment) -> Iterator[Fault]:
    from runners.check.anchors import example_faults
    from runners.check.kept_trials import KeptTrials
    from runners.check.marking import Marking
    from runners.check.outcomes_reached import outcome_faults
    from runners.check.places import Places
    from runners.check.shortcuts import shortcut_faults
    from runners.check.training_chance import training_faults

    expander = KeptTrials(experiment)
    places = Places(experiment, loaded.script)
    marking = Marking()
    yield from shortcut_faults(expander, places, marking)
    yield from example_faults(expander, places, marking)
    yield from outcome_faults(expander, places)
    yield from training_faults(expander)
