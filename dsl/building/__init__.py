"""From the parse tree to the records of `dsl.tree`, node by node."""

from dsl.building.statements import build

__all__ = ["build"]
