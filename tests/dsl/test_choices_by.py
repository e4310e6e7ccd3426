"""`choices by FACTOR`: what is to be chosen from, level by level."""

from __future__ import annotations

from collections import Counter

import pytest

from dsl.expand import Expander
from dsl.experiment import Experiment
from dsl.guessing import probability
from dsl.identity import procedure_hash
from dsl.loading import check_text
from dsl.parsing.formatting import format_script
from dsl.trial import Cell, Question, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Choices by story

places
    shelf: drawer, trunk
    table: bench, stool
    box: bag, tin

versions story
    stays
    moved
    shut

design
    runs 12
    wording original and permuted
    different shelf, table, box

procedure
    say by story
        stays: The cup is put on the {shelf}.
        moved: The cup is put on the {shelf}, and then on the {table}.
        shut: The cup is put into the {box}, which is shut.
    test place
        ask: Where is the cup?
CHOICES
        answer by story
            stays: the {shelf}
            moved: the {table}
            shut: {cannot tell}
        wrong by story
            stays: the {table}
            moved: the {shelf}
            shut: the {box}
"""

BY = """        choices rotated by story
            stays or moved:
                the {shelf}
                the {table}
            shut:
                the {shelf}
                the {box}
                {cannot tell}"""

WHEN = """        when stays or moved
            choices rotated:
                the {shelf}
                the {table}
        when shut
            choices rotated:
                the {shelf}
                the {box}
                {cannot tell}"""


def script(choices: str = BY) -> str:
    return SCRIPT.replace("CHOICES", choices)


def experiment(text: str) -> Experiment:
    return experiment_in(check_text(text, "choices.dev"))


def errors(choices: str) -> list[str]:
    faults = check_text(script(choices), "choices.dev").faults
    return [
        f"{one.span.line - script().split(BY)[0].count(chr(10))} {one.code} {one.message()}"
        for one in faults
        if one.code.startswith("E")
    ]


def asked(one: Experiment, draw: int, wording: str = "original") -> dict[str, Question]:
    trial = Expander(one).trial(Cell((), wording), draw=draw)
    found = {}
    for session in trial.sessions:
        (turn,) = turns(session.nodes)
        assert turn.question is not None
        found[session.version] = turn.question
    return found


def test_each_level_has_its_own_choices_and_odds() -> None:
    found = asked(experiment(script()), 1)
    assert {name: sorted(one.options) for name, one in found.items()} == {
        "stays": ["the shelf", "the table"],
        "moved": ["the shelf", "the table"],
        "shut": ["I cannot tell", "the box", "the shelf"],
    }
    odds = {name: probability(one) for name, one in found.items()}
    assert [str(odds[name]) for name in ("stays", "moved", "shut")] == ["1/2", "1/2", "1/3"]


def test_every_choice_comes_first_equally_often() -> None:
    one = experiment(script())
    for name, size in (("stays", 2), ("moved", 2), ("shut", 3)):
        first = Counter(asked(one, draw)[name].options[0] for draw in range(1, 13))
        assert sorted(first.values()) == [12 // size] * size


def test_it_is_the_same_procedure_as_choices_under_when() -> None:
    by, when = experiment(script()), experiment(script(WHEN))
    for wording in ("original", "permuted"):
        for draw in range(1, 13):
            assert asked(by, draw, wording) == asked(when, draw, wording)
    assert procedure_hash(by) == procedure_hash(when)


def test_otherwise_closes_the_arms() -> None:
    closed = BY.replace("            shut:", "            otherwise:")
    assert asked(experiment(script(closed)), 3) == asked(experiment(script()), 3)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "            shut:\n                the {shelf}\n                the {box}\n"
            "                {cannot tell}",
            "",
            ["1 E513 there is no arm for `shut`"],
        ),
        (
            "                the {box}\n                {cannot tell}",
            "",
            ["6 E547 a question has 2 to 26 choices, not 1"],
        ),
        (
            "                {cannot tell}",
            "                the {table}",
            ["12 E546 `I cannot tell` is not one of the choices in `shut`"],
        ),
        (
            "                {cannot tell}",
            "                {cannot tell}\n                the {box}",
            ["9 E548 two choices read `the box` in `shut`"],
        ),
        ("            shut:", "            moved or shut:", ["5 E514 `moved` has two arms"]),
        (
            "            shut:",
            "            locked:",
            ["5 E402 there is no level called `locked` here"],
        ),
        (
            "choices rotated by story",
            "choices rotated by story:",
            ["1 E204 no colon here: `by` is followed by one line for each level"],
        ),
        (
            "choices rotated by story",
            "choices look rotated by story",
            ["1 E205 `look rotated` cannot follow `choices`"],
        ),
    ],
)
def test_faults_are_reported_where_they_are(old: str, new: str, told: list[str]) -> None:
    assert BY.count(old) == 1
    assert errors(BY.replace(old, new)) == told


def test_formatting_leaves_it_as_it_is() -> None:
    assert format_script(script(), "choices.dev") == script()
