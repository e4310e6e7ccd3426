"""The script as a whole."""

from __future__ import annotations

from collections.abc import Callable

from dsl import tree as t
from dsl.building.context import BuilderContext, trees
from dsl.building.front import experiment, format_line, include, meta, note, reference
from dsl.building.plan import design, factor, guide, let, let_by, machine
from dsl.building.steps import procedure, routine
from dsl.building.words_that_vary import pool, table
from dsl.diagnostic import Fault, Span
from dsl.parsing.draft import Draft
from dsl.parsing.parse_tree import Node

_TOP: dict[str, Callable[[BuilderContext, Node], t.TopItem]] = {
    "format": format_line,
    "experiment": experiment,
    "meta": meta,
    "reference": reference,
    "note": note,
    "include": include,
    "pool": pool,
    "table": table,
    "conditions": factor,
    "versions": factor,
    "counterbalance": factor,
    "let": let,
    "let_by": let_by,
    "machine": machine,
    "design": design,
    "routine": routine,
    "procedure": procedure,
    "guide": guide,
}


def build(node: Node, draft: Draft) -> tuple[t.Script, list[Fault]]:
    """The script of a parse tree, and the faults inside its lines."""
    bench = BuilderContext(draft)
    items = tuple(_TOP[child.rule](bench, child) for child in trees(node))
    last = len(draft.written) - 1
    span = Span(draft.file, 1, 1, last, len(draft.written[last]) + 1)
    return t.Script(draft.file, items, span), bench.faults
