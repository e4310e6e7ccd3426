"""A conversation as one text holds the author's words and blank lines, and nothing else."""

from __future__ import annotations

import pytest

from renderers.prompt import Message, Role, completed, completion_text


def test_turns_follow_each_other_with_a_blank_line_between_them_and_after_the_last() -> None:
    assert (
        completion_text(
            (
                Message(Role.SYSTEM, "You hear a story."),
                Message(Role.USER, "Sally has a marble.\n\nWhere is it?\n\nA) here\nB) there"),
                Message(Role.ASSISTANT, "Here."),
                Message(Role.USER, "Why?"),
            )
        )
        == "You hear a story.\n\nSally has a marble.\n\nWhere is it?\n\nA) here\nB) there\n\n"
        "Here.\n\nWhy?\n\n"
    )


def test_a_turn_without_words_leaves_no_gap() -> None:
    assert completion_text((Message(Role.ASSISTANT, " "), Message(Role.USER, "Why?"))) == "Why?\n\n"
    assert completion_text(()) == ""


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("In the basket", None),
        ("In the\nbasket\n", None),
        ("In the\nbasket.\n\nAnne", "In the\nbasket."),
        ("\n\n In the basket. \n\n", "In the basket."),
        ("\n\n", None),
        ("", None),
    ],
)
def test_a_reply_ends_at_the_first_blank_line_after_its_first_word(
    text: str, reply: str | None
) -> None:
    assert completed(text) == reply
