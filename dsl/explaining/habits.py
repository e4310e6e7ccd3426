"""Habits from other places that can be read, and mean something else: bullets, `=`, brackets.

A `-` before a level is part of its name for the parser, and a letter before a choice part of the
choice. So these are looked for before a script is read, by one search of the whole text; only a
line that the search stops at is looked at more closely, and is then read as it was meant.
"""

from __future__ import annotations

import re

from dsl.explaining.block_kinds import place_of
from dsl.explaining.names import is_name
from dsl.explaining.slip import cut
from dsl.faults.braces import DoubledBraces, OtherBrackets
from dsl.faults.lines import Bullet, EqualsSign, LetteredChoice
from dsl.heads import Head, Place, Tail
from dsl.keywords import head_of
from dsl.parsing.draft import Draft
from dsl.patterns import lazy_pattern

_BULLET = lazy_pattern(r"(?:[-*•‣◦·–—]|\d{1,2}[.)])[ \t]+(?=\S)")
_LETTER = lazy_pattern(r"(?P<open>\(?)(?P<sign>[A-Za-z]|\d{1,2})[.):][ \t]+(?=\S)")
_EQUALS = lazy_pattern(r"(?P<head>[a-z][^:=\n]*?)[ \t]*=[ \t]*(?=\S)")

BRACKETS = lazy_pattern(
    r"(?P<open>\{\{|\[|<|\uff5b)(?P<inside>[^\W\d][\w '’/-]{1,40}?)(?P<close>\}\}|\]|>|\uff5d)"
)
"""What is written around a slot elsewhere, and what may come along with East Asian keyboards."""

_PAIRS = {"{{": "}}", "[": "]", "<": ">", "\uff5b": "\uff5d"}
_UNREAD = ("note", "paper", "reference", "authors", "author", "summary", "keywords")

_NAMED = (Place.POOL, Place.LEVELS, Place.ARMS, Place.CONTRAST)
_LISTS = ("choices", "answer", "wrong", "half")


def mend_habits(draft: Draft) -> None:
    """Note every bullet, letter and equals sign, and mend its line in the draft."""
    for n in range(1, len(draft.lines)):
        words = draft.content(n)
        if not words or draft.is_blank(n):
            continue
        if _BULLET.match(words) or _LETTER.match(words):
            _bullet_or_letter(draft, n, words)
        elif "=" in words and (found := _EQUALS.match(words)):
            _equals(draft, n, words, found)
        if BRACKETS.search(words):
            _brackets(draft, n)


def _bullet_or_letter(draft: Draft, n: int, words: str) -> None:
    place = place_of(draft, n)
    bullet = _BULLET.match(words)
    if place is Place.WORDS:
        if (head := _list_of(draft, n)) is None:
            return
        letter = _LETTER.match(words) if head.word == "choices" else None
        if letter is not None and _counts(draft, n, letter["sign"]):
            _without(draft, n, letter, LetteredChoice)
        elif bullet is not None and not bullet[0][0].isdigit():
            _without(draft, n, bullet, Bullet)
    elif bullet is not None and place is not None:
        rest = words[bullet.end() :]
        named = place in _NAMED and not bullet[0][0].isdigit()
        if named or head_of(rest, place) is not None:
            _without(draft, n, bullet, Bullet)


def _without(
    draft: Draft, n: int, sign: re.Match[str], fault: type[Bullet | LetteredChoice]
) -> None:
    """Note a sign before the words of a line, and mend the line."""
    words = sign.string
    mended = words[sign.end() :]
    span = draft.span(n, draft.start(n), draft.start(n) + len(words))
    draft.add(fault(span=span, sign=sign[0].strip(), mended=cut(mended)), n)
    draft.mend(n, mended)


def _list_of(draft: Draft, n: int) -> Head | None:
    """The statement in whose list a line is a member: `choices`, or an arm of `choices by`."""
    parent = draft.parent(n)
    while parent is not None:
        place = place_of(draft, parent)
        if place is Place.QUESTION:
            head = head_of(draft.content(parent), place)
            return head if head is not None and head.word in _LISTS else None
        parent = draft.parent(parent) if place is Place.ARMS else None
    return None


def _counts(draft: Draft, n: int, sign: str) -> bool:
    """Whether a sign is the one of its place in the list: C for the third member, or 3."""
    parent = draft.parent(n)
    before = [
        m
        for m in (draft.below(parent) if parent else ())
        if m < n and not draft.is_blank(m) and draft.indents[m] == draft.indents[n]
    ]
    place = len(before) + 1
    return sign in (str(place), chr(ord("A") + place - 1), chr(ord("a") + place - 1))


def _equals(draft: Draft, n: int, words: str, found: re.Match[str]) -> None:
    """`runs = 10`, `let way = left`; not in anybody's words."""
    place = place_of(draft, n)
    if place is None or place in (Place.WORDS, *_NAMED):
        return
    head = head_of(found["head"], place)
    if head is None:
        return
    name = found["head"][len(head.word) :].strip()
    if name and head.tail in (Tail.NOTHING, Tail.NUMBER, Tail.AMOUNT, Tail.SPECIAL):
        return
    if name and not head.colon:
        return
    rest = words[found.end() :]
    mended = f"{found['head']}: {rest}" if head.colon else f"{head.word} {rest}"
    at = draft.start(n) + words.index("=")
    draft.add(EqualsSign(span=draft.span(n, at, at + 1), mended=cut(mended)), n)
    draft.mend(n, mended)


def _brackets(draft: Draft, n: int) -> None:
    """Names of slots between other signs than braces, in words that slots can be in."""
    if _governing(draft, n) in _UNREAD:
        return
    words = draft.content(n)
    mended, at = "", 0
    for found in BRACKETS.finditer(words):
        opened, inside, closed = found["open"], found["inside"], found["close"]
        if _PAIRS[opened] != closed or not is_name(draft, inside):
            continue
        start = draft.start(n)
        span = draft.span(n, start + found.start(), start + found.end())
        if opened == "{{":
            draft.add(DoubledBraces(span=span, inside=inside), n)
        else:
            fault = OtherBrackets(span=span, inside=inside, opened=opened, closed=closed)
            draft.add(fault, n)
        mended += f"{words[at : found.start()]}{{{inside}}}"
        at = found.end()
    if at:
        draft.mend(n, mended + words[at:])


def _governing(draft: Draft, n: int) -> str:
    """The statement that a line of words belongs to."""
    line: int | None = n
    while line is not None:
        place = place_of(draft, line)
        if place not in (Place.WORDS, Place.ARMS, None):
            head = head_of(draft.content(line), place)
            return head.word if head is not None else ""
        line = draft.parent(line)
    return ""
