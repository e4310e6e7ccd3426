"""Whether a published mean can be a mean of so many scores: the granularity check.

A mean of n whole numbers is a whole number over n, and few decimals are that. The check is exact:
fractions, never floats, and either way of rounding a half is granted. It says that a mean cannot
be, never who made the mistake; where n is large for the decimals, every mean passes.

References
----------
Brown, N. J. L., & Heathers, J. A. J. (2017). The GRIM test: a simple technique detects numerous
anomalies in the reporting of results in psychology. Social Psychological and Personality Science,
8, 363-369. https://doi.org/10.1177/1948550616673876
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Granularity:
    """Whether the mean is possible, and the nearest means below and above that are.

    `checks` is False where every mean with so many decimals is possible, so that passing says
    nothing.
    """

    possible: bool
    below: Fraction
    above: Fraction
    checks: bool


def granularity(mean: str, n: int, *, items: int = 1, grain: Fraction = Fraction(1)) -> Granularity:
    """What can be said of a mean as it is printed.

    Parameters
    ----------
    mean : str
        As printed, with its decimals: `3.50` says more than `3.5`.
    n : int
        Scores in the mean (replies, draws, children).
    items : int
        How many items each score is itself the mean of.
    grain : Fraction
        The step between two scores of one item: 1 for an LRS, 1/2 with half marks.

    Raises
    ------
    ValueError
        `mean` is no plain decimal number, or n, items or grain are not above 0.
    """
    _, _, decimals = mean.strip().partition(".")
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", mean.strip()):
        raise ValueError(f"`{mean}` is no decimal number")
    if n < 1 or items < 1 or grain <= 0:
        raise ValueError("n, items and grain must be above 0")
    printed = Fraction(mean.strip())
    step = grain / (n * items)
    below = (printed // step) * step
    above = below if below == printed else below + step
    slack = Fraction(1, 2 * 10 ** len(decimals))
    hit = printed - below <= slack or above - printed <= slack
    return Granularity(hit, below, above, step > 2 * slack)


def possible(mean: str, n: int, *, items: int = 1, grain: Fraction = Fraction(1)) -> bool:
    """Whether `mean`, as printed, can be the mean of `n` scores. See `granularity`.

    >>> possible("5.19", 28)
    False
    """
    return granularity(mean, n, items=items, grain=grain).possible
