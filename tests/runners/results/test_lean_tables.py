"""Tables made of what is kept of very many trials are those made of the trials themselves."""

from __future__ import annotations

import random

import pytest

from dsl.loading import load
from runners.check.validity import results
from runners.results.tables import Judged, Lean, cell_rows, contrast_rows
from tests.shell import EXPERIMENTS


@pytest.mark.parametrize("script", ["sally_anne", "blicket", "gears"])
def test_rows_are_the_same_without_the_words(script: str) -> None:
    experiment = load(EXPERIMENTS / f"{script}.dev").experiment
    assert experiment is not None
    (child, lure) = results(experiment, runs=4, names=["child", "lure"])
    judged = [*child.judged, *lure.judged]
    lean = Lean(experiment)
    kept = [lean.kept(one) for one in random.Random(1).sample(judged, len(judged))]
    places = [_place(one) for one in judged]
    kept.sort(key=lambda one: places.index(_place(one)))
    assert cell_rows(experiment, kept) == cell_rows(experiment, judged)
    assert contrast_rows(experiment, kept) == contrast_rows(experiment, judged)
    assert any(not one.trial.words for one in kept)


def _place(one: Judged) -> tuple[object, ...]:
    trial = one.trial
    return one.model, trial.cell, trial.draw, trial.sample
