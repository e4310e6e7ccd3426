"""How often each way of reading a choice fails, and is wrong, on the same replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers.number_words import NONE
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page

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
