"""The answers that a reply could give: their words as stems, and what kind of answer each is."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from coders.matching.text.plain_text import is_word, plain, stem, tokens
from coders.matching.text.vocabulary import ARTICLES, NUMBERS
from dsl.record import record
from dsl.trial import Phrase

Stems = tuple[str, ...]
"""The stems of a wording's words, without articles."""


class CandidateRole(Enum):
    """What a candidate answer is to the key."""

    KEY = "key"
    BANNED = "banned"
    LURE = "lure"
    HALF = "half"
    OTHER = "other"


class Sort(Enum):
    """Which reader finds a candidate in a reply."""

    PHRASE = "phrase"
    CANNOT_TELL = "cannot tell"
    NO_PREFERENCE = "no preference"
    YES = "yes"
    NO = "no"
    NUMBER = "number"
    NEITHER = "neither"


@record
class Candidate:
    """One answer a reply could give; `index` is its place on the sheet."""

    index: int
    text: str
    role: CandidateRole
    sort: Sort
    option: int | None
    """Place among the options, 0 for the first; None for what is not an option."""
    number: int | None = None
    phrase: Phrase | None = None
    """Where it is a number with a tolerance, what knows which numbers count as it."""


@lru_cache(maxsize=4096)
def stems_of(text: str) -> Stems:
    """The stems of a text's words, without articles; of signs without words, as of emoji, one that
    no reply has.
    """
    words = [t for t in tokens(plain(text)) if is_word(t)]
    if not words and not text.isascii():
        return (f"sign {text.strip()}",)
    # No article ends a phrase: the A of `glass A` is its name.
    return tuple(
        stem(t)
        for place, t in enumerate(words, start=1)
        if t not in ARTICLES or (place == len(words) > 1 and t == "a")
    )


_SORTS = {
    sort: tuple(map(stems_of, texts))
    for sort, texts in (
        (
            Sort.CANNOT_TELL,
            (
                "I cannot tell", "cannot tell", "can't tell", "one cannot tell",
                "it cannot be told", "cannot be known", "not enough information",
                "I cannot know", "cannot know", "cannot be determined", "I do not know",
                "undetermined",
            ),
        ),
        (
            Sort.NO_PREFERENCE,
            ("I have no preference", "no preference", "I do not have a preference"),
        ),
        (Sort.YES, ("yes",)),
        (Sort.NO, ("no",)),
        (Sort.NEITHER, ("Neither", "None", "Neither of them", "None of them", "No one")),
    )
}  # fmt: skip
NEITHER = _SORTS[Sort.NEITHER]
_SORT_OF = {stems: sort for sort, known in _SORTS.items() for stems in known}


def sort_of(text: str) -> Sort:
    """What kind of answer a candidate's words are: `I cannot tell`, `Neither`, or a phrase."""
    return sort_of_stems(stems_of(text))


def sort_of_stems(stems: Stems) -> Sort:
    """What kind of answer these stems are."""
    sort = _SORT_OF.get(stems, Sort.PHRASE)
    return Sort.NEITHER if sort is Sort.PHRASE and stems[:1] == ("neither",) else sort


def number_of(stems: Stems) -> int | None:
    """The number that these words begin with or are, `two` or `2 birds`; None if there is none."""
    for word in stems:
        if word in NUMBERS:
            return NUMBERS[word]
        if word.isdecimal() and len(word) < 10:
            return int(word)
    return None


def parts_of_list(text: str) -> tuple[str, ...]:
    """The parts of a short list in words, each of one word: `copper and teal`."""
    raw = [t for t in tokens(text) if t not in ARTICLES]
    if "and" not in raw or len(raw) > 9:
        return ()
    parts = [stem(t) for t in raw if is_word(t) and t != "and"]
    joints = sum(t in ("and", ",") for t in raw)
    return tuple(parts) if joints and len(parts) <= 2 * joints + 1 and len(parts) < 5 else ()
