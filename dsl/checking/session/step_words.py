"""What a step is called, and what stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import tree
from dsl.checking.nodes import nodes
from dsl.words import folded

IN_ORDER = {"fixed": "in order", "rotated": "in rotated order", "shuffled": "in any order"}


def tells(steps: Sequence[tree.Step]) -> bool:
    """Whether story state stands in some steps."""
    return any(isinstance(node, tree.Now) for node in nodes(tuple(steps)))


def word_of(step: tree.Step) -> str:
    """The word a step begins with."""
    match step:
        case tree.Instructions():
            return step.head
        case tree.QuestionNode():
            return step.kind.value
        case tree.ForEachNode():
            return "for each"
        case tree.InOrderNode():
            return IN_ORDER[step.mode]
        case _:
            return type(step).__name__.removesuffix("Node").lower()


def first_question(steps: Sequence[tree.Step]) -> str:
    """The name of the first question in some steps, which names the choice of their order."""
    for step in steps:
        if isinstance(step, tree.QuestionNode):
            return folded(step.name.text)
        if isinstance(
            step, tree.When | tree.Scene | tree.Separately | tree.InOrderNode | tree.RepeatNode
        ):
            name = first_question(step.steps)
            if name:
                return name
    return ""
