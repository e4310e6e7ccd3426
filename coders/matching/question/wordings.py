"""In which other words a question and its answers are said: a name for a pronoun, a verb for the
question's own, a number in figures; and choices that are inflected forms of one another, or say
that nothing can be told.
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.matching.doubts.stances import CANNOT_TELL
from coders.matching.question.candidates import Stems, stems_of
from coders.matching.text.plain_text import is_word, plain, stem, tokens
from coders.matching.text.vocabulary import (
    ARTICLES,
    FUNCTION,
    NO,
    NUMBERS,
    REASONS,
    SYNONYMS,
    YES,
    listed,
)
from dsl.trial import Question
from dsl.words import folded

_BRIEF = 10


def tells_nothing(text: str) -> bool:
    """Whether the words of a choice, as plain text, say that it cannot be told: `It cannot be said
    from this`.
    """
    words = tokens(text)
    return 0 < len(words) <= _BRIEF and words[0] not in YES | NO and bool(CANNOT_TELL.search(text))


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


_PERSONS = listed("him her them")


def spell_out_persons(wordings: list[list[Stems]]) -> None:
    """Add to the wordings of each answer those with the pronoun for the name, and the other way.

    `hand Vera the clip` beside `hand her the clip` shows that Vera is her, so that `pass it to her`
    is said by `pass it to Vera`, too. With two persons nothing is added.
    """
    around: dict[tuple[Stems, Stems], str] = {}
    for told in wordings:
        for stems in told:
            for place, word in enumerate(stems):
                if word in _PERSONS and len(stems) > 1:
                    around[stems[:place], stems[place + 1 :]] = word
    if not around:
        return
    known = {stems for told in wordings for stems in told}
    same: set[tuple[str, str]] = set()
    for stems in known:
        for place, word in enumerate(stems):
            pronoun = around.get((stems[:place], stems[place + 1 :]))
            if pronoun is not None and word not in FUNCTION:
                same |= {(pronoun, word), (word, pronoun)}
    if len(same) != 2:
        return
    others = dict(same)
    for told in wordings:
        for stems in tuple(told):
            other = tuple(others.get(word, word) for word in stems)
            if other not in known:
                known.add(other)
                told.append(other)


def _verbs() -> dict[str, frozenset[str]]:
    groups = {stem(key): frozenset(map(stem, words)) for key, words in SYNONYMS.items()}
    found = dict(groups)
    for group in groups.values():
        for word in group - groups.keys() - {stem("like"), "be"}:
            found[word] = found.get(word, frozenset()) | group
    return found


VERBS = _verbs()
"""The stem of a verb -> the stems of the verbs with which a reply may take it up."""


def reduced(wordings: list[Stems], question: frozenset[str]) -> list[Stems]:
    """Wordings without the words they share with the question: `stayed off` for a light."""
    found = []
    for stems in wordings:
        content = [s for s in stems if s not in FUNCTION]
        if len(content) > 4:
            continue
        rest = tuple(s for s in stems if s not in question and s not in _LINKS)
        telling = [s for s in rest if s not in FUNCTION and s not in _REASONS]
        if rest != stems and len(rest) > 1 and telling:
            found.append(rest)
    return found


_LINKS = listed("like the a an to")
_REASONS = frozenset(map(stem, REASONS))


def yes_or_no(option: str, question: Question) -> tuple[str, ...]:
    """Yes for the choice *true*, no for *false*, where a question asks whether it is so."""
    text = question.text.rstrip()
    asks = not text or text.endswith("?")
    same = asks and set(map(folded, question.options)) <= _SAME.keys()
    return (_SAME[folded(option)],) if same else ()


_SAME = {"true": "yes", "false": "no"}


def last_sentence(raw: list[str]) -> list[str]:
    """The tokens of the last sentence."""
    ends = [i for i, t in enumerate(raw) if t in ".!?\n" and i < len(raw) - 1]
    return raw[ends[-1] + 1 :] if ends else raw
