"""Which of the shipped erasures a conversation is under: by its words, as any participant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from dsl import tree
from dsl.checking.nodes import nodes
from dsl.files.framings import shipped_framings
from dsl.files.source import read
from dsl.parsing.parser import parse
from renderers.prompt import Message

SET = "erasures"


def erased_group(messages: Sequence[Message]) -> str | None:
    """The group that the framing of a conversation takes away, empty where it gives an age alone;
    None without one. Of several framings whose words are there the longest counts.
    """
    said = " ".join(" ".join(one.text.split()) for one in messages)
    groups = _groups()
    words = max((one for one in groups if one in said), key=len, default=None)
    return None if words is None else groups[words]


@cache
def _groups() -> Mapping[str, str]:
    """The group that each framing of the set takes away, by the words of the framing."""
    source = read(shipped_framings()[SET])
    script = parse(source.text, source.file).script
    return dict(_framing(one) for one in nodes(script) if isinstance(one, tree.FramingNode))


def _framing(node: tree.FramingNode) -> tuple[str, str]:
    words = [
        line.written()
        for item in node.items
        if isinstance(item, tree.FramingWords)
        for line in item.words.lines
    ]
    aims = {item.head: item.name.text for item in node.items if isinstance(item, tree.FramingAim)}
    return " ".join(" ".join(words).split()), aims.get("erases", "")
