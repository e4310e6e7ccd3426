"""Texts of a column by their numbers are those of a list."""

from __future__ import annotations

import pytest

from runners.store.text_column import TextColumn


@pytest.mark.parametrize(
    "texts",
    [
        ["ab", "cd", "ef"],
        ["a", "", "bcd"],
        ["aé", "bc", "de"],
        ["", "", ""],
        ["a\0", "b\0", "\0\0"],
        ["0a" * 32, "00" * 32, "f0" * 32],
        ["0a" * 8, "00" * 8, "f0" * 8],
        ["0a", "00f0", "0a"],
        ["0a" * 32, "0A" * 32, "f0" * 32],
        ["0a" * 32, "b", " a" * 32],
    ],
    ids=[
        "of one length",
        "of several",
        "not ASCII",
        "empty",
        "with zeros",
        "keys",
        "ids of items",
        "digits of several lengths",
        "capitals",
        "keys and others",
    ],
)
@pytest.mark.parametrize("rows", [[2, 0, 2, 1], [], [1]])
def test_texts_are_taken_by_their_numbers(texts: list[str], rows: list[int]) -> None:
    column = TextColumn(texts)
    taken = column.take(rows)
    taken.extend(["more"])
    assert list(taken) == [*map(texts.__getitem__, rows), "more"]
    assert list(column) == texts
    assert column[::-1] == texts[::-1]
    assert [*column[1:], column[-1]] == [*texts[1:], texts[-1]]
    assert list(TextColumn(texts * 20).take(rows)) == [texts[at] for at in rows]
