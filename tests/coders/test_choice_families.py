"""Families of replies to items with choices: what each takes is known by construction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest

from benchmarks.choice_families import Read, figures, made, read

EVERY = 11
"""A quick run reads one of so many replies, a thorough one all of a fresh seed, too."""


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest) -> Sequence[Read]:
    """What the reader takes the replies for."""
    if not request.config.getoption("--thorough"):
        return read(list(made(seed=1))[::EVERY])
    return read([*made(seed=1), *made(seed=request.config.getoption("--seed"))])


def test_99_in_100_decided_replies_are_read_right_and_95_in_100_decided(
    told: Sequence[Read],
) -> None:
    """Of all families together, in both halves and batches."""
    found = figures(told)
    assert found.decided - found.wrong >= 0.99 * found.decided
    assert found.decided >= 0.95 * found.clear
    assert found.unclear_decided <= 0.05 * found.unclear


def test_the_same_seed_makes_the_same_replies_and_another_seed_others() -> None:
    """The figures in docs/matcher.md can be made again."""
    one, same, other = (list(islice(made(seed=seed), 300)) for seed in (7, 7, 8))
    assert one == same
    assert [m.reply for m in one] != [m.reply for m in other]
