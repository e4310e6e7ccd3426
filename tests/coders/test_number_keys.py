"""Keys that are numbers: a range of ratings, and a number with a tolerance."""

from __future__ import annotations

import pytest

from coders.content_marks import verdict as content_verdict
from coders.guessing import expected
from coders.matcher import match
from coders.packets.shape import ContentWord
from dsl.expand import Expander, cells
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from dsl.trial import Question, turns
from renderers.show import right_words
from tests.expanded import experiment_in

SCRIPT = """experiment Numbers

design
    scoring accuracy

procedure
    say: There are nine apples and two pears on the table.
    test many
        ask: How many pieces of fruit are there?
{key}
"""


def script(key: str) -> str:
    """A script with one question and these lines of its key."""
    return SCRIPT.format(key="\n".join(f"        {line}" for line in key.split("\n")))


def question(key: str) -> Question:
    loaded = check_text(script(key), "numbers.dev")
    assert loaded.experiment is not None, [fault.message() for fault in loaded.faults]
    assert not [fault for fault in loaded.faults if fault.code[0] == "E"]
    trial = Expander(loaded.experiment).trial(cells(loaded.experiment)[0], draw=1)
    asked = turns(trial.sessions[0].nodes)[0].question
    assert asked is not None
    return asked


@pytest.mark.parametrize(
    ("key", "right", "wrong", "human"),
    [
        (
            "answer number within 1: 11",
            "11|10|12|eleven|Twelve.|There are 12 pieces.|10.5|9 + 2 = 11|I count 12.0",
            "9|13|9.5|12.01|nine|It is 13.|I do not know",
            "about 11|10 or 11|10 to 12|-11|1,100 or so|11 and a half",
        ),
        (
            "answer number within 0: 1250000",
            "1,250,000|1250000|The answer is 1,250,000 pieces.|1250000.0|$1,250,000",
            "1,250|1,250,001|125000",
            "1,250,00|1,25,0000|about 1,250,000",
        ),
        (
            "answer number within 0: 42",
            "9 * 4 = 36, and 36 + 6 = 42.\nAnswer: 42|36 + 6 = 42\n#### 42|First 9 * 4 = 36. Then "
            "36 + 6 = 42. The final answer is 42.|It is 36 and 6.\n\n**Answer: 42 pieces**|"
            "36 + 6 = 42\n\n\\boxed{42}|36 + 6 = 42\n$$\\boxed{42}$$|36 + 6\nAnswer: $42.00",
            "36 + 6 = 42\n#### 43|Not 42.\nThe answer is 36.|Answer: 36",
            "36 + 6 = 42, or 36.|Answer: 42, no, 43|The answer is about 42|6 + 36\nAnswer:|"
            "#### -42|The answer is not 42",
        ),
        (
            "answer number within 0.25: 2.5\nwrong:\n    5\n    2.6\n    3",
            "2.5|2.25|2.75|2.6|The answer is 2.4.",
            "2|3|5|2.2|2.76",
            "two and a half|2,5|-2.5",
        ),
        (
            "rate 1 to 7\nanswer rating 5 to 7",
            "5|6|7|I would say 6.|**7**",
            "1|4|8",
            "somewhere in the middle",
        ),
    ],
)  # fmt: skip
def test_a_reply_is_right_if_its_number_is(key: str, right: str, wrong: str, human: str) -> None:
    asked = question(key)
    told = {"right": right, "wrong": wrong, "needs a human": human}
    for word, replies in told.items():
        for reply in replies.split("|"):
            assert (reply, match(reply, asked).word) == (reply, word)


def test_the_key_is_shown_with_its_tolerance_and_a_lure_within_it_is_none() -> None:
    asked = question("answer number within 0.5: 11\nwrong:\n    9\n    11.5\n    12")
    assert right_words(asked) == "11 (within 0.5)"
    assert [one.text for one in asked.key.wrong] == ["9", "12"]
    assert expected(asked) == pytest.approx(1 / 3)
    rated = question("rate 1 to 7\nanswer rating 5 to 7")
    assert right_words(rated) == "any of: 5 | 6 | 7"
    assert expected(rated) == pytest.approx(3 / 7)


def test_what_coders_say_is_held_to_the_tolerance() -> None:
    asked = question("answer number within 1: 11")
    for said, word in {"10": "right", "12": "right", "10.5": "right", "9": "wrong"}.items():
        assert content_verdict((said,), True, (), asked).word == word
    assert content_verdict((ContentWord.CANNOT_TELL,), True, (), asked).word == "wrong"


def test_the_points_outside_a_range_are_lures_unless_some_are_named() -> None:
    rated = question("rate 1 to 7\nanswer rating 5 to 7")
    assert [one.text for one in rated.key.wrong] == ["1", "2", "3", "4"]
    named = question("rate 1 to 7\nanswer rating 5 to 7\nwrong: 1")
    assert [one.text for one in named.key.wrong] == ["1"]


def test_a_tolerance_only_judges() -> None:
    keys = ("answer number within 1: 11", "answer number within 2: 11", "answer: 11")
    found = [check_text(script(key), "numbers.dev").experiment for key in keys]
    experiments = [one for one in found if one is not None]
    assert len({procedure_hash(one) for one in experiments}) == 1
    assert len({rubric_hash(one) for one in experiments}) == 3


def test_the_key_may_differ_between_levels_and_draws() -> None:
    text = script("answer number within 1 by fruit\n    few: {three}\n    many: 11").replace(
        "procedure\n",
        "conditions fruit\n    few\n    many\nnumbers\n    three: four, seven\n\nprocedure\n"
        "    say: {Three} or more.\n",
    )
    experiment = experiment_in(check_text(text, "numbers.dev"))
    expander = Expander(experiment)
    for cell in cells(experiment):
        for draw in (1, 2):
            trial = expander.trial(cell, draw=draw)
            asked = turns(trial.sessions[0].nodes)[0].question
            assert asked is not None
            text = asked.key.answer[0].phrases[0].text
            number = {"three": 3, "four": 4, "seven": 7, "11": 11}[text]
            for said in range(number - 2, number + 3):
                expected_word = "right" if abs(said - number) <= 1 else "wrong"
                assert match(f"There are {said}.", asked).word == expected_word


@pytest.mark.parametrize(
    ("key", "codes"),
    [
        ("answer rating 5 to 7", ["E744"]),
        ("rate 1 to 7\nanswer rating 5 to 9", ["E598"]),
        ("rate 1 to 7\nanswer rating 0 to 200", ["E743"]),
        ("choices fixed:\n    10\n    11\nanswer number within 1: 11", ["E745"]),
        ("answer number within 1: 11\nscored by match", ["E745"]),
        ("answer number within 1: a lot", ["E746"]),
        ("answer number within 1 11", ["E216"]),
        ("rate 1 to 7\nanswer rating 5-7", ["E216"]),
    ],
)
def test_what_cannot_be_a_number_is_refused(key: str, codes: list[str]) -> None:
    faults = check_text(script(key), "numbers.dev").faults
    assert [fault.code for fault in faults if fault.code[0] == "E"] == codes
