"""The choice that words nearly are: in another form, in part, with slips, in a longer sentence.

A choice is told from the others by the words that they lack. Words that have all of these, and none
that tells another one, are that choice, whatever form they have. Words that are all of a choice, in
its order, and of no other, are a part of it: "not red" for "The light was not red".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from coders.matching.question.sheet import AnswerSheet
from coders.matching.text import vocabulary
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import ARTICLES, FUNCTION, NEGATORS, listed
from dsl.record import record

_DENIALS = NEGATORS | {"nothing"}
_IDLE = FUNCTION | _DENIALS
_LEADS = listed(
    "i think it is the answer my so because since that would be say choose correct final final"
    " well hmm um option guess believe"
)
_YES_NO = ("yes", "no")
_DERIVED = 5
"""Letters that a word has in common with one derived from it: `entails`, `entailment`."""
_PASSED = ARTICLES | listed("first then just")
_COUNTS = listed("both neither nothing none only not")
_KNOWN = frozenset[str]().union(
    *(value for value in vars(vocabulary).values() if isinstance(value, frozenset))
)
_ALWAYS = ("the", "not", "answer")
_LONG = 6
"""Letters; in shorter words another letter makes another word: house, horse."""


@record
class _Apart:
    """What tells one wording of a choice from the other choices, as stems: its `content`, of it
    what others lack, and what each other one has and it lacks. `denials` counts its negations.
    """

    index: int
    content: frozenset[str]
    telling: frozenset[str]
    others: tuple[frozenset[str], ...]
    denials: int


@lru_cache(maxsize=4096)
def _apart(
    spelt: tuple[tuple[int, tuple[str, ...]], ...], asked: frozenset[str]
) -> tuple[_Apart, ...]:
    told = [words[1:] if words[0] in _YES_NO and words[1:] else words for _, words in spelt]
    contents = [frozenset(stem(w) for w in words if w not in _IDLE) for words in told]
    denials = [_denials(words, asked) for words in told]
    result = []
    for (index, _), content, denied in zip(spelt, contents, denials, strict=True):
        others = [
            other
            for (at, _), other, theirs in zip(spelt, contents, denials, strict=True)
            if at != index and theirs == denied
        ]
        tells = frozenset(w for w in content if not all(w in other for other in others))
        if not others:
            tells = content
        mine, telling = content - asked, tells - asked
        if not telling:
            mine, telling = content, tells
        against = tuple(lacks for other in contents if (lacks := other - content - asked))
        result.append(_Apart(index, mine, telling, against, denied))
    return tuple(result)


def _denials(words: Sequence[str], asked: frozenset[str]) -> int:
    """How often words deny something, those of the question left out: which does *not* belong."""
    return sum(word in _DENIALS and word not in asked for word in words)


def nearest(sheet: AnswerSheet, said: Sequence[str], *, fully: bool = False) -> int | None:
    """The one choice that words have nearly all of, if they have not half of another one.
    `fully`: they have each word that tells it from the others.
    """
    if said[:2] in (["no", ","], ["yes", ","]):
        said = said[2:]
    stems = {stem(word) for word in said if is_word(word) and word not in _IDLE}
    denials = _denials(said, sheet.words)
    fits = set()
    for one in _apart(sheet.spelt, sheet.words):
        if one.denials != denials or not one.telling:
            continue
        if any(2 * len(stems & other) > len(other) for other in one.others):
            continue
        have = sum(_among(word, stems) for word in one.content)
        told = sum(_among(word, stems) for word in one.telling)
        enough = told == len(one.telling) if fully else 3 * told >= 2 * len(one.telling)
        if enough and 3 * have >= 2 * len(one.content):
            fits.add(one.index)
    return fits.pop() if len(fits) == 1 else None


def _among(word: str, stems: set[str]) -> bool:
    """Whether a stem is among these, or one that it is derived from, or the other way."""
    return word in stems or (
        len(word) >= _DERIVED
        and any(
            len(other) >= _DERIVED and (word.startswith(other) or other.startswith(word))
            for other in stems
        )
    )


def part_of_one(sheet: AnswerSheet, words: Sequence[str]) -> int | None:
    """The choice of which a reply is a part, in the order of its words, and of no other."""
    labels = (
        word[0] == "@" or (len(word) == 1 and word.isalpha() and not after.isalpha())
        for word, after in pairwise([*words, "\n"])
    )
    if "?" in words or any(labels):
        return None
    said = [word for word in words if is_word(word) and word not in _PASSED]
    while said and said[0] in _LEADS and len(said) > 1:
        said = said[1:]
    if FUNCTION.issuperset(said) and _COUNTS.isdisjoint(said):
        return None
    fits = {index for index, wanted in sheet.spelt if _is_part(said, wanted)}
    return fits.pop() if len(fits) == 1 else None


def _is_part(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether words are of a choice, in its order, and deny what it denies up to there; one of two
    things that it says together is half of it.
    """
    if "and" in wanted and "and" not in said and _COUNTS.isdisjoint(said):
        return False
    at = 0
    for word in map(stem, said):
        at = next((i + 1 for i in range(at, len(wanted)) if stem(wanted[i]) == word), 0)
        if not at:
            return False
    denials = [sum(word in NEGATORS for word in one) for one in (said, wanted[:at])]
    return denials[0] == denials[1]


def without_slips(sheet: AnswerSheet, words: list[str]) -> list[str]:
    """The tokens of a reply, those with one slip in a word of a choice put right."""
    meant = {word for _, wanted in sheet.spelt for word in wanted} | set(_ALWAYS)
    return [_meant(sheet, word, meant) for word in words]


def _meant(sheet: AnswerSheet, word: str, meant: set[str]) -> str:
    if not word.isalpha() or word in meant or word in _KNOWN or stem(word) in sheet.around:
        return word
    found = [other for other in meant if _slipped(word, other)]
    return found[0] if len(found) == 1 else word


def _slipped(word: str, meant: str) -> bool:
    """Whether a letter of a word is left out, put in, or changed, or two are exchanged; not the
    first one.
    """
    if word[:1] != meant[:1] or abs(len(word) - len(meant)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), None)
    if at is None:
        at = min(len(word), len(meant))
    if len(word) == len(meant):
        exchanged = word[at : at + 2] == meant[at : at + 2][::-1]
        if exchanged and word[at + 2 :] == meant[at + 2 :]:
            return True
        return len(meant) >= _LONG and word[at + 1 :] == meant[at + 1 :]
    if len(meant) < 4 and meant not in _ALWAYS:
        return False
    longer, shorter = sorted((word, meant), key=len, reverse=True)
    return longer[at + 1 :] == shorter[at:]
