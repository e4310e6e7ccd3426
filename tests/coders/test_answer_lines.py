"""Replies that are read on a line of the answer, as a framing asks for it."""

from __future__ import annotations

import pytest

from coders.marks import RIGHT, Flag
from coders.matcher import match, matched_phrase
from coders.matching.text.answer_lines import answer_part
from coders.reply_outcomes import rated, reply_outcome
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Question
from tests.coders import building
from tests.coders.test_reply_outcomes import CHOSEN, KEYED, question

REASONS = "She put it in the box, and the box is where it is now. But she did not see it moved."
ARMS = "    then\n        otherwise: {nothing}\n"


def framed(*blocks: str) -> Question:
    return replace(question(*blocks), answer_line="Answer")


@pytest.mark.parametrize(
    ("reply", "part"),
    [
        (f"{REASONS}\nAnswer: the basket", "the basket"),
        (f"Answer: the basket.\n\n{REASONS}", "the basket."),
        (f"{REASONS}\n\n**Answer:** the basket", "the basket"),
        (f"{REASONS}\n**Answer**: the basket", "the basket"),
        ("## Answer:\n\nthe basket\n\nThat is all.", "the basket"),
        ("> - answer : the basket", "the basket"),
        ("Answer: the box\nNo, wait.\nAnswer: the basket", "the box\nthe basket"),
        ("Answer:", "Answer:"),
        ("My answer: the basket", "My answer: the basket"),
        ("The basket.", "The basket."),
        ("", ""),
    ],
)
def test_what_is_read_is_the_rest_of_the_lines_that_begin_so(reply: str, part: str) -> None:
    assert answer_part(reply, "Answer") == part
    assert answer_part(reply, "") == reply


def test_reasons_around_the_answer_are_not_read() -> None:
    asked = framed(KEYED + ARMS)
    right, wrong = asked.key.phrases[0].text, asked.key.wrong[0].text
    reasons = f"Most would say the {wrong}. Then the answer would be the {wrong}."
    for reply in (f"{reasons}\nAnswer: {right}", f"Answer: {right}\n{reasons}"):
        assert match(reply, asked).mark == RIGHT
        assert reply_outcome(reply, asked) == "right"
        assert match(reply, replace(asked, answer_line="")).mark != RIGHT


def test_a_reply_without_the_line_is_read_as_a_whole() -> None:
    asked = framed(KEYED + ARMS)
    right = asked.key.phrases[0].text
    assert match(f"The {right}.", asked).mark == RIGHT
    assert Flag.REFUSAL in match("I cannot help with that.", asked).flags


def test_two_lines_that_differ_are_not_one_answer() -> None:
    asked = framed(KEYED + ARMS)
    right, wrong = asked.key.phrases[0].text, asked.key.wrong[0].text
    assert not match(f"Answer: {wrong}\nAnswer: {right}", asked).decided
    assert match(f"Answer: {right}\nAnswer: {right}", asked).mark == RIGHT


def test_what_is_chosen_is_read_on_the_line() -> None:
    asked = framed(CHOSEN, KEYED)
    first, second, _ = (one for one in asked.options)
    reply = f"Is it {second}? Perhaps {second}.\nAnswer: {first}"
    assert matched_phrase(reply, asked) == first
    refused = f"I may say {first}.\nAnswer: I cannot help with that."
    assert reply_outcome(refused, asked) == "refusal"


@pytest.mark.parametrize("end", ["\n4", ' "4"', ": I agree, 4.", "\nRating: 4"])
def test_numbers_in_a_statement_that_is_said_again_are_no_ratings(end: str) -> None:
    statement = "At least two of three trains should run, and one should be free."
    asked = replace(framed(CHOSEN, KEYED), text=statement, options=(), rating=(1, 5))
    for label in ("", "Rating"):
        assert matched_phrase(f"{statement}{end}", replace(asked, answer_line=label)) == "4"
    assert matched_phrase(f"{statement} I cannot say.", asked) is None


CHINESE = ("非常不同意", "不同意", "既不同意也不反对", "同意", "非常同意")


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        ("4。我喜欢火车。", 4),
        ("我选择4，因为我喜欢火车。", 4),
        ("我的评分是2。", 2),
        ("理由：我坐过3次火车。\n评分：４", 4),
        ("非常同意。因为我喜欢火车。", 5),
        ("3（既不同意也不反对）", 3),
        ("我不选4，我选2。", 2),
        ("2或3", None),
    ],
)
def test_ratings_in_chinese_are_read(reply: str, point: int | None) -> None:
    """Signs of Chinese end a sentence as others do, and no blank parts a number from words."""
    asked = building.question("opinions", kind=QuestionKind.RECORD)
    assert rated(reply, replace(asked, rating=(1, 5), labels=CHINESE)) == point
