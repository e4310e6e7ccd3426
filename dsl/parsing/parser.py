"""From the text of a script to its tree, and to everything that is wrong with its syntax.

A script is read in rounds. Where the parser stops, the line is explained to the author, then mended
in a draft (or taken out of it), and the draft is read again from the top; a round takes a few
milliseconds. So one slip is one message, all slips are reported at once, and the parser needs no
rules for errors. The usual way, skipping tokens until one fits, makes up faults in indented
languages: the lines after the skipped one lose their block.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dsl.building import build
from dsl.diagnostic import Fault, Span
from dsl.files.source import normalise
from dsl.parsing.draft import Draft
from dsl.parsing.grammar import parse_draft
from dsl.parsing.layout import survey
from dsl.parsing.parse_tree import Unexpected
from dsl.patterns import any_found, lazy_pattern
from dsl.record import record
from dsl.tree import Script

_MARKED = lazy_pattern(r"\n[ \t]*(?:[-*]|\(?[A-Za-z\d]{1,2}[.):])[ \t]+\S")
_BULLET = lazy_pattern(r"\n[ \t]*[•‣◦·–—][ \t]+\S", needs="•|‣|◦|·|–|—")
_EQUALS = r"\n[ \t]*[a-z][^:=\n]*="
_BRACKETED = r"\{\{[^\W\d]|[\[<\uff5b][^\W\d][\w '’/-]{1,40}[\]>\uff5d]"

MOST_FAULTS = 100
"""So many faults are reported of one script; what follows then is not read."""

_SCRIPTS = 32
"""The trees of so many scripts are kept: a command may read one several times."""


@record
class Parsed:
    """A script as a tree, and the faults found in reading it, by place.

    `complete`: every statement written is in the tree, though perhaps mended. Where it is False, a
    name may be unknown only because the line that declares it could not be read.
    """

    script: Script
    faults: tuple[Fault, ...]
    complete: bool


@lru_cache(_SCRIPTS)
def parse(text: str, file: str, *, as_written: bool = False) -> Parsed:
    """The tree of a script, whatever is in the text. `file` is the name to print; never raises.

    `as_written`: nothing that can be read is taken for a slip, such as a bullet before a level.
    """
    text = normalise(text)
    draft = survey(file, text)
    draft.as_written = as_written
    if not as_written and _has_habits(text):
        from dsl.explaining.habits import mend_habits

        mend_habits(draft)
    while True:
        try:
            node = parse_draft(draft)
        except Unexpected as problem:
            from dsl.parsing.recovery import recover

            before = (draft.lines.copy(), draft.indents.copy())
            line = recover(draft, problem)
            if (draft.lines, draft.indents) == before:
                line = 0  # nothing would come of reading the same again
            if line == 0 or len(draft.faults) >= MOST_FAULTS:
                _give_up(draft, line)
            continue
        script, inside = build(node, draft)
        faults, cut = _first_faults(_without_halves([*draft.faults, *inside]))
        if cut is not None:
            from dsl.faults.layout import TooManyFaults

            faults = (*faults, TooManyFaults(span=cut, limit=MOST_FAULTS))
        return Parsed(script, faults, draft.complete and cut is None)


def _has_habits(text: str) -> bool:
    """Whether there may be a bullet, a letter or a number before a line, an equals sign in place of
    a colon, or a name between other signs than braces: what `explaining/habits.py` looks at. Of
    most scripts this says no, in a fraction of what reading them takes.
    """
    below = f"\n{text}"
    if any_found((_MARKED, _BULLET), below) or ("=" in text and re.search(_EQUALS, below)):
        return True
    return any(sign in text for sign in ("{{", "[", "<", "\uff5b")) and bool(
        re.search(_BRACKETED, text)
    )


def _give_up(draft: Draft, line: int) -> None:
    """Leave the lines below `line` unread."""
    for n in range(line + 1, len(draft.lines)):
        draft.lines[n] = ""
    draft.lines[line] = ""
    draft.complete = False


def _without_halves(faults: list[Fault]) -> list[Fault]:
    """The faults without those of a pair of braces that is only cut by a line that goes on."""
    if not faults:
        return faults
    from dsl.faults.braces import StrayBrace, UnclosedBrace
    from dsl.faults.layout import GoesOn

    on = {fault.span.line for fault in faults if isinstance(fault, GoesOn)}
    closed = {fault.span.line for fault in faults if isinstance(fault, StrayBrace)} & on
    return [
        fault
        for fault in faults
        if not (isinstance(fault, StrayBrace) and fault.span.line in closed)
        and not (isinstance(fault, UnclosedBrace) and fault.span.line + 1 in closed)
    ]


def _first_faults(faults: list[Fault]) -> tuple[tuple[Fault, ...], Span | None]:
    """The faults by place, each once; of too many the first, and where they break off."""
    found = sorted(dict.fromkeys(faults), key=lambda fault: (fault.span, fault.code))
    if len(found) < MOST_FAULTS:
        return tuple(found), None
    last = found[MOST_FAULTS - 1].span
    return tuple(found[:MOST_FAULTS]), last
