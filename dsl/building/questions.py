"""Questions and their fields."""

from __future__ import annotations

from collections.abc import Callable

from dsl import tree as t
from dsl.building.context import BuilderContext, spaced, token_of, tokens, trees
from dsl.building.front import note
from dsl.building.plan import own, worth
from dsl.building.story import asks
from dsl.parsing.parse_tree import Node


def say(bench: BuilderContext, node: Node) -> t.SayNode:
    """`say:` or `say by FACTOR`."""
    return t.SayNode(bench.words(node), bench.span(node))


def picture(bench: BuilderContext, node: Node) -> t.ShowNode:
    """`show PATH: words`."""
    path = bench.name(tokens(node)[0])
    return t.ShowNode(path, bench.prose(trees(node)[0]), bench.span(node))


def _ask(bench: BuilderContext, node: Node) -> t.Ask:
    form = token_of(node, "LABEL")
    name = None if form is None else bench.name(form)
    return t.Ask(name, bench.words(node), bench.span(node))


def _choices(bench: BuilderContext, node: Node) -> t.Choices:
    order = token_of(node, "ORDER")
    return t.Choices(None if order is None else str(order), bench.words(node), bench.span(node))


def _rate(bench: BuilderContext, node: Node) -> t.Rate:
    low, high = tokens(node)
    return t.Rate(int(low), int(high), bench.span(node))


def _labels(bench: BuilderContext, node: Node) -> t.Labels:
    return t.Labels(bench.prose(trees(node)[0]), bench.span(node))


def _quantity(node: Node) -> str | None:
    quantity = token_of(node, "QUANTITY")
    return None if quantity is None else spaced(quantity)


def _answer(bench: BuilderContext, node: Node) -> t.Answer:
    return t.Answer(_quantity(node), bench.words(node), bench.span(node))


def _machine_answer(bench: BuilderContext, node: Node) -> t.MachineAnswer:
    asked, machine = tokens(node)
    things = [bench.prose(child) for child in trees(node)]
    return t.MachineAnswer(
        spaced(asked), bench.name(machine), things[0] if things else None, bench.span(node)
    )


def _wrong(bench: BuilderContext, node: Node) -> t.Wrong:
    return t.Wrong(_quantity(node), bench.words(node), bench.span(node))


def _half(bench: BuilderContext, node: Node) -> t.Half:
    return t.Half(_quantity(node), bench.words(node), bench.span(node))


def _example(bench: BuilderContext, node: Node) -> t.Example:
    return t.Example(str(tokens(node)[0]), bench.words(node), bench.span(node))


def _coders(bench: BuilderContext, node: Node) -> t.Coders:
    return t.Coders(bench.words(node), bench.span(node))


def _guards(bench: BuilderContext, node: Node) -> t.Guards:
    return t.Guards(bench.names(tokens(node)[0]), bench.span(node))


def _if_failed(bench: BuilderContext, node: Node) -> t.IfFailedNode:
    return t.IfFailedNode(spaced(tokens(node)[0]), bench.span(node))


def _scored_by(bench: BuilderContext, node: Node) -> t.ScoredBy:
    return t.ScoredBy(str(tokens(node)[0]), bench.span(node))


def _keep(bench: BuilderContext, node: Node) -> t.Keep:
    return t.Keep(bench.name(tokens(node)[0]), bench.span(node))


def _when(bench: BuilderContext, node: Node) -> t.QuestionWhen:
    body, *rest = trees(node)
    otherwise = None
    if rest:
        otherwise = _fields(bench, trees(rest[0])[0])
    return t.QuestionWhen(
        node.rule == "field_unless",
        bench.name(tokens(node)[0]),
        _fields(bench, body),
        otherwise,
        bench.span(node),
    )


def _fields(bench: BuilderContext, node: Node) -> tuple[t.QuestionItem, ...]:
    made = (_FIELDS[child.rule](bench, child) for child in trees(node))
    return tuple(field for field in made if field is not None)


_FIELDS: dict[str, Callable[[BuilderContext, Node], t.QuestionItem | None]] = {
    "ask": _ask,
    "say": say,
    "picture": picture,
    "choices": _choices,
    "rate": _rate,
    "labels": _labels,
    "answer": _answer,
    "machine_answer": _machine_answer,
    "wrong": _wrong,
    "half": _half,
    "example": _example,
    "coders": _coders,
    "own": own,
    "worth": worth,
    "guards": _guards,
    "if_failed": _if_failed,
    "scored_by": _scored_by,
    "keep": _keep,
    "asks": asks,
    "note": note,
    "field_when": _when,
    "field_unless": _when,
}


def question(bench: BuilderContext, node: Node) -> t.QuestionNode:
    """`practice`, `control`, `test` or `record`, and its fields."""
    kind = t.QuestionKind(node.rule)
    return t.QuestionNode(kind, bench.name(tokens(node)[0]), _fields(bench, node), bench.span(node))
