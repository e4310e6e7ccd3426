"""A value of the report's document together with its place in it.

Sections are written from the document that `devrun report --json` prints, walked with this, so that
a number and the place that it names cannot be two things. Handing rows and pointers around apart
was rejected: a row that is sorted on the way would keep pointing to where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from markupsafe import Markup

from renderers.number_words import UNKNOWN
from renderers.report.parts import data_value, named, with_code


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a JSON document at a `place` in it (a JSON pointer, RFC 6901)."""

    value: object
    place: str = ""

    def __getitem__(self, key: str | int) -> Value:
        """The value at a key of an object, or at an index of a list.

        Raises KeyError or IndexError where nothing does: the document has every key, null or not.
        """
        if isinstance(self.value, dict):
            return Value(self.value[key], f"{self.place}/{_escaped(str(key))}")
        if is_list(self.value) and isinstance(key, int):
            return Value(self.value[key], f"{self.place}/{key}")
        raise KeyError(key)

    def __iter__(self) -> Iterator[Value]:
        """The elements of a list, in its order; nothing for null."""
        if is_list(self.value):
            for at, one in enumerate(self.value):
                yield Value(one, f"{self.place}/{at}")

    def length(self) -> Markup:
        """How many elements there are, as a number that a reader can count there."""
        return data_value(len(self), self.place, shown=f"{len(self):,}")

    def __len__(self) -> int:
        """How many elements or keys there are; 0 for null."""
        return len(self.value) if is_list(self.value) or isinstance(self.value, dict) else 0

    def items(self) -> Iterator[tuple[str, Value]]:
        """The keys of an object with their values, in its order; nothing for null."""
        if isinstance(self.value, dict):
            for key in self.value:
                yield str(key), self[key]

    @property
    def known(self) -> bool:
        """Whether the value is not null."""
        return self.value is not None

    @property
    def true(self) -> bool:
        """Whether the value is true."""
        return self.value is True

    @property
    def text(self) -> str:
        """The value as text; empty for null."""
        return "" if self.value is None else str(self.value)

    @property
    def number(self) -> float | None:
        """The value as a number, or None."""
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            return float(self.value)
        return None

    @property
    def whole(self) -> int:
        """The value as a whole number; 0 for null."""
        return int(self.number or 0)

    def rounded(self, digits: int = 2, *, none: str = UNKNOWN) -> Markup:
        """The number rounded; `none` for null."""
        return self._written(lambda number: f"{number:z.{digits}f}", none)

    def percent(self, digits: int = 0, *, none: str = UNKNOWN) -> Markup:
        """The share as a percentage; `none` for null."""
        return self._written(lambda share: f"{100 * share:z.{digits}f}%", none)

    def points(self) -> Markup:
        """A difference of two shares in percentage points, with its sign; `unknown` for null."""
        return self._written(lambda difference: f"{round(100 * difference):+d} pp", UNKNOWN)

    def short(self) -> Markup:
        """The number without decimals that say nothing."""
        return self._written("{:g}".format, UNKNOWN)

    def _written(self, words: Callable[[float], str], none: str) -> Markup:
        number = self.number
        return data_value(number, self.place, shown=none if number is None else words(number))

    def count(self, *, none: str = UNKNOWN) -> Markup:
        """The whole number with its thousands apart; `none` for null."""
        shown = none if self.value is None else f"{self.whole:,}"
        return data_value(None if self.value is None else self.whole, self.place, shown=shown)

    def part(self, *, none: str = UNKNOWN) -> Markup:
        """How many, as a mean of several coders may be: with a decimal only where there is one."""
        return self.rounded(1) if (self.number or 0) % 1 else self.count(none=none)

    def interval(self, digits: int = 2, *, none: str = "none") -> Markup:
        """The interval [low, high]; `none` for null."""
        return self._between(lambda end: end.rounded(digits), none)

    def shares(self, digits: int = 0, *, none: str = "none") -> Markup:
        """The interval of a share, in per cent; `none` for null."""
        return self._between(lambda end: end.percent(digits), none)

    def ranges(self, *, none: str = "none") -> Markup:
        """The interval of a difference of two shares, in percentage points; `none` for null."""
        return self._between(Value.points, none)

    def _between(self, written: Callable[[Value], Markup], none: str) -> Markup:
        """Two ends that no end of a line parts, by a blank that does not break."""
        if self.value is None:
            return data_value(None, self.place, shown=none)
        ends = written(self[0]), written(self[1])
        return Markup("[{},\u00a0{}]").format(*ends)

    def named(self) -> Markup:
        """Foreign text, escaped and isolated in its direction of writing."""
        return named(self.text)

    def plain(self) -> Markup:
        """The whole number as a name: a seed has no thousands."""
        return data_value(self.whole, self.place, shown=str(self.whole))

    def quoted(self) -> Markup:
        """Text of the document with its place, for sentences that contain numbers."""
        return data_value(self.text, self.place, shown=self.text)

    def told(self) -> Markup:
        """A message of the program with its place; words between backticks are set as code."""
        return data_value(self.text, self.place, shown=with_code(self.text))

    def sign(self, length: int = 12) -> Markup:
        """The beginning of a hash, with all of it behind."""
        return data_value(self.text, self.place, shown=self.text[:length])

    def minute(self) -> Markup:
        """A time in ISO 8601, without seconds."""
        shown = self.text[:16].replace("T", " ") or "none"
        return data_value(self.text or None, self.place, shown=shown)

    def p_value(self) -> Markup:
        """A p value with three decimals, as journals print it."""
        if self.number is not None and self.number < 0.0005:
            return data_value(self.number, self.place, shown="<0.001")
        return self.rounded(3, none="none")

    def day(self, *, none: str = UNKNOWN) -> Markup:
        """The day of a time in ISO 8601."""
        return data_value(self.text or None, self.place, shown=self.text[:10] or none)


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether a value is a list of the document, of which the elements may be made when asked for;
    words are none.
    """
    return isinstance(value, Sequence) and not isinstance(value, str)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
