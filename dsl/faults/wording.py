"""Turns of phrase that several faults share."""

from __future__ import annotations

from collections.abc import Iterable

SHOWN = 12
"""So many valid names are listed before the rest are counted."""


def quoted(names: Iterable[str], last: str = "or") -> str:
    """Names in a sentence, each between back-ticks: `a`, `a` or `b`; long lists are cut."""
    marked = [f"`{name}`" for name in names]
    if len(marked) > SHOWN:
        marked = [*marked[: SHOWN - 1], f"{len(marked) - SHOWN + 1} more"]
    if len(marked) < 2:
        return "".join(marked)
    return f"{', '.join(marked[:-1])} {last} {marked[-1]}"


def suggestion(close: str | None, known: tuple[str, ...], nothing: str) -> str:
    """`did you mean ...?`, else the names that may stand there, or how to declare this one."""
    if close is not None:
        return f"did you mean `{close}`?"
    if known:
        return f"write {quoted(known)}; or {nothing}"
    return nothing


def where(cell: str) -> str:
    """`, where LEVELS`, or nothing when it is so everywhere."""
    return f" in `{cell}`" if cell else ""
