"""Where a reply says outright which choice it takes: "the answer is B", a box, a bare letter.

The clauses of a reply answer only if all their words are accounted for, which few explanations are.
A statement of the answer needs no more than its own words: what opens it ("the answer is", "I would
choose"), or closes it ("is correct"), and a letter or the words of a choice. What a reply says
about other choices does not count against it, unless it states them, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from coders.matching.doubts.stances import bare_correction, last_correction
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS, TO_PRAISE, is_judged, praises, sentences
from coders.matching.statements.openings import Opening, openings
from coders.matching.statements.taken import Taken, taken_at, worded_at
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import (
    BACKGROUND,
    CONCLUSIONS,
    CONDITIONS,
    HEDGES,
    NEGATORS,
    REASONS,
    listed,
    phrases,
)
from dsl.record import record, replace


@record
class Statement:
    """Tokens from `start` on, in a sentence, state the candidate `taken`; -1 for one in doubt."""

    start: int
    end: int
    taken: int
    hedged: bool = False
    labelled: bool = False
    """After "answer:", "the answer is" or the like, and not alone, chosen, or called right."""
    letter: bool = False
    chosen: bool = False
    """After "I would choose" or the like."""


_AGAINST = (
    NEGATORS
    | (CONDITIONS - listed("had provided given"))
    | listed(
        "might may could some people others someone why seem seems thought first initially"
        " originally glance tempted temptation almost before although though while whereas"
        " even nor cannot"
        " wonder asked whether wondering"
        " hardly scarcely barely opposite formerly less least"
    )
)
_AGAINST_PHRASES = phrases("used to, far from, anything but, no longer")
_BREAKS = listed("but however yet so therefore thus hence ; then")
_INSERTED = listed("though although however")
_REASONS = listed("because since as for due given")
_JOINED = REASONS | BACKGROUND | CONDITIONS | listed("or and as but")
_CLOSED: tuple[list[str], ...] = ([], ["."], ["!"], ["\n"])
_COMPARES = frozenset("<>=≤≥")
_IT_WAS = ["it", "was"]
"""It may tell how it was before."""
_FAR = 60
"""Words, at most, that are looked back at, and of a sentence that only names a choice."""
_APOLOGIES = phrases(
    "i apologize, i apologise, my apologies, was a mistake, is a mistake, was an error, was wrong,"
    " was incorrect, let me correct, i made an error, i misread, i misspoke, made an error,"
    " let me double-check, let me check again, let me rethink, is not right, actually the answer,"
    " actually it is"
)


@record
class Stated:
    """The one candidate that a reply states outright, by its place on the sheet. `unclear`: after
    another one that it takes back; `strong`: after "the answer is" or the like; `letter`: by its
    letter; `chosen`: after "I would choose"; `part`: in a part of its words, and nothing else.
    """

    candidate: int
    place: int
    end: int
    hedged: bool
    unclear: bool
    strong: bool
    letter: bool
    chosen: bool
    part: bool = False


def statements(sheet: AnswerSheet, words: Sequence[str]) -> list[Statement]:
    """All statements of an answer in a token list, in order; one that is denied is none."""
    found: list[Statement] = []
    for start, end, asked in sentences(words):
        if not asked:
            found.extend(_in_sentence(sheet, words, start, end))
    return found


def named_in_full(sheet: AnswerSheet, words: Sequence[str]) -> list[Statement]:
    """Where a sentence names a choice by its letter and its words, `as (B) the box`, or the only
    sentence of a reply ends with the words of one.
    """
    found: list[Statement] = []
    told_in = [one for one in sentences(words) if not one[2] and one[1] - one[0] <= _FAR]
    for start, end, _ in told_in:
        concludes = end == told_in[-1][1] and words[start] in CONCLUSIONS
        for place in range(start, end):
            lettered = words[place][0] == "@"
            plainly = (concludes or len(told_in) == 1) and list(words[start : start + 2]) != _IT_WAS
            plainly = plainly and _JOINED.isdisjoint(words[start:place])
            if not lettered and not (plainly and is_word(words[place])):
                continue
            if not lettered and any(worded_at(sheet, words, at) for at in range(start, place)):
                continue
            told = taken_at(sheet, words, place, within=True)
            if told is None or told.start != place or is_against(words, start, place):
                continue
            after = _own_letter(words, told)
            closed = lettered or after or _ends_or_explains(sheet, words, told.end, end)
            in_full = told.end > place + 1 if lettered else not told.letter
            if in_full and closed and not is_judged(words, told.end):
                hedge = _hedges(words, start, place)
                found.extend(_told(told, place, hedge=hedge, labelled=False))
    return found


def _own_letter(words: Sequence[str], told: Taken) -> bool:
    """Whether the letter of a choice follows its words in brackets: `the box (B)`."""
    if len(told.candidates) != 1 or words[told.end : told.end + 1] != ["("]:
        return False
    letter = words[told.end + 1 : told.end + 2]
    return (
        bool(letter)
        and letter[0].removeprefix("@") == chr(ord("a") + told.candidates[0])
        and words[told.end + 2 : told.end + 3] == [")"]
    )


def _ends_or_explains(sheet: AnswerSheet, words: Sequence[str], place: int, end: int) -> bool:
    """Whether a sentence ends at a place, or goes on with a reason that names no choice."""
    if words[place : place + 1] in _CLOSED:
        return True
    at = place + (words[place] == ",")
    return words[at : at + 1] in (["because"], ["since"]) and not any(
        worded_at(sheet, words, at) for at in range(place, end)
    )


def _hedges(words: Sequence[str], start: int, place: int) -> bool:
    return bool(HEDGES.intersection(words[max(start, place - _FAR) : place]))


def stated(sheet: AnswerSheet, words: list[str], found: list[Statement]) -> Stated | None:
    """The one candidate that a reply states, of its statements or else of what it names in full;
    None where it states none or several, and where it takes back what it stated.
    """
    found = found or named_in_full(sheet, words)
    corrected = _corrected(words) if found else -1
    after = _beside_lists(words, [one for one in found if one.start > corrected])
    told = {one.taken for one in after}
    if len(told) != 1 or -1 in told:
        return None
    last = next((one for one in after if one.labelled), after[-1])
    return Stated(
        last.taken,
        last.start,
        last.end,
        hedged=all(one.hedged for one in after),
        unclear=any(one.taken != last.taken for one in found),
        strong=any(one.labelled for one in after),
        letter=last.letter,
        chosen=any(one.chosen for one in after),
    )


def as_stated(candidate: int, place: int, end: int, *, strong: bool = False) -> Stated:
    """A choice taken plainly at a place."""
    return Stated(
        candidate,
        place,
        end,
        hedged=False,
        unclear=False,
        strong=strong,
        letter=False,
        chosen=False,
    )


def _beside_lists(words: Sequence[str], found: list[Statement]) -> list[Statement]:
    """The statements without those of a list that says something of several choices, if one is
    stated as "the answer", or chosen.
    """
    outright = [one for one in found if one.labelled or one.chosen]
    rest = [one for one in found if not (one.labelled or one.chosen)]
    bare = any(one.letter and words[one.end : one.end + 1] in _CLOSED for one in rest)
    several = len({one.taken for one in rest}) > 1
    return outright if outright and several and not bare else found


def states_otherwise(
    found: Sequence[Statement], words: list[str], sheet: AnswerSheet, candidate: int | None
) -> bool:
    """Whether a reply states some other candidate outright, and this one never, or names one
    by its letter and another by its words; of no candidate, whether it states just one.
    """
    if candidate is None:
        return len({one.taken for one in found}) == 1
    if not found:
        return False
    others = sheet.item and any(one.taken != candidate for one in found)
    plainly = others and _corrected(words) < 0
    told = {one.taken for one in found if one.labelled or plainly}
    last = [one.taken for one in found if one.labelled and one.start == found[-1].start]
    return any(one.taken == -1 for one in found) or (
        bool(told) and (candidate not in told or len(last) > 1)
    )


def _corrected(words: list[str]) -> int:
    """The place of the last words with which a reply takes back what it said; -1 without any."""
    spoken = [(word, place) for place, word in enumerate(words) if is_word(word)]
    apology = -1
    for at in range(len(spoken)):
        following = tuple(word for word, _ in spoken[at : at + 3])
        if any(following[: len(one)] == one for one in _APOLOGIES):
            apology = spoken[at][1]
    return max(last_correction(words), bare_correction(words), apology)


def _in_sentence(
    sheet: AnswerSheet, words: Sequence[str], start: int, end: int
) -> Iterator[Statement]:
    taken: list[tuple[int, int]] = []
    for place, opening in openings(sheet, words, start, end):
        labelled = opening is Opening.LABEL
        if any(a <= place < b for a, b in taken) or is_against(words, start, place):
            continue
        told = taken_at(sheet, words, place, labelled=labelled)
        if told is None:
            continue
        if is_judged(words, told.end) and not _contrasts(sheet, words, told.end):
            continue
        if any(a <= told.start < b for a, b in taken):
            continue
        if place == start and not labelled and not _stands_alone(sheet, words, told):
            continue
        if opening is Opening.THEREFORE and words[told.end : told.end + 1] not in _CLOSED:
            continue
        taken.append((place, told.end))
        hedge = _hedges(words, start, told.start)
        for one in _told(told, place, hedge=hedge, labelled=labelled):
            yield replace(one, chosen=opening is Opening.CHOICE)
    if not taken:
        yield from _called_right(sheet, words, start, end)


def _contrasts(sheet: AnswerSheet, words: Sequence[str], place: int) -> bool:
    """Whether another choice is denied right after this place: `B (the box), not A`."""
    at = next((at for at in range(place, len(words)) if is_word(words[at])), len(words))
    if words[at : at + 1] != ["not"] or words[at + 1 : at + 2] in ([], ["\n"]):
        return False
    return taken_at(sheet, words, at + 1) is not None


def _told(told: Taken, place: int, *, hedge: bool, labelled: bool) -> Iterator[Statement]:
    for one in told.candidates:
        yield Statement(place, told.end, one, hedge or told.hedged, labelled, told.letter)


def _stands_alone(sheet: AnswerSheet, words: Sequence[str], told: Taken) -> bool:
    """Whether the choice that opens a sentence is all of it; on a line of its own a reason may
    follow. `B) This may seem likely` is a remark on B, unless the reply opens with it and labels no
    other line so.
    """
    start = told.start
    while start > 0 and words[start - 1] not in ENDS:
        start -= 1
    after = words[told.end] if told.end < len(words) else "\n"
    if list(words[told.end : told.end + 2]) == ["it", "is"]:
        return told.letter and words[told.end + 2 : told.end + 3] in _CLOSED
    if after in _COMPARES or (start > 0 and words[start - 1] != "\n" and after not in ENDS):
        return False
    if words[told.end - 1][0] != "@" or not is_word(after) or after in _REASONS:
        return True
    return (
        told.start == 0
        and sum(
            word[0] == "@" and (at == 0 or words[at - 1] == "\n") for at, word in enumerate(words)
        )
        == 1
    )


def is_against(words: Sequence[str], start: int, place: int) -> bool:
    """Whether what stands before a statement, in its part of the sentence, takes its force."""
    before = list(words[max(start, place - _FAR) : place])
    for at in range(len(before) - 2, 0, -1):
        if before[at] in _INSERTED and before[at - 1] == before[at + 1] == ",":
            # "The answer, though, is B."
            del before[at : at + 2]
    for at in range(len(before) - 1, -1, -1):
        if before[at] in _BREAKS:
            before = before[at + 1 :]
            colons = [at for at, word in enumerate(before) if word == ":"]
            before = before[colons[-1] + 1 :] if colons else before
            break
    else:
        commas = [at for at, word in enumerate(before) if word in ",:"]
        if commas and not _AGAINST.intersection(before[commas[-1] + 1 :]):
            opening = before[: commas[-1]]
            return bool(opening) and opening[0] in CONDITIONS - {"had", "provided", "whether"}
    return bool(_AGAINST.intersection(before)) or any(
        pair in _AGAINST_PHRASES for pair in pairwise(before)
    )


def _called_right(
    sheet: AnswerSheet, words: Sequence[str], start: int, end: int
) -> Iterator[Statement]:
    """`B is the correct answer`, `B) the box - correct`."""
    line = start
    while line > 0 and words[line - 1] != "\n":
        line -= 1
    for place in range(start, end):
        if words[place] not in (
            *_BEING,
            "fits",
            "√",
            "correct",
            "right",
            *_WORKS,
        ):
            continue
        if words[place] in ("correct", "right") and not (
            place > line
            and words[place - 1] in "-:;,(."
            and (place + 1 >= len(words) or not is_word(words[place + 1]))
        ):
            continue
        alone = words[place] in _WORKS and "only" in words[max(line, place - 6) : place]
        if words[place] in (*_BEING, *_WORKS) and not (alone or praises(words, place + 1, end)):
            continue
        if _AT_FIRST.intersection(words[place : place + 5]):
            continue
        # Words of a choice may hold a full stop.
        for at in range(max(line, place - 60), place):
            if at > line and is_word(words[at - 1]) and words[at - 1] not in _BEFORE_NAME:
                continue
            told = taken_at(sheet, words, at, within=True)
            if told is None or not all(w in TO_PRAISE for w in words[told.end : place]):
                continue
            begins = at
            while begins > line and words[begins - 1] not in ENDS:
                begins -= 1
            if told.end <= place and not is_against(words, begins, at):
                hedge = bool(HEDGES.intersection([*words[start:at], *words[place : place + 4]]))
                yield from _told(told, at, hedge=hedge, labelled=words[place] == "is")
                return


_BEING = ("is", "are", "seems", "would", "must", "ist", "est", "es")
_WORKS = ("makes", "works", "applies")
_AT_FIRST = listed("first glance sight initially")
_BEFORE_NAME = listed(
    "option choice answer letter that so therefore thus hence and only but then both of is"
    " think believe say feel find conclude yet though"
)
