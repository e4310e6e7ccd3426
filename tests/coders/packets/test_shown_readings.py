"""Which scripts show in their words how a reply was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.packets.parts import shows_readings
from coders.packets.questions import numbered
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.tree import QuestionKind
from tests.expanded import experiment_in
from tests.shell import EXPERIMENTS, ROOT

ANSWERING = ROOT / "tests" / "dsl" / "scripts" / "answering"


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        (EXPERIMENTS / "sally_anne.dev", False),
        (ANSWERING / "lamps.dev", False),
        (ANSWERING / "side.dev", True),
        (ANSWERING / "snack.dev", True),
        (ANSWERING / "new_words.dev", False),
    ],
    ids=lambda one: one.stem if isinstance(one, Path) else "",
)
def test_feedback_shows_a_reading_and_tries_of_a_machine_and_a_training_show_none(
    script: Path, shown: bool
) -> None:
    """What stands on the machine is what the reply says, and nobody judges a training."""
    experiment = experiment_in(load(script))
    assert shows_readings(experiment) is shown


def test_nobody_judges_a_training() -> None:
    """There may be dozens of replies in it."""
    experiment = experiment_in(load(ROOT / "additions" / "transitive_inference.dev"))
    trial = Expander(experiment).trial(cells(experiment)[0], draw=1)
    kinds = {question.kind for _, question in numbered(trial).values()}
    assert kinds == {QuestionKind.CONTROL, QuestionKind.TEST}
    assert not shows_readings(experiment)
