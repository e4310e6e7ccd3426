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
    """`did you mean ...?`, else the names that may stand there, else `nothing`."""
    if close is not None:
        return f"did you mean `{close}`?"
    return f"write {quoted(known)}" if known else nothing


def or_declared(close: str | None, known: tuple[str, ...], how: str) -> str:
    """As `suggestion`; but a name that is like none of the known ones may still be declared."""
    said = suggestion(close, known, how)
    return f"{said}; or {how}" if close is None and known else said
