"""The simulated participant that answers scales by a trait."""

from pathlib import Path
from statistics import fmean

from dsl.expand import Expander, cells
from dsl.loading import load
from runners.check.taking import simulate
from runners.participants.sim import simulated

SCRIPT = """experiment Worry

questionnaire worry
    rate 1 to 5
    item water: I worry about floods.
    item calm (reversed): Floods are no concern of mine.
    item pay: I would pay for a higher dam.

procedure
    do worry
"""


def said(tmp_path: Path, name: str, draws: int = 40) -> dict[str, list[int]]:
    """The points of each item over draws."""
    path = tmp_path / "worry.dev"
    path.write_text(SCRIPT, encoding="utf-8")
    experiment = load(path).experiment
    assert experiment is not None
    found: dict[str, list[int]] = {}
    for draw in range(1, draws + 1):
        trial = Expander(experiment).trial(cells(experiment)[0], draw=draw)
        for one in simulate(trial, simulated(name)).exchanges:
            assert one.reply is not None
            assert one.turn.question is not None
            found.setdefault(one.turn.question.form, []).append(int(one.reply.text))
    return found


def test_reversed_items_get_the_opposite_point(tmp_path: Path) -> None:
    """A trait of 0.8 is 4.2 on a scale from 1 to 5, and 1.8 the other way round."""
    found = said(tmp_path, "likert")
    assert abs(fmean(found["water"]) - 4.2) < 0.3
    assert abs(fmean(found["calm"]) - 1.8) < 0.3


def test_each_trial_is_somebody_else(tmp_path: Path) -> None:
    """Draws differ in what they answer to all items alike."""
    found = said(tmp_path, "likert?trait=0.5&spread=0.5")
    sums = [a + 6 - b + c for a, b, c in zip(*found.values(), strict=True)]
    assert min(sums) <= 5
    assert max(sums) >= 13


def test_without_spread_all_answers_are_alike(tmp_path: Path) -> None:
    """Then there is no variance, and no alpha."""
    found = said(tmp_path, "likert?trait=0.5&spread=0")
    assert {point for points in found.values() for point in points} == {3}
