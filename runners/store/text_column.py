"""Many short texts in one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import overload

_AT_ONCE = 4096
"""So many texts are held as they were given until they are put together."""


class TextColumn(Sequence[str]):
    """Short texts in one: a text of its own takes five times as many bytes as an id has letters."""

    __slots__ = ("_ends", "_parts")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._ends, self._parts = array("q", [0]), [""]
        self.extend(texts)

    def extend(self, texts: Iterable[str]) -> None:
        """Add texts, best many at once."""
        rest = iter(texts)
        while some := list(islice(rest, _AT_ONCE)):
            self._ends.extend(accumulate(map(len, some), initial=self._ends.pop()))
            self._parts.append("".join(some))

    def take(self, rows: Sequence[int]) -> TextColumn:
        """The texts with these numbers, in this order."""
        n = len(self)
        width = len(self._text) // max(1, n)
        found = TextColumn()
        # Keys are all as long as each other: most columns hold nothing else.
        if len(rows) * 8 < n or not self._text.isascii() or self._ends != _steps(n, width):
            found.extend(map(self.__getitem__, rows))
            return found
        import numpy as np

        texts = np.frombuffer(self._text.encode("ascii"), dtype=f"S{max(1, width)}")
        chosen = texts[np.asarray(rows, dtype=np.int64)] if width else texts
        found._ends, found._parts = _steps(len(rows), width), [chosen.tobytes().decode("ascii")]
        return found

    @property
    def _text(self) -> str:
        """All of it: put together when it is read, since each time copies what is there."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0]

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[str]:
        text = self._text
        return (text[start:end] for start, end in pairwise(self._ends))

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            text, ends = self._text, self._ends
            return [text[ends[place] : ends[place + 1]] for place in range(len(self))[at]]
        place = range(len(self))[at]
        return self._text[self._ends[place] : self._ends[place + 1]]


def _steps(n: int, width: int) -> array[int]:
    """Where texts end that are each so long."""
    return array("q", range(0, n * width + 1, width) if width else [0] * (n + 1))
