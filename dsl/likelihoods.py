"""The answers that are weighed where a question is scored by likelihood.

They are the question's choices in the order shown. Without choices they are the words of its key
and of its lures, sorted by their text: in the order of the script the key would be first. The
wordings that count as an answer too (`also`) are not weighed, since an answer with more wordings
would then have more chances.
"""

from __future__ import annotations

from dsl.experiment import Quantity, Scorer
from dsl.trial import Question
from dsl.words import folded


def weighed(question: Question) -> tuple[str, ...]:
    """The words of each answer; empty for a question that is asked in words.

    Which of them is right cannot be read from them. Of a question that is checked there are two or
    more, all different; where the words of a draw leave fewer, there is nothing to weigh.
    """
    if question.key.scorer is not Scorer.LIKELIHOOD:
        return ()
    if question.options:
        return question.options
    key = question.key
    named = [
        phrase.text
        for clause in key.clauses
        if clause.quantity is not Quantity.NONE
        for phrase in clause.phrases
    ]
    found: dict[str, str] = {}
    for text in sorted({*named, *(lure.text for lure in key.wrong)}):
        found.setdefault(folded(text), text)
    return tuple(found.values()) if len(found) > 1 else ()
