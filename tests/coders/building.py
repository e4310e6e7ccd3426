"""Small trials for tests: questions of either kind, sessions, and verdicts in a word."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from coders.lrs import Scored, asked_in, score_of
from coders.marks import Flag, Verdict, half, needs_human, right, wrong
from dsl.experiment import IfFailed, Order, Scorer
from dsl.tree import QuestionKind
from dsl.trial import Cell, Fork, Key, Levels, Question, Session, Trial, Turn


def question(
    name: str,
    *,
    kind: QuestionKind = QuestionKind.TEST,
    worth: Fraction | int = 1,
    guards: tuple[str, ...] = (),
    if_failed: IfFailed = IfFailed.SCORE_ZERO,
    candidates: int = 2,
    right: int = 1,
    form: str = "",
) -> Question:
    """A question of which only the scoring matters."""
    key = Key((), (), (), Scorer.MATCH, candidates, right)
    return Question(
        kind,
        name,
        form,
        f"{name}?",
        (),
        Order.FIXED,
        None,
        (),
        key,
        Fraction(worth),
        guards,
        if_failed,
        None,
    )


def control(
    name: str,
    *,
    guards: tuple[str, ...] = (),
    if_failed: IfFailed = IfFailed.SCORE_ZERO,
    candidates: int = 2,
) -> Question:
    """A control question."""
    return question(
        name, kind=QuestionKind.CONTROL, guards=guards, if_failed=if_failed, candidates=candidates
    )


def session(
    *questions: Question,
    levels: Levels = (),
    own_story: bool = True,
    worth: Fraction | int = 1,
) -> Session:
    """A session with every question on a branch of its own; places are the questions' titles."""
    branches = tuple((Turn(q.title, (), q),) for q in questions)
    return Session(levels, own_story, Fraction(worth), (), (Fork(branches),))


def trial(*sessions: Session, levels: Levels = (), draw: int = 1) -> Trial:
    """A trial of these sessions."""
    return Trial("Made up", Cell(levels, "permuted"), draw, 1, 1, (), (), sessions)


def score(
    asked: Trial,
    verdicts: Mapping[tuple[int, str], Verdict],
    *,
    technical: Collection[tuple[int, str]] = (),
    disputed: Collection[tuple[int, str]] = (),
) -> Scored:
    """The score of a trial by these verdicts."""
    return score_of(asked_in(asked), verdicts, technical=technical, disputed=disputed)


WORDS: dict[str, Verdict] = {
    "right": right("key", ""),
    "unclear": right("key", "", Flag.UNCLEAR),
    "half": half("key", "", Flag.HEDGED),
    "wrong": wrong("lure", ""),
    "refusal": wrong(None, "", Flag.REFUSAL),
    "irrelevant": wrong(None, "", Flag.IRRELEVANT),
    "human": needs_human(""),
}


def verdicts(*sessions: dict[str, str]) -> dict[tuple[int, str], Verdict]:
    """Verdicts by place, in a word each."""
    return {
        (index, place): WORDS[word]
        for index, told in enumerate(sessions)
        for place, word in told.items()
    }
