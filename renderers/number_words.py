"""Numbers as text: one format for each kind of number.

A number that is rounded to zero has no minus sign (`z` in its format).
"""

from __future__ import annotations

from fractions import Fraction

UNKNOWN = "unknown"
"""For a figure that there is, but that is not known: no trial of a cell is scored yet, or how many
answers are possible is not known.
"""
NONE = "-"
"""For a figure that there is not: an interval of few draws, a score that nobody published."""
NOT_DATA = "SIMULATED, not data"
"""What stands wherever figures of programs do."""
INTERVAL = "95% interval"
"""What a page, a drawing or a broad table calls it; a narrow column is headed `95%`."""

Ends = tuple[float, float]
"""The ends of an interval."""


def decimal(value: Fraction | None, places: int = 2) -> str:
    """A fraction in decimals, or `-` where there is none."""
    if value is None:
        return NONE
    # Rounded as a fraction: a float of 2.935 is less, and would be 2.93.
    exact = round(Fraction(value) * 10**places)
    return f"{exact / 10**places:.{places}f}"


def percent(value: Fraction | None) -> str:
    """A fraction in whole percent, or `-`."""
    return NONE if value is None else f"{float(value) * 100:.0f}%"


def hundredths(value: Fraction | float | None, digits: int = 0) -> str:
    """A share in percent, or a difference of shares in points, without a sign of percent."""
    return NONE if value is None else f"{float(100 * value):z.{digits}f}"


def signed(value: Fraction | float) -> str:
    """A difference with its sign."""
    # Rounded first, so that a number just below zero is not -0.00.
    return f"{float(round(value * 100)) / 100 + 0.0:+.2f}"


def points(value: Fraction) -> str:
    """A difference of shares in percentage points."""
    return f"{round(value * 100):+d} pp"


def between(ends: Ends | None) -> str:
    """An interval, `2.10 to 3.40`, or `-` where there is none."""
    return NONE if ends is None else f"{ends[0]:z.2f} to {ends[1]:z.2f}"


def between_percents(ends: Ends) -> str:
    """An interval of a share, `35% to 88%`."""
    return f"{ends[0]:z.0%} to {ends[1]:z.0%}"


def between_signed(ends: Ends) -> str:
    """An interval of a difference, `-0.10 to +0.35`."""
    return f"{signed(ends[0])} to {signed(ends[1])}"


def between_points(ends: Ends) -> str:
    """An interval of a difference of shares, `-5 to 12 pp`."""
    return f"{round(ends[0] * 100)} to {round(ends[1] * 100)} pp"


def with_df(t95: tuple[float, float, int]) -> str:
    """A t interval with its degrees of freedom, `2.10 to 3.40 (4)`."""
    return f"{between(t95[:2])} ({t95[2]})"


def p_value(p: float | None) -> str:
    """A p value with three decimals; `-` where there is none."""
    if p is None:
        return NONE
    return "<0.001" if p < 0.0005 else f"{p:.3f}"


def plain(value: Fraction) -> str:
    """A count, part of which may be a fraction: `6`, `6.5`."""
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"
