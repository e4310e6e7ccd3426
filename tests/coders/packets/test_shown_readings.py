"""Which scripts show in their words how a reply was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.packets.parts import shows_readings
from dsl.loading import load
from tests.shell import EXPERIMENTS, ROOT

ANSWERING = ROOT / "tests" / "dsl" / "scripts" / "answering"


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        (EXPERIMENTS / "sally_anne.dev", False),
        (ANSWERING / "lamps.dev", False),
        (ANSWERING / "side.dev", True),
        (ANSWERING / "snack.dev", True),
        (ANSWERING / "new_words.dev", True),
    ],
    ids=lambda one: one.stem if isinstance(one, Path) else "",
)
def test_feedback_and_choices_show_a_reading_and_tries_of_a_machine_do_not(
    script: Path, shown: bool
) -> None:
    """What stands on the machine is what the reply says."""
    experiment = load(script).experiment
    assert experiment is not None
    assert shows_readings(experiment) is shown
