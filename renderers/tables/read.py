"""What the matcher says of replies from anywhere, a row a reply, and how many got which mark.

How often each way of reading a choice fails, and is wrong, on the same replies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dsl.words import counted
from renderers.csv_text import csv_of, field
from renderers.fields.cell_reader import CellReader
from renderers.fields.field import columns, pick
from renderers.fields.replies import METHOD, REPLY_VERDICT, line
from renderers.rows.replies import HUMAN, READ, MethodFigures, ReplyVerdict, Share
from renderers.tables.fitted import one_table
from renderers.tables.page import Page


def render_read(
    found: Sequence[ReplyVerdict], right: Share, notes: Sequence[str] = (), *, width: int
) -> str:
    """The table, its counts and `notes` as text, no line wider than `width` columns."""
    page = Page(width=width)
    table = one_table(columns(REPLY_VERDICT, found), width)
    page.print(table, "", *summary_lines(found, right), *map(line, notes))
    return f"{page.text}\n"


def read_csv(found: Sequence[ReplyVerdict]) -> str:
    """The same as CSV with a header."""
    rows = map(CellReader(REPLY_VERDICT, field).cells, found)
    return csv_of((one.name for one in REPLY_VERDICT), rows, end="\r\n")


def summary_lines(found: Sequence[ReplyVerdict], right: Share) -> list[str]:
    """How many replies got which mark, the share that is right, and why replies need a human."""
    lines = [_counts(found)]
    if right.low is not None and right.high is not None:
        lines.append(
            f"right: {right.hits / right.of:.1%} of {right.of:,} decided with a key"
            f" (95% interval {right.low:.1%} to {right.high:.1%}, Wilson)"
        )
    reasons = Counter(one.reason for one in found if not one.decided)
    if reasons and len(found) > _FEW:
        lines.append("why a human is needed:")
        lines += [f"  {count:,}  {line(reason)}" for reason, count in reasons.most_common(_MOST)]
    return lines


_FEW = 20
"""Replies, at most, whose reasons can be counted at a glance."""
_MOST = 10


def _counts(found: Sequence[ReplyVerdict]) -> str:
    marks = Counter(one.told for one in found)
    people = HUMAN if marks[HUMAN] == 1 else "need a human"
    named = {**{one: one for one in ("right", "half", "wrong", READ)}, HUMAN: people}
    shown = (mark for mark in named if mark != READ or marks[READ])
    told = ", ".join(f"{marks[mark]:,} {named[mark]}" for mark in shown)
    return f"{counted(len(found), 'reply', 'replies')}: {told}"


_ALWAYS = ("method", "replies", "fail", "fail_rate", "fail_ci95")


def render_methods(rows: Sequence[MethodFigures], notes: Sequence[str], *, width: int) -> str:
    """The table, a row for each method, and what its columns are."""
    told, keyed = any(row.told for row in rows), any(row.keyed for row in rows)
    names = ("false", "false_rate", "missed") if told else ("unlike_matcher",)
    figures = pick(METHOD, *_ALWAYS, *names, "right_rate")
    page = Page(width=width)
    page.print(
        one_table(columns(figures, rows), width), "", *_words(told=told, keyed=keyed), *notes
    )
    return f"{page.text}\n"


def _words(*, told: bool, keyed: bool) -> list[str]:
    lines = ["FAIL: no choice is read; 95%: Wilson"]
    if told:
        lines.append(
            "false: read as another choice than `takes` says, or as one where it is none; of read: "
            "of the replies that the method reads; missed: takes a choice and fails"
        )
    else:
        lines.append(
            "unlike matcher: of the replies that both read, read as another choice; a column "
            "`takes` (a choice, or none, as a person reads the reply) would show false readings"
        )
    return [*lines, "right: of all replies with a key; FAIL counts as wrong"] if keyed else lines
