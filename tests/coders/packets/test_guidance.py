"""Guidance is one text in every cell, or it is named with both cells and what they say."""

from __future__ import annotations

import re

from coders.packets.codebook import asked_differently, codebook_version, differences
from coders.packets.shape import View
from dsl.loading import load
from tests.coders.packets.stories import SHELF, experiment
from tests.expanded import experiment_in
from tests.shell import EXPERIMENTS

BY_END = SHELF.replace(
    "            example right: On the {shelf}.\n",
    "            example right by end\n"
    "                moved: On the {shelf}, where it was.\n"
    "                left: On the {shelf}, where it is.\n",
)
KEY_BY_END = SHELF.replace(
    "            answer: {shelf}\n            wrong: {table}\n",
    "            answer by end\n                moved: {shelf}\n                left: {table}\n"
    "            wrong: {table}\n",
)
NOTE_BY_STORY = SHELF.replace(
    "            coders:\n                The last word counts.\n",
    "            coders by story\n                alone: The last word counts.\n"
    "                watched: The first word counts.\n",
)


def told(text: str, view: View = View.RUBRIC) -> list[str]:
    return list(differences(experiment(text), view=view))


def test_one_text_in_every_cell_is_no_fault() -> None:
    assert told(SHELF) == []
    assert told(SHELF, View.CONTENT) == []


def test_examples_that_differ_between_conditions_are_named_with_both() -> None:
    assert told(BY_END) == [
        "`The shelf`, question `look`: the examples are not the same in every cell: in moved "
        "`right: On the shelf, where it was.`, in left `right: On the shelf, where it is.`"
    ]


def test_accepted_answers_that_differ_between_conditions_are_named_with_both() -> None:
    assert told(KEY_BY_END) == [
        "`The shelf`, question `look`: the accepted answers are not the same in every cell: in "
        "moved `shelf`, in left `table`"
    ]


def test_content_view_shows_notes_only_so_examples_and_answers_may_differ() -> None:
    assert told(BY_END, View.CONTENT) == []
    assert told(KEY_BY_END, View.CONTENT) == []


def test_where_one_condition_is_coded_nothing_can_differ() -> None:
    made = experiment(BY_END)
    assert differences(made, view=View.RUBRIC, only={(("end", "moved"),)}) == ()


def test_shipped_scripts_differ_in_no_more_than_the_answer_that_follows_from_the_evidence() -> None:
    """What is right about gears depends on the condition by design; the examples do not."""
    scripts = ("sally_anne", "helper_hinderer", "blicket", "gears")
    found = {"gears": ["accepted answers"]}
    for name in scripts:
        made = experiment_in(load(EXPERIMENTS / f"{name}.dev"))
        told = differences(made, view=View.RUBRIC)
        whats = [re.search("the (.+) are not", one) for one in told]
        assert [one and one[1] for one in whats] == found.get(name, [])
        assert differences(made, view=View.CONTENT) == ()


def test_questions_that_tell_the_condition_by_their_words_are_named() -> None:
    assert asked_differently(experiment()) == ()
    script = SHELF.replace(
        "            ask: Is {Otto} sure?\n",
        "            ask by end\n                moved: Is {Otto} sure?\n"
        "                left: Is {Otto} quite sure?\n",
    )
    assert asked_differently(experiment(script)) == ("sure",)
    only = SHELF.replace(
        "        test sure\n            ask: Is {Otto} sure?\n            answer: yes\n",
        "        when moved\n            test sure\n                ask: Is {Otto} sure?\n"
        "                answer: yes\n",
    )
    assert asked_differently(experiment(only)) == ("sure",)


def version(text: str = SHELF, *, keyed: bool = False, view: View = View.RUBRIC) -> str:
    return codebook_version((experiment(text),), view=view, keyed=keyed, masks=())


def test_the_codebooks_version_changes_with_what_guides_coding_and_with_nothing_else() -> None:
    same = version()
    assert version(SHELF.replace("runs 6", "runs 9")) == same
    assert version(SHELF.replace("Karim, Milo, Tarek", "Karim, Milo")) == same
    others = {
        version(keyed=True),
        version(view=View.CONTENT),
        version(SHELF.replace("The last word", "The first word")),
        version(SHELF.replace("Twice the", "Two times the")),
        version(SHELF.replace("right: On the", "right: In the")),
        codebook_version((experiment(),), view=View.RUBRIC, keyed=False, masks=("neutral words",)),
    }
    assert same not in others
    assert len(others) == 6


def test_a_mended_key_leaves_the_codebook_of_marks_as_it_was() -> None:
    assert version(SHELF.replace("wrong: {table}", "wrong: {Otto}")) == version()


def test_notes_that_differ_between_stories_are_a_fault_where_the_story_is_not_shown() -> None:
    assert told(NOTE_BY_STORY) == []
    assert told(NOTE_BY_STORY, View.CONTENT) == [
        "`The shelf`, question `look`: the notes are not the same in every cell: in moved, alone "
        "`The last word counts.`, in moved, watched `The first word counts.`"
    ]
