"""Many short texts in one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import pairwise
from typing import overload

_AT_ONCE = 4096
"""So many texts are held as they were given until they are put together."""


class TextColumn(Sequence[str]):
    """Short texts in one: a text of its own takes five times as many bytes as an id has letters."""

    __slots__ = ("_ends", "_text", "_written")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._ends = array("q", [0])
        self._written, self._text = StringIO(), ""
        for text in texts:
            self.append(text)
        self._whole()

    def append(self, text: str) -> None:
        """Add a text."""
        self._ends.append(self._ends[-1] + self._written.write(text))
        if not len(self) % _AT_ONCE:
            self._whole()

    def _whole(self) -> str:
        if self._written.tell():
            self._text += self._written.getvalue()
            self._written = StringIO()
        return self._text

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[str]:
        text = self._whole()
        return (text[start:end] for start, end in pairwise(self._ends))

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return list(self)[at]
        place = range(len(self))[at]
        return self._whole()[self._ends[place] : self._ends[place + 1]]
