"""The steps of a session."""

from __future__ import annotations

from collections.abc import Callable

from dsl import tree as t
from dsl.building.context import BuilderContext, token_of, tokens, trees
from dsl.building.front import note
from dsl.building.questions import picture, question, say
from dsl.building.story import now
from dsl.parsing.parse_tree import Node


def steps(bench: BuilderContext, node: Node) -> tuple[t.Step, ...]:
    """The steps among the children of a node, in order."""
    made = (_STEPS[child.rule](bench, child) for child in trees(node))
    return tuple(step for step in made if step is not None)


def _participant(bench: BuilderContext, node: Node) -> t.ParticipantNode:
    return t.ParticipantNode(bench.prose(trees(node)[0]), bench.span(node))


def _instructions(bench: BuilderContext, node: Node) -> t.Instructions:
    return t.Instructions(str(node.rule), bench.prose(trees(node)[0]), bench.span(node))


def _do(bench: BuilderContext, node: Node) -> t.Do:
    return t.Do(bench.name(tokens(node)[0]), bench.span(node))


def _when(bench: BuilderContext, node: Node) -> t.When:
    body, *rest = trees(node)
    otherwise = None
    if rest:
        otherwise = steps(bench, trees(rest[0])[0])
    label = bench.name(tokens(node)[0])
    return t.When(node.rule == "unless", label, steps(bench, body), otherwise, bench.span(node))


def _separately(bench: BuilderContext, node: Node) -> t.Separately:
    return t.Separately(steps(bench, node), bench.span(node))


_MODES = {"in_order": "fixed", "rotated_order": "rotated", "any_order": "shuffled"}


def _in_order(bench: BuilderContext, node: Node) -> t.InOrderNode:
    return t.InOrderNode(_MODES[node.rule], steps(bench, node), bench.span(node))


def _repeat(bench: BuilderContext, node: Node) -> t.RepeatNode:
    return t.RepeatNode(int(tokens(node)[0]), steps(bench, node), bench.span(node))


def _for_each(bench: BuilderContext, node: Node) -> t.ForEachNode:
    order, table = token_of(node, "ROW_ORDER"), token_of(node, "LABEL")
    assert table is not None
    return t.ForEachNode(
        None if order is None else str(order),
        bench.name(table),
        steps(bench, node),
        bench.span(node),
    )


def _scene(bench: BuilderContext, node: Node) -> t.Scene:
    return t.Scene(bench.name(tokens(node)[0]), steps(bench, node), bench.span(node))


_STEPS: dict[str, Callable[[BuilderContext, Node], t.Step | None]] = {
    "say": say,
    "picture": picture,
    "participant": _participant,
    "instructions": _instructions,
    "profile": _instructions,
    "listen": lambda bench, node: t.ListenNode(bench.span(node)),
    "do": _do,
    "now": now,
    "note": note,
    "practice": question,
    "control": question,
    "test": question,
    "record": question,
    "when": _when,
    "unless": _when,
    "separately": _separately,
    "in_order": _in_order,
    "rotated_order": _in_order,
    "any_order": _in_order,
    "repeat": _repeat,
    "for_each": _for_each,
    "scene": _scene,
}


def routine(bench: BuilderContext, node: Node) -> t.Routine:
    """`routine NAME` and its steps."""
    return t.Routine(bench.name(tokens(node)[0]), steps(bench, node), bench.span(node))


def procedure(bench: BuilderContext, node: Node) -> t.Procedure:
    """`procedure` and its steps."""
    return t.Procedure(steps(bench, node), bench.span(node))
