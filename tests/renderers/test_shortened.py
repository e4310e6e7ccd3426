"""No reply fills a page, however long it is; what is left out is said."""

from __future__ import annotations

import pytest

from renderers.shortened import LONGEST, shortened


def test_what_somebody_can_read_is_left_as_it_is() -> None:
    assert shortened("é" * LONGEST) == "é" * LONGEST


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("In the " + "x" * 5_000_000 + " drawer.", "4.9 MB left out of 5.0 MB"),
        ("é" * (LONGEST + 1_000), "2 kB left out of 202 kB"),
        ("\ud83d" * (LONGEST + 10_000), "30 kB left out of 330 kB"),
    ],
)
def test_a_longer_reply_keeps_its_beginning_and_its_end(text: str, left: str) -> None:
    found = shortened(text)
    first, note, last = found.split("\n\n")
    assert note == f"[… {left}; the store has it whole]"
    assert (text[:75_000], text[-25_000:]) == (first, last)
