"""Going through a tree without regard to what its statements mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dsl import tree
from dsl.diagnostic import Span
from dsl.record import is_record

_LEAVES = (str, int, bool, type(None))


def nodes(start: object, without: tuple[type, ...] = ()) -> Iterator[object]:
    """Every node of a tree, parents before children, in the order written.

    Nodes of the kinds in `without` are left out with all that is in them. Spans are no nodes.
    """
    passed = {Span, *_LEAVES, *without}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        kind: Any = type(node)
        if kind is tuple:
            waiting.extend(reversed(node))  # type: ignore[call-overload]
        elif kind not in passed and is_record(node):
            yield node
            waiting.extend(reversed(kind.__values__(node)))


if TYPE_CHECKING:
    from typing import Protocol

    class StatementNode(Protocol):
        """A node of the tree that is a statement."""

        @property
        def span(self) -> Span:
            """All of the statement."""


IN_ORDER = {"fixed": "in order", "rotated": "in rotated order", "shuffled": "in any order"}
_HEADS = {
    tree.Title: "experiment",
    tree.Guide: "coding guide",
    tree.IfFailedNode: "if failed",
    tree.PassWith: "pass with",
    tree.ScoredBy: "scored by",
    tree.Keep: "keep reply as",
    tree.ForEachNode: "for each",
    tree.ShownNode: "show",
    tree.MachineAnswer: "answer",
}
"""The words that a statement begins with, where they are not the name of its class."""


def head_word(node: StatementNode) -> str:
    """The word, or words, that a statement begins with."""
    match node:
        case tree.Instructions() | tree.FramingWords():
            return node.head
        case tree.QuestionNode():
            return node.kind.value
        case tree.InOrderNode():
            return IN_ORDER[node.mode]
    name = type(node).__name__
    return _HEADS.get(type(node)) or name.removesuffix("Node").lower()


def head_span(node: StatementNode) -> Span:
    """A statement on one line; of one that goes over several lines, the word it begins with."""
    span = node.span
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + len(head_word(node)))


def is_item(step: tree.Step) -> bool:
    """Whether it is an item of a bank: alone on its copy it is a conversation by itself."""
    return isinstance(step, tree.QuestionNode) and step.kind is tree.QuestionKind.ITEM
