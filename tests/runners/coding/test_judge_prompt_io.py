"""A judge's reply is read strictly, and what is wrong with it is said in words for the judge."""

from __future__ import annotations

import json

import pytest

from coders.desk.state import Judgement
from coders.packets.shape import ContentWord, PacketQuestion
from runners.coding.judges.judge_prompt_io import (
    UnusableReply,
    read_answer,
)

QUESTIONS = (PacketQuestion(1, "control", "Who?"), PacketQuestion(2, "test", "Where?"))
CONTENT = (PacketQuestion(1, "test", "Where?", candidates=("the hall", "the yard")),)
GOOD = (
    '{"marks": [{"question": 2, "mark": "half", "flags": ["hedged"]}, '
    '{"question": 1, "mark": "right", "flags": []}]}'
)


@pytest.mark.parametrize(
    "text", [GOOD, f"\n {GOOD}\n", f"```json\n{GOOD}\n```", f"```\n{GOOD}\n```"]
)
def test_marks_come_in_the_order_of_the_questions(text: str) -> None:
    assert read_answer(text, QUESTIONS) == (
        Judgement(1, "right", ()),
        Judgement(2, "half", ("hedged",)),
    )


def test_what_was_said_comes_in_the_words_of_the_packet() -> None:
    text = '{"said": [2, "cannot tell", 2], "plainly": false, "flags": ["unclear"]}'
    assert read_answer(text, CONTENT) == (
        Judgement(1, flags=("unclear",), said=("the yard", ContentWord.CANNOT_TELL), plain=False),
    )


def test_a_word_that_a_candidate_says_as_well_is_the_candidate() -> None:
    asked = (PacketQuestion(1, "test", "Where?", candidates=("the hall", "I cannot tell")),)
    text = '{"said": ["cannot tell", 2], "plainly": true, "flags": []}'
    assert read_answer(text, asked) == (Judgement(1, said=("I cannot tell",)),)


def test_a_control_may_be_passed_with_a_hedge_and_a_scored_question_not() -> None:
    hedged = {"mark": "right", "flags": ["hedged"]}
    gate = [{"question": 1, **hedged}, {"question": 2, "mark": "right", "flags": []}]
    assert read_answer(json.dumps({"marks": gate}), QUESTIONS) == (
        Judgement(1, "right", ("hedged",)),
        Judgement(2, "right", ()),
    )
    test = [{"question": 1, "mark": "right", "flags": []}, {"question": 2, **hedged}]
    with pytest.raises(UnusableReply, match="in question 2, "):
        read_answer(json.dumps({"marks": test}), QUESTIONS)


def marks(**changed: object) -> str:
    one = {"question": 2, "mark": "right", "flags": []}
    gate = {"question": 1, "mark": "right", "flags": []}
    return json.dumps({"marks": [gate, {**one, **changed}]})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it is not one JSON object alone"),
        ("I would mark this right.", "it is not one JSON object alone"),
        (f"Here it is: {GOOD}", "it is not one JSON object alone"),
        (f"{GOOD} {GOOD}", "it is not one JSON object alone"),
        ("[" * 100_000, "it is not one JSON object alone"),
        ('{"marks": NaN}', "it is not one JSON object alone"),
        ("[]", "it is not a JSON object"),
        ('{"marks": [], "marks": []}', "a name stands twice in one object"),
        ("{}", "the object must have marks and nothing else"),
        ('{"marks": [], "lrs": 5}', "the object must have marks and nothing else"),
        ('{"marks": {}}', "marks must be a list"),
        ('{"marks": ["right"]}', "each mark must have question, mark, flags and nothing else"),
        (marks(question=3), "the questions are 1, 2"),
        (marks(question=True), "the questions are 1, 2"),
        (marks(question=1), "question 1 is listed twice"),
        (marks(mark="Right"), "the mark of question 2 must be one of right, half, wrong"),
        (marks(mark=1), "the mark of question 2 must be one of right, half, wrong"),
        (
            '{"marks": [{"question": 1, "mark": "half", "flags": []}]}',
            "question 1 is a control question, which is right or wrong",
        ),
        (
            marks(flags=["fine"]),
            "flags must be a list of these: hedged, incomplete, false detail, unclear, "
            "hallucination, irrelevant, refusal, recognised",
        ),
        (
            marks(flags=["refusal"]),
            "in question 2, `refusal` goes with wrong only: remove the flag, or mark it wrong",
        ),
        (
            '{"marks": [{"question": 1, "mark": "right", "flags": []}]}',
            "question 2 is not judged",
        ),
    ],
)  # fmt: skip
def test_a_reply_that_is_not_as_asked_is_refused_with_its_fault(text: str, fault: str) -> None:
    with pytest.raises(UnusableReply) as refused:
        read_answer(text, QUESTIONS)
    assert str(refused.value) == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD, "the object must have said, plainly, flags and nothing else"),
        (
            '{"said": [], "plainly": true, "flags": []}',
            "said must be a list of at least one candidate or word",
        ),
        ('{"said": [3], "plainly": true, "flags": []}', "there is no candidate 3"),
        ('{"said": [0], "plainly": true, "flags": []}', "there is no candidate 0"),
        (
            '{"said": ["the hall"], "plainly": true, "flags": []}',
            "said may hold numbers of candidates and both, neither, cannot tell, other, refuses, "
            "no answer",
        ),
        ('{"said": [1], "plainly": "yes", "flags": []}', "plainly must be true or false"),
    ],
)
def test_contents_that_are_not_as_asked_are_refused(text: str, fault: str) -> None:
    with pytest.raises(UnusableReply) as refused:
        read_answer(text, CONTENT)
    assert str(refused.value) == fault
