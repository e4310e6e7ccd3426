"""One rule for commas: after a colon every line is one member, and a comma is a comma."""

from __future__ import annotations

import pytest

from dsl.expand import Expander
from dsl.loading import check_text
from dsl.trial import Cell, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Snacks

places
    church: chapel, temple
    pool: pond, lake

versions ways
    near
    far

procedure
    say: There are a {church} and a {pool}.
    test place
        ask: Where does Otto go?
{fields}
"""
KEY = "answer: nowhere\n"


def codes(fields: str) -> list[str]:
    lines = "\n".join(f"        {line}" for line in fields.split("\n"))
    found = check_text(SCRIPT.replace("{fields}", lines), "commas.dev").faults
    return sorted(fault.code for fault in found if fault.code.startswith("E"))


@pytest.mark.parametrize(
    "fields",
    [
        KEY + "wrong: {church}, {pool}",
        KEY + "wrong: the mill, a barn, home",
        KEY + "wrong any of: {church}, {pool}",
        KEY + "half: {church}, {pool}",
        "answer: {church}, {pool}",
        "answer any of: the old mill by the sea, {pool}",
        "answer all of: {church}, {pool}",
        "answer none of: {church}, {pool}",
        "answer by ways\n    near: {church}, {pool}\n    far: {church}",
        KEY + "wrong by ways\n    near: {church}, {pool}\n    far: {church}",
        "when near\n    answer: {church}, {pool}\notherwise\n    answer: {church}",
        "choices fixed: {church}, {pool}\nanswer: {church}",
        "rate 1 to 2\nlabels: not at all, very\nanswer: 2",
    ],
)
def test_members_in_one_line_are_refused_once(fields: str) -> None:
    assert codes(fields) == ["E424"]


@pytest.mark.parametrize(
    "fields",
    [
        KEY + "wrong:\n    {church}, {pool}",
        KEY + "wrong: No, he goes to the {pool}.",
        KEY + "wrong: yes, home",
        KEY + "half: I cannot tell, but my guess is the {pool}.",
        "answer: In the {church}, and not in the {pool}",
        "answer: 1,000",
        "answer any of:\n    {church}, or so\n    {pool}",
        "choices fixed:\n    first, {church}\n    first, {pool}\nanswer: first, {pool}",
    ],
)
def test_a_member_may_hold_a_comma(fields: str) -> None:
    assert codes(fields) == []


def test_a_line_of_a_list_is_one_member_with_its_comma() -> None:
    fields = "        answer: home\n        wrong:\n            a, b\n            c"
    text = SCRIPT.replace("{fields}", fields)
    experiment = experiment_in(check_text(text, "commas.dev"))
    asked = turns(Expander(experiment).trial(Cell((), "original"), draw=1).sessions[0].nodes)[0]
    assert asked.question is not None
    assert [phrase.text for phrase in asked.question.key.wrong] == ["a, b", "c"]
