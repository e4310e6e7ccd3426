"""Reads lists of replies that a person has marked, and holds the matcher against them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from coders.marks import Verdict
from coders.matcher import match
from dsl.experiment import IfFailed, Order, Quantity, Scorer
from dsl.tree import QuestionKind
from dsl.trial import Clause, Key, Phrase, Question

REPLIES = Path(__file__).parent / "replies"


@dataclass(frozen=True, slots=True)
class Row:
    """One reply and what a person says of it."""

    file: str
    to: str
    question: Question
    kept: str | None
    says: str
    person: str
    lure: str | None
    flag: str | None
    clear: bool
    chat: bool

    def verdict(self) -> Verdict:
        """What the matcher says of it."""
        return match(self.says, self.question, kept={"guess": self.kept} if self.kept else None)


def question_of(data: dict[str, Any], name: str = "question") -> Question:
    """The question that a table of a list describes."""
    also: dict[str, list[str]] = data.get("also", {})

    def phrases(texts: list[str]) -> tuple[Phrase, ...]:
        return tuple(Phrase(text, (text, *also.get(text, ()))) for text in texts)

    clauses = [
        Clause(quantity, phrases(data[field]))
        for field, quantity in (
            ("answer", Quantity.ANY),
            ("all_of", Quantity.ALL),
            ("none_of", Quantity.NONE),
        )
        if field in data
    ]
    if "kept" in data:
        clauses.append(Clause(Quantity.ANY, (), ("guess",)))
    return Question(
        kind=QuestionKind(data.get("kind", "test")),
        name=name,
        form="",
        text=data["text"],
        options=tuple(data.get("options", ())),
        order=Order.FIXED,
        rating=tuple(data["rating"]) if "rating" in data else None,
        labels=(),
        key=Key(
            answer=tuple(clauses),
            wrong=phrases(data.get("wrong", [])),
            half=phrases(data.get("half", [])),
            scorer=Scorer(data.get("scorer", "match")),
            candidates=0,
            right=0,
        ),
        worth=Fraction(1),
        guards=(),
        if_failed=IfFailed.SCORE_ZERO,
        keep=None,
    )


def rows(folder: Path = REPLIES) -> Iterator[Row]:
    """Every reply of every list in a folder."""
    for file in sorted(folder.glob("*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        questions = {name: question_of(each, name) for name, each in data["question"].items()}
        for group in data["replies"]:
            for says in group["says"]:
                yield Row(
                    file=file.stem,
                    to=group["to"],
                    question=questions[group["to"]],
                    kept=data["question"][group["to"]].get("kept"),
                    says=says,
                    person=group["person"],
                    lure=group.get("lure"),
                    flag=group.get("flag"),
                    clear=group.get("clear", True),
                    chat=group.get("chat", False),
                )


@dataclass(frozen=True, slots=True)
class Figures:
    """How the matcher did on a list."""

    replies: int
    clear: int
    clear_decided: int
    chat: int
    decided: int
    wrong: tuple[Row, ...]

    def __str__(self) -> str:
        return (
            f"{self.replies} replies ({self.chat} in the style of chat models), "
            f"{self.decided} decided, {len(self.wrong)} of them wrongly; "
            f"{self.clear_decided} of {self.clear} clear ones decided"
            f" ({self.clear_decided / self.clear:.1%})"
        )


def agrees(row: Row, verdict: Verdict) -> bool:
    """Whether a decided verdict is the person's: mark, lure and, where one is given, flag."""
    if verdict.word.value != row.person:
        return False
    if row.person == "wrong" and verdict.lure != row.lure:
        return False
    return row.flag is None or row.flag in {flag.value for flag in verdict.flags}


@cache
def verdicts(folder: Path = REPLIES) -> tuple[tuple[Row, Verdict], ...]:
    """Every reply of a folder with what the matcher says of it."""
    return tuple((row, row.verdict()) for row in rows(folder))


def figures(folder: Path = REPLIES) -> Figures:
    """The matcher's figures on the lists of a folder."""
    told = verdicts(folder)
    decided = [(row, verdict) for row, verdict in told if verdict.decided]
    return Figures(
        replies=len(told),
        clear=sum(row.clear for row, _ in told),
        clear_decided=sum(row.clear for row, _ in decided),
        chat=sum(row.chat for row, _ in told),
        decided=len(decided),
        wrong=tuple(row for row, verdict in decided if not agrees(row, verdict)),
    )
