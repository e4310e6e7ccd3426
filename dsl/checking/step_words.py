"""What a step is called, and what stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import tree
from dsl.checking.naming import key
from dsl.checking.nodes import nodes

IN_ORDER = {"fixed": "in order", "rotated": "in rotated order", "shuffled": "in any order"}


def tells(steps: Sequence[tree.Step]) -> bool:
    """Whether story state stands in some steps."""
    return any(isinstance(node, tree.Now) for node in nodes(tuple(steps)))


def word_of(step: tree.Step) -> str:
    """The word a step begins with."""
    match step:
        case tree.Instructions():
            return step.head
        case tree.Question():
            return step.kind.value
        case tree.ForEach():
            return "for each"
        case tree.InOrder():
            return IN_ORDER[step.mode]
        case _:
            return type(step).__name__.lower()


def first_question(steps: Sequence[tree.Step]) -> str:
    """The name of the first question in some steps, which names the choice of their order."""
    for step in steps:
        if isinstance(step, tree.Question):
            return key(step.name.text)
        if isinstance(step, tree.When | tree.Scene | tree.Separately | tree.InOrder | tree.Repeat):
            name = first_question(step.steps)
            if name:
                return name
    return ""
