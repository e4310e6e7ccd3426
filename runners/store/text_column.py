"""Many short texts in one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import overload

_AT_ONCE = 4096
"""So many texts are held as they were given until they are put together."""

KEY = 32
"""The bytes of a key, which is written as twice as many hexadecimal digits."""


class TextColumn(Sequence[str]):
    """Short texts in one: a text of its own takes five times as many bytes as an id has letters.

    As long as all are hexadecimal digits, of one even number, two digits are held as a byte: keys
    and the ids of items are. Else texts are held as their letters and where each ends.
    """

    __slots__ = ("_ends", "_keys", "_parts", "_size")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._keys: bytearray | None = bytearray()
        self._size = 0
        self._ends, self._parts = array("q", [0]), [""]
        self.extend(texts)

    @classmethod
    def _of_bytes(cls, keys: bytes, size: int) -> TextColumn:
        """A column of texts of which each is given as so many bytes."""
        found = cls()
        found._keys, found._size = bytearray(keys), size
        return found

    @classmethod
    def of_joined(cls, text: str, ends: int | Sequence[int]) -> TextColumn:
        """The column of which `joined` gave this."""
        if not isinstance(ends, int):
            found = cls()
            found._keys, found._parts = None, [text]
            found._ends.extend(ends)
            return found
        return cls._of_bytes(bytes.fromhex(text), ends // 2)

    def joined(self) -> tuple[str, int | list[int]]:
        """All texts as one, and how many letters each has, or where each ends."""
        if self._keys is not None:
            return self._keys.hex(), 2 * self._size
        return self._text, self._ends[1:].tolist()

    def extend(self, texts: Iterable[str]) -> None:
        """Add texts, best many at once."""
        rest = iter(texts)
        while some := list(islice(rest, _AT_ONCE)):
            if self._keys is not None:
                self._size = self._size or len(some[0]) // 2
                keys = key_bytes(some, self._size)
                if keys is not None:
                    self._keys += keys
                    continue
                before, self._keys = list(self), None
                self.extend(before)
            self._ends.extend(accumulate(map(len, some), initial=self._ends.pop()))
            self._parts.append("".join(some))

    def take(self, rows: Sequence[int]) -> TextColumn:
        """The texts with these numbers, in this order."""
        if len(rows) * 8 < len(self):
            return TextColumn(map(self.__getitem__, rows))
        if not self._keys:
            return TextColumn(map(list(self).__getitem__, rows))
        import numpy as np

        every = np.frombuffer(self._keys, dtype=f"V{self._size}")
        taken = every[np.asarray(rows, dtype=np.int64)].tobytes()
        return TextColumn._of_bytes(taken, self._size)

    @property
    def _text(self) -> str:
        """All of it: put together when it is read, since each time copies what is there."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0]

    def __len__(self) -> int:
        return len(self._ends) - 1 if self._keys is None else len(self._keys) // (self._size or 1)

    def __iter__(self) -> Iterator[str]:
        if self._keys is None:
            text = self._text
            return (text[start:end] for start, end in pairwise(self._ends))
        return (one for at in range(0, len(self), _AT_ONCE) for one in self[at : at + _AT_ONCE])

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            places = range(len(self))[at]
            if self._keys is None or places.step != 1:
                return [self[place] for place in places]
            size = self._size
            text = self._keys[places.start * size : places.stop * size].hex()
            return [text[start : start + 2 * size] for start in range(0, len(text), 2 * size)]
        place = range(len(self))[at]
        if self._keys is None:
            return self._text[self._ends[place] : self._ends[place + 1]]
        return self._keys[place * self._size : (place + 1) * self._size].hex()


def taken(texts: Sequence[str], rows: Sequence[int]) -> Iterable[str]:
    """The texts with these numbers, in this order."""
    if isinstance(texts, TextColumn):
        return texts.take(rows)
    return map(texts.__getitem__, rows)


def key_bytes(texts: Sequence[str], size: int = KEY) -> bytes | None:
    """The bytes of texts, so many each; None where one is not as many hexadecimal digits in lower
    case.
    """
    if {*map(len, texts)} != {2 * size} or not size:
        return None
    whole = "".join(texts)
    try:
        keys = bytes.fromhex(whole)
    except ValueError:
        return None
    # Blanks and capital letters are read, too.
    return keys if keys.hex() == whole else None
