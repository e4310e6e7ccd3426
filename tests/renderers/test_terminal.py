"""Untrusted text is shown, never obeyed, by a terminal."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from renderers.terminal import columns, visible


def test_plain_words_stay_as_they_are() -> None:
    assert (
        visible("The box — it’s “there”, 1½ m off. 你好")
        == "The box — it’s “there”, 1½ m off. 你好"
    )


def test_an_escape_sequence_becomes_visible() -> None:
    assert visible("\x1b]52;c;aGk=\x1b\\ \x9b2J") == "␛]52;c;aGk=␛\\ <U+009B>2J"


def test_marks_that_hide_or_turn_text_around_are_named() -> None:
    assert visible("a\u202eb\u200bc\ufeff") == "a<U+202E>b<U+200B>c<U+FEFF>"


@given(st.text())
def test_nothing_that_a_terminal_acts_on_gets_through(text: str) -> None:
    for character in visible(text):
        assert character in "\n\t" or unicodedata.category(character) not in {
            "Cc",
            "Cf",
            "Cs",
            "Zl",
            "Zp",
        }


def test_wide_characters_take_two_columns_and_marks_none() -> None:
    assert (columns("abc"), columns("你好"), columns("e\u0301")) == (3, 4, 1)
