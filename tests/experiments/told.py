"""The trials of a script as a participant reads them, and the key of each question in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dsl.expand import Expander, cells
from dsl.trial import Session, Trial, turns
from tests.expanded import shipped


@cache
def expander(script: Path) -> Expander:
    """Of a script without a fault; warnings are left to the pages of the scripts."""
    return Expander(shipped(script))


def trials(script: Path) -> Iterator[Trial]:
    """Ten draws of every cell, in both wordings."""
    for cell in cells(expander(script).experiment):
        for draw in range(1, 11):
            yield expander(script).trial(cell, draw=draw)


def keys(session: Session) -> dict[str, str]:
    """The key of every question, by its name; of several answers the first."""
    return {
        question.name: question.key.answer[0].phrases[0].text
        for question in (turn.question for turn in turns(session.nodes))
        if question is not None and question.key.answer and question.key.answer[0].phrases
    }


def stories(session: Session) -> dict[str, str]:
    """What is read before every question in its own copy of the conversation, by its name."""
    return {
        turn.question.name: " ".join(turn.says).replace("\n\n", " ")
        for turn in turns(session.nodes)
        if turn.question is not None
    }


def asked(session: Session, question: str) -> str:
    """The words of a question."""
    (text,) = (
        turn.question.text
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.name == question
    )
    return text


def found(pattern: str, story: str) -> str:
    """What stands for the group of a pattern, wherever it occurs in a story."""
    (words,) = set(re.findall(pattern, story))
    return str(words)
