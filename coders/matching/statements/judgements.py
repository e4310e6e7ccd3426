"""The sentences of a reply, and whether a sentence calls what it names right or wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import NEGATORS, listed

ENDS = frozenset(".!?\n")
_JUDGED = listed("not correct incorrect right wrong true false this is √")
_JUDGING = listed(
    "is are was were would does did seems might may could can should correct right √ has had makes"
    " works applies"
)
_PRAISED = listed(
    "correct right best most suitable appropriate accurate fitting likely logical reasonable true"
    " plausible valid only proper closest better answer choice option one obvious richtig korrekt"
    " correcte correcta correto corretta juste"
)
TO_PRAISE = listed(
    "the a clearly definitely therefore thus most indeed certainly also obviously probably likely"
    " always usually often perhaps considered to be , my - : ; ( . √ \" ) ' ]"
)


def sentences(words: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """The sentences: where each begins and ends, and whether it asks."""
    start = 0
    for place, word in enumerate([*words, "\n"]):
        if word not in ENDS:
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
    return next((word for word in words[place:] if word in ENDS), ".") != "?"


def _only_judges(words: Sequence[str], place: int) -> bool:
    """Whether the rest of a line says no more than that what stands before it is right, or not."""
    rest = []
    for word in words[place : place + 6]:
        if word == "\n":
            break
        rest.append(word)
    told = [word for word in rest if is_word(word) or word == "√"]
    return 0 < len(told) <= 3 and len(rest) < 6 and _JUDGED.issuperset(told)


def is_judged(words: Sequence[str], place: int) -> bool:
    """Whether something is said of what is named before this place: that it is wrong, or is right,
    which is another kind of statement.
    """
    for at in range(place, len(words)):
        word = words[at]
        if is_word(word) or word == "√":
            return word in _JUDGING or word in NEGATORS
        if word == "\n" or (word in ENDS and not _only_judges(words, at + 1)):
            return False
    return False


def praises(words: Sequence[str], place: int, end: int) -> bool:
    """Whether what follows calls a choice right: `the most fitting answer`."""
    some = False
    for word in words[place : min(end, place + 8)]:
        if word in _PRAISED and word not in ("one", "a"):
            some = some or word not in ("answer", "choice", "option", "only") or some
            if word in ("answer", "choice", "option"):
                return True
            continue
        if word in TO_PRAISE or word in ("be", "my", "i", "choose", "would", "one", "that"):
            continue
        break
    return some
