"""The conditions of the battery and of the additions have questions of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.packets.codebook import differences
from coders.packets.shape import View
from dsl.checking.warnings.shared_words import SharedWords
from dsl.expand import Expander, cells
from dsl.trial import Trial, turns
from renderers.prompt import user_message
from tests.expanded import shipped
from tests.shell import EXPERIMENTS, ROOT

SCRIPTS = sorted([*EXPERIMENTS.glob("*.dev"), *(ROOT / "additions").glob("*.dev")])


def stories(trial: Trial) -> list[str]:
    """What each session of a trial sends, all questions included."""
    return [
        "\n".join(user_message(turn).text for turn in turns(session.nodes))
        for session in trial.sessions
    ]


@pytest.mark.parametrize(
    # Where the same is asked in waves, conditions share questions on purpose.
    "path",
    [one for one in SCRIPTS if one.stem != "changing_views"],
    ids=lambda path: path.stem,
)
def test_no_question_reads_the_same_in_two_conditions(path: Path) -> None:
    experiment = shipped(path)
    shared = SharedWords(experiment)
    assert shared.few
    assert shared.between_conditions() == {}


TOLD_BY_ANSWERS = {
    "blicket_hypothesis",
    "card_sort",
    "causal_training",
    "contents_variations",
    "flood_worry",
    "gears",
}
"""Accepted answers differ between conditions: rubric view of these needs `--keyed`."""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_what_coders_are_shown_tells_no_condition_but_where_the_answers_do(path: Path) -> None:
    experiment = shipped(path)
    assert bool(differences(experiment, view=View.RUBRIC)) is (path.stem in TOLD_BY_ANSWERS)


@pytest.mark.parametrize("name", ["gears", "belief_variations", "blicket_hypothesis"])
def test_no_story_is_told_in_two_cells_of_a_draw(name: str) -> None:
    experiment = shipped(EXPERIMENTS / f"{name}.dev")
    expander = Expander(experiment)
    for draw in range(1, 13):
        told = [
            story
            for cell in cells(experiment, wordings=("permuted",))
            for story in stories(expander.trial(cell, draw=draw))
        ]
        assert len(set(told)) == len(told)
