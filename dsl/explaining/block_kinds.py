"""In which kind of block a line stands, told from the lines above it, and blocks that are missing.

Told from the text and not from the state of the parser: states change with every edit of the
grammar, and after a slip they describe what the parser took the lines for.
"""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.explaining.slip import cut
from dsl.faults.layout import NothingToOpen, NotSetIn
from dsl.faults.lines import MissingBlock, MissingWords
from dsl.heads import Head, Place
from dsl.keywords import head_of
from dsl.parsing.draft import Draft
from dsl.patterns import lazy_pattern

BY = lazy_pattern(r"(?:^|[ \t])by(?![\w-])")


def place_of(draft: Draft, line: int) -> Place | None:
    """The block that a line stands in; None where the head of that block opens none."""
    parent = draft.parent(line)
    return Place.TOP if parent is None else block_under(draft, parent)


def block_under(draft: Draft, line: int) -> Place | None:
    """What stands in the block below a line."""
    place = place_of(draft, line)
    if place in (Place.WORDS, Place.ARMS, Place.POOL):
        return Place.WORDS
    words = draft.content(line)
    if place is Place.LEVELS:
        return None if head_of(words, place) else Place.LEVEL
    if place is None or place is Place.CONTRAST:
        return None
    head = head_of(words, place)
    return None if head is None else opened_by(head, words, place)


def opened_by(head: Head, words: str, place: Place) -> Place | None:
    """What a statement in `place` opens."""
    found = head.pattern.match(words)
    tail = words[found.end() if found else 0 :].partition(":")[0]
    if head.by and BY.search(tail):
        return Place.ARMS
    if head.opens is Place.SAME:
        return Place.NEEDS if place is Place.MACHINE else place
    if head.opens is not None:
        return head.opens
    return Place.WORDS if head.colon else None


def sibling_above(draft: Draft, line: int) -> int | None:
    """The statement just above a line, set in like it."""
    indent = draft.indents[line]
    for n in range(line - 1, 0, -1):
        if draft.is_blank(n):
            continue
        if draft.indents[n] == indent:
            return n
        if not draft.indents[n].startswith(indent):
            break
    return None


def head_is_list(draft: Draft, line: int) -> bool:
    """Whether the lines below a statement, or below an arm, are members of a list."""
    at: int | None = line
    while at is not None and place_of(draft, at) is Place.ARMS:
        at = draft.parent(at)
    return at is not None and draft.content(at).startswith(LISTS)


LISTS = ("choices", "answer", "wrong", "half", "labels", "table", "show", "offers")
"""Statements whose lines are a list; in all others they are one text."""


def missing_block(draft: Draft, line: int) -> Fault:
    """Nothing stands under a line that opens a block."""
    words, place = draft.content(line), place_of(draft, line)
    head = head_of(words, place) if place else None
    if words.endswith(":"):
        return MissingWords(span=draft.whole(line), head=cut(words.rstrip(": \t")))
    what = _CONTENTS.get(block_under(draft, line), "what belongs to it")
    shown = cut(words) if head is None or len(words) < 30 else head.word
    return MissingBlock(span=draft.whole(line), head=shown, what=what)


_LONGEST_HEAD = 40

_CONTENTS: dict[Place | None, str] = {
    Place.POOL: "the words that vary",
    Place.LEVELS: "its levels",
    Place.MACHINE: "what the machine needs and shows",
    Place.NEEDS: "what the machine needs",
    Place.DESIGN: "its settings",
    Place.CONTRAST: "its lines",
    Place.FRAMING: "its words",
    Place.STEPS: "its steps",
    Place.TRAINING: "its steps, and what failing does",
    Place.EXPLORATION: "what is asked before each try, and what follows",
    Place.RETELLING: "what is said of each try",
    Place.QUESTION: "what is asked",
    Place.GUIDE: "its examples",
    Place.MEASURES: "its passes and totals",
    Place.BANK: "from which columns its questions and answers are",
    Place.ARMS: "an arm for each level (`LEVEL: words`)",
    Place.WORDS: "the words",
}


def not_set_in(draft: Draft, line: int, head: int) -> NotSetIn:
    """A line that belongs under the line `head`, and has the same indentation."""
    deeper = draft.indent_below(head)
    width = max(len(deeper.expandtabs(4)), len(draft.indents[head].expandtabs(4)) + 4)
    words = draft.content(head)
    shown = cut(words.partition(":")[0] if len(words) > _LONGEST_HEAD else words)
    return NotSetIn(span=draft.whole(line), head=shown, width=width)


def unopened(draft: Draft, line: int) -> Fault:
    """A line set deeper below one that opens nothing."""
    above = draft.above(line)
    span = draft.span(line, draft.start(line), len(draft.lines[line]) + 1)
    if above is None:
        return NothingToOpen(
            span=span,
            above="no line above it opens a block",
            advice="begin the line at the left margin",
        )
    place = place_of(draft, above)
    advice = "indent it like the line above"
    if place is Place.POOL and ":" not in draft.content(line):
        advice = (
            "write all values on one line, or end the line above with its colon and write each "
            "value on its own line"
        )
    return NothingToOpen(
        span=span, above=f"`{cut(draft.content(above))}` opens no block", advice=advice
    )
