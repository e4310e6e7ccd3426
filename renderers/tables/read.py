"""What the matcher says of replies from anywhere, a row a reply, and how many got which mark.

How often each way of reading a choice fails, and is wrong, on the same replies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dsl.words import counted
from renderers.csv_text import csv_of, field
from renderers.number_words import NONE
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

HUMAN = "needs a human"
READ = "read"


@dataclass(frozen=True, slots=True)
class ReplyVerdict:
    """What is said of one reply. `reading`: the words of the answer that it gives, None where it
    gives none; `letter`: that of its choice. `mark`: right, half, wrong, or None where nothing is
    keyed or a human is needed, which `decided` tells apart.
    """

    id: str
    reading: str | None
    letter: str | None
    mark: str | None
    decided: bool
    flags: tuple[str, ...]
    reason: str

    @property
    def document(self) -> dict[str, object]:
        """As an object of the JSON list."""
        return {
            "id": self.id,
            "reading": self.reading,
            "letter": self.letter,
            "mark": self.mark,
            "decided": self.decided,
            "flags": list(self.flags),
            "reason": self.reason,
        }

    @property
    def said(self) -> str:
        """The answer with its letter, as a table shows it."""
        reading = self.reading or ""
        return f"{self.letter}) {reading}" if self.letter else reading

    @property
    def told(self) -> str:
        """The mark in a word; `read` where nothing is keyed."""
        return self.mark or (READ if self.decided else HUMAN)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the replies with a key that were decided are right, with the 95% interval of the
    share; `low` and `high` are None where there are none.
    """

    hits: int
    of: int
    low: float | None
    high: float | None


def render_read(
    found: Sequence[ReplyVerdict], right: Share, notes: Sequence[str] = (), *, width: int
) -> str:
    """The table, its counts and `notes` as text, no line wider than `width` columns."""
    columns = (
        Column("id", tuple(_line(one.id) for one in found), right=False, folds=True, label=True),
        Column("reading", tuple(_line(one.said) for one in found), right=False, folds=True),
        Column("mark", tuple(one.told for one in found), right=False),
        Column("flags", tuple(", ".join(one.flags) for one in found), right=False, folds=True),
        Column("reason", tuple(_line(one.reason) for one in found), right=False, folds=True),
    )
    page = Page(width=width)
    page.print(one_table(columns, width), "", *summary_lines(found, right), *map(_line, notes))
    return f"{page.text}\n"


def read_csv(found: Sequence[ReplyVerdict]) -> str:
    """The same as CSV with a header."""
    header = ("id", "reading", "letter", "mark", "decided", "flags", "reason")
    rows = (
        (one.id, one.reading, one.letter, one.mark, one.decided, " ".join(one.flags), one.reason)
        for one in found
    )
    return csv_of(header, (map(field, row) for row in rows), end="\r\n")


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
        lines += [f"  {count:,}  {_line(reason)}" for reason, count in reasons.most_common(_MOST)]
    return lines


_FEW = 20
"""Replies, at most, whose reasons can be counted at a glance."""
_MOST = 10


def _line(text: str) -> str:
    """Visible text on one line."""
    return visible(" ".join(text.split()))


def _counts(found: Sequence[ReplyVerdict]) -> str:
    marks = Counter(one.told for one in found)
    people = "needs a human" if marks[HUMAN] == 1 else "need a human"
    named = {"right": "right", "half": "half", "wrong": "wrong", READ: "read", HUMAN: people}
    shown = (mark for mark in named if mark != READ or marks[READ])
    told = ", ".join(f"{marks[mark]:,} {named[mark]}" for mark in shown)
    return f"{counted(len(found), 'reply', 'replies')}: {told}"


Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MethodFigures:
    """Of one method: of `replies`, how many it takes for no choice (`fail`).

    `told` replies come with the choice that a person says they take, or that they take none: of
    these `told_read` are read, `false` as another choice than that, and `missed` take a choice and
    fail. `right` of the `keyed` replies take the right choice; those that fail do not. `compared`
    replies are read by it and by the matcher, `unlike` of them as different choices.
    """

    method: str
    replies: int
    fail: int
    fail_ci95: Interval | None
    told: int
    told_read: int
    false: int
    missed: int
    keyed: int
    right: int
    compared: int
    unlike: int

    @property
    def document(self) -> dict[str, object]:
        """As an object of the JSON list; rates are None where there is nothing to count."""
        ends = None if self.fail_ci95 is None else list(self.fail_ci95)
        return {
            "method": self.method,
            "replies": self.replies,
            "fail": self.fail,
            "fail_rate": _rate(self.fail, self.replies),
            "fail_ci95": ends,
            "told": self.told,
            "told_read": self.told_read,
            "false": self.false,
            "false_rate": _rate(self.false, self.told_read),
            "missed": self.missed,
            "keyed": self.keyed,
            "right": self.right,
            "right_rate": _rate(self.right, self.keyed),
            "compared": self.compared,
            "unlike_matcher": self.unlike,
        }


def render_methods(rows: Sequence[MethodFigures], notes: Sequence[str], *, width: int) -> str:
    """The table, a row for each method, and what its columns are."""
    told, keyed = any(row.told for row in rows), any(row.keyed for row in rows)
    columns = [
        Column("method", tuple(row.method for row in rows), right=False, label=True),
        Column("replies", tuple(f"{row.replies:,}" for row in rows)),
        Column("FAIL", tuple(f"{row.fail:,}" for row in rows)),
        Column("fail\nrate", tuple(_percent(row.fail, row.replies) for row in rows)),
        Column("95%", tuple(_ends(row.fail_ci95) for row in rows), joined=True),
    ]
    if told:
        columns += [
            Column("false", tuple(f"{row.false:,}" for row in rows)),
            Column("of read", tuple(_percent(row.false, row.told_read) for row in rows)),
            Column("missed", tuple(f"{row.missed:,}" for row in rows)),
        ]
    else:
        columns.append(
            Column("unlike\nmatcher", tuple(f"{row.unlike:,} of {row.compared:,}" for row in rows))
        )
    if keyed:
        columns.append(Column("right", tuple(_percent(row.right, row.keyed) for row in rows)))
    page = Page(width=width)
    page.print(one_table(columns, width), "", *_words(told=told, keyed=keyed), *notes)
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


def _rate(some: int, of: int) -> float | None:
    return some / of if of else None


def _percent(some: int, of: int) -> str:
    return f"{some / of:.1%}" if of else NONE


def _ends(ends: Interval | None) -> str:
    return NONE if ends is None else f"{ends[0]:.1%} to {ends[1]:.1%}"
