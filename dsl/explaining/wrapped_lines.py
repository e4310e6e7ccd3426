"""A line that goes on with the words of the line above, as an editor has wrapped it."""

from __future__ import annotations

import re

from dsl.explaining.block_kinds import block_under, head_is_list, place_of
from dsl.explaining.declared_names import label_at
from dsl.explaining.misspelt import is_nearly
from dsl.explaining.slip import Spot, cut
from dsl.explaining.synonyms import fits, framed, meant
from dsl.faults.layout import GoesOn
from dsl.keywords import Place, head_of, heads_in
from dsl.parsing.draft import LOST, Draft

_ENDED = re.compile(r"[.!?…][”\"’')\]]*$")
_SHORTEST = 4
"""A line of fewer words is a name or an answer, and hardly ever wrapped."""

_LONG = 9
"""A line of fewer words is not taken to go on in one that begins as statements do."""

_ENGLISH = frozenset(
    (
        *("say", "ask", "asks", "show", "test", "control", "record", "practice", "answer", "wrong"),
        *("half", "when", "unless", "repeat", "note", "do", "now", "words", "people", "things"),
        *("places", "numbers", "example", "age", "language", "setting", "table", "machine"),
        *("rules", "needs", "design", "different", "together", "compare", "listen", "in order"),
        *("for each", "otherwise", "separately", "rate", "worth", "participant", "instructions"),
    )
)
"""Statements whose first word may well begin the second line of a sentence."""

_STEP = "    "


def goes_on(spot: Spot) -> GoesOn | None:
    """The fault of a line that goes on with the line above; None where it does not seem to."""
    draft, line = spot.draft, spot.line
    above = line - 1
    if above < 1 or draft.is_blank(above) or draft.content(above) == LOST:
        return None
    head = _words_of(draft, above)
    if head is None or (_ENDED.search(draft.content(above)) and spot.words[0] != "("):
        return None
    many = len(draft.content(above).split())
    if spot.place is not None and _is_statement(spot.words, spot.place, long=many >= _LONG):
        return None
    if (many < _SHORTEST and not spot.words[0].islower()) or (many < _LONG and _labelled(spot)):
        return None
    label, colon, _ = spot.words.partition(":")
    if colon and label_at(draft, spot.words) == label.strip():
        return None
    if spot.place is Place.ARMS and (label_at(draft, spot.words) or colon):
        return None
    if spot.place is Place.LEVELS and spot.words.endswith(":"):
        return None
    return GoesOn(span=spot.span(), head=cut(head), width=len(_deeper(draft, above).expandtabs(4)))


def _labelled(spot: Spot) -> bool:
    before, colon, _ = spot.words.partition(":")
    return bool(colon) and len(before.split()) <= 2


def take_along(draft: Draft, line: int) -> None:
    """Let a line, and those wrapped like it below, count as words of the line above."""
    indent, deeper = draft.indents[line], _deeper(draft, line - 1)
    last = line
    while (
        last + 1 < len(draft.lines)
        and draft.lines[last + 1]
        and not draft.is_blank(last + 1)
        and draft.indents[last + 1] == indent
        and not _begins(draft, last + 1)
    ):
        last += 1
    for n in range(line, last + 1):
        draft.indents[n] = deeper


def _deeper(draft: Draft, above: int) -> str:
    """The indentation of a line that goes on with the words of the line `above`."""
    in_words = place_of(draft, above) is Place.WORDS
    return draft.indents[above] + ("" if in_words else _STEP)


def _begins(draft: Draft, line: int) -> bool:
    place = place_of(draft, line)
    words = draft.content(line)
    return place is None or _is_statement(words, place, long=True) or ":" in words.partition("{")[0]


def _words_of(draft: Draft, line: int) -> str | None:
    """The head, or the level, whose words a line holds; None where it holds none."""
    words, place = draft.content(line), place_of(draft, line)
    if place is Place.WORDS:
        parent = draft.parent(line)
        if parent is None or head_is_list(draft, parent):
            return None
        return draft.content(parent).partition(":")[0]
    before, colon, after = words.partition(":")
    if not colon or not after.strip() or place is None:
        return None
    if place is Place.ARMS:
        return before.strip()
    head = head_of(words, place)
    if head is None or not head.colon or block_under(draft, line) is not Place.WORDS:
        return None
    return head.word


def _is_statement(words: str, place: Place, *, long: bool) -> bool:
    """Whether a line begins with a statement of its block, perhaps misspelt, and looks like one."""
    known = head_of(words, place) or head_of(words)
    if known is not None:
        rest = known.pattern.sub("", words, count=1)
        return not (long and known.word in _ENGLISH) or fits(known, rest)
    if is_nearly(words, heads_in(place)):
        return True
    return meant(words, place) is not None or framed(words, place) is not None
