"""The matcher held against replies that a person marked, and against those it was not made with."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from coders.marks import Flag
from coders.matcher import match
from tests.coders.golden import REPLIES, Row, agrees, figures, question_of, rows, verdicts

Record = Callable[[str, object], None]
HELD_OUT = REPLIES.parent / "held_out"
DOCS = Path(__file__).parents[2] / "docs" / "matcher.md"


def test_the_golden_list_is_large_and_a_third_of_it_sounds_like_chat_models() -> None:
    """The list keeps the size and the make-up it was written with."""
    told = figures()
    assert told.replies >= 330
    assert told.chat * 3 >= told.replies
    assert len({(row.file, row.to) for row in rows()}) >= 20


def test_no_decided_verdict_differs_from_the_person_s(record_property: Record) -> None:
    """The first rule: in doubt a person, never a wrong verdict."""
    told = figures()
    record_property("golden list", str(told))
    sys.stdout.write(f"golden list: {told}\n")
    assert [(row.to, row.says) for row in told.wrong] == []


def test_nearly_all_replies_that_are_clear_to_a_person_are_decided() -> None:
    """At least eight in ten are asked for, nine in ten are aimed at."""
    told = figures()
    assert told.clear_decided >= 0.9 * told.clear


@pytest.mark.parametrize("folder", sorted(p.name for p in HELD_OUT.parent.glob("held_out*")))
def test_replies_held_out_have_no_wrong_verdict_left(folder: str) -> None:
    """What was wrong on the first reading was mended by rules, not by exceptions."""
    told = figures(HELD_OUT.parent / folder)
    assert [(row.to, row.says) for row in told.wrong] == []


def test_the_figures_in_the_docs_are_these() -> None:
    """The page prints what the matcher does today."""
    page = " ".join(DOCS.read_text(encoding="utf-8").split())
    assert str(figures()) in page


CURLY = str.maketrans({"'": "’", '"': "“"})
STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        str.lower,
        lambda text: f" \n\t{text}\r\n ",
        lambda text: text.translate(CURLY),
        lambda text: text.translate(STRAIGHT),
        lambda text: text.replace("\n", "\r\n"),
    ],
    ids=[
        "upper case",
        "lower case",
        "white space around",
        "curly quotes",
        "straight quotes",
        "line ends of Windows",
    ],
)
def test_spelling_changes_no_verdict(change: Callable[[str], str], thorough: bool) -> None:
    """Case, quotes and white space around are not what a reply says."""
    every = [*verdicts(), *verdicts(HELD_OUT)]
    for row, verdict in every if thorough else every[::3]:
        if change(row.says) == row.says:
            continue
        changed = Row(
            row.file,
            row.to,
            row.question,
            row.kept,
            change(row.says),
            row.person,
            row.lure,
            row.flag,
            row.clear,
            row.chat,
        )
        assert changed.verdict() == verdict, row.says


def test_the_reader_of_the_list_tells_a_wrong_lure_from_the_right_one() -> None:
    """The comparison is strict: the mark, the lure, and the flag where one is given."""
    row = next(row for row in rows() if row.person == "wrong" and row.lure == "box")
    verdict = row.verdict()
    assert agrees(row, verdict)
    other = Row(row.file, row.to, row.question, None, row.says, "wrong", None, None, True, False)
    assert not agrees(other, verdict)


def test_the_examples_that_open_the_docs_are_true() -> None:
    """The page shows replies with what the matcher says of them."""
    asked, shown = DOCS.read_text(encoding="utf-8").split("\n\n")[2:4]
    text = re.split(r"\s{3,}", asked.strip())[0]
    question = question_of({"text": text, "answer": ["basket"], "wrong": ["box"]})
    examples = [re.split(r"\s{3,}", line.strip()) for line in shown.splitlines()]
    assert len(examples) == 6
    for says, told in examples:
        verdict = match(says, question)
        named = f"wrong: the {verdict.lure}" if verdict.lure else verdict.word.value
        named = "wrong" if Flag.REFUSAL in verdict.flags else named
        assert ", ".join([named, *verdict.flags]) == told
