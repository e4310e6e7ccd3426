"""`own`: which stories and questions are those of the original study."""

from __future__ import annotations

import pytest

from coders.lrs import asked_in
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from tests.expanded import experiment_in

SCRIPT = """experiment Three stories

things
    ball: cup, pen

versions story
    seen
    hidden
    gone

design
    wording original
    scoring accuracy

procedure
    say by story
        seen: {A ball} is on the table.
        hidden: {A ball} is under the cloth.
        gone: {A ball} was on the table, and is gone.
    separately
        test here
            ask: Is there {a ball}?
            answer by story
                gone: no
                otherwise: yes
        control thing
            ask: What is it about?
            answer: {ball}
"""


def experiment(script: str) -> Experiment:
    return experiment_in(check_text(script, "own.dev"))


def own(script: str) -> tuple[list[str], list[bool], list[bool]]:
    """The own stories; of every scored question and of every control, whether it is one's own."""
    one = experiment(script)
    trial = Expander(one).trial(cells(one)[0], draw=1)
    asked = asked_in(trial)
    return (
        [session.version for session in trial.sessions if session.own_story],
        [unit.own_story for _, unit in asked.units],
        [control.own_story for _, control in asked.gating],
    )


def marked(*levels: str) -> str:
    script = SCRIPT
    for level in levels:
        script = script.replace(f"\n    {level}\n", f"\n    {level}\n        own\n", 1)
    return script


def test_without_own_the_first_version_is_the_papers() -> None:
    assert own(SCRIPT) == (["seen"], [True, False, False], [True, False, False])


@pytest.mark.parametrize("levels", [("seen", "gone"), ("hidden",), ("seen", "hidden", "gone")])
def test_every_version_that_says_so_is_the_papers_with_its_controls(
    levels: tuple[str, ...],
) -> None:
    flags = [name in levels for name in ("seen", "hidden", "gone")]
    assert own(marked(*levels)) == (list(levels), flags, flags)


def test_a_test_can_be_the_papers_in_a_matched_story_and_its_controls_stay_matched() -> None:
    script = SCRIPT.replace(
        "            ask: Is there",
        "            when gone\n                own\n            ask: Is there",
    )
    assert own(script) == (["seen"], [True, False, True], [True, False, False])


def test_of_an_own_story_only_the_tests_that_say_so_are_the_papers() -> None:
    script = SCRIPT.replace(
        "        control thing",
        "        test again\n            when seen\n                own\n"
        "            ask: Is it there?\n            answer: {ball}\n        control thing",
    )
    assert own(script) == (
        ["seen"],
        [False, True, False, False, False, False],
        [True, False, False],
    )


def test_own_stories_of_two_factors_are_own_in_both() -> None:
    script = marked("hidden").replace(
        "\ndesign\n",
        "\nversions light\n    day\n        let light: day\n    night\n        let light: night\n"
        "\ndesign\n",
        1,
    )
    script = script.replace("procedure\n", "procedure\n    say: It is {light}.\n")
    assert own(script)[0] == ["hidden, day"]


def test_own_changes_how_figures_are_divided_and_nothing_that_is_sent() -> None:
    plain, changed = experiment(SCRIPT), experiment(marked("seen", "gone"))
    assert procedure_hash(plain) == procedure_hash(changed)
    assert rubric_hash(plain) != rubric_hash(changed)


@pytest.mark.parametrize(
    ("script", "code"),
    [
        (SCRIPT.replace("versions story", "counterbalance story").replace(
            "    seen\n", "    seen\n        own\n", 1), "E520"),
        (SCRIPT.replace("control thing\n", "control thing\n            own\n"), "E561"),
        (marked("seen").replace("        own\n", "        own\n        own\n", 1), "E558"),
    ],
)  # fmt: skip
def test_own_elsewhere_is_a_fault(script: str, code: str) -> None:
    assert code in [fault.code for fault in check_text(script, "own.dev").faults]
