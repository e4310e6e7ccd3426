"""From Lark's parse tree to the dataclasses of `dsl.tree`.

Written by hand, node by node: `lark.ast_utils` binds classes to the order of the grammar's symbols,
so that a change there would move a value into the wrong field without anybody noticing.
"""

from dsl.building.script import build

__all__ = ["build"]
