"""A message as vendors' APIs take it: its words as they are, or words and pictures part by part.

Without a picture the words go on the wire as one text, as they always have. With pictures every
format has a list of parts, which differ in nothing but their names. The description of a picture is
never among them: it is for those who see none, and may name the answer. The name of its file is
not, either: it may name the condition.

Some formats keep the system's words apart (`turns`). Their vendors refuse a turn without words. A
participant who said nothing said nothing, so its empty turn is left out; a placeholder would put
words into its mouth.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dsl.trial import Picture
from runners.participants.base import Message, Role

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
P = TypeVar("P")


def encodable(text: str) -> str:
    """UTF-8 has no lone surrogates: a reply that holds one goes back with a replacement sign."""
    return _LONE_SURROGATE.sub("\ufffd", text)


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


def spoken(
    message: Message, *, words: Callable[[str], P], picture: Callable[[Picture], P]
) -> str | list[P]:
    """The words of a message without pictures; of one with pictures its parts in order, each made
    by `words` or `picture`. What no wire carries (half of a surrogate pair) is replaced.
    """
    if not message.pictures:
        return encodable(message.text)
    return [
        picture(part) if isinstance(part, Picture) else words(encodable(part))
        for part in message.parts
    ]


def bytes_of(picture: Picture) -> bytes:
    """The bytes of a picture. Raises ValueError where only the store's note of it is at hand."""
    if not picture.data:
        raise ValueError(f"the picture {picture.digest} is missing")
    return picture.data


def base64_of(picture: Picture) -> str:
    """The bytes of a picture in base64."""
    return b64encode(bytes_of(picture)).decode("ascii")


def data_uri(picture: Picture) -> str:
    """A picture as an address that holds all of it: `data:image/png;base64,...`."""
    return f"data:{picture.media_type};base64,{base64_of(picture)}"
