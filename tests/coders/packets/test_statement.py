"""The statement of blindness says what a packet hides, and what it does not."""

from __future__ import annotations

from coders.packets.shape import CoderKind, View
from coders.packets.statement import blindness


def test_rubric_view_is_not_blind_to_the_condition() -> None:
    found = blindness(View.RUBRIC, CoderKind.BLIND)
    assert found.statement == (
        "Coders were blind to which model gave a reply, who made it and how it was set; the run, "
        "the draw and the sample of a trial; what the script calls the conditions, stories and "
        "questions; what other coders say; which wording is called original and which permuted; "
        "which items are of one model; the hypothesis. They were not blind to the wording, as far "
        "as a reader knows the published one; the condition, since the story is read; which "
        "answer is right, as far as the story and the examples for coders tell; manner of "
        "writing, which may give a model away."
    )


def test_keyed_packets_say_so() -> None:
    for view in View:
        found = blindness(view, CoderKind.BLIND, keyed=True)
        assert any("shown with" in one for one in found.not_blind_to)
        assert "whether an answer is right" not in found.blind_to
        assert "the condition" not in found.blind_to


def test_content_view_is_blind_to_condition_and_correctness() -> None:
    found = blindness(View.CONTENT, CoderKind.BLIND)
    assert {"the condition", "whether an answer is right"} <= set(found.blind_to)
    assert "a story that was opened, which is logged" in found.not_blind_to


def test_questions_that_give_something_away_are_named_to_the_owner_alone() -> None:
    found = blindness(
        View.CONTENT, CoderKind.BLIND, telling=("other in `Set`",), one_answer=("sum in `Set`",)
    )
    assert "the condition, but for questions whose own words tell it" in found.blind_to
    assert "whether an answer is right, but for questions with one answer on offer" in (
        found.blind_to
    )
    assert found.not_blind_to[1:3] == (
        "the condition where the question's own words tell it",
        "whether an answer is right where only one is offered",
    )
    assert "Set" not in str((found.blind_to, found.not_blind_to, found.statement))
    assert found.for_the_owner == (
        "its own words tell the condition: other in `Set`",
        "only what is right is offered: sum in `Set`",
    )


def test_authors_know_the_hypothesis_and_neutral_words_hide_the_wording() -> None:
    author = blindness(View.RUBRIC, CoderKind.AUTHOR)
    assert author.statement.startswith("Authors were blind to ")
    assert "the hypothesis, as an author of the study" in author.not_blind_to
    neutral = blindness(View.RUBRIC, CoderKind.BLIND, neutral_words=True, plain_replies=True)
    assert "whether the wording is the published one or another" in neutral.blind_to
    assert neutral.not_blind_to[-1].endswith("though not by its layout")
