"""What is known of a place of a trial before anybody answers: its conversation and its question."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.tree import QuestionKind
from dsl.trial import Question, Session, Turn
from renderers.fields.design import PLACE
from renderers.fields.field import Field, Kind, Scale, field, of
from renderers.fields.scales import NUMBER, OPTIONAL, TEXT, TRUTH
from renderers.rows.replies import HUMAN
from renderers.show import MATCHED_STORY, OWN_STORY, kept_words, right_words

LISTEN = "listen"
"""The kind of a turn that asks nothing."""

CANDIDATES = Scale[int](Kind.WHOLE, low=2)
WEIGHT = Scale[object](Kind.NUMBER, low=0)

SESSION: tuple[Field[Session], ...] = (
    field(
        TEXT, "version", "version levels of the conversation, joined by a comma",
        missing="the script has no versions",
    ),
    field(
        TRUTH, "own_story", "whether the conversation tells a story of the paper's own",
        levels=(("TRUE", OWN_STORY), ("FALSE", MATCHED_STORY)),
    ),
)  # fmt: skip

NAMED: tuple[Field[Question], ...] = (
    field(TEXT, "question", "name of the question", "name", missing="nothing is asked"),
    field(
        OPTIONAL, "form", "form of the question",
        missing="there is only one form",
    ),
)  # fmt: skip


TITLE: Field[Question] = field(
    TEXT, "question", "name of the question, with its form where there are several", "title",
    missing="nothing is asked",
)  # fmt: skip

KIND: Field[str] = field(
    TEXT, "kind", "kind of question", lambda kind: kind,
    levels=(
        ("test", "scored"),
        ("item", "item of a bank; scored, and in no LRS"),
        ("even", "scored over draws; mark 1: the first of its two answers, 0: the other"),
        ("control", "control question; if it fails, `if_failed` says what happens"),
        ("record", "kept and not scored"), ("practice", "kept and not scored"),
        ("training", "practice until a criterion is met; kept and not scored"),
        ("exploring", "what to try on a machine; kept and not scored"),
        ("asked again", "the reply was asked for again; only the last one counts"),
        (LISTEN, "no question; the participant replied"),
    ),
)  # fmt: skip


def _joined(words: Sequence[str]) -> str | None:
    return " | ".join(words) or None


def _right(question: Question) -> str | None:
    right = right_words(question)
    return None if right == "none" else right


def lures(question: Question) -> tuple[str, ...]:
    """The lures of a question, in words; an even question has none."""
    if question.kind is QuestionKind.EVEN:
        return ()
    key = question.key
    return (*(phrase.text for phrase in key.wrong), *map(kept_words, key.wrong_kept))


ASKED: tuple[Field[Question], ...] = (
    field(TEXT, "asked", "words of the question", "text", missing="nothing is asked"),
    field(
        TEXT, "options", "choices in the order shown, separated by ` | `",
        lambda question: _joined(question.options), missing="none shown",
    ),
    field(TEXT, "answer", "key: the accepted answers", _right, missing="nothing is keyed"),
    field(
        TEXT, "wrong", "lures of the script, separated by ` | `",
        lambda question: _joined(lures(question)), missing="none named",
    ),
    field(
        CANDIDATES, "candidates", "number of answers that guessing chooses between",
        lambda question: question.key.candidates or None, missing="not known",
    ),
    field(
        TRUTH, "own", "whether `own` in the script says that the paper asked the question",
        levels=(
            ("TRUE", "it does"),
            ("FALSE", "`own_story` decides, unless it does so of another question of the story"),
        ),
        missing="nothing is asked",
    ),
    field(
        TRUTH, "reversed", "whether a point on its scale counts the other way round",
        lambda question: None if question.rating is None else question.reversed,
        levels=(
            ("TRUE", "item of a questionnaire; counts as low + high - value"), ("FALSE", "no"),
        ),
        missing="there is no scale",
    ),
    field(
        OPTIONAL, "group", "group of an item of a bank",
        missing="no item of a bank, or its bank has no groups",
    ),
    field(
        WEIGHT, "worth", "weight of the question within its conversation",
        missing="nothing is asked",
    ),
    field(
        TEXT, "guards", "tests that a control question applies to, separated by ` | `",
        lambda question: _joined(question.guards),
        missing="not a control question, or it applies to its whole conversation",
    ),
    field(
        TEXT, "if_failed", "what a failed control question does",
        lambda question: (
            question.if_failed.value if question.kind is QuestionKind.CONTROL else None
        ),
        levels=(
            ("score zero", "LRS 0"), ("exclude", "the trial is left out"),
            ("count anyway", "nothing"),
        ),
        missing="no control",
    ),
)  # fmt: skip


def _question(turn: Turn) -> Question | None:
    return turn.question


TURN: tuple[Field[Turn], ...] = (
    PLACE,
    KIND.of(lambda turn: LISTEN if turn.question is None else turn.question.kind.value),
    *of(_question, NAMED),
)  # fmt: skip

IN_LOOP: tuple[Field[Turn], ...] = (
    field(
        NUMBER, "row", "number of the row of the table, for a question in a loop",
        missing="it is not in a loop over a table",
    ),
    field(
        OPTIONAL, "item", "cells of that row, separated by ` | `",
        missing="it is not in a loop over a table",
    ),
    field(
        OPTIONAL, "scene", "name of the scene: the wave",
        missing="it is in no scene",
    ),
)  # fmt: skip

FINISH: Field[str] = field(
    TEXT, "finish", "how the reply ended", lambda finish: finish,
    levels=(
        ("stop", "by itself"), ("length", "cut off at the token limit"),
        ("refusal", "the provider marked it as a refusal"),
        ("filtered", "withheld by the provider"), ("empty", "it says nothing"),
        ("unparsable", "no text can be found in it"),
        ("not shown", "nothing was asked: the item is of a format that is not shown"),
        ("unknown", "unknown reason; possibly incomplete"),
    ),
)  # fmt: skip

VERDICT: Field[str] = field(
    TEXT, "verdict", "the mark in a word", lambda word: word,
    levels=(
        ("right", ""), ("half", ""), ("wrong", ""),
        ("first", "the first answer to an even question"), ("second", "the second answer to it"),
        ("neither", "neither of them"), (HUMAN, "no mark"),
        ("unkeyed", "no mark: the question has no key"),
    ),
)  # fmt: skip
