"""Answers that are numbers: a range of ratings, and a number with a tolerance."""

from __future__ import annotations

from fractions import Fraction

from dsl import tree as t
from dsl.building.context import BuilderContext, tokens
from dsl.parsing.parse_tree import Node

MOST_POINTS = 100
"""By so much the ends of a range of ratings may differ."""


def number_within(builder: BuilderContext, node: Node) -> t.Answer:
    """`answer number within 1: 11`."""
    within = Fraction(tokens(node)[0])
    return t.Answer(None, builder.words(node), builder.span(node), within=within)


def rating_range(builder: BuilderContext, node: Node) -> t.Answer | None:
    """`answer rating 5 to 7`: a list of the points, any of which is right."""
    span = builder.span(node)
    low, high = (int(token) for token in tokens(node))
    if not low <= high <= low + MOST_POINTS:
        from dsl.faults.number_keys import AnswerRange

        builder.lost(AnswerRange(span=span, low=low, high=high, most=MOST_POINTS))
        return None
    lines = tuple(
        t.ProseLine((t.Text(str(point), span),), False, False, span, literal=True)
        for point in range(low, high + 1)
    )
    return t.Answer("any of", t.Prose(lines, span), span, scale=True)
