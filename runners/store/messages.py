"""How the messages of a call are kept: as JSON that a person with a database browser can read.

A message is [role, words], and where it shows pictures [role, words, pictures], each of these
[offset, digest, media type, description]. The bytes of a picture are kept once, in a table of their
own: a study sends the same few pictures thousands of times.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from dsl.projections import Value
from dsl.trial import Picture
from renderers.prompt import Message, PlacedPicture, Role

Noted = list[Value]


def written(messages: Iterable[Message]) -> str:
    """Messages as they are kept."""
    spelt = (_said(m.role, m.text) if not m.pictures else _json(noted(m)) for m in messages)
    return f"[{','.join(spelt)}]"


@lru_cache(1024)
def _said(role: Role, text: str) -> str:
    """One message. Every call of a conversation has those before it, too, so it is kept."""
    return _json([str(role), text])


def _json(value: Noted) -> str:
    # Readable in a database browser: what cannot be stored is escaped by the column, not here.
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def noted(message: Message) -> Noted:
    """A message as a list; of a picture all but its file and its bytes, which the digest covers."""
    if not message.pictures:
        return [str(message.role), message.text]
    shown: list[Value] = [
        [one.offset, one.picture.digest, one.picture.media_type, one.picture.alt]
        for one in message.pictures
    ]
    return [str(message.role), message.text, shown]


def read(text: str) -> tuple[Message, ...]:
    """Messages as they were sent; of each picture the note, without its bytes and its file."""
    return tuple(_message(*noted) for noted in json.loads(text))


def _message(role: str, text: str, shown: Iterable[tuple[int, str, str, str]] = ()) -> Message:
    placed = tuple(
        PlacedPicture(offset, Picture("", alt, media_type, digest, b""))
        for offset, digest, media_type, alt in shown
    )
    return Message(Role(role), text, placed)


def shown_in(text: str) -> frozenset[str]:
    """The digests of the pictures that kept messages show."""
    return frozenset(one.picture.digest for message in read(text) for one in message.pictures)
