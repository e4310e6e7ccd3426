"""The five tasks of a mind: what is right follows from the story, whatever was chosen before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from dsl.trial import Session, Trial, turns
from tests.experiments.told import asked, expander, found, keys, stories, trials
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "mind_scale.dev"
SECOND = {"own snack": "the biscuit", "own guess": "in the garage"}
ASKED_TWICE_MORE = ("unclear", "unclear", "unclear")


def with_replies(trial: Trial) -> Iterator[Trial]:
    """The trial for each choice of a snack and of a place, and for those who choose nothing."""
    after = expander(SCRIPT).after(trial.cell, trial.draw)
    snacks = (("the carrot",), ("the biscuit",), ASKED_TWICE_MORE)
    places = (("in the hedge",), ("in the garage",), ASKED_TWICE_MORE)
    for snack, place in product(snacks, places):
        yield after(
            tuple(
                ((number, f"{story}/record {question}{again}"), outcome)
                for number, story in enumerate(("of the scale", "reversed"))
                for question, outcomes in (
                    ("own snack (copy 1.1)", snack),
                    ("own guess (copy 1.2)", place),
                )
                for again, outcome in zip(("", ", again", ", again 2"), outcomes, strict=False)
            )
        )


def chosen(trial: Trial, session: int, question: str) -> str:
    """The words that were chosen; where none were, those of the second choice of the script."""
    outcome = [
        outcome for (at, place), outcome in trial.path if at == session and question in place
    ]
    readings = next(
        dict(turn.question.outcomes)
        for turn in turns(trial.sessions[session].nodes)
        if turn.question is not None and turn.question.name == question
    )
    return readings[outcome[-1]] or readings[SECOND[question]]


def test_the_other_person_likes_and_thinks_what_the_key_says_on_every_path() -> None:
    """Of the scale: what the participant has not chosen; reversed: what it has."""
    for first in trials(SCRIPT):
        for trial in with_replies(first):
            for at, session in enumerate(trial.sessions):
                right, story = keys(session), stories(session)
                name = found(r"Here comes (\w+)\.", story["desire"])
                likes = found(rf"{name} likes (the [\w ]+)\.", story["desire"])
                thinks = found(rf"{name} thinks that it is (in the [\w ]+)\.", story["belief"])
                assert (right["desire"], right["belief"]) == (likes, thinks)
                assert f"not like {chosen(trial, at, 'own snack')}." in story["desire"] or at
                assert (likes == chosen(trial, at, "own snack")) is bool(at)
                assert (thinks == chosen(trial, at, "own guess")) is bool(at)


def asked_about(session: Session, question: str) -> str:
    """Who is asked about in a question."""
    return found(r"(?:Does|Has|does) (\w+) ", asked(session, question))


def test_who_stands_by_knows_and_who_draws_the_long_straw_is_glad() -> None:
    for trial in trials(SCRIPT):
        for session in trial.sessions:
            right, story = keys(session), stories(session)
            for target, control in (("access", "looked"), ("contents", "saw inside")):
                near = found(r"(\w+) stands next to me\.", story[target])
                away = found(r"(\w+) is out in the yard\.", story[target])
                who = asked_about(session, target)
                assert who == asked_about(session, control)
                assert {who} < {near, away}
                assert right[control] == ("Yes" if who == near else "No")
            assert right["access"] == right["looked"]
            real = found(r"In it I find (.+?) and nothing else", story["contents"])
            assert (right["contents"] == real) is (right["saw inside"] == "Yes")
            winner = found(r"(\w+) draws the long straw\.", story["felt"])
            won = winner == asked_about(session, "felt")
            assert right["felt"] == ("glad" if won else "sad")
            assert right["shown instead" if won else "shown"] == ("1" if won else "2")


def test_each_answer_is_right_in_one_of_the_two_stories() -> None:
    """So no fixed answer is right in more than half."""
    for first in trials(SCRIPT):
        for trial in with_replies(first):
            of_the_scale, reversed_story = (keys(session) for session in trial.sessions)
            for question in ("desire", "belief", "access", "contents", "felt"):
                assert of_the_scale[question] != reversed_story[question]


def test_the_five_tasks_are_passed_in_the_story_of_the_scale_alone() -> None:
    """The reversed story has no total: the face there is to look sadder than the feeling."""
    script = expander(SCRIPT).experiment
    (total,) = (one for one in script.measures if one.name == "tasks")
    assert total.parts == ("desires", "beliefs", "access", "contents", "feelings")
    for trial in trials(SCRIPT):
        asked = ["shown" in keys(session) for session in trial.sessions]
        assert asked == [True, False]
