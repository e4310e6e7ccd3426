"""A conversation as the vendors want it whose formats keep the system's words apart.

Anthropic and Google refuse a turn without words. A participant who said nothing said nothing, so
its empty turn is left out; a placeholder would put words into its mouth.
"""

from __future__ import annotations

from dataclasses import dataclass

from runners.participants.base import Message, Role
from runners.participants.http_client import encodable


@dataclass(frozen=True, slots=True)
class Turns:
    """`system` is what the system says, empty for nothing; `spoken` are (whether the participant
    speaks, what is said and shown) in order."""

    system: str
    spoken: tuple[tuple[bool, Message], ...]


def turns(messages: tuple[Message, ...]) -> Turns:
    """The conversation, its system messages in one with a blank line between them."""
    return Turns(
        "\n\n".join(encodable(one.text) for one in messages if one.role is Role.SYSTEM),
        tuple(
            (one.role is Role.ASSISTANT, one)
            for one in messages
            if one.role is Role.USER or (one.role is Role.ASSISTANT and one.text.strip())
        ),
    )
