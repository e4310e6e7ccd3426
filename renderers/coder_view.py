"""What a coder reads of a trial: its conversations as the participant had them, speech by speech.

Nothing is shown that the participant did not have: no name of a version, of a question or of a
level. What the copies of a conversation begin with is shown once, and each copy after it, since a
coder who reads the same story four times stops reading. Whole conversations one below the other
would be nearer to what was sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from dsl.record import replace
from dsl.trial import Fork, Node, Picture, Place, Question, ScriptedTurn, Session, Trial, Turn
from renderers.prompt import described_words, system_text, user_message, user_text
from renderers.shortened import shortened
from renderers.trunk import opening_turn, shared_paragraphs

NO_WORDS = "(no words came)"
"""Shown for a reply without text, whatever the reason. Packets that were handed out hold these
words, and are compared with what is made now.
"""


class Speaker(StrEnum):
    """Who speaks, or what is announced."""

    STORY = "story"
    COPY = "copy"
    SYSTEM = "system"
    TOLD = "told"
    REPLY = "reply"
    SCRIPTED = "scripted"


@dataclass(frozen=True, slots=True)
class Speech:
    """One speech. `place` is that of the turn which a TOLD ends in and a REPLY answers, `question`
    what is asked there; both None for everything else. `pictures` were shown with it, in the order
    in which its text describes them.
    """

    speaker: Speaker
    text: str
    place: Place | None = None
    question: Question | None = None
    pictures: tuple[Picture, ...] = ()


def conversation(trial: Trial, replies: Mapping[Place, str]) -> tuple[Speech, ...]:
    """Every speech of a trial in the order of the script, branches after what they grow from.

    `replies` are by place; a turn that has none is shown with `NO_WORDS`.
    """
    found: list[Speech] = []
    total = len(trial.sessions)
    for number, session in enumerate(trial.sessions):
        if total > 1:
            name = f"story {number + 1} of {total}"
            if session.wave is not None:
                name = f"wave {session.wave}"
            heading = f"{name}: a new conversation"
            found.append(Speech(Speaker.STORY, heading))
        found.extend(_session(number, session, replies))
    return tuple(found)


def story_to(trial: Trial, place: Place, replies: Mapping[Place, str]) -> tuple[Speech, ...]:
    """One conversation up to a question and the reply to it, other copies left out."""
    number, wanted = place
    session = trial.sessions[number]
    return (*_opening(session), *(_path(number, session.nodes, wanted, replies) or ()))


def asked_words(question: Question) -> str:
    """A question alone, with its choices or its scale as shown."""
    return user_text(Turn("", (), question))


def reply_words(replies: Mapping[Place, str], place: Place) -> str:
    """The reply at a place as it came, without the middle of one that nobody could read whole;
    `NO_WORDS` for an empty one, and where there is none."""
    text = replies.get(place, "")
    return shortened(text) if text.strip() else NO_WORDS


def _session(number: int, session: Session, replies: Mapping[Place, str]) -> Iterator[Speech]:
    yield from _opening(session)
    yield from _nodes(number, session.nodes, replies, 0)


def _opening(session: Session) -> tuple[Speech, ...]:
    system = system_text(session)
    return (Speech(Speaker.SYSTEM, system),) if system else ()


def _nodes(
    number: int,
    nodes: tuple[Node, ...],
    replies: Mapping[Place, str],
    told: int,
    within: str = "the conversation so far",
) -> Iterator[Speech]:
    """The speeches of these nodes; `told` paragraphs of the first turn are above already."""
    for at, node in enumerate(nodes):
        skip = told if at == 0 else 0
        if not isinstance(node, Fork):
            yield from _turn(number, node, replies, skip)
            continue
        shared = max(shared_paragraphs(node), skip)
        if shared > skip:
            says = opening_turn(node).says[skip:shared]
            seen = tuple(told for told in says if isinstance(told, Picture))
            yield Speech(Speaker.TOLD, described_words(says), pictures=seen)
        count = len(node.branches)
        for copy, branch in enumerate(node.branches, start=1):
            if count > 1:
                yield Speech(Speaker.COPY, f"copy {copy} of {count} of {within}")
            yield from _nodes(number, branch, replies, shared, f"copy {copy}")
        if at + 1 < len(nodes):
            yield Speech(Speaker.COPY, f"back to {within}, as it was before the copies")


def _path(
    number: int, nodes: tuple[Node, ...], wanted: str, replies: Mapping[Place, str]
) -> tuple[Speech, ...] | None:
    """The speeches on the way to a place, with that of the place; None if it is not there."""
    found: list[Speech] = []
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                inner = _path(number, branch, wanted, replies)
                if inner is not None:
                    return (*found, *inner)
            continue
        found.extend(_turn(number, node, replies, 0))
        if isinstance(node, Turn) and node.place == wanted:
            return tuple(found)
    return None


def _turn(
    number: int, node: Turn | ScriptedTurn, replies: Mapping[Place, str], skip: int
) -> Iterator[Speech]:
    message = user_message(replace(node, says=node.says[skip:]))
    text, seen = message.described, tuple(one.picture for one in message.pictures)
    if isinstance(node, ScriptedTurn):
        if text:
            yield Speech(Speaker.TOLD, text, pictures=seen)
        yield Speech(Speaker.SCRIPTED, node.reply)
        return
    place = (number, node.place)
    if text:
        yield Speech(Speaker.TOLD, text, place, node.question, seen)
    yield Speech(Speaker.REPLY, reply_words(replies, place), place, node.question)
