"""Hedges that stand apart from the answer, and answers left open beside it."""

from __future__ import annotations

import pytest

from coders.marks import MarkWord, Verdict
from coders.matcher import match
from dsl.trial import Question
from tests.coders.golden import question_of

PLACE = question_of(
    {"text": "Where will Sally look for the marble first?", "answer": ["basket"], "wrong": ["box"]}
)
CHOICE = question_of(
    {
        "text": "How does this box work?",
        "options": [
            "I cannot tell",
            "The switch turns the red gear",
            "The gears turn by themselves",
        ],
        "answer": ["I cannot tell"],
        "wrong": ["The switch turns the red gear", "The gears turn by themselves"],
    }
)
YES_NO = question_of({"text": "Is the red block a tertod?", "answer": ["yes"], "wrong": ["no"]})
NUMBER = question_of(
    {
        "text": "How many birds are behind the curtain now?",
        "scorer": "number",
        "answer": ["two"],
        "wrong": ["three"],
    }
)
KEYS = {"The basket": PLACE, "Yes": YES_NO, "Two": NUMBER}
LURES = {"The box": PLACE, "No": YES_NO, "Three": NUMBER}
HEDGES = (
    "most likely",
    "probably",
    "perhaps",
    "I suppose",
    "in all likelihood",
    "it would seem",
    "quite possibly",
    "more likely than not",
)
SHAPES = ("{answer}, {hedge}.", "{answer} ({hedge}).", "{answer}. {hedge}.", "{hedge}, {answer}.")


def _said(verdict: Verdict) -> str:
    """`half, hedged`, `wrong: box, hedged`: the verdict in a line."""
    word = f"{verdict.word}: {verdict.lure}" if verdict.lure else verdict.word.value
    return ", ".join((word, *verdict.flags))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("hedge", HEDGES)
def test_a_hedge_in_a_clause_of_its_own_makes_a_right_answer_half(hedge: str, shape: str) -> None:
    """Wherever it stands, to a place, yes or no, and a number."""
    said = {
        answer: _said(match(shape.format(answer=answer, hedge=hedge), question))
        for answer, question in KEYS.items()
    }
    assert said == dict.fromkeys(KEYS, "half, hedged")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("hedge", HEDGES)
def test_a_hedged_lure_stays_wrong(hedge: str, shape: str) -> None:
    """And is named."""
    said = {
        answer: _said(match(shape.format(answer=answer, hedge=hedge), question))
        for answer, question in LURES.items()
    }
    assert said == {
        "The box": "wrong: box, hedged",
        "No": "wrong: no, hedged",
        "Three": "wrong: three, hedged",
    }


@pytest.mark.parametrize(
    ("question", "says", "told"),
    [
        (PLACE, "The basket, I think.", "right"),
        (PLACE, "I would say the basket.", "right"),
        (PLACE, "She probably missed the move. She will look in the basket.", "right"),
        (PLACE, "The marble may be in the box now, but Sally will look in the basket.", "right"),
        (PLACE, "She will look in the basket first, and then perhaps in the box.", "right"),
        (
            PLACE,
            "The marble is in the box, but, most likely, she looks in the basket.",
            "half, hedged",
        ),
        (PLACE, "Her most likely answer: the basket.", "half, hedged"),
        (PLACE, "The basket, but it could also be the box.", "half, hedged"),
        (PLACE, "I lean towards the basket, but it may also be the box.", "half, hedged"),
        (YES_NO, "Yes, but it could also be no.", "half, hedged"),
        (YES_NO, "It probably is, yes.", "half, hedged"),
        (NUMBER, "Two, maybe three.", "half, hedged"),
        (NUMBER, "Three, or possibly one.", "wrong: three, hedged"),
        (CHOICE, "I cannot tell. Perhaps the switch turns the red gear.", "half, hedged"),
    ],
)
def test_a_hedge_belongs_to_what_it_stands_beside(question: Question, says: str, told: str) -> None:
    """And not to what the reply says elsewhere; another answer left open makes a right one half."""
    assert _said(match(says, question)) == told


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (PLACE, "The basket, most likely because she left it there."),
        (PLACE, "The box? Perhaps. But she will look in the basket."),
        (PLACE, "The basket, though I would not rule out the box."),
        (PLACE, "I lean towards the box, but it may also be the basket."),
        (PLACE, "The basket, unless she saw it."),
        (PLACE, "The basket, but I could be wrong."),
        (PLACE, "The basket. Or could it be the box?"),
        (PLACE, "The basket and possibly the box."),
        (PLACE, "The basket, I guess."),
        (CHOICE, "I cannot tell, but I am drawn to B."),
        (CHOICE, "It cannot be told. I would still go for the second."),
        (
            CHOICE,
            "It cannot be told yet, though my guess would be that the switch turns the red gear.",
        ),
        (CHOICE, "A. Were I forced to choose, C."),
        (YES_NO, "Yes, as long as the light worked."),
        (YES_NO, "Yes, though I cannot be certain."),
        (YES_NO, "More likely no than yes."),
        (YES_NO, "Yes... I think... probably."),
        (PLACE, "The basket, but the box is not impossible."),
        (PLACE, "The box? Perhaps the basket."),
        (NUMBER, "Two, give or take one."),
        (NUMBER, "Three, or possibly two."),
        (NUMBER, "Two at most."),
        (NUMBER, "Two, provided that none flew off."),
        (NUMBER, "Two. Or three?"),
    ],
)
def test_where_it_is_not_plain_what_a_reply_leaves_open_a_person_decides(
    question: Question, says: str
) -> None:
    """No mark is better than a wrong one."""
    assert match(says, question).word is MarkWord.HUMAN


def test_a_letter_does_not_take_the_hedge_of_the_next_sentence() -> None:
    """`C. The colours may differ` says C."""
    question = question_of(
        {
            "text": "Which other one is a zup?",
            "options": ["The mint cube", "The ochre ball", "The scarlet cone"],
            "answer": ["The scarlet cone"],
        }
    )
    assert match("C. The colours may differ, but the sound is the same.", question).right
