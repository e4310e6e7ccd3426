"""How long words get when every brace is filled: what a short script may grow to.

A let may hold others ten times each, which hold others ten times each: a dozen lines are then more
than any memory takes. Lengths are reckoned from the lengths of parts, without filling anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl.checking.declared import RowColumns
from dsl.experiment import Case, Slot, Template, Use, UseKind, named

LONGEST = 1_000_000
"""Characters that one session may send, all in all: about 250,000 tokens."""

_LEAST = 10
"""What a brace counts, at least: it takes work to fill, even with nothing."""


class Lengths:
    """Lengths of templates, the longest that any draw can give; `lets` may still be growing."""

    def __init__(
        self, slots: Mapping[str, Slot], lets: Mapping[str, tuple[Case[Template], ...]]
    ) -> None:
        self._slots = slots
        self._lets = lets
        self._known: dict[tuple[UseKind, str, str], int] = {}

    def of(self, template: Template, row: RowColumns | None = None) -> int:
        """How many characters a template comes to, at most, in any row of `row`."""
        total = 0
        for piece in template:
            if isinstance(piece, str):
                total += len(piece)
            elif isinstance(piece, Use):
                total += self._used(piece.kind, piece.name, row)
            else:
                total += _LEAST
        return total

    def _used(self, kind: UseKind, name: str, row: RowColumns | None) -> int:
        at = (kind, name, row.table if row is not None and kind is UseKind.COLUMN else "")
        if at not in self._known:
            self._known[at] = max(_LEAST, self._counted(kind, name, row))
        return self._known[at]

    def _counted(self, kind: UseKind, name: str, row: RowColumns | None) -> int:
        if kind is UseKind.SLOT and (slot := self._slots.get(name)) is not None:
            return max(len(word.text) for word in (slot.original, *slot.values))
        if kind is UseKind.LET:
            return max((self.of(case.value) for case in self._lets.get(name, ())), default=0)
        if kind is UseKind.COLUMN and row is not None:
            return max((self.of(cells[name]) for cells in row.cells if name in cells), default=0)
        return 0


def inner_first(
    names: Mapping[str, tuple[str, ...]], settled: Callable[[str], None]
) -> dict[str, tuple[str, ...]]:
    """Calls `settled` for each name after all that it holds; gives what is left: circles, and what
    stands between two of them.
    """
    waits = {name: {one for one in holds if one in names} for name, holds in names.items()}
    held_by: dict[str, list[str]] = {name: [] for name in names}
    for name, holds in waits.items():
        for one in holds:
            held_by[one].append(name)
    ready = [name for name, holds in waits.items() if not holds]
    for name in ready:
        settled(name)
        for outer in held_by[name]:
            waits[outer].discard(name)
            if not waits[outer]:
                ready.append(outer)
    left = {name: waits[name] for name in names if waits[name]}
    free = [name for name in left if not any(one in left for one in held_by[name])]
    for name in free:
        for one in left.pop(name):
            if one in left and not any(outer in left for outer in held_by[one]):
                free.append(one)
    return {name: tuple(one for one in names[name] if one in left) for name in left}


def holds_let(template: Template) -> tuple[str, ...]:
    """The lets that a template holds, each once, in order."""
    lets = (piece.name for piece in named(template) if piece.kind is UseKind.LET)
    return tuple(dict.fromkeys(lets))
