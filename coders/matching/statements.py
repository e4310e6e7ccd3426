"""Where a reply says outright which choice it takes: "the answer is B", a box, a bare letter.

The clauses of a reply answer only if all their words are accounted for, which few explanations are.
A statement of the answer needs no more than its own words: what opens it ("the answer is", "I would
choose"), or closes it ("is correct"), and a letter or the words of a choice. What a reply says
about other choices does not count against it, unless it states them, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from coders.matching.plain_text import is_word
from coders.matching.sheet import AnswerSheet
from coders.matching.stances import bare_correction, last_correction
from coders.matching.taken import Taken, taken_at, worded_at
from coders.matching.vocabulary import (
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


class _Opening(Enum):
    """What stands before a statement."""

    LABEL = "the answer is"
    CHOICE = "I would choose"
    THEREFORE = "therefore"
    OTHER = "it is, or nothing"


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


_NAMES = listed(
    "answer answers option choice response conclusion solution selection result pick verdict"
    " antwort reponse réponse respuesta risposta resposta odpowiedź svar vastaus ответ 答案"
    " 答案是 答え 回答"
)
_COPULAS = listed(
    "is are was be would should must seems appears remains becomes : = > ist est es è é jest är 是"
)
_CHOOSES = listed(
    "choose chose chosen choosing pick picked picking select selected selecting answer say opt vote"
    " prefer go going take pick mean meant"
)
_CHOOSERS = listed("i we you one let me us please")
_FREELY = listed(
    "would will should can must could have has am do did 'd 'll to therefore thus hence then so"
    " also definitely confidently now choose like ' going want need just simply only"
    " rather better best"
    " personally"
)
_PRAISED = listed(
    "correct right best most suitable appropriate accurate fitting likely logical reasonable true"
    " plausible valid only proper closest better answer choice option one obvious"
)
_TO_PRAISE = listed(
    "the a clearly definitely therefore thus most indeed certainly also obviously probably likely"
    " always usually often perhaps considered to be , my - : ; ( . √ \" ) ' ]"
)
_AGAINST = (
    NEGATORS
    | (CONDITIONS - listed("had provided given"))
    | listed(
        "might may could some people others someone why seem seems thought first initially"
        " originally glance tempted temptation almost before although though while whereas"
        " even nor cannot"
        " wonder asked whether wondering"
    )
)
_REASONS = listed("because since as for due given")
_FITTING = listed("correct right best proper appropriate suitable fitting accurate logical")
_NEAR = 6
_JOINED = REASONS | BACKGROUND | CONDITIONS | listed("or and as but")
_CLOSED = ([], ["."], ["!"], ["\n"])
_FAR = 60
"""Words, at most, that are looked back at."""
_LEAD_WORDS = 12
"""Words, at most, between the name of the answer and its copula: "answer to this question is"."""
_TURNS = listed("but however so therefore thus hence ; , : yet instead and - actually")
_ENDS = frozenset(".!?\n")
_APOLOGIES = phrases(
    "i apologize, i apologise, my apologies, was a mistake, is a mistake, was an error, was wrong,"
    " was incorrect, let me correct, i made an error, i misread, i misspoke, made an error"
)


@record
class Stated:
    """The one candidate that a reply states outright, by its place on the sheet. `unclear`: after
    another one that it takes back; `strong`: after "the answer is" or the like; `letter`: by its
    letter; `chosen`: after "I would choose".
    """

    candidate: int
    place: int
    end: int
    hedged: bool
    unclear: bool
    strong: bool
    letter: bool
    chosen: bool


def statements(sheet: AnswerSheet, words: Sequence[str]) -> list[Statement]:
    """All statements of an answer in a token list, in order; one that is denied is none."""
    found: list[Statement] = []
    for start, end, asked in _sentences(words):
        if not asked:
            found.extend(_in_sentence(sheet, words, start, end))
    return found


def named_in_full(sheet: AnswerSheet, words: Sequence[str]) -> list[Statement]:
    """Where a sentence names a choice by its letter and its words, `as (B) the box`, or the only
    sentence of a reply ends with the words of one.
    """
    found = []
    sentences = [one for one in _sentences(words) if not one[2]]
    for start, end, _ in sentences:
        for place in range(start, end):
            lettered = words[place][0] == "@"
            plainly = len(sentences) == 1 and _JOINED.isdisjoint(words[start:end])
            if not lettered and not (plainly and is_word(words[place])):
                continue
            if not lettered and any(worded_at(sheet, words, at) for at in range(start, place)):
                continue
            told = taken_at(sheet, words, place, within=True)
            if told is None or told.start != place or _is_against(words, start, place):
                continue
            closed = lettered or words[told.end : told.end + 1] in _CLOSED
            in_full = told.end > place + 1 if lettered else not told.letter
            if in_full and closed and not _is_judged(words, told.end):
                hedge = _hedges(words, start, place)
                found.extend(_told(told, place, hedge=hedge, labelled=False))
    return found


def _hedges(words: Sequence[str], start: int, place: int) -> bool:
    return bool(HEDGES.intersection(words[max(start, place - _FAR) : place]))


def stated(sheet: AnswerSheet, words: list[str]) -> Stated | None:
    """The one candidate that a reply states; None where it states none or several, and where it
    takes back what it stated.
    """
    found = statements(sheet, words) or named_in_full(sheet, words)
    corrected = _corrected(words) if found else -1
    after = [one for one in found if one.start > corrected]
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


def states_otherwise(sheet: AnswerSheet, words: list[str], candidate: int | None) -> bool:
    """Whether a reply states some other candidate outright, and this one never, or names one
    by its letter and another by its words; of no candidate, whether it states just one.
    """
    found = statements(sheet, words)
    told = {one.taken for one in found if one.labelled}
    if candidate is None:
        return len({one.taken for one in found}) == 1
    return any(one.taken == -1 for one in found) or (bool(told) and candidate not in told)


def _corrected(words: list[str]) -> int:
    """The place of the last words with which a reply takes back what it said; -1 without any."""
    spoken = [(word, place) for place, word in enumerate(words) if is_word(word)]
    apology = -1
    for at in range(len(spoken)):
        following = tuple(word for word, _ in spoken[at : at + 3])
        if any(following[: len(one)] == one for one in _APOLOGIES):
            apology = spoken[at][1]
    return max(last_correction(words), bare_correction(words), apology)


def _sentences(words: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """The sentences: where each begins and ends, and whether it asks."""
    start = 0
    for place, word in enumerate([*words, "\n"]):
        if word not in _ENDS:
            continue
        # "A. the box": the point belongs to the letter; in "The box. ❌" the sign, to the box.
        lettered = place - start == 1 and len(words[start]) == 1 and words[start].isalpha()
        if word == "." and (
            lettered or _only_judges(words, place + 1) or _goes_on(words, place + 1)
        ):
            continue
        if place > start:
            yield start, place, word == "?"
        start = place + 1


def _goes_on(words: Sequence[str], place: int) -> bool:
    """Whether a sentence goes on after a full stop of a choice: `"The box." is wrong`."""
    while place < len(words) and words[place] in "\"')":
        place += 1
    if words[place : place + 1] not in (["is"], ["does"], ["seems"], ["was"]):
        return False
    return next((word for word in words[place:] if word in _ENDS), ".") != "?"


def _only_judges(words: Sequence[str], place: int) -> bool:
    """Whether the rest of a line says no more than that what stands before it is right, or not."""
    rest = []
    for word in words[place : place + 6]:
        if word == "\n":
            break
        rest.append(word)
    told = [word for word in rest if is_word(word) or word == "√"]
    return 0 < len(told) <= 3 and len(rest) < 6 and _JUDGED.issuperset(told)


def _in_sentence(
    sheet: AnswerSheet, words: Sequence[str], start: int, end: int
) -> Iterator[Statement]:
    taken: list[tuple[int, int]] = []
    for place, opening in _openings(sheet, words, start, end):
        labelled = opening is _Opening.LABEL
        if any(a <= place < b for a, b in taken) or _is_against(words, start, place):
            continue
        told = taken_at(sheet, words, place, labelled=labelled)
        if told is None or _is_judged(words, told.end):
            continue
        if place == start and not labelled and not _stands_alone(sheet, words, told):
            continue
        if opening is _Opening.THEREFORE and words[told.end : told.end + 1] not in _CLOSED:
            continue
        taken.append((place, told.end))
        hedge = _hedges(words, start, told.start)
        for one in _told(told, place, hedge=hedge, labelled=labelled):
            yield replace(one, chosen=opening is _Opening.CHOICE)
    if not taken:
        yield from _called_right(sheet, words, start, end)


def _told(told: Taken, place: int, *, hedge: bool, labelled: bool) -> Iterator[Statement]:
    for one in told.candidates:
        yield Statement(place, told.end, one, hedge or told.hedged, labelled, told.letter)


def _is_judged(words: Sequence[str], place: int) -> bool:
    """Whether something is said of what is named before this place: that it is wrong, or is right,
    which is another kind of statement.
    """
    for at in range(place, len(words)):
        word = words[at]
        if is_word(word) or word == "√":
            return word in _JUDGING or word in NEGATORS
        if word == "\n" or (word in _ENDS and not _only_judges(words, at + 1)):
            return False
    return False


_JUDGED = listed("not correct incorrect right wrong true false this is √")
_JUDGING = listed(
    "is are was were would does did seems might may could can should correct right √ has had"
)


def _stands_alone(sheet: AnswerSheet, words: Sequence[str], told: Taken) -> bool:
    """Whether the choice that opens a sentence is all of it; on a line of its own a reason may
    follow. `B) This may seem likely` is a remark on B, unless the reply opens with it and labels no
    other line so.
    """
    start = told.start
    while start > 0 and words[start - 1] not in _ENDS:
        start -= 1
    after = words[told.end] if told.end < len(words) else "\n"
    if start > 0 and words[start - 1] != "\n" and after not in _ENDS:
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


def _openings(
    sheet: AnswerSheet, words: Sequence[str], start: int, end: int
) -> Iterator[tuple[int, _Opening]]:
    """The places at which a statement may name its choice, and what opens it."""
    for place in range(start, end):
        word = words[place]
        if word in _NAMES:
            at = _after_copula(words, place, end)
            if at is not None:
                yield at, _Opening.LABEL
        if word in _FITTING:
            at = _after_copula(words, place, min(end, place + _NEAR))
            if at is not None:
                yield at, _Opening.LABEL
        if word in CONCLUSIONS:
            yield place + 1, _Opening.THEREFORE
        if (
            word == "but"
            and "not" in words[start:place]
            and _set_against(sheet, words, start, place)
        ):
            yield place + 1, _Opening.OTHER
        if word in ("is", "be") and words[place - 1 : place] in (["it"], ["that"], ["must"]):
            yield place + 1, _Opening.OTHER
        if word in _CHOOSES:
            before = words[max(start, place - 6) : place]
            at_chooser = [at for at, one in enumerate(before) if one in _CHOOSERS]
            if at_chooser and all(
                one in _FREELY or one in _CHOOSERS or one in HEDGES
                for one in before[at_chooser[-1] :]
            ):
                yield place + 1, _Opening.CHOICE
        if word in ("leaves", "leaving", "→", "⇒") or (
            word == ">" and place > start and words[place - 1] in ("=", "-")
        ):
            yield place + 1, _Opening.LABEL
    yield start, _Opening.OTHER


def _set_against(sheet: AnswerSheet, words: Sequence[str], start: int, place: int) -> bool:
    """Whether a choice is denied right before this place: `not B, but C`."""
    denial = max(at for at in range(start, place) if words[at] == "not")
    told = taken_at(sheet, words, denial + 1)
    return told is not None and not any(map(is_word, words[told.end : place]))


def _after_copula(words: Sequence[str], place: int, end: int) -> int | None:
    """The place after the copula that follows a name of the answer; None without one."""
    after = words[place + 1] if place + 1 < len(words) else ""
    if after == "-":
        return place + 2
    article = after == "a" and any(map(is_word, words[place + 2 : place + 3]))
    if len(after.removeprefix("@")) == 1 and after[-1].isalpha() and not article:
        # "Answer B"; "option B: the box" is a choice, and leads up to none.
        return place + 1 if words[place] not in ("option", "choice") else None
    for at in range(place + 1, min(end + 1, place + 2 + _LEAD_WORDS, len(words))):
        if words[at] in _COPULAS:
            after_it = at + 1
            while after_it < len(words) and words[after_it] in (*_COPULAS, "be", "\n", ">"):
                after_it += 1
            return after_it
        if words[at] == "\n" and at == place + 1:
            return at + 1
        if words[at] in (",", ";", "\n") or words[at] in _NAMES - {"option", "choice"}:
            return None
    return None


def _is_against(words: Sequence[str], start: int, place: int) -> bool:
    """Whether what stands before a statement, in its part of the sentence, takes its force."""
    before = words[max(start, place - _FAR) : place]
    for at in range(len(before) - 1, -1, -1):
        if before[at] in ("but", "however", "so", "therefore", "thus", "hence", ";", "then"):
            before = before[at + 1 :]
            break
    else:
        commas = [at for at, word in enumerate(before) if word in ",:"]
        if commas and not _AGAINST.intersection(before[commas[-1] + 1 :]):
            opening = before[: commas[-1]]
            return bool(opening) and opening[0] in CONDITIONS - {"had", "provided", "whether"}
    return bool(_AGAINST.intersection(before))


def _called_right(
    sheet: AnswerSheet, words: Sequence[str], start: int, end: int
) -> Iterator[Statement]:
    """`B is the correct answer`, `B) the box - correct`."""
    line = start
    while line > 0 and words[line - 1] != "\n":
        line -= 1
    for place in range(start, end):
        if words[place] not in ("is", "are", "seems", "would", "fits", "√", "correct", "right"):
            continue
        if words[place] in ("correct", "right") and not (
            place > line
            and words[place - 1] in "-:;,(."
            and (place + 1 >= len(words) or not is_word(words[place + 1]))
        ):
            continue
        if words[place] in ("is", "are", "seems", "would") and not _praises(words, place + 1, end):
            continue
        if _AT_FIRST.intersection(words[place : place + 5]):
            continue
        # Words of a choice may hold a full stop.
        for at in range(max(line, place - 60), place):
            if at > line and is_word(words[at - 1]) and words[at - 1] not in _BEFORE_NAME:
                continue
            told = taken_at(sheet, words, at, within=True)
            if told is None or not all(w in _TO_PRAISE for w in words[told.end : place]):
                continue
            begins = at
            while begins > line and words[begins - 1] not in _ENDS:
                begins -= 1
            if told.end <= place and not _is_against(words, begins, at):
                hedge = bool(HEDGES.intersection([*words[start:at], *words[place : place + 4]]))
                yield from _told(told, at, hedge=hedge, labelled=words[place] == "is")
                return


_AT_FIRST = listed("first glance sight initially")
_BEFORE_NAME = listed(
    "option choice answer letter that so therefore thus hence and only but then both of is"
)


def _praises(words: Sequence[str], place: int, end: int) -> bool:
    """Whether what follows calls a choice right: `the most fitting answer`."""
    some = False
    for word in words[place : min(end, place + 8)]:
        if word in _PRAISED and word not in ("one", "a"):
            some = some or word not in ("answer", "choice", "option", "only") or some
            if word in ("answer", "choice", "option"):
                return True
            continue
        if word in _TO_PRAISE or word in ("be", "my", "i", "choose", "would", "one", "that"):
            continue
        break
    return some
