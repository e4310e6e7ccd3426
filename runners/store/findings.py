"""What is wrong with a store, counted by kind with a few examples.

A damaged store would give the same sentence ten thousand times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, Select

BATCH = 500
"""Rows that are held at once."""

EXAMPLES = 5

CHANGED = (
    "another program changed the store: restore an earlier copy; do not trust results that "
    "depend on these"
)
MISSING = (
    "part of the store is missing: merge the store that has it into this one with `devrun "
    "merge FROM --into STORE`, or restore your last good copy"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of thing that is wrong: a sentence, how many there are, some of them, and a remedy.

    `kind` is a short word that stays the same, for programs.
    """

    kind: str
    count: int
    message: str
    examples: tuple[str, ...]
    help: str


@dataclass(slots=True)
class FaultKind:
    """A kind of fault: one of it and many of it in words, what is wrong, and a remedy."""

    name: str
    one: str
    clause: str
    help: str
    many: str = ""
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def note(self, example: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append(example)

    def found(self) -> Finding:
        """All of them as they are reported."""
        named = f"1 {self.one}" if self.count == 1 else f"{self.count:,} {self.many or self.one}"
        if self.count > 1 and not self.many:
            named += "s"
        there = "there is" if self.count == 1 else "there are"
        message = f"{there} {named} {self.clause}"
        return Finding(self.name, self.count, message, tuple(self.examples), self.help)


def rows_of(connection: Connection, query: Select[Any]) -> Iterator[RowMapping]:
    """The rows of a query, some at a time."""
    yield from connection.execution_options(yield_per=BATCH).execute(query).mappings()
