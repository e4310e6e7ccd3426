"""The first message is about the line that is wrong, and not about one that suffers from it."""

from __future__ import annotations

import pytest

from dsl.loading import check_text

MACHINE = """\
experiment Demo

things
    ball: torch, spoon

conditions kind
    any
    all

machine lamp
    outcomes: The lamp lights up. | The lamp stays dark.
    when any
        needs any of: {ball}
    when alll
        needs all of: {ball}
    show: {ball}

design
    scoring accuracy

procedure
    for each row of lamp
        say: {things} is put on the lamp. {outcome}
    test lit
        ask: Does the {ball} make the lamp light up?
        answer part of lamp: {ball}
"""
LET = """\
experiment Demo

places
    basket: drawer, crate
    box: jar, chest

versions story
    moved
    left
    gone

let where by story
    moved: the {box}
    left: the {basket}

design
    scoring accuracy

procedure
    say: A coin lies in the {basket} beside the {box}. Then look into {where}.
    test place
        ask: Where is the coin, if not in {where}?
        answer: {where}
"""
FLAT = """\
experiment Demo

places
    basket: drawer, crate
    box: jar, chest

design
    scoring accuracy

procedure
    say: A coin lies in the {basket} beside the {box}.
    test place
        ask: Where is the coin?
        answer: {basket}
"""


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (MACHINE, [("E402", 14)]),
        (MACHINE.replace("when any", "when ayn"), [("E402", 12), ("E402", 14)]),
        (LET, [("E317", 12)]),
        (FLAT.replace("    basket:", "\tbasket:"), [("E101", 4)]),
        (FLAT.replace("    say:", "\tsay:"), [("E101", 11)]),
        (FLAT.replace("    test", "\ttest"), [("E101", 12)]),
        (FLAT.replace("        ask:", "\t\task:"), [("E101", 13)]),
        (FLAT.replace("        answer:", "\t\tanswer:"), [("E101", 14)]),
        (FLAT.replace("    ", "\t").replace("\tbox:", "    box:"), [("E101", 5)]),
        (FLAT.replace("    ", "\t").replace("\tbasket:", "    basket:"), [("E101", 4)]),
    ],
)
def test_the_line_that_is_wrong_is_the_only_one_named(
    script: str, told: list[tuple[str, int]]
) -> None:
    faults = check_text(script, "demo.dev").faults
    assert [(one.code, one.span.line) for one in faults if one.code < "W"] == told
