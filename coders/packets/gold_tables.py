"""Typed looks into the tables of a gold file: what is missing, strange or of another kind is told.

Faults are collected and told together, since whoever writes a gold file by hand would otherwise
learn of them one start after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from coders.packets.gold_codes import BadCode, Code, code_of
from coders.packets.gold_places import TableLines
from dsl.record import record
from dsl.spelling import nearest

T = TypeVar("T")


@dataclass(slots=True)
class Faults:
    """What is wrong with a file: (line, sentence) pairs."""

    found: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: int, sentence: str) -> None:
        """Remember a fault."""
        self.found.append((line, sentence))

    def told(self, where: str) -> str:
        """All of them in order of their lines, one to a line where there are several."""
        lines = [f"{where}, line {line}: {sentence}" for line, sentence in sorted(self.found)]
        if len(lines) == 1:
            return lines[0]
        return f"{where} has {len(lines)} faults\n" + "\n".join(f"  {line}" for line in lines)


@record
class GoldTable:
    """One table of the file, the place where it stands, and where its faults go."""

    entries: Mapping[str, object]
    spot: TableLines
    faults: Faults

    @property
    def line(self) -> int:
        """The line of its header."""
        return self.spot.line

    def fault(self, name: str, sentence: str) -> None:
        """Remember a fault of the entry `name`."""
        self.faults.add(self.spot.of(name), sentence)

    def only(self, known: Sequence[str], what: str) -> None:
        """Tell of every entry that is none of those known."""
        for name in self.entries:
            if name in known:
                continue
            close = nearest(name, known)
            hint = f"; did you mean `{close}`?" if close else f"; available: {', '.join(known)}"
            self.fault(name, f"{what} has no `{name}`{hint}")

    def text(self, name: str, *, needed: bool = False) -> str:
        """An entry in words; empty where it is missing."""
        given = self._of(str, name, "text in quotation marks", needed=needed)
        if needed and given is not None and not given.strip() and name != "says":
            self.fault(name, f"`{name}` is empty")
        return given or ""

    def number(self, name: str, *, least: int, most: int | None = None) -> int | None:
        """An entry that is a whole number within bounds; None where it is missing or another."""
        given = self._of(int, name, "a whole number")
        if given is None:
            return None
        if isinstance(given, bool) or given < least or (most is not None and given > most):
            bounds = f"{least} or more" if most is None else f"{least} to {most}"
            self.fault(name, f"`{name}` must be a whole number, {bounds}")
            return None
        return given

    def words(self, name: str) -> tuple[str, ...]:
        """An entry that is a list of words, or one in quotation marks; empty where missing."""
        given = self.entries.get(name)
        if given is None:
            return ()
        if isinstance(given, str):
            return (given,)
        if isinstance(given, list) and all(isinstance(one, str) for one in given):
            return tuple(given)
        self.fault(name, f'`{name}` must be a list of strings: ["one", "two"]')
        return ()

    def code(self, name: str) -> Code | None:
        """An entry that is a code, `half, hedged`; None where it is missing or none."""
        words = self.text(name)
        return self.as_code(name, words) if words else None

    def as_code(self, name: str, words: str) -> Code | None:
        """The code that words under the entry `name` say; None, and a fault, where they do not."""
        try:
            return code_of(words)
        except BadCode as fault:
            self.fault(name, str(fault))
            return None

    def by_name(self, name: str) -> Mapping[str, object]:
        """An entry that is a table of its own, `{ AB = ..., CD = ... }`; empty where missing."""
        given = self._of(dict, name, "a table: { AB = ..., CD = ... }")
        return given or {}

    def tables(self, name: str) -> tuple[GoldTable, ...]:
        """The tables `[[...name]]` within this one, in order."""
        given = self.entries.get(name, [])
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            self.fault(name, f"`{name}` must be a table in double brackets")
            return ()
        return tuple(
            GoldTable(one, self.spot.within(name, index), self.faults)
            for index, one in enumerate(given)
        )

    def _of(self, kind: type[T], name: str, what: str, *, needed: bool = False) -> T | None:
        given = self.entries.get(name)
        if given is None:
            if needed:
                self.faults.add(self.line, f"`{name}` is missing")
            return None
        if not isinstance(given, kind):
            self.fault(name, f"`{name}` must be {what}")
            return None
        return given
