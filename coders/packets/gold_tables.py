"""The tables of a gold file, read by kind and place: what is missing, unknown or wrong is reported.

Faults are collected and reported together, since whoever writes a gold file by hand would otherwise
learn of them one start after the other.

A code is read as people write it (`half, hedged`), and checked against the table of marks.

The table is closed (docs/coding.md): a half says why it is one, and what is right carries no flag
that takes something away. Free combinations were rejected: two experts would then mean different
things by the same flag.

Each table and each of its entries has a place in the file, so that a fault can be found.

The standard library reads TOML and tells no places. A reader of our own with places would be a
second grammar to keep right; this looks only for headers and for names before `=`, outside of
quoted text, and is used for messages alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from coders.marks import MARKS, OF_HALF, OF_WRONG, Flag
from dsl.record import record
from dsl.spelling import nearest

FLAGS = {flag.value: flag for flag in Flag}


@record
class Code:
    """A mark (`right`, `half` or `wrong`) and flags, in the order of the closed list."""

    mark: str
    flags: tuple[Flag, ...] = ()

    def __str__(self) -> str:
        return ", ".join((self.mark, *(flag.value for flag in self.flags)))


RIGHT = Code("right")


class BadCode(ValueError):
    """Words that are no code, or one that the table of marks does not have; says why."""


def code_of(words: str) -> Code:
    """The code that `words` say: a mark, then flags, with commas. Raises BadCode."""
    first, *rest = (" ".join(part.split()) for part in words.split(","))
    if first not in MARKS:
        raise BadCode(f"`{first}` is not a mark{_meant(first, MARKS)}")
    for name in rest:
        if name not in FLAGS:
            raise BadCode(f"`{name}` is not a flag{_meant(name, FLAGS)}")
    flags = {FLAGS[name] for name in rest}
    why = _misfit(first, flags)
    if why:
        raise BadCode(why)
    return Code(first, tuple(flag for flag in Flag if flag in flags))


def _misfit(mark: str, flags: set[Flag]) -> str:
    """Why the table of marks has no such code; empty where it has."""
    of_half, of_wrong = flags & OF_HALF, flags & OF_WRONG
    if mark == "right" and of_half | of_wrong:
        flag = sorted(of_half | of_wrong)[0].value
        return f"`right` with the flag `{flag}` is not in the table of marks"
    if mark == "half" and of_wrong:
        return f"`half` with the flag `{sorted(of_wrong)[0].value}` is not in the table of marks"
    if mark == "half" and not of_half:
        return "a half needs a flag: `half, hedged`, `half, incomplete` or `half, false detail`"
    return ""


def _meant(word: str, known: Collection[str]) -> str:
    close = nearest(word, known)
    if close is not None:
        return f"; did you mean `{close}`?"
    return f"; available: {', '.join(known)}"


_HEADER = re.compile(r"\s*(\[{1,2})\s*(.*?)\s*\]{1,2}\s*(#.*)?$")
_ENTRY = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([\w-]+))\s*=")
_SIGN = re.compile(r"\"\"\"|'''|\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*")


@dataclass(slots=True)
class TableLines:
    """One table: the line of its header, and of each of its entries by name."""

    line: int
    entries: dict[str, int] = field(default_factory=dict)
    inner: dict[str, list[TableLines]] = field(default_factory=dict)

    def of(self, name: str) -> int:
        """The line of an entry; that of the header where the entry has no line of its own."""
        return self.entries.get(name, self.line)

    def within(self, name: str, index: int) -> TableLines:
        """The table number `index` (from 0) under `name`; this one where it is not to be found."""
        found = self.inner.get(name, [])
        return found[index] if index < len(found) else TableLines(self.of(name))


def places(text: str) -> TableLines:
    """The spots of a whole file; `[[a.b]]` lies within the newest `[[a]]`."""
    top = TableLines(1)
    at = top
    for number, line in _bare_lines(text):
        if header := _HEADER.match(line):
            at = _table(top, header.group(2), number)
        elif entry := _ENTRY.match(line):
            at.entries.setdefault(next(name for name in entry.groups() if name is not None), number)
    return top


def _table(top: TableLines, path: str, number: int) -> TableLines:
    spot = top
    *before, last = (part.strip().strip("\"'") for part in path.split("."))
    for name in before:
        spot = spot.inner.setdefault(name, [TableLines(number)])[-1]
    made = TableLines(number)
    spot.inner.setdefault(last, []).append(made)
    return made


def _bare_lines(text: str) -> Iterator[tuple[int, str]]:
    """Every line that does not begin inside a quotation of several lines, with its number."""
    inside = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not inside:
            yield number, line
        at = 0
        while True:
            if inside:
                end = line.find(inside, at)
                if end < 0:
                    break
                at, inside = end + 3, ""
            sign = _SIGN.search(line, at)
            if sign is None:
                break
            at = sign.end()
            if sign.group() in {'"""', "'''"}:
                inside = sign.group()


T = TypeVar("T")


@dataclass(slots=True)
class Faults:
    """What is wrong with a file: (line, sentence) pairs."""

    found: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: int, sentence: str) -> None:
        """Remember a fault."""
        self.found.append((line, sentence))

    def message(self, where: str) -> str:
        """All of them in order of their lines, one to a line where there are several."""
        lines = [f"{where}, line {line}: {sentence}" for line, sentence in sorted(self.found)]
        if len(lines) == 1:
            return lines[0]
        return f"{where} has {len(lines)} faults\n" + "\n".join(f"  {line}" for line in lines)


@record
class GoldTable:
    """One table of the file, the place where it is, and where its faults go."""

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
            self.fault(name, f"{what} has no `{name}`{_meant(name, known)}")

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

    def flag(self, name: str) -> bool:
        """An entry that is true or false; false where it is missing."""
        return self._of(bool, name, "true or false") or False

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
