"""A reply to an even question chooses one of two answers or neither, whoever judges it."""

from __future__ import annotations

import pytest

from coders.content_marks import verdict as said
from coders.desk.calibrating import in_words
from coders.desk.keys import mark_keys
from coders.desk.proposing import propose
from coders.desk.state import Judgement
from coders.even import Choice, choice_of
from coders.marks import Flag, marked
from coders.matcher import match
from coders.packets.items import EVEN_NOTE, Answers, content_drafts, rubric_draft
from coders.packets.shape import ContentWord
from dsl.record import replace
from dsl.tree import QuestionKind
from tests.coders.golden import question_of
from tests.coders.packets.stories import experiment

EVEN = replace(
    question_of(
        {
            "text": "Which of the two would you rather be with?",
            "options": ["The blue square", "The yellow triangle", "I have no preference"],
            "answer": ["The blue square"],
            "wrong": ["The yellow triangle"],
            "half": ["I have no preference"],
        }
    ),
    kind=QuestionKind.EVEN,
)

STORY = """\
experiment Two shapes

colours
    blue: green, red
    yellow: grey, white

design
    different blue, yellow
    scoring accuracy

procedure
    say: There are {a blue} square and {a yellow} triangle on a hill.
    separately
        test with
            ask: Which of the two would you rather be with?
            choices rotated:
                The {blue} square
                The {yellow} triangle
                {no preference}
            answer equally often:
                The {blue} square
                The {yellow} triangle
        test squares
            ask: What colour is the square?
            answer: {blue}
            wrong: {yellow}
"""


@pytest.mark.parametrize(
    ("reply", "choice"),
    [
        ("The blue square.", Choice.FIRST),
        ("Perhaps the blue square.", Choice.FIRST),
        ("I'd go with the yellow triangle, I think.", Choice.SECOND),
        ("Probably the yellow triangle.", Choice.SECOND),
        ("A", Choice.FIRST),
        ("I have no preference.", Choice.NEITHER),
        ("Either one, it makes no difference.", Choice.NEITHER),
        ("Both.", Choice.NEITHER),
        ("As an AI, I do not have preferences.", Choice.NEITHER),
        ("", Choice.NEITHER),
        ("I have no preference, but if I must choose, the blue square.", None),
        ("It makes no difference to me, but I take the blue square.", None),
    ],
)
def test_the_matcher_says_what_is_chosen(reply: str, choice: Choice | None) -> None:
    assert choice_of(match(reply, EVEN)) is choice


@pytest.mark.parametrize(
    ("words", "plain", "choice"),
    [
        (("The blue square",), True, Choice.FIRST),
        (("The blue square",), False, Choice.FIRST),
        (("The yellow triangle",), False, Choice.SECOND),
        (("I have no preference",), True, Choice.NEITHER),
        ((ContentWord.BOTH,), True, Choice.NEITHER),
        ((ContentWord.OTHER,), True, Choice.NEITHER),
        ((ContentWord.REFUSES,), True, Choice.NEITHER),
    ],
)
def test_so_does_what_a_coder_says_was_said(
    words: tuple[str, ...], plain: bool, choice: Choice
) -> None:
    assert choice_of(said(words, plain, (), EVEN)) is choice


def test_a_mark_says_what_is_chosen_and_who_refuses_chooses_neither() -> None:
    found = [choice_of(marked(mark, ())) for mark in ("right", "half", "wrong")]
    assert found == [Choice.FIRST, Choice.NEITHER, Choice.SECOND]
    assert choice_of(marked("wrong", (Flag.REFUSAL,))) is Choice.NEITHER


def test_the_packet_names_both_answers_and_calls_neither_right() -> None:
    from dsl.expand import Expander, cells

    trial = Expander(experiment(STORY)).trial(cells(experiment(STORY))[0], draw=1)
    places = [place for place, _, _ in trial.asked()]
    answers = Answers(dict.fromkeys(places, "The green square."))
    item = rubric_draft(trial, answers).item
    even, scored = item.questions
    ((_, _, question),) = trial.asked(QuestionKind.EVEN)
    first, second = question.even_answers
    assert even.is_even
    assert [one.is_scored for one in item.questions] == [False, True]
    assert even.guidance == (EVEN_NOTE.format(first=first, second=second),)
    assert [key.words for key in mark_keys(even)] == [first, "neither of them", second]
    assert [key.words for key in mark_keys(scored)] == ["right", "half right", "wrong"]
    judged = Judgement(even.number, "wrong", (), (), True, 1, "", None)
    assert in_words(judged, even) == second
    # The proposed LRS is of the scored question alone.
    for mark in ("right", "half", "wrong"):
        given = {
            asked.number: Judgement(asked.number, word, (), (), True, 1, "", None)
            for asked, word in zip(item.questions, (mark, "right"), strict=True)
        }
        assert propose(item, given).lrs == 5


def test_in_content_view_nothing_tells_it_from_a_scored_question() -> None:
    from coders.packets.candidate_answers import CandidateAnswers
    from dsl.expand import Expander, cells

    made = experiment(STORY)
    trial = Expander(made).trial(cells(made)[0], draw=1)
    answers = Answers({place: "The green square." for place, _, _ in trial.asked()})
    shared = CandidateAnswers(Expander(made)).of(trial)
    for draft in content_drafts(trial, answers, shared):
        (asked,) = draft.item.questions
        assert (asked.kind, asked.accepted, asked.lures, asked.guidance) == ("test", (), (), ())
