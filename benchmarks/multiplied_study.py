"""A made-up study (see `made_study.py`) as a study of several times as many trials.

A trial and its codes take 8 ms to make, a copy of both 1 ms. Each copy is under other draws, with
keys of its own, and its replies end in more blanks. Coders have several times as many items, and
mark copies alike.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

_FIRST = "ghijklmnopqrsuvxyzGHIJKLMNOPQRSTUVWXYZ"
"""First characters of the keys of copies; what was made begins with digits, a to f, t or w."""

MADE = 5_000
"""So many trials are made; more are copies."""

_CALL = re.compile(r'(", ?")[0-9a-f](?=[0-9a-f]{63}")')
_BEHIND = re.compile(r'((?:\[|, )\[")[^"]([^"]{63}", ")[^"](?=[^"]{63}")')
_TABLES = ("study_trials", "calls", "transcripts", "packet_items", "codes")


def copies(trials: int) -> int:
    """How many times a study has those trials that are made, for a study of as many trials."""
    return min(max(1, round(trials / MADE)), len(_FIRST) + 1)


def multiply(path: Path, times: int) -> None:
    """Has the study in this SQLite store that many times, at most 39; once is as it was."""
    with closing(sqlite3.connect(path)) as store, store:
        store.execute("PRAGMA journal_mode = OFF")
        store.execute("PRAGMA synchronous = OFF")
        store.execute("PRAGMA cache_size = -400000")
        for table in _TABLES:
            store.execute(f"CREATE TEMP TABLE once_{table} AS SELECT * FROM {table}")
        (draws,) = store.execute("SELECT max(draw) FROM study_trials").fetchone()
        last = {
            table: dict(store.execute(f"SELECT packet, max({number}) FROM {table} GROUP BY packet"))
            for table, number in (("packet_items", "position"), ("codes", "sequence"))
        }
        items = {
            packet: json.loads(body)["items"]
            for packet, body in store.execute("SELECT packet, body FROM folds")
        }
        for copy, first in enumerate(_FIRST[: times - 1], start=1):
            _copy(store, copy, first, draws, last)
        for packet, once in items.items():
            _fold(store, packet, once, times)


def _copy(
    store: sqlite3.Connection, copy: int, first: str, draws: int, last: dict[str, dict[str, int]]
) -> None:
    """Adds one copy of all trials, replies, items and codes."""
    functions = {
        "key": lambda key: first + key[1:] if key else "",
        "keys": lambda calls: _CALL.sub(rf"\g<1>{first}", calls),
        "sources": lambda behind: _BEHIND.sub(rf"\g<1>{first}\g<2>{first}", behind),
    }
    for name, function in functions.items():
        store.create_function(name, 1, function, deterministic=True)
    store.create_function("after", 2, lambda table, packet: last[table][packet] * copy)
    draw = f"draw + {draws * copy}"
    told = {
        "study_trials": {"trial": "key(trial)", "sitting": "key(sitting)", "draw": draw},
        "calls": {
            "call": "key(call)",
            "sitting": "key(sitting)",
            "draw": draw,
            "text": f"text || '{' ' * copy}'",
        },
        "transcripts": {
            "trial": "key(trial)",
            "hash": "key(hash)",
            "calls": "keys(calls)",
            "prompt": "key(prompt)",
        },
        "packet_items": {
            "item": "key(item)",
            "position": "position + after('packet_items', packet)",
            "content": "key(content)",
            "twin": "key(twin)",
            "behind": "sources(behind)",
        },
        "codes": {
            "code": "key(code)",
            "trial": "key(trial)",
            "transcript": "key(transcript)",
            "item": "key(item)",
            "sequence": "sequence + after('codes', packet)",
        },
    }
    for table, changed in told.items():
        columns = [one[1] for one in store.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(changed.get(one, f'"{one}"') for one in columns)
        store.execute(f"INSERT INTO {table} SELECT {values} FROM once_{table}")


def _fold(store: sqlite3.Connection, packet: str, once: list[list[object]], times: int) -> None:
    """Has what is kept of a coder's log say the same of every copy."""
    asked = "SELECT body FROM folds WHERE packet = ?"
    body = json.loads(store.execute(asked, (packet,)).fetchone()[0])
    for first in _FIRST[: times - 1]:
        body["items"] += [[f"{first}{str(item)[1:]}", *rest] for item, *rest in once]
    asked = "SELECT sequence, code FROM codes WHERE packet = ? ORDER BY sequence DESC LIMIT 1"
    end = store.execute(asked, (packet,)).fetchone()
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    changed = "UPDATE folds SET body = ?, sequence = ?, code = ? WHERE packet = ?"
    store.execute(changed, (text, *end, packet))
