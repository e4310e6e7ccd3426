"""Statements of SQL that are compiled once for all tests of a process.

SQLAlchemy keeps what it compiled with the engine, and each command opens an engine of its own.
Commands that are called in the process of tests compiled the same statements again and again, which
was a tenth of what they did.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as SQLite
from sqlalchemy.util import LRUCache

_COMPILED: LRUCache[Any, Any] = LRUCache(4_000)


def _compiled(engine: Any) -> Any:
    own = vars(engine).get("_compiled_cache")
    return own if own is None or type(engine.dialect) is not SQLite else _COMPILED


def compile_once() -> None:
    """Let all engines of SQLite share what they compile. Those of stores are made alike, so that
    each would compile a statement to the same text.
    """
    patches: dict[tuple[Any, str], Any] = {
        (Engine, "_compiled_cache"): property(
            _compiled, lambda engine, own: vars(engine).update(_compiled_cache=own)
        ),
        # What was compiled is looked up by the dialect, too.
        (SQLite, "__eq__"): lambda one, other: type(one) is type(other),
        (SQLite, "__hash__"): lambda one: hash(type(one)),
    }
    for (owner, name), patch in patches.items():
        setattr(owner, name, patch)
