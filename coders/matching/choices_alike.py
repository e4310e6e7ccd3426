"""Choices whose words need care: inflected forms of one another, and those that say that nothing
can be told.
"""

from __future__ import annotations

from coders.matching.candidates import stems_of
from coders.matching.persons import Stems
from coders.matching.plain_text import is_word, plain, tokens
from coders.matching.stances import CANNOT_TELL
from coders.matching.vocabulary import ARTICLES, NO, YES
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
