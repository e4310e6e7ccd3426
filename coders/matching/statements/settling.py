"""What a statement of the answer settles where the clauses of a reply leave it to a person.

It settles nothing if the reply says that it is not sure, means the contrary, answers only if it
must, declines after it, or leaves another choice open beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coders.marks import NoOneAnswer, Verdict, needs_human
from coders.matching.clauses.clauses import ClauseKind, clauses
from coders.matching.clauses.mentions import letter_in_doubt, mentions
from coders.matching.clauses.ranks import denied
from coders.matching.clauses.voices import attributed
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
from coders.matching.statements.alone import in_full, named_alone, part_of_one
from coders.matching.statements.listed import right_of_list
from coders.matching.statements.ordinals import place_contradicted, places_as_letters
from coders.matching.statements.slips import without_slips
from coders.matching.statements.statements import (
    Stated,
    as_stated,
    stated,
    states_otherwise,
)
from coders.matching.statements.taken import worded_at
from coders.matching.text.plain_text import is_word, labels_apart, plain, tokens
from coders.matching.text.small_talk import without_opening, without_talk
from coders.matching.text.vocabulary import HEDGES, REASONS, listed
from coders.matching.verdicts.verdicts import single
from dsl.patterns import lazy_pattern
from dsl.record import replace
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
    {NoOneAnswer.SEVERAL, NoOneAnswer.BOTH, NoOneAnswer.NONE, NoOneAnswer.TWO}
)
_OPENS = listed("or also too possible possibly could might may equally well alternatively perhaps")
_AFTERWARDS = REASONS | listed("as which while whereas although though for where and so but")
_CONTRASTS = listed("while whereas")
_AFTERTHOUGHT = 4
_LOOKS = listed("looks look looked")


_DIFFERS = needs_human("it says one thing and states another")


def settled(verdict: Verdict, reply: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict of the clauses, or where they leave a reply to a person, that of what it states;
    a person decides where the two differ.
    """
    spoken = plain(reply)
    text = labels_apart(without_talk(without_opening(spoken)), on_sheet.letters)
    words = places_as_letters(on_sheet, tokens(text))
    several = verdict.reason in _NO_ONE_ANSWER
    found = _found(on_sheet, words) if several or not verdict.decided else None
    if several and (found is None or not (found.strong or found.part)):
        differs = _names_on(on_sheet, words) or states_otherwise(on_sheet, words, None)
        return _DIFFERS if differs else verdict
    if several:
        verdict = _DIFFERS
    if verdict.reason == NoOneAnswer.CANNOT_TELL and (
        states_otherwise(on_sheet, words, None)
        or (on_sheet.item and any(word[0] == "@" for word in words))
    ):
        return _DIFFERS
    if verdict.decided:
        named = next((c.index for c in on_sheet.candidates if c.text == verdict.matched), None)
        if named is not None and states_otherwise(on_sheet, words, named):
            return _DIFFERS
        if named is not None and (doubt := _weakly(on_sheet, words, named)):
            return needs_human(doubt)
        if named is not None and _only_looks(on_sheet, words, named):
            return needs_human("it says how something looks, and then another choice")
        if place_contradicted(on_sheet, words):
            return needs_human("its place and its words name different choices")
        return verdict
    if found is None or letter_in_doubt(reply, question) is not None:
        return verdict
    if ironic(text, words) or re.search(EVEN, text) or re.search(FORCED, text):
        return verdict
    hedge = _hedge(on_sheet, words, found)
    if hedge is None and on_sheet.item and found.strong:
        hedge = True
    if (
        hedge is None
        or _declines(on_sheet, words, found, text)
        or _leaves_open(on_sheet, words, found)
    ):
        return verdict
    outright = on_sheet.item and found.strong
    if (_knows_not(on_sheet, words, found) and not outright) or _weakly(
        on_sheet, words, found.candidate
    ):
        return verdict
    return single(
        on_sheet,
        on_sheet.candidates[found.candidate],
        question,
        hedged=hedge and not on_sheet.opinion,
        unclear=found.unclear,
    )


def _found(on_sheet: AnswerSheet, words: list[str]) -> Stated | None:
    """What a reply states, in words as they stand or else with slips put right."""
    found = _taken(on_sheet, words)
    if found is not None:
        return found
    meant = without_slips(on_sheet, words)
    return None if meant == words else _taken(on_sheet, meant)


def _taken(on_sheet: AnswerSheet, words: list[str]) -> Stated | None:
    """The choice that words state, or else call right in a list, name alone, or are a part of."""
    found, called = stated(on_sheet, words), right_of_list(on_sheet, words)
    if called is not None:
        if found is not None and found.strong and found.candidate != called.candidates[0]:
            return None
        return as_stated(called.candidates[0], called.start, called.end, strong=True)
    if found is not None:
        return found
    alone = named_alone(on_sheet, words)
    if alone is not None and alone.candidate is not None:
        return as_stated(alone.candidate, alone.start, alone.end)
    part = part_of_one(on_sheet, words)
    if part is not None:
        return replace(as_stated(part, 0, len(words)), part=True)
    side = _only_yes_or_no(on_sheet, words) if on_sheet.item else None
    return None if side is None else as_stated(side, 0, 1)


def _only_yes_or_no(on_sheet: AnswerSheet, words: list[str]) -> int | None:
    """The only choice that begins with yes, or with no, as the reply does; another one has to begin
    with the other.
    """
    if words[1:2] not in ([","], ["."], ["!"], []) or words[:1] not in (["yes"], ["no"]):
        return None
    begins = [
        (wanted[0], at) for at, wanted in on_sheet.spelt if wanted and wanted[0] in ("yes", "no")
    ]
    same = {at for word, at in begins if word == words[0]}
    other = {at for word, at in begins if word != words[0]}
    return same.pop() if len(same) == 1 and len(other) == 1 else None


def _weakly(on_sheet: AnswerSheet, words: list[str], candidate: int) -> str:
    """Why a choice is named too weakly to be taken, or nothing: as one more (`B too`), as how
    something looks, or by a part of its words where another one is named in full.
    """
    looks = not on_sheet.words and "looks" in words
    said = set(words)
    lettered = len(words) <= _FEW or any(word[0] == "@" for word in words)
    worded = lettered or any(
        at == candidate and said.issuperset(wanted) for at, wanted in on_sheet.spelt
    )
    worded = worded or sum(word in _ENDS for word in words) < 2
    if worded and not looks and _ONE_MORE.isdisjoint(said):
        return ""
    brief = full = False
    others = False
    for clause in clauses(words, mentions(on_sheet, words)):
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


_IT_LOOKS = (("it", "looks"), ("that", "looks"), ("this", "looks"))
_FEW = 3
_ONE_MORE = listed("too also")


def _names_on(on_sheet: AnswerSheet, words: list[str]) -> bool:
    """Whether a reply names choices in more than one sentence."""
    parts = clauses(words, mentions(on_sheet, words))
    return len({clause.sentence for clause in parts if clause.mentions}) > 1


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
    near = list(_without_choices(on_sheet, words[start:end]))
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
        beside = " ".join(clause.without(others))
        if _ALSO.search(beside) or (not found.strong and _COULD.search(beside)):
            return True
        if attributed(clause.words):
            continue
        if clause.kind is ClauseKind.ASKED and clause.words[0] == "or":
            return True
        here = found.place <= clause.start < end
        contrast = found.strong or clause.words[0] in _CONTRASTS
        contrast = contrast or clause.kind is ClauseKind.REASON
        if here and not (contrast and _OPENS.isdisjoint(clause.words)):
            return True
    return False
