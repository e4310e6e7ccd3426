"""A conversation as one text, for a model that was trained only to go on with a text.

Nothing is added beyond the author's words and blank lines between the turns: no "Q:" and "A:",
which would be words that no script holds, and which would have to be reported with the results.
"""

from __future__ import annotations

from collections.abc import Iterable

from renderers.prompt import Message

GAP = "\n\n"
"""What stands between two turns, and ends a reply."""


def completion_text(messages: Iterable[Message]) -> str:
    """The turns in order with a blank line between them and after the last: what is to be gone on
    with. A turn without words is left out; empty for no words at all."""
    spoken = [message.text for message in messages if message.text.strip()]
    return "".join(text + GAP for text in spoken)


def completed(text: str) -> str | None:
    """The reply in what a model wrote, once it is whole: all before the first blank line, without
    the white space around it. None while no blank line has come; blank lines before the first word
    end nothing."""
    body = text.lstrip()
    reply, gap, _ = body.partition(GAP)
    return reply.rstrip() if gap else None
