"""Whether tasks form a scale on which who passes a harder one passes every easier one (Guttman)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FEWEST = 20
"""Draws; with fewer no coefficient is given."""


@dataclass(frozen=True, slots=True)
class Scalogram:
    """What patterns of passes say of a scale.

    `order` are the tasks (columns) from the easiest to the hardest, by the share that passed them;
    `shares` is that share, in this order. `reproducibility` is the proportion of results that a
    scale would have, `least` what the shares alone guarantee. `reversed_runs` is the proportion of
    patterns in which an easier task is failed and a harder one passed.
    """

    order: tuple[int, ...]
    shares: tuple[float, ...]
    reproducibility: float
    least: float
    reversed_runs: float


def scalogram(patterns: Sequence[Sequence[int]]) -> Scalogram:
    """Guttman's coefficient of reproducibility.

    Parameters
    ----------
    patterns : sequence of sequences of int, shape (n, k)
        0 for failed and 1 for passed: a row for each run, a column for each task; k of at least 2.

    Returns
    -------
    Scalogram

    Raises
    ------
    ValueError
        There is no pattern, or only one task.

    Notes
    -----
    The coefficient is 1 - errors / (n k). The errors of a row are the fewest results that have to
    be changed to make it one of the k + 1 patterns of a scale. Counted against the pattern of the
    row's own number of passes (Goodenough and Edwards) errors are about twice as many. `least` is
    the mean over tasks of the larger of the share that passed and the share that failed (minimal
    marginal reproducibility): a coefficient can never be lower, so that 0.9 says little where tasks
    are very easy or very hard. Tasks that equally many passed stay in the order given.

    References
    ----------
    Guttman, L. (1944). A basis for scaling qualitative data. American Sociological Review, 9,
    139-150. https://doi.org/10.2307/2086306

    Edwards, A. L. (1957). Techniques of attitude scale construction. Appleton-Century-Crofts.

    Examples
    --------
    >>> found = scalogram([(1, 1, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1)])
    >>> round(found.reproducibility, 3), found.reversed_runs
    (0.917, 0.25)
    """
    if not patterns or len(patterns[0]) < 2:
        raise ValueError("a scale needs a pattern of two tasks or more")
    n, k = len(patterns), len(patterns[0])
    passed = [sum(row[at] for row in patterns) for at in range(k)]
    order = sorted(range(k), key=lambda at: -passed[at])
    rows = [[row[at] for at in order] for row in patterns]
    errors = sum(min(_changes(row, score) for score in range(k + 1)) for row in rows)
    shares = tuple(passed[at] / n for at in order)
    return Scalogram(
        tuple(order),
        shares,
        1 - errors / (n * k),
        sum(max(share, 1 - share) for share in shares) / k,
        sum(_changes(row, sum(row)) > 0 for row in rows) / n,
    )


def _changes(row: Sequence[int], score: int) -> int:
    """How many results differ from the pattern in which the easiest `score` tasks are passed."""
    return sum(result != (at < score) for at, result in enumerate(row))
