"""The scripts on belief: what is right in each story, and that the addition tells the same ones."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from dsl.trial import Session, Turn, turns
from tests.experiments.told import keys, trials
from tests.shell import EXPERIMENTS, ROOT

SALLY_ANNE = EXPERIMENTS / "sally_anne.dev"
IN_ORDER = ROOT / "additions" / "sally_anne_in_order.dev"
VARIATIONS = EXPERIMENTS / "belief_variations.dev"
SMARTIES = EXPERIMENTS / "smarties.dev"
CONTENTS = ROOT / "additions" / "contents_variations.dev"


def roles(session: Session, question: str, *, by: tuple[str, str]) -> str:
    """Which of two other questions of the same story has the same key."""
    found = keys(session)
    return "/".join(other for other in by if found[other] == found[question])


def first_turn(session: Session) -> Turn:
    return turns(session.nodes)[0]


@pytest.mark.parametrize(
    ("script", "test", "by", "right"),
    [
        (
            SALLY_ANNE,
            "belief",
            ("memory", "reality"),
            ("memory", "reality", "", "memory/reality"),
        ),
        (VARIATIONS, "belief", ("memory", "reality"), ("reality", "memory", "memory", "reality")),
        (
            SMARTIES,
            "friend thinks",
            ("first guess", "reality"),
            ("first guess", "reality", "first guess", "reality"),
        ),
    ],
    ids=["Sally-Anne", "variations on transfer", "Smarties"],
)
def test_each_answer_is_right_in_the_stories_it_should_be_in_every_condition_and_draw(
    script: Path, test: str, by: tuple[str, str], right: tuple[str, ...]
) -> None:
    """So no rule that always gives one of them is right in more than two of four."""
    for trial in trials(script):
        assert tuple(roles(session, test, by=by) for session in trial.sessions) == right, trial.cell


def test_only_who_cannot_read_leaves_open_what_is_thought_to_be_in_the_box() -> None:
    """The other edited stories tell what is in it, one way or another."""
    for trial in trials(CONTENTS):
        edited = "" if trial.cell.condition == "cannot read" else "reality"
        found = [roles(session, "belief", by=("label", "reality")) for session in trial.sessions]
        assert found == [edited, "label", "label", "reality"], trial.cell
        assert edited or keys(trial.sessions[0])["belief"] == "I cannot tell"


def test_the_stories_about_a_wrong_label_have_the_same_words() -> None:
    """But for which of two people, and of two containers, stands where, and for the words "clear"
    and "black", of which each is in a story with either answer.
    """
    for trial in trials(CONTENTS):
        told = [" ".join(map(str, first_turn(session).says)) for session in trial.sessions]
        (people,) = {"|".join(sorted(re.findall(r"(?:First|Later) (\w+)", one))) for one in told}
        found = [
            Counter(re.findall(r"\w+", re.sub(f"{people}|box|basket", "X", one))) for one in told
        ]
        edited, unedited, without_effect, seen = found
        assert edited == without_effect
        assert unedited == seen
        transparent = trial.cell.condition == "transparent"
        assert edited - unedited == Counter(["clear"] if transparent else [])
        assert unedited - edited == Counter(["black"] if transparent else [])


def test_the_original_order_tells_the_stories_of_sally_anne_with_the_same_keys() -> None:
    """Only the order of the questions, and that they share a conversation, is another."""
    for own, other in zip(trials(SALLY_ANNE), trials(IN_ORDER), strict=True):
        for session, in_order in zip(own.sessions, other.sessions, strict=True):
            assert first_turn(session).says == first_turn(in_order).says
            asked = keys(in_order)
            assert list(asked) == ["naming", "belief", "reality", "memory"]
            assert asked.items() <= keys(session).items()
