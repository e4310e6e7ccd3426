"""Stems join the forms of one word, and never two numbers."""

import pytest

from coders.matching.text.plain_text import stem


@pytest.mark.parametrize("number", ["1000", "100", "500", "1166", "2099", "9", "1100"])
def test_a_number_is_its_own_stem(number: str) -> None:
    assert stem(number) == number


def test_a_doubled_consonant_is_undone() -> None:
    assert stem("stopped") == stem("stop")
