"""`devrun read --table`: the matcher, for replies from anywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import click

from dsl.record import replace
from dsl.words import counted
from runners.cli.errors import UsageError
from runners.cli.options import json_option
from runners.cli.output import StatusLine, note, page_width, print_documents, say
from runners.cli.table_input import open_table

if TYPE_CHECKING:
    from coders.tables.replies import TableReply
    from coders.tables.reply_packets import LogReadings
    from dsl.trial import Question
    from renderers.rows.replies import ReplyVerdict, Share

_MOST = 200_000
"""So many different replies are kept with what was said of them."""

_LARGE = 300_000
"""Bytes; reading more takes long enough to say how far it is."""


@click.command(
    "read",
    epilog=(
        "Examples: devrun read --table replies.csv; devrun read --table replies.jsonl --json. "
        "The first lines of such a file: choices,key,reply and Red | Blue,B,The answer is B. Or: "
        "id,question,answer,reply and r1,Where will Sally look first?,the basket,In the basket."
    ),
)
@click.option(
    "--table",
    metavar="FILE",
    help="Replies as CSV with a header, or JSON lines; - reads standard input.",
)
@click.option(
    "--methods",
    is_flag=True,
    help="Compare methods instead: how often the matcher, three published ones, judges and a "
    "quorum read no choice or a wrong one.",
)
@click.option(
    "--packet",
    metavar="FILE",
    help="Write replies to choices that need a human into FILE instead, for models as judges "
    "(`devrun code FILE --judge MODEL`) or people.",
)
@click.option(
    "--every", is_flag=True, help="With --packet: include replies that the matcher reads."
)
@click.option(
    "--log",
    "logs",
    multiple=True,
    metavar="FILE",
    help="The log of a judge, or a person, who coded such a packet; may be repeated. What three "
    "quarters of the judges read counts where the matcher needs a human.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
def command(
    table: str | None,
    methods: bool,
    packet: str | None,
    every: bool,
    logs: tuple[str, ...],
    as_csv: bool,
    as_json: bool,
) -> None:
    """Read each reply in a table: which answer it gives, and whether that is right.

    Columns: reply; choices, or question and answer. With choices, answer (also called key) may be
    left out: then the choice is read, and nothing is marked. Further: id, also (other words for the
    answer) and wrong (answers known to be wrong); for --methods also takes (the choice that a
    person reads in the reply, or none) and judges (those that models read in it). In CSV cells,
    separate items by |. See docs/matcher.md.

    This is the matcher that scores a study. It does not know the story, and gives no mark when the
    wording leaves a doubt.
    """
    from renderers.fields.replies import REPLY_VERDICT
    from renderers.tables.read import read_csv, render_read

    if table is None:
        raise UsageError(
            "no table was named",
            "write it as: devrun read --table FILE.csv; `devrun read --help` says what is in it",
            "no-table",
        )
    if as_csv and as_json:
        raise UsageError(
            "--csv and --json ask for two formats", "leave out one of them", "two-formats"
        )
    if packet is not None:
        if methods or logs or as_csv or as_json:
            raise UsageError(
                "--packet only writes a packet", "read the replies in a second command"
            )
        _write_packet(table, packet, every=every)
        return
    if every:
        raise UsageError("--every belongs to --packet", "add --packet FILE.packet.jsonl")
    readings: list[LogReadings] = []
    if logs:
        from runners.cli.packets.reply_judges import log_readings

        readings = log_readings(logs)
    if methods:
        _compare_methods(table, readings, as_csv=as_csv, as_json=as_json)
        return
    found, right = _read(table, readings)
    if as_json:
        print_documents(REPLY_VERDICT, found)
    elif as_csv:
        sys.stdout.write(read_csv(found))
    else:
        notes: list[str] = []
        if any(one.judge for one in readings):
            from runners.cli.packets.reply_judges import judge_notes

            notes = judge_notes(readings, found)
        sys.stdout.write(render_read(found, right, notes, width=page_width(140, least=60)))


def _write_packet(table: str, file: str, *, every: bool) -> None:
    """Writes the replies to choices that need a human, or all, and says what to do with them."""
    from runners.cli.packets.reply_judges import write_packet

    rows = [
        row
        for row in _rows(table)
        if row.question.options and (every or not _told(row.reply, row.question).decided)
    ]
    items = write_packet(file, rows)
    say(f"{file}: {counted(len(rows), 'reply', 'replies')}, {counted(items, 'item')}")
    note(f"next: devrun code {file} --judge MODEL, for each of four models")
    note(f"then: devrun read --table {table} --log LOG, with --log for each of their logs")


def _compare_methods(
    table: str, logs: Sequence[LogReadings], *, as_csv: bool, as_json: bool
) -> None:
    """Prints how each method reads the same replies."""
    from coders.method_tally import MethodTally
    from renderers.fields.replies import METHOD
    from renderers.tables.read import render_methods

    if as_csv:
        raise UsageError("--methods has no CSV", "leave out --csv, or write --json")
    tally = MethodTally([one.coder for one in logs if one.judge])
    for row in _rows(table, logs):
        tally.add(row)
    rows = tally.figures()
    if not rows:
        raise UsageError(
            "no reply in the table has choices",
            "--methods reads replies to choices: add a column choices",
        )
    if as_json:
        print_documents(METHOD, rows)
    else:
        sys.stdout.write(render_methods(rows, tally.notes(), width=page_width(140, least=60)))


def _read(table: str, logs: Sequence[LogReadings] = ()) -> tuple[list[ReplyVerdict], Share]:
    """What is said of each reply, and how many of those with a key, of the replies that the matcher
    decides, are right.
    """
    from coders.statistics.intervals import wilson
    from dsl.kept_replies import is_keyed
    from renderers.rows.replies import Share

    found: list[ReplyVerdict] = []
    marked = hits = 0
    for row in _rows(table, logs):
        told = replace(_told(row.reply, row.question), id=row.id)
        if row.judges and logs and not told.decided:
            from runners.cli.packets.reply_judges import by_judges

            found.append(by_judges(told, row))
            continue
        found.append(told)
        if told.decided and is_keyed(row.question.key):
            marked += 1
            hits += told.mark == "right"
    about = wilson(hits, marked)
    low, high = (None, None) if about is None else (about.low, about.high)
    return found, Share(hits, marked, low, high)


def _rows(table: str, logs: Sequence[LogReadings] = ()) -> Iterator[TableReply]:
    """Every row of a table, with what the coders of `logs` read; says how far it is.

    Raises:
        Stop: a log has no reply of the table.
        TableUnusable: a row cannot be used; rows after it are only looked at for faults.
    """
    from coders.tables.replies import ReplyTable
    from dsl.files.csv_reader import TableFault, TableUnusable

    faults: list[TableFault] = []
    ids: set[str] = set()
    columns = "the columns choices and reply, or question, answer and reply, as CSV or JSON lines"
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
                if logs:
                    from coders.tables.reply_packets import item_id, with_readings

                    ids.add(item_id(row))
                    yield with_readings(row, logs)
                else:
                    yield row
            if number % 500 == 0:
                done = f"{source.done():.0%}" if source.size else f"{number:,} rows"
                status.update(f"reading: {done}")
    if faults:
        raise TableUnusable(source.name, faults)
    if logs:
        from runners.cli.packets.reply_judges import see_that_all_match

        see_that_all_match(logs, ids)
    if rows.unused:
        listed = ", ".join(rows.unused[:12]) + (", ..." if len(rows.unused) > 12 else "")
        note(f"{source.name}: ignored columns: {listed}")


# Thousands of participants answer in the same words.
@lru_cache(_MOST)
def _told(reply: str, question: Question) -> ReplyVerdict:
    from coders.choices import choice_of
    from dsl.kept_replies import is_keyed
    from renderers.rows.replies import ReplyVerdict

    told = choice_of(reply, question)
    verdict = told.verdict
    mark = verdict.word.value if verdict.decided and is_keyed(question.key) else None
    flags = tuple(flag.value for flag in verdict.flags)
    reading, letter = told.text or verdict.matched, told.letter or None
    return ReplyVerdict("", reading, letter, mark, verdict.decided, flags, verdict.reason)


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
