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
from coders.matching.statements.statements import Statement, is_against
from coders.matching.statements.taken import named_at, worded_at
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    ARTICLES,
    BACKGROUND,
    CONCLUSIONS,
    CONDITIONS,
    FUNCTION,
    IRREGULAR,
    NEGATORS,
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
_THIS = listed("this that which what")
_FIRM = _CONCLUDING | _WHICH | _OPENING | _I_THINK
_SET_AGAINST = (["not"], ["rather", "than"], ["instead", "of"], ["and", "not"])
_BESIDE = listed("because since")
_LETTERS = frozenset("abcdefgh")
_JOINED = (["and"], ["or"], ["/"], ["&"])
_BUT = listed("than but except besides over against")
_BESIDE_NAMES = ARTICLES | listed("option choice answer in on")
_EVERY = listed("above these them")
_LEAD = 10
_UNENDED = 12
"""Words; a longer reply without a full stop may be cut off."""
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
    told = [one for one in sentences(words) if not one[2] and _tells(words, one)]
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
    if outer[-1].end == told[-1][1] or outer[0].taken_up or len(told) <= _SHORT:
        return outer[-1]
    return None


def closing(
    sheet: AnswerSheet, words: Sequence[str], found: Sequence[Statement]
) -> Conclusion | None:
    """The one choice that the last sentence of a reply names, by its letter or in its very words,
    if it concludes with it, or if no sentence before it names another one in the same way.
    """
    told = [one for one in sentences(words) if not one[2] and _tells(words, one)]
    cut = words and words[-1] not in ENDS and (len(words) > _UNENDED or words[-1] in FUNCTION)
    if not told or cut:
        return None
    start, end, _ = told[-1]
    begins, ends = _main_clause(words, start, end)
    contrast = max((at for at in range(begins, ends - 1) if words[at] == "but"), default=begins)
    named = _named(sheet, words, contrast, ends) or _named(sheet, words, begins, ends)
    said = words[begins:ends]
    if len(named) != 1 or -1 in named or (list(said[:2]) == ["it", "was"] and not sheet.past):
        return None
    choice = next(iter(named))
    if any(one.taken != choice and (one.labelled or one.start == 0) for one in found):
        return None
    firm = _is_firm(words, start, begins)
    before = [_named(sheet, words, *_main_clause(words, *one[:2])) for one in told[:-1]]
    others = frozenset().union(*before) - named
    if not firm and others and (before[0] - named or _narrates(sheet, said)):
        return None
    if not firm and _only_remarks(said):
        return None
    return Conclusion(choice, begins, ends, firm, verbatim=True, taken_up=0)


def _is_firm(words: Sequence[str], start: int, begins: int) -> bool:
    """Whether a sentence concludes: `So ...`, `This makes ...`, `As nobody saw it, ...`."""
    this_makes = words[start] in _THIS and not _WHICH.isdisjoint(words[start + 1 : start + 3])
    return begins > start or this_makes or not _CONCLUDING.isdisjoint(words[start : start + 3])


def _named(sheet: AnswerSheet, words: Sequence[str], start: int, end: int) -> set[int]:
    """The choices that a clause names by letter or in their very words, and does not deny; -1 for
    several together.
    """
    named: set[int] = set()
    at = start
    while at < end:
        told = named_at(sheet, words, at)
        if told is None:
            at += 1
            continue
        if not (is_against(words, start, at) or _is_set_apart(words, start, at, told.end)):
            named.update(told.candidates)
        if words[told.end : told.end + 1] in _JOINED and _is_letter(words, told.end + 1):
            named.add(-1)
        at = max(told.end, at + 1)
    return named


def _only_remarks(said: Sequence[str]) -> bool:
    """Whether a sentence says something of a letter, as `B comes close`, and sets no other letter
    against it, or says it on a condition.
    """
    letters = {
        word[-1] for word in said if len(word.removeprefix("@")) == 1 and word[-1] in _LETTERS
    }
    return not CONDITIONS.isdisjoint(said) or (
        len(letters) == 1 and _is_letter(said, 0) and is_word(said[1] if len(said) > 1 else ".")
    )


def _is_letter(words: Sequence[str], place: int) -> bool:
    return place < len(words) and len(words[place].removeprefix("@")) == 1


def _is_set_apart(words: Sequence[str], start: int, place: int, end: int) -> bool:
    """Whether what stands beside a choice denies it, or only compares something with it."""
    before = [word for word in words[max(start, place - 3) : place] if word not in _BESIDE_NAMES]
    after = [word for word in words[end : end + 4] if is_word(word)]
    return not (_BUT.isdisjoint(before[-1:]) and NEGATORS.isdisjoint(after[:2]))


def _narrates(sheet: AnswerSheet, said: Sequence[str]) -> bool:
    """Whether a clause tells what happened, which may be before the answer."""
    return not sheet.past and any(
        word in PAST or word in IRREGULAR or (word.endswith("ed") and stem(word) != word)
        for word in said
    )


def _weight(one: Conclusion) -> int:
    return one.taken_up + one.verbatim


def _said(sheet: AnswerSheet, words: Sequence[str], start: int, end: int) -> Conclusion | None:
    """The choice that a sentence nearly says, if nothing takes the force from it."""
    begins, ends = _main_clause(words, start, end)
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
    own = {word for index, wanted in sheet.spelt if index == choice for word in wanted}
    if not all(w in own or stem(w) in sheet.words for w in _AGAINST.intersection(said)):
        return None
    firm = _is_firm(words, start, begins)
    found = (worded_at(sheet, said, at) for at in range(len(said)))
    verbatim = any(one is not None and one.candidates == (choice,) for one in found)
    taken_up = len({stem(word) for word in words[start:end]}.intersection(sheet.main))
    return Conclusion(choice, begins, end, firm, verbatim, taken_up)


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


def _tells(words: Sequence[str], sentence: tuple[int, int, bool]) -> bool:
    said = [word for word in words[sentence[0] : sentence[1]] if is_word(word)]
    return bool(said) and said[0] not in _CLOSING


def _main_clause(words: Sequence[str], start: int, end: int) -> tuple[int, int]:
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
    general = words[start] == "if" and words[start + 1] in ("you", "we")
    while (
        start < end - 2 and (words[start] in _OPENING or general) and "," in words[start : end - 1]
    ):
        start += 1 + list(words[start:end]).index(",")
        general = False
    return start, end
