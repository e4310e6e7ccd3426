"""Between how many answers a guesser chooses, how many of these are right, and how many half right.

Chance is part of a score's meaning: three of five by guessing is not three of five by reasoning.
What the script offers is counted: options, points of a scale, or, for an open question, the keys
and lures. Where only the key is known there is nothing to choose between, and the odds are unknown.
What `half` names is counted where it is one of these: a hedge between them is no guess.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dsl.experiment import Quantity, Scorer
from dsl.kept_replies import bare, key_with, names_kept
from dsl.record import record
from dsl.scales import points
from dsl.trial import Clause, Key, Phrase, Question
from dsl.words import folded

_MOST_KEPT = 1000
"""So many combinations of earlier replies are tried, at most."""


@record
class Guess:
    """`right` of `candidates` answers are right; 0 candidates: unknown."""

    candidates: int
    right: int


def guess(
    key: Key, *, options: tuple[str, ...], rating: tuple[int, int] | None, labels: tuple[str, ...]
) -> Guess:
    """The odds of a guess at one question."""
    offered: list[tuple[str, ...]] = [(option,) for option in options]
    if not options and rating is not None:
        offered = list(points(rating, labels))
    if names := names_kept(key):
        return _whatever_was_kept(key, names, offered)
    answer = key.answer
    if options:
        if any(c.quantity is Quantity.ALL and len(c.phrases) > 1 for c in answer):
            return Guess(2 ** len(options) - 1, 1)
        if not answer and not key.alternatives:
            return Guess(len(options), 0)
        return Guess(len(options), sum(takes(answer, option) for option in offered))
    if rating is not None:
        right = sum(takes(answer, point) for point in offered) if answer else 0
        return Guess(len(offered), right)
    return _open(answer, key.wrong, key.scorer) if answer else Guess(0, 0)


def _whatever_was_kept(key: Key, names: tuple[str, ...], offered: list[tuple[str, ...]]) -> Guess:
    """The odds where the key looks at earlier replies: unknown, unless they are the same whichever
    of the offered answers was given before.
    """
    if not offered or len(offered) ** len(names) > _MOST_KEPT:
        return Guess(0, 0)
    found = set()
    for before in product(offered, repeat=len(names)):
        answer = key_with(key, dict(zip(names, (one[0] for one in before), strict=True))).answer
        if any(c.quantity is Quantity.ALL and len(c.phrases) > 1 for c in answer):
            return Guess(0, 0)
        found.add(sum(takes(answer, one) for one in offered) if answer else 0)
    return Guess(len(offered), found.pop()) if len(found) == 1 else Guess(0, 0)


def probability(question: Question) -> Fraction | None:
    """How often a guess at `question` is right; None where the candidates are unknown."""
    if not question.key.candidates:
        return None
    return Fraction(question.key.right, question.key.candidates)


def halves(question: Question) -> int:
    """How many of the answers that a guesser chooses between earn half a mark.

    As the matcher reads them: what is right stays right, what the key bars stays wrong, and a lure
    or a choice that `half` names is half right. A guess at several choices is half right nowhere.
    """
    key = question.key
    if not key.half or not key.candidates:
        return 0
    keyed = {bare(one) for clause in key.clauses for p in clause.phrases for one in p.accepted}
    # A choice may be meant by any wording, a lure by the one that it has in the script.
    closed = bool(question.options) or question.rating is not None
    named = {
        bare(wording)
        for phrase in key.half
        for wording in (phrase.accepted if closed else (phrase.text,))
    }
    offered = {frozenset(map(bare, names)) for names in _offered(question)}
    return sum(bool(names & named) and not names & keyed for names in offered)


def _offered(question: Question) -> list[tuple[str, ...]]:
    """What can be guessed, each by all its names, but for what is right or barred."""
    if question.options:
        return [(option,) for option in question.options]
    if question.rating is not None:
        return list(points(question.rating, question.labels))
    if question.key.wrong or question.key.candidates != len(_YES_NO):
        return [(phrase.text,) for phrase in question.key.wrong]
    return list(_YES_NO)


def takes(answer: tuple[Clause, ...], names: tuple[str, ...]) -> bool:
    """Whether an option, known by any of these names, fulfils every clause."""
    mine = {folded(name) for name in names}
    for clause in answer:
        found = [
            bool(mine.intersection(folded(one) for one in phrase.accepted))
            for phrase in clause.phrases
        ]
        fulfilled = {
            Quantity.ANY: any(found),
            Quantity.ALL: all(found),
            Quantity.NONE: not any(found),
        }
        if not fulfilled[clause.quantity]:
            return False
    return True


def _open(answer: tuple[Clause, ...], wrong: tuple[Phrase, ...], scorer: Scorer) -> Guess:
    """An open question: distinct texts among keys and lures.

    Several phrases that must all be there are one answer, because nobody guesses them singly.
    """
    keys: dict[str, None] = {}
    for clause in answer:
        texts = [folded(phrase.text) for phrase in clause.phrases]
        if clause.quantity is Quantity.ANY:
            keys.update(dict.fromkeys(texts))
        elif clause.quantity is Quantity.ALL:
            keys[" + ".join(texts)] = None
    if not wrong:
        said = set(keys)
        yes_or_no = bool(said) and said <= {"yes", "no"} and scorer is not Scorer.NUMBER
        return Guess(2, len(said)) if yes_or_no else Guess(0, 0)
    lures = {folded(phrase.text) for phrase in wrong} - set(keys)
    return Guess(len(keys) + len(lures), len(keys))


_YES_NO = (("yes",), ("no",))
