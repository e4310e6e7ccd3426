"""Guttman's reproducibility, held against a published table and against what it must be."""

import numpy as np
import pytest

from coders.scalogram import scalogram

BERNARD = [
    *[(1, 1, 1)] * 3, *[(1, 1, 0)] * 3, *[(1, 0, 0)] * 3,
    *[(0, 1, 0)] * 3, *[(0, 0, 1)] * 3, (1, 0, 1),
]  # fmt: skip
"""After Bernard, Research Methods in Anthropology, Table 11.1: 16 informants, three signs of
acculturation. Seven results have to be changed; he counts two for each of three, and has .79."""


def test_the_table_of_a_textbook() -> None:
    """One error in each of seven informants, of 48 results."""
    found = scalogram(BERNARD)
    assert found.order == (0, 1, 2)
    assert found.reproducibility == pytest.approx(1 - 7 / 48)
    assert pytest.approx(0.79, abs=0.005) == 1 - (7 + 3) / 48
    assert found.reversed_runs == 7 / 16
    assert found.least == pytest.approx((10 / 16 + 9 / 16 + 9 / 16) / 3)


def test_a_scale_is_reproduced_whole() -> None:
    """Also where its columns stand in another order."""
    found = scalogram([(0, 1, 0), (0, 1, 1), (1, 1, 1), (0, 0, 0)])
    assert found.order == (1, 2, 0)
    assert (found.reproducibility, found.reversed_runs) == (1, 0)


def test_it_is_never_below_what_the_shares_guarantee() -> None:
    """The minimal marginal reproducibility is a lower bound."""
    rng = np.random.default_rng(7)
    for _ in range(300):
        passes = rng.random(rng.integers(2, 7))
        rows = (rng.random((rng.integers(1, 30), len(passes))) < passes).astype(int)
        found = scalogram(rows.tolist())
        assert found.least - 1e-12 <= found.reproducibility <= 1


def test_one_task_is_no_scale() -> None:
    """Nor is nothing."""
    for rows in ([], [(1,)]):
        with pytest.raises(ValueError, match="two tasks"):
            scalogram(rows)
