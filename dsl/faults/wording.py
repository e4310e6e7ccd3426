"""Turns of phrase, and a base, that several faults share."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostic import Fault
from dsl.words import and_list

SHOWN = 12
"""So many valid names are listed before the rest are counted."""


def quoted(names: Iterable[str], last: str = "or") -> str:
    """Names in a sentence, each between back-ticks: `a`, `a` or `b`; long lists are cut."""
    marked = [f"`{name}`" for name in names]
    if len(marked) > SHOWN:
        marked = [*marked[: SHOWN - 1], f"{len(marked) - SHOWN + 1} more"]
    return and_list(marked, last)


def suggestion(close: str | None, known: tuple[str, ...], nothing: str) -> str:
    """`did you mean ...?`, else the names that may be there, else `nothing`."""
    if close is not None:
        return f"did you mean `{close}`?"
    return f"write {quoted(known)}" if known else nothing


class NoneOfThese(Fault):
    """A name that is none of those there are: the base of faults whose remedy is for where there
    are none.
    """

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest name, else all of them."""
        return suggestion(self.close, self.known, self.remedy.format(**self._facts()))


class Undeclared(NoneOfThese):
    """A name that is not declared: the base of faults whose remedy is to declare it."""

    def help(self) -> str:
        """The closest name, else all of them, and how the name would be declared."""
        declare, said = self.remedy.format(**self._facts()), super().help()
        return f"{said}; or {declare}" if self.close is None and self.known else said
