"""Words in drawings: they fit, break where a reader would, and hide nothing."""

from __future__ import annotations

import pytest

from renderers.figures.drawing.letters import advance, breadth, fitted, plain, shortened
from tests.renderers.figures.figure_rows import HOSTILE


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("lines", [1, 2, 5])
def test_no_line_is_broader_than_its_room(text: str, lines: int) -> None:
    found = fitted(text, 120, 12, lines=lines)
    assert 1 <= len(found) <= lines
    assert all(breadth(line, 12) <= 120 for line in found)


def test_a_name_breaks_after_a_blank_a_stroke_or_a_hyphen() -> None:
    assert fitted("hf/meta-llama/Llama-3.1-8B-Instruct", 110, 12, lines=4) == [
        "hf/meta-llama/",
        "Llama-3.1-8B-",
        "Instruct",
    ]
    assert fitted("Social and Moral Understanding", 130, 13, lines=2, bold=True) == [
        "Social and Moral",
        "Understanding",
    ]


def test_a_name_that_is_too_long_keeps_both_ends() -> None:
    cut = shortened("anthropic/claude-opus-4-1-20250805", 120, 12)
    assert cut.startswith("anthropic/")
    assert cut.endswith("0805")
    assert cut.count("\u2026") == 1
    assert fitted("one two three four five six", 60, 12, lines=2) == ["one two", "three\u2026ix"]


def test_what_is_hidden_is_shown_and_all_is_one_line() -> None:
    assert plain("a\x00b\u202ec\nd\te") == "a\u27e8U+0000\u27e9b\u27e8U+202E\u27e9c d e"
    assert plain("x" * 5000) == "x" * 400 + "\u2026" + "x" * 400


def test_a_character_that_the_face_lacks_may_be_as_broad_as_it_is_high() -> None:
    assert breadth("\u5b50\u3069\U0001f9d2", 12) == 36
    assert all(advance(letter, bold=False) < 1 for letter in "W\xfc\u0142\u0391\u041f\u2212")
    assert breadth("Anne", 12, bold=True) > breadth("Anne", 12)
