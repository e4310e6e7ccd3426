"""What simulated participants answer belongs to a version, so that a store never mixes two.

The version is part of who answers. Whoever changes an answer and leaves the version finds old
replies taken for new ones in every store that was begun before.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.loading import load
from runners.check.taking import simulate
from runners.participants.sim import FAMILY, simulated
from runners.participants.sim.player import KEYED_VERSION, READER_VERSION

SCRIPT = Path(__file__).parent / "every_question.dev"
"""Every kind of question, and no control: those are answered by the oracle for whoever reads."""

ANSWERS = {
    ("keyed", "2"): "af73c389077d4fe2",
    ("reader", "2"): "b9bdcd54915e3669",
}


@pytest.mark.parametrize(
    ("kind", "version"), [("keyed", KEYED_VERSION), ("reader", READER_VERSION)]
)
def test_answers_that_change_have_a_new_version(kind: str, version: str) -> None:
    experiment = load(SCRIPT).experiment
    assert experiment is not None
    expander = Expander(experiment)
    players = [simulated(one.name) for one in FAMILY if one.sees_key == (kind == "keyed")]
    said = hashlib.sha256()
    for player in players:
        for cell in cells(experiment):
            for draw in range(1, 4):
                transcript = simulate(expander.trial(cell, draw=draw), player)
                for one in transcript.exchanges:
                    assert one.reply is not None
                    said.update(f"{player.name}\0{one.place}\0{one.reply.text}\0".encode())
    assert ANSWERS.get((kind, version)) == said.hexdigest()[:16], (
        f"the {kind} players answer otherwise: raise their version in "
        f"runners/participants/sim/player.py, and write {said.hexdigest()[:16]} beside it here"
    )
