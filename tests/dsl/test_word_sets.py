"""Sets of words: which draws have the same, how many the pools give, and that no draw of a shipped
script repeats the words of another.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.drawing.word_sets import word_sets_up_to
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import check_text, load
from dsl.reach import word_sets
from dsl.tree import FactorKind
from tests.expanded import experiment_in
from tests.shell import ROOT

SHIPPED = sorted(
    path for room in ("experiments", "additions") for path in ROOT.glob(f"{room}/*.dev")
)
DRAWS = 30

BODY = """
design
    scoring accuracy
    wording permuted
    {design}

procedure
    say: {{A red}} cube, {{a blue}} cube and {{a green}} one.
    test which
        ask: Which cube?
        answer: {{red}}
        wrong: {{blue}}
"""


def read(colours: str, design: str = "", swap: str = "") -> Experiment:
    """A small script with these pools."""
    lines = "\n".join(f"    {line.strip()}" for line in colours.strip().splitlines())
    text = f"experiment Demo\n\ncolours\n{lines}\n{swap}{BODY.format(design=design)}"
    return experiment_in(check_text(text, "demo.dev"))


def sets_of(experiment: Experiment, most: int = 1000) -> int:
    turning = experiment.of_kind(FactorKind.COUNTERBALANCE)
    return word_sets_up_to(most, experiment.slots, experiment.design, turning)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_permuted_draw_of_a_cell_has_words_of_its_own(path: Path) -> None:
    experiment = experiment_in(load(path))
    expander = Expander(experiment)
    permuted = tuple(one for one in experiment.design.wordings if one == "permuted")
    for cell in cells(experiment, wordings=permuted) if permuted else ():
        assert len(word_sets(expander, cell, range(1, DRAWS + 1))) == DRAWS, cell


def test_the_sets_of_the_pools_are_counted() -> None:
    assert sets_of(read("red: pink, plum\nblue: teal, cyan, navy\ngreen: grey")) == 6


def test_no_more_are_counted_than_are_asked_for() -> None:
    assert sets_of(read("red: pink, plum\nblue: teal, cyan, navy\ngreen: grey"), most=5) == 5


def test_words_that_are_only_swapped_are_one_set() -> None:
    pools = "red: pink, plum\nblue: pink, plum\ngreen: grey"
    swap = "\ncounterbalance side\n    swap red, blue\n"
    assert sets_of(read(pools)) == 4
    assert sets_of(read(pools, swap=swap)) == 3
    assert sets_of(read(pools, "different red, blue", swap)) == 1


def test_words_that_may_not_meet_are_in_no_set() -> None:
    assert (
        sets_of(read("red: pink, plum\nblue: pink, teal\ngreen: grey", "different red, blue")) == 3
    )


def test_words_drawn_together_are_one_choice() -> None:
    assert (
        sets_of(read("red: pink, plum\nblue: teal, cyan\ngreen: grey", "together red, blue")) == 2
    )


def test_a_draw_repeats_the_set_of_its_swapped_twin_and_no_other() -> None:
    swap = "\ncounterbalance side\n    swap red, blue\n"
    expander = Expander(read("red: pink, plum\nblue: teal, cyan\ngreen: grey", swap=swap))
    (cell,) = cells(expander.experiment)
    found = {
        draw: (dict(expander.trial(cell, draw=draw).words), word_sets(expander, cell, [draw]))
        for draw in range(1, 13)
    }
    for words, sets in found.values():
        for others, theirs in found.values():
            assert (sets == theirs) == (sorted(words.values()) == sorted(others.values()))
    assert len(word_sets(expander, cell, found)) == 4
