"""Between how many answers a guesser chooses, and how many of these are right.

Chance is part of a score's meaning: three of five by guessing is not three of five by reasoning.
What the script offers is counted: options, points of a scale, or, for an open question, the keys
and lures. Where only the key is known there is nothing to choose between, and the odds are unknown.
"""

from __future__ import annotations

from dsl.experiment import Quantity, Scorer
from dsl.record import record
from dsl.trial import Clause, Phrase


@record
class Guess:
    """`right` of `candidates` answers are right; 0 candidates: unknown."""

    candidates: int
    right: int


def guess(
    answer: tuple[Clause, ...],
    alternatives: tuple[tuple[Clause, ...], ...],
    wrong: tuple[Phrase, ...],
    *,
    kept: bool,
    scorer: Scorer,
    options: tuple[str, ...],
    rating: tuple[int, int] | None,
    labels: tuple[str, ...],
) -> Guess:
    """The odds of a guess at one question."""
    if options:
        several = any(c.quantity is Quantity.ALL and len(c.phrases) > 1 for c in answer)
        if several:
            return Guess(2 ** len(options) - 1, 1)
        if not answer and not alternatives:
            return Guess(len(options), 1 if kept else 0)
        return Guess(len(options), sum(_takes(answer, (option,)) for option in options))
    if rating is not None:
        points = range(rating[0], rating[1] + 1)
        named = [
            (str(point), labels[at] if at < len(labels) else str(point))
            for at, point in enumerate(points)
        ]
        right = sum(_takes(answer, names) for names in named) if answer else 0
        return Guess(len(points), right)
    if not answer:
        return Guess(0, 0)
    return _open(answer, wrong, scorer)


def _takes(answer: tuple[Clause, ...], names: tuple[str, ...]) -> bool:
    """Whether an option, known by any of these names, fulfils every clause."""
    mine = {_spelling(name) for name in names}
    for clause in answer:
        found = [
            bool(mine.intersection(_spelling(one) for one in phrase.accepted))
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
        texts = [_spelling(phrase.text) for phrase in clause.phrases]
        if clause.quantity is Quantity.ANY:
            keys.update(dict.fromkeys(texts))
        elif clause.quantity is Quantity.ALL:
            keys[" + ".join(texts)] = None
    if not wrong:
        said = set(keys)
        yes_or_no = bool(said) and said <= {"yes", "no"} and scorer is not Scorer.NUMBER
        return Guess(2, len(said)) if yes_or_no else Guess(0, 0)
    lures = {_spelling(phrase.text) for phrase in wrong} - set(keys)
    return Guess(len(keys) + len(lures), len(keys))


def _spelling(text: str) -> str:
    return " ".join(text.casefold().split())
