"""What is wrong with a store, counted by kind with a few examples.

A damaged store would give the same sentence ten thousand times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A kind of fault: one of it and many of it in words, what is wrong, and a remedy."""

    one: str
    clause: str
    help: str = CHANGED
    many: str = ""

    def sentence(self, count: int) -> str:
        """The sentence, such as `there are 2 scripts that differ from what was stored`."""
        if count == 1:
            return f"there is 1 {self.one} {self.clause}"
        return f"there are {count:,} {self.many or f'{self.one}s'} {self.clause}"


Faults = Iterator[tuple[str, str]]
"""The name of a kind and an example, for each thing that is wrong."""


def findings(
    kinds: Mapping[str, FaultKind], faults: Iterable[tuple[str, str]]
) -> tuple[Finding, ...]:
    """What was found of each kind, in the order of the kinds; nothing of a kind that was not."""
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    for name, example in faults:
        counts[name] += 1
        if counts[name] <= EXAMPLES:
            examples.setdefault(name, []).append(example)
    return tuple(
        Finding(name, counts[name], kind.sentence(counts[name]), tuple(examples[name]), kind.help)
        for name, kind in kinds.items()
        if counts[name]
    )


def rows_of(connection: Connection, query: Select[Any]) -> Iterator[RowMapping]:
    """The rows of a query, some at a time."""
    yield from connection.execution_options(yield_per=BATCH).execute(query).mappings()
