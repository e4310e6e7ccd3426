"""Words that go on in the next line, as an editor has wrapped them, and words that are statements.

Statements that are set deeper than words of the author's are read as more of them.

Words may look like statements, and mostly are words: so this is said only where the words begin
on the line of their head and the deeper line has the whole shape of a statement that could be
there, or where a member of a list would be one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsl.explaining.block_kinds import block_under, head_is_list, place_of
from dsl.explaining.names import label_at
from dsl.explaining.slip import Spot, cut
from dsl.explaining.synonyms import fits, framed, is_nearly, meant
from dsl.faults.layout import GoesOn, Swallowed
from dsl.heads import Head, Place, Tail
from dsl.keywords import head_of, heads_in
from dsl.parsing.draft import LOST, Draft
from dsl.patterns import lazy_pattern

_ENDED = lazy_pattern(r"[.!?…][”\"’')\]]*$")
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
    at_edge = spot.place is Place.TOP and bool(draft.indents[above])
    ended = _ENDED.search(draft.content(above)) and spot.words[0] != "("
    if head is None or (ended and not (at_edge and _is_sentence(spot.words))):
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


def _is_sentence(words: str) -> bool:
    """Whether words can be nothing else than a sentence, or the end of one."""
    return len(words.split()) >= _SHORTEST and _ENDED.search(words) is not None


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


_MOST_WORDS = 4
_KEPT = "keep reply as"
_TOLD_LATER = lazy_pattern(
    r"answer(?:[ \t]+(?:(?:all|any|none)[ \t]+of|equally[ \t]+often))?(?:[ \t]*:|[ \t]+by[ \t])"
)
_NOW = lazy_pattern(r".* (?:in|on|under|behind|beside|at|with|holds|thinks?|cannot tell) .*")
_ASKS = lazy_pattern(r"(?:where|what) .* (?:is|was|are|were|holds|held)\b.*|something else")


def swallowed(draft: Draft, lines: Sequence[int], *, in_list: bool = False) -> Swallowed | None:
    """The fault of the first deeper line of words that is a statement by its shape; else None.

    `lines` are those of the words: first that of their head, then the deeper ones. `in_list`: the
    words are members of a list, none of which is on the line of the head.
    """
    place = place_of(draft, lines[0])
    if place is None or place in (Place.WORDS, Place.ARMS, Place.POOL):
        return None
    owner = head_of(draft.content(lines[0]), place)
    first: tuple[int, Head] | None = None
    for line in lines[1:]:
        words = draft.content(line)
        head = head_of(words, place)
        if owner is None or head is None:
            continue
        if _TOLD_LATER.match(words) and owner.word in ("ask", "say"):
            return None  # reported with the question, which has no answer then
        member = in_list and not head.colon and head.word != _KEPT
        if member or not _whole(draft, line, words, head):
            continue
        first = first or (line, head)
    if owner is None or first is None:
        return None
    return Swallowed(span=draft.whole(first[0]), word=first[1].word, head=owner.word)


def _whole(draft: Draft, line: int, words: str, head: Head) -> bool:
    found = head.pattern.match(words)
    rest = words[found.end() if found else 0 :]
    before, colon, after = rest.partition(":")
    deeper = bool(draft.below(line))
    if head.colon:
        name = before.strip()
        form = head.tail is Tail.MAYBE_NAME and len(name.split()) <= _MOST_WORDS // 2
        known = not name or name.startswith(head.choices or "\0") or head.word == "let" or form
        return bool(colon) and known and bool(after.strip() or deeper)
    if colon or re.search(r"[.,!?]$", rest):
        return False
    if head.word in ("now", "asks"):
        return (_NOW if head.word == "now" else _ASKS).fullmatch(rest.strip()) is not None
    if head.opens is not None:
        return deeper and len(rest.split()) <= _MOST_WORDS
    if head.tail in (Tail.NUMBER, Tail.AMOUNT, Tail.CHOICE):
        return rest.strip() in head.choices or re.fullmatch(r"[\d.]+", rest.strip()) is not None
    if head.tail is Tail.NOTHING:
        return not rest.strip()
    named = rest.strip()
    if head.word == _KEPT:
        return any(f"{{{named}}}" in line for line in draft.lines)
    return head.word in ("do", "guards") and any(
        re.fullmatch(rf"(?:routine|test|questionnaire) +{re.escape(named)}", draft.content(n))
        for n in range(1, len(draft.lines))
    )
