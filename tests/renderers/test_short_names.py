from __future__ import annotations

from renderers.tables.banks.short_names import short_names


def test_names_are_cut_and_a_single_letter_of_the_next_word_is_left_out() -> None:
    names = ["early representation", "constancy", "group b"]
    assert list(short_names(names, 7).values()) == ["early", "constan", "group b"]


def test_names_that_would_be_the_same_are_numbered() -> None:
    assert list(short_names(["condition one", "condition two"], 5).values()) == ["1 con", "2 con"]
