"""Pictures as they arrive at a server, in each of the four wire formats."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from voices import ask

from dsl.files.pictures import PictureFile, picture_file
from dsl.trial import Picture, Turn
from renderers.prompt import Message, Role, user_message
from runners.participants.base import Call, Settings
from runners.participants.double import Double, Request
from runners.participants.messages import bytes_of
from runners.participants.registry import participant

FOLDER = Path(__file__).parents[3] / "additions" / "pictures"
NAMES = ("openai/any", "openai/responses/any", "anthropic/any", "google/any")
TELLING = "hacked"
"""Stands in the names of the files and in the descriptions, and must reach nobody."""


def shown(name: str) -> Picture:
    """A shipped picture as a participant is shown it."""
    found = picture_file(f"{TELLING}/{name}", (FOLDER / name).read_bytes())
    assert isinstance(found, PictureFile)
    return Picture(found.file, f"The {TELLING} one.", found.media_type, found.digest, found.data)


ABOVE, BELOW = shown("longer_above.png"), shown("longer_below.png")
SAID = user_message(Turn("/listen", ("Look at this.", ABOVE, "And at this:", BELOW), None))
CALL = Call("key", (Message(Role.SYSTEM, "Be brief."), SAID))


def sent(name: str, call: Call) -> Request:
    """The request in which a participant is asked."""
    with Double("Yes.") as double:
        ask(participant(name, Settings(), environment=double.environment), call)
        [request] = double.requests
    return request


@pytest.mark.parametrize("name", NAMES)
def test_the_bytes_that_arrive_are_those_of_the_files_in_their_order(name: str) -> None:
    """The words around them are what they are without pictures."""
    request = sent(name, CALL)
    assert request.pictures == (
        ("image/png", (FOLDER / "longer_above.png").read_bytes()),
        ("image/png", (FOLDER / "longer_below.png").read_bytes()),
    )
    assert request.messages == (
        ("system", "Be brief."),
        ("user", "Look at this.\n\nAnd at this:"),
    )


@pytest.mark.parametrize("name", NAMES)
def test_neither_the_description_nor_the_name_of_a_file_is_sent(name: str) -> None:
    """The one may name the answer, the other the condition."""
    assert TELLING.encode() not in sent(name, CALL).body


def test_each_picture_stands_in_its_place_among_the_words() -> None:
    """Every format has a list of parts, each in words of its own."""
    above, below = (b64encode(one.data).decode() for one in (ABOVE, BELOW))
    words = ("Look at this.\n\n", "And at this:")
    chat, responses, anthropic, google = (sent(name, CALL).json for name in NAMES)
    assert chat["messages"][1]["content"] == [  # type: ignore[index]
        {"type": "text", "text": words[0]},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{above}"}},
        {"type": "text", "text": words[1]},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{below}"}},
    ]
    address = {"type": "input_image", "detail": "auto"}
    assert responses["input"][1]["content"] == [  # type: ignore[index]
        {"type": "input_text", "text": words[0]},
        {**address, "image_url": f"data:image/png;base64,{above}"},
        {"type": "input_text", "text": words[1]},
        {**address, "image_url": f"data:image/png;base64,{below}"},
    ]
    source = {"type": "base64", "media_type": "image/png"}
    assert anthropic["messages"][0]["content"] == [  # type: ignore[index]
        {"type": "text", "text": words[0]},
        {"type": "image", "source": {**source, "data": above}},
        {"type": "text", "text": words[1]},
        {"type": "image", "source": {**source, "data": below}},
    ]
    assert [list(part) for part in google["contents"][0]["parts"]] == [  # type: ignore[index]
        ["text"], ["inlineData"], ["text"], ["inlineData"],
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_message_without_words_is_its_picture_alone(name: str) -> None:
    """Vendors refuse a part of words that is empty."""
    alone = user_message(Turn("/listen", (ABOVE,), None))
    request = sent(name, Call("key", (alone,)))
    assert request.pictures == (("image/png", ABOVE.data),)
    assert request.messages == (("user", ""),)
    assert b'"text": ""' not in request.body
    assert b'"text":""' not in request.body


@pytest.mark.parametrize("name", NAMES)
def test_words_of_a_conversation_without_pictures_are_no_list_of_parts(name: str) -> None:
    """A picture in one message changes nothing in the others."""
    before = Message(Role.USER, "Hello.")
    told = Message(Role.ASSISTANT, "Hello to you.")
    body = sent(name, Call("key", (before, told, SAID))).json
    found = body.get("messages", body.get("contents", body.get("input")))
    assert isinstance(found, list)
    first = {"content": "Hello.", "role": "user"}
    google = {"parts": [{"text": "Hello."}], "role": "user"}
    assert found[0] == (google if "contents" in body else first)


def test_a_picture_without_its_bytes_is_never_sent() -> None:
    """What the store notes of a message names its pictures, and holds none of them."""
    noted = Picture("", "A line.", "image/png", ABOVE.digest, b"")
    assert noted == Picture("x.png", "A line.", "image/png", ABOVE.digest, ABOVE.data)
    with pytest.raises(ValueError, match=r"the picture [0-9a-f]{64} is missing"):
        bytes_of(noted)
