"""An age function from people who answered a bank: correlations, coefficients, people held out.

References
----------
Wang, X., et al. (2024). CogLM: Tracking cognitive development of large language models.

Cribari-Neto, F. (2004). Asymptotic inference under heteroskedasticity of unknown form.
Computational Statistics & Data Analysis, 45, 215-233 (HC4).
https://doi.org/10.1016/S0167-9473(02)00366-3
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coders.statistics.correlations import RankCorrelation, rank_correlation

Floats = NDArray[np.float64]
Limits = tuple[float, float]

FEWEST = 20
"""With fewer people no function is fitted: a held-out fifth of them has no order to speak of."""
SPLITS, TRAINED = 200, 0.8
COEFFICIENTS = "t, HC4 standard errors"
"""How the intervals of coefficients are made."""


@dataclass(frozen=True, slots=True)
class Fit:
    """`coefficients` are the intercept and the years of each stage, with 95% `limits`. `held_out`
    is the mean Spearman correlation of predicted and true age of people who were left out; 95% of
    the splits are within `held_out_range`.
    """

    people: int
    pearson: float
    pearson_ci95: Limits
    spearman: RankCorrelation
    coefficients: tuple[float, ...]
    limits: tuple[Limits, ...]
    held_out: float
    held_out_range: Limits


def coefficients(design: Floats, ages: Floats) -> tuple[Floats, Floats]:
    """Least squares of age, with 95% limits that hold where errors grow with age or are skewed.

    Parameters
    ----------
    design : array (people, coefficients)
        A column of ones, then the calibrated accuracies of stages.
    ages : array (people,)
        Years.

    Returns
    -------
    values : array (coefficients,)
    limits : array (coefficients, 2)
        Values plus and minus t times the HC4 standard error: each squared residual is divided by a
        power of 1 less the person's leverage, so that few people with unlike scores count as few.

    Raises
    ------
    ValueError
        The columns do not identify coefficients, or one person alone decides one of them.
    """
    from scipy.special import stdtrit

    n, count = design.shape
    if np.linalg.matrix_rank(design) < count:
        raise ValueError("the accuracies of one stage follow from those of the others")
    solve = np.linalg.pinv(design)
    values = solve @ ages
    leverage = np.einsum("ij,ji->i", design, solve)
    if leverage.max() > 1 - 1e-9:
        raise ValueError("one person alone decides the years of a stage, in which all others agree")
    power = np.minimum(4, n * leverage / count)
    squares = (ages - design @ values) ** 2 / (1 - leverage) ** power
    half = stdtrit(n - count, 0.975) * np.sqrt(solve**2 @ squares)
    return values, np.column_stack([values - half, values + half])


def fit_ages(stages: Floats, scores: Floats, ages: Floats, *, seed: int) -> Fit:
    """Least squares of age on the calibrated accuracies of stages.

    Parameters
    ----------
    stages : array (people, stages)
        Calibrated accuracies, 1 is all right.
    scores : array (people,)
        What is correlated with age: each person's accuracy.
    ages : array (people,)
        Years.
    seed : int
        Of splits.

    Raises
    ------
    ValueError
        There are fewer than 20 people, all have one age or score, or `coefficients` has none.
    """
    from scipy.stats import pearsonr, spearmanr

    n = len(ages)
    if n < FEWEST:
        raise ValueError(f"{n} people are too few: at least {FEWEST} are needed")
    design = np.column_stack([np.ones(n), stages])
    if len(set(ages)) < 2 or len(set(scores)) < 2:
        raise ValueError("all people have the same age, or the same score")
    values, limits = coefficients(design, ages)
    rng = np.random.default_rng(seed)
    held = []
    for _ in range(SPLITS):
        order = rng.permutation(n)
        cut = round(TRAINED * n)
        train, rest = order[:cut], order[cut:]
        predicted = design[rest] @ np.linalg.lstsq(design[train], ages[train])[0]
        held.append(spearmanr(predicted, ages[rest]).statistic)
    low, high = np.nanpercentile(held, [2.5, 97.5])
    linear = pearsonr(scores, ages)
    ends = linear.confidence_interval()
    ranks = rank_correlation([(float(x), float(y)) for x, y in zip(scores, ages, strict=True)])
    assert ranks is not None
    return Fit(
        n,
        float(linear.statistic),
        (float(ends.low), float(ends.high)),
        ranks,
        tuple(map(float, values)),
        tuple((float(a), float(b)) for a, b in limits),
        float(np.nanmean(held)),
        (float(low), float(high)),
    )
