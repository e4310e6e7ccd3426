"""W651: a shortcut is warned of where the matcher marks its replies right, and only there."""

from __future__ import annotations

import pytest

from coders.marks import RIGHT, WRONG
from coders.matcher import match
from dsl.expand import Expander, cells
from dsl.faults.players import ShortcutScores
from dsl.loading import check_text, load
from renderers.prompt import LETTERS
from runners.check.marking import Marking
from runners.check.players import constant
from runners.check.shortcuts import shortcut_faults
from runners.check.units import played
from tests.shell import ROOT

HEAD = """experiment Two jars

versions story
    left
    moved

counterbalance side
    swap red, blue

words
    red: green
    blue: yellow

procedure
    say: There is a {red} jar and a {blue} jar. Otto puts a coin into the {red} jar.
    say by story
        left: Nobody touches the {blue} jar. The coin stays in the {red} jar.
        moved: Lena takes it out of the {red} jar. She puts it into the {blue} jar.
    test where
        ask: Where is the coin now?
"""

CHOICES = """        choices rotated:
            in the {red} jar
            in the {blue} jar
"""

BY_STORY = """        answer by story
            left: in the {red} jar
            moved: in the {blue} jar
"""

ONE_KEY = """        answer: in the {red} jar
"""


def shortcuts(text: str) -> list[ShortcutScores]:
    loaded = check_text(text, "jars.dev")
    assert loaded.experiment is not None, [fault.message() for fault in loaded.faults]
    faults = shortcut_faults(Expander(loaded.experiment, dealt=True))
    return [fault for fault in faults if isinstance(fault, ShortcutScores)]


def test_who_says_both_is_not_right_where_the_key_lists_no_lures() -> None:
    """The other choice is wrong, though no line says so."""
    told = [one.player for one in shortcuts(HEAD + CHOICES + BY_STORY)]
    assert "both" not in " ".join(told)
    assert told == ["sim/last-mentioned"]


@pytest.mark.parametrize("wrong", ["", "        wrong: in the {blue} jar\n"])
def test_lures_that_are_choices_anyway_change_nothing(wrong: str) -> None:
    (one,) = shortcuts(HEAD + CHOICES + ONE_KEY + wrong)
    assert (one.player, one.percent) == ("first mentioned", 100)


LIKES = """experiment Likes

procedure
    practice own
        ask: Which do you like?
        choices fixed:
            the carrot
            the bun
        answer any of:
            the carrot
            the bun
        keep reply as mine
    test again
        ask: Which did you say that you like?
        choices fixed:
            the carrot
            the bun
        answer: {mine}
"""

FRUIT = """experiment Fruit

procedure
    say: Otto takes an apple and a pear, and not the plum.
    test what
        ask: What does he take?
        answer all of:
            apple
            pear
"""

WARM = """experiment Warm

versions story
    warm
    hot

procedure
    say by story
        warm: It is warm.
        hot: It is hot.
    test how
        ask: How warm is it?
        rate 1 to 5
        answer by story
            warm: 4
            hot: POINT
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # What is kept is what the player itself said before.
        (LIKES, ["first choice shown"]),
        (LIKES.replace("answer: {mine}", "answer none of: {mine}"), []),
        # Without a lure nobody can tell what there is to choose from; with one, to name all is
        # wrong.
        (FRUIT, []),
        (FRUIT + "        wrong: plum\n", []),
        (WARM.replace("POINT", "4"), ["always the same answer to a question"]),
        (WARM.replace("POINT", "5"), []),
    ],
    ids=["kept", "none of kept", "no lure", "all of", "one point", "two points"],
)
def test_players_answer_every_kind_of_question(text: str, told: list[str]) -> None:
    assert [one.player for one in shortcuts(text)] == told


@pytest.mark.parametrize("script", ["altruistic_helping", "conservation_liquid"])
def test_the_key_marks_what_a_player_takes_as_the_matcher_does(script: str) -> None:
    (path,) = ROOT.glob(f"*/{script}.dev")
    experiment = load(path).experiment
    assert experiment is not None
    marking, marks = Marking(), set()
    for unit in played(Expander(experiment).trial(cells(experiment)[0], draw=1)).units:
        choices = zip(LETTERS, unit.question.options, strict=False)
        lettered = (form for letter, words in choices for form in (letter, f"{letter}) {words}"))
        for reply in (*lettered, *(answer.words for answer in unit.candidates)):
            verdict = match(reply, unit.question)
            assert marking.mark(constant(reply), unit) == verdict.mark, reply
            marks.add(verdict.mark)
    assert {WRONG, RIGHT} <= marks
