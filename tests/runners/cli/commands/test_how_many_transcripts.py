"""A page carries a number of transcripts, `all` or `none`; anything else is a sentence."""

from __future__ import annotations

import pytest

from runners.cli.commands.report import command
from runners.cli.errors import Stop


def how_many(word: str) -> int | None:
    found: int | None = command.make_context("report", ["--transcripts", word]).params[
        "transcripts"
    ]
    return found


def test_numbers_and_words_are_read() -> None:
    assert list(map(how_many, ("500", "ALL", "None", "0"))) == [500, None, 0, 0]
    assert command.make_context("report", []).params["transcripts"] == 2000


@pytest.mark.parametrize("word", ["-3", "", "many", "²", "1.5", "9" * 5000])
def test_anything_else_is_refused(word: str) -> None:
    with pytest.raises(Stop) as stopped:
        how_many(word)
    assert "is not a number of transcripts" in stopped.value.message
