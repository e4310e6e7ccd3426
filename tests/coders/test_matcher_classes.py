"""Classes of words that sound like an answer or hide one, each in a few members."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.coders.golden import Row, rows

HUMAN = "needs a human"


@pytest.mark.parametrize(
    "row", list(rows(Path(__file__).parent / "classes")), ids=lambda row: f"{row.to}: {row.says}"
)
def test_a_reply_of_the_class_has_this_mark(row: Row) -> None:
    """The mark and the lure; where a person would ask a colleague, none."""
    verdict = row.verdict()
    wanted = HUMAN if row.person == "human" else row.person
    assert (verdict.word.value, verdict.lure) == (wanted, row.lure), verdict.reason
