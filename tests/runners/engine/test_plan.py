"""What is planned, before any word of it is made."""

from __future__ import annotations

from dsl.expand import Expander
from dsl.loading import load
from runners.engine.plan import plan_of
from tests.shell import EXPERIMENTS


def test_a_plan_goes_draw_by_draw_over_all_cells_and_can_be_gone_through_again() -> None:
    experiment = load(EXPERIMENTS / "gears.dev").experiment
    assert experiment is not None
    plan = plan_of(Expander(experiment, seed=7), runs=2, samples=2, wordings=("original",))
    told = [(one.draw, one.sample, one.cell.condition) for one in plan]
    cells = ("A pushes B", "symbiotic")
    assert told == [(d, s, cell) for d in (1, 2) for s in (1, 2) for cell in cells]
    assert len(plan) == len(told)
    assert [one.key("p") for one in plan] == [one.key("p") for one in plan]
    assert {one.expand().seed for one in plan} == {7}
