"""Has the faulty line explained, and changes the draft so that it can be read on.

Each repair is the smallest that keeps the lines around it readable: the mended line where the
author's meaning is plain, a shift where only the indentation is wrong, and else the loss of the
line with all that is set deeper. A line that was already complained of is lost without a word.
"""

from __future__ import annotations

from dsl.explaining.block_kinds import (
    block_under,
    missing_block,
    not_set_in,
    place_of,
    sibling_above,
    unopened,
)
from dsl.explaining.lines import explain
from dsl.explaining.slip import Slip
from dsl.explaining.wrapped_lines import take_along
from dsl.faults.layout import GoesOn, MixedIndentation, NotSetIn, OddSpace, StepBack
from dsl.faults.lines import Misplaced, OrphanOtherwise, Unfit
from dsl.heads import Place
from dsl.keywords import head_of
from dsl.parsing.draft import LOST, Draft
from dsl.parsing.parse_tree import Unexpected

_STEP = "    "
_MOST_SLIPS = 4


def recover(draft: Draft, problem: Unexpected) -> int:
    """Add a fault for what stopped the parser, and clear its way; gives the line it stopped at."""
    line = max(1, problem.line - 1)
    if problem.token == "_INDENT":
        _close(draft, line)
    elif problem.expected == {"_INDENT"}:
        # The head that was read must be followed by deeper lines.
        line = draft.above(line) or 1
        _open(draft, line)
    else:
        line = min(line, len(draft.lines) - 1)
        _read(draft, line, problem.column)
    return line


def _read(draft: Draft, line: int, column: int) -> None:
    """Explain and mend a line that is wrong in itself."""
    if draft.content(line) == LOST or not draft.content(line):
        draft.blank(line)
        return
    if draft.slips(line) >= _MOST_SLIPS:
        draft.lose(line)
        return
    slip = explain(draft, line, column)
    if isinstance(slip.fault, OrphanOtherwise | Unfit) and _follows_loss(draft, line):
        draft.blank(line)
        return
    draft.add(slip.fault, line)
    if isinstance(slip.fault, GoesOn):
        draft.complete = False
        take_along(draft, line)
    elif isinstance(slip.fault, NotSetIn):
        _set_in(draft, line)
    else:
        _mend(draft, line, slip)


def _mend(draft: Draft, line: int, slip: Slip) -> None:
    if slip.guessed:
        draft.complete = False
    if slip.mend is not None and slip.mend != draft.content(line):
        draft.mend(line, slip.mend)
    elif isinstance(slip.fault, Misplaced) and _moved(draft, line):
        draft.complete = False
    else:
        draft.lose(line)


def _moved(draft: Draft, line: int) -> bool:
    """Whether a line that belongs one block further in or out could be moved there."""
    indent = draft.indents[line]
    lines = range(line, draft.below(line).stop)
    before = sibling_above(draft, line)
    if before is not None and _fits(draft, line, block_under(draft, before)):
        draft.shift(lines, indent, draft.indent_below(before) or indent + _STEP)
        return True
    outer = draft.parent(line)
    while outer is not None:
        if _fits(draft, line, place_of(draft, outer)):
            draft.shift(lines, indent, draft.indents[outer])
            return True
        outer = draft.parent(outer)
    return False


def _fits(draft: Draft, line: int, place: Place | None) -> bool:
    return place is not None and head_of(draft.content(line), place) is not None


def _follows_loss(draft: Draft, line: int) -> bool:
    before = sibling_above(draft, line)
    return before is not None and draft.content(before) == LOST


def _open(draft: Draft, line: int) -> None:
    """Complain of a missing block, unless it is missing because its lines were lost."""
    if draft.content(line) == LOST:
        draft.blank(line)
        return
    emptied = any(
        draft.written[n].strip() and not draft.lines[n] for n in _block_written(draft, line)
    )
    if emptied or draft.slips(line):
        draft.lose(line)
        return
    first = draft.first(line + 1, len(draft.lines))
    if first is not None and draft.is_noted(first, MixedIndentation, StepBack, OddSpace):
        # How the line is set in has been told, and that is what takes it out of the block.
        if _fits_below(draft, first, block_under(draft, line)):
            draft.indents[first] = draft.indents[line] + _STEP
            return
    elif first is not None and _indented(draft, line):
        draft.complete = False
        draft.add(not_set_in(draft, first, line), first)
        return
    draft.add(missing_block(draft, line), line)
    draft.lose(line)


def _fits_below(draft: Draft, line: int, opened: Place | None) -> bool:
    """Whether a line can stand in a block of this kind."""
    return opened in _FREE or _fits(draft, line, opened)


def _set_in(draft: Draft, line: int) -> None:
    """Read a line as part of the block above it."""
    draft.complete = False
    above = sibling_above(draft, line)
    indent = draft.indents[line]
    deeper = draft.indent_below(above) if above else ""
    draft.shift(range(line, draft.below(line).stop), indent, deeper or indent + _STEP)


def _block_written(draft: Draft, line: int) -> range:
    """The lines just below `line` that have been taken away."""
    stop = line + 1
    while stop < len(draft.lines) and not draft.lines[stop]:
        stop += 1
    return range(line + 1, stop)


def _indented(draft: Draft, line: int) -> bool:
    """Whether the lines below were meant as the block, and only not set in."""
    indent, place = draft.indents[line], place_of(draft, line)
    if place is None or place is Place.WORDS:
        return False
    stop = line + 1
    for n in range(line + 1, len(draft.lines)):
        if draft.is_blank(n):
            continue
        other = draft.indents[n]
        if not other.startswith(indent) or (other == indent and _fits(draft, n, place)):
            break
        if other == indent and place in (
            Place.POOL,
            Place.LEVELS,
            Place.ARMS,
            Place.CONTRAST,
        ):
            break
        stop = n + 1
    opened = block_under(draft, line)
    first = draft.first(line + 1, stop)
    if first is None or (opened not in _FREE and not _fits(draft, first, opened)):
        return False
    # Only the first line of a block may have slipped, and the others stand where they should.
    second = draft.first(first + 1, stop) or first
    ready = second != first and draft.indents[second] == indent + _STEP
    single = block_under(draft, first) in (None, Place.WORDS) or opened is Place.QUESTION
    alone = ready and single and draft.indents[first] == indent
    alone = alone and _fits_below(draft, second, opened)
    draft.shift(range(line + 1, second if alone else stop), indent, indent + _STEP)
    return True


_FREE = (Place.POOL, Place.LEVELS, Place.ARMS, Place.CONTRAST, Place.WORDS)
"""Blocks whose lines begin with words of the author's own."""


def _block(draft: Draft, line: int) -> range:
    """The lines from `line` on that are set in at least like it."""
    indent, stop = draft.indents[line], line
    while stop < len(draft.lines) and (
        draft.is_blank(stop) or draft.indents[stop].startswith(indent)
    ):
        stop += 1
    return range(line, stop)


def _close(draft: Draft, line: int) -> None:
    """Complain of a block that nothing opens, and read its lines as if they were not set in."""
    above = draft.above(line)
    if draft.content(line) == LOST or (above and draft.content(above) == LOST):
        draft.blank(line)
        return
    draft.add(unopened(draft, line), line)
    outer = draft.indents[above] if above is not None else ""
    if above is not None and place_of(draft, above) is Place.POOL:
        for n in range(line, draft.below(above).stop):
            draft.lines[n] = ""
        draft.complete = False
    elif draft.indents[line] == outer:
        draft.lose(line)
    else:
        draft.shift(_block(draft, line), draft.indents[line], outer)
