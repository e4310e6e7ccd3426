"""Conservation: what is right follows from what is told, worked out here without the keys."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from dsl.trial import Session, turns
from tests.experiments.told import keys, trials
from tests.shell import ROOT

NUMBER = ROOT / "additions" / "conservation_number.dev"
LIQUID = ROOT / "additions" / "conservation_liquid.dev"
BOTH = pytest.mark.parametrize("script", [NUMBER, LIQUID], ids=lambda path: path.stem)


def story(session: Session) -> str:
    """What is told before the first question."""
    return " ".join(map(str, turns(session.nodes)[0].says))


def change(told: str, changed: str, compared: str) -> tuple[str, bool]:
    """What was changed, and whether that was before the comparison; each is told once."""
    (at,) = re.finditer(changed, told)
    (then,) = re.finditer(compared, told)
    return at[1], at.start() < then.start()


def test_a_row_has_more_if_something_is_laid_in_it_after_nothing_was_left_over() -> None:
    for trial in trials(NUMBER):
        for session in trial.sessions:
            told, right = story(session), keys(session)
            row, early = change(told, r"lays it down in the ([\w ]+)\.", "none is left over")
            assert right["where laid"] == f"In the {row}"
            assert right["laid already"] == ("yes" if early else "no")
            same = "They have the same number."
            assert right["more"] == (same if early else f"The {row} has more.")


def test_who_has_not_drunk_has_more_if_the_sip_came_after_the_heights_were_the_same() -> None:
    for trial in trials(LIQUID):
        for session in trial.sessions:
            told, right = story(session), keys(session)
            drinker, early = change(told, r"(\w+) drinks a sip", "at exactly the same height")
            (other,) = {*re.findall(r"^(\w+) and (\w+) have", told)[0]} - {drinker}
            assert right["who drank"] == drinker
            assert right["drunk already"] == ("yes" if early else "no")
            same = "They have the same amount."
            assert right["more"] == (same if early else f"{other} has more.")


@BOTH
def test_the_four_stories_of_a_trial_have_the_same_words(script: Path) -> None:
    """But for the name of who or what is changed: so no other word tells what is right."""
    for trial in trials(script):
        words = [Counter(re.findall(r"\w+", story(session))) for session in trial.sessions]
        that_early, this_early, this_late, that_late = words
        assert that_early == that_late
        assert this_early == this_late


@BOTH
def test_each_answer_is_right_in_no_more_than_half_of_the_stories(script: Path) -> None:
    for trial in trials(script):
        right = Counter(keys(session)["more"] for session in trial.sessions)
        assert sorted(right.values()) == [1, 1, 2]


@pytest.mark.parametrize(
    ("script", "changed", "looks_more"),
    [
        (NUMBER, r"of the ([\w ]+) one after another.* much longer", "The {} has more."),
        (LIQUID, r"all of (\w+)'s.* higher there", "{} has more."),
    ],
    ids=["longer", "higher"],
)
def test_what_looks_like_more_is_more_in_one_story_of_four(
    script: Path, changed: str, looks_more: str
) -> None:
    """And nothing looks like more in the control condition, which has the same keys."""
    right: dict[tuple[str, int], set[tuple[str, ...]]] = {}
    for trial in trials(script):
        answers = tuple(keys(session)["more"] for session in trial.sessions)
        right.setdefault((trial.cell.wording, trial.draw), set()).add(answers)
        found = [re.search(changed, story(session)) for session in trial.sessions]
        if any(found):
            assert trial.cell.condition in ("row spread", "other shape")
            said = [looks_more.format(one[1]) for one in found if one is not None]
            assert sum(map(str.__eq__, said, answers)) == 1
    assert all(len(answers) == 1 for answers in right.values())
