"""The lines of a design that compare: contrasts, and `compare A with B, expecting more in A`."""

from __future__ import annotations

from dsl import tree as t
from dsl.building.context import BuilderContext, tokens
from dsl.parsing.parse_tree import Node
from dsl.patterns import lazy_pattern

_ACROSS = lazy_pattern(r"\s+across\s+")


def contrast_line(builder: BuilderContext, node: Node) -> t.ContrastLineNode | None:
    """`belief across story`; None after reporting a line without `across`."""
    label = tokens(node)[0]
    found = _ACROSS.search(label)
    if found is None:
        from dsl.faults.lines import NoAcross

        builder.lost(NoAcross(span=builder.name(label).span))
        return None
    question = builder.name(label, 0, found.start())
    return t.ContrastLineNode(question, builder.names(label, found.end()), builder.span(node))


_WITH = lazy_pattern(r"(?:.*\S)?\s+with\s+\S|with\s+\S")
_MORE = lazy_pattern(r"\s*expecting\s+more\s+in\s+(?=\S)")
_FAMILY = lazy_pattern(r"\s*family\s+(?=\S)")
_ON = lazy_pattern(r"\s*on\s+(?=\S)")


def compare(builder: BuilderContext, node: Node) -> t.Compare:
    """`compare A with B` and what may follow after commas."""
    label = tokens(node)[0]
    more: t.Name | None = None
    family: t.Name | None = None
    on: t.Name | None = None
    sides: t.Name | None = None
    at = 0
    for part in label.split(","):
        end = at + len(part)
        if sides is None:
            sides = builder.name(label, at, end)
            if not _WITH.match(sides.text):
                _not_compared(builder, sides)
        elif (found := _MORE.match(part)) and more is None:
            more = builder.name(label, at + found.end(), end)
        elif (found := _FAMILY.match(part)) and family is None:
            family = builder.name(label, at + found.end(), end)
        elif (found := _ON.match(part)) and on is None:
            on = builder.name(label, at + found.end(), end)
        else:
            _not_compared(builder, builder.name(label, at, end) if part.strip() else sides)
        at = end + 1
    assert sides is not None
    return t.Compare(sides, more, family, on, builder.span(node))


def _not_compared(builder: BuilderContext, part: t.Name) -> None:
    from dsl.faults.lines import NotCompared

    builder.lost(NotCompared(span=part.span))
