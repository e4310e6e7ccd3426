"""A kept reply counts in every form of a key, wherever a reply is judged."""

from __future__ import annotations

import pytest

from coders.content_marks import verdict as content_verdict
from coders.matcher import kept_phrase, match
from dsl.expand import Expander
from dsl.loading import check_text
from dsl.trial import Cell, Question, Trial, turns
from renderers.show import key_words
from tests.expanded import experiment_in

SCRIPT = """experiment Snacks

versions wish
    hers
    not hers

design
    runs 1
    wording original

procedure
    say: There are a carrot and a cookie on the table.
    practice own
        ask: Which would you like?
        choices fixed:
            the carrot
            the cookie
            the bread
        answer any of:
            the carrot
            the cookie
            the bread
        keep reply as mine
    test other
        ask: Which will she want?
        choices fixed:
            the carrot
            the cookie
            the bread
{key}
"""

FORMS = {
    "answer": ("answer: {mine}", "right wrong wrong"),
    "any of": ("answer any of:\n    {mine}\n    the cookie", "right right wrong"),
    "none of": ("answer none of: {mine}", "wrong right right"),
    "none of two": ("answer none of:\n    {mine}\n    the bread", "wrong right wrong"),
    "beside a key": (
        "answer any of:\n    the carrot\n    the cookie\nanswer none of: {mine}",
        "wrong right wrong",
    ),
    "all of": ("answer all of:\n    {mine}\n    the cookie", "half half wrong"),
    "wrong": ("answer none of: the bread\nwrong: {mine}", "wrong right wrong"),
    "half": ("answer: the cookie\nhalf: {mine}", "half right wrong"),
    "right before wrong": ("answer: the carrot\nwrong: {mine}", "right wrong wrong"),
    "by": (
        "answer by wish\n    hers: {mine}\n    not hers: the cookie\nwrong by wish\n"
        "    hers: the bread\n    not hers: {mine}",
        "right wrong wrong",
    ),
    "when": (
        "when hers\n    answer none of: {mine}\notherwise\n    answer: {mine}",
        "wrong right right",
    ),
}
SNACKS = ("the carrot", "the cookie", "the bread")


def trial(key: str) -> Trial:
    lines = "\n".join(f"        {line}" for line in key.split("\n"))
    experiment = experiment_in(check_text(SCRIPT.replace("{key}", lines), "kept.dev"))
    return Expander(experiment).trial(Cell((), "original"), draw=1)


def other(key: str, version: int = 0) -> Question:
    question = turns(trial(key).sessions[version].nodes)[1].question
    assert question is not None
    return question


@pytest.mark.parametrize(("key", "words"), FORMS.values(), ids=list(FORMS))
def test_the_matcher_reads_it_and_a_coder_s_word_comes_to_the_same(key: str, words: str) -> None:
    question = other(key)
    kept = {"mine": "the carrot"}
    by_rule = [match(f"{snack}.", question, kept=kept).word.value for snack in SNACKS]
    by_coder = [content_verdict((s,), True, (), question, kept=kept).word.value for s in SNACKS]
    assert by_rule == by_coder == words.split()


@pytest.mark.parametrize("key", [key for key, _ in FORMS.values()], ids=list(FORMS))
def test_without_the_earlier_reply_a_person_decides(key: str) -> None:
    assert match("the bread.", other(key), kept={"mine": None}).mark is None
    assert match("the bread.", other(key)).mark is None
    assert content_verdict(("the bread",), True, (), other(key)).mark is None


def test_a_guesser_s_odds_are_those_that_hold_whatever_was_kept() -> None:
    odds = {
        name: (other(key).key.right, other(key).key.candidates) for name, (key, _) in FORMS.items()
    }
    unknown = (0, 0)
    assert odds == {
        "answer": (1, 3), "any of": unknown, "none of": (2, 3), "none of two": unknown,
        "beside a key": unknown, "all of": unknown, "wrong": (2, 3), "half": (1, 3),
        "right before wrong": (1, 3), "by": (1, 3), "when": (2, 3),
    }  # fmt: skip


def test_the_key_in_words_says_whose_reply_it_is() -> None:
    assert [key_words(other(FORMS[form][0]).key) for form in ("answer", "none of", "any of")] == [
        "the reply kept as `mine`",
        "none of: the reply kept as `mine`",
        "any of: the cookie | the reply kept as `mine`",
    ]


@pytest.mark.parametrize(
    ("matched", "kept"),
    [
        ("the carrot", "the carrot"),
        ("the carrot, the cookie", None),
        ("a carrot, of course", "a carrot, of course"),
        (None, None),
    ],
)
def test_of_a_reply_that_names_several_answers_nothing_is_kept(
    matched: str | None, kept: str | None
) -> None:
    own = turns(trial("answer: {mine}").sessions[0].nodes)[0].question
    assert own is not None
    assert kept_phrase(matched, own) == kept
