"""What a picture makes of the key of a call."""

from __future__ import annotations

from dsl.projections import digest
from dsl.record import replace
from dsl.trial import Picture
from renderers.prompt import Message, PlacedPicture, Role
from runners.store.keys import call_key

SHOWN = Picture("a.png", "A bridge.", "image/png", "d" * 64, b"bytes")
SAID = Message(Role.USER, "One.\n\nTwo.", (PlacedPicture(6, SHOWN),))


def key(message: Message) -> str:
    return call_key("s" * 64, "/test", (message,))


def test_the_key_of_a_call_without_pictures_is_what_it_always_was() -> None:
    """A store of before answers for scripts that show none."""
    plain = digest("devrun:call:1", ["s" * 64, "/test", [["user", "One.\n\nTwo."]]])
    assert key(Message(Role.USER, "One.\n\nTwo.")) == plain
    assert plain == "59118aa6d97f5af06e4a729bbc9ce2799ef968172f3f4690dcc9f26b303602e4"


def test_a_key_covers_what_is_shown_where_and_what_is_said_of_it() -> None:
    changed = (
        Message(Role.USER, SAID.text),
        replace(SAID, pictures=(PlacedPicture(0, SHOWN),)),
        replace(SAID, pictures=(PlacedPicture(6, SHOWN), PlacedPicture(6, SHOWN))),
        replace(SAID, pictures=(PlacedPicture(6, replace(SHOWN, digest="e" * 64)),)),
        replace(SAID, pictures=(PlacedPicture(6, replace(SHOWN, media_type="image/webp")),)),
        replace(SAID, pictures=(PlacedPicture(6, replace(SHOWN, alt="A plank.")),)),
    )
    keys = {key(one) for one in (SAID, *changed)}
    assert len(keys) == 1 + len(changed)


def test_a_key_covers_neither_the_name_of_the_file_nor_where_its_bytes_are() -> None:
    """The store's note of a message has the key of the message that was sent."""
    noted = replace(SHOWN, file="", data=b"")
    assert key(replace(SAID, pictures=(PlacedPicture(6, noted),))) == key(SAID)
