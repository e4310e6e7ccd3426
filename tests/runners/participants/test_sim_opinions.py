"""The simulated participants that rate as people did: what they say follows from the ratings."""

from __future__ import annotations

from collections import Counter

import pytest
from voices import ask, asked, call_for

from coders.reply_outcomes import rated
from dsl.record import replace
from dsl.trial import Question
from runners.participants.sim import simulated

ITEM = asked("Lamps are a waste.", rating=(1, 5))
LABELS = ("strongly disagree", "disagree", "neither", "agree", "strongly agree")


def points(name: str, question: Question, times: int = 1) -> Counter[int | None]:
    """The points that it says, as they are read."""
    calls = (replace(call_for(question), key=f"{at}") for at in range(times))
    return Counter(rated(ask(simulated(name), call).text, question) for call in calls)


@pytest.mark.parametrize(
    ("people", "unmoved", "follower", "forgetful"),
    [
        ((2,), 2, 2, 2),
        ((2, 3, 5), 2, 5, 4),
        ((2, 5, 5), 2, 5, 2),
        ((4, 2, 5), 4, 5, 5),
        ((1, 3, 2), 1, 2, 1),
        ((None, 4), 3, 4, 4),
        ((4, None), 4, 3, 3),
    ],
)
@pytest.mark.parametrize("line", ["", "Rating"])
def test_what_they_say(
    people: tuple[int | None, ...], unmoved: int, follower: int, forgetful: int, line: str
) -> None:
    """Where people have no majority, the middle of the scale takes its place."""
    item = replace(ITEM, people=people, labels=LABELS, answer_line=line)
    expected = {"unmoved": unmoved, "follower": follower, "forgetful": forgetful}
    for name, point in expected.items():
        assert points(name, item) == Counter({point: 1})


def test_a_follower_errs_as_often_as_it_is_said_to() -> None:
    said = points("follower?p=0.8", replace(ITEM, people=(2, 4)), 120)
    assert abs(said[4] / 120 - 0.8) < 0.15
    assert set(said) == {1, 2, 3, 4, 5}
