"""The files that a script names: what it includes, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import tree
from dsl.checking.nodes import nodes


def included(script: tree.Script) -> Iterator[tree.Name]:
    """The path of each file that a script includes, where it stands."""
    return (item.path for item in script.items if isinstance(item, tree.Include))


def shown(script: tree.Script) -> Iterator[tree.Name]:
    """The path of each picture that a script shows, where it stands, as often as it does."""
    for node in nodes(script.items, without=(tree.Prose, tree.By)):
        if isinstance(node, tree.ShowNode):
            yield node.path
