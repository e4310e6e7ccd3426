"""An age function from people who answered a bank: correlations, coefficients, people held out.

References
----------
Wang, X., et al. (2024). CogLM: Tracking cognitive development of large language models.

Hesterberg, T. C. (2015). What teachers should know about the bootstrap. The American Statistician,
69, 371-386 (the expanded percentile interval). https://doi.org/10.1080/00031305.2015.1089789
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
SPLITS, TRAINED, RESAMPLES = 200, 0.8, 2000


@dataclass(frozen=True, slots=True)
class Fit:
    """`coefficients` are the intercept and the years of each stage, with `limits` (95%, expanded
    percentiles of a bootstrap by person). `held_out` is the mean Spearman correlation of predicted
    and true age of people who were left out; 95% of the splits are within `held_out_range`.
    """

    people: int
    pearson: float
    pearson_ci95: Limits
    spearman: RankCorrelation
    coefficients: tuple[float, ...]
    limits: tuple[Limits, ...]
    held_out: float
    held_out_range: Limits


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
        Of splits and resamples.

    Raises
    ------
    ValueError
        There are fewer than 20 people, all have one age or score, or the stages of all do not
        identify coefficients.
    """
    from scipy.special import ndtr, stdtrit
    from scipy.stats import bootstrap, pearsonr, spearmanr

    n = len(ages)
    if n < FEWEST:
        raise ValueError(f"{n} people are too few: it takes {FEWEST}")
    design = np.column_stack([np.ones(n), stages])
    if len(set(ages)) < 2 or len(set(scores)) < 2:
        raise ValueError("all people have the same age, or the same score")
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError("the accuracies of one stage follow from those of the others")

    def fitted(people: NDArray[np.intp]) -> Floats:
        return np.asarray(np.linalg.lstsq(design[people], ages[people])[0], np.float64)

    rng = np.random.default_rng(seed)
    everybody = np.arange(n)
    # Percentiles alone are too narrow by the coefficients that are fitted, and by t for z.
    free = n - design.shape[1]
    expanded = 1 - 2 * float(ndtr(-stdtrit(free, 0.975) * (n / free) ** 0.5))
    drawn = bootstrap(
        (everybody,),
        lambda people: fitted(people.astype(np.intp)),
        n_resamples=RESAMPLES,
        vectorized=False,
        confidence_level=expanded,
        method="percentile",
        rng=rng,
    ).confidence_interval
    held = []
    for _ in range(SPLITS):
        order = rng.permutation(n)
        cut = round(TRAINED * n)
        train, rest = order[:cut], order[cut:]
        held.append(spearmanr(design[rest] @ fitted(train), ages[rest]).statistic)
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
        tuple(float(one) for one in fitted(everybody)),
        tuple((float(a), float(b)) for a, b in np.column_stack([drawn.low, drawn.high])),
        float(np.nanmean(held)),
        (float(low), float(high)),
    )
