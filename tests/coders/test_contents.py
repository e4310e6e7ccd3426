"""What was said becomes a mark by the key: every row of the table of marks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from coders.content_marks import verdict
from coders.marks import Flag, MarkWord, Verdict
from coders.packets.shape import ContentWord
from dsl.experiment import Quantity
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Clause, Phrase, Question
from tests.coders.golden import question_of

BASKET = question_of(
    {"text": "Where will Sally look first?", "answer": ["basket"], "wrong": ["box"]}
)
CHOICE = question_of(
    {
        "text": "Which other one is a snogav?",
        "options": ["The blue cone", "The red ball", "The blue ring"],
        "answer": ["blue cone"],
        "wrong": ["red ball", "blue ring"],
        "half": ["Perhaps the blue cone"],
    }
)
OPEN = question_of(
    {
        "text": "With which would you rather spend some time?",
        "options": ["The blue square", "The yellow triangle", "I have no preference"],
        "answer": ["I have no preference"],
        "wrong": ["The blue square", "The yellow triangle"],
    }
)
UNTOLD = question_of(
    {"text": "What is in the box?", "answer": ["I cannot tell"], "wrong": ["pencils"]}
)


def _phrase(text: str) -> Phrase:
    return Phrase(text, (text,))


def _keyed(question: Question, **key: object) -> Question:
    return replace(question, key=replace(question.key, **key))  # type: ignore[arg-type]


PARTS = _keyed(
    question_of({"text": "Which of them make it go?", "answer": ["ball"], "wrong": ["cube"]}),
    answer=(
        Clause(Quantity.ALL, (_phrase("cone"), _phrase("ball"))),
        Clause(Quantity.NONE, (_phrase("ring"),)),
    ),
)
BARRED = _keyed(
    question_of({"text": "What will he do?", "answer": ["opens it"], "wrong": ["laughs"]}),
    answer=(Clause(Quantity.NONE, (_phrase("opens it"), _phrase("gives it"))),),
)


def told(found: Verdict) -> tuple[str, tuple[str, ...], str | None, str | None]:
    return found.word.value, tuple(flag.value for flag in found.flags), found.lure, found.matched


@pytest.mark.parametrize(
    ("said", "plain", "flags", "expected"),
    [
        (("basket",), True, (), ("right", (), None, "basket")),
        (("Basket ",), True, (), ("right", (), None, "basket")),
        (("basket",), False, (), ("half", ("hedged",), None, "basket")),
        (("basket",), True, (Flag.HEDGED,), ("half", ("hedged",), None, "basket")),
        (("basket",), True, (Flag.UNCLEAR,), ("right", ("unclear",), None, "basket")),
        (("basket",), True, (Flag.FALSE_DETAIL,), ("half", ("false detail",), None, "basket")),
        (("basket",), True, (Flag.RECOGNISED,), ("right", ("recognised",), None, "basket")),
        (("box",), True, (), ("wrong", (), "box", "box")),
        (("box",), False, (), ("wrong", ("hedged",), "box", "box")),
        (("basket", "box"), True, (), ("wrong", (), None, None)),
        (("basket", "box"), False, (), ("half", ("hedged",), None, "basket")),
        (("basket", "cupboard"), True, (), ("wrong", (), None, None)),
        (("cupboard",), True, (), ("wrong", (), None, "cupboard")),
        ((ContentWord.BOTH,), True, (), ("wrong", (), None, None)),
        ((ContentWord.BOTH,), False, (), ("half", ("hedged",), None, None)),
        ((ContentWord.NEITHER,), True, (), ("wrong", (), None, None)),
        ((ContentWord.OTHER,), True, (), ("wrong", (), None, None)),
        ((ContentWord.CANNOT_TELL,), True, (), ("wrong", (), None, None)),
        (("basket", ContentWord.CANNOT_TELL), True, (), ("half", ("hedged",), None, "basket")),
        (("box", ContentWord.CANNOT_TELL), True, (), ("wrong", ("hedged",), "box", "box")),
        ((ContentWord.REFUSES,), True, (), ("wrong", ("refusal",), None, None)),
        ((ContentWord.NO_ANSWER,), True, (), ("wrong", ("refusal",), None, None)),
        (("basket",), True, (Flag.REFUSAL,), ("wrong", ("refusal",), None, None)),
        (("basket",), True, (Flag.IRRELEVANT,), ("wrong", ("irrelevant",), None, None)),
        (("basket",), True, (Flag.HALLUCINATION,), ("wrong", ("hallucination",), None, None)),
        ((), True, (), ("needs a human", (), None, None)),
    ],
)
def test_one_key_and_one_lure(
    said: tuple[str, ...], plain: bool, flags: tuple[Flag, ...], expected: object
) -> None:
    assert told(verdict(said, plain, flags, BASKET)) == expected


@pytest.mark.parametrize(
    ("said", "plain", "flags", "expected"),
    [
        (("basket",), True, (), ("right", (), None, "basket")),
        (("basket",), False, (), ("right", (), None, "basket")),
        (("basket",), True, (Flag.FALSE_DETAIL,), ("right", ("false detail",), None, "basket")),
        (("basket", ContentWord.CANNOT_TELL), True, (), ("right", (), None, "basket")),
        (("basket", "box"), False, (), ("wrong", (), None, None)),
        ((ContentWord.BOTH,), True, (), ("wrong", (), None, None)),
        ((ContentWord.REFUSES,), True, (), ("wrong", ("refusal",), None, None)),
    ],
)
def test_a_control_is_passed_or_failed_and_never_half(
    said: tuple[str, ...], plain: bool, flags: tuple[Flag, ...], expected: object
) -> None:
    question = replace(BASKET, kind=QuestionKind.CONTROL)
    assert told(verdict(said, plain, flags, question)) == expected


def test_half_an_answer_to_a_control_fails_it() -> None:
    parts = replace(PARTS, kind=QuestionKind.CONTROL)
    assert verdict(("cone",), True, (), parts).word is MarkWord.WRONG
    choice = replace(CHOICE, kind=QuestionKind.CONTROL)
    assert verdict(("Perhaps the blue cone",), True, (), choice).word is MarkWord.WRONG


def test_words_off_the_point_are_no_refusal() -> None:
    found = verdict((ContentWord.NO_ANSWER,), True, (Flag.IRRELEVANT,), BASKET)
    assert told(found) == ("wrong", ("irrelevant",), None, None)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("The blue cone",), ("right", (), None, "blue cone")),
        (("The blue ring",), ("wrong", (), "blue ring", "blue ring")),
        (("Perhaps the blue cone",), ("half", (), None, "Perhaps the blue cone")),
        (("Perhaps the blue cone", "The red ball"), ("wrong", (), None, None)),
        # Of three things no two are the key alone.
        ((ContentWord.BOTH,), ("wrong", (), None, None)),
    ],
)
def test_options_are_the_candidates_of_a_choice(said: tuple[str, ...], expected: object) -> None:
    assert told(verdict(said, True, (), CHOICE)) == expected


@pytest.mark.parametrize(
    ("said", "plain", "expected"),
    [
        (("I have no preference",), True, ("right", (), None, "I have no preference")),
        (("The blue square",), True, ("wrong", (), "The blue square", "The blue square")),
        # Says that nothing decides, and then guesses.
        (
            ("I have no preference", "The blue square"),
            True,
            ("half", ("hedged",), None, "I have no preference"),
        ),
        ((ContentWord.REFUSES,), True, ("wrong", ("refusal",), None, None)),
    ],
)
def test_a_key_that_leaves_it_open_is_half_right_next_to_a_guess(
    said: tuple[str, ...], plain: bool, expected: object
) -> None:
    assert told(verdict(said, plain, (), OPEN)) == expected


def test_that_it_cannot_be_known_is_the_candidate_where_there_is_one() -> None:
    found = verdict((ContentWord.CANNOT_TELL,), True, (), UNTOLD)
    assert told(found) == ("right", (), None, "I cannot tell")


@pytest.mark.parametrize(
    ("said", "flags", "expected"),
    [
        (("cone", "ball"), (), ("right", (), None, "cone, ball")),
        (("cone",), (), ("half", ("incomplete",), None, "cone")),
        (("cone", "ball", "ring"), (), ("wrong", (), None, None)),
        (("cone", "cube"), (), ("wrong", (), None, None)),
        (("ring",), (), ("wrong", (), None, "ring")),
        (("cone", "ball"), (Flag.INCOMPLETE,), ("half", ("incomplete",), None, "cone, ball")),
        # Two of four things: which two decides, and was not coded.
        ((ContentWord.BOTH,), (), ("needs a human", (), None, None)),
        ((ContentWord.NEITHER,), (), ("wrong", (), None, None)),
    ],
)
def test_where_several_parts_are_needed_some_of_them_are_half(
    said: tuple[str, ...], flags: tuple[Flag, ...], expected: object
) -> None:
    assert told(verdict(said, True, flags, PARTS)) == expected


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ((ContentWord.NEITHER,), "right"),
        ((ContentWord.OTHER,), "right"),
        (("gives it",), "wrong"),
        (("laughs",), "wrong"),
        (("waits",), "right"),
    ],
)
def test_a_key_that_only_bars_things_holds_for_anything_else_but_a_lure(
    said: tuple[str, ...], word: str
) -> None:
    assert verdict(said, True, (), BARRED).word.value == word


def test_of_several_answers_that_are_each_right_one_is_enough() -> None:
    alternatives = (
        (Clause(Quantity.ALL, (_phrase("cone"), _phrase("ball"))),),
        (Clause(Quantity.ALL, (_phrase("cube"),)),),
    )
    question = _keyed(PARTS, answer=(), alternatives=alternatives, wrong=())
    words = [
        verdict(said, True, (), question).word.value
        for said in [("cube",), ("cone", "ball"), ("cone",), ("stick",)]
    ]
    assert words == ["right", "right", "half", "wrong"]


def test_an_answer_held_against_an_earlier_one_needs_that_one() -> None:
    question = _keyed(BASKET, answer=(Clause(Quantity.ANY, (), ("guess",)),), wrong=())
    assert verdict(("box",), True, (), question, kept={"guess": "box"}).word is MarkWord.RIGHT
    assert verdict(("basket",), True, (), question, kept={"guess": "box"}).word is MarkWord.WRONG
    assert verdict(("box",), True, (), question).word is MarkWord.HUMAN


def test_a_point_of_a_scale_is_known_by_its_label() -> None:
    plain = question_of({"text": "How likely is it?", "answer": ["3"], "wrong": ["1", "2"]})
    question = replace(plain, rating=(1, 3), labels=("no", "maybe", "yes"))
    assert verdict(("yes",), True, (), question).word is MarkWord.RIGHT
    assert verdict(("2",), True, (), question).word is MarkWord.WRONG


def test_a_question_without_a_key_keeps_what_was_said() -> None:
    record = question_of({"kind": "record", "text": "What is in the tube?"})
    assert told(verdict(("Smarties",), True, (), record)) == ("unkeyed", (), None, "Smarties")


def test_marks_are_what_the_words_say() -> None:
    marks = [verdict((said,), True, (), CHOICE).mark for said in ("blue cone", "red ball")]
    assert marks == [Fraction(1), Fraction(0)]
