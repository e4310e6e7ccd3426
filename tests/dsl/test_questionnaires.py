"""Questionnaires: what is asked, in which order, and what is computed from points."""

from fractions import Fraction
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.experiment import Experiment, ScaleItem, measures_of
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import load
from dsl.trial import Fork, Turn, turns
from dsl.ways.call_bounds import CallBounds, call_bounds
from tests.expanded import experiment_in

SCRIPT = """experiment Before and after

questionnaire worry
    rate 1 to 5
    items shuffled
    item water: I worry about floods.
    item calm (reversed): Floods are no concern of mine.
    item pay: I would pay for a higher dam.
    item watch: I watch the river.
    needs 2 of 4 items
    subscale fear of water, calm, watch
    then
        unclear, ask again at most 2 times: Please give a number from 1 to 5.

design
    runs 8

procedure
    in order
        scene before
            do worry
        scene after
            say: Last night the river came over the dam.
            do worry
"""


def loaded(tmp_path: Path, text: str = SCRIPT) -> Experiment:
    """The experiment of a script that has no fault."""
    path = tmp_path / "script.dev"
    path.write_text(text, encoding="utf-8")
    found = load(path)
    assert [fault.message() for fault in found.faults] == []
    return experiment_in(found)


def asked(one: Experiment, draw: int) -> list[Turn]:
    """The turns of one draw, as by a participant who always names a point."""
    trial = Expander(one).trial(cells(one)[0], draw=draw)
    return list(turns(trial.sessions[0].nodes))


def test_items_are_records_of_one_question_on_the_scale(tmp_path: Path) -> None:
    """Each item is asked once in each wave, in a message of its own."""
    found = asked(loaded(tmp_path), 1)
    assert [turn.scene for turn in found] == ["before"] * 4 + ["after"] * 4
    for wave in (found[:4], found[4:]):
        assert {turn.question.form for turn in wave if turn.question} == {
            "water", "calm", "pay", "watch",
        }  # fmt: skip
    for turn in found:
        assert turn.question is not None
        assert turn.question.name == "worry"
        assert turn.question.rating == (1, 5)
        assert turn.question.reversed is (turn.question.form == "calm")


def test_an_order_is_drawn_for_each_time(tmp_path: Path) -> None:
    """Waves of one draw do not always have one order, and neither do draws."""
    one = loaded(tmp_path)
    orders = [
        [turn.question.form for turn in asked(one, draw) if turn.question] for draw in range(1, 9)
    ]
    assert any(order[:4] != order[4:] for order in orders)
    assert len({tuple(order[:4]) for order in orders}) > 1


def test_items_are_asked_again_and_count_in_the_plan(tmp_path: Path) -> None:
    """Eight items, each at most two times more."""
    one = loaded(tmp_path)
    assert call_bounds(Expander(one), cells(one)[0]) == CallBounds(8, 24)


def test_the_mean_of_what_was_answered(tmp_path: Path) -> None:
    """Reversed items are turned; too few answers give no mean; subscales need their proportion."""
    one = loaded(tmp_path).questionnaires[0]
    whole, fear = one.scales
    assert one.waves == ("before", "after")
    assert one.items[1] == ScaleItem("calm", True)
    assert one.mean(whole, {"water": 4, "calm": 2, "pay": 3, "watch": 5}) == Fraction(16, 4)
    assert one.mean(whole, {"calm": 1, "pay": 4}) == Fraction(9, 2)
    assert one.mean(whole, {"calm": 1}) is None
    assert (fear.name, fear.least) == ("worry fear", 2)
    assert one.mean(fear, {"water": 1, "calm": 5, "pay": 5}) == Fraction(1)
    assert one.mean(fear, {"calm": 5, "pay": 5}) is None
    assert tuple(each.name for each in measures_of(one)) == (
        "worry before", "worry after", "worry change",
        "worry fear before", "worry fear after", "worry fear change",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("calm (reversed)", "calm", False),
        ("needs 2 of 4", "needs 3 of 4", False),
        ("subscale fear of water, calm, watch", "subscale fear of water, calm", False),
        ("items shuffled", "items fixed", True),
        ("at most 2 times", "at most 1 time", True),
        ("rate 1 to 5", "rate 1 to 7", True),
        ("I watch the river.", "I look at the river.", True),
    ],
)
def test_what_is_asked_is_the_procedure_and_what_is_computed_the_rubric(
    tmp_path: Path, old: str, new: str, again: bool
) -> None:
    """Only a change of what is asked asks again."""
    before, after = loaded(tmp_path), loaded(tmp_path, SCRIPT.replace(old, new))
    assert (procedure_hash(before) != procedure_hash(after)) is again
    assert again or rubric_hash(before) != rubric_hash(after)


def test_one_wave_needs_no_scene_and_has_no_change(tmp_path: Path) -> None:
    """Its measures have the names of its scales alone."""
    head = SCRIPT.partition("procedure")[0]
    one = loaded(tmp_path, f"{head}procedure\n    do worry\n").questionnaires[0]
    assert one.waves == ("",)
    assert tuple(each.name for each in measures_of(one)) == ("worry", "worry fear")


def test_each_level_may_have_its_own_place(tmp_path: Path) -> None:
    """Branches that exclude each other give it once each."""
    head = SCRIPT.partition("procedure")[0].replace(
        "design", "conditions story\n    told\n    not told\n\ndesign"
    )
    text = f"""{head}procedure
    when told
        say: The river came over the dam.
        do worry
    otherwise
        do worry
"""
    assert loaded(tmp_path, text).questionnaires[0].waves == ("",)


def test_a_total_adds_means_of_questionnaires(tmp_path: Path) -> None:
    """A questionnaire given once, and its subscale."""
    head = SCRIPT.partition("procedure")[0].replace(
        "design", "measures\n    total both of worry, worry fear\n\ndesign"
    )
    one = loaded(tmp_path, f"{head}procedure\n    do worry\n")
    total = one.measures[-1]
    assert (total.name, total.parts) == ("both", ("worry", "worry fear"))
    assert (total.low, total.high) == (2, 10)


def test_under_separately_each_item_is_on_its_own_copy(tmp_path: Path) -> None:
    """Whatever their order would be; items keep their names and what is computed."""
    text = SCRIPT.replace(
        "scene before\n            do", "scene before\n            separately\n                do"
    )
    [[before, *after]] = [one.nodes for one in Expander(loaded(tmp_path, text)).trial(
        cells(loaded(tmp_path, text))[0], draw=1).sessions]  # fmt: skip
    assert isinstance(before, Fork)
    forms = [
        node.question.form for [node] in before.branches if isinstance(node, Turn) and node.question
    ]
    assert forms == ["water", "calm", "pay", "watch"]
    assert len(after) == 4
