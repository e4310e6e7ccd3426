"""Which answers a question scored by likelihood weighs, and which questions have none to weigh."""

from __future__ import annotations

import pytest

from dsl.expand import Expander, chosen_cells
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.likelihoods import weighed
from dsl.loading import check_text
from dsl.trial import turns
from tests.expanded import experiment_in

SCRIPT = """experiment Demo

places
    basket (also hamper): drawer, crate
    box: jar, chest

conditions where
    here
    there

design
    runs 1
    scoring accuracy

procedure
    say: There are {a basket} and {a box}.
    test place
        ask: Where is it?
QUESTION
        scored by likelihood
"""


def script(question: str) -> str:
    lines = "\n".join(f"        {line}" for line in question.splitlines())
    return SCRIPT.replace("QUESTION", lines)


def experiment(question: str) -> Experiment:
    return experiment_in(check_text(script(question), "demo.dev"))


def answers(question: str) -> list[tuple[str, ...]]:
    """What is weighed in each cell, in original wording."""
    expander = Expander(experiment(question))
    return [
        weighed(turn.question)
        for cell in chosen_cells(expander.experiment, wordings=("original",))
        for turn in turns(expander.trial(cell, draw=1).sessions[0].nodes)
        if turn.question is not None
    ]


def test_choices_are_weighed_in_the_order_shown() -> None:
    asked = "choices fixed:\n    the {box}\n    the {basket}\nanswer: the {basket}"
    assert answers(asked) == [("the box", "the basket"), ("the box", "the basket")]


def test_without_choices_the_key_and_the_lures_are_weighed_sorted_by_their_text() -> None:
    """So the key has no place of its own, and `also` adds none."""
    key_first = answers("answer: {basket}\nwrong: {box}")
    key_last = answers("answer: {box}\nwrong: {basket}")
    assert key_first == key_last == [("basket", "box"), ("basket", "box")]


def test_a_question_answered_in_words_weighs_nothing() -> None:
    text = script("answer: {basket}\nwrong: {box}").replace("likelihood", "match")
    found = experiment_in(check_text(text, "demo.dev"))
    cell = chosen_cells(found, wordings=("original",))[0]
    asked = turns(Expander(found).trial(cell, draw=1).sessions[0].nodes)[0].question
    assert asked is not None
    assert weighed(asked) == ()


BY_CELL = "answer by where\n    here: {basket}\n    there: {box}\n"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("answer: {basket}", "E583 `place` has fewer than two answers to weigh"),
        (
            BY_CELL + "wrong by where\n    here: {box}\n    there: {box}",
            "E583 `place` has fewer than two answers to weigh in `there`",
        ),
        (
            "answer all of:\n    {basket}\n    {box}",
            "E584 `place` cannot be scored by likelihood: its answer is several of them at once",
        ),
        (
            "rate 1 to 5\nanswer: 3",
            "E584 `place` cannot be scored by likelihood: the points of a scale are not weighed",
        ),
        (
            "answer none of:\n    {basket}\n    {box}",
            "E584 `place` cannot be scored by likelihood: its answer is none of the words it names",
        ),
    ],
)
def test_what_cannot_be_weighed_is_a_fault_of_the_script(question: str, said: str) -> None:
    faults = check_text(script(question), "demo.dev").faults
    assert [f"{one.code} {one.message()}" for one in faults] == [said]


def test_a_key_that_differs_by_cell_is_weighed_against_the_lures_of_every_cell() -> None:
    asked = BY_CELL + "wrong:\n    {basket}\n    {box}"
    assert answers(asked) == [("basket", "box"), ("basket", "box")]


def test_a_key_put_right_asks_nothing_again_and_another_answer_to_weigh_does() -> None:
    """What is weighed is part of the procedure, and which of it is right is not."""
    before = experiment("answer: {basket}\nwrong:\n    {basket}\n    {box}")
    mended = experiment("answer: {box}\nwrong:\n    {basket}\n    {box}")
    more = experiment("answer: {basket}\nwrong:\n    {basket}\n    {box}\n    nowhere")
    assert procedure_hash(before) == procedure_hash(mended)
    assert rubric_hash(before) != rubric_hash(mended)
    assert procedure_hash(before) != procedure_hash(more)


def test_with_choices_the_key_is_no_part_of_what_is_asked() -> None:
    choices = "choices fixed:\n    In the {basket}\n    In the {box}\n"
    one = experiment(choices + "answer: In the {basket}")
    other = experiment(choices + "answer: In the {box}")
    assert procedure_hash(one) == procedure_hash(other)


def test_each_way_to_ask_is_weighed_by_itself() -> None:
    """Forms share a key, and so what is weighed."""
    head, asked_as = script("answer: {basket}\nwrong: {box}").split("    test place\n")
    deeper = "\n".join(f"    {line}" for line in asked_as.splitlines())
    two = "ask look: Where does one look?\n            ask think: Where is it?"
    text = f"{head}    separately\n        test place\n" + deeper.replace("ask: Where is it?", two)
    found = experiment_in(check_text(text, "demo.dev"))
    cell = chosen_cells(found, wordings=("original",))[0]
    asked = [
        (turn.question.form, weighed(turn.question))
        for turn in turns(Expander(found).trial(cell, draw=1).sessions[0].nodes)
        if turn.question is not None
    ]
    assert asked == [("look", ("basket", "box")), ("think", ("basket", "box"))]
