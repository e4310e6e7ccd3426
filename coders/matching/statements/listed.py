"""Choices gone through one by one, `A. the box - no`, `B: correct`, and what is said around them.

What such a list says of a choice is a remark on it and no answer, so that the rest of the reply is
read without the list. Where the rest says nothing, the one choice that the list calls right is the
answer, or the only one that it does not call wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS
from coders.matching.statements.taken import Taken, taken_at
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import CONCLUSIONS, NEGATORS, REASONS, listed
from dsl.record import record

_RIGHT = listed("correct right true yes √ valid good")
_WRONG = listed("incorrect wrong false no not impossible invalid bad")
_BESIDE = listed("this is it that 's the a an option statement answer choice clearly so also one s")
_SIGNS = frozenset("-:;,.()|!\n")
_OPTION = listed("option choice answer statement check consider")
_REMARKS = frozenset(":-(|→=,√\n")
_NO_REMARK = REASONS | {",", "and"}
_ENDS_LIST = CONCLUSIONS | listed("the based in overall final answer correct only")
_FEWEST = 2


@record
class Listing:
    """A list in which a reply goes through the choices: the tokens around it, the candidate that
    it calls right, and the one that is left where it calls all others wrong.
    """

    around: tuple[str, ...]
    right: int | None
    left: int | None


def walked(sheet: AnswerSheet, words: Sequence[str]) -> Listing | None:
    """The list in which a reply goes through the choices, in their order, if there is one."""
    entries = _in_order(words, list(_entries(sheet, words)))
    told = {at for one in entries for at in one.candidates}
    if entries and not any(map(_tells, words[entries[-1].end :])):
        entries.pop()
    if len(entries) < _FEWEST or -1 in told:
        return None
    blank = [_paragraphs(words[a.end : b.start]) for a, b in pairwise(entries)]
    if len(entries) > _FEWEST and entries[0].start == 0 and blank[0] and not any(blank[1:]):
        # What opens the reply, in a paragraph of its own, is the answer.
        entries, blank = entries[1:], blank[1:]
    begins = _line_start(words, entries[0].start)
    end = _last_end(words, entries, blanks=any(blank))
    ends = [*(one.start for one in entries[1:]), end]
    remarks = [words[one.end : at] for one, at in zip(entries, ends, strict=True)]
    if not all(any(map(_tells, remark)) for remark in remarks):
        return None
    around = (*words[:begins], "\n", *words[end:])
    called = [_called(remark) for remark in remarks]
    right = {at for one, how in zip(entries, called, strict=True) if how for at in one.candidates}
    if right and False in called:
        return Listing(around, right.pop() if len(right) == 1 else None, None)
    lettered = all(one.letter for one in entries)
    if not lettered and len(told) < min(sheet.letters - 1, _FEWEST + 1):
        return None
    return Listing(around, None, None if right else _left(sheet, entries, remarks))


def _left(
    sheet: AnswerSheet, entries: Sequence[Taken], remarks: Sequence[Sequence[str]]
) -> int | None:
    """The choice that is left where the remarks on all others call them wrong, or begin with a
    denial and are two or more: of two, the one that is denied may be asked for.
    """
    wrong = {
        at
        for one, remark in zip(entries, remarks, strict=True)
        if _called(remark) is False
        or (sheet.letters > _FEWEST and next(filter(_tells, remark), "") in NEGATORS)
        for at in one.candidates
    }
    left = {at for at in sheet.shown if at is not None} - wrong
    return left.pop() if len(left) == 1 else None


def _entries(sheet: AnswerSheet, words: Sequence[str]) -> Iterator[Taken]:
    """The choices that begin a line, or a sentence with their letter or before a colon."""
    done = 0
    for at, word in enumerate(words):
        begins = at
        while begins > 0 and words[begins - 1] in '|"(*-':
            begins -= 1
        before = words[begins - 1] if begins else "\n"
        if at < done or (before not in ENDS and before not in (";", ",")):
            continue
        begins = at + (word in _OPTION)
        told = taken_at(sheet, words, begins, within=True)
        if told is None or told.start != begins:
            continue
        after = words[told.end] if told.end < len(words) else "\n"
        lettered = words[begins][0] == "@" or begins > at or after == ":"
        if (lettered or before in ENDS) and (
            after not in _NO_REMARK if told.letter else after in _REMARKS
        ):
            done = told.end
            yield told


def _in_order(words: Sequence[str], found: Sequence[Taken]) -> list[Taken]:
    """The first entries of two or more that are one list: on lines of their own in any order, each
    choice once, else in the order of the choices.
    """
    told: list[Taken] = []
    for one in found:
        if told and one.candidates == told[-1].candidates:
            continue
        known = {at for other in told for at in other.candidates}
        line = not told or _begins_line(words, one.start)
        if not known.isdisjoint(one.candidates) or (not line and min(one.candidates) < max(known)):
            opened = told[0].start == 0 and told[0].candidates == one.candidates
            if len(told) >= _FEWEST and not opened:
                break
            told = told[1:] if opened else []
        told.append(one)
    return told


def _begins_line(words: Sequence[str], place: int) -> bool:
    while place > 0 and (words[place - 1] in '|"(*-' or words[place - 1] in _OPTION):
        place -= 1
    return place == 0 or words[place - 1] == "\n"


def _paragraphs(words: Sequence[str]) -> bool:
    """Whether an empty line is in these words."""
    return any(a == b == "\n" for a, b in pairwise(words))


def _line_start(words: Sequence[str], place: int) -> int:
    while place > 0 and words[place - 1] not in ENDS:
        place -= 1
    return place


def _last_end(words: Sequence[str], entries: Sequence[Taken], *, blanks: bool) -> int:
    """Where the last entry ends: with its sentence in running text, else with its line or as many
    lines as those before have.
    """
    before = words[entries[-2].end : entries[-1].start]
    if "\n" not in before:
        return next(
            (at for at in range(entries[-1].end, len(words)) if words[at] in ENDS), len(words)
        )
    most = max(
        sum(a != "\n" and b == "\n" for a, b in pairwise(words[one.end : other.start]))
        for one, other in pairwise(entries)
    )
    lines = 0
    for at in range(entries[-1].end, len(words)):
        if words[at] != "\n" or words[at - 1] == "\n":
            continue
        lines += 1
        following = next((word for word in words[at:] if word != "\n"), "")
        if (
            lines >= most
            or (words[at + 1 : at + 2] == ["\n"] and not blanks)
            or following in _ENDS_LIST
        ):
            return at
    return len(words)


def _called(words: Sequence[str]) -> bool | None:
    """Whether what begins or ends a remark calls something right, or wrong; None for neither."""
    signs = [-1, *(at for at, word in enumerate(words) if word in _SIGNS), len(words)]
    parts = [words[a + 1 : b] for a, b in pairwise(signs)]
    parts = [part for part in parts if any(map(_tells, part))]
    for sign in [parts[0][0], parts[-1][-1]] if parts else []:
        if sign in ("√", "not"):
            return sign == "√"
    for part in [parts[0], parts[-1]] if parts else []:
        told = [word for word in part if _tells(word)]
        judging = [word for word in told if word in _RIGHT or word in _WRONG]
        if judging and all(word in _BESIDE for word in told if word not in judging):
            denied = sum(word in _WRONG for word in judging)
            return None if denied > 1 else not denied
    return None


def _tells(word: str) -> bool:
    return is_word(word) or word == "√"
