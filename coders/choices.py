r"""Which of the choices on offer a reply takes, with a key or without one.

    >>> read_choice("The answer is \\boxed{B}.", ["the box", "the basket"]).text
    'the basket'

It is the matcher that scores studies and steers their next words, so that a reply is read alike
wherever it comes from (docs/matcher.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from coders.collected import collected_question
from coders.marks import Flag, Verdict
from coders.matcher import asserted, match
from coders.matching.question.sheet import sheet
from dsl.kept_replies import is_keyed
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Question
from dsl.words import LABELS


@record
class ChoiceReading:
    """What a reply takes of the choices on offer.

    `option` is its place, 0 for the first; None where the reply takes none, and where a person has
    to say. `letter` and `text` are its letter and words, or empty. `verdict` has the mark, if there
    is a key, the flags and the reason.
    """

    option: int | None
    letter: str
    text: str
    verdict: Verdict

    @property
    def decided(self) -> bool:
        """Whether no person is needed."""
        return self.verdict.decided

    @property
    def reason(self) -> str:
        """What it rests on, in a few words."""
        return self.verdict.reason

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What else is to be said of the reply."""
        return self.verdict.flags


def read_choice(
    reply: str, choices: Sequence[str], *, key: str = "", question: str = ""
) -> ChoiceReading:
    """What `reply` takes of the `choices`, in the order in which they were shown.

    `key` is the right one, in the words of `choices`; without it nothing is marked right or wrong.
    `question` is the text of the question, if it is known: a reply in its words is read better.
    Never raises, whatever the reply holds; a key that is none of the choices is a ValueError.
    """
    if key and key not in choices:
        raise ValueError(f"the key {key!r} is none of the choices")
    return choice_of(reply, _asked(question, tuple(choices), key))


@lru_cache(maxsize=4096)
def _asked(text: str, choices: tuple[str, ...], key: str) -> Question:
    answer = [key] if key else []
    return collected_question(text, choices, answer, kind=QuestionKind.ITEM)


def choice_of(reply: str, question: Question) -> ChoiceReading:
    """What a reply takes of the options of a question."""
    verdict = match(reply, question) if is_keyed(question.key) else asserted(reply, question)
    option = _option(verdict, question)
    if option is None:
        return ChoiceReading(None, "", "", verdict)
    letter = LABELS[option] if option < len(LABELS) else ""
    return ChoiceReading(option, letter, question.options[option], verdict)


def _option(verdict: Verdict, question: Question) -> int | None:
    """The place of the option that a verdict names."""
    named = (c for c in sheet(question).candidates if c.text == verdict.matched)
    return next((c.option for c in named), None)
