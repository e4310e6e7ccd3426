"""Pools, slots, values and tables."""

from __future__ import annotations

import re

from dsl import tree as t
from dsl.building.context import BuilderContext, token_of, tokens, trees
from dsl.parsing.parse_tree import Node, Token
from dsl.patterns import lazy_pattern

_FORMS_AT_END = lazy_pattern(r"(?P<words>.*\S)[ \t]*\((?P<forms>[^()]*)\)")


def pool(builder: BuilderContext, node: Node) -> t.Pool:
    """`people` and its slots."""
    kind = tokens(node)[0].replace("colors", "colours")
    return t.Pool(kind, tuple(_slot(builder, child) for child in trees(node)), builder.span(node))


def _slot(builder: BuilderContext, node: Node) -> t.PoolSlot:
    name, forms = token_of(node, "NAME"), token_of(node, "FORMS")
    assert name is not None
    values = tuple(
        _value(builder, child) if child.rule == "value" else _value_line(builder, tokens(child)[0])
        for child in trees(node)
    )
    return t.PoolSlot(
        builder.name(name),
        None if forms is None else _forms(builder, forms),
        values,
        builder.span(node),
    )


def _value(builder: BuilderContext, node: Node) -> t.PoolValue:
    value, forms = token_of(node, "VALUE"), token_of(node, "FORMS")
    assert value is not None
    name = builder.name(value)
    _forbid_braces(builder, value)
    span = name.span if forms is None else name.span.to(builder.place(forms))
    return t.PoolValue(name.text, None if forms is None else _forms(builder, forms), span)


def _value_line(builder: BuilderContext, line: Token) -> t.PoolValue:
    """A value on a line of its own may hold commas and colons; brackets at its end are forms."""
    _forbid_braces(builder, line)
    found = _FORMS_AT_END.fullmatch(line.rstrip())
    if found is None:
        name = builder.name(line)
        return t.PoolValue(name.text, None, name.span)
    name = builder.name(line, *found.span("words"))
    start, end = found.span("forms")
    forms = t.Forms(found["forms"].strip(), builder.place(line, start - 1, end + 1))
    return t.PoolValue(name.text, forms, name.span.to(forms.span))


def _forbid_braces(builder: BuilderContext, token: Token) -> None:
    if "{" not in token and "}" not in token:
        return
    found = re.search(r"\{[^{}]*\}|[{}]", token)
    if found is not None:
        from dsl.faults.braces import BraceInName

        span = builder.place(token, *found.span())
        inside = found[0].strip("{} ")
        builder.faults.append(BraceInName(span=span, what="a value of a slot", inside=inside))


def _forms(builder: BuilderContext, token: Token) -> t.Forms:
    return t.Forms(" ".join(token[1:-1].split()), builder.place(token))


def table(builder: BuilderContext, node: Node) -> t.TableNode:
    """`table NAME (column, column):` and its rows."""
    name, columns = token_of(node, "NAME"), token_of(node, "FORMS")
    assert name is not None
    assert columns is not None
    rows = tuple(
        t.TableRow(builder.cells(tokens(child)[0]), builder.span(child)) for child in trees(node)
    )
    return t.TableNode(
        builder.name(name), builder.names(columns, 1, len(columns) - 1), rows, builder.span(node)
    )
