"""A key that looks at an earlier reply, with what was kept of that reply put in.

The words of a kept reply are known only once it was given, so expansion leaves its name in the key
(`Clause.kept`, `Key.wrong_kept`, `Key.half_kept`). Whoever reads a reply puts the words in first
and then has a key like any other: no reader needs a rule of its own for kept replies, and none can
read `none of` as `any of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from dsl.experiment import Quantity
from dsl.record import replace
from dsl.trial import Clause, Key, Phrase, Question

KeptReplies = Mapping[str, str | None]
"""What was kept so far by name; None where the reply was not plain."""


def is_keyed(key: Key) -> bool:
    """Whether anything is right or wrong here; a record without a key is only kept."""
    return bool(key.answer or key.alternatives or key.wrong or key.wrong_kept)


def names_kept(key: Key) -> tuple[str, ...]:
    """The names of the kept replies that a key looks at, each once."""
    named = (name for clause in key.clauses for name in clause.kept)
    return tuple(dict.fromkeys((*named, *key.wrong_kept, *key.half_kept)))


def with_kept(question: Question, kept: KeptReplies | None) -> Question | None:
    """The question with what was kept put into its key; None where some of it was not kept."""
    names = names_kept(question.key)
    if not names:
        return question
    told = tuple((name, (kept or {}).get(name)) for name in names)
    if any(words is None for _, words in told):
        return None
    return _filled(question, tuple((name, words) for name, words in told if words is not None))


@lru_cache(maxsize=4096)
def _filled(question: Question, told: tuple[tuple[str, str], ...]) -> Question:
    return replace(question, key=key_with(question.key, dict(told)))


def key_with(key: Key, words: Mapping[str, str]) -> Key:
    """The key with these words for the kept replies it looks at.

    What is right is no lure, and what `none of` bars is not right: `answer any of: a, b` beside
    `answer none of: {mine}` leaves the one of the two that was not said before.
    """
    written = (*(one for clause in key.answer for one in clause.phrases), *key.wrong, *key.half)
    known = {bare(phrase.text): phrase for phrase in reversed(written)}

    def joined(phrases: tuple[Phrase, ...], names: tuple[str, ...]) -> tuple[Phrase, ...]:
        told = [known.get(bare(words[name])) or _phrase(words[name]) for name in names]
        return tuple({bare(one.text): one for one in (*phrases, *told)}.values())

    clauses = [Clause(one.quantity, joined(one.phrases, one.kept)) for one in key.answer]
    barred = _spellings(one for one in clauses if one.quantity is Quantity.NONE)
    answer = tuple(_without(clause, barred) for clause in clauses)
    right = _spellings(one for one in answer if one.quantity is not Quantity.NONE)
    wrong = joined(key.wrong, key.wrong_kept)
    return replace(
        key,
        answer=answer,
        wrong=tuple(one for one in wrong if bare(one.text) not in right),
        half=joined(key.half, key.half_kept),
        wrong_kept=(),
        half_kept=(),
    )


def _phrase(text: str) -> Phrase:
    return Phrase(text, (text,))


def _without(clause: Clause, barred: frozenset[str]) -> Clause:
    """A clause of which any will do, without what another one bars."""
    if clause.quantity is not Quantity.ANY:
        return clause
    left = tuple(one for one in clause.phrases if bare(one.text) not in barred)
    return Clause(clause.quantity, left) if left else clause


def _spellings(clauses: Iterable[Clause]) -> frozenset[str]:
    return frozenset(
        bare(text) for clause in clauses for one in clause.phrases for text in one.accepted
    )


@lru_cache(maxsize=4096)
def bare(text: str) -> str:
    """A wording as two of them are compared: without capitals, a leading article or a full stop."""
    words = text.casefold().strip().rstrip(".").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in _ARTICLES else words)


_ARTICLES = frozenset({"a", "an", "the"})
