"""What a simulated participant that sees keys receives with the question.

Nothing of this reaches a participant that reads only the messages.
"""

from __future__ import annotations

from dsl.kept_replies import KeptReplies
from dsl.tree import QuestionKind
from dsl.trial import Question, Session, turns
from runners.engine.session import NextCall
from runners.participants.base import Hints

_REALITY = "reality"


def hints(ask: NextCall) -> Hints:
    """The control called `reality` of the session, and what was kept so far on this branch."""
    kept: list[tuple[str, str]] = []
    for question, reply in ask.answers:
        kept.append((question.keep or "", _kept(question, reply, dict(kept))))
    return Hints(_reality(ask.session), tuple(kept))


def _reality(session: Session) -> Question | None:
    for turn in turns(session.nodes):
        question = turn.question
        if question and question.kind is QuestionKind.CONTROL and question.name == _REALITY:
            return question
    return None


def _kept(question: Question, reply: str, earlier: KeptReplies) -> str:
    """The phrase that the reply asserts, as in scoring; where that is not plain, the reply."""
    from coders.matcher import kept_phrase, match

    matched = match(reply, question, kept=earlier).matched
    return kept_phrase(matched, question) or reply
