"""Which of the shipped erasures a conversation is under: by its words, as any participant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dsl import tree
from dsl.checking.nodes import nodes
from dsl.files.framings import shipped_framings
from dsl.files.source import read
from dsl.parsing.parser import parse
from dsl.record import record
from renderers.prompt import Message

SET = "erasures"


@record
class ShippedFraming:
    """A framing of the set: its words, and the group that it takes away; empty for an age alone."""

    words: str
    group: str


def framing_of(messages: Sequence[Message]) -> ShippedFraming | None:
    """The framing whose words the conversation has; of several the longest."""
    said = " ".join(" ".join(one.text.split()) for one in messages)
    found = [one for one in _framings() if one.words in said]
    return max(found, key=lambda one: len(one.words), default=None)


@cache
def _framings() -> tuple[ShippedFraming, ...]:
    source = read(shipped_framings()[SET])
    script = parse(source.text, source.file).script
    return tuple(_framing(one) for one in nodes(script) if isinstance(one, tree.FramingNode))


def _framing(node: tree.FramingNode) -> ShippedFraming:
    words = [
        line.written()
        for item in node.items
        if isinstance(item, tree.FramingWords)
        for line in item.words.lines
    ]
    aims = {item.head: item.name.text for item in node.items if isinstance(item, tree.FramingAim)}
    return ShippedFraming(" ".join(" ".join(words).split()), aims.get("erases", ""))
