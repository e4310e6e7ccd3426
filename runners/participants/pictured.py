"""A message as vendors' APIs take it: its words as they are, or words and pictures part by part.

Without a picture the words go on the wire as one text, as they always have. With pictures every
format has a list of parts, which differ in nothing but their names. The description of a picture is
never among them: it is for those who see none, and may name the answer. The name of its file is
not, either: it may name the condition.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import TypeVar

from dsl.trial import Picture
from renderers.prompt import Message
from runners.participants.http_client import encodable

P = TypeVar("P")


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
