"""The places that a tree or a fault names, and whether they lie inside the text."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.diagnostic import Fault, Span
from dsl.files.source import normalise
from dsl.parsing.parser import MOST_FAULTS, parse


def spans(node: object) -> list[Span]:
    """Every span in a tree or a fault."""
    if isinstance(node, Span):
        return [node]
    if isinstance(node, tuple):
        return [span for item in node for span in spans(item)]
    names = [*getattr(type(node), "__match_args__", ())]
    if isinstance(node, Fault):
        names = [*vars(node)]
    return [span for name in names for span in spans(getattr(node, name))]


def assert_inside(found: Sequence[Span], text: str) -> None:
    lines = text.split("\n")
    for span in found:
        assert 1 <= span.line <= span.end_line <= len(lines), span
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, span
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1, span
        assert (span.line, span.column) <= (span.end_line, span.end_column), span


def assert_read(text: str) -> None:
    """Reading raises nothing, and every place in the tree lies inside the text."""
    parsed = parse(text, "x.dev")
    assert_inside([*spans(parsed.script), *spans(parsed.faults)], normalise(text))
    assert len(parsed.faults) <= MOST_FAULTS + 1
    assert not any(fault.code == "E107" for fault in parsed.faults) or not parsed.complete
