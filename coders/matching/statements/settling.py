"""What a statement of the answer settles where the clauses of a reply leave it to a person.

It settles nothing if the reply says that it is not sure, means the contrary, answers only if it
must, declines after it, or leaves another choice open beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coders.marks import NoOneAnswer, Verdict, needs_human
from coders.matching.clauses.clauses import clauses
from coders.matching.clauses.mentions import letter_in_doubt, mentions
from coders.matching.clauses.ranks import denied
from coders.matching.doubts.stances import (
    CANNOT_TELL,
    DO_NOT_KNOW,
    EVEN,
    FORCED,
    NO_PREFERENCE,
    ironic,
    refuses,
    unsure,
)
from coders.matching.question.candidates import Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.ordinals import place_contradicted, places_as_letters
from coders.matching.statements.statements import Stated, stated, states_otherwise
from coders.matching.statements.taken import worded_at
from coders.matching.text.plain_text import is_word, labels_apart, plain, tokens
from coders.matching.text.small_talk import without_opening, without_talk
from coders.matching.text.vocabulary import HEDGES, REASONS, listed
from coders.matching.verdicts.verdicts import single
from dsl.patterns import lazy_pattern
from dsl.trial import Question

_ENDS = frozenset(".!?\n")
_FIRST_UNSURE = lazy_pattern(
    r"\bi (?:am|m) (?:not (?:\w+ )?(?:sure|certain|confident)|unsure|uncertain)\b"
    r"|\bi (?:may|might|could) be (?:wrong|mistaken)\b|\bi guess\b|\bcorrect me\b"
    r"|\bi do not know\b|\bhard to say\b|\b(?:only|just) a guess\b"
)
_ALSO = lazy_pattern(
    r"\b(?:is|are|would be|could be|may be|might be) (?:also|equally|just as|another|as well)\b"
    r"|\b(?:right|correct|true|possible|plausible|fits?|works?|good|valid|acceptable)"
    r" (?:as well|too)\b|\bboth (?:are|of them|options|answers)\b"
    r"|\balso (?:right|correct|true|possible|plausible|fits?|be|acceptable|valid)\b"
)
_COULD = lazy_pattern(r"\b(?:could|may|might) (?:also |well )?be (?:right|correct|true|possible)\b")
_NO_ONE_ANSWER = frozenset(
    one.value for one in (NoOneAnswer.SEVERAL, NoOneAnswer.BOTH, NoOneAnswer.NONE)
)
_OPENS = listed("or also too possible possibly could might may equally well alternatively perhaps")
_AFTERWARDS = REASONS | listed("as which while whereas although though for where and so but")
_AFTERTHOUGHT = 4
_LOOKS = listed("looks look looked")


def settled(verdict: Verdict, reply: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict of the clauses, or where they leave a reply to a person, that of what it states;
    a person decides where the two differ.
    """
    spoken = plain(reply)
    text = labels_apart(without_talk(without_opening(spoken)), on_sheet.letters)
    words = places_as_letters(on_sheet, tokens(text))
    if verdict.decided:
        named = next((c.index for c in on_sheet.candidates if c.text == verdict.matched), None)
        none = verdict.reason in _NO_ONE_ANSWER
        if (named is not None or none) and states_otherwise(on_sheet, words, named):
            return needs_human("it says one thing and states another")
        if named is not None and _only_looks(on_sheet, words, named):
            return needs_human("it says how something looks, and then another choice")
        if place_contradicted(on_sheet, words):
            return needs_human("its place and its words name different choices")
        return verdict
    found = stated(on_sheet, words)
    if found is None or letter_in_doubt(reply, question) is not None:
        return verdict
    if ironic(text, words) or re.search(EVEN, text) or re.search(FORCED, text):
        return verdict
    hedge = _hedge(on_sheet, words, found)
    if (
        hedge is None
        or _declines(on_sheet, words, found, text)
        or _leaves_open(on_sheet, words, found)
    ):
        return verdict
    if _knows_not(on_sheet, words, found):
        return verdict
    return single(
        on_sheet,
        on_sheet.candidates[found.candidate],
        question,
        hedged=hedge and not on_sheet.opinion,
        unclear=found.unclear,
    )


def _only_looks(on_sheet: AnswerSheet, words: list[str], candidate: int) -> bool:
    """Whether a choice is only how something looks, and another one is set against it: `it looks
    true, but it is false`.
    """
    if "but" not in words or _LOOKS.isdisjoint(words):
        return False
    for place, word in enumerate(words):
        if word not in _LOOKS or words[place + 1 : place + 2] == []:
            continue
        told = worded_at(on_sheet, words, place + 1 + (words[place + 1] == "like"))
        if told is None or told.candidates != (candidate,):
            continue
        _, end = _sentence(words, told.end)
        rest = words[told.end : end]
        if "but" in rest and any(
            rest[at] in ("is", "really", "actually")
            and _is_another(on_sheet, rest, at + 1, candidate)
            for at in range(rest.index("but"), len(rest))
        ):
            return True
    return False


def _is_another(on_sheet: AnswerSheet, words: list[str], place: int, candidate: int) -> bool:
    told = worded_at(on_sheet, words, place)
    return told is not None and told.candidates != (candidate,)


def _sentence(words: list[str], place: int) -> tuple[int, int]:
    """Where the sentence at a place begins and ends."""
    start = place
    while start > 0 and words[start - 1] not in _ENDS:
        start -= 1
    end = place
    while end < len(words) and words[end] not in _ENDS:
        end += 1
    return start, end


def _hedge(on_sheet: AnswerSheet, words: list[str], found: Stated) -> bool | None:
    """Whether the statement is hedged; None where that is not plain."""
    text = " ".join(words)
    if _FIRST_UNSURE.search(text):
        return None
    start, end = _sentence(words, found.place)
    near = words[start:end]
    rest = [w for w in words[found.end : end] if is_word(w)]
    if unsure(" ".join(near), near):
        return None
    if found.hedged or HEDGES.isdisjoint(rest):
        return found.hedged
    if len(rest) <= _AFTERTHOUGHT:
        return True
    return found.hedged if found.strong and rest[0] in _AFTERWARDS else None


def _declines(on_sheet: AnswerSheet, words: list[str], found: Stated, text: str) -> bool:
    """Whether a reply declines after what it stated, or states it in other words than "the answer
    is".
    """
    if not refuses(text):
        return False
    if on_sheet.candidates[found.candidate].sort in (Sort.CANNOT_TELL, Sort.NO_PREFERENCE):
        return True
    return not found.strong or refuses(" ".join(words[found.place :]))


def _knows_not(on_sheet: AnswerSheet, words: list[str], found: Stated) -> bool:
    """Whether it says that nothing can be told, or nothing is preferred, and states an answer all
    the same: unless it states it afterwards, as "the answer". That nothing can be told counts only
    as "the answer", by its letter, or where it is chosen.
    """
    if on_sheet.candidates[found.candidate].sort in (Sort.CANNOT_TELL, Sort.NO_PREFERENCE):
        return not (found.strong or found.letter or found.chosen)
    said = words[found.end :] if found.strong else [*words[: found.place], *words[found.end :]]
    text = " ".join(_without_choices(on_sheet, said))
    return bool(
        NO_PREFERENCE.search(text) or CANNOT_TELL.search(text) or re.search(DO_NOT_KNOW, text)
    )


def _without_choices(on_sheet: AnswerSheet, words: list[str]) -> Iterator[str]:
    """The words without those of whole choices."""
    place = 0
    while place < len(words):
        found = worded_at(on_sheet, words, place)
        if found is None:
            yield words[place]
        place = place + 1 if found is None else max(found.end, place + 1)


def _leaves_open(on_sheet: AnswerSheet, words: list[str], found: Stated) -> bool:
    """Whether another choice is left open in the sentence of the statement, or called right too."""
    found_here = mentions(on_sheet, words)
    _, end = _sentence(words, found.place)
    for clause in clauses(words, found_here):
        others = [
            m
            for m in clause.mentions
            if m.candidate not in (None, found.candidate) and not denied(clause, m)
        ]
        if not others:
            continue
        if _ALSO.search(clause.text) or (not found.strong and _COULD.search(clause.text)):
            return True
        here = found.place <= clause.start < end
        if here and not (found.strong and _OPENS.isdisjoint(clause.words)):
            return True
    return False
