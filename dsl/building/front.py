"""What the script is: its title and format, what is known about it, and what it includes."""

from __future__ import annotations

from dsl import tree as t
from dsl.building.context import BuilderContext, spaced, tokens, trees
from dsl.parsing.parse_tree import Node

FORMAT = 1
"""The only format there is so far."""

_SPELLINGS = {"license": "licence", "author": "authors"}


def format_line(bench: BuilderContext, node: Node) -> t.Format:
    """`format 1`."""
    number = tokens(node)[0]
    version = int(number)
    if version != FORMAT:
        from dsl.faults.lines import UnknownFormat

        fault = UnknownFormat(span=bench.place(number), version=version, known=FORMAT)
        bench.faults.append(fault)
    return t.Format(version, bench.span(node))


def experiment(bench: BuilderContext, node: Node) -> t.Title:
    """`experiment NAME`."""
    return t.Title(bench.name(tokens(node)[0]), bench.span(node))


def meta(bench: BuilderContext, node: Node) -> t.Meta:
    """`paper: words` and its like."""
    key = spaced(tokens(node)[0])
    return t.Meta(_SPELLINGS.get(key, key), bench.prose(trees(node)[0]), bench.span(node))


def reference(bench: BuilderContext, node: Node) -> t.ReferenceNode:
    """`reference LaMDA 3.74 LRS: source`."""
    what = bench.name(tokens(node)[0])
    return t.ReferenceNode(what, bench.prose(trees(node)[0]), bench.span(node))


def note(bench: BuilderContext, node: Node) -> t.Note:
    """`note: words`."""
    return t.Note(bench.prose(trees(node)[0]), bench.span(node))


def include(bench: BuilderContext, node: Node) -> t.Include:
    """`include PATH`."""
    return t.Include(bench.name(tokens(node)[0]), bench.span(node))
