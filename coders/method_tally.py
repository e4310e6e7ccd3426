"""The same replies read by the matcher, by published methods, by judges and by their quorum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coders.choice_methods import PublishedMethod, published_reading, quorum
from coders.choices import choice_of
from coders.statistics.intervals import wilson
from coders.tables.replies import TableReply
from dsl.words import counted
from renderers.rows.replies import MethodFigures

MATCHER = "matcher"
HYBRID = "hybrid"


@dataclass
class _Counts:
    """What one method has made of the replies so far."""

    replies: int = 0
    fail: int = 0
    told: int = 0
    told_read: int = 0
    false: int = 0
    missed: int = 0
    keyed: int = 0
    right: int = 0
    compared: int = 0
    unlike: int = 0

    def add(self, read: str | None, ours: str | None, row: TableReply) -> None:
        """Count a reply that is read as the choice `read`, by the matcher as `ours`."""
        self.replies += 1
        self.fail += read is None
        if row.takes is not None:
            self.told += 1
            self.told_read += read is not None
            self.false += read is not None and read != row.takes
            self.missed += read is None and row.takes != ""
        answers = {one.text for clause in row.question.key.answer for one in clause.phrases}
        if answers:
            self.keyed += 1
            self.right += read in answers
        if read is not None and ours is not None:
            self.compared += 1
            self.unlike += read != ours


class MethodTally:
    """Counts of each method over replies to choices; other replies are left out."""

    def __init__(self, judges: Sequence[str] = ()) -> None:
        """`judges` are the names of the last judges of each reply; others are numbered."""
        self._named = judges
        self._judges: dict[str, None] = {}
        self._counts: dict[str, _Counts] = {}
        self._left_out = 0
        self._human = 0
        self._judged = 0
        self._quorate = 0

    def add(self, row: TableReply) -> None:
        """Read one reply by every method."""
        options = row.question.options
        if not options:
            self._left_out += 1
            return
        told = choice_of(row.reply, row.question)
        ours = None if told.option is None else options[told.option]
        self._human += not told.decided
        readings: dict[str, str | None] = {}
        for method in PublishedMethod:
            at = published_reading(method, row.reply, options)
            readings[method.value] = None if at is None else options[at]
        readings[MATCHER] = ours
        for name, judged in zip(self._names(len(row.judges)), row.judges, strict=True):
            if judged is not None:
                self._judges.setdefault(name)
                readings[name] = judged or None
        agreed = None
        if not told.decided and any(one is not None for one in row.judges):
            self._judged += 1
            agreed = quorum(row.judges) or None
            self._quorate += agreed is not None
        # Kept of every reply, since the first judged one may come late.
        readings[HYBRID] = agreed if not told.decided else ours
        for name, read in readings.items():
            self._counts.setdefault(name, _Counts()).add(read, ours, row)

    def _names(self, count: int) -> list[str]:
        """The names of so many judges."""
        numbered = count - len(self._named)
        return [*(f"judge {number}" for number in range(1, numbered + 1)), *self._named]

    def figures(self) -> list[MethodFigures]:
        """A row for each method; judges and hybrid only where a reply was judged."""
        by_judges = self._judges
        order = [*PublishedMethod, MATCHER, *sorted(by_judges), *([HYBRID] if by_judges else [])]
        return [_figures(name, self._counts[name]) for name in order if name in self._counts]

    def notes(self) -> Sequence[str]:
        """What else a reader has to know."""
        lines = []
        ours = self._counts.get(MATCHER)
        if ours is not None:
            lines.append(
                f"matcher: of {ours.fail:,} FAIL, {self._human:,} need a human, "
                f"{ours.fail - self._human:,} take no choice"
            )
        if self._judges:
            lines.append(
                "hybrid: the matcher, and where it needs a human what at least three quarters of "
                f"the judges (models) read: {self._quorate:,} of {self._judged:,} that were judged"
            )
        if self._left_out:
            lines.append(f"{counted(self._left_out, 'reply', 'replies')} without choices: left out")
        return lines


def _figures(name: str, one: _Counts) -> MethodFigures:
    about = wilson(one.fail, one.replies)
    ends = None if about is None else (about.low, about.high)
    return MethodFigures(method=name, fail_ci95=ends, **vars(one))
