"""Stages of a bank: what they are made of, that they only judge, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.experiment import Stage
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from tests.dsl.test_banks import ITEMS, SCRIPT, faults, sound

LINE = "    group from stage\n"


def with_stages(*lines: str) -> str:
    """The script with these lines in its bank."""
    return SCRIPT.replace(LINE, LINE + "".join(f"    {line}\n" for line in lines))


def test_stages_are_part_of_the_rubric_and_not_of_the_procedure(tmp_path: Path) -> None:
    plain = sound(tmp_path)
    both = sound(tmp_path, ITEMS, with_stages("stage early of A", "stage later of B"))
    one = sound(tmp_path, ITEMS, with_stages("stage early of A, B"))
    assert plain.stages == ()
    assert both.stages == (Stage("early", ("A",)), Stage("later", ("B",)))
    assert len({procedure_hash(found) for found in (plain, both, one)}) == 1
    assert len({rubric_hash(found) for found in (plain, both, one)}) == 3


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["stage early of A"], "no stage has `B`"),
        (["stage early of A, C", "stage late of B"], "no item of `stages` is in the group `C`"),
        (["stage early of A, B", "stage late of B"], "the group `B` is in two stages"),
        (["stage early of A", "stage early of B"], "`early` is the name of another stage"),
        (["stage A of A, B"], "`A` is the name of another stage, or of a group"),
    ],
)
def test_stages_that_do_not_hold_every_group_once_are_refused(
    tmp_path: Path, lines: list[str], words: str
) -> None:
    found = faults(tmp_path, ITEMS, with_stages(*lines))
    assert {fault.code for fault in found} == {"E735"}
    assert words in found[0].message()
    assert found[0].span.file.endswith("bank.dev")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("stage early: A, B", "stage early of A, B"),
        ("stage early from A, B", "stage early of A, B"),
        ("stages early of A, B", "did you mean `stage`?"),
    ],
)
def test_a_slip_in_a_stage_says_what_to_write(line: str, words: str) -> None:
    found = check_text(with_stages(line), "bank.dev").faults
    assert any(words in f"{fault.message()} {fault.help()}" for fault in found)


def test_groups_joined_by_and_get_a_comma(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, ITEMS, with_stages("stage early of A and B"))
    assert fault.message() == "no item of `stages` is in the group `A and B`"
    assert fault.help() == "write `A, B`"
