"""What a reader of the figures must know besides them."""

from __future__ import annotations

from dsl.record import replace
from runners.analysis.score_notes import left_out_unequally
from tests.renderers.score_cells import CELL


def test_conditions_that_lose_other_shares_of_their_trials_are_named() -> None:
    told = replace(CELL, levels=(("hint", "told"),), scored=6)
    untold = replace(CELL, levels=(("hint", "not told"),), scored=9)
    another = replace(told, model="lab/two", scored=9, undecided=1)
    lost = replace(untold, model="lab/two", scored=9, technical=1)
    assert [one.left_out for one in (told, untold, another, lost)] == [4, 1, 0, 0]
    assert list(left_out_unequally([told, untold, another, lost])) == [
        "The hat, original, lab/one: the script excludes 4 of 10 in told and 1 of 10 in not told; "
        "a difference between these conditions may be one between those who are left"
    ]
