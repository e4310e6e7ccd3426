"""Where in a gold file each table and each of its entries stands, so that a fault can be found.

The standard library reads TOML and tells no places. A reader of our own with places would be a
second grammar to keep right; this looks only for headers and for names before `=`, outside of
quoted text, and is used for messages alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

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
