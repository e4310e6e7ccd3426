"""Families of replies whose marks are known by construction: none is decided wrongly."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchmarks.read_families import Read, made, read

EVERY = 23
"""A quick run reads so many-th of the replies, a thorough one all."""


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest) -> Sequence[Read]:
    """What the matcher says of the families."""
    replies = list(made(seed=1))
    thorough = request.config.getoption("--thorough", default=False)
    return read(replies if thorough else replies[::EVERY])
