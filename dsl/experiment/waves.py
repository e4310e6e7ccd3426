"""Waves: the same questions again and again, each time after more was shown."""

from __future__ import annotations

from dsl.experiment.words import Template
from dsl.record import record


def wave_level(number: int) -> str:
    """The name of a wave as a level."""
    return f"wave {number}"


@record
class Carried:
    """What one wave hands on to the next: the reply to the record `name`, and before there is one
    the words `first`.
    """

    name: str
    first: Template

    def place(self, level: str) -> str:
        """Where the reply in a wave is noted, as the place of a turn would be."""
        return f"{level}/carry {self.name}"


@record
class Waves:
    """The waves of an experiment; `name` is their factor, and `numbers` gives each level its
    number, 0 before anything is shown.
    """

    name: str
    numbers: tuple[tuple[str, int], ...]
    carried: tuple[Carried, ...] = ()
