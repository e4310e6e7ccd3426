"""The ways through a script, as a tree of its questions."""

from __future__ import annotations

import pytest

from dsl.expand import Expander, cells
from renderers.paths import path_lines
from tests.dsl.test_following import END, SNACK, TAKE, WHY, script
from tests.expanded import experiment_in
from tests.steered_scripts import steered_script


def lines(*blocks: str) -> list[str]:
    experiment = script(*blocks)
    return list(path_lines(experiment, Expander(experiment).after(cells(experiment)[0], 1)))


def test_outcomes_after_which_the_same_comes_share_their_lines() -> None:
    assert lines(SNACK, TAKE, WHY, END) == [
        "record snack",
        "    the carrot, the cookie or unclear (asked again at most 2 times)",
        "test take",
        "    right:",
        "        control end",
        "    wrong (nothing is said) or unclear (nothing is said):",
        "        record why",
        "        control end",
    ]


def test_a_question_that_no_line_names_has_one_way_on() -> None:
    plain = "test take\n    ask: Which one?\n    answer: {cookie}\n    wrong: {carrot}\n"
    assert lines(SNACK, plain, END) == [
        "record snack",
        "    the carrot, the cookie or unclear (asked again at most 2 times)",
        "test take",
        "control end",
    ]


@pytest.mark.parametrize("seed", range(40))
def test_every_way_of_a_random_script_is_drawn(seed: int) -> None:
    from dsl.loading import check_text

    experiment = experiment_in(check_text(steered_script(seed), "made_up.dev"))
    found = list(path_lines(experiment, Expander(experiment).after(cells(experiment)[0], 1)))
    assert any(line.strip().startswith("test ") for line in found)
