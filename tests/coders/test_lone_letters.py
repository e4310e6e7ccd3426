"""Choices with a letter of their own: a lone letter is left to a person, the whole name is read."""

from __future__ import annotations

import pytest
from golden import question_of

from coders.matcher import match

GLASSES = {
    "text": "Which glass is fuller?",
    "options": ["glass C", "both the same", "glass A"],
    "answer": ["glass A"],
    "wrong": ["glass C", "both the same"],
}
LETTERS = {"text": "Which?", "options": ["B", "A"], "answer": ["A"], "wrong": ["B"]}
CLEAR = {"text": "Which?", "options": ["glass A", "glass B"], "answer": ["glass A"]}
CUPS = {"text": "Which?", "options": ["A cup", "I cannot tell", "a mug"], "answer": ["A cup"]}


@pytest.mark.parametrize(
    ("question", "word", "replies"),
    [
        (GLASSES, "right", "glass A|Glass A.|C) glass A|C: glass A|**C) glass A**"),
        (GLASSES, "right", "Glass A, because glass C is lower"),
        (GLASSES, "wrong", "Glass C.|A) glass C|B|B)|The answer is B.|both the same"),
        (GLASSES, "needs a human", "The answer is C.|C|c|C.|C)|(C)|A|**C**|Option C|C, I think"),
        (GLASSES, "needs a human", "The glass.|I would pick C, glass A"),
        (LETTERS, "wrong", "A) B"),
        (LETTERS, "needs a human", "A|B|B)|B) A|The answer is A."),
        (CLEAR, "right", "A|A)|glass A|A) glass A|The answer is A."),
        (CLEAR, "wrong", "B|glass B"),
        (CLEAR, "needs a human", "The glass."),
        (CUPS, "right", "A|a cup|A cup.|The answer is A."),
        (CUPS, "wrong", "B|C|a mug|I cannot tell"),
    ],
)
def test_a_lone_letter_counts_only_where_it_can_mean_one_choice(
    question: dict[str, object], word: str, replies: str
) -> None:
    asked = question_of(question)
    found = {reply: match(reply, asked).word.value for reply in replies.split("|")}
    assert found == dict.fromkeys(found, word)
