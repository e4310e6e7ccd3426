"""What the matcher says of replies from anywhere, a row a reply, and how many got which mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dsl.words import counted
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

HUMAN = "needs a human"


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What is said of one reply. `mark`: right, half, wrong, or None where a human is needed."""

    id: str
    mark: str | None
    flags: tuple[str, ...]
    reason: str

    @property
    def document(self) -> dict[str, object]:
        """As an object of the JSON list."""
        return {
            "id": self.id,
            "mark": self.mark,
            "flags": list(self.flags),
            "reason": self.reason,
        }


def render_read(found: Sequence[ReadReply], *, width: int) -> str:
    """The table and its counts as text, no line wider than `width` columns."""
    columns = (
        Column("id", tuple(_line(one.id) for one in found), right=False, folds=True, label=True),
        Column("mark", tuple(one.mark or HUMAN for one in found), right=False),
        Column("flags", tuple(", ".join(one.flags) for one in found), right=False, folds=True),
        Column("reason", tuple(_line(one.reason) for one in found), right=False, folds=True),
    )
    page = Page(width=width)
    page.print(one_table(columns, width), "", _counts(found))
    return f"{page.text}\n"


def _line(text: str) -> str:
    """Visible text on one line."""
    return visible(" ".join(text.split()))


def _counts(found: Sequence[ReadReply]) -> str:
    marks = Counter(one.mark or HUMAN for one in found)
    people = "needs a human" if marks[HUMAN] == 1 else "need a human"
    named = {"right": "right", "half": "half", "wrong": "wrong", HUMAN: people}
    told = ", ".join(f"{marks[mark]} {words}" for mark, words in named.items())
    return f"{counted(len(found), 'reply', 'replies')}: {told}"
