"""What a simulated participant that sees keys receives with the question.

Nothing of this reaches a participant that reads only the messages.
"""

from __future__ import annotations

from dsl.tree import QuestionKind
from dsl.trial import Question, Session, turns
from runners.engine.session import NextCall, kept_of
from runners.participants.base import Hints

_REALITY = "reality"


def hints(ask: NextCall) -> Hints:
    """The control called `reality` of the session, what was kept so far on this branch, whose
    trial it is, how often what is trained has been asked, and what an agent asks.
    """
    read = {place for (_, place), _ in ask.path}
    trained = sum(
        turn.question is not None
        and turn.question.kind is QuestionKind.TRAINING
        and turn.place in read
        for turn in turns(ask.session.nodes)
    )
    return Hints(_reality(ask), kept_of(ask), ask.sitting, trained, ask.request)


def _reality(ask: NextCall) -> Question | None:
    """Control questions are asked after every reply: where none is to come, none ever is."""
    if _control(ask.first or ask.session) is None:
        return None
    return _control(ask.session) or _control(ask.whole())


def _control(session: Session) -> Question | None:
    for turn in turns(session.nodes):
        question = turn.question
        if question and question.kind is QuestionKind.CONTROL and question.name == _REALITY:
            return question
    return None
