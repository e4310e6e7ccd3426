"""The choice that stands at a place of a reply: its letter, its words, or both.

Words count in full, cut off at the end of a reply, or with slips: all words that tell this choice
from the others, and none that tell another. A letter with the words of another choice names
neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.nearly import nearest
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    ARTICLES,
    CONCLUSIONS,
    CONDITIONS,
    FUNCTION,
    HEDGES,
    NEGATORS,
    NUMBERS,
    REASONS,
    listed,
    phrases,
)
from dsl.record import record


@record
class Taken:
    """Tokens `start` to `end` name `candidates`: one, several, or -1 for a letter and words that
    differ.
    """

    start: int
    end: int
    candidates: tuple[int, ...]
    hedged: bool = False
    letter: bool = False
    """Named by its letter, with or without its words."""


_SIGNS = frozenset("\"'([{<*:-=)]>,\n")
_LEADS = listed(
    "option options choice letter answer opción opção opzione réponse number the that"
    " definitely clearly indeed simply just of course"
    " really therefore thus hence actually still as follows follow to be with for it is this would"
    " certainly surely obviously choosing your one an my most very quite boxed towards toward"
    " hm hmm well ok okay so in favor favour its la le el die das de"
)
_AFTER_A = listed(
    "because since instead must over beats as or and is was would does fits seems has should are"
    " were can for but while whereas not rather makes works applies remains ist est es"
)
_I_THINK = (["think"], ["believe"], ["guess"], ["suppose"], ["say"])
_AFTER_WORDS = listed(
    "because since as for and or but so with which while whereas although though due"
    " given if when not rather instead in option that fits the a are seems be may might could can"
    " from"
)
_JOINTS = phrases("and also, as well as, but also, along with, and, or, &, /, +")
_IDLE = FUNCTION - HEDGES - CONDITIONS
_STAND_INS = listed("it he she they this that these those")
_LETTERS = frozenset("abcdefgh")
_BEFORE_LETTER = listed(
    "says say only choose choosing pick picking leaves leaving choice answer option letter mark"
    " select take"
)
_LEAD = 6
_MOST = 80
"""Words of a choice that are looked at."""


def taken_at(
    sheet: AnswerSheet,
    words: Sequence[str],
    place: int,
    *,
    within: bool = False,
    labelled: bool = False,
) -> Taken | None:
    """What stands at a place, after signs and words that only lead up to it; None if it is no
    choice. `within`: it need not be all that its clause says. `labelled`: it follows "the answer
    is", so that it may have a word too many.
    """
    hedged = False
    for skipped in range(_LEAD + 1):
        found = _here(sheet, words, place, within=within)
        if found is not None:
            return _with_others(sheet, words, found, hedged=hedged)
        word = words[place] if place < len(words) and skipped < _LEAD else ""
        if word in HEDGES:
            hedged = True
        elif word not in _SIGNS and word not in _LEADS:
            break
        elif word == "\n" and skipped == 0 and within:
            return None
        place += 1
    slipped = None if within else _with_slips(sheet, words, place, loosely=labelled)
    return (
        None if slipped is None else Taken(slipped.start, slipped.end, slipped.candidates, hedged)
    )


def _with_others(sheet: AnswerSheet, words: Sequence[str], found: Taken, *, hedged: bool) -> Taken:
    """With further choices joined to it: `B and C`, `B or C`, `B, C`."""
    told = list(found.candidates)
    end = found.end
    while True:
        at = end
        while at < len(words) and words[at] in "\")]*',}":
            at += 1
        joined = next((len(one) for one in _JOINTS if tuple(words[at : at + len(one)]) == one), 0)
        if not joined and not (at > end and words[at - 1] == ","):
            break
        at += joined
        while at < len(words) and (words[at] in "\"([*'" or words[at] in ("option", "choice")):
            at += 1
        other = _here(sheet, words, at, within=False)
        if other is None or not (
            joined or _closed(words, other.end) or words[other.end] in ("and", "or")
        ):
            break
        told.extend(other.candidates)
        end = other.end
    return Taken(found.start, end, tuple(dict.fromkeys(told)), hedged, found.letter)


def _closed(words: Sequence[str], place: int) -> bool:
    return place >= len(words) or not is_word(words[place])


def _here(sheet: AnswerSheet, words: Sequence[str], place: int, *, within: bool) -> Taken | None:
    if place >= len(words):
        return None
    letter = _letter(sheet, words, place)
    if letter is not None:
        at = place + 1
        while at < len(words) and (words[at] in _SIGNS or words[at] == ".") and words[at] != "\n":
            at += 1
        beside = _worded(sheet, words, at, within=True)
        if beside is None and words[at : at + 1] == ["\n"]:
            beside = _line_below(sheet, words, at + 1)
        if beside is None:
            return Taken(place, place + 1, (letter,), letter=True)
        agree = beside.candidates == (letter,)
        return Taken(place, beside.end, (letter,) if agree else (-1,), letter=True)
    found = _worded(sheet, words, place, within=within)
    if found is None:
        return None
    at = found.end
    while at < len(words) and words[at] in "\"',":
        at += 1
    if words[at : at + 1] == ["("] or words[at : at + 1] == ["option"]:
        at += 1
    behind = _letter(sheet, words, at)
    if behind is not None and at > found.end and (words[at - 1] in ("(", "option")):
        agree = (behind,) == found.candidates
        return Taken(place, at + 1, found.candidates if agree else (-1,))
    if behind is not None and words[at][0] == "@" and _closed(words, at + 1):
        agree = (behind,) == found.candidates
        return Taken(place, at + 1, found.candidates if agree else (-1,))
    return found


def named_at(sheet: AnswerSheet, words: Sequence[str], place: int) -> Taken | None:
    """The choice whose letter or very words stand at a place of a sentence; a bare letter only
    behind a word that may lead up to it.
    """
    cores, begins = _cores(sheet.spelt)
    if len(words[place]) > 2 and words[place] not in begins:
        return None
    found = _here(sheet, words, place, within=True) or _longest(cores, words, place)
    before = words[place - 1] if place else "\n"
    if words[place] not in _LETTERS or (found is not None and not found.letter):
        return found
    if is_word(before) and before not in FUNCTION | CONCLUSIONS | _BEFORE_LETTER:
        return None
    if found is not None or (words[place] == "a" and before != "option"):
        return found
    option = sheet.of_option(ord(words[place]) - ord("a"))
    if option is None or words[place + 1 : place + 2] in (["="], ["'"]):
        return None
    return Taken(place, place + 1, (option.index,), letter=True)


def _line_below(sheet: AnswerSheet, words: Sequence[str], place: int) -> Taken | None:
    """The choice that is all of a line, whose words say what the letter above it is."""
    while place < len(words) and words[place] in _SIGNS and words[place] != "\n":
        place += 1
    found = worded_at(sheet, words, place)
    if found is None:
        return None
    rest = found.end
    while rest < len(words) and words[rest] in ".)\"'":
        rest += 1
    return found if rest >= len(words) or words[rest] == "\n" else None


def _letter(sheet: AnswerSheet, words: Sequence[str], place: int) -> int | None:
    """The candidate of the letter at a place."""
    if place >= len(words):
        return None
    token = words[place].removeprefix("@")
    if len(token) != 1 or not "a" <= token <= "z" or ord(token) - ord("a") >= sheet.letters:
        return None
    option = sheet.of_option(ord(token) - ord("a"))
    if option is None:
        return None
    after = words[place + 1] if place + 1 < len(words) else "\n"
    goes_on = after in _AFTER_A or (after == "i" and words[place + 2 : place + 3] in _I_THINK)
    goes_on = goes_on or list(words[place + 1 : place + 3]) == ["it", "is"]
    if place and words[place - 1] in ("option", "choice", "letter"):
        goes_on = goes_on or after in FUNCTION
    if words[place][0] != "@" and is_word(after) and not goes_on:
        told = worded_at(sheet, words, place + 1)
        if told is None or told.candidates != (option.index,):
            return None
        first = sheet.candidates[option.index].text.split()[:1]
        if token == "a" and first and first[0].casefold() == "a":
            return None
    if token in ("a", "i") and after == "'" and words[place - 1 : place] != ["'"]:
        return None
    return option.index


def _worded(sheet: AnswerSheet, words: Sequence[str], place: int, *, within: bool) -> Taken | None:
    full = worded_at(sheet, words, place)
    if full is not None:
        after = words[full.end] if full.end < len(words) else "\n"
        if within or not is_word(after) or after in _AFTER_WORDS:
            return full
    return None if within else _cut_off(sheet, words, place)


Spelt = tuple[tuple[int, tuple[str, ...]], ...]
"""Choices, each with words that say it."""


def worded_at(sheet: AnswerSheet, words: Sequence[str], place: int) -> Taken | None:
    """The longest choice whose words stand at a place in full."""
    return _longest(sheet.spelt, words, place)


@lru_cache(maxsize=4096)
def _cores(spelt: Spelt) -> tuple[Spelt, frozenset[str]]:
    """The choices in full, and without words at their beginning that tell them from no other one:
    `basket` for `In the basket`, `increases` for `It increases`. And the words that begin these.
    """
    found = dict.fromkeys(spelt)
    for index, wanted in spelt:
        rest = wanted
        while len(rest) > 1 and rest[0] in _SMALL:
            rest = rest[1:]
            if FUNCTION.issuperset(rest):
                break
            if not any(_holds(other, rest) for at, other in spelt if at != index):
                found[index, rest] = None
    return tuple(found), ARTICLES.union(wanted[0] for _, wanted in found)


_SMALL = (FUNCTION | REASONS) - NEGATORS - HEDGES - NUMBERS.keys()


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether some words stand among others, one after the other."""
    return any(words[at : at + len(part)] == part for at in range(len(words)))


def _longest(spelt: Spelt, words: Sequence[str], place: int) -> Taken | None:
    best: tuple[int, int] | None = None
    several = False
    first = words[place] if place < len(words) else ""
    for index, wanted in spelt:
        if wanted[0] != first and first not in ARTICLES:
            continue
        end = _follow(wanted, words, place)
        if end is None:
            continue
        if best is None or end > best[0]:
            best, several = (end, index), False
        elif end == best[0] and index != best[1]:
            several = True
    if best is None or several:
        return None
    return Taken(place, best[0], (best[1],))


def _follow(wanted: Sequence[str], words: Sequence[str], place: int) -> int | None:
    """Where the words end that stand at a place; signs and articles between them do not count."""
    at = place
    for number, each in enumerate(wanted):
        while at < len(words) and words[at] != each and not _counts(words[at]):
            if not number and words[at] not in ARTICLES:
                return None
            at += 1
        if at >= len(words) or words[at] != each:
            return None
        at += 1
    return at


def _counts(word: str) -> bool:
    return is_word(word) and word not in ARTICLES


def _segment(words: Sequence[str], place: int) -> list[str]:
    """The words from a place to the end of its line or sentence, or to a reason."""
    found: list[str] = []
    for at in range(place, min(len(words), place + _MOST)):
        word = words[at]
        if word in "\n!?;)]" or (word == "." and len(found) > 1) or word in ("because", "since"):
            break
        if _counts(word):
            found.append(word)
    return found


def _cut_off(sheet: AnswerSheet, words: Sequence[str], place: int) -> Taken | None:
    """A choice of which the end of the reply left at least its beginning, unlike any other's."""
    if not 2 <= len(words) - place <= _MOST or words[-1] in ".!?":
        return None
    rest = [word for word in words[place:] if _counts(word)]
    if len(rest) < 2:
        return None
    found = {
        index
        for index, wanted in sheet.spelt
        if len(wanted) >= len(rest)
        and wanted[: len(rest) - 1] == tuple(rest[:-1])
        and wanted[len(rest) - 1].startswith(rest[-1])
    }
    if len(found) != 1 or 3 * len(rest) < max(len(w) for i, w in sheet.spelt if i in found):
        return None
    return Taken(place, len(words), (found.pop(),))


def _with_slips(
    sheet: AnswerSheet, words: Sequence[str], place: int, *, loosely: bool
) -> Taken | None:
    """The choice that a segment nearly says, with few other words or none."""
    said = _segment(words, place)
    if len(said) < 2 and not (said and len(said[0]) > 5):
        return None
    choice = nearest(sheet, said, fully=True)
    if choice is None:
        return None
    foreign = []
    for index, wanted in sheet.spelt:
        if index == choice and not ("was" in said and "was" not in wanted):
            # "It was the box" may tell how it was before; "The toy still exists" says "It exists".
            content = sum(word not in FUNCTION for word in wanted)
            most = max(content // 2 if content > 1 else 0, 2 * (wanted[0] in _STAND_INS))
            known = {stem(word) for word in wanted}
            idle = _IDLE if loosely and content > 1 else _IDLE - NEGATORS
            strange = sum(word not in idle and stem(word) not in known for word in said)
            foreign.append(strange <= (most if loosely else 0))
    if not any(foreign):
        return None
    end = place
    while (
        end < len(words) and words[end] not in "\n!?;)]" and words[end] not in ("because", "since")
    ):
        if words[end] == "." and end > place + 1:
            break
        end += 1
    return Taken(place, end, (choice,))
