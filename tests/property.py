"""How many examples a property is tried on.

A test without a number of its own gets Hypothesis's 100, in a thorough run 1000
(tests/conftest.py). `examples` is for a test whose examples cost more or less than most.
"""

from __future__ import annotations

from hypothesis import settings


def examples(count: int, *, thorough: int | None = None) -> settings:
    """Decorate a property with `count` examples, and ten times as many, or `thorough`, in a
    thorough run.
    """
    times = settings.default.max_examples // 100
    return settings(max_examples=count if times == 1 else thorough or count * times)
