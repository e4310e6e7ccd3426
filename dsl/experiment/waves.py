"""Waves: the same questions again and again, each time after more was shown."""

from __future__ import annotations

from dsl.record import record


def wave_level(number: int) -> str:
    """The name of a wave as a level."""
    return f"wave {number}"


@record
class Waves:
    """The waves of an experiment; `name` is their factor, and `numbers` gives each level its
    number, 0 before anything is shown.
    """

    name: str
    numbers: tuple[tuple[str, int], ...]
