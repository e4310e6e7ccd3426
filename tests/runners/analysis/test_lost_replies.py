"""A reply that is no whole answer costs its trial the score, and the table says how it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.expand import Expander
from dsl.loading import load
from dsl.record import replace
from dsl.tree import QuestionKind
from renderers.tables.run import render_run
from runners.analysis.document import as_run
from runners.analysis.scores import scores_by_matcher
from runners.engine.plan import ParticipantPlan, plan_of
from runners.engine.run import run_study
from runners.engine.study import start, study_scripts
from runners.participants.base import LOST, Call, Finish, Reply, Settings
from runners.participants.registry import participant
from runners.store.store import Store
from runners.studies.study import study_of_run
from tests.shell import EXPERIMENTS

BLICKET = load(EXPERIMENTS / "blicket.dev")
ORACLE = participant("sim/oracle", Settings())


class Ending:
    """An oracle whose right answers to test questions end in some way of their own."""

    name = "sim/ending"
    simulated = True
    sees_key = True
    scores_options = False
    continues_text = False
    sees_pictures = False
    places: int | None = 1
    notes: tuple[str, ...] = ()

    def __init__(self, finish: Finish) -> None:
        self.finish = finish

    def identity(self) -> dict[str, str]:
        return {"provider": "sim", "model": "ending"}

    async def ask(self, call: Call) -> Reply:
        reply = await ORACLE.ask(call)
        tested = call.question is not None and call.question.kind is QuestionKind.TEST
        return replace(reply, finish=self.finish) if tested else reply

    async def aclose(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("finish", sorted(LOST - {Finish.NOT_SHOWN}))
def test_a_right_answer_that_is_not_whole_is_not_scored(finish: Finish, tmp_path: Path) -> None:
    experiment = BLICKET.experiment
    assert experiment is not None
    one, expander = Ending(finish), Expander(experiment)
    trials = plan_of(expander, runs=1)
    with Store.open(str(tmp_path / "store.sqlite")) as store:
        begun = start(study_scripts([BLICKET]), {"p": 1}, [one], {})
        run_study(store, begun, [ParticipantPlan(one, trials)])
        told = study_of_run(store.study(begun.study), [trials], begun.participants)
        rows = scores_by_matcher(store, told, order=as_run(told)).cells
    assert all(row.technical == row.trials and row.lrs.mean is None for row in rows)
    lost = sum(row.lost[str(finish)] for row in rows)
    assert f"no score: {lost} replies" in " ".join(render_run(rows, (), width=120).split())
