"""How the values of figures are written, and between which ends they lie."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from dsl.trial import Levels
from renderers.fields.field import Kind, Scale
from renderers.number_words import (
    Ends,
    between,
    between_percents,
    between_points,
    between_signed,
    decimal,
    p_value,
    percent,
    plain,
    points,
    signed,
    with_df,
)
from renderers.rows.published import PublishedLRS
from renderers.terminal import visible


def whole_or_float(value: int | Fraction) -> int | float:
    """A count as JSON has it: a whole number unless part of it is a fraction."""
    return int(value) if value.denominator == 1 else float(value)


def plain_lrs(value: int | Fraction) -> str:
    """An LRS by one coder: `4`, or of several ratings `3.75`."""
    return str(value) if value.denominator == 1 else decimal(Fraction(value))


POINTS = "LRS points"

TEXT = Scale(Kind.TEXT, visible)
CHOICE = Scale[StrEnum](Kind.TEXT, plain=str)
OPTIONAL = Scale[str](Kind.TEXT, lambda text: visible(text) or None, lambda text: text or None)
"""A text that may be empty, which means none."""

KEY = Scale(Kind.KEY, visible)
TIME = Scale(Kind.TIME, visible)
TRUTH = Scale[bool](Kind.TRUTH, lambda value: "yes" if value else "no")
WHOLE = Scale[int](Kind.WHOLE, low=0, page="count")
COUNT = Scale[int](Kind.WHOLE, "{:,}".format, low=0, page="count")
"""A count that may have thousands, written with commas."""

NUMBER = Scale[int](Kind.WHOLE, low=1, page="count")
"""A number that begins at 1, such as that of a draw."""

LRS = Scale[Fraction](Kind.NUMBER, decimal, float, POINTS, 0, 5, page="rounded")
CODER_LRS = Scale[int | Fraction](Kind.NUMBER, plain_lrs, whole_or_float, POINTS, 0, 5, page="part")
"""An LRS by one coder: whole, but for the mean of several ratings of one run."""
GIVEN_LRS = Scale[int](Kind.WHOLE, unit=POINTS, low=0, high=5, page="count")
DECIMAL = Scale[Fraction](Kind.NUMBER, decimal, float, page="rounded")
SHARE = Scale[Fraction](Kind.NUMBER, percent, float, low=0, high=1, page="percent")
RATIO = Scale[float](Kind.NUMBER, "{:z.2f}".format, page="rounded")
DIFFERENCE = Scale[Fraction](Kind.NUMBER, signed, float, POINTS, -5, 5, page="rounded")
SHARE_DIFFERENCE = Scale[Fraction](Kind.NUMBER, points, float, low=-1, high=1, page="points")
SIGNED = Scale[float](Kind.NUMBER, signed, page="rounded")
CORRELATION = Scale[float](Kind.NUMBER, signed, low=-1, high=1, page="rounded")
CORRELATION_CI = Scale[Ends](
    Kind.NUMBER, between, list, "correlation, low and high", page="interval"
)
DOLLARS = Scale[Decimal](Kind.NUMBER, plain=float, unit="US dollars", low=0)
MONTHS = Scale[Fraction](Kind.NUMBER, decimal, float, "months", 0, page="rounded")
PART = Scale[Fraction](Kind.NUMBER, plain, whole_or_float, low=0, page="part")
"""A count, part of which may be a fraction."""

PLACE = Scale[Fraction](Kind.NUMBER, plain, float, low=1, page="short")
LRS_LIST = Scale[tuple[Fraction, ...]](Kind.LIST, plain=lambda every: list(map(float, every)))

P = Scale[float](Kind.NUMBER, p_value, low=0, high=1, page="p_value")
EXACT_P = Scale[Fraction](
    Kind.NUMBER, lambda value: p_value(float(value)), float, low=0, high=1, page="p_value"
)
CI = Scale[Ends](Kind.NUMBER, between, list, "LRS points, low and high", page="interval")
MEASURE_CI = Scale[Ends](
    Kind.NUMBER, between, list, "the unit of the measure, low and high", page="interval"
)
ACCURACY_CI = Scale[Ends](Kind.NUMBER, between, list, "accuracy, low and high", page="interval")
ACCURACY_DIFFERENCE_CI = Scale[Ends](
    Kind.NUMBER, between_signed, list, "accuracy, low and high", page="interval"
)
SHARE_CI = Scale[Ends](Kind.NUMBER, between_percents, list, "shares, low and high", page="shares")
SHARE_DIFFERENCE_CI = Scale[Ends](
    Kind.NUMBER, between_points, list, "shares, low and high", page="ranges"
)
T_METHOD = "t over experiments"
T_CI = Scale[tuple[float, float, int]](
    Kind.NUMBER,
    with_df,
    lambda t95: {"method": T_METHOD, "ci95": [t95[0], t95[1]], "df": t95[2]},
    "LRS points, low and high",
)
LEVELS = Scale[Levels](Kind.OBJECT, plain=dict)
WORDS = Scale[tuple[tuple[str, str], ...]](Kind.OBJECT, plain=dict)
COUNTS = Scale[Mapping[str, int]](Kind.OBJECT, plain=dict)
SHARES = Scale[Mapping[str, Fraction]](
    Kind.OBJECT, plain=lambda shares: {name: float(value) for name, value in shares.items()}
)
SCORES_BY_KIND = Scale[Mapping[str, Fraction | None]](
    Kind.OBJECT,
    plain=lambda found: {
        name: None if value is None else float(value) for name, value in found.items()
    },
)
NUMBERS = Scale[Mapping[str, float]](Kind.OBJECT, plain=dict)
TEXTS = Scale[tuple[str, ...]](Kind.LIST, plain=list)
REFERENCES = Scale[PublishedLRS](
    Kind.OBJECT, plain=lambda published: {"who": published.who, "lrs": float(published.lrs)}
)
BOUNDS = Scale[tuple[Fraction, Fraction]](
    Kind.NUMBER,
    lambda ends: between((float(ends[0]), float(ends[1]))),
    lambda ends: [float(ends[0]), float(ends[1])],
    "LRS points, low and high",
)
