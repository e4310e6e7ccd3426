"""Words and signs of a plain text, and the stem by which two forms of a word are one.

The stemmer knows plurals, -ed, -ing and the irregular verbs of these experiments. It need not be
right about English: it is applied to the key, the question and the reply alike, so a made-up stem
still agrees with itself.
"""

from __future__ import annotations

import re
from functools import lru_cache

from coders.matching.vocabulary import (
    IRREGULAR,
    NUMBERS,
    listed,
)

_TOKEN = re.compile(r"\d+(?:\.\d+)?|@[a-z]|'s\b|\w+(?:-\w+)*|[^\w\s]|\n")

_KEEP = listed(
    "is was this his its yes less us as thus always across perhaps does has red need during"
    " nothing anything something everything thing spring ring string king bring being morning"
    " bed shed sled seed weed feed speed hundred wing sling evening ceiling"
) | frozenset(NUMBERS)


def tokens(text: str) -> list[str]:
    """The words, numbers, signs and line ends of a plain text, in order."""
    return _TOKEN.findall(text)


def is_word(token: str) -> bool:
    """Whether a token is a word or a number rather than a sign."""
    return token[0].isalnum() or token[0] == "_"


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The form shared by a word's plural, past and -ing forms."""
    if word in IRREGULAR:
        return _bare(IRREGULAR[word])
    if len(word) < 4 or word in _KEEP or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ses", "zes", "ches", "shes", "oes")):
        return word[:-2]
    if word.endswith("s"):
        return _bare(word[:-1])
    if word.endswith("ing") and len(word) > 5:
        return _bare(word[:-3])
    if word.endswith("ed") and len(word) > 4:
        return _bare(word[:-2])
    return _bare(word)


def _bare(word: str) -> str:
    """Undo a doubled consonant and drop a silent e, so that `placed` and `place` agree.

    A doubled digit stays: 1000 is not 100.
    """
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1].isalpha()
    if doubled and word[-1] not in "lszaeiou":
        return word[:-1]
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    return word
