"""What the story says at each question: compared with the keys, and reported in a useful order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.loading import Loaded, check_text, load
from dsl.trial import turns
from tests.shell import ROOT

SHIPPED = sorted((*(ROOT / "experiments").glob("*.dev"), *(ROOT / "additions").glob("*.dev")))
WITH_STORY = [path for path in SHIPPED if "    now " in path.read_text(encoding="utf-8")]

SCRIPT = """experiment Who saw what

people
    Sally (she): Runa, Priya
    Anne (she): Edda, Leila

things
    marble: button, pebble

places
    basket: satchel, tin
    box: chest, locker

versions story
    away
    watched
    nothing

design
    runs 2
    wording original

procedure
    say: {Sally} puts {a marble} into the {basket}. Beside it is {a box}. {Anne} looks on.
    now marble in basket, known to Sally, Anne
    when watched
        say: {Sally} looks on while {Anne} puts the {marble} into the {box}.
        now marble in box, known to Sally, Anne
    when away
        say: {Sally} goes out. {Anne} puts the {marble} into the {box}.
        now marble in box, known to Anne
    separately
        test belief
            ask: Where will {Sally} look for the {marble}?
            asks where Sally thinks marble is
            answer by story
                away or nothing: {basket}
                watched: {box}
            wrong:
                {basket}
                {box}
        control memory
            ask: Where was the {marble} in the beginning?
            asks where marble was at first
            answer: {basket}
            wrong: {box}
        control person
            ask: Who had it first?
            asks something else
            answer: {Sally}
            wrong: {Anne}
        scene later
            say: Somebody takes it out again.
            now marble in basket, known to you
            test where
                ask: Where is it?
                asks where marble is now
                answer: {basket}
                wrong: {box}
"""


def loaded(text: str = SCRIPT) -> Loaded:
    found = check_text(text, "s.dev")
    assert found.experiment is not None, [fault.message() for fault in found.faults]
    return found


def said(question: str, story: str) -> list[str]:
    known = loaded().story
    assert known is not None
    return [one.words for one in known.at(question, {"story": story})]


def test_what_is_asked_is_said_first_then_what_is_so_and_what_others_think() -> None:
    assert said("belief", "away") == [
        "{Sally} thinks {marble} is in {basket}",
        "{marble} was in {basket} at first",
        "{marble} is in {box}",
        "{Anne} thinks {marble} is in {box}",
    ]
    assert said("belief", "watched")[0] == "{Sally} thinks {marble} is in {box}"


def test_what_was_so_at_first_is_said_once_where_it_is_still_so() -> None:
    assert said("belief", "nothing") == [
        "{Sally} thinks {marble} is in {basket}",
        "{marble} is in {basket}",
        "{Anne} thinks {marble} is in {basket}",
    ]


def test_what_is_said_in_another_copy_of_the_conversation_is_not_so_here() -> None:
    assert said("memory", "away")[:2] == [
        "{marble} was in {basket} at first",
        "{marble} is in {box}",
    ]
    assert said("where", "away") == [
        "{marble} is in {basket}",
        "{Sally} thinks {marble} is in {basket}",
        "{Anne} thinks {marble} is in {box}",
        "you think {marble} is in {basket}",
    ]


def test_a_question_about_something_else_and_one_that_is_not_there_have_none() -> None:
    assert said("person", "away") == []
    assert said("nobody asks this", "away") == []


def test_the_parts_of_a_clause_stand_by_themselves() -> None:
    known = loaded().story
    assert known is not None
    first = known.at("belief", {"story": "away"})[0]
    assert (first.who, first.thing, first.relation, first.value) == (
        "{Sally}",
        "{marble}",
        "in",
        "{basket}",
    )
    assert (first.asked, first.at_first) == (True, False)


def test_a_script_without_such_lines_has_none_and_neither_has_one_with_an_error() -> None:
    plain = "experiment Plain\n\nprocedure\n    test q\n        ask: What?\n        answer: this\n"
    assert check_text(plain, "p.dev").story is None
    broken = check_text(SCRIPT.replace("watched: {box}", "watched: {basket}"), "s.dev")
    assert broken.experiment is None
    assert broken.story is None


@pytest.mark.parametrize("path", WITH_STORY, ids=lambda path: path.stem)
def test_in_shipped_scripts_the_key_of_every_trial_names_what_the_story_says(path: Path) -> None:
    """The words of the trial are put in for the slots: nothing of the check itself is used."""
    found = load(path)
    assert found.experiment is not None
    assert found.story is not None
    expander = Expander(found.experiment)
    met = 0
    for cell in cells(found.experiment, wordings=("permuted",)):
        for draw in (1, 2):
            trial = expander.trial(cell, draw=draw)
            words = dict(trial.words)
            for session in trial.sessions:
                levels = dict((*cell.levels, *session.levels, *trial.balance))
                for turn in turns(session.nodes):
                    if turn.question is None:
                        continue
                    for one in found.story.at(turn.question.name, levels):
                        if not one.asked:
                            continue
                        met += 1
                        key = [p.text for c in turn.question.key.answer for p in c.phrases]
                        parts = re.split(r"[{}]", one.value)
                        wanted = "".join(words.get(part, part) for part in parts).casefold()
                        assert any(wanted in text.casefold() for text in key), (one.value, key)
    assert met


def test_there_are_scripts_with_story_state() -> None:
    assert len(WITH_STORY) >= 5
