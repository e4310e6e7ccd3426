"""A reply that names one choice alone, in a sentence.

"The wooden ball will float on water." says more than the choice, and no other one. It is taken
where nothing in its clause takes the force from it, where a reply of more than a few sentences
concludes with it, and where the question, if it is known, is taken up.
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.matching.clauses.clauses import ClauseKind, ReplyClause, clauses
from coders.matching.clauses.mentions import Mention, mentions
from coders.matching.clauses.ranks import denied, states_place
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
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
