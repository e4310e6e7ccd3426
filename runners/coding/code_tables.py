"""Codes in a table: a CSV as spreadsheets write it, read into rows, every fault with its line.

The delimiter is the one under which the header has most known names, since spreadsheets write
semicolons where the comma is the decimal sign. A cell is text, whatever it looks like: `=1+1` is
the three signs that somebody typed. All faults are found before anything is said, so that a table
is mended once.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from coders.desk.rubric import contradiction
from coders.marks import Flag

COLUMNS = ("item", "trial", "question", "story", "mark", "flags", "lrs", "note", "coder")
"""Every column that means something; others are left alone."""

_MARKS = {
    "right": "right", "1": "right", "half": "half", "0.5": "half", "1/2": "half",
    "wrong": "wrong", "0": "wrong",
}  # fmt: skip
_DECIMAL = re.compile(r"(\d*)[.,](\d*?)0*")
_STATED = re.compile(r"sep=.", re.IGNORECASE)
_FLAGS = {flag.value: flag.value for flag in Flag}


@dataclass(frozen=True, slots=True)
class CodeRow:
    """One row: the line it begins on, which question of what it judges, and how.

    Either `item` or `trial` is set. `question` and `story` are as written, empty where left out;
    `mark` is right, half, wrong, or empty in a row that gives an LRS or a note alone.
    """

    line: int
    item: str
    trial: str
    question: str
    story: str
    mark: str
    flags: tuple[str, ...]
    lrs: int | None
    note: str


@dataclass(frozen=True, slots=True)
class TableFault:
    """What is wrong with one line of a table, and what to write instead."""

    line: int
    message: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """A table as read: rows, faults, and the names of columns that mean nothing here."""

    rows: tuple[CodeRow, ...]
    faults: tuple[TableFault, ...]
    unused: tuple[str, ...] = ()


def read_table(text: str, *, coder: str) -> Read:
    """The rows of a table of `coder`'s codes, and all of its faults."""
    text = text.removeprefix("\ufeff")
    if "\x00" in text:
        return _fault(1, "the table contains a NUL character", "save it as CSV UTF-8")
    lines = text.splitlines()
    if not lines or not lines[0].strip():
        return _fault(1, "the table has no header", "write `item,question,mark` in its first line")
    # Excel reads a first line `sep=;`, and what is made for it has one.
    stated = _STATED.fullmatch(lines[0].strip())
    if stated is not None:
        text = text[len(lines[0]) :].removeprefix("\r").removeprefix("\n")
        lines = [*lines[1:], ""]
    delimiter = max(",;\t", key=lambda sign: _known(lines[0], sign))
    try:
        cells = list(_cells(text, delimiter, before=int(stated is not None)))
    except csv.Error as fault:
        return _fault(1, f"this is not a table: {fault}", "save it as CSV UTF-8")
    (_, header), *rest = cells
    names = [_plain(name) for name in header]
    faults = _header_faults(names)
    if faults:
        return Read((), faults)
    rows: list[CodeRow] = []
    found: list[TableFault] = []
    for line, values in rest:
        if not any(value.strip() for value in values):
            continue
        if len(values) > len(names) and any(value.strip() for value in values[len(names) :]):
            found.append(
                TableFault(
                    line,
                    f"there are {len(values)} fields, and the header has {len(names)}",
                    "put fields that contain the delimiter in quotation marks",
                )
            )
            continue
        fields = dict(zip(names, (value.strip() for value in values), strict=False))
        row, wrong = _row(line, fields, coder)
        found += [TableFault(line, message, remedy) for message, remedy in wrong]
        if row is not None:
            rows.append(row)
    if not rows and not found:
        return _fault(1, "the table has no rows", "write one row per coded question")
    unused = tuple(name for name in names if name and name not in COLUMNS)
    return Read(tuple(rows), tuple(found), unused)


def _fault(line: int, message: str, remedy: str) -> Read:
    return Read((), (TableFault(line, message, remedy),))


def _known(header: str, delimiter: str) -> int:
    return sum(_plain(name.strip('"')) in COLUMNS for name in header.split(delimiter))


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _cells(text: str, delimiter: str, *, before: int) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each begins, `before` lines having been left out; a field in
    quotes may go over several.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    last = before
    for values in reader:
        yield last + 1, values
        last = before + reader.line_num


def _header_faults(names: list[str]) -> tuple[TableFault, ...]:
    faults: list[TableFault] = []
    twice = [name for name in dict.fromkeys(names) if name in COLUMNS and names.count(name) > 1]
    faults += [TableFault(1, f"there are two columns called `{name}`") for name in twice]
    if ("item" in names) == ("trial" in names):
        faults.append(
            TableFault(
                1,
                "the header must name either `item` or `trial`, to say what is judged",
                "`item` is an id from a packet; `trial` the beginning of a trial's key",
            )
        )
    elif "trial" in names and "question" not in names:
        faults.append(
            TableFault(1, "with `trial` a column `question` is needed", "title or number")
        )
    if "mark" not in names:
        faults.append(
            TableFault(
                1, "there is no column `mark`", "it holds right, half or wrong, or 1, 0.5 or 0"
            )
        )
    return tuple(faults)


def _row(
    line: int, fields: dict[str, str], coder: str
) -> tuple[CodeRow | None, list[tuple[str, str]]]:
    faults: list[tuple[str, str]] = []
    named = "item" if "item" in fields else "trial"
    if not fields.get(named):
        faults.append((f"the {named} is missing", ""))
    other = fields.get("coder", "")
    if other and other != coder:
        faults.append((f"this row belongs to `{other}`, not `{coder}`", "use one table per coder"))
    mark = _MARKS.get(_number(fields.get("mark", "").casefold()), "")
    if fields.get("mark") and not mark:
        faults.append((f"there is no mark `{fields['mark']}`", "write right, half or wrong"))
    flags, strange = _flags(fields.get("flags", ""))
    if strange:
        faults.append((f"there is no flag `{strange}`", f"flags are: {', '.join(_FLAGS)}"))
    elif mark and contradiction(mark, flags, control=True):
        # What goes with a scored question only is known where the question is.
        faults.append((contradiction(mark, flags, control=True), ""))
    lrs, whole = _lrs(fields.get("lrs", ""))
    if not whole:
        faults.append((f"an LRS is a whole number from 0 to 5, not `{fields['lrs']}`", ""))
    if not mark and not faults and lrs is None and not fields.get("note"):
        # A row that was never filled in: not coded.
        return None, []
    if faults:
        return None, faults
    row = CodeRow(
        line,
        fields.get("item", ""),
        fields.get("trial", ""),
        fields.get("question", ""),
        fields.get("story", ""),
        mark,
        flags,
        lrs,
        fields.get("note", ""),
    )
    return row, []


def _flags(text: str) -> tuple[tuple[str, ...], str]:
    """The flags of a cell, divided by semicolons, commas or bars; and the first that is none."""
    words = [_plain(one) for one in text.replace(";", ",").replace("|", ",").split(",")]
    given = tuple(dict.fromkeys(word for word in words if word))
    return given, next((word for word in given if word not in _FLAGS), "")


def _number(text: str) -> str:
    """A number as it is shortest: spreadsheets write `1,00` and `.50`. Other text as it is."""
    found = _DECIMAL.fullmatch(text)
    if found is None or text in (".", ","):
        return text
    whole, rest = found.groups()
    return f"{whole or 0}.{rest}" if rest else whole or "0"


def _lrs(text: str) -> tuple[int | None, bool]:
    if not text:
        return None, True
    whole = _number(text)
    if whole in ("0", "1", "2", "3", "4", "5"):
        return int(whole), True
    return None, False
