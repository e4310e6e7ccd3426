"""Cells that are not the paper's: additions, which stay out of the mean of a domain.

A script says so on its line `fidelity:`: `fidelity: addition` for the whole experiment, and
`fidelity: addition in LEVEL, LEVEL` for the cells that have one of these levels of a condition. A
mean that took in whatever was added would be compared with the paper's means, and be of other
things.
"""

from __future__ import annotations

import re

from dsl.experiment import Experiment
from dsl.trial import Levels
from dsl.words import folded

_ADDITION = re.compile(r"addition\b(?:\s+in\s+(?P<levels>[^.;]+))?", re.IGNORECASE)


def is_addition(experiment: Experiment, levels: Levels) -> bool:
    """Whether the cell with these levels is marked as an addition to the paper's."""
    for name, words in experiment.meta:
        found = _ADDITION.match(words.strip()) if name == "fidelity" else None
        if found is None:
            continue
        if found["levels"] is None:
            return True
        named = {folded(level) for level in found["levels"].split(",")}
        if any(folded(level) in named for _, level in levels):
            return True
    return False
