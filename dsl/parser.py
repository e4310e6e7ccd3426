"""From the text of a script to its tree, and to everything that is wrong with its syntax.

A script is read in rounds. Where Lark stops, the line is explained to the author, then mended in a
draft (or taken out of it), and the draft is read again from the top; a round takes a few
milliseconds. So one slip is one message, all slips are told at once, and the parser needs no rules
for errors. Lark's own way, skipping tokens until one fits, makes up faults in indented languages:
the lines after the skipped one lose their block.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.building import build
from dsl.diagnostic import Fault
from dsl.draft import Draft
from dsl.faults.layout import TooManyFaults
from dsl.layout import survey
from dsl.recovery import recover
from dsl.source import normalise
from dsl.span import Span
from dsl.tree import Script

MOST_FAULTS = 100
"""So many faults are told of one script; what follows then is not read."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A script as a tree, and the faults found in reading it, by place.

    `complete`: every statement written is in the tree, though perhaps mended. Where it is False, a
    name may be unknown only because the line that declares it could not be read.
    """

    script: Script
    faults: tuple[Fault, ...]
    complete: bool


def parse(text: str, file: str) -> Parsed:
    """The tree of a script, whatever is in the text. `file` is the name to print; never raises."""
    from lark.exceptions import UnexpectedInput

    from dsl.grammar import parse_draft

    draft = survey(file, normalise(text))
    while True:
        try:
            node = parse_draft(draft)
        except UnexpectedInput as problem:
            line = recover(draft, problem)
            if len(draft.faults) >= MOST_FAULTS:
                _give_up(draft, line)
            continue
        script, faults = build(node, draft)
        return Parsed(script, _told([*draft.faults, *faults], file), draft.complete)


def _give_up(draft: Draft, line: int) -> None:
    """Leave the lines from `line` on unread."""
    for n in range(line, len(draft.lines)):
        draft.lines[n] = ""
    draft.complete = False


def _told(faults: list[Fault], file: str) -> tuple[Fault, ...]:
    """The faults by place, each once; a list beyond all reading is cut."""
    found = sorted(dict.fromkeys(faults), key=lambda fault: (fault.span, fault.code))
    if len(found) <= MOST_FAULTS:
        return tuple(found)
    cut = found[MOST_FAULTS].span
    span = Span(file, cut.line, cut.column, cut.line, cut.column)
    return (*found[:MOST_FAULTS], TooManyFaults(span=span, limit=MOST_FAULTS))
