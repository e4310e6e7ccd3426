"""One keymap: no key means two things in one view, and its help fits a terminal."""

from __future__ import annotations

import pytest

from coders.desk.keys import (
    AND,
    LRS_KEYS,
    candidate_keys,
    command_keys,
    flag_keys,
    help_lines,
    mark_keys,
    pressed,
    said_keys,
)
from coders.desk.rubric import MARK_TABLE, contradiction
from coders.marks import Flag
from coders.packets.shape import ContentWord, PacketQuestion, View

SCROLLING = ("j", "k")
MOST_CANDIDATES = sum(
    bool(key.key)
    for key in candidate_keys(PacketQuestion(1, "test", "?", candidates=tuple(map(str, range(99)))))
)
"""So many candidates have a key."""


@pytest.mark.parametrize("candidates", [0, 2, 9, 13, MOST_CANDIDATES])
@pytest.mark.parametrize("kind", ["test", "control"])
def test_no_key_means_two_things(candidates: int, kind: str) -> None:
    asked = PacketQuestion(1, kind, "?", candidates=tuple(f"place {n}" for n in range(candidates)))
    answers = said_keys(asked) if candidates else mark_keys(asked)
    keys = (
        *answers,
        *flag_keys(asked),
        *command_keys(View.CONTENT if candidates else View.RUBRIC, pictures=True),
        AND,
    )
    signs = [key.key for key in keys] + list(SCROLLING)
    assert sorted(signs) == sorted(set(signs))
    assert all(len(sign) == 1 for sign in signs)


def test_every_flag_and_every_word_has_a_key() -> None:
    marked, chosen = (
        PacketQuestion(1, "test", "?"),
        PacketQuestion(1, "test", "?", candidates=("a",)),
    )
    assert {key.value for key in flag_keys(marked)} == set(Flag)
    # Declining has a word of its own where candidates are chosen.
    assert {key.value for key in flag_keys(chosen)} == set(Flag) - {Flag.REFUSAL}
    assert {key.value for key in said_keys(chosen)[1:]} == set(ContentWord)


def test_candidates_beyond_the_keys_have_none() -> None:
    asked = PacketQuestion(1, "test", "?", candidates=tuple(map(str, range(MOST_CANDIDATES + 2))))
    keys = candidate_keys(asked)
    assert len(keys) == MOST_CANDIDATES + 2
    assert [key.key for key in keys[-3:]] == ["Z", "", ""]
    assert pressed(keys, "") is None


def test_help_lines_fit_eighty_columns() -> None:
    asked = PacketQuestion(1, "test", "?", candidates=("a", "b"))
    for keys in (
        mark_keys(PacketQuestion(1, "test", "?")),
        flag_keys(PacketQuestion(1, "test", "?")),
        said_keys(asked),
        command_keys(View.CONTENT),
        LRS_KEYS,
    ):
        lines = help_lines(keys)
        assert all(len(line) <= 78 for line in lines)
        assert len(lines) <= 3
    assert help_lines(mark_keys(PacketQuestion(1, "control", "?"))) == ("1 passed   3 failed",)


def test_every_row_of_the_table_of_marks_may_be_given() -> None:
    for row in MARK_TABLE:
        for mark in ("right", "half", "wrong") if row.mark == "any" else (row.mark,):
            assert contradiction(mark, (row.flag,) if row.flag else ()) == ""
    assert {row.flag for row in MARK_TABLE} - {""} == set(Flag)
