"""Untrusted text in a field of a CSV file computes nothing, and can be had back."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from renderers.csv_text import defused, field, restored, shown

TEXT = st.text(st.characters(exclude_categories=()))
FIELD = st.text(st.characters(exclude_categories=()), max_size=30)
FORMULAS = ("=", "+", "-", "@", "\t", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def test_values_are_written_as_r_and_a_spreadsheet_read_them() -> None:
    written = [field(one) for one in (None, True, False, 3, -4, 0.1, 2.0, Fraction(1, 3), "a, b")]
    assert written == ["", "TRUE", "FALSE", "3", "-4", "0.1", "2", "0.3333333333333333", "a, b"]


def test_what_begins_like_a_formula_gets_an_apostrophe_and_so_does_an_apostrophe() -> None:
    texts = ['=HYPERLINK("x")', "+1+1", "-the box", "@SUM(A1)", "\tcell", " =1", "'twas", "\uff1d1"]
    assert [field(one) for one in texts] == [f"'{one}" for one in texts]


def test_a_plain_number_in_words_of_a_reply_is_no_formula() -> None:
    assert [field(one) for one in ("-3", "-3.5", "-3 boxes")] == ["-3", "-3.5", "'-3 boxes"]


def test_controls_direction_marks_and_halves_of_characters_are_shown() -> None:
    assert field("a\0b\u202ec\ud800d\r\ne\rf") == "a\u2400b<U+202E>c<U+D800>d\ne\u240df"


@given(TEXT)
def test_no_text_becomes_a_formula(text: str) -> None:
    found = field(text)
    if found.lstrip().startswith(FORMULAS):
        # What is left alone is a number, and nothing else.
        assert float(found) <= 0


@given(TEXT)
def test_one_rule_gives_the_text_back(text: str) -> None:
    assert restored(defused(text)) == text
    assert restored(field(text)) == shown(text)


@given(st.lists(st.lists(FIELD, min_size=2, max_size=4)))
def test_a_reader_of_csv_reads_every_field_as_it_was_written(rows: list[list[str]]) -> None:
    written = [[field(one) for one in row] for row in rows]
    file = io.StringIO(newline="")
    csv.writer(file).writerows(written)
    text = file.getvalue()
    text.encode("utf-8")
    assert "\0" not in text
    assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == written
