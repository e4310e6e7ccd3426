"""Arms may be left out of what need not be everywhere: half answers, examples, words for coders."""

from __future__ import annotations

import pytest

from dsl.expand import Expander
from dsl.loading import check_text
from dsl.trial import Cell, Question, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Left out

people
    Otto (he): Karim, Paul

versions story
    stays
    moved
    told

design
    runs 2
    wording original

procedure
    say by story
        stays: {Otto} leaves the cup on the shelf.
        moved: The cup is moved to the table while {Otto} is out.
        told: {Otto} hears that the cup is on the table now.
    test place
        ask: Where will {Otto} look?
        answer by story
            stays or moved: the shelf
            told: the table
        wrong:
            the shelf
            the table
LINES"""

LINES = """        half by story
            moved: he looks around
        example half by story
            moved: He looks around.
            told: Perhaps on the table.
        coders by story
            stays: The last word counts.
"""


def asked(lines: str) -> dict[str, Question]:
    """The question in each version."""
    experiment = experiment_in(check_text(SCRIPT.replace("LINES", lines), "left.dev"))
    trial = Expander(experiment).trial(Cell((), "original"), draw=1)
    questions = {}
    for session in trial.sessions:
        (turn,) = turns(session.nodes)
        assert turn.question is not None
        questions[session.version] = turn.question
    return questions


def codes(lines: str) -> list[tuple[str, str]]:
    faults = check_text(SCRIPT.replace("LINES", lines), "left.dev").faults
    return [(fault.code, fault.message()) for fault in faults if fault.code.startswith("E")]


def test_where_an_arm_is_left_out_there_is_none() -> None:
    found = asked(LINES)
    half = {name: [p.text for p in one.key.half] for name, one in found.items()}
    assert half == {"stays": [], "moved": ["he looks around"], "told": []}
    assert {name: one.key.examples for name, one in found.items()} == {
        "stays": (),
        "moved": (("half", "He looks around."),),
        "told": (("half", "Perhaps on the table."),),
    }
    assert {name: one.key.coders for name, one in found.items()} == {
        "stays": ("The last word counts.",),
        "moved": (),
        "told": (),
    }


def test_otherwise_still_stands_for_all_that_is_left() -> None:
    lines = (
        "        half by story\n            moved: he looks around\n"
        "            otherwise: he asks\n"
    )
    half = {name: [p.text for p in one.key.half] for name, one in asked(lines).items()}
    assert half == {"stays": ["he asks"], "moved": ["he looks around"], "told": ["he asks"]}


@pytest.mark.parametrize(
    ("arms", "told"),
    [
        ("moved: a\n            stays or moved: b\n", ("E514", "`moved` has two arms")),
        ("mooved: a\n", ("E402", "there is no level called `mooved` here")),
    ],
)
def test_an_arm_that_fits_twice_or_nowhere_is_a_fault_as_before(
    arms: str, told: tuple[str, str]
) -> None:
    assert codes(f"        half by story\n            {arms}") == [told]


@pytest.mark.parametrize("head", ["answer", "wrong", "ask", "say"])
def test_what_is_sent_and_what_is_right_or_wrong_needs_an_arm_everywhere(head: str) -> None:
    """Without lures nothing says between how many answers a guesser chooses."""
    arms = f"        {head} by story\n            moved: the shelf\n"
    text = SCRIPT.replace("LINES", "")
    if head == "answer":
        start, end = text.index("        answer by"), text.index("        wrong:")
        text = text[:start] + arms + text[end:]
    elif head == "wrong":
        text = text[: text.index("        wrong:")] + arms
    elif head == "ask":
        text = text.replace("        ask: Where will {Otto} look?\n", arms)
    else:
        text += arms
    faults = [one for one in check_text(text, "left.dev").faults if one.code == "E513"]
    assert [one.message() for one in faults] == ["there is no arm for `stays`"]
