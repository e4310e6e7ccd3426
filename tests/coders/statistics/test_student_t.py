"""Quantiles of Student's t that are kept in a table."""

from __future__ import annotations

import pytest
from scipy.special import stdtrit

from coders.statistics.student_t import t_quantile


@pytest.mark.parametrize("probability", [0.9, 0.975, 0.995])
def test_a_quantile_is_that_of_scipy(probability: float) -> None:
    """Versions of scipy differ in the last of 16 figures."""
    for freedom in (*range(2, 120), 1000):
        theirs = float(stdtrit(freedom, probability))
        assert t_quantile(freedom, probability) == pytest.approx(theirs, rel=1e-14), freedom
