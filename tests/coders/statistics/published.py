"""Data of published worked examples, as their authors print them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import MeasurementLevel, Ratings, ratings_of

KRIPPENDORFF = """
1 1 . 1
2 2 3 2
3 3 3 3
3 3 3 3
2 2 2 2
1 2 3 4
4 4 4 4
1 1 2 1
2 2 2 2
. 5 5 5
. . 1 1
. 3 . .
"""
"""Krippendorff (2011), section C: 12 units, 4 observers, values 1 to 5, some missing."""

GWET = KRIPPENDORFF.replace(". 3 . .", ". . 3 .")
"""`cac.raw4raters` in Gwet (2014) and his package irrCAC: the same ratings, but that the one rating
of the last subject is the third rater's, which matters to Conger's kappa alone."""

SHROUT_FLEISS = """
9 2 5 8
6 1 3 2
8 4 6 8
7 1 2 6
10 5 6 9
6 2 4 7
"""
"""Shrout & Fleiss (1979), table 2: 6 targets, 4 judges."""

FLEISS = (
    "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
)
"""Fleiss (1971), table 1: 30 patients, how many of 6 psychiatrists gave each of 5 diagnoses."""

COHEN = ((88, 14, 18), (10, 40, 10), (2, 6, 12))
"""Cohen (1960), table 2, and Cohen (1968), table 1, as frequencies: 200 patients, two judges."""

ABSTRACTORS = ((13, 0, 0), (0, 20, 7), (0, 4, 56))
"""Gwet (2014): 100 pregnant women by type of pregnancy and abstractor; `cont3x3abstractors`."""


def matrix(text: str) -> list[list[int]]:
    """Values as printed, 0 where missing."""
    return [
        [0 if field == "." else int(field) for field in line.split()]
        for line in text.strip().splitlines()
    ]


def rated(
    rows: Sequence[Sequence[int]], top: int, level: MeasurementLevel = MeasurementLevel.ORDINAL
) -> Ratings:
    """Ratings on 1 to `top`, 0 for missing."""
    codes = np.array(rows) - 1
    return ratings_of(
        codes,
        coders=[f"coder {n}" for n in range(1, codes.shape[1] + 1)],
        labels=[str(value) for value in range(1, top + 1)],
        level=level,
    )


def from_square(
    counts: Sequence[Sequence[int]], level: MeasurementLevel = MeasurementLevel.NOMINAL
) -> Ratings:
    """Ratings of two coders from their table of counts."""
    rows = [
        (row + 1, column + 1)
        for row, line in enumerate(counts)
        for column, count in enumerate(line)
        for _ in range(count)
    ]
    return rated(rows, len(counts), level)


def from_counts(text: str, level: MeasurementLevel = MeasurementLevel.NOMINAL) -> Ratings:
    """Ratings from how many coders chose each category; who they were is not known."""
    counts = text.split()
    rows = [
        [place + 1 for place, times in enumerate(line) for _ in range(int(times))]
        for line in counts
    ]
    return rated(rows, len(counts[0]), level)


def values(found: Agreement, *names: str) -> list[float | None]:
    """The values of some coefficients."""
    return [found.coefficient(name).value for name in names]


def plain(ratings: Ratings) -> Agreement:
    """Agreement without a bootstrap."""
    return agreement(ratings, replicates=0)
