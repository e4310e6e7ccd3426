"""A warning about words points at them, wherever in the script they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostic import Fault
from dsl.loading import check_text

HEAD = """experiment Demo

people
    Sally (she): Rose, Mia

places
    basket: drawer, crate
    box: jar, chest

versions story
    away
        let hint: She is away.
        let clue: The thing is in the {basket}.
    back
        let hint: {clue}
        let clue: She is back, and {Sally} looks at the {basket}.

design
    scoring accuracy

procedure
    say: {Sally} sees {a basket} and {a box}.
"""
ANSWER = """
        answer: in the {basket}
        wrong: in the {box}
"""


def only(text: str, code: str) -> Fault:
    loaded = check_text(text, "demo.dev")
    (fault,) = (one for one in loaded.faults if one.code == code)
    return fault


def pointed_at(text: str, fault: Fault) -> str:
    span = fault.span
    assert span.line == span.end_line
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    ("question", "words", "line"),
    [
        ("        ask: Is it in the {basket}?", "in the {basket}", 24),
        ("        say: It may be in the {basket}.\n        ask: Is it?", "in the {basket}", 24),
        (
            "        say: Look.\n        ask:\n            Well?\n"
            "            It is in the {basket}.",
            "in the {basket}",
            27,
        ),
        (
            "        ask by story\n            away: Where?\n"
            "            back: Is it in the {basket}?",
            "in the {basket}",
            26,
        ),
        ("        ask: {hint} Where is it?", "", 0),
    ],
)
def test_an_answer_in_the_question_is_marked_where_it_stands(
    question: str, words: str, line: int
) -> None:
    text = f"{HEAD}    test place\n{question}{ANSWER}"
    if not line:
        assert not [one for one in check_text(text, "demo.dev").faults if one.code == "W615"]
        return
    fault = only(text, "W615")
    assert (pointed_at(text, fault), fault.span.line) == (words, line)
    assert fault.pointers == ()


def test_words_of_a_let_are_marked_where_the_let_gets_them() -> None:
    """In `back` the hint is the clue of that story, and not the clue of the other."""
    answer = ANSWER.replace("in the ", "")
    text = f"{HEAD}    test place\n        say: Now.\n        ask: {{hint}} Where?{answer}"
    fault = only(text, "W615")
    assert (pointed_at(text, fault), fault.span.line) == ("{basket}", 16)
    (asked,) = fault.pointers
    assert (asked.span.line, asked.words) == (25, "asked here")


def test_a_control_that_gives_away_is_marked_at_the_words() -> None:
    text = (
        f"{HEAD}    control see\n        say: Listen.\n        ask: Does she see the {{basket}}?\n"
        "        answer: yes\n    test place\n        ask: Where does she look?"
        + ANSWER.replace("in the ", "")
    )
    fault = only(text, "W614")
    assert (pointed_at(text, fault), fault.span.line) == ("{basket}", 25)


def test_a_column_is_marked_in_the_question_that_holds_it() -> None:
    text = """experiment Demo

table items (word, other):
    cat | dog
    sun | moon

design
    scoring accuracy

procedure
    for each row of items
        separately
            test say it
                ask: Say the word {word}. Which word is it?
                answer: {word}
                wrong: {other}
"""
    fault = only(text, "W615")
    assert (pointed_at(text, fault), fault.span.line) == ("{word}", 14)


def test_choices_without_cannot_tell_are_marked_next_to_their_contrast() -> None:
    path = Path(__file__).parent / "faults" / "W619" / "wrong.dev"
    text = path.read_text(encoding="utf-8")
    fault = only(text, "W619")
    (without,) = fault.pointers
    assert without.words == "not offered here"
    shown = text.split("\n")[without.span.line - 1 :]
    choices = shown[: next(i for i, one in enumerate(shown[1:], start=1) if ":" in one)]
    assert choices[0].lstrip().startswith("choices")
    assert not any("cannot tell" in one for one in choices)
