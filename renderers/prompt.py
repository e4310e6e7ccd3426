"""The exact words one participant reads: messages of a conversation.

What a person says comes as paragraphs; a question's choices come one a line, each with a letter
that is added here and nowhere else, so that keys name words and never positions. Nothing is added
beyond the author's words, the letters and the points of a rating.

A picture has its place among the paragraphs, as an offset into words that stay byte for byte what
they are: whatever reads only words (a hash, a count, an adapter without pictures) reads them as
before. Words with marks in them for pictures were the alternative; a script could then say a mark.

A model that was trained only to go on with a text gets the conversation as one. Nothing is added to
it beyond blank lines between the turns: no "Q:" and "A:", which would be words that no script has,
and which would have to be reported with the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from dsl.record import record
from dsl.trial import Picture, ScriptedTurn

if TYPE_CHECKING:
    from dsl.trial import Question, Session, Told, Turn

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

PARAGRAPH = "\n\n"
"""What separates two paragraphs, and two turns of a text to be gone on with."""


class Role(StrEnum):
    """Who speaks in a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@record
class PlacedPicture:
    """A picture that precedes the character of a message's words at `offset`, counted from 0;
    at the length of the words it follows them all.
    """

    offset: int
    picture: Picture


@record
class Message:
    """One message of a conversation; `text` goes on the wire byte for byte.

    `pictures` are in the order in which they are seen: at the beginnings of paragraphs, those of an
    item of a bank anywhere in its question.
    """

    role: Role
    text: str
    pictures: tuple[PlacedPicture, ...] = ()

    @property
    def parts(self) -> tuple[str | Picture, ...]:
        """Words and pictures in turn. The words joined are `text`, and no part of them is empty."""
        found: list[str | Picture] = []
        start = 0
        for one in self.pictures:
            if one.offset > start:
                found.append(self.text[start : one.offset])
            found.append(one.picture)
            start = one.offset
        if start < len(self.text):
            found.append(self.text[start:])
        return tuple(found)

    @property
    def described(self) -> str:
        """The message for whoever sees no pictures: words say what is on each."""
        return self.in_words(lambda picture: picture.described)

    def in_words(self, described: Callable[[Picture], str]) -> str:
        """The message with words for each picture, in a paragraph of their own or within one."""
        found = ""
        for part in self.parts:
            if isinstance(part, str):
                apart = found.endswith("]") and part[:1].isalnum()
                found += f" {part}" if apart else part
            elif part.at and found and not found.endswith("\n"):
                found = f"{found.rstrip(' ')} {described(part)}"
            else:
                before = f"{found.removesuffix(PARAGRAPH)}{PARAGRAPH}" if found else ""
                found = f"{before}{described(part)}{PARAGRAPH}"
        return found.removesuffix(PARAGRAPH).rstrip(" ") if self.pictures else self.text


def user_text(turn: Turn | ScriptedTurn) -> str:
    """The words of the user message that opens a turn: what was said since the last reply, then
    the question, unless it is asked again, with the words of a framing around it. Pictures are
    not in them.
    """
    parts, cue = paragraphs(turn)
    return PARAGRAPH.join(parts) + cue


def paragraphs(turn: Turn | ScriptedTurn) -> tuple[Sequence[str], str]:
    """The paragraphs of `user_text`, and what follows the last one at once. Many turns share them,
    so that it is quicker to go through them than through the whole.
    """
    told = [one for one in turn.says if not isinstance(one, Picture)]
    if isinstance(turn, ScriptedTurn) or turn.question is None:
        return told, ""
    before = () if turn.again else told
    asked = told if turn.again else _asked(turn.question)
    framed = filter(None, (turn.before, *asked, turn.after)) if turn.before or turn.after else asked
    layout = turn.question.layout
    return (*before, *framed), layout.cue if layout is not None else ""


@lru_cache(4096)
def _asked(question: Question) -> tuple[str, ...]:
    """The question, and a paragraph of its choices or of the points of its rating; an item of a
    bank as the layout of a protocol has it.
    """
    if question.layout is not None:
        return (question.layout.words(question.text, question.options),)
    asked = [question.text]
    if question.options:
        lettered = zip(LETTERS, question.options, strict=False)
        asked.append("\n".join(f"{letter}) {option}" for letter, option in lettered))
    if question.rating:
        first, last = question.rating
        points = [str(point) for point in range(first, last + 1)]
        if question.labels:
            points = [f"{p} = {label}" for p, label in zip(points, question.labels, strict=True)]
        asked.append("\n".join(points))
    return tuple(asked)


def user_message(turn: Turn | ScriptedTurn) -> Message:
    """The user message that opens a turn, its pictures in their places."""
    text = user_text(turn)
    if Picture not in map(type, turn.says):
        return Message(Role.USER, text)
    placed: list[PlacedPicture] = []
    at = 0
    for told in turn.says:
        if not isinstance(told, Picture):
            at += len(told) + len(PARAGRAPH)
        elif told.at is None:
            placed.append(PlacedPicture(min(at, len(text)), told))
    placed += (
        PlacedPicture(at + _question_at(turn) + told.at, told)
        for told in turn.says
        if isinstance(told, Picture) and told.at is not None
    )
    return Message(Role.USER, text, tuple(placed))


def _question_at(turn: Turn | ScriptedTurn) -> int:
    """How many characters of a message are between what was said and the words of its question."""
    if isinstance(turn, ScriptedTurn) or turn.question is None:
        return 0
    layout = turn.question.layout
    start = 0 if layout is None else layout.text.index("{question}")
    return start + (len(turn.before) + len(PARAGRAPH) if turn.before else 0)


def described_words(says: Iterable[Told]) -> str:
    """What was said and shown, in words alone, as `Message.described` has it."""
    return PARAGRAPH.join([one.described if isinstance(one, Picture) else one for one in says])


def system_text(session: Session) -> str:
    """The system prompt of a session; empty when the script gives none."""
    return "\n\n".join(session.system)


def opening(session: Session) -> tuple[Message, ...]:
    """The messages before the first turn: the system prompt, if there is one."""
    text = system_text(session)
    return (Message(Role.SYSTEM, text),) if text else ()


def completion_text(messages: Iterable[Message]) -> str:
    """The turns in order with a blank line between them and after the last: what is to be gone on
    with. A turn without words is left out; empty for no words at all."""
    spoken = [message.text for message in messages if message.text.strip()]
    return "".join(text + PARAGRAPH for text in spoken)


def joined(messages: Iterable[Message]) -> str:
    """The turns in order with a blank line between them and none after the last, which a model goes
    on with in the middle of a line.
    """
    return completion_text(messages).removesuffix(PARAGRAPH)


def completed(text: str) -> str | None:
    """The reply in what a model wrote, once it is whole: all before the first blank line, without
    the white space around it. None while no blank line has come; blank lines before the first word
    end nothing."""
    body = text.lstrip()
    reply, gap, _ = body.partition(PARAGRAPH)
    return reply.rstrip() if gap else None
