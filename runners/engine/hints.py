"""What a simulated participant that sees keys is told beside the question.

Nothing of this reaches a participant that reads only the messages.
"""

from __future__ import annotations

from dsl.tree import QuestionKind
from dsl.trial import Question, Session, turns
from runners.engine.session import Ask
from runners.participants.base import Hints

_REALITY = "reality"


def hints(ask: Ask) -> Hints:
    """The control called `reality` of the session, and what was kept so far on this branch."""
    return Hints(
        _reality(ask.session),
        tuple((question.keep or "", _kept(question, reply)) for question, reply in ask.answers),
    )


def _reality(session: Session) -> Question | None:
    for turn in turns(session.nodes):
        question = turn.question
        if question and question.kind is QuestionKind.CONTROL and question.name == _REALITY:
            return question
    return None


def _kept(question: Question, reply: str) -> str:
    """The phrase that the reply asserts, as in scoring; where that is not plain, the reply."""
    from coders.matcher import match

    return match(reply, question).matched or reply
