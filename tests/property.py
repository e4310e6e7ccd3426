"""How many examples a property is tried on.

A test without a number of its own gets 30, in a thorough run 1000
(tests/conftest.py). `examples` is for a test whose examples cost more or less than most.
"""

from __future__ import annotations

from hypothesis import settings

IN_EVERY_RUN, THOROUGH = 30, 1000


def examples(count: int, *, thorough: int | None = None) -> settings:
    """Decorate a property with `count` examples, and ten times as many, or `thorough`, in a
    thorough run.
    """
    everything = settings.default.max_examples == THOROUGH
    return settings(max_examples=(thorough or count * 10) if everything else count)
