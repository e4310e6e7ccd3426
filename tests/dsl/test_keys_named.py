"""Keys in open questions that nothing said before has named (W632)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load

HEAD = """experiment Named

conditions scene
    told
        let tale: The {ball} is in the {basket}.
    not told
        let tale: The {ball} is put away.

things
    ball
    basket: crate, tin
    cupboard: drawer, trunk

table places (thing, place):
    {ball} | {cupboard}

design
    runs 6
    scoring accuracy

procedure
"""
ASKED = "    test place\n        ask: Where is the {ball}?\n"


def warned(tmp_path: Path, steps: str, *, head: str = HEAD) -> list[str]:
    path = tmp_path / "named.dev"
    path.write_text(head + steps, encoding="utf-8")
    loaded = load(path)
    assert loaded.experiment is not None, loaded.faults
    return [fault.message() for fault in loaded.faults if fault.code == "W632"]


@pytest.mark.parametrize(
    "steps",
    [
        "    say: Here are a {basket} and a {ball}.\n" + ASKED + "        answer: {basket}\n",
        ASKED + "        choices rotated:\n            {basket}\n            {cupboard}\n"
        "        answer: {basket}\n",
        # Of several that are right, one was named.
        "    say: The {ball} lies beside a {basket}.\n" + ASKED
        + "        answer any of:\n            {basket}\n            {cupboard}\n",
        # What is typed out may be common knowledge, and so may what a story denies.
        ASKED + "        answer: the shelf\n",
        ASKED + "        answer none of: {basket}\n",
        # An earlier question names it, and the words put into the participant's mouth.
        "    control first\n        ask: Is there a {basket}?\n        answer: yes\n" + ASKED
        + "        answer: {basket}\n",
        "    say: What is there?\n    participant: A {basket}.\n" + ASKED
        + "        answer: {basket}\n",
        # Through a table, and through a let that is said in every condition.
        "    for each row of places\n        say: Look at the {place}.\n" + ASKED
        + "        answer: {cupboard}\n",
    ],
)  # fmt: skip
def test_who_was_told_can_know(tmp_path: Path, steps: str) -> None:
    assert warned(tmp_path, steps) == []


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (
            ASKED + "        answer: {basket}\n",
            "nothing before this question names its answer, `basket`",
        ),
        (
            "    say: {tale}\n" + ASKED + "        answer: {basket}\n",
            "nothing before this question names its answer, `basket` in `not told`",
        ),
        (
            "    say: There is a {basket}.\n" + ASKED
            + "        answer all of:\n            {basket}\n            {cupboard}\n",
            "nothing before this question names its answer, `cupboard`",
        ),
        # Words of another copy of the conversation are not heard in this one.
        (
            "    say: Look.\n    separately\n        scene other\n            say: A {basket}.\n"
            "            record there\n                ask: What is there?\n        scene place\n"
            "            test place\n                ask: Where is the {ball}?\n"
            "                answer: {basket}\n",
            "nothing before this question names its answer, `basket`",
        ),
    ],
)  # fmt: skip
def test_a_key_that_nobody_was_told_is_warned_of(tmp_path: Path, steps: str, message: str) -> None:
    assert warned(tmp_path, steps) == [message]


def test_words_that_never_vary_may_be_typed_out(tmp_path: Path) -> None:
    steps = ASKED + "        answer: {basket}\n"
    original = HEAD.replace("    runs 6\n", "    runs 6\n    wording original\n")
    assert warned(tmp_path, steps, head=original) == []
    assert warned(tmp_path, steps) != []


def test_words_drawn_together_with_a_named_one_count_as_named(tmp_path: Path) -> None:
    steps = "    say: Here is a {basket}.\n" + ASKED + "        answer: {cupboard}\n"
    together = HEAD.replace("    runs 6\n", "    runs 6\n    together basket, cupboard\n")
    assert warned(tmp_path, steps, head=together) == []
    assert warned(tmp_path, steps) != []
