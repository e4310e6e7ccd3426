"""The statement of blindness says what a packet hides, and what it does not."""

from __future__ import annotations

from coders.packets.shape import CoderKind, View
from coders.packets.statement import blindness


def test_rubric_view_is_not_blind_to_the_condition() -> None:
    found = blindness(View.RUBRIC, CoderKind.BLIND)
    assert found.statement == (
        "Coders were blind to the model, its provider and its parameters; the run, the draw and "
        "the sample of a trial; the script's names for conditions, stories and questions; the "
        "codes of other coders; which wording is called original and which permuted; which items "
        "are from the same model; the hypothesis. They were not blind to the wording, if the coder "
        "knows the published one; the condition, since coders read the story; the right answer, if "
        "it follows from the story and the examples for coders; the writing style, which may "
        "reveal a model."
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
    assert "stories that the coder opened, which is logged" in found.not_blind_to


def test_content_view_shows_names_and_things_by_which_replies_of_a_trial_can_be_found() -> None:
    found = blindness(View.CONTENT, CoderKind.BLIND)
    assert "which replies are from the same trial" not in found.blind_to
    assert "which replies may be from the same trial, by the names and things in them" in (
        found.not_blind_to
    )
    neutral = blindness(View.CONTENT, CoderKind.BLIND, neutral_words=True)
    assert "which replies are from the same trial" in neutral.blind_to
    assert not any("same trial" in one for one in neutral.not_blind_to)


def test_questions_that_give_something_away_are_named_to_the_owner_alone() -> None:
    found = blindness(
        View.CONTENT, CoderKind.BLIND, telling=("other in `Set`",), one_answer=("sum in `Set`",)
    )
    assert "the condition, except for questions whose words reveal it" in found.blind_to
    assert "whether an answer is right, except for questions that offer one answer" in (
        found.blind_to
    )
    assert found.not_blind_to[2:4] == (
        "the condition if the question's words reveal it",
        "whether an answer is right if only one is offered",
    )
    assert "Set" not in str((found.blind_to, found.not_blind_to, found.statement))
    assert found.for_the_owner == (
        "its words reveal the condition: other in `Set`",
        "it offers only the right answer: sum in `Set`",
    )


def test_authors_know_the_hypothesis_and_neutral_words_hide_the_wording() -> None:
    author = blindness(View.RUBRIC, CoderKind.AUTHOR)
    assert author.statement.startswith("Authors were blind to ")
    assert "the hypothesis, as an author of the study" in author.not_blind_to
    neutral = blindness(View.RUBRIC, CoderKind.BLIND, neutral_words=True, plain_replies=True)
    assert "the wording (original or permuted)" in neutral.blind_to
    assert neutral.not_blind_to[-1].endswith("though formatting is removed")
