"""Chance where an answer earns half: held against every way to answer, read by the matcher.

Nothing is taken from the computation that is tested: each answer that a question offers is given
as a reply, the matcher marks it, and the rule scores every combination.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from coders.guessing import chance, expected, odds, shares
from coders.marks import HALF, RIGHT, WRONG, Verdict
from coders.matcher import match
from dsl.expand import Expander
from dsl.experiment import Experiment
from dsl.loading import check_text
from dsl.scoring import linear
from dsl.tree import QuestionKind
from dsl.trial import Cell, Place, Question, Trial, turns
from tests.coders.building import score
from tests.expanded import experiment_in

CHOSEN = """
            ask: Where will {Otto} look?
            choices rotated:
                The shelf
                The table
                The drawer
                The cellar"""

QUESTIONS = {
    "one choice is half right": f"""{CHOSEN}
            answer: The shelf
            half: the drawer
            wrong:
                The table
                The drawer""",
    "two choices are": f"""{CHOSEN}
            answer: The shelf
            half:
                The drawer
                The cellar
                The shelf""",
    "a hedge is no choice": f"""{CHOSEN}
            answer: The shelf
            half: the shelf or the table""",
    "what the key bars stays wrong": f"""{CHOSEN}
            answer none of:
                The drawer
                The cellar
            half: The drawer""",
    "by another wording": f"""{CHOSEN}
            answer: The shelf
            half: {{vault}}""",
    "on a scale": """
            ask: How sure is {Otto}?
            rate 1 to 5
            answer: 5
            half: 4""",
    "a lure of an open question": """
            ask: Where will {Otto} look?
            answer: the shelf
            half: the drawer
            wrong:
                the table
                the drawer""",
    "half of what is not on offer": """
            ask: Where will {Otto} look?
            answer: the shelf
            half: the cellar
            wrong: the table""",
    "no where yes is right": """
            ask: Will {Otto} look?
            answer: yes
            half: no""",
}

ODDS = {
    "one choice is half right": (Fraction(1, 4), Fraction(1, 4)),
    "two choices are": (Fraction(1, 4), Fraction(2, 4)),
    "a hedge is no choice": (Fraction(1, 4), Fraction(0)),
    "what the key bars stays wrong": (Fraction(2, 4), Fraction(0)),
    "by another wording": (Fraction(1, 4), Fraction(1, 4)),
    "on a scale": (Fraction(1, 5), Fraction(1, 5)),
    "a lure of an open question": (Fraction(1, 3), Fraction(1, 3)),
    "half of what is not on offer": (Fraction(1, 2), Fraction(0)),
    "no where yes is right": (Fraction(1, 2), Fraction(1, 2)),
}

OFFERED = {
    "on a scale": ("1", "2", "3", "4", "5"),
    "a lure of an open question": ("the shelf", "the table", "the drawer"),
    "half of what is not on offer": ("the shelf", "the table"),
    "no where yes is right": ("yes", "no"),
}
"""What can be guessed where there are no choices."""


def script(*names: str, more: str = "") -> str:
    tests = "".join(
        f"\n        test {name}{QUESTIONS[name]}\n            worth {at}"
        for at, name in enumerate(names, start=1)
    )
    return f"""experiment Half right

people
    Otto (he): Karim, Paul

places
    vault (also the cellar): safe (also the cellar)

procedure
    say: {{Otto}} is at home.
    separately{tests}{more}
"""


def experiment(text: str) -> Experiment:
    return experiment_in(check_text(text, "half.dev"))


def asked(trial: Trial) -> list[tuple[Place, Question]]:
    return [
        ((index, turn.place), turn.question)
        for index, session in enumerate(trial.sessions)
        for turn in turns(session.nodes)
        if turn.question is not None
    ]


def answers(question: Question) -> list[Verdict]:
    """The matcher's verdict on each answer that the question offers."""
    replies = question.options or OFFERED.get(question.name, ("yes", "no"))
    return [match(f"{reply}.", question) for reply in replies]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_guess_earns_what_the_matcher_gives_to_the_answers_on_offer(name: str) -> None:
    trial = Expander(experiment(script(name))).trial(Cell((), "original"), draw=1)
    ((_, question),) = asked(trial)
    marks = [verdict.mark for verdict in answers(question)]
    n = len(marks)
    assert (Fraction(marks.count(RIGHT), n), Fraction(marks.count(HALF), n)) == ODDS[name]
    told = dict(odds(question) or ())
    assert (told.get(RIGHT, 0), told.get(HALF, 0)) == ODDS[name]
    assert sum(told.values()) == 1
    assert marks.count(WRONG) == told.get(WRONG, 0) * n
    assert expected(question) == sum((mark for mark in marks if mark is not None), Fraction(0)) / n


GATE = """
        control seen
            ask: Did {Otto} see it?
            answer: yes
            wrong: no"""


@pytest.mark.parametrize("guessed", [False, True])
def test_chance_is_the_mean_over_every_way_to_answer(guessed: bool) -> None:
    """Unequal worths, halves and a gate, each way to answer scored as a reply would be."""
    names = ("one choice is half right", "a lure of an open question", "on a scale")
    trial = Expander(experiment(script(*names, more=GATE))).trial(Cell((), "original"), draw=1)
    ways: list[tuple[Fraction, Fraction, Fraction]] = []
    places = asked(trial)
    verdicts = [
        answers(question)
        if guessed or question.kind is QuestionKind.TEST
        else [match("yes", question)]
        for _, question in places
    ]
    for way in product(*verdicts):
        scored = score(trial, {place: one for (place, _), one in zip(places, way, strict=True)})
        tests = [
            (question.worth, verdict.mark)
            for (_, question), verdict in zip(places, way, strict=True)
            if question.kind is QuestionKind.TEST
        ]
        earned = sum((worth * mark for worth, mark in tests if mark is not None), Fraction(0))
        share = earned / sum(worth for worth, _ in tests)
        assert scored.lrs is not None
        failed = guessed and scored.lrs == 0
        ways.append((Fraction(scored.lrs), Fraction(0) if failed else linear(share), share))
    found = chance(trial, gates_guessed=guessed)
    assert found is not None
    assert [found.lrs, found.linear, found.share] == [
        sum(column, Fraction(0)) / len(ways) for column in zip(*ways, strict=True)
    ]
    counted = shares(trial)
    assert counted is not None
    assert counted == {
        share: Fraction(sum(way[2] == share for way in ways), len(ways))
        for share in {way[2] for way in ways}
    }
