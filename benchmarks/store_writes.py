"""Replies a second that the store commits, compared with raw sqlite3 in the same run.

    python benchmarks/store_writes.py [ROWS]

For each number of calls in flight, so many replies wait for their commit at any time: the writer
makes its transactions of whatever is waiting. Raw sqlite3 gets transactions of exactly that size,
the same columns, WAL and synchronous=FULL, which is the best any store on SQLite can do.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections import deque
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

from renderers.prompt import Message, Role
from runners.store.records import CallRecord, Sitting, StoredReply
from runners.store.store import Store
from runners.store.writes import add_calls

IN_FLIGHT = (1, 16, 64, 200)
BODY = "x" * 1200


def replies(count: int) -> list[CallRecord]:
    """As many replies with bodies of 1.2 kB."""
    return [
        CallRecord(
            key=f"{number:064d}",
            sitting=Sitting(
                f"{number // 4:064d}",
                "p" * 64,
                "False belief",
                (("place", "box"),),
                "permuted",
                1,
                1,
            ),
            place="/test belief",
            messages=(Message(Role.USER, "Where will Sally look for her marble?"),),
            text="In the basket.",
            finish="stop",
            raw=BODY,
            requested="{}",
            sent="{}",
            model_returned="m",
            request_id="r",
            input_tokens=40,
            output_tokens=4,
            latency_s=0.5,
            tries=1,
            simulated=False,
            tool_version="0",
            at="2026-01-01T00:00:00.000Z",
        )
        for number in range(count)
    ]


def through_the_store(path: Path, rows: list[CallRecord], in_flight: int) -> float:
    """Rows a second with so many waiting at a time."""
    with Store.open(str(path)) as store:
        waiting: deque[Future[StoredReply]] = deque()
        began = time.perf_counter()
        for row in rows:
            if len(waiting) >= in_flight:
                waiting.popleft().result()
            waiting.append(store.submit(add_calls, row))
        for each in waiting:
            each.result()
        return len(rows) / (time.perf_counter() - began)


def raw(path: Path, count: int, in_flight: int) -> float:
    """Rows a second in transactions of so many."""
    Store.open(str(path)).close()  # the same tables and indexes
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        names = [row[1] for row in connection.execute("PRAGMA table_info(calls)")]
        statement = f"INSERT INTO calls VALUES ({','.join('?' * len(names))})"
        fixed = {"raw": BODY, "latency_s": 0.5}
        began = time.perf_counter()
        for first in range(0, count, in_flight):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                statement,
                [
                    [f"{n:064d}" if name == "call" else fixed.get(name, "y" * 20) for name in names]
                    for n in range(first, min(first + in_flight, count))
                ],
            )
            connection.execute("COMMIT")
        return count / (time.perf_counter() - began)


def main() -> None:
    """Print one line for each number of calls in flight."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rows = replies(count)
    out = sys.stdout.write
    out(f"{count} replies of 1.2 kB\n")
    out("in flight   store rows/s   raw sqlite3 rows/s   ratio\n")
    with tempfile.TemporaryDirectory() as folder:
        for in_flight in IN_FLIGHT:
            store = through_the_store(Path(folder, f"store-{in_flight}.sqlite"), rows, in_flight)
            best = raw(Path(folder, f"raw-{in_flight}.sqlite"), count, in_flight)
            out(f"{in_flight:9}   {store:12,.0f}   {best:18,.0f}   {store / best:5.2f}\n")


if __name__ == "__main__":
    main()
