"""`devrun read --table`: the matcher, for replies from anywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

import click

from runners.cli.errors import UsageError
from runners.cli.options import json_option
from runners.cli.output import StatusLine, page_width, print_json, say
from runners.cli.table_input import open_table

if TYPE_CHECKING:
    from renderers.tables.read import ReadReply

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
    found = _read(table)
    if as_json:
        print_json([one.document for one in found])
        return
    width = page_width(140, least=60)
    sys.stdout.write(render_read(found, width=width))


def _read(table: str) -> list[ReadReply]:
    """What is said of each reply."""
    from coders.matcher import match
    from coders.tables.csv_reader import TableFault, TableUnusable
    from coders.tables.replies import ReplyTable
    from renderers.tables.read import ReadReply

    found: list[ReadReply] = []
    faults: list[TableFault] = []
    columns = "the columns id, question, answer and reply, as CSV or JSON lines"
    # Nothing is said of how far reading a small file is.
    with (
        open_table(table, columns) as source,
        StatusLine(quiet=0 < source.size < _LARGE) as status,
    ):
        begun = _begun(source.lines)
        rows = ReplyTable(chain(begun, source.lines), json_lines=_is_json(table, begun))
        for number, row in enumerate(rows):
            if isinstance(row, TableFault):
                faults.append(row)
            elif not faults:
                told = match(row.reply, row.question)
                mark = told.word.value if told.decided else None
                flags = tuple(flag.value for flag in told.flags)
                found.append(ReadReply(row.id, mark, flags, told.reason))
            if number % 50 == 0:
                done = f"{source.done():.0%}" if source.size else f"{number:,} rows"
                status.update(f"reading: {done}")
    if faults:
        raise TableUnusable(source.name, faults)
    if rows.unused:
        listed = ", ".join(rows.unused[:12]) + (", ..." if len(rows.unused) > 12 else "")
        say(f"{source.name}: ignored columns: {listed}", err=True)
    return found


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
