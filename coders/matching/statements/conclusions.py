"""What the sentences of a reply to an item come to, where it names no letter and states no answer.

Models answer in whole sentences: "She'll check the red cup first." A sentence counts for the choice
that it nearly says (`nearly.py`). The last one decides if it concludes ("So ..."); else the only
choice that is said anywhere, if the first or the last sentence says it, or the one of these two
that takes up more of the question.
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.matching.clauses.voices import attributed
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS, sentences
from coders.matching.statements.nearly import nearest
from coders.matching.statements.taken import named_at, worded_at
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    BACKGROUND,
    CONCLUSIONS,
    IRREGULAR,
    NEGATORS,
    NUMBERS,
    PAST,
    REASONS,
    listed,
)
from dsl.record import record

_CONCLUDING = CONCLUSIONS | listed("answer conclusion overall based altogether step")
_CLOSING = listed("let please feel hope thank thanks glad note")
_AGAINST = listed(
    "less least hardly scarcely barely almost nearly far used opposite looks looked wants want"
    " wanted hopes hope tried tries anything said says tells told former formerly before earlier"
    " previously if whether wonder"
)
_I_THINK = listed("think believe guess suppose say")
_OPENING = BACKGROUND | REASONS | listed("based to in for")
_WHICH = listed("left leaves leaving remains makes making gives giving means meaning")
_ASKED = (["you"], ["we"], ["i"])
_THIS = listed("this that which what")
_FIRM = _CONCLUDING | _WHICH | _OPENING | _I_THINK
_SET_AGAINST = (["not"], ["rather", "than"], ["instead", "of"], ["and", "not"])
_BESIDE = listed("because since")
_EVERY = listed("above these them")
_MAY_BE = listed("might may")
_SUBJECT = 4
"""Words of a sentence among which its verb stands."""
_LEAD = 10
_SHORT = 3
"""Sentences of a reply of which the first need not take up the question."""


@record
class Conclusion:
    """Tokens `start` to `end` say `choice`. `firm`: they conclude. `verbatim`: in its very words;
    `taken_up` counts the words of the question in them.
    """

    choice: int
    start: int
    end: int
    firm: bool
    verbatim: bool
    taken_up: int


def may_conclude(words: Sequence[str]) -> bool:
    """Whether a sentence may be firm; most replies have no word for it."""
    return not _FIRM.isdisjoint(words)


def concluded(sheet: AnswerSheet, words: Sequence[str]) -> Conclusion | None:
    """What a reply comes to; None where that is not plain."""
    told = [one for one in sentences(words) if not one[2] and tells(words, one)]
    if len(told) > 1 and words[-1] not in ENDS and told[-1][1] == len(words):
        told.pop()
    near = [said for start, end, _ in told if (said := _said(sheet, words, start, end))]
    if not near:
        return None
    outer = [one for one in near if one.end in (told[0][1], told[-1][1])]
    if near[-1].firm and near[-1].end == told[-1][1]:
        return near[-1]
    if len({one.choice for one in near}) > 1:
        best = max(map(_weight, near))
        near = [one for one in near if _weight(one) == best]
        outer = [one for one in near if one in outer]
    if not outer or len({one.choice for one in near}) > 1:
        return None
    last = told[-1][1]
    if outer[-1].end == last or outer[0].taken_up or len(told) <= _SHORT:
        return outer[-1]
    first = outer[0].verbatim and not narrates(sheet, words[outer[0].start : outer[0].end])
    return outer[0] if first and not is_firm(words, told[-1][0], told[-1][0]) else None


def is_firm(words: Sequence[str], start: int, begins: int) -> bool:
    """Whether a sentence concludes: `So ...`, `This makes ...`, `As nobody saw it, ...`; not with
    what only may be.
    """
    if not _MAY_BE.isdisjoint(words[begins : begins + _SUBJECT]):
        return False
    this_makes = words[start] in _THIS and not _WHICH.isdisjoint(words[start + 1 : start + 3])
    return begins > start or this_makes or not _CONCLUDING.isdisjoint(words[start : start + 3])


def _weight(one: Conclusion) -> int:
    return one.taken_up + one.verbatim


def _said(sheet: AnswerSheet, words: Sequence[str], start: int, end: int) -> Conclusion | None:
    """The choice that a sentence nearly says, if nothing takes the force from it."""
    begins, ends = main_clause(words, start, end)
    said = list(words[begins:ends])
    if (said[:2] == ["it", "was"] and not sheet.past) or attributed(tuple(said)):
        return None
    choice = _all_of_them(sheet, said)
    choice = nearest(sheet, said) if choice is None else choice
    if choice is None:
        # A reason may name the others.
        cut = next((at for at, word in enumerate(said) if at and word in _BESIDE), len(said))
        choice = nearest(sheet, said := said[:cut], fully=True)
    if choice is None:
        return None
    own_words = [word for index, wanted in sheet.spelt if index == choice for word in wanted]
    own = set(own_words)
    if not all(w in own or stem(w) in sheet.words for w in _AGAINST.intersection(said)):
        return None
    firm = is_firm(words, start, begins)
    found = (named_at(sheet, said, at) for at in range(len(said)))
    verbatim = any(one is not None and one.candidates == (choice,) for one in found)
    if not verbatim and _numbers(said) != _numbers(own_words) and _numbers(own_words):
        return None
    taken_up = len({stem(word) for word in words[start:end]}.intersection(sheet.main))
    return Conclusion(choice, begins, end, firm, verbatim, taken_up)


def _numbers(words: Sequence[str]) -> list[str]:
    return [word for word in words if word in NUMBERS or word[0].isdecimal()]


def _all_of_them(sheet: AnswerSheet, said: Sequence[str]) -> int | None:
    """The choice `all of the above` if a sentence names all others, `both` if it names two."""
    if not NEGATORS.isdisjoint(said):
        return None
    named = {one.candidates[0] for at in range(len(said)) if (one := worded_at(sheet, said, at))}
    for index, wanted in sheet.spelt:
        others = {at for at, _ in sheet.spelt} - {index}
        every = wanted[0] == "all" and wanted[-1] in _EVERY
        if every and (others <= named or (said[:1] == ["all"] and not named)):
            return index
        if wanted[0] == "both" and "both" in said and len(named - {index}) == 2:
            return index
    return None


def tells(words: Sequence[str], sentence: tuple[int, int, bool]) -> bool:
    """Whether a sentence tells something, and is no talk around it."""
    said = [word for word in words[sentence[0] : sentence[1]] if is_word(word)]
    return bool(said) and said[0] not in _CLOSING


def narrates(sheet: AnswerSheet, said: Sequence[str]) -> bool:
    """Whether a clause tells what happened, which may be before the answer."""
    return not sheet.past and any(
        word in PAST or word in IRREGULAR or (word.endswith("ed") and stem(word) != word)
        for word in said
    )


def main_clause(words: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """Where what a sentence says begins and ends: after `so`, `I think` or `although nobody saw
    it,`; before `, not` and what is set against it.
    """
    for at in range(start + 1, end - 1):
        if words[at] == "," and any(
            list(words[at + 1 : at + 1 + len(one)]) == one for one in _SET_AGAINST
        ):
            end = at
            break
    for at in range(end - 2, start, -1):
        if words[at - 1] == "," and words[at] in CONCLUSIONS | _WHICH:
            return at + 1, end
        if words[at - 1] == "which" and words[at] in _WHICH:
            return at + 1, end
    for at in range(start, min(end - 2, start + _LEAD)):
        if words[at] == "i" and words[at + 1] in _I_THINK:
            return at + 2, end
    general = words[start] == "assuming"
    general = general or (words[start] == "if" and words[start + 1 : end][:1] in _ASKED)
    while (
        start < end - 2 and (words[start] in _OPENING or general) and "," in words[start : end - 1]
    ):
        start += 1 + list(words[start:end]).index(",")
        general = False
    return start, end
