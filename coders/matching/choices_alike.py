"""Choices whose words need care: inflected forms of one another, and those that say that nothing
can be told.
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.matching.candidates import stems_of
from coders.matching.persons import Stems
from coders.matching.plain_text import is_word, plain, tokens
from coders.matching.stances import CANNOT_TELL
from coders.matching.vocabulary import ARTICLES, NO, NUMBERS, YES
from dsl.words import folded

_BRIEF = 10


def tells_nothing(text: str) -> bool:
    """Whether the words of a choice, as plain text, say that it cannot be told: `It cannot be said
    from this`.
    """
    words = tokens(text)
    return len(words) <= _BRIEF and words[0] not in YES | NO and bool(CANNOT_TELL.search(text))


def inflected(options: tuple[str, ...]) -> frozenset[str]:
    """The options that differ from another one, but not in the stems of their words."""
    texts: dict[Stems, set[str]] = {}
    for option in options:
        texts.setdefault(stems_of(option), set()).add(folded(option))
    return frozenset(one for one in options if len(texts[stems_of(one)]) > 1)


def words_without_articles(text: str) -> tuple[str, ...]:
    """The words of a choice; all of them if they are all articles."""
    words = [token for token in tokens(plain(text)) if is_word(token)]
    return tuple(w for w in words if w not in ARTICLES) or tuple(words)


def spellings(text: str) -> tuple[tuple[str, ...], ...]:
    """The words of a choice, and of one that begins with a number up to twenty the same in figures
    and in words: `9 buttons`, `nine buttons`.
    """
    first, *rest = words_without_articles(text) or ("",)
    if first in NUMBERS:
        other = str(NUMBERS[first])
    else:
        other = next((word for word, number in NUMBERS.items() if first == str(number)), "")
    own = (first, *rest)
    return (own, (other, *rest)) if other else (own,) if first else ()


def shown_as(
    options: tuple[str, ...], texts: Sequence[Sequence[str]], wordings: Sequence[Sequence[Stems]]
) -> tuple[int | None, ...]:
    """The candidate of each option, by its place; `texts` and `wordings` are of candidates."""
    alike = inflected(options)

    def candidate(option: str) -> int | None:
        places = range(len(texts))
        if option in alike:
            return next((at for at in places if option in texts[at]), None)
        stems = stems_of(option)
        return next((at for at in places if stems in wordings[at]), None)

    return tuple(map(candidate, options))


def spelt(
    shown: Sequence[int | None], texts: Sequence[Sequence[str]]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The candidates of options, each with the words of everything that is accepted for it."""
    found = {
        (at, words): None
        for at in dict.fromkeys(shown)
        if at is not None
        for text in texts[at]
        for words in spellings(text)
    }
    return tuple(found)
