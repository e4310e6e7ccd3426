"""Who cannot be shown pictures is refused before the first call, and nothing is left out for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.experiment import Experiment, Waves
from dsl.loading import load
from dsl.record import replace
from runners.participants.base import Settings
from runners.participants.failures import Unsupported
from runners.participants.registry import participant
from runners.participants.requirements import Ability, Need, able, needs
from runners.participants.sim import simulated
from runners.participants.with_agent import of_scripts

SCRIPT = """experiment Demo

design
    scoring accuracy

procedure
    show one.png: A bridge.
    listen
    test place
        show two.png: A boat.
        ask: What is here?
        answer: a boat
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Experiment:
    """A script that shows a picture, and another one in a question."""
    for name in ("one.png", "two.png"):
        (tmp_path / name).write_bytes(b"\x89PNG\r\n\x1a\nIEND" + name.encode())
    (tmp_path / "demo.dev").write_text(SCRIPT, encoding="utf-8")
    found = load(tmp_path / "demo.dev").experiment
    assert found is not None
    return found


def test_every_picture_of_a_script_is_a_need(experiment: Experiment) -> None:
    """Whether it stands among the steps or in a question."""
    assert needs([experiment]) == (
        Need(Ability.PICTURES, experiment.file, "one.png"),
        Need(Ability.PICTURES, experiment.file, "two.png"),
    )


@pytest.mark.parametrize("allow", [False, True])
def test_who_cannot_be_shown_pictures_is_refused_whatever_is_allowed(
    experiment: Experiment, *, allow: bool
) -> None:
    """Without its picture a question is another question."""
    blind = replace(simulated("child"), sees_pictures=False)
    with pytest.raises(Unsupported) as refused:
        able(blind, needs([experiment]), allow=allow)
    assert refused.value.message == (
        f"sim/child cannot be shown pictures, and `one.png` in {experiment.file} is one "
        "(and 1 more)"
    )


def test_who_can_be_shown_pictures_is_asked_as_it_is(experiment: Experiment) -> None:
    child = simulated("child")
    assert able(child, needs([experiment]), allow=False) is child


def test_an_agent_is_words_alone(experiment: Experiment) -> None:
    """It is told so, whatever its model can be shown."""
    in_waves = replace(experiment, waves=Waves("reading", (("wave 1", 1),)))
    with pytest.raises(Unsupported, match="whose prompts are words, and `one"):
        of_scripts(participant("sim/oracle?agent=plain", Settings()), [in_waves])
