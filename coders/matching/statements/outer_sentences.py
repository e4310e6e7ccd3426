"""The one choice that the last sentence of a reply names, or the first one.

A sentence names a choice by its letter or in its very words, among whatever other words, and does
not deny it. The last one counts if it concludes, or if no other choice is named so in the first;
the first one if it says what will be or should be, or concludes from what is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.conclusions import (
    Conclusion,
    is_firm,
    main_clause,
    narrates,
    tells,
)
from coders.matching.statements.judgements import ENDS, sentences
from coders.matching.statements.statements import Statement, is_against
from coders.matching.statements.taken import named_at
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import ARTICLES, CONDITIONS, FUNCTION, NEGATORS, listed

_UNENDED = 12
"""Words; a longer reply, or line, without a full stop may be cut off."""
_LETTERS = frozenset("abcdefgh")
_JOINED = (["and"], ["or"], ["/"], ["&"])
_BUT = listed("than but except besides over against")
_BESIDE_NAMES = ARTICLES | listed("option choice answer in on")
_ALL_BUT = listed("any anything anyone nothing none all everything everyone nobody no")
_MOST = listed("most only one")
_MIGHT = listed("might may could")
_WILL = listed("will would should must")


def closing(
    sheet: AnswerSheet, words: Sequence[str], found: Sequence[Statement]
) -> Conclusion | None:
    """The one choice that the last sentence of a reply names, by its letter or in its very words,
    if it concludes with it, or if no sentence before it names another one in the same way.
    """
    told = _told(words)
    if not told:
        return None
    start, end, _ = told[-1]
    line = words[start - 1 : start] == ["\n"]
    long = (end - start if line else len(words)) > _UNENDED
    if words[-1] not in ENDS and (long or words[-1] in FUNCTION or words[-1] == ":"):
        return None
    begins, ends = main_clause(words, start, end)
    contrast = max(
        (at for at in range(begins + 1, ends - 1) if _contrasts(words, at)), default=begins
    )
    if contrast > begins:
        after, _ = main_clause(words, contrast + 1, ends)
        begins = after if _named(sheet, words, after, ends) else begins
    named = _named(sheet, words, begins, ends)
    said = words[begins:ends]
    if len(named) != 1 or -1 in named or (list(said[:2]) == ["it", "was"] and not sheet.past):
        return None
    choice = next(iter(named))
    if any(one.taken != choice and (one.labelled or one.start == 0) for one in found):
        return None
    firm = is_firm(words, start, begins)
    before = [_named(sheet, words, *main_clause(words, *one[:2])) for one in told[:-1]]
    others = frozenset().union(*before) - named
    if not firm and others and (before[0] - named or narrates(sheet, said)):
        return None
    if not firm and _only_remarks(said):
        return None
    return Conclusion(choice, begins, ends, firm, verbatim=True, taken_up=0)


def opening(
    sheet: AnswerSheet, words: Sequence[str], found: Sequence[Statement]
) -> Conclusion | None:
    """The one choice that the first sentence names, where it says what will be or should be, or
    follows from what is given, and no later sentence concludes.
    """
    told = _told(words)
    if len(told) < 2 or found or any(is_firm(words, one[0], one[0]) for one in told[1:]):
        return None
    start, end, _ = told[0]
    begins, ends = main_clause(words, start, end)
    named = _named(sheet, words, begins, ends)
    told_at = [at for at in (named_at(sheet, words, at) for at in range(begins, ends)) if at]
    if len(named) != 1 or -1 in named or any(one.letter for one in told_at):
        return None
    firm = is_firm(words, start, begins)
    if not (firm or not _WILL.isdisjoint(words[begins : told_at[0].start])):
        return None
    last = _named(sheet, words, *main_clause(words, *told[-1][:2])) - named
    if last and not _WILL.isdisjoint(words[told[-1][0] : told[-1][1]]):
        return None
    return Conclusion(next(iter(named)), begins, ends, firm, verbatim=True, taken_up=0)


def differs(sheet: AnswerSheet, words: Sequence[str], first: Conclusion) -> bool:
    """Whether the last sentence names one other choice, and what the first one says of its own is
    neither in words of the question nor about what will be or should be.
    """
    told = _told(words)
    last = _named(sheet, words, *main_clause(words, *told[-1][:2]))
    plain = not first.taken_up and _WILL.isdisjoint(words[first.start : first.end])
    return plain and len(last) == 1 and first.choice not in last


def begins_otherwise(sheet: AnswerSheet, words: Sequence[str], choice: int) -> bool:
    """Whether the first sentence of a reply names another choice than this and does not deny it,
    and the last one does not conclude with this one, or says what will or should be.
    """
    told = _told(words)
    if not told:
        return False
    start, end, _ = told[-1]
    last = (named_at(sheet, words, at) for at in range(start, end))
    if any(one is not None and choice in one.candidates for one in last) and (
        is_firm(words, start, main_clause(words, start, end)[0])
        or not _WILL.isdisjoint(words[start:end])
    ):
        return False
    begins, ends = main_clause(words, *told[0][:2])
    # "She would first look in the box" is the answer to where she would look.
    said = [word for word in words[begins:ends] if word != "first"]
    named = _named(sheet, said, 0, len(said))
    return len(named) == 1 and choice not in named


def _told(words: Sequence[str]) -> list[tuple[int, int, bool]]:
    return [one for one in sentences(words) if not one[2] and tells(words, one)]


def _named(sheet: AnswerSheet, words: Sequence[str], start: int, end: int) -> set[int]:
    """The choices that a clause names by letter or in their very words, and does not deny; -1 for
    several together.
    """
    named: set[int] = set()
    denied: set[int] = set()
    at = start
    while at < end:
        told = named_at(sheet, words, at)
        if told is None:
            at += 1
            continue
        if is_against(words, start, at):
            denied.update(told.candidates)
        elif not _is_set_apart(words, start, at, told.end):
            named.update(told.candidates)
        if words[told.end : told.end + 1] in _JOINED and _is_letter(words, told.end + 1):
            named.add(-1)
        at = max(told.end, at + 1)
    return named - denied


def _contrasts(words: Sequence[str], place: int) -> bool:
    """Whether `but` sets something against what stands before it, and does not mean `except`."""
    return words[place] == "but" and words[place - 1] not in _ALL_BUT


def _only_remarks(said: Sequence[str]) -> bool:
    """Whether a sentence says something of a letter, as `B comes close`, and sets no other letter
    against it, or says it on a condition.
    """
    letters = {
        word[-1] for word in said if len(word.removeprefix("@")) == 1 and word[-1] in _LETTERS
    }
    best = said[1:2] == ["is"] and any(w.endswith("est") or w in _MOST for w in said[2:5])
    return not CONDITIONS.isdisjoint(said) or (
        not best
        and len(letters) == 1
        and _is_letter(said, 0)
        and is_word(said[1] if len(said) > 1 else ".")
    )


def _is_letter(words: Sequence[str], place: int) -> bool:
    return place < len(words) and len(words[place].removeprefix("@")) == 1


def _is_set_apart(words: Sequence[str], start: int, place: int, end: int) -> bool:
    """Whether what stands beside a choice denies it, or only compares something with it."""
    before = [word for word in words[max(start, place - 3) : place] if word not in _BESIDE_NAMES]
    after = [word for word in words[end : end + 4] if is_word(word)]
    return not (
        _BUT.isdisjoint(before[-1:])
        and _MIGHT.isdisjoint(after[:1])
        and NEGATORS.isdisjoint(after[:2])
    )
