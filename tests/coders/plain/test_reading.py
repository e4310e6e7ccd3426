"""What people type in one line, and what it is taken for."""

from __future__ import annotations

import pytest

from coders.desk.state import Judgement
from coders.desk.steps import Refused
from coders.packets.shape import ContentWord, PacketQuestion
from coders.plain.reading import answer, command

TEST = PacketQuestion(1, "test", "?")
CONTROL = PacketQuestion(1, "control", "?")
SAID = PacketQuestion(1, "test", "?", candidates=tuple(f"place {n}" for n in range(1, 16)))


@pytest.mark.parametrize(
    ("line", "mark", "flags"),
    [
        ("1", "right", ()),
        (" 3 ", "wrong", ()),
        ("h2", "half", ("hedged",)),
        ("2h", "half", ("hedged",)),
        ("h i 2", "half", ("hedged", "incomplete")),
        ("H2", "half", ("hedged",)),
        ("h,2", "half", ("hedged",)),
        ("hh1", "right", ()),
        ("hih2", "half", ("incomplete",)),
    ],
)
def test_marks_with_flags_before_or_behind(line: str, mark: str, flags: tuple[str, ...]) -> None:
    assert answer(line, TEST) == Judgement(1, mark, flags)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2", ("place 2",)),
        ("12", ("place 12",)),
        ("w", ("place 10",)),
        ("1+3", ("place 1", "place 3")),
        ("1 + 12", ("place 1", "place 12")),
        ("b", (ContentWord.BOTH,)),
        ("o", (ContentWord.OTHER,)),
        ("1+o", ("place 1", ContentWord.OTHER)),
    ],
)
def test_what_a_reply_says(line: str, said: tuple[str, ...]) -> None:
    assert answer(line, SAID) == Judgement(1, said=said)


@pytest.mark.parametrize(
    ("line", "asked", "message"),
    [
        (
            "2",
            CONTROL,
            "`2` does nothing here: 1 passed, 3 failed; flags come first; ? shows every key",
        ),
        (
            "12",
            TEST,
            "`12` does nothing here: 1 right, 2 half right, 3 wrong; flags come first; "
            "? shows every key",
        ),
        (
            "",
            TEST,
            "no answer yet: 1 right, 2 half right, 3 wrong; flags come first; ? shows every key",
        ),
        (
            "h",
            TEST,
            "no answer yet: 1 right, 2 half right, 3 wrong; flags come first; ? shows every key",
        ),
        ("1 3", TEST, "more than one answer in one line"),
        (
            "1 3",
            SAID,
            "more than one answer in one line; + joins two answers: 1+2",
        ),
        (
            "16",
            SAID,
            "`16` does nothing here: write the key of an answer, flags first; ? shows every key",
        ),
        (
            "\x1b[2J",
            TEST,
            "`\x1b` does nothing here: 1 right, 2 half right, 3 wrong; flags come first; "
            "? shows every key",
        ),
    ],
)
def test_what_is_no_answer_says_what_there_is(
    line: str, asked: PacketQuestion, message: str
) -> None:
    with pytest.raises(Refused) as caught:
        answer(line, asked)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("z", ("undo", "")),
        ("?", ("rubric", "")),
        ("q", ("leave", "")),
        ("n odd spelling", ("note", "odd spelling")),
        ("n", ("note", "")),
        ("g 12", ("go to", "12")),
        ("g12.3", ("go to", "12.3")),
        ("/box", ("search", "box")),
        ("/ in the box", ("search", "in the box")),
        ("nice", None),
        ("q and a", None),
        ("going", None),
        ("1", None),
        ("", None),
    ],
)
def test_commands_are_distinguished_from_other_lines(
    line: str, given: tuple[str, str] | None
) -> None:
    assert command(line) == given
