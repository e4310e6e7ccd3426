"""Whether a word is novel enough for a paradigm that needs a word nobody has met.

That no list has a word is necessary and not sufficient: words made for studies are on no list of
frequencies and in every model. So the words of the literature are refused by name, and what is one
letter away from a common word is refused, because a reader would take it for that.

A word has to behave in a sentence, too: "a" before it, and a plural in -s.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl.checking.method import published_words
from runners.words.lexicon import common_words, languages_with

APART = 3
"""Words of one pool differ in so many letters at least."""

_LETTERS = re.compile(r"[a-z]+")
_NO_PLURAL_IN_S = ("s", "x", "z", "sh", "ch", "y", "o", "f")
_HEARD = 4
"""A novel word must not begin or end with a common word of so many letters or more."""
_RUDE = re.compile(
    "anal|anus|arse|ass|boob|cock|coon|crap|cum|cunt|dago|damn|dick|dyke|fag|fart|fuc|fuk|gook|homo"
    "|jap|jizz|kike|kunt|muf|nig|paki|perv|pig|piss|poo|porn|puk|puss|rap|sex|shag|shit|slag|slut"
    "|spaz|spic|tard|tit|turd|twat|vag|vul|wank|wop"
)


@dataclass(frozen=True, slots=True)
class WordJudgement:
    """A word and what speaks against it; nothing does where `faults` is empty."""

    word: str
    faults: tuple[str, ...]

    @property
    def accepted(self) -> bool:
        """Whether nothing speaks against the word."""
        return not self.faults


def judged(word: str) -> WordJudgement:
    """A word with everything that speaks against it as a novel word."""
    plain = word.casefold().strip()
    if not _LETTERS.fullmatch(plain):
        return WordJudgement(word, ("has something in it that is not a letter from a to z",))
    return WordJudgement(word, tuple(_faults(plain)))


def _faults(word: str) -> Iterator[str]:
    plural = f"{word}s"
    if word in published_words() or plural in published_words():
        yield "is a word of published studies"
    for form in (word, plural):
        known = languages_with(form)
        if known:
            yield f"{form} is in lists of words of {', '.join(known)}"
    near = sorted(one_away(word) & common_words())
    if near:
        yield f"is one letter away from {near[0]}"
    heard = [part for part in ends(word, _HEARD) if part in common_words()]
    if heard:
        yield f"begins or ends with {max(heard, key=len)}"
    if _RUDE.search(word):
        yield "sounds rude"
    if word[0] in "aeiou":
        yield "begins with a vowel, so that its article changes"
    if word.endswith(_NO_PLURAL_IN_S):
        yield "has no plural in -s alone"


def one_away(word: str) -> frozenset[str]:
    """All strings one letter away: one left out, put in, changed, or two that change places."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    letters = string.ascii_lowercase
    return frozenset(
        [a + b[1:] for a, b in cuts if b]
        + [a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1]
        + [a + letter + b[1:] for a, b in cuts if b for letter in letters]
        + [a + letter + b for a, b in cuts for letter in letters]
    ) - {word}


def ends(word: str, shortest: int) -> Iterator[str]:
    """What a word begins and ends with, of so many letters or more, the word itself left out."""
    for length in range(shortest, len(word)):
        yield word[:length]
        yield word[-length:]


def distance(one: str, other: str) -> int:
    """How many letters have to be put in, left out or changed to make one word of the other.

    Levenshtein, V. I. (1966). Binary codes capable of correcting deletions, insertions, and
    reversals. Soviet Physics Doklady, 10(8), 707-710.
    """
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        before, row[0] = row[0], place
        for column, facing in enumerate(other, start=1):
            changed = before + (letter != facing)
            before, row[column] = row[column], min(changed, row[column] + 1, row[column - 1] + 1)
    return row[-1]


def fits_in(word: str, pool: Iterable[str]) -> bool:
    """Whether a word begins like no other of the pool, and is far enough from each of them."""
    return all(word[0] != other[0] and distance(word, other) >= APART for other in pool)
