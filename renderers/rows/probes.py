"""How familiar the original words are to a model that reports likelihoods."""

from __future__ import annotations

from dataclasses import dataclass

Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class WordFamiliarity:
    """One model and one experiment, or all experiments (`experiment` is empty).

    Stories: `original_bits` and `permuted_bits` are bits per character, lower is likelier, and
    `difference` is permuted minus original; `more_likely` is the share of draws in which the
    original is the likelier. Words: `first` is the share of places at which the original's words
    are the likeliest of all that could stand there, `first_chance` that of a choice at random, and
    `rank` the mean share of the other words that are less likely, .5 by chance; both take the
    likelihood at the beginning of a text off, `rank_uncorrected` does not. Intervals are over
    experiments.
    """

    experiment: str
    model: str
    simulated: bool
    n_experiments: int
    n_draws: int
    original_bits: float
    permuted_bits: float
    difference: float
    more_likely: float
    n_words: int
    first: float | None
    first_chance: float | None
    rank: float | None
    rank_uncorrected: float | None
    difference_ci95: Ends | None = None
    rank_ci95: Ends | None = None
