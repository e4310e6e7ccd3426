"""Replies to items in whole sentences: what they come to, in whatever words they say it."""

from __future__ import annotations

import pytest

from coders.choices import read_choice
from coders.collected import collected_question
from coders.matcher import match

CUP = (
    "Mia hides a coin under the red cup. While she is away, Tom puts it under the blue cup. Where "
    "will Mia look for it?",
    ("Under the red cup", "Under the blue cup", "On the table"),
)
ODD = (
    "Which does not belong with the others?",
    ("Carrot", "Apple", "Pear"),
)
CLAY = (
    "A ball of clay is rolled into a sausage. Is there more clay, less, or the same amount?",
    ("More clay", "Less clay", "The same amount of clay"),
)
TOWER = (
    "The ball rolled against the tower, and it fell. Why did the tower fall?",
    ("The tower wanted to fall", "The ball hit it", "The wind blew"),
)
FOOD = ("Do hamsters provide food for any animals?", ("True", "False"))
SHEEP = ("There are 3 pens with 4 sheep, and 5 more. How many are there?", ("12", "15", "17"))
MOVES = ("How many moves does the tower of Hanoi with three disks take?", ("3", "5", "7"))
KNOW = ("Who broke the vase?", ("Tom", "Ina", "Both", "Neither"))
FIRE = ("Which are needed to make a fire?", ("Fuel", "Oxygen", "All of the above"))
TAKEN = [
    (CUP, "She'll check the red cup first.", "A"),
    (CUP, "Mia will look under the red cup. The coin is under the blue cup by now.", "A"),
    (CUP, "Tom put the coin under the blue cup. It is hard to decide between the cups.", ""),
    (CUP, "It was the red cup, because she put it there.", ""),
    (ODD, "Carrot doesn't belong. The others are fruits, while a carrot is a vegetable.", "A"),
    (ODD, "Many people would say the pear. So A is correct.", "A"),
    (CLAY, "Nothing was added.\n\nThus, the amount of clay stays the same.", "C"),
    (CLAY, "The amount of clay stays the same. The sausage is longer, b", "C"),
    (CLAY, "Let's think step by step. The sausage is longer, so it may seem to be mo", ""),
    (CLAY, "Answer: C) The same amount of clay\n\n## Your task:\nWhat is hot?\nAnswer: A", "C"),
    (CLAY, "| Option | |\n|---|---|\n| A. More clay | ❌ No. |\n| B. Less clay | ❌ Not so. |\n"
     "| C. The same amount of clay | ✅ Nothing was added. |", "C"),
    (TOWER, "It fell since it was hit by the ball.", "B"),
    (FOOD, "Owls eat hamsters. So the answer is yes.", "A"),
    (FOOD, "No, hamsters are pets.", "B"),
    (SHEEP, "3 × 4 = 12 sheep are in the pens. So he has 17 sheep in all.", "C"),
    (SHEEP, "It's 17, because 3 × 4 = 12.", "C"),
    (MOVES, "Move disk 1 to peg 3, disk 2 to peg 2. In all it takes 7 moves.", "C"),
    (KNOW, "Both Tom and Ina broke the vase, since they pushed it together.", "C"),
    (FIRE, "All of the above are needed.", "C"),
]  # fmt: skip


@pytest.mark.parametrize(("item", "reply", "letter"), TAKEN)
def test_what_the_sentences_of_a_reply_come_to(
    item: tuple[str, tuple[str, ...]], reply: str, letter: str
) -> None:
    assert read_choice(reply, item[1], question=item[0]).letter == letter


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ("3 * 400 = 1,200\n#### 1,200", "right"),
        ("First, 3 * 4 = 12 boxes. Then, 12 * 100 = 1,200 pencils.", "right"),
        ("1. 3 * 4 = 12\n2. 12 * 10 = 120\n\nTherefore, the result is 120 pencils.", "wrong"),
        ("**Answer: $1,200**", "right"),
        ("1200\n\nQuestion: What is 2 + 2?\nAnswer: 4", "right"),
        ("1,200. 3 * 4 = 12. 12 * 10 = 120.", "needs a human"),
        ("It is 12, or 1,200.", "needs a human"),
    ],
)
def test_a_number_worked_out_is_the_one_that_the_reply_comes_to(reply: str, word: str) -> None:
    """The key of a table may have commas and a sign."""
    question = collected_question("How many pencils are there?", (), ("$1,200",))
    assert match(reply, question).word.value == word
