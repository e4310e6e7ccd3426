"""What coders are offered is the same in every cell of a draw, and never the right answer alone."""

from __future__ import annotations

import pytest

from coders.packets.candidate_answers import CandidateAnswers
from dsl.expand import Expander, cells
from dsl.loading import load
from tests.coders.packets.stories import SHELF, experiment
from tests.expanded import experiment_in
from tests.shell import EXPERIMENTS


def offered(text: str) -> dict[str, tuple[str, ...]]:
    made = experiment(text)
    return dict(CandidateAnswers(Expander(made)).first().candidates)


@pytest.mark.parametrize("name", ["sally_anne", "helper_hinderer", "blicket", "gears"])
def test_every_cell_of_a_draw_is_offered_the_same(name: str) -> None:
    made = experiment_in(load(EXPERIMENTS / f"{name}.dev"))
    expander = Expander(made)
    siblings = {cell.levels: CandidateAnswers(expander) for cell in cells(made)}
    for draw in (1, 2, 3):
        for wording in ("original", "permuted"):
            found = [
                siblings[cell.levels].of(expander.trial(cell, draw=draw))
                for cell in cells(made, wordings=(wording,))
            ]
            assert all(one == found[0] for one in found)


def test_yes_never_comes_without_no() -> None:
    assert offered(SHELF)["sure"] == ("no", "yes")


def test_what_is_right_alone_comes_with_the_names_and_things_of_the_story() -> None:
    script = SHELF.replace("            wrong: {table}\n            half: {shelf} or {table}\n", "")
    assert offered(script)["look"] == ("Otto", "shelf", "table")


def test_a_hedge_is_not_offered_since_coders_say_it_with_a_key() -> None:
    script = SHELF.replace("half: {shelf} or {table}", "half: perhaps the {shelf}")
    assert offered(script)["look"] == ("shelf", "table")


def test_a_half_answer_comes_with_every_thing_in_its_place() -> None:
    script = SHELF.replace("half: {shelf} or {table}", "half: anywhere, so I take the {shelf}")
    assert offered(script)["look"] == (
        "anywhere, so I take the shelf",
        "anywhere, so I take the table",
        "shelf",
        "table",
    )


def test_the_points_of_a_scale_are_offered_by_their_labels_or_numbers() -> None:
    rated = SHELF.replace(
        "            ask: Is {Otto} sure?\n            answer: yes\n",
        "            ask: Is {Otto} sure?\n            rate 1 to 3\n            answer: 3\n",
    )
    assert offered(rated)["sure"] == ("1", "2", "3")
