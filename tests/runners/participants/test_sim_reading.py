"""What the readers find in the messages, by reading alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from voices import STORY, told

from renderers.prompt import LETTERS, Message, Role
from runners.participants.sim.reading import (
    ReadConversation,
    mentions,
    open_things,
    optional_things,
    read,
)

SMARTIES = (
    "Here is a crayon box. It is shut. Now I open it. Inside there is a ribbon, and nothing else. "
    "I leave the ribbon inside and shut the crayon box. Owen is out in the garden."
)
SALLY_ANNE = (
    "Anne has a marble. She puts it into the basket and shuts the basket. While Anne is out for a "
    "walk, Sally takes the marble, and puts it into the box."
)


def page(question: str, *, story: str = STORY, options: tuple[str, ...] = ()) -> ReadConversation:
    return ReadConversation(story, question, options, ())


def test_a_message_is_taken_apart_into_story_question_and_choices() -> None:
    messages = (
        Message(Role.SYSTEM, "You are four."),
        *told("Once.", "Twice.\n\nThrice.\n\nWhich one\nis it?\n\nA) The cone\nB) The ball"),
    )
    assert read(messages) == ReadConversation(
        "You are four.\n\nOnce.\n\nTwice.\n\nThrice.",
        "Which one is it?",
        ("The cone", "The ball"),
        (),
    )


def test_a_paragraph_after_the_choices_is_passed_over() -> None:
    words = "It is raining.\n\nWhere is it?\n\nA) here\nB) there"
    plain = read((Message(Role.USER, words),))
    assert read((Message(Role.USER, f"{words}\n\nThink first."),)) == plain
    assert plain.options == ("here", "there")


@pytest.mark.parametrize("after", ["", "\n\nGive no reasons."])
def test_choices_on_one_line_are_found(after: str) -> None:
    shown = Message(Role.USER, "Question: What is tin?\nOptions: A. wood B. a metal")
    asked = Message(
        Role.USER,
        f"Question: Is it so?\nOr not?\nOptions: A. yes, says C. Day B. no C. it is B. here{after}",
    )
    found = read((shown, Message(Role.ASSISTANT, "The answer is B"), asked))
    assert found.question == "Is it so? Or not?"
    assert found.options == ("yes, says C. Day", "no", "it is B. here")


def test_as_many_choices_as_letters_are_found_on_one_line() -> None:
    shown = " ".join(f"{letter}. the {letter.lower()}" for letter in LETTERS)
    found = read(told(f"Which?\nOptions: {shown} of J. Smith"))
    assert found.options == (*(f"the {letter.lower()}" for letter in LETTERS[:-1]),
                             "the z of J. Smith")  # fmt: skip


def test_the_points_of_a_scale_are_found() -> None:
    assert read(told("How sure?\n\n1 = not at all\n2\n3 = quite")).points == (1, 2, 3)


def test_a_number_of_thousands_of_digits_is_no_point_of_a_scale() -> None:
    assert read(told("9" * 5_000)).points == ()


@pytest.mark.parametrize(
    ("question", "yes_no"),
    [
        ("Did a gear spin while the switch was off?", True),
        ("With both gears in place and the switch on, did both gears spin?", True),
        ("Think of the box. Is its green block a blicket?", True),
        ("Is it in the box or in the jar?", False),
        ("Where will Rose look?", False),
        ("Which one makes it go?", False),
        ("Name one.", False),
    ],
)
def test_a_question_for_yes_or_no_is_recognised_by_its_verb(question: str, yes_no: bool) -> None:
    assert page(question).yes_no is yes_no


@pytest.mark.parametrize(
    ("question", "story", "things"),
    [
        ("Where will Rose look for the button first?", STORY, ["drawer", "jar"]),
        ("Where will Anne look for the marble?", SALLY_ANNE, ["basket", "box"]),
        ("Which of the two went out?", STORY, ["Rose", "Nora"]),
        ("What does Owen think is in the crayon box?", SMARTIES, ["ribbon", "garden"]),
        ("How many birds are there?", "There is one bird. Then two more come.", ["One", "Two"]),
        ("How many birds are there?", "There is a bird.", []),
        ("Where is it?", "Nothing is told.", []),
        (
            "Stay where you are. What is yours?",
            "There is a sock. A peg is on the floor.",
            ["sock", "peg", "floor"],
        ),
    ],
)
def test_what_could_be_named_is_found_in_the_story(
    question: str, story: str, things: list[str]
) -> None:
    assert [thing.text for thing in open_things(page(question, story=story))] == things


def test_words_that_keep_together_are_one_thing() -> None:
    story = (
        "The red circle goes up. The blue square pushes the red circle to the top. "
        "The red circle slides back. The blue square goes away."
    )
    things = open_things(page("What is it?", story=story))
    assert [thing.text for thing in things] == ["red circle", "blue square", "top"]


def test_options_are_found_where_the_story_mentions_them_or_their_own_words() -> None:
    story = "A cone. A red ball. The red ball. A ring."
    things = optional_things(
        page("Which?", story=story, options=("The red ball", "Like the cone", "A ring there"))
    )
    assert [thing.positions for thing in things] == [(10, 24), (2,), (36,)]


@given(st.lists(st.text(max_size=80), max_size=3))
def test_no_text_is_too_strange_to_read(texts: list[str]) -> None:
    found = read(told(*texts))
    open_things(found)
    optional_things(found)
    assert isinstance(found.yes_no, bool)


_LETTERS = st.text("abAB kK\u212as\u017f_.-'é", max_size=12)


@given(story=_LETTERS, phrases=st.lists(st.text("abk s_.é-", max_size=3), max_size=4))
def test_mentions_are_what_a_pattern_of_the_phrases_finds(story: str, phrases: list[str]) -> None:
    wanted = "|".join(re.escape(phrase) for phrase in phrases if phrase)
    pattern = rf"(?<!\w)(?:{wanted})(?!\w)"
    found = [one.start() for one in re.finditer(pattern, story, re.IGNORECASE)] if wanted else []
    assert mentions(story, phrases) == tuple(found)
