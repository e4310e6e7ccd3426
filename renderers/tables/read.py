"""What the matcher says of replies from anywhere, a row a reply, and how many got which mark."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from dsl.words import counted
from renderers.csv_text import field
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
    out = StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(header)
    for one in found:
        flags = " ".join(one.flags)
        cells = (one.id, one.reading, one.letter, one.mark, one.decided, flags, one.reason)
        rows.writerow(map(field, cells))
    return out.getvalue()


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
