"""What a statement of the answer settles where the clauses of a reply leave it to a person.

It settles nothing if the reply says that it is not sure, means the contrary, answers only if it
must, declines after it, or leaves another choice open beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coders.marks import NoOneAnswer, Verdict, needs_human
from coders.matching.clauses.clauses import ClauseKind
from coders.matching.clauses.mentions import letter_in_doubt
from coders.matching.clauses.ranks import denied
from coders.matching.clauses.voices import attributed
from coders.matching.doubts.doubts import calls_even
from coders.matching.doubts.stances import (
    CANNOT_TELL,
    DO_NOT_KNOW,
    FORCED,
    NO_PREFERENCE,
    ironic,
    refuses,
    unsure,
)
from coders.matching.question.candidates import Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.nearly import part_of_one, without_slips
from coders.matching.statements.openings import LABELS_ANSWER
from coders.matching.statements.ordinals import place_contradicted, places_as_letters
from coders.matching.statements.statements import (
    Stated,
    as_stated,
    stated,
    states_otherwise,
)
from coders.matching.statements.taken import worded_at
from coders.matching.statements.told import Told, plainly
from coders.matching.statements.weakness import BRIEF, in_full, in_part, weakly
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import HEDGES, REASONS, listed
from coders.matching.verdicts.verdicts import single
from dsl.patterns import any_found, lazy_pattern
from dsl.record import replace
from dsl.trial import Question

_ENDS = frozenset(".!?\n")
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


_DIFFERS = needs_human("it says one thing and states another")


def settled(verdict: Verdict, reply: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict of the clauses, or where they leave a reply to a person, that of what it states;
    a person decides where the two differ.
    """
    text, said = plainly(reply, on_sheet.letters)
    words = places_as_letters(on_sheet, list(said))
    told = Told(on_sheet, words)
    several = verdict.reason in _NO_ONE_ANSWER
    named = None
    if verdict.decided:
        named = next((c.index for c in on_sheet.candidates if c.text == verdict.matched), None)
    if named is not None and on_sheet.item and (doubt := in_part(told, named)):
        verdict = needs_human(doubt)
    found = _found(told) if several or not verdict.decided else None
    if several and (found is None or not (found.strong or found.part)):
        differs = _names_on(told) or states_otherwise(told.statements, words, on_sheet, None)
        return _DIFFERS if differs else verdict
    if several:
        verdict = _DIFFERS
    if verdict.reason == NoOneAnswer.CANNOT_TELL and (
        states_otherwise(told.statements, words, on_sheet, None)
        or told.conclusion is not None
        or (on_sheet.item and any(word[0] == "@" for word in words))
    ):
        return _DIFFERS
    if verdict.decided:
        if (
            named is not None
            and _may_state(words)
            and states_otherwise(told.statements, words, on_sheet, named)
        ):
            return _settled_last(told, named, question) or _DIFFERS
        if named is not None and on_sheet.item and len(words) > BRIEF:
            from coders.matching.statements.conclusions import may_conclude
            from coders.matching.statements.outer_sentences import begins_otherwise

            end = told.conclusion if may_conclude(words) else None
            if end is not None and end.firm and end.choice != named:
                return single(
                    on_sheet, on_sheet.candidates[end.choice], question, hedged=False, unclear=False
                )
            if not (on_sheet.words or told.statements) and begins_otherwise(on_sheet, words, named):
                return needs_human("it names another choice first")
        if named is not None and (doubt := weakly(told, named)):
            return needs_human(doubt)
        if place_contradicted(on_sheet, words):
            return needs_human("its place and its words name different choices")
        return verdict
    if found is None or letter_in_doubt(reply, question) is not None:
        return verdict
    if ironic(text, words) or calls_even(on_sheet, text) or re.search(FORCED, text):
        return verdict
    hedge = _hedge(on_sheet, words, found)
    if hedge is None and on_sheet.item and found.strong:
        hedge = True
    if hedge is None or _declines(on_sheet, words, found, text) or _leaves_open(told, found):
        return verdict
    outright = on_sheet.item and found.strong
    if (_knows_not(on_sheet, words, found) and not outright) or weakly(told, found.candidate):
        return verdict
    return single(
        on_sheet,
        on_sheet.candidates[found.candidate],
        question,
        hedged=hedge and not on_sheet.opinion,
        unclear=found.unclear,
    )


def _may_state(words: list[str]) -> bool:
    """Whether a reply has a word or a letter without which no statement differs from its clauses;
    most of those that are the words of a choice have none.
    """
    return not _STATING.isdisjoint(words) or any(
        len(word.removeprefix("@")) == 1 and "a" <= word[-1] <= "z" for word in words
    )


_STATING = LABELS_ANSWER | {"is"}


def _found(told: Told) -> Stated | None:
    """What a reply states, in words as they stand or else with slips put right."""
    found = _taken(told)
    if found is not None:
        return found
    meant = without_slips(told.sheet, told.words)
    return None if meant == told.words else _taken(Told(told.sheet, meant))


def _taken(told: Told) -> Stated | None:
    """The choice that words state, or else are a part of, or come to."""
    on_sheet, words = told.sheet, told.words
    found = stated(on_sheet, words, told.statements)
    if found is not None:
        return found
    end = told.conclusion or told.opens
    part = part_of_one(on_sheet, words)
    if part is not None:
        return replace(as_stated(part, 0, len(words)), part=True)
    if end is not None:
        hedged = not HEDGES.isdisjoint(words[end.start : end.end])
        several = any(at == end.choice and one[0] in ("both", "all") for at, one in on_sheet.spelt)
        return replace(as_stated(end.choice, end.start, end.end), hedged=hedged, part=several)
    side = _only_yes_or_no(on_sheet, words) if on_sheet.item else None
    return None if side is None else as_stated(side, 0, 1)


def _settled_last(told: Told, named: int, question: Question) -> Verdict | None:
    """The verdict on an item that is settled as "the answer" after the last word of the choice that
    its clauses say; None where it is not.
    """
    on_sheet = told.sheet
    found = stated(on_sheet, told.words, told.statements) if on_sheet.item else None
    end = told.closes if on_sheet.item else None
    if end is not None and end.firm and {one.taken for one in told.statements} == {end.choice}:
        return single(
            on_sheet, on_sheet.candidates[end.choice], question, hedged=False, unclear=False
        )
    if found is None or not (found.strong and found.letter):
        return None
    places = [m.start for m in told.mentions if m.candidate == named]
    if not places or places[-1] > found.place:
        return None
    return single(
        on_sheet, on_sheet.candidates[found.candidate], question, hedged=found.hedged, unclear=False
    )


def _only_yes_or_no(on_sheet: AnswerSheet, words: list[str]) -> int | None:
    """The only choice that begins with yes, or with no, as the reply does, if another one begins
    with the other; or *false* where a statement is called so in other words.
    """
    begins = [(wanted[0], at) for at, wanted in on_sheet.spelt if wanted]
    sides = [("false", "true")]
    if words[1:2] in ([","], ["."], ["!"], []):
        sides += [("yes", "no"), ("no", "yes")]
    for side, opposite in sides:
        same = {at for word, at in begins if word == side}
        other = {at for word, at in begins if word == opposite}
        said = _UNTRUE.search(" ".join(words)) if side == "false" else words[:1] == [side]
        if said and len(same) == 1 and len(other) == 1:
            return same.pop()
    return None


_UNTRUE = lazy_pattern(
    r"^(?:(?:so|this|that|it|the)\b[^.?!\n]{0,60} is )?"
    r"(?:not (?:true|correct|right)|incorrect|untrue)\b"
    r"|\b(?:so|therefore|thus),? (?:it|this|that|the (?:statement|claim|sentence)) is"
    r" (?:not (?:true|correct|right)|incorrect|untrue|wrong)\b"
)
"""What calls a statement false in other words."""


def _names_on(told: Told) -> bool:
    """Whether a reply names choices in more than one sentence."""
    return len({clause.sentence for clause in told.clauses if clause.mentions}) > 1


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
    start, end = _sentence(words, found.place)
    if found.place > 0 and words[found.place - 1] == "but":
        start = found.place
    near = list(_without_choices(on_sheet, words[start:end]))
    rest = [w for w in words[found.end : end] if is_word(w) and stem(w) not in on_sheet.words]
    if unsure(" ".join(near)):
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
        NO_PREFERENCE.search(text) or CANNOT_TELL.search(text) or any_found(DO_NOT_KNOW, text)
    )


def _without_choices(on_sheet: AnswerSheet, words: list[str]) -> Iterator[str]:
    """The words without those of whole choices."""
    place = 0
    while place < len(words):
        found = worded_at(on_sheet, words, place)
        if found is None:
            yield words[place]
        place = place + 1 if found is None else max(found.end, place + 1)


def _leaves_open(told: Told, found: Stated) -> bool:
    """Whether another choice is left open in the sentence of the statement, or called right too."""
    on_sheet, words = told.sheet, told.words
    several = any(at == found.candidate and wanted[0] == "both" for at, wanted in on_sheet.spelt)
    if several and not found.letter:
        return False
    _, end = _sentence(words, found.place)
    own = {word for _, wanted in on_sheet.spelt for word in wanted} - _OPENS
    own |= {"equally"} if any("equally" in wanted for _, wanted in on_sheet.spelt) else set()
    for clause in told.clauses:
        others = [
            m
            for m in clause.mentions
            if m.candidate not in (None, found.candidate)
            and not denied(clause, m)
            and (m.letter or in_full(on_sheet, m, words))
        ]
        if not others:
            continue
        beside = " ".join(w for w in clause.without(others) if w not in own)
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
