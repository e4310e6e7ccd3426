"""A report of BLAS of an invalid value, where all values are finite, reaches no reader."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from coders.statistics.blocks import Blocks, RowBlock


class _Reporting(np.ndarray):
    """Multiplies rightly, and has the processor report an invalid value, as some builds do."""

    def __matmul__(self, other: Any) -> Any:
        np.subtract(np.float64("inf"), np.float64("inf"))
        return np.asarray(self) @ other


def test_a_false_report_of_an_invalid_value_is_no_warning_and_the_product_is_right() -> None:
    matrix = np.ones((2, 3), dtype=np.float32).view(_Reporting)
    sums = Blocks(4, (RowBlock(np.array([0, 2]), None, matrix),))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = sums.times(np.array([[1, 2], [1, 0], [1, 5]]))
    assert found.tolist() == [[3, 7], [0, 0], [3, 7], [0, 0]]
