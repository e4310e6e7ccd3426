"""The prompts that a model as judge is asked with: for marks of replies, or for ratings of reasons.

Each set has a version and a hash of its own, which the judge's log keeps, so that neither changes
the other's judges.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence

from coders.desk.state import Judgement
from coders.packets.ratings import RATIONALITY
from coders.packets.shape import Item, LineKind, Packet, PacketQuestion, View
from dsl.record import record
from renderers.judge_prompt import PROMPT_HASH, PROMPT_VERSION, PromptSpeech, rendered
from renderers.prompt import Message, Role
from renderers.shortened import shortened
from runners.coding.judges.judge_prompt_io import (
    UnusableReply,
    fields_in,
    judge_messages_of,
    object_in,
    read_answer,
)

RATIONALITY_VERSION = "rationality-1"
"""Counts up when the prompt for reasons changes; ratings under two versions are of two judges."""

_SPEAKERS = {
    LineKind.PROFILE: "the profile of the person",
    LineKind.TOLD: "the statement",
    LineKind.REPLY: "the rating, and the reason for it",
}


@record
class JudgePrompts:
    """How a judge is asked about an item, and how its reply is read; `read` raises UnusableReply
    for one that is not as asked.
    """

    version: str
    hash: str
    messages: Callable[[Item, Sequence[PacketQuestion]], tuple[Message, ...]]
    read: Callable[[str, Sequence[PacketQuestion]], tuple[Judgement, ...]]


MARKS = JudgePrompts(PROMPT_VERSION, PROMPT_HASH, judge_messages_of, read_answer)
"""The prompts for marks of replies."""


def prompts_for(packet: Packet) -> JudgePrompts:
    """The prompts for a packet, by what its coder sees."""
    if packet.header.view is not View.REASONS:
        return MARKS
    system = rendered("rationality_system", scale=RATIONALITY, rules=packet.header.guide)

    def messages(speeches: Sequence[PromptSpeech], question: str) -> tuple[Message, ...]:
        item = rendered("rationality_item", speeches=speeches, question=question)
        return (Message(Role.SYSTEM, system), Message(Role.USER, item.removesuffix("\n")))

    specimen = messages([PromptSpeech("what the person said", "``` and ````")], "Which?")
    told = json.dumps([[message.role, message.text] for message in specimen])
    named = hashlib.sha256(f"{RATIONALITY_VERSION}\n{told}".encode()).hexdigest()[:16]

    def of(item: Item, questions: Sequence[PacketQuestion]) -> tuple[Message, ...]:
        return messages(list(_speeches(packet, item)), questions[0].text)

    return JudgePrompts(RATIONALITY_VERSION, named, of, _rating)


def _speeches(packet: Packet, item: Item) -> Iterator[PromptSpeech]:
    """The profile, what was read, and the rating with its reason, as people see them."""
    for line in item.lines:
        if line.kind in _SPEAKERS:
            yield PromptSpeech(_SPEAKERS[line.kind], shortened(line.text))
        if line.kind is not LineKind.PROFILE:
            continue
        head = ""
        for read in packet.stories.get(item.id, ()):
            if read.kind is LineKind.STORY:
                head = read.text[:1].lower() + read.text[1:]
            else:
                yield PromptSpeech(head, shortened(read.text))


def _rating(text: str, questions: Sequence[PacketQuestion]) -> tuple[Judgement, ...]:
    """The rating that a judge gave. Raises UnusableReply."""
    (asked,) = questions
    rating = fields_in(object_in(text), ("rating",), "the object")["rating"]
    points = [point for point, _ in asked.scale]
    if not isinstance(rating, int) or isinstance(rating, bool) or rating not in points:
        raise UnusableReply(f"rating must be a whole number from {points[0]} to {points[-1]}")
    return (Judgement(asked.number, str(rating)),)
