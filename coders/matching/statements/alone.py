"""A reply that names one choice alone, in a sentence or in a part of its words.

"The wooden ball will float on water." says more than the choice, and no other one. It is taken
where nothing in its clause takes the force from it, where a reply of more than a few sentences
concludes with it, and where the question, if it is known, is taken up. "Not red" for "The light
was not red" is a part of one choice, and of no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from coders.matching.clauses.clauses import ClauseKind, ReplyClause, clauses
from coders.matching.clauses.mentions import Mention, mentions
from coders.matching.clauses.ranks import denied, states_place
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    ARTICLES,
    ATTITUDES,
    FUNCTION,
    HEDGES,
    NEGATORS,
    REASONS,
    SELF,
    listed,
)

_WEAK = (
    HEDGES
    | NEGATORS
    | listed(
        "less least hardly scarcely barely almost nearly far used opposite looks look looked like"
        " wants want wanted hopes hope tried tries anything step let option options choice choices"
        " answer question says said tells told former formerly before earlier previously"
        " either however if whether wonder think thinks"
    )
    - listed("look")
)
_SHORT = 3
"""Sentences of a reply that need no conclusion."""
_UNENDED = 12
"""Words; a longer reply without a full stop may be cut off."""
_LEADS = listed(
    "i think it is the answer my so because since that would be say choose correct final final"
    " well hmm um option guess believe"
)
_PASSED = ARTICLES | listed("first then just")
_COUNTS = listed("both neither nothing none only not")


def named_alone(sheet: AnswerSheet, words: list[str]) -> Mention | None:
    """Where a reply names the one choice that it names."""
    if sheet.attitude or sheet.yes_no or sheet.knowing or not words:
        return None
    found = mentions(sheet, words)
    parts = clauses(words, found)
    if (
        not parts
        or any(m.label for m in found)
        or (words[-1] not in ENDS and len(words) > _UNENDED)
    ):
        return None
    sentences = {clause.sentence for clause in parts}
    if len(sentences) <= _SHORT:
        return _only(sheet, words, parts)
    last = [clause for clause in parts if clause.sentence == max(sentences)]
    return _only(sheet, words, last) if last[0].concludes else None


def _only(sheet: AnswerSheet, words: list[str], parts: list[ReplyClause]) -> Mention | None:
    """The one choice that some clauses name, where what they say of it may be the answer."""
    said: dict[int, Mention] = {}
    for clause in parts:
        for mention in clause.mentions:
            if mention.candidate is None or denied(clause, mention):
                continue
            whole = {m.start for m in clause.mentions} == {mention.start}
            if clause.kind is ClauseKind.REASON and not said:
                if not whole or not REASONS.issuperset(clause.without(clause.mentions)):
                    continue
            elif clause.kind is not ClauseKind.SAYS:
                if clause.kind is not ClauseKind.SUPPOSED:
                    continue
                if clause.words[0] != "then" or said:
                    return None
            if mention.doubtful or mention.letter or _is_weak(sheet, clause):
                return None
            if not in_full(sheet, mention, words):
                return None
            said.setdefault(mention.candidate, mention)
    return next(iter(said.values())) if len(said) == 1 and min(said) >= 0 else None


def in_full(sheet: AnswerSheet, mention: Mention, words: Sequence[str]) -> bool:
    """Whether a mention has all that a choice says, and not one telling word of it."""
    said = set(map(stem, words[mention.start : mention.end]))
    return any(
        index == mention.candidate
        and all(stem(word) in said for word in wanted if word not in FUNCTION)
        for index, wanted in sheet.spelt
    )


def _is_weak(sheet: AnswerSheet, clause: ReplyClause) -> bool:
    """Whether a clause takes the force from what it names, or leaves the question aside."""
    beside = [word for word in clause.without(clause.mentions) if is_word(word)]
    if not _WEAK.isdisjoint(beside) or beside[:2] == ["it", "was"]:
        return True
    if not ATTITUDES.isdisjoint(beside) and SELF.isdisjoint(beside[:2]):
        return True
    if not sheet.words:
        return False
    taken_up = {stem(word) for word in beside} & (sheet.verbs | frozenset(sheet.main))
    return not taken_up or (states_place(clause) and not sheet.copular)


def part_of_one(sheet: AnswerSheet, words: Sequence[str]) -> int | None:
    """The choice of which a reply is a part, in the order of its words, and of no other."""
    labels = (
        word[0] == "@" or (len(word) == 1 and word.isalpha() and not after.isalpha())
        for word, after in pairwise([*words, "\n"])
    )
    if "?" in words or any(labels):
        return None
    said = [word for word in words if is_word(word) and word not in _PASSED]
    while said and said[0] in _LEADS and len(said) > 1:
        said = said[1:]
    if FUNCTION.issuperset(said) and _COUNTS.isdisjoint(said):
        return None
    fits = {index for index, wanted in sheet.spelt if _is_part(said, wanted)}
    return fits.pop() if len(fits) == 1 else None


def _is_part(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether words are of a choice, in its order, and deny what it denies up to there; one of two
    things that it says together is half of it.
    """
    if "and" in wanted and "and" not in said and _COUNTS.isdisjoint(said):
        return False
    at = 0
    for word in map(stem, said):
        at = next((i + 1 for i in range(at, len(wanted)) if stem(wanted[i]) == word), 0)
        if not at:
            return False
    denials = [sum(word in NEGATORS for word in one) for one in (said, wanted[:at])]
    return denials[0] == denials[1]
