"""The rule that turns a share of marks into an LRS, on exact rationals.

Kosoy et al. (2023), Table 1, gives bands with gaps (0-24, 25-49, 50-74, 75-99, 100 per cent); they
are read here as half-open bands. Shares are fractions and never floats: eighteen marks worth one
twenty-fourth each, added as floats, fall on the wrong side of three quarters.
"""

from __future__ import annotations

from fractions import Fraction


def rule(share: Fraction, *, unclear: bool = False) -> int:
    """The LRS, 1 to 5, of a trial in which `share` of the marks was earned.

    `unclear`: some right answer carries the flag unclear, which bars a 5. A score of 0 comes
    from the status of the trial, not from the share.
    """
    if share >= 1:
        return 4 if unclear else 5
    return 1 + int(share * 4)


def linear(share: Fraction) -> Fraction:
    """The straight line beside the bands, 1 + 4 x share: the same for any number of questions."""
    return 1 + 4 * share
