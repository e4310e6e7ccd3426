"""Where a picture stands among the words of a message, and what stands for it in words."""

from __future__ import annotations

import pytest

from dsl.trial import Picture, ScriptedTurn, Turn
from renderers.prompt import Message, PlacedPicture, Role, described_words, user_message, user_text


def shown(name: str) -> Picture:
    return Picture(f"{name}.png", f"The {name}.", "image/png", name * 8, name.encode())


A, B = shown("a"), shown("b")


@pytest.mark.parametrize(
    ("says", "parts", "described"),
    [
        (("One.",), ("One.",), "One."),
        ((A,), (A,), "[picture: The a.]"),
        ((A, "One."), (A, "One."), "[picture: The a.]\n\nOne."),
        (("One.", A), ("One.", A), "One.\n\n[picture: The a.]"),
        (("One.", A, B), ("One.", A, B), "One.\n\n[picture: The a.]\n\n[picture: The b.]"),
        (
            ("One.", A, "Two.", "Three.", B, "Four."),
            ("One.\n\n", A, "Two.\n\nThree.\n\n", B, "Four."),
            "One.\n\n[picture: The a.]\n\nTwo.\n\nThree.\n\n[picture: The b.]\n\nFour.",
        ),
        ((), (), ""),
    ],
)
def test_a_picture_stands_at_the_beginning_of_the_paragraph_after_it(
    says: tuple[str | Picture, ...], parts: tuple[str | Picture, ...], described: str
) -> None:
    """The words are what they are without it, and no part of them is empty."""
    turn = Turn("/listen", says, None)
    message = user_message(turn)
    assert message.parts == parts
    assert "".join(part for part in message.parts if isinstance(part, str)) == message.text
    assert message.text == user_text(turn)
    assert message.text == "\n\n".join(one for one in says if isinstance(one, str))
    assert message.described == described_words(says) == described


def test_a_message_without_pictures_is_the_one_of_before() -> None:
    """Equal to what was made without a thought of pictures."""
    assert user_message(Turn("", ("One.", "Two."), None)) == Message(Role.USER, "One.\n\nTwo.")


def test_a_scripted_turn_shows_pictures_too() -> None:
    message = user_message(ScriptedTurn(("See.", A), "Yes."))
    assert message == Message(Role.USER, "See.", (PlacedPicture(4, A),))
