"""Going through a tree without regard to what its statements mean."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostic import Span
from dsl.record import is_record, values


def nodes(start: object, without: tuple[type, ...] = ()) -> Iterator[object]:
    """Every node of a tree, parents before children, in the order written.

    Nodes of the kinds in `without` are left out with all that is in them.
    """
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif is_record(node) and not isinstance(node, without):
            yield node
            waiting.extend(reversed(values(node)))


def head_of(span: Span, head: str) -> Span:
    """A statement on one line; of one that goes over several lines, the word it begins with."""
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + len(head))
