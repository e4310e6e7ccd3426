"""A question as it was asked elsewhere: its text, its choices, and what is right, where known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dsl.experiment import IfFailed, Order, Quantity, Scorer
from dsl.tree import QuestionKind
from dsl.trial import Clause, Key, Phrase, Question
from dsl.words import bare_number, number_in


def collected_question(
    text: str,
    choices: Sequence[str],
    answer: Sequence[str] = (),
    wrong: Sequence[str] = (),
    also: Mapping[str, Sequence[str]] | None = None,
    *,
    kind: QuestionKind = QuestionKind.TEST,
) -> Question:
    """A question with these choices, of whose `answer` each is right; without one it has no key.

    `also` are other words for an answer. Where all answers are numbers and there are no choices,
    replies are compared as numbers.
    """
    other = also or {}
    numbers = not choices and all(_is_number(one) for one in (*answer, *wrong))

    def phrases(texts: Sequence[str]) -> tuple[Phrase, ...]:
        if numbers:
            return tuple(_number(one, other.get(one, ())) for one in texts)
        return tuple(Phrase(one, (one, *other.get(one, ()))) for one in texts)

    return Question(
        kind=kind,
        name="",
        form="",
        text=text,
        options=tuple(choices),
        order=Order.FIXED,
        rating=None,
        labels=(),
        key=Key(
            answer=(Clause(Quantity.ANY, phrases(answer)),) if answer else (),
            wrong=phrases(wrong),
            half=(),
            scorer=Scorer.NUMBER if numbers else Scorer.CHOICE if choices else Scorer.MATCH,
            candidates=0,
            right=0,
        ),
        worth=Fraction(1),
        guards=(),
        if_failed=IfFailed.SCORE_ZERO,
        keep=None,
    )


def _is_number(text: str) -> bool:
    return number_in(bare_number(text)) is not None


def _number(text: str, also: Sequence[str]) -> Phrase:
    """A number that is right however it is written: `1,200`, `$1200`, `1200.0`."""
    figures = bare_number(text)
    return Phrase(figures, (figures, *also), within=Fraction(0))
