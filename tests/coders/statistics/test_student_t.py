"""Quantiles of Student's t that are kept in a table."""

from __future__ import annotations

import pytest
from scipy.special import stdtrit

from coders.statistics.student_t import t_quantile


@pytest.mark.parametrize("freedom", [*range(2, 120), 1000])
@pytest.mark.parametrize("probability", [0.9, 0.975, 0.995])
def test_a_quantile_is_that_of_scipy(freedom: int, probability: float) -> None:
    """Versions of scipy differ in the last of 16 figures."""
    assert t_quantile(freedom, probability) == pytest.approx(
        float(stdtrit(freedom, probability)), rel=1e-14
    )
