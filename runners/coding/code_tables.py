"""Codes in a table, read into rows, every fault with its line.

A cell is text, whatever it looks like: `=1+1` is the four signs that somebody typed. All faults
are found before anything is said, so that a table is mended once.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass

from coders.desk.rubric import contradiction
from coders.marks import Flag
from dsl.files.csv_reader import CsvTable, TableFault, TableKind, doubled, plain

COLUMNS = ("item", "trial", "question", "story", "mark", "flags", "lrs", "note", "coder")
"""Every column that means something; others are left alone."""

KIND = TableKind(COLUMNS, "item,question,mark", "coded question", exact=False)
RATING_KIND = TableKind(COLUMNS, "item,coder,lrs", "rating", exact=False)

_MARKS = {
    "right": "right", "1": "right", "half": "half", "0.5": "half", "1/2": "half",
    "wrong": "wrong", "0": "wrong",
}  # fmt: skip
_DECIMAL = re.compile(r"(\d*)[.,](\d*?)0*")
_FLAGS = {flag.value: flag.value for flag in Flag}


@dataclass(frozen=True, slots=True)
class CodeRow:
    """One row: the line it begins on, which question of what it judges, and how.

    Either `item` or `trial` is set. `question` and `story` are as written, empty where left out;
    `mark` is right, half, wrong, or empty in a row that gives an LRS or a note alone; in a table of
    ratings it is the rating.
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
    coder: str


@dataclass(frozen=True, slots=True)
class Read:
    """A table as read: rows, faults, and the names of columns that mean nothing here."""

    rows: tuple[CodeRow, ...]
    faults: tuple[TableFault, ...]
    unused: tuple[str, ...] = ()


def read_table(text: str, *, coder: str, rated: bool = False) -> Read:
    """The rows of a table of `coder`'s codes, and all of its faults. With `rated` it is a table of
    ratings from 0 to 5, which may be of several coders: `coder` is then empty.
    """
    table = CsvTable(io.StringIO(text, newline=""), RATING_KIND if rated else KIND)
    names = [plain(name) for name in table.header.fields]
    heads = _rating_header_faults if rated else _header_faults
    found = heads(names, table.header.line) if names else []
    if rated and names and not coder and "coder" not in names:
        told = "there is no column `coder`"
        found.append(TableFault(table.header.line, told, "name the coder: --coder NAME"))
    rows: list[CodeRow] = []
    for one in () if found else table:
        if isinstance(one, TableFault):
            found.append(one)
            continue
        fields = dict(zip(names, (field.strip() for field in one.fields), strict=False))
        row, wrong = (_rating if rated else _row)(one.line, fields, coder)
        found += [TableFault(one.line, message, remedy) for message, remedy in wrong]
        if row is not None:
            rows.append(row)
    if not rows and not found:
        found.append(TableFault(0, "the table has no codes", "fill in a row for each question"))
    unused = tuple(name for name in names if name and name not in COLUMNS)
    return Read(tuple(rows), tuple(found), unused)


def names_coders(text: str) -> bool:
    """Whether a table has a column `coder`, or none at all: that it is empty is said first."""
    header = CsvTable(io.StringIO(text, newline=""), RATING_KIND).header
    return not header.fields or "coder" in map(plain, header.fields)


def _header_faults(names: list[str], line: int) -> list[TableFault]:
    faults = doubled([name for name in names if name in COLUMNS], line)
    if ("item" in names) == ("trial" in names):
        faults.append(
            TableFault(
                line,
                "the header must name either `item` or `trial`, to say what is judged",
                "`item` is an id from a packet; `trial` the beginning of a trial's key",
            )
        )
    elif "trial" in names and "question" not in names:
        told = "with `trial` a column `question` is needed"
        faults.append(TableFault(line, told, "it holds a question's title or number"))
    if "mark" not in names:
        told = "there is no column `mark`"
        faults.append(TableFault(line, told, "it holds right, half or wrong, or 1, 0.5 or 0"))
    return faults


def _rating_header_faults(names: list[str], line: int) -> list[TableFault]:
    faults = doubled([name for name in names if name in COLUMNS], line)
    if ("item" in names) == ("trial" in names):
        told = "the header must name either `item` or `trial`, to say what is rated"
        remedy = "an id from a packet, or the beginning of a trial's key"
        faults.append(TableFault(line, told, remedy))
    if "lrs" not in names:
        faults.append(TableFault(line, "there is no column `lrs`", "it holds 0, 1, 2, 3, 4 or 5"))
    for name in ("mark", "flags"):
        if name in names:
            told = f"there is a column `{name}`, and coders of this study give ratings"
            faults.append(TableFault(line, told, "leave it out: a rating is an LRS from 0 to 5"))
    return faults


def _rating(
    line: int, fields: dict[str, str], coder: str
) -> tuple[CodeRow | None, list[tuple[str, str]]]:
    """A row of a table of ratings."""
    if not fields.get("lrs"):
        return None, []
    faults = _nameless(fields)
    who = " ".join(fields.get("coder", "").split()) or coder
    if not who:
        faults.append(("the coder is missing", ""))
    elif coder and who != coder:
        faults.append((f"this row belongs to `{who}`, not `{coder}`", "leave --coder out"))
    lrs = _lrs(fields["lrs"], faults)
    return (None if faults else _code_row(line, fields, who, str(lrs))), faults


def _row(
    line: int, fields: dict[str, str], coder: str
) -> tuple[CodeRow | None, list[tuple[str, str]]]:
    faults = _nameless(fields)
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
    lrs = _lrs(fields.get("lrs", ""), faults)
    if not mark and lrs is None and not fields.get("note"):
        # A row that was never filled in: not coded.
        return None, faults
    return (None if faults else _code_row(line, fields, coder, mark, flags=flags, lrs=lrs)), faults


def _nameless(fields: dict[str, str]) -> list[tuple[str, str]]:
    """The fault of a row that does not say what it judges."""
    named = "item" if "item" in fields else "trial"
    return [] if fields.get(named) else [(f"the {named} is missing", "")]


def _code_row(
    line: int,
    fields: dict[str, str],
    coder: str,
    mark: str,
    *,
    flags: tuple[str, ...] = (),
    lrs: int | None = None,
) -> CodeRow:
    item, trial, question, story, note = (
        fields.get(name, "") for name in ("item", "trial", "question", "story", "note")
    )
    return CodeRow(line, item, trial, question, story, mark, flags, lrs, note, coder)


def _flags(text: str) -> tuple[tuple[str, ...], str]:
    """The flags of a cell, divided by semicolons, commas or bars; and the first that is none."""
    words = [plain(one) for one in text.replace(";", ",").replace("|", ",").split(",")]
    given = tuple(dict.fromkeys(word for word in words if word))
    return given, next((word for word in given if word not in _FLAGS), "")


def _number(text: str) -> str:
    """A number as it is shortest: spreadsheets write `1,00` and `.50`. Other text as it is."""
    found = _DECIMAL.fullmatch(text)
    if found is None or text in (".", ","):
        return text
    whole, rest = found.groups()
    return f"{whole or 0}.{rest}" if rest else whole or "0"


def _lrs(text: str, faults: list[tuple[str, str]]) -> int | None:
    """The LRS of a cell, None of an empty one; another text is put among the faults."""
    whole = _number(text)
    if whole in ("0", "1", "2", "3", "4", "5"):
        return int(whole)
    if text:
        faults.append((f"an LRS is a whole number from 0 to 5, not `{text}`", ""))
    return None
