"""Lines of a script as they read in each row of a table, and which of them are empty there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared, RowColumns, Scope
from dsl.checking.space import Region
from dsl.checking.warnings.original import Original
from dsl.diagnostic import Span
from dsl.record import replace

Cells = Mapping[str, ex.Template] | None
Option = tuple[Region, str, Span]
Lists = Sequence[ex.Case[tuple[ex.Template, ...]]]
"""Words of a statement: a list for each part of the cells."""


def readings_of(
    reach: Region,
    cases: Lists,
    written: Sequence[tree.Prose],
    row: Cells,
    original: Original,
    *,
    kept: bool = True,
) -> Iterator[Option]:
    """Every line of some lists, as it reads and where it is written."""
    left = reach
    for case, prose in zip(cases, written, strict=True):
        region = left & original.space.of(case.guard)
        left &= ~region
        for template, line in zip(case.value, prose.lines, strict=True):
            if not kept and ex.holds_kept(template):
                continue
            for part, text in original.readings(template, region, row):
                yield part, text, line.span


def empty_lines(
    cases: Lists,
    written: Sequence[tree.Prose],
    reach: Region,
    row: RowColumns | None,
    original: Original,
) -> Iterator[tuple[Span, str]]:
    """The lines of some lists that are empty somewhere, and where: in which levels, and which row
    of a table.
    """
    lines = [line for case in cases for line in case.value if _may_be_empty(line)]
    if not lines:
        return
    table = row.table if row is not None and any(map(_holds_column, lines)) else ""
    rows = (row.cells if row is not None and table else ()) or (None,)
    for number, cells in enumerate(rows, start=1):
        for part, text, span in readings_of(reach, cases, written, cells, original, kept=False):
            if text.strip():
                continue
            place = [original.space.describe(part, reach)]
            place += [f"row {number} of {table}"] if table else []
            yield span, " and ".join(filter(None, place))


def _may_be_empty(line: ex.Template) -> bool:
    return not any(isinstance(piece, str) and piece.strip() for piece in line)


def _holds_column(line: ex.Template) -> bool:
    return any(piece.kind is ex.UseKind.COLUMN for piece in ex.named(line))


def check_scripted(
    step: tree.ParticipantNode, reply: ex.Template, scope: Scope, declared: Declared
) -> None:
    """Reports a scripted reply where it is an empty cell: no provider takes an empty message."""
    if not scope.reach or not _may_be_empty(reply):
        return
    whole = replace(step.words, lines=step.words.lines[:1])  # all lines are read as one
    cases: Lists = [ex.Case(ex.ALWAYS, (reply,))]
    for span, cell in empty_lines(cases, [whole], scope.reach, scope.row, declared.original()):
        declared.found.add(faults.questions.WithoutWords(span=span, head="participant", cell=cell))
