"""Blocks that are missing, and lines set deeper below a line that opens none."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.explaining.block_kinds import block_under, place_of
from dsl.explaining.slip import cut
from dsl.faults.layout import NothingToOpen, NotSetIn
from dsl.faults.lines import MissingBlock, MissingWords
from dsl.keywords import Place, head_of
from dsl.parsing.draft import Draft


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
    Place.STEPS: "its steps",
    Place.QUESTION: "what is asked",
    Place.GUIDE: "its examples",
    Place.ARMS: "an arm for each level (`LEVEL: words`)",
    Place.WORDS: "the words",
}


def not_set_in(draft: Draft, line: int, head: int) -> NotSetIn:
    """A line that belongs under the line `head`, and stands beside it."""
    deeper = next((draft.indents[n] for n in draft.below(head) if draft.indents[n]), "")
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
