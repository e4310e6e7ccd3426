"""Each reader follows its one rule, whatever is right."""

from __future__ import annotations

import pytest
from voices import STORY, ask, asked, told

from coders.marks import MarkWord
from coders.matcher import match
from runners.participants.base import Call
from runners.participants.sim import simulated

WHERE = f"{STORY}\n\nWhere will Rose look for the button first?"
WHO = f"{STORY}\n\nWhich of the two went out?"
WHETHER = f"{STORY}\n\nDid Nora take the button out?"
SURE = f"{STORY}\n\nHow sure are you?\n\n1 = not at all\n2\n3 = quite"
BLICKET = (
    "The blue cone is put on the machine. The machine lights up.\n\n"
    "The red ball is put on the machine. The machine stays dark.\n\n"
    "The blue ring is put on the machine. It stays dark.\n\nI hold up the red cube.\n\n"
    "Which other one is it?\n\nA) The red ball\nB) The blue ring\nC) The blue cone\nD) None of them"
)
HELPING = (
    "A man drops a peg.\n\nWhat do you do?\n\nA) I look at it\nB) I pick it up and hand it over\n"
    "C) I cannot tell\nD) It makes no difference to me\nE) Both of these"
)


def said(name: str, text: str, key: str = "key") -> str:
    return ask(simulated(name), Call(key, told(text))).text


def option(letter: str, text: str) -> set[str]:
    return {letter, f"{letter}) {text}", text}


@pytest.mark.parametrize(
    ("name", "text", "replies"),
    [
        ("first-mentioned", WHERE, {"The drawer."}),
        ("last-mentioned", WHERE, {"The jar."}),
        ("most-frequent-noun", WHERE, {"The drawer."}),
        ("longest", WHERE, {"The drawer."}),
        ("first-mentioned", WHO, {"Rose."}),
        ("random", WHERE, {"The drawer.", "The jar."}),
        ("random", WHETHER, {"Yes.", "No."}),
        ("random", SURE, {"1", "2", "3"}),
        ("first-mentioned", WHETHER, {"Yes."}),
        ("last-mentioned", WHETHER, {"No."}),
        ("first-mentioned", SURE, {"1"}),
        ("last-mentioned", SURE, {"3"}),
        ("most-frequent-noun", SURE, {"2"}),
        ("first-mentioned", BLICKET, option("C", "The blue cone")),
        ("last-mentioned", BLICKET, option("B", "The blue ring")),
        (
            "longest",
            BLICKET,
            option("B", "The blue ring")
            | option("C", "The blue cone")
            | option("D", "None of them"),
        ),
        ("perceptual-match", BLICKET, option("A", "The red ball")),
        ("always-yes", WHETHER, {"Yes."}),
        ("always-yes", "Is it?\n\nA) No\nB) Yes, it is", option("B", "Yes, it is")),
        ("always-yes", BLICKET, option("A", "The red ball")),
        ("always-both", WHERE, {"Both."}),
        ("always-both", HELPING, option("E", "Both of these")),
        ("always-both", BLICKET, {"Both: The red ball, and The blue ring."}),
        ("always-helps", HELPING, option("B", "I pick it up and hand it over")),
        ("always-helps", WHERE, {"I help."}),
        ("cannot-tell", HELPING, option("C", "I cannot tell")),
        ("cannot-tell", WHERE, {"I cannot tell."}),
        ("no-preference", HELPING, option("D", "It makes no difference to me")),
        ("no-preference", WHERE, {"I have no preference."}),
        ("silent", WHERE, {""}),
    ],
)
def test_one_rule_each(name: str, text: str, replies: set[str]) -> None:
    heard = {said(name, text, str(key)) for key in range(60)}
    assert heard <= replies
    if name in ("random", "perceptual-match", "always-helps"):
        assert heard == replies


def test_where_there_is_nothing_to_name_something_is_said() -> None:
    for name in ("random", "first-mentioned", "perceptual-match"):
        assert said(name, "Well?") == "Something."
    assert said("hedger", "Well?") == "It might be one thing, or it might be another."


def test_the_hedger_names_two_and_takes_neither() -> None:
    assert {said("hedger", WHERE, str(key)) for key in range(20)} == {
        "It might be the drawer, or it might be the jar. It is hard to say.",
        "It might be the jar, or it might be the drawer. It is hard to say.",
    }
    assert said("hedger", WHETHER) == "Perhaps yes, perhaps no. It is hard to say."
    assert said("hedger", SURE) == "Perhaps 1, perhaps 3."


def test_the_rambler_cites_links_and_never_touches_the_story() -> None:
    heard = [said("rambling", WHERE, str(key)) for key in range(60)]
    assert len(set(heard)) > 20
    assert any("https://" in text for text in heard)
    assert not any(word in text for text in heard for word in ("drawer", "jar", "Rose", "Nora"))


def test_the_refuser_is_polite_and_is_never_taken_for_an_answer() -> None:
    question = asked(right=("drawer",), wrong=("jar",))
    heard = {said("refuser", WHERE, str(key)) for key in range(40)}
    assert len(heard) == 4
    for text in heard:
        verdict = match(text, question)
        assert (verdict.word in (MarkWord.WRONG, MarkWord.HUMAN), verdict.lure) == (True, None), (
            text
        )
