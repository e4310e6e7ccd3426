"""Choices gone through one by one, each called right or wrong: `A. the box - no`, `B: correct`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.taken import Taken, taken_at
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import listed

_RIGHT = listed("correct right true yes √ valid")
_WRONG = listed("incorrect wrong false no not impossible invalid")
_BESIDE = listed("this is it that 's the a an option statement answer choice clearly so also one s")
_SIGNS = frozenset("-:;,.()|!\n")


def right_of_list(sheet: AnswerSheet, words: Sequence[str]) -> Taken | None:
    """The one choice of a list that is called right, where others are called wrong."""
    entries = list(_entries(sheet, words))
    if len(entries) < 2:
        return None
    ends = [*(told.start for told in entries[1:]), len(words)]
    right: list[Taken] = []
    wrong: set[int] = set()
    for told, end in zip(entries, ends, strict=True):
        called = _called(words[told.end : end])
        if called:
            right.append(told)
        elif called is False:
            wrong.update(told.candidates)
    if len({told.candidates for told in right}) != 1 or not wrong:
        return None
    one = right[-1]
    return None if -1 in one.candidates or wrong.intersection(one.candidates) else one


def _entries(sheet: AnswerSheet, words: Sequence[str]) -> Iterator[Taken]:
    """The choices that begin a line or, with their letter, a sentence."""
    at = 0
    while at < len(words):
        begins = at
        while begins > 0 and words[begins - 1] in '|"(*':
            begins -= 1
        before = words[begins - 1] if begins else "\n"
        labels = words[at][0] == "@" or words[at + 1 : at + 2] == [":"]
        opens = before == "\n" or (labels and before in ".;,")
        told = taken_at(sheet, words, at, within=True) if opens else None
        if told is None or told.start != at or len(told.candidates) > 1:
            at += 1
            continue
        yield told
        at = told.end


def _called(words: Sequence[str]) -> bool | None:
    """Whether what begins or ends a remark calls something right, or wrong; None for neither."""
    signs = [-1, *(at for at, word in enumerate(words) if word in _SIGNS), len(words)]
    parts = [words[a + 1 : b] for a, b in pairwise(signs)]
    parts = [part for part in parts if any(map(_tells, part))]
    if parts and parts[0][0] == "√":
        return True
    for part in (parts[:1], parts[-1:]):
        told = [word for one in part for word in one if _tells(word)]
        judging = [word for word in told if word in _RIGHT or word in _WRONG]
        if judging and all(word in _BESIDE for word in told if word not in judging):
            denied = sum(word in _WRONG for word in judging)
            return None if denied > 1 else not denied
    return None


def _tells(word: str) -> bool:
    return is_word(word) or word == "√"
