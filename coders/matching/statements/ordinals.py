"""A choice named by its place among the others: "the third option", "option 3", "the last choice".

It counts only where nothing else can be meant: the reply names one place, and no other choice by
its letter or words, and no choice is called first or last, or an option, itself. "The third one"
may be the third thing of the story, unless it is said of the options: "the correct option is the
third one".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.judgements import ENDS
from coders.matching.statements.taken import worded_at
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import NUMBERS, listed

_IN_ORDER = (
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th",
)
_PLACES = {word: place for words in _IN_ORDER for place, word in enumerate(words.split())}
_LAST = "last"
_COUNTED = {word: number - 1 for word, number in NUMBERS.items() if number}
_CALLED = listed("option choice number alternative statement answer")
_ONLY = listed("the answer option choice number no statement final my correct is it i choose pick")
_OTHERS = listed("former latter middle next penultimate previous other")
"""Words for a place that depends on something else."""
_ORDINALS = frozenset(_PLACES) | _OTHERS | {_LAST}
_OPTIONS = listed("option choice alternative options choices alternatives")
_THING = listed("option choice alternative")
_SAID = listed(
    "item statement explanation answer conclusion interpretation description reason response"
)
_NOUNS = [[noun] for noun in (*_THING, *_SAID, "one")]
_CHOSEN = listed("option options choice choices choose pick answer best correct right go select")
_BARE = _ONLY | listed("i think would be it is that this of i say be choose with d ll")
_REASONS = listed("because since as")
_RIGHT = listed(
    "the a right correct best true most likely clearly definitely fitting suitable appropriate"
    " accurate option choice answer one"
)


def places_as_letters(sheet: AnswerSheet, words: list[str]) -> list[str]:
    """The tokens of a reply, with the letter of a choice where it names its place."""
    if _ORDINALS.isdisjoint(words):
        found = _counted(sheet, words)
        return words if found is None else _put(words, *found)
    if any(not (_ORDINALS | _OPTIONS).isdisjoint(one) for _, one in sheet.spelt):
        return words
    for at in range(len(words) - 1, -1, -1):
        place = sheet.letters - 1 if words[at] == _LAST else _PLACES.get(words[at], -1)
        if 0 <= place < sheet.letters and _is_place(sheet, words, at, place):
            words = _put(words, at, place)
    return words


def _put(words: list[str], at: int, place: int) -> list[str]:
    """The tokens with a letter for the words that name a place."""
    named = words[at] in _CALLED or words[at + 1 : at + 2] in _NOUNS
    return [*words[:at], f"@{chr(ord('a') + place)}", *words[at + 1 + named :]]


def _counted(sheet: AnswerSheet, words: Sequence[str]) -> tuple[int, int] | None:
    """Where a reply says the one number of a choice, and its place: `option 2`, `number two`; None
    where a choice has a number in it itself.
    """
    if (_COUNTED.keys().isdisjoint(words) and not any(map(str.isdecimal, words))) or any(
        word in NUMBERS or word[0].isdecimal() for _, one in sheet.spelt for word in one
    ):
        return None
    said = [word for word in words if is_word(word) and word not in _ONLY]
    found = set()
    for at, word in enumerate(words):
        if word not in _COUNTED and not word.isdecimal():
            continue
        if said == [word] or (at and words[at - 1] in _CALLED):
            place = _COUNTED.get(word, int(word[:3]) - 1 if word.isdecimal() else -1)
            if not 0 <= place < sheet.letters:
                return None
            found.add((at - (at > 0 and words[at - 1] in _CALLED), place))
    return found.pop() if len(found) == 1 else None


def place_contradicted(sheet: AnswerSheet, words: Sequence[str]) -> bool:
    """Whether the words of another choice follow a place: `the third option, the box`."""
    found = None if _ORDINALS.isdisjoint(words) else _placed(sheet, words)
    if found is None:
        return False
    at, place = found
    told = next((at for at in range(at + 2, len(words)) if is_word(words[at])), len(words))
    beside = worded_at(sheet, words, told)
    option = sheet.of_option(place)
    near = "." not in words[at:told] and "\n" not in words[at:told]
    return (
        near and option is not None and beside is not None and beside.candidates != (option.index,)
    )


def _placed(sheet: AnswerSheet, words: Sequence[str]) -> tuple[int, int] | None:
    """Where in a reply the one place is that it names, and which, 0 for the first; None where it
    names none or several, or where there is no such choice.
    """
    said = [(at, word) for at, word in enumerate(words) if word in _ORDINALS]
    at, word = said[0]
    place = sheet.letters - 1 if word == _LAST else _PLACES.get(word, sheet.letters)
    if len(said) > 1 or place >= sheet.letters or [*words[at + 1 : at + 2], ""][0] not in _THING:
        return None
    return at, place


def _is_place(sheet: AnswerSheet, words: Sequence[str], at: int, place: int) -> bool:
    """Whether the ordinal at a place is said of the choices, and of nothing before or after it."""
    before = words[at - 1] if at else "\n"
    noun, after = [*words[at + 1 : at + 3], "\n", "\n"][:2]
    if (is_word(before) and before != "the") or "or" in (after, *words[max(0, at - 2) : at - 1]):
        return False
    if noun in _THING:
        return not is_word(after) or after != "is" or _called_right(words, at + 3)
    start, end = at, at
    while start > 0 and words[start - 1] not in ENDS:
        start -= 1
    while end < len(words) and words[end] not in ENDS and words[end] != ":":
        end += 1
    beside = [w for w in (*words[start:at], *words[at + 1 : end]) if is_word(w)]
    reason = next((n for n, w in enumerate(beside) if w in _REASONS), len(beside))
    only = words[max(0, at - 2) : at] == ["only", "the"]
    chosen = not _CHOSEN.isdisjoint(beside[:reason])
    bare = all(w in _BARE or w == noun for w in beside[:reason])
    if _names_another(sheet, words, place) and not (bare and noun in _SAID):
        return False
    if noun == "one" or noun in _SAID:
        return chosen or only or bare
    if is_word(noun) and noun not in _REASONS:
        return only or (noun == "is" and _called_right(words, at + 2))
    return only or chosen or _BARE.issuperset(beside[:reason])


def _called_right(words: Sequence[str], place: int) -> bool:
    """Whether a clause says no more from here on than that something is right."""
    said = list(takewhile(lambda word: is_word(word) and word not in _REASONS, words[place:]))
    return bool(said) and _RIGHT.issuperset(said)


def _names_another(sheet: AnswerSheet, words: Sequence[str], place: int) -> bool:
    """Whether a reply names another choice than the one at this place, by its letter or words."""
    option = sheet.of_option(place)
    if option is None:
        return True
    for at, word in enumerate(words):
        letter = word.removeprefix("@")
        if len(letter) == 1 and letter.isalpha() and letter not in ("i", "a"):
            return True
        told = worded_at(sheet, words, at)
        if word[0] == "@" or (told is not None and told.candidates != (option.index,)):
            return True
    return False
