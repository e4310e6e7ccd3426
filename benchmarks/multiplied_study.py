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
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from runners.store.text_column import TextColumn

MADE = 5_000
"""So many trials are made; more are copies."""

_CALL = re.compile(r'(", ?")([0-9a-f]{64})(?=")')
_BEHIND = re.compile(r'((?:\[|, )\[")([^"]{64})(", ")([^"]{64})(?=")')
_TABLES = ("study_trials", "calls", "transcripts", "packet_items", "codes")


def copies(trials: int) -> int:
    """How many times a study has those trials that are made, for a study of as many trials."""
    return max(1, round(trials / MADE))


def multiply(path: Path, times: int) -> None:
    """Has the study in this SQLite store that many times; once is as it was."""
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
        folds = dict(store.execute("SELECT packet, body FROM folds"))
        for copy in range(1, times):
            _copy(store, copy, draws, last)
        for packet, body in folds.items():
            _fold(store, packet, json.loads(body), last["packet_items"][packet], times)


def _key(copy: int, key: str) -> str:
    """The key in a copy of what has this key: as a run's, it is hexadecimal and in no order."""
    return sha256(f"{copy} {key}".encode()).hexdigest()[: len(key)]


def _copy(
    store: sqlite3.Connection, copy: int, draws: int, last: dict[str, dict[str, int]]
) -> None:
    """Adds one copy of all trials, replies, items and codes."""
    key = partial(_key, copy)
    functions = {
        "key": lambda text: key(text) if text else "",
        "keys": partial(_CALL.sub, lambda one: one[1] + key(one[2])),
        "sources": partial(_BEHIND.sub, lambda one: one[1] + key(one[2]) + one[3] + key(one[4])),
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


def _fold(
    store: sqlite3.Connection, packet: str, body: dict[str, Any], last: int, times: int
) -> None:
    """Has what is kept of a coder's log and packet say the same of every copy. `last` is the last
    position in the packet.
    """
    items = body["packet"]
    many, sources = len(items["positions"]), len(items["place"])
    copied = range(times)

    def texts(joined: tuple[str, int | list[int]], *, keys: bool = True) -> tuple[str, object]:
        """The texts of a column, and those of its copies."""
        once = list(TextColumn.of_joined(*joined))
        every = (
            once if copy == 0 or not keys else map(partial(_key, copy), once) for copy in copied
        )
        return TextColumn(chain.from_iterable(every)).joined()

    def numbers(once: list[int], step: int = 0) -> list[int]:
        """Numbers, and those of copies: each copy's are higher by a step."""
        return [one + step * copy for copy in copied for one in once]

    twins, masked = items["twins"], items["masked"]
    items |= {
        **{name: texts(items[name]) for name in ("items", "trials", "transcripts")},
        "positions": numbers(items["positions"], last),
        "phase": numbers(items["phase"]),
        "place": numbers(items["place"]),
        "source": numbers(items["source"], sources),
        "ends": [0, *numbers(items["ends"][1:], items["ends"][-1])],
        "twins": [
            [at + many * copy, _key(copy, twin) if copy else twin]
            for copy in copied
            for at, twin in twins
        ],
        "masked": [[at + many * copy, told] for copy in copied for at, told in masked],
    }
    body |= {
        "items": numbers(body["items"], many),
        "numbers": numbers(body["numbers"]),
        "newest": texts(body["newest"], keys=False),
    }
    asked = "SELECT sequence, code FROM codes WHERE packet = ? ORDER BY sequence DESC LIMIT 1"
    end = store.execute(asked, (packet,)).fetchone()
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    changed = "UPDATE folds SET body = ?, sequence = ?, code = ? WHERE packet = ?"
    store.execute(changed, (text, *end, packet))
