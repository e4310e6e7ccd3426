"""Whether coders could guess what was hidden from them: Bang's index.

Accuracy alone counts "no idea" as wrong, and makes a coder who guesses and one who has no idea the
same. Bang's index is, per arm (a model, a wording), the share who name it less the share who name
something else: 0 for guessing, 1 where everybody knows, below 0 where everybody is misled. James'
index, one figure over all arms, was not taken: knowing in one arm and being misled in the other
cancel out in it.

For more than two arms the share of wrong guesses is divided by the number of wrong arms, so that
guessing gives 0 again; for two this is Bang's own formula.

References
----------
Bang, H., Ni, L., & Davis, C. E. (2004). Assessment of blinding in clinical trials. Controlled
Clinical Trials, 25, 143-156. https://doi.org/10.1016/j.cct.2003.10.016
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from coders.statistics.intervals import Interval, wilson

_Z = NormalDist().inv_cdf(0.975)
BANG = "normal, standard error by Bang, Ni & Davis (2004)"


@dataclass(frozen=True, slots=True)
class MaskingArm:
    """What was guessed where `arm` was true: how often right, wrong, and "no idea".

    `index` is None where nobody was asked. `interval` is None, too, where all said alike, for the
    formula has no spread then.
    """

    arm: str
    right: int
    wrong: int
    no_idea: int
    index: float | None
    interval: Interval | None

    @property
    def n(self) -> int:
        """How often somebody was asked."""
        return self.right + self.wrong + self.no_idea


@dataclass(frozen=True, slots=True)
class Masking:
    """All arms, and how many of the guesses were right, and chance.

    `accuracy` is the Wilson interval of `right` of `guesses`; `chance` is one over the arms.
    """

    arms: tuple[MaskingArm, ...]
    right: int
    guesses: int
    no_idea: int
    chance: float
    accuracy: Interval | None

    @property
    def asked(self) -> int:
        """How often somebody was asked."""
        return self.guesses + self.no_idea

    @property
    def share(self) -> float | None:
        """The share of the guesses that were right; None where none was made."""
        return self.right / self.guesses if self.guesses else None


def bang_index(right: int, wrong: int, no_idea: int = 0, *, arms: int = 2) -> float | None:
    """Bang's index of one arm, between -1 / (arms - 1) and 1; None where nobody was asked.

    Raises ValueError for fewer than two arms: there is nothing to guess.

    >>> round(bang_index(82, 25, 170), 4)
    0.2058
    """
    if arms < 2:
        raise ValueError("with one arm there is nothing to guess")
    n = right + wrong + no_idea
    return (right - wrong / (arms - 1)) / n if n else None


def bang_interval(right: int, wrong: int, no_idea: int = 0, *, arms: int = 2) -> Interval | None:
    """The 95% interval of the index, cut to what it can be; None where it has no spread."""
    index = bang_index(right, wrong, no_idea, arms=arms)
    if index is None:
        return None
    n = right + wrong + no_idea
    variance = (right + wrong / (arms - 1) ** 2) / n - index**2
    if variance < 1e-12:
        return None
    half = _Z * sqrt(variance / n)
    return Interval(max(-1 / (arms - 1), index - half), min(1.0, index + half), BANG)


def masking(guesses: Sequence[tuple[str, str | None]], *, arms: Sequence[str]) -> Masking:
    """The masking test of one coder, or of several.

    `guesses` are (what was true, what was guessed), None for "no idea"; a guess that is no arm
    counts as wrong. `arms` are all that there were to choose from. Raises ValueError where
    something was true that is no arm.
    """
    if any(truth not in arms for truth, _ in guesses):
        raise ValueError("something was true that could not be guessed")
    listed = []
    for arm in arms:
        said = [guess for truth, guess in guesses if truth == arm]
        right, unknown = said.count(arm), said.count(None)
        counts = (right, len(said) - right - unknown, unknown)
        listed.append(
            MaskingArm(
                arm,
                *counts,
                bang_index(*counts, arms=len(arms)) if len(arms) > 1 else None,
                bang_interval(*counts, arms=len(arms)) if len(arms) > 1 else None,
            )
        )
    hits, ventured = sum(one.right for one in listed), sum(one.right + one.wrong for one in listed)
    return Masking(
        tuple(listed),
        hits,
        ventured,
        sum(one.no_idea for one in listed),
        1 / len(arms) if arms else 1.0,
        wilson(hits, ventured),
    )
