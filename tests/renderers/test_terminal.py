"""Untrusted text is shown, never obeyed, by a terminal."""

from __future__ import annotations

import textwrap
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from coders.plain.page import wrapped as coder_lines
from renderers.show import wrapped as show_lines
from renderers.terminal import columns, in_lines, visible
from renderers.transcript_page import transcript_lines
from tests.renderers.report.trials_to_read import one


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


@given(st.text(alphabet="ab \u4f60\u597d\uff01e\u0301-\u200b\uac00"), st.integers(8, 40))
def test_lines_have_at_most_so_many_columns_and_all_of_the_text(text: str, width: int) -> None:
    shown = visible(text)
    lines = in_lines(shown, width, initial_indent="> ", subsequent_indent="  ")
    assert all(columns(line) <= width for line in lines)
    told = "".join(line[2:] for line in lines)
    assert "".join(told.split()) == "".join(shown.split())


def test_words_in_narrow_letters_are_broken_as_textwrap_does() -> None:
    text = "Où est l’écharpe que Léa a posée — dans le tiroir, ou sur l’étagère ? " * 5
    assert in_lines(text, 50) == textwrap.wrap(text, 50)


def test_pages_of_wide_letters_are_within_their_columns() -> None:
    text = "他把围巾放进了抽屉里，然后离开了房间。" * 6
    pages = [
        [line.text for line in transcript_lines(one(text), width=60)],
        list(show_lines(text, 60)),
        coder_lines(text, width=60),
    ]
    for page in pages:
        assert max(map(columns, page)) in (59, 60)
