"""Pages are laid out in rows that fit, whatever is in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from coders.desk.paragraphs import Paragraph, TextStyle
from coders.screen.page import LEAST, ScreenRow, lay_out, wrapped
from renderers.terminal import visible

HARD = st.text(st.characters(codec=None) | st.sampled_from("\t\n  \x1b\u0301\u4f60\U0001f600[]/"))


def test_speeches_are_next_to_who_speaks() -> None:
    page = (
        Paragraph("story 1", TextStyle.HEADING),
        Paragraph("Sally puts the marble into the basket.", label="told", question=2),
    )
    assert lay_out(page, 49) == (
        ScreenRow("story 1", TextStyle.HEADING),
        ScreenRow("Sally puts the marble into the basket.", TextStyle.PLAIN, "told", 2),
    )


def test_in_a_narrow_window_who_speaks_stands_above() -> None:
    assert lay_out((Paragraph("a b c d", label="told", question=2),), 8) == (
        ScreenRow("told", TextStyle.FAINT, "", 2),
        ScreenRow("a b c d", TextStyle.PLAIN, "", 2, first=False),
    )


def test_words_are_kept_whole_and_their_own_line_ends_and_indents_stay() -> None:
    assert tuple(wrapped("  one two three\n\nfour", 9)) == ("  one two", "three", "", "four")


def test_a_word_longer_than_a_row_is_broken() -> None:
    assert tuple(wrapped("see abcdefghijklmnopqr", 8)) == ("see", "abcdefgh", "ijklmnop", "qr")


def test_wide_letters_take_two_columns() -> None:
    assert tuple(wrapped("\u4f60" * 5, 8)) == ("\u4f60" * 4, "\u4f60")


def test_rows_after_the_first_can_hang() -> None:
    rows = lay_out((Paragraph("  one two three four", hang=4),), 13)
    assert [row.text for row in rows] == ["  one two", "    three", "    four"]


def test_a_tower_of_accents_is_spread_over_rows() -> None:
    rows = lay_out((Paragraph("a" + "\u0301" * 20_000),), 70)
    assert max(len(row.text) for row in rows) <= 4 * 70


@given(HARD, st.integers(1, 40))
def test_rows_fit_and_no_sign_is_lost(text: str, width: int) -> None:
    rows = tuple(wrapped(text, width))
    assert all(cell_len(row) <= max(LEAST, width) for row in rows)
    assert "".join("".join(rows).split()) == "".join(visible(text).expandtabs(4).split())
