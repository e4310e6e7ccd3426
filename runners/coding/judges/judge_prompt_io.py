"""What a judge reads of an item, and its reply, read strictly.

The reply is one JSON object in the form asked for, or a fault in words. A fence of Markdown around
the object is the one thing passed over, since many models cannot help it. Anything else that is not
as asked is reported to the judge, once. Guessing at what a judge meant would let a transcript that
quotes marks of its own speak for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from coders.desk.offered_answers import as_offered
from coders.desk.rubric import contradiction
from coders.desk.state import Judgement
from coders.marks import MARKS, Flag
from coders.packets.shape import SHORT_WORDS, Item, LineKind, PacketQuestion
from renderers.judge_prompt import JudgeQuestion, PromptSpeech, judge_messages
from renderers.prompt import Message
from renderers.shortened import shortened
from runners.participants.base import Reply

_FENCED = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL)
_FLAGS = tuple(map(str, Flag))
_SPEAKERS = {
    LineKind.STORY: "a new conversation begins",
    LineKind.COPY: "from here on, a copy of the conversation so far",
    LineKind.SYSTEM: "instructions that the participant had",
    LineKind.TOLD: "told to the participant",
    LineKind.REPLY: "the participant's words",
    LineKind.SCRIPTED: "words put into the participant's mouth",
}


class UnusableReply(Exception):
    """A judge's reply that is not as asked; its text says what is wrong with it."""


def read_answer(text: str, questions: Sequence[PacketQuestion]) -> tuple[Judgement, ...]:
    """What a judge gave for these questions: marks or, where there are candidates, what was said,
    in the packet's words. Raises UnusableReply.
    """
    found = object_in(text)
    if questions[0].candidates:
        return (_content(found, questions[0]),)
    return _marks(found, questions)


def object_in(text: str) -> dict[str, object]:
    """The one JSON object of a reply. Raises UnusableReply."""
    stripped = text.strip()
    inside = _FENCED.match(stripped)
    try:
        found = json.loads(
            inside[1] if inside else stripped, object_pairs_hook=_once, parse_constant=_refused
        )
    except (ValueError, RecursionError) as fault:
        raise UnusableReply("it is not one JSON object alone") from fault
    if not isinstance(found, dict):
        raise UnusableReply("it is not a JSON object")
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UnusableReply("a name stands twice in one object")
    return found


def _refused(word: str) -> object:
    raise ValueError(word)


def fields_in(found: object, names: tuple[str, ...], what: str) -> dict[str, object]:
    """An object with these names and no others. Raises UnusableReply."""
    if not isinstance(found, dict) or set(found) != set(names):
        raise UnusableReply(f"{what} must have {', '.join(names)} and nothing else")
    return found


def _marks(found: dict[str, object], questions: Sequence[PacketQuestion]) -> tuple[Judgement, ...]:
    listed = fields_in(found, ("marks",), "the object")["marks"]
    if not isinstance(listed, list):
        raise UnusableReply("marks must be a list")
    asked = {question.number: question for question in questions}
    given: dict[int, Judgement] = {}
    for one in listed:
        fields = fields_in(one, ("question", "mark", "flags"), "each mark")
        number, mark = fields["question"], fields["mark"]
        if not isinstance(number, int) or isinstance(number, bool) or number not in asked:
            raise UnusableReply(f"the questions are {', '.join(map(str, asked))}")
        if number in given:
            raise UnusableReply(f"question {number} is listed twice")
        if not isinstance(mark, str) or mark not in MARKS:
            raise UnusableReply(f"the mark of question {number} must be one of {', '.join(MARKS)}")
        if asked[number].is_control and mark == "half":
            raise UnusableReply(f"question {number} is a control question, which is right or wrong")
        flags = _flags(fields["flags"])
        wrong = contradiction(mark, flags, control=not asked[number].is_scored)
        if wrong:
            raise UnusableReply(f"in question {number}, {wrong}")
        given[number] = Judgement(number, mark, flags)
    missing = [str(number) for number in asked if number not in given]
    if missing:
        raise UnusableReply(f"question {missing[0]} is not judged")
    return tuple(given[number] for number in asked)


def _content(found: dict[str, object], asked: PacketQuestion) -> Judgement:
    fields = fields_in(found, ("said", "plainly", "flags"), "the object")
    listed, plain = fields["said"], fields["plainly"]
    if not isinstance(listed, list) or not listed:
        raise UnusableReply("said must be a list of at least one candidate or word")
    said: list[str] = []
    for one in listed:
        if isinstance(one, str) and one in SHORT_WORDS:
            said.append(SHORT_WORDS[one])
        elif isinstance(one, int) and not isinstance(one, bool):
            if not 1 <= one <= len(asked.candidates):
                raise UnusableReply(f"there is no candidate {one}")
            said.append(asked.candidates[one - 1])
        else:
            raise UnusableReply(f"said may hold numbers of candidates and {', '.join(SHORT_WORDS)}")
    if not isinstance(plain, bool):
        raise UnusableReply("plainly must be true or false")
    offered = dict.fromkeys(as_offered(one, asked.candidates) for one in said)
    flags = _flags(fields["flags"])
    return Judgement(asked.number, flags=flags, said=tuple(offered), plain=plain)


def _flags(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or any(one not in _FLAGS for one in value):
        raise UnusableReply(f"flags must be a list of these: {', '.join(_FLAGS)}")
    return tuple(dict.fromkeys(str(one) for one in value))


def questions_left(item: Item) -> tuple[PacketQuestion, ...]:
    """The questions of an item whose replies were not lost."""
    return tuple(one for one in item.questions if one.number not in item.lost)


def judge_messages_of(item: Item, questions: Sequence[PacketQuestion]) -> tuple[Message, ...]:
    """What a judge reads of an item."""
    speeches = [
        PromptSpeech(f"{_SPEAKERS[line.kind]}{_of(line.question, line.kind)}", shortened(line.text))
        for line in item.lines
    ]
    shown = [
        JudgeQuestion(
            one.number,
            one.text,
            one.is_control,
            one.guidance,
            one.examples,
            one.accepted,
            one.lures,
            one.candidates,
        )
        for one in questions
    ]
    words = [(name, str(word)) for name, word in SHORT_WORDS.items()]
    return judge_messages(speeches, shown, words=words)


def _of(question: int, kind: LineKind) -> str:
    if not question:
        return ""
    return (
        f", the reply to question {question}"
        if kind is LineKind.REPLY
        else f", question {question}"
    )


def reply_fields(reply: Reply, tries: int) -> dict[str, str | int | None]:
    """A reply as the judge's log keeps it."""
    return {
        "text": reply.text,
        "finish": str(reply.finish),
        "raw": reply.raw,
        "sent": reply.sent,
        "model_returned": reply.model_returned,
        "request_id": reply.request_id,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "ms": round(reply.latency_s * 1000),
        "tries": tries,
    }
