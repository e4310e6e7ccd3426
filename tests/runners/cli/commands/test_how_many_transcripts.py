"""A page carries a number of transcripts, `all` or `none`; anything else is a sentence."""

from __future__ import annotations

import pytest

from runners.cli.commands.report import HowMany
from runners.cli.errors import Stop


def test_numbers_and_words_are_read() -> None:
    read = [HowMany().convert(word, None, None) for word in ("500", "ALL", "None", "0")]
    assert read == [500, "all", 0, 0]


@pytest.mark.parametrize("word", ["-3", "", "many", "²", "1.5", "9" * 5000])
def test_anything_else_is_refused(word: str) -> None:
    with pytest.raises(Stop) as stopped:
        HowMany().convert(word, None, None)
    assert "is not a number of transcripts" in stopped.value.message
