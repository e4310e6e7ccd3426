"""What is put to a model to see how familiar the original words are to it."""

from __future__ import annotations

import pytest

from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.trial import Cell
from renderers.word_probes import WordProbe, stories, word_probes
from runners.shipped import shipped_folder
from tests.expanded import experiment_in

DOLLS = """experiment Dolls

people
    Sally (she): Runa, Milo (he), Anne
    Anne (she): Edda, Nils (he)

things
    box: chest, urn
    lid: cover, cap

conditions who
    first
    second

versions story
    told
    again

design
    wording original and permuted
    together box, lid

procedure
    say: This is {Sally}, and this is {Anne}.
    say: Here is {a box} with {a lid}. Say yes.
    listen
    say: {Sally} goes out.
    separately
        test where
            ask: Where is {Sally}?
            answer: outside
            wrong: inside
        test which
            ask: Where is {Anne}?
            answer: inside
            wrong: outside
"""


def expander(text: str = DOLLS) -> Expander:
    experiment = experiment_in(check_text(text, "dolls.dev"))
    return Expander(experiment)


def cell(made: Expander) -> Cell:
    return cells(made.experiment)[0]


def test_a_story_is_all_that_is_said_up_to_the_first_test_without_replies() -> None:
    made = expander()
    (story,) = stories(made.trial(cell(made), draw=1))
    assert story == (
        "This is Sally, and this is Anne.\n\nHere is a box with a lid. Say yes.\n\n"
        "Sally goes out.\n\nWhere is Sally?"
    )


def test_each_word_is_put_where_the_story_first_has_it_after_the_original_words() -> None:
    """Another `Anne` in place of Sally would make two of her; together box and lid are one."""
    made = expander()
    assert word_probes(made, cell(made)) == (
        WordProbe(("Sally",), "This is", " Sally", (" Runa", " Milo")),
        WordProbe(("Anne",), "This is Sally, and this is", " Anne", (" Edda", " Nils")),
        WordProbe(
            ("box", "lid"),
            "This is Sally, and this is Anne.\n\nHere is",
            " a box",
            (" a chest", " an urn"),
        ),
    )


def test_words_that_the_story_does_not_have_are_left_out() -> None:
    made = expander(DOLLS.replace("    lid: cover, cap\n", "    lid: cover, cap\n    hat: cap\n"))
    assert all("hat" not in one.slots for one in word_probes(made, cell(made)))


@pytest.mark.parametrize("name", ["sally_anne", "helper_hinderer", "rational_action"])
def test_shipped_scripts_have_places_with_several_words(name: str) -> None:
    made = expander((shipped_folder() / f"{name}.dev").read_text(encoding="utf-8"))
    probes = word_probes(made, cell(made))
    assert probes
    for one in probes:
        assert one.before
        assert len(set(one.options)) == len(one.options) > 1
        assert (one.before + one.original) in stories(made.trial(cell(made), draw=1))[0] or (
            made.assignment.originals != made.assignment.original(0)
        )
