"""Statements that are set deeper than words of the author's, and so are read as more of them.

Words may look like statements, and mostly are words: so this is said only where the words begin
on the line of their head and the deeper line has the whole shape of a statement that could stand
there, or where a member of a list would be one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsl.explaining.block_kinds import place_of
from dsl.faults.layout import Swallowed
from dsl.keywords import Head, Place, Tail, head_of
from dsl.parsing.draft import Draft

_MOST_WORDS = 4
_TOLD_LATER = re.compile(r"answer(?:[ \t]+(?:all|any|none)[ \t]+of)?(?:[ \t]*:|[ \t]+by[ \t])")
_LISTS = ("choices", "answer", "wrong", "half", "labels")
_NOW = re.compile(r".* (?:in|on|under|behind|beside|at|with|holds|thinks?|cannot tell) .*")
_ASKS = re.compile(r"(?:where|what) .* (?:is|was|are|were|holds|held)\b.*|something else")


def swallowed(draft: Draft, lines: Sequence[int], *, in_list: bool = False) -> Swallowed | None:
    """The fault of the first deeper line of words that is a statement by its shape; else None.

    `lines` are those of the words: first that of their head, then the deeper ones. `in_list`: the
    words are members of a list, none of which stands on the line of the head.
    """
    place = place_of(draft, lines[0])
    if place is None or place in (Place.WORDS, Place.ARMS, Place.POOL):
        return None
    if in_list and not draft.content(lines[0]).startswith(_LISTS):
        return None
    owner = head_of(draft.content(lines[0]), place)
    first: tuple[int, Head] | None = None
    for line in lines[1:]:
        words = draft.content(line)
        head = head_of(words, place)
        if owner is None or head is None:
            continue
        if _TOLD_LATER.match(words) and owner.word in ("ask", "say"):
            return None  # told with the question, which has no answer then
        if not _whole(draft, line, words, head) or (in_list and not head.colon):
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
    return head.word in ("do", "guards") and any(
        re.fullmatch(rf"(?:routine|test) +{re.escape(named)}", draft.content(n))
        for n in range(1, len(draft.lines))
    )
