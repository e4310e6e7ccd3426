"""`devrun read --table`: the matcher, for replies from anywhere."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import click

from dsl.words import counted
from runners.cli.errors import Exit, Stop, UsageError
from runners.cli.options import json_option
from runners.cli.output import StatusLine, page_width, print_json, say

if TYPE_CHECKING:
    from coders.statistics.table import TableUnusable
    from renderers.tables.read import ReadReply

SHOWN_FAULTS = 10
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LARGE = 300_000
"""Bytes; reading more takes long enough to say how far it is."""


@click.command(
    "read",
    short_help="score replies from a table: right, half, wrong or needs a human",
    epilog=(
        "Examples: devrun read --table replies.csv; devrun read --table replies.jsonl --json. "
        "The first lines of such a file: id,question,choices,answer,also,wrong,reply and "
        "r1,Where will Sally look first?,the basket | the box,the basket,,,In the basket."
    ),
)
@click.option(
    "--table",
    "table",
    metavar="FILE",
    help="Replies as CSV with a header, or JSON lines; - reads standard input.",
)
@json_option
def command(table: str | None, as_json: bool) -> None:
    """Score each reply in a table: right, half right, wrong, or needs a human.

    Columns: id, question, answer, reply; optionally choices, also (other words for the answer) and
    wrong (answers known to be wrong). In CSV cells, separate items by |. See docs/matcher.md.

    This is the matcher that scores a study. It does not know the story, and gives no mark when the
    wording leaves a doubt.
    """
    from renderers.tables.read import render_read

    if table is None:
        raise UsageError(
            "no table was named",
            "write it as: devrun read --table FILE.csv; `devrun read --help` says what is in it",
            "no-table",
        )
    name = "standard input" if table == "-" else table
    found, unused = _read(table, name)
    if unused:
        listed = ", ".join(unused[:12]) + (", ..." if len(unused) > 12 else "")
        say(f"{name}: ignored columns: {listed}", err=True)
    if as_json:
        print_json([one.document for one in found])
        return
    width = page_width(140, least=60)
    sys.stdout.write(render_read(found, width=width))


def _read(table: str, name: str) -> tuple[list[ReadReply], tuple[str, ...]]:
    """What is said of each reply, and the names of columns that are not read."""
    from coders.matcher import match
    from coders.reply_table import ReplyTable
    from coders.statistics.table import TableUnusable
    from renderers.tables.read import ReadReply

    found: list[ReadReply] = []
    faults: list[TableUnusable] = []
    with _opened(table, name) as (source, size), _status(size) as status:
        try:
            lines = io.TextIOWrapper(source, encoding=_encoding(source), newline="")
            begun = _begun(lines)
            rows = ReplyTable(chain(begun, lines), json_lines=_is_json(table, begun))
            for number, row in enumerate(rows):
                if isinstance(row, TableUnusable):
                    faults.append(row)
                elif not faults:
                    told = match(row.reply, row.question)
                    mark = told.word.value if told.decided else None
                    flags = tuple(flag.value for flag in told.flags)
                    found.append(ReadReply(row.id, mark, flags, told.reason))
                if number % 50 == 0:
                    done = f"{source.tell() / size:.0%}" if size else f"{number:,} rows"
                    status.update(f"reading: {done}")
        except TableUnusable as fault:
            faults.append(fault)
        except UnicodeDecodeError as fault:
            raise Stop(
                Exit.SCRIPT,
                "not-utf8",
                f"{name} is not UTF-8",
                "save it as UTF-8; in Excel: `CSV UTF-8 (comma delimited)`",
            ) from fault
    if faults:
        raise _unusable(name, faults)
    return found, rows.unused


def _begun(lines: Iterable[str]) -> list[str]:
    """The lines up to the first that is not blank."""
    begun: list[str] = []
    for line in lines:
        begun.append(line)
        if line.strip():
            break
    return begun


def _is_json(table: str, begun: list[str]) -> bool:
    named = table.casefold().endswith((".jsonl", ".ndjson", ".json"))
    return named or "".join(begun).lstrip("\ufeff \t\r\n").startswith(("{", "["))


def _encoding(source: io.BufferedReader[Any]) -> str:
    return "utf-16" if source.peek(2)[:2] in _UTF_16 else "utf-8-sig"


@contextmanager
def _opened(table: str, name: str) -> Iterator[tuple[io.BufferedReader[Any], int]]:
    """The file and its size in bytes, 0 where that is not known."""
    from os import fstat

    if table == "-":
        # Standard input may be replaced by something that cannot be peeked into.
        yield io.BufferedReader(cast("io.RawIOBase", sys.stdin.buffer)), 0
        return
    try:
        source = io.BufferedReader(io.FileIO(table))
    except (OSError, ValueError) as fault:
        reason = (getattr(fault, "strerror", None) or str(fault)).lower()
        raise UsageError(
            f"the table `{name}` cannot be read: {reason}",
            "name a CSV or JSON lines file with the columns id, question, answer and reply",
            "no-such-table",
        ) from fault
    with source:
        yield source, fstat(source.fileno()).st_size


def _status(size: int) -> StatusLine:
    """How far reading is; nothing for a small file."""
    return StatusLine(quiet=0 < size < _LARGE)


def _unusable(name: str, faults: list[TableUnusable]) -> Stop:
    """All faults of a table in one message, the help of the first below it."""
    told = [f"line {one.line}: {one.message}" if one.line else one.message for one in faults]
    helps = {one.help: None for one in faults[:SHOWN_FAULTS] if one.help}
    if len(told) == 1:
        message = f"{name}, {told[0]}" if faults[0].line else f"{name}: {told[0]}"
    else:
        more = len(told) - SHOWN_FAULTS
        shown = told[:SHOWN_FAULTS] + ([f"and {counted(more, 'more')}"] if more > 0 else [])
        message = f"{name} has {len(told)} rows that cannot be used:\n  " + "\n  ".join(shown)
    return Stop(Exit.SCRIPT, "table", message, "; ".join(helps))
