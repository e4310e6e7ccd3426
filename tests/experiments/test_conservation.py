"""Conservation: what is right follows from what is told, counted here without the script's keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Session, Trial, turns
from tests.shell import ROOT

NUMBER = ROOT / "additions" / "conservation_number.dev"


def trials(script: Path) -> Iterator[Trial]:
    """Twelve draws of every cell, in both wordings."""
    experiment = load(script).experiment
    assert experiment is not None
    expander = Expander(experiment)
    for cell in cells(experiment):
        for draw in range(1, 13):
            yield expander.trial(cell, draw=draw)


def keys(session: Session) -> dict[str, str]:
    """The key of every question, by its name."""
    return {
        turn.question.name: turn.question.key.answer[0].phrases[0].text
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.key.answer
    }


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
            same = "It is the same number in both."
            assert right["more"] == (same if early else f"The {row} has more.")


@pytest.mark.parametrize("script", [NUMBER], ids=lambda path: path.stem)
def test_the_four_stories_of_a_trial_have_the_same_words(script: Path) -> None:
    """But for the name of what more is put into: so no other word tells what is right."""
    for trial in trials(script):
        words = [Counter(re.findall(r"\w+", story(session))) for session in trial.sessions]
        that_early, this_early, this_late, that_late = words
        assert that_early == that_late
        assert this_early == this_late


@pytest.mark.parametrize("script", [NUMBER], ids=lambda path: path.stem)
def test_each_answer_is_right_in_no_more_than_half_of_the_stories(script: Path) -> None:
    for trial in trials(script):
        right = Counter(keys(session)["more"] for session in trial.sessions)
        assert sorted(right.values()) == [1, 1, 2]


def test_the_row_that_gets_longer_has_more_in_one_story_of_four() -> None:
    """So who takes the longer row for more is right in one, as in the row that is kept."""
    for trial in trials(NUMBER):
        changed = [
            re.findall(r"of the ([\w ]+) one after another", story(s)) for s in trial.sessions
        ]
        right = [keys(session)["more"] for session in trial.sessions]
        assert (
            sum(f"The {row} has more." == key for (row,), key in zip(changed, right, strict=True))
            == 1
        )
        longer = trial.cell.condition == "row spread"
        assert all(("much longer" in story(session)) is longer for session in trial.sessions)
