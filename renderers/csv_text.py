"""Values as fields of a CSV file that a spreadsheet, R and a text editor can all be given.

A spreadsheet takes a field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a
formula, and a reply of a model may begin so. Such a text gets an apostrophe in front, and so does
one that begins with an apostrophe, so that taking one away gives the text back: whoever reads the
file undoes it with one rule. Leaving out the odd first character was rejected, since then nobody
could know what had been said; so was a space in front, which spreadsheets skip.

Controls, direction marks and halves of characters are shown as `renderers.terminal` shows them:
NUL ends a field in R, and a direction mark turns a table round. Numbers are never touched.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from fractions import Fraction

from renderers.terminal import visible

Cell = str | int | float | Fraction | bool | None
"""What a field can hold; None is an empty field, which is a missing value everywhere."""

MISSING = ""
"""How a missing value is written."""

_BEGINS = ("=", "+", "-", "@", "\t", "'", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a formula of a field, also in full width; and the apostrophe that defuses it."""

_LOOKED_AT = frozenset((*_BEGINS, " ", ""))
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_LINES = re.compile("\r\n")


def field(value: Cell) -> str:
    """A value as the text of a field, before quotation marks.

    Truth is TRUE and FALSE, a number has all its digits and a point, and a whole one no point.
    """
    if isinstance(value, str):
        # Nearly all of millions of fields: nothing to show, and nothing that begins a formula.
        if value.isascii() and value.isprintable() and value[:1] not in _LOOKED_AT:
            return value
        return defused(shown(value))
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value)
    found = float(value)
    return str(int(found)) if found.is_integer() and abs(found) < 1e15 else repr(found)


def csv_of(
    header: Iterable[str], rows: Iterable[Iterable[object]], *, end: str = "\n"
) -> str:  # fmt: skip
    """A table as CSV, of cells that are fields already, with these ends of lines."""
    found = io.StringIO(newline="")
    writer = csv.writer(found, lineterminator=end)
    writer.writerow(header)
    writer.writerows(rows)
    return found.getvalue()


def shown(text: str) -> str:
    """The text with line ends as line feeds and every other control or hidden mark visible."""
    return text if text.isascii() and text.isprintable() else visible(_LINES.sub("\n", text))


def defused(text: str) -> str:
    """The text with an apostrophe in front where it could be taken for a formula; see `restored`.

    White space before the sign does not make it harmless. A plain number stays as it is.
    """
    if not text.lstrip(" \n\u00a0\u3000").startswith(_BEGINS) or _NUMBER.fullmatch(text):
        return text
    return f"'{text}"


def restored(text: str) -> str:
    """The text that `defused` was given."""
    return text[1:] if text.startswith("'") else text
