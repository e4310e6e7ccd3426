"""A reply with its answer taken out, so that another participant can be shown the reasons alone.

What says the answer is what the matcher reads as the answer, and nothing else is judged: sentences
that say it by themselves go, then the last ones, until what is left is read as no answer.
"""

from __future__ import annotations

import re

from coders.matching.text.answer_lines import answer_part
from coders.memoized_match import memoized_match
from dsl.record import replace
from dsl.trial import Question

_PARTS = re.compile(r"(?:[^\S\n]*\d+[.)][^\S\n]+)?[^\n]*?[.!?](?=\s|$)[^\S\n]*|[^\n]+\n*|\n+")
"""Sentences with the numbers of a list before them, and the blanks and line ends after them."""


def answer_in(reply: str, question: Question) -> str:
    """The option that a reply chooses, as the script has it; empty where that is not plain."""
    matched = memoized_match(reply, question).matched
    return matched if matched in question.options else ""


def without_answer(reply: str, question: Question) -> str:
    """The reply without what says which option it chooses; empty where nothing else is said."""
    text = reply
    if question.answer_line and (part := answer_part(reply, question.answer_line)) != reply:
        said = set(part.splitlines())
        kept = (one for one in reply.splitlines() if not any(one.endswith(end) for end in said))
        text = "\n".join(kept)
    whole = replace(question, answer_line="")
    parts = [one for one in _PARTS.findall(text) if not answer_in(one.strip(), whole)]
    while parts and answer_in("".join(parts), whole):
        parts.pop()
    return "".join(parts).strip()
