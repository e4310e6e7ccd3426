"""Shortcuts that go by a script's own words: each on a story that rewards it, and on one that does
not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import check_text, load
from runners.check.units import played
from runners.check.word_shortcuts import CueRule, WordShortcuts, cues_of, laid_out, word_shortcuts
from tests.shell import ROOT

HEAD = """experiment Jars

words
    red: green, grey, pink, brown
    blue: yellow, white, black, teal

versions story
    one
    two
"""

BY_STORY = """            answer by story
                one: {red} jar
                two: {blue} jar
            wrong:
                {red} jar
                {blue} jar
"""


def jars(story: str, *, asked: str = "Where does she look?", counterbalance: str = "") -> str:
    """A script with this story, in which the red jar is right in one version, the blue in the
    other."""
    return f"""{HEAD}
{counterbalance}
procedure
{story}
    separately
        test where
            ask: {asked}
{BY_STORY}"""


def found(text: str) -> WordShortcuts:
    loaded = check_text(text, "jars.dev")
    assert loaded.experiment is not None, [fault.message() for fault in loaded.faults]
    return word_shortcuts(loaded.experiment, runs=8)


def earned(text: str, name: str) -> Fraction | None:
    (figures,) = [one for one in found(text).figures if one.player == name]
    return figures.share


LAST_BEFORE = """    say by story
        one: There is a {blue} jar. Ann shows her the {red} jar. She goes out. The {blue} jar falls.
        two: There is a {red} jar. Ann shows her the {blue} jar. She goes out. The {red} jar falls.
"""
NOT_LAST_BEFORE = """    say by story
        one: There is a {red} jar. Ann shows her the {blue} jar. She goes out. The {blue} jar falls.
        two: There is a {blue} jar. Ann shows her the {red} jar. She goes out. The {red} jar falls.
"""
SAME = """    say: The box is shaken. It rattles.
    say by story
        one: The {red} jar is shaken. It rattles. The {blue} jar is shaken. It is still.
        two: The {blue} jar is shaken. It rattles. The {red} jar is shaken. It is still.
"""
NOT_SAME = """    say: The box is shaken. It rattles.
    say by story
        one: The {blue} jar is shaken. It rattles. The {red} jar is shaken. It is still.
        two: The {red} jar is shaken. It rattles. The {blue} jar is shaken. It is still.
"""
NAMED = """    say: Nobody has seen the jars.
"""


@pytest.mark.parametrize(
    ("story", "name", "share"),
    [
        (LAST_BEFORE, "last mentioned before a departure", 1),
        (NOT_LAST_BEFORE, "last mentioned before a departure", 0),
        (SAME, "same sentence as the example", 1),
        (NOT_SAME, "same sentence as the example", 0),
    ],
)
def test_a_plain_rule_earns_what_the_story_gives_it(story: str, name: str, share: int) -> None:
    assert earned(jars(story), name) == share


def test_an_answer_whose_beginning_is_in_the_question_is_found() -> None:
    crayons = """experiment Box

things
    crayon box: match box
    crayons: matches
    pencil: ribbon, pebble

design
    together crayon box, crayons

procedure
    say: Here is a {crayon box}.
    separately
        test content
            ask: What is in the {crayon box}?
            answer: {crayons}
            wrong: {pencil}
"""
    assert earned(crayons, "named in the question") == 1
    other = crayons.replace("crayon box", "piggy bank").replace("match box", "egg cup")
    assert earned(other, "named in the question") == 0


ORDER = """counterbalance order
    red first
        let both: The {red} jar and the {blue} jar
    blue first
        let both: The {blue} jar and the {red} jar
"""
CUED = """    say: Here is a {red} jar.
    say by story
        one: Ann shakes it.
        two: Ann drops it.
    say: The {blue} jar is hers.
"""


def test_a_word_that_tells_the_stories_apart_is_found() -> None:
    text = jars(CUED)
    told = found(text)
    assert earned(text, "one cue word") == 1
    assert dict(told.cues)["one cue word"] in (("drops",), ("shakes",))
    advice = "use the same words in all stories, in another order"
    assert f"\ncue words earn more than half of the marks: {advice}" in laid_out(told, draws=8)


def test_without_such_a_word_there_is_nothing_to_learn() -> None:
    """The same words in another order: who shakes and who drops it is not a word."""
    same = """    say: {both} are shut.
    say by story
        one: Ann and Bob are here. It is Ann who sees it.
        two: Ann and Bob are here. It is Ann who sees it.
"""
    text = jars(same, counterbalance=ORDER)
    share = earned(text, "one cue word")
    assert share is not None
    assert share <= Fraction(3, 4)
    assert "more than half" not in laid_out(found(text), draws=8)


def test_a_rule_answers_by_the_first_of_its_words_that_is_there() -> None:
    rule = CueRule(("drops", "shakes"), ("first", "second", "third"))
    assert rule.answer(frozenset({"shakes", "drops"})) == "first"
    assert rule.answer(frozenset({"shakes"})) == "second"
    assert rule.answer(frozenset()) == "third"


CONTROLS = """    separately
        test where
            ask: Where does she look?
{by_story}
        control lid
            ask: Is there a lid?
            answer: {lid}
        control leak
            ask: Is there a leak?
            answer: {leak}
"""


def test_controls_with_the_same_answers_in_every_draw_are_passed_without_reading() -> None:
    always = (
        CONTROLS.replace("{by_story}", BY_STORY).replace("{lid}", "yes").replace("{leak}", "no")
    )
    text = f"{HEAD}\nprocedure\n    say: Here is a {{red}} jar, and a {{blue}} jar.\n{always}"
    told = found(text)
    assert (told.controls, told.all_controls) == (1, 1)
    assert laid_out(told, draws=8).splitlines()[-1] == (
        "control questions: one rule for each passes 100% of them, and all of a trial in 100%"
    )


def test_controls_whose_answers_change_are_not() -> None:
    turning = """        control lid
            ask: Is there a lid?
            answer by order
                red first: yes
                blue first: no
"""
    told = found(jars(NAMED, counterbalance=ORDER).rstrip() + "\n" + turning)
    assert told.controls == Fraction(1, 2)


def test_without_controls_nothing_is_said_of_them() -> None:
    told = found(jars(NAMED))
    assert told.controls is None
    assert "control" not in laid_out(told, draws=8).splitlines()[-1]


def test_the_table_is_the_same_in_every_run() -> None:
    text = jars(CUED)
    assert found(text) == found(text)


def test_an_experiment_is_played_in_as_many_draws_as_its_design_has() -> None:
    loaded = check_text(jars(NAMED), "jars.dev")
    assert isinstance(loaded.experiment, Experiment)
    figures = word_shortcuts(loaded.experiment).figures
    assert {one.trials for one in figures} == {
        loaded.experiment.design.runs * len(loaded.experiment.design.wordings)
    }


def test_the_description_of_a_picture_has_no_cue_words() -> None:
    """It is sent to no model, and tells what is to be seen: that is the evidence."""
    experiment = load(ROOT / "additions" / "equal_lines.dev").experiment
    assert experiment is not None
    trial = Expander(experiment).trial(cells(experiment)[0], draw=1)
    for unit in played(trial).units:
        assert "points" in unit.told
        assert "points" not in cues_of(unit)
        assert "ends" in cues_of(unit)
