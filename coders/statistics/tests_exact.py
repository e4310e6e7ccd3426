"""Tests that count instead of approximating, for ten draws on a scale of six points.

A t test on ten draws at the ceiling has no variance to go by. Turning the signs of differences
round, in every way there is, needs none: under the null hypothesis each way was as likely. Its
price is a smallest p that few draws cannot go below, which is therefore printed with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

MOST_ENUMERATED = 16
"""Differences other than 0; of more than these a sample of all sign changes is drawn."""


@dataclass(frozen=True, slots=True)
class SignFlip:
    """A sign-flip test. `n` counts the differences, `ties` those that are 0; `smallest` is the
    least p that so many could have given. `exact` is False where sign changes were sampled.
    """

    p: float
    smallest: float
    n: int
    ties: int
    exact: bool


def sign_flip(
    differences: Sequence[float], *, seed: int = 0, resamples: int = 99_999
) -> SignFlip | None:
    """The two-sided sign-flip test that differences are centred on 0; None without differences.

    Parameters
    ----------
    differences : sequence of float
        One a draw (or one an experiment), each independent of the others.
    seed, resamples : int
        For more than 16 differences other than 0, where sign changes are sampled.

    Notes
    -----
    p is the share of all sign changes whose sum is at least as far from 0 as the one seen. A
    difference of 0 keeps its sign, so with z of them the smallest p is 2^(1 - n + z). Sampled, the
    result seen is counted among the samples, so that p is never 0.

    References
    ----------
    Fisher, R. A. (1935). The design of experiments. Oliver & Boyd. (Section 21)

    Phipson, B., & Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical
    Applications in Genetics and Molecular Biology, 9, 39. https://doi.org/10.2202/1544-6115.1585

    Examples
    --------
    Fisher's example, 15 pairs of Darwin's maize (eighths of an inch):

    >>> maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> round(sign_flip(maize).p * 2**15)
    1726
    """
    import numpy as np

    if not differences:
        return None
    moved = np.array([abs(one) for one in differences if one != 0])
    ties = len(differences) - len(moved)
    if not len(moved):
        return SignFlip(1.0, 1.0, len(differences), ties, True)
    # Sums of the same numbers in another order differ in the last digit; that is no difference.
    seen = abs(float(sum(differences))) - 1e-9 * float(moved.sum())
    count = len(moved)
    smallest = 2.0 ** (1 - count)
    if count <= MOST_ENUMERATED:
        signs = 1 - 2 * ((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
        p = float((np.abs(signs @ moved) >= seen).mean())
        return SignFlip(p, smallest, len(differences), ties, True)
    chance = np.random.default_rng(seed)
    hits = 0
    left = resamples
    while left:
        some = min(left, 4096)
        signs = 1 - 2 * chance.integers(0, 2, size=(some, count))
        hits += int((np.abs(signs @ moved) >= seen).sum())
        left -= some
    p = (hits + 1) / (resamples + 1)
    return SignFlip(p, max(smallest, 1 / (resamples + 1)), len(differences), ties, False)


def holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's adjusted p values of one declared family, in the order given; None, of what was not
    tested, stays None.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
    of Statistics, 6, 65-70. https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> holm([0.25, 0.0625, None, 0.125])
    (0.25, 0.1875, None, 0.25)
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, place) in enumerate(known):
        largest = max(largest, min(1.0, (len(known) - rank) * p))
        adjusted[place] = largest
    return tuple(adjusted)


def above_guessing(
    shares: Sequence[Fraction], guessing: Mapping[Fraction, Fraction]
) -> float | None:
    """How often guessers would earn at least these marks: a one-sided exact p; None without shares.

    Parameters
    ----------
    shares : sequence of Fraction
        The share of marks earned in each trial, gates ignored; the trials independent.
    guessing : mapping of share to probability
        What a guesser earns in one such trial; the probabilities add up to 1.

    Raises
    ------
    ValueError
        The probabilities do not add up to 1.

    Notes
    -----
    The distribution of the sum is the convolution of `guessing` with itself, computed on the
    lattice of all shares; nothing is simulated. That a model beats guessing does not say that it
    beats a simple habit, such as naming what was mentioned first: see docs/battery.md.
    """
    import numpy as np

    if sum(guessing.values()) != 1:
        raise ValueError("the probabilities of guessing do not add up to 1")
    if not shares:
        return None
    step = lcm(*(share.denominator for share in (*guessing, *shares)))
    one = np.zeros(max(int(share * step) for share in guessing) + 1)
    for share, probability in guessing.items():
        one[int(share * step)] += float(probability)
    total = np.ones(1)
    for _ in shares:
        total = np.convolve(total, one)
    earned = sum(int(share * step) for share in shares)
    return min(1.0, float(total[earned:].sum()))
