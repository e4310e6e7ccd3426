"""Contrasts: right on every side of what was varied, and how often a guess would be."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from coders.contrasts import chance, compared, complete, group, passed_in
from coders.marks import Verdict
from dsl.experiment import Contrast, ContrastLine
from dsl.trial import Place, Trial
from tests.coders.building import question, session, trial, verdicts

STORIES = trial(
    session(question("belief"), question("other"), levels=(("story", "moved"),)),
    session(question("belief"), levels=(("story", "watched"),), own_story=False),
)
LINE = ContrastLine("belief", "story", ("moved", "watched"))
ACROSS_STORIES = Contrast("follows", (LINE,))


def passed(judged: list[tuple[Trial, Mapping[Place, Verdict]]], contrast: Contrast) -> bool | None:
    """Whether these trials, which are one group, pass it; None where something is missing."""
    parts = [compared(made, contrast) for made, _ in judged]
    results = [passed_in(part, told) for part, (_, told) in zip(parts, judged, strict=True)]
    return all(results) if complete(parts, contrast) and None not in results else None


@pytest.mark.parametrize(
    ("moved", "watched", "result"),
    [
        ("right", "right", True),
        ("unclear", "right", True),
        ("right", "wrong", False),
        ("half", "right", False),
        ("human", "right", None),
        # Else a draw of which a mark is missing could be failed, and never passed.
        ("human", "wrong", None),
    ],
)
def test_a_contrast_within_a_draw(moved: str, watched: str, result: bool | None) -> None:
    """All right, or one not right, or a person has to look."""
    judged = verdicts({"belief": moved, "other": "wrong"}, {"belief": watched})
    assert passed([(STORIES, judged)], ACROSS_STORIES) is result


def test_all_forms_must_be_right() -> None:
    """A question asked in two forms is two questions."""
    made = trial(
        session(
            question("belief", form="look"),
            question("belief", form="think"),
            levels=(("story", "moved"),),
        )
    )
    contrast = Contrast("forms", (ContrastLine("belief", "story", ("moved",)),))
    both = {"belief, look": "right", "belief, think": "right"}
    assert passed([(made, verdicts(both))], contrast) is True
    one = {"belief, look": "right", "belief, think": "wrong"}
    assert passed([(made, verdicts(one))], contrast) is False
    assert chance([made], contrast) == Fraction(1, 4)


def test_a_contrast_between_conditions_takes_the_trials_of_one_draw() -> None:
    """They are grouped by wording, draw, sample and the conditions that are not compared."""
    contrast = Contrast("form", (ContrastLine("first", "evidence", ("and", "or")),))
    made = [
        trial(
            session(question("first")),
            levels=(("hypothesis", "given"), ("evidence", level)),
            draw=3,
        )
        for level in ("and", "or")
    ]
    assert {group(each, contrast) for each in made} == {
        ("permuted", 3, 1, (("hypothesis", "given"),))
    }
    right = verdicts({"first": "right"})
    assert passed([(each, right) for each in made], contrast) is True
    assert passed([(made[0], right)], contrast) is None
    assert chance(made, contrast) == Fraction(1, 4)
    assert chance(made[:1], contrast) is None


def test_a_question_in_two_lines_is_guessed_once() -> None:
    """The joint chance is of questions, not of lines."""
    twice = Contrast("twice", (LINE, ContrastLine("belief", "story", ("moved",))))
    assert chance([STORIES], twice) == Fraction(1, 4)


def test_unknown_odds_give_no_joint_chance() -> None:
    """As everywhere with chance."""
    made = trial(session(question("belief", candidates=0), levels=(("story", "moved"),)))
    contrast = Contrast("one", (ContrastLine("belief", "story", ("moved",)),))
    assert chance([made], contrast) is None
