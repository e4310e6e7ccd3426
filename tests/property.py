"""How many examples a property is tried on.

A test without a number of its own gets Hypothesis's 100, in a thorough run 1000
(tests/conftest.py). `examples` is for a test whose examples cost more or less than most.
"""

from __future__ import annotations

from hypothesis import settings


def examples(count: int) -> settings:
    """Decorate a property with `count` examples, and ten times as many in a thorough run."""
    return settings(max_examples=count * settings.default.max_examples // 100)
