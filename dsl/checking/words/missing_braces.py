"""A stimulus word that was left without braces, and so would not change with its slot.

Looked for in all words that are sent and in the keys: there a forgotten pair of braces makes the
story speak of a basket after the basket has become a drawer. Notes, references, examples and the
coding guide are the author's own business. Numbers are left alone: "two" is a word of every story.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.nodes import nodes
from dsl.experiment import Slot
from dsl.patterns import lazy_pattern
from dsl.words import plural

UNSENT = (
    tree.Meta, tree.Note, tree.ReferenceNode, tree.Guide, tree.Example, tree.Coders, tree.Pool,
)  # fmt: skip
NUMBERS = "numbers"


def check_bare(
    items: Sequence[tree.TopItem],
    slots: Mapping[str, Slot],
    used: frozenset[str],
    found: Findings,
) -> None:
    """Reports originals of slots that vary, outside braces, where the slot is used elsewhere."""
    wanted = _wanted(slots, used)
    if not wanted:
        return
    longest_first = sorted(wanted, key=len, reverse=True)
    # Few texts have any of the words, and a pattern of them all takes a millisecond to compile.
    pattern = lazy_pattern(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")
    for text, opened, closed in _sent(items):
        if not any(map(text.words.__contains__, longest_first)):
            continue
        for match in pattern.finditer(text.words):
            if (opened and not match.start()) or (closed and match.end() == len(text.words)):
                # One brace of two is there, and the other is reported.
                continue
            slot, form = wanted[match.group()]
            found.add(
                faults.braces.BareStimulus(
                    span=text.span.part(text.words, *match.span()), word=match.group(), slot=slot,
                    mended=f"{{{form}}}",
                )
            )  # fmt: skip


def _wanted(slots: Mapping[str, Slot], used: frozenset[str]) -> dict[str, tuple[str, str]]:
    """The words to look for: each with its slot and with what to write in braces."""
    wanted: dict[str, tuple[str, str]] = {}
    for slot in slots.values():
        if slot.values and slot.name in used and slot.kind != NUMBERS:
            for form in (slot.original.text, plural(slot.original)):
                for word in (form, form[:1].upper() + form[1:]):
                    wanted.setdefault(word, (slot.name, word))
    return wanted


def _sent(items: Sequence[tree.TopItem]) -> Iterator[tuple[tree.Text, bool, bool]]:
    """Every stretch of plain words that is sent or judges.

    With each, whether a brace without its fellow was lost just before it, and just after it.
    """
    for node in nodes(tuple(items), without=UNSENT):
        if not isinstance(node, tree.ProseLine) or node.literal:
            continue
        ends = [node.span.column, *(part.span.end_column for part in node.parts)]
        starts = [*(part.span.column for part in node.parts), node.span.end_column]
        for k, part in enumerate(node.parts):
            if isinstance(part, tree.Text):
                yield part, ends[k] < starts[k], ends[k + 1] < starts[k + 1]
