"""Why a choice that the clauses of a reply name is named too weakly to be taken."""

from __future__ import annotations

from collections.abc import Sequence

from coders.matching.clauses.mentions import Mention
from coders.matching.question.candidates import Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS, sentences
from coders.matching.statements.told import Told
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import FUNCTION, listed


def weakly(told: Told, candidate: int) -> str:
    """Why a choice is named too weakly to be taken, or nothing: as one more (`B too`), as how
    something looks, or by a part of its words where another one is named in full.
    """
    on_sheet, words = told.sheet, told.words
    looks = not on_sheet.words and "looks" in words
    said = set(words)
    lettered = len(words) <= _FEW or any(word[0] == "@" for word in words)
    worded = lettered or _has_words(told, candidate)
    worded = worded or sum(word in ENDS for word in words) < 2
    if worded and not looks and _ONE_MORE.isdisjoint(said):
        return ""
    if any((one.letter or one.labelled) and one.taken == candidate for one in told.statements):
        return ""
    brief = full = False
    others = False
    for clause in told.clauses:
        for mention in clause.mentions:
            if mention.candidate != candidate:
                others = others or (not mention.letter and in_full(on_sheet, mention, words))
                continue
            full = full or mention.letter or in_full(on_sheet, mention, words)
            looks = looks and clause.words[:2] in _IT_LOOKS
            brief = brief or (clause.words[-1] in _ONE_MORE and len(clause.words) <= _FEW)
    if brief:
        return "it names a choice as one more"
    if looks:
        return "it says how something looks"
    return "" if full or not others else "it names one choice in part and another in full"


def in_full(sheet: AnswerSheet, mention: Mention, words: Sequence[str]) -> bool:
    """Whether a mention has all that a choice says, and not one telling word of it."""
    said = set(map(stem, words[mention.start : mention.end]))
    return any(
        index == mention.candidate
        and all(stem(word) in said for word in wanted if word not in FUNCTION)
        for index, wanted in sheet.spelt
    )


def _has_words(told: Told, candidate: int) -> bool:
    """Whether all words of a choice are in a reply, wherever."""
    said = set(told.words)
    return any(at == candidate and said.issuperset(wanted) for at, wanted in told.sheet.spelt)


def in_part(told: Told, named: int) -> str:
    """Why a choice that is named by a part of its words alone cannot be taken, or nothing: the
    sentences that name it do not say nearly all of it.
    """
    on_sheet, words = told.sheet, told.words
    if len(words) <= BRIEF or on_sheet.candidates[named].sort is not Sort.PHRASE:
        return ""
    cut = is_word(words[-1]) and len(words) > _UNENDED
    if not cut and _has_words(told, named):
        return ""
    found = [m for m in told.mentions if m.candidate == named]
    if any(m.letter for m in found):
        return ""
    first = next(sentences(words))
    if cut and all(m.start > first[1] for m in found) and not told.statements:
        return "it breaks off before it concludes"
    if any(in_full(on_sheet, m, words) for m in found) or any(
        one.taken == named for one in told.statements
    ):
        return ""
    comes_to = told.sentences_come_to
    if comes_to is not None and comes_to.choice == named:
        return ""
    own = {stem(word) for index, wanted in on_sheet.spelt if index == named for word in wanted}
    for start, end, _ in sentences(words):
        begins = max((at + 1 for at in range(start, end) if words[at] == ","), default=start)
        said = [word for word in words[begins:end] if is_word(word) and word not in _PRO_WORDS]
        if said and all(word in FUNCTION or stem(word) in own for word in said):
            return ""
    return "it names a choice in part only"


_UNENDED = 12
"""Words; a longer reply without a full stop may be cut off."""
BRIEF = 6
"""Words of a reply that need not say all of a choice."""


_IT_LOOKS = (("it", "looks"), ("that", "looks"), ("this", "looks"))
_FEW = 3
_PRO_WORDS = listed("one ones")
"""They stand for the noun of a choice: `the blue one`."""
_ONE_MORE = listed("too also")
