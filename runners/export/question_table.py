"""The table `questions`: every reply, beside what was asked and what would have been right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.matcher import matched_phrase
from dsl.scales import point_called
from dsl.tree import FactorKind, QuestionKind
from dsl.trial import Phrase, Question, Session, Turn
from renderers.csv_text import Cell
from renderers.show import kept_words, key_words
from runners.export.dictionary import named
from runners.export.own_columns import Factors, factors_of
from runners.export.variables import DataFile, Row

if TYPE_CHECKING:
    from coders.lrs import Place
    from dsl.experiment import Experiment
    from runners.export.exported_trials import ExportTrial

JUDGED = (QuestionKind.TEST, QuestionKind.CONTROL)
LISTEN = "listen"
_BAR = " | "


class QuestionTable:
    """The table `questions`, whose factors are those of the study's scripts."""

    def __init__(self, experiments: Sequence[Experiment]) -> None:
        self._factors: Factors = factors_of(experiments, *FactorKind)
        self.table = DataFile(
            "questions",
            "one reply in one finished trial",
            ("trial", "session", "place"),
            (
                *named("trial", "simulated", "experiment", "condition"),
                *self._factors.columns,
                *named(
                    "wording", "model", "draw", "sample", "session", "version", "own_story",
                    "place", "kind", "question", "form", "row", "item", "scene",
                    "asked", "options", "answer", "wrong", "candidates", "worth", "guards",
                    "if_failed", "reply", "finish", "value", "mark", "marked_by", "call",
                ),
            ),
        )  # fmt: skip

    def rows(self, one: ExportTrial) -> Iterator[Row]:
        """A row for each reply of a trial, in the order of the script."""
        told, row = one.coded.told, one.row
        trial = told.transcript.trial
        number = {id(session): index for index, session in enumerate(trial.sessions)}
        for exchange in told.transcript.exchanges:
            if exchange.reply is None:
                continue
            session, question = exchange.session, exchange.turn.question
            at = number[id(session)]
            yield (
                row.key, row.simulated, row.experiment, row.condition or None,
                *self._factors.fields(row.levels, trial.balance, session.levels),
                row.wording, row.model, row.draw, row.sample, *where(at, session, exchange.place),
                *what(question), *_within(exchange.turn), *_asked(question), exchange.reply.text,
                exchange.reply.finish, _value(question, exchange.reply.text),
                *_mark(one, (at, exchange.place), question), exchange.key,
            )  # fmt: skip


def where(number: int, session: Session, place: str) -> tuple[Cell, ...]:
    """The fields session, version, own_story and place."""
    return number + 1, session.version or None, session.own_story, place


def what(question: Question | None) -> tuple[Cell, ...]:
    """The fields kind, question and form."""
    if question is None:
        return LISTEN, None, None
    return question.kind.value, question.name, question.form or None


def _within(turn: Turn) -> tuple[Cell, ...]:
    """The fields row, item and scene."""
    return turn.row, turn.item or None, turn.scene or None


def _value(question: Question | None, reply: str) -> int | None:
    """The point of the scale that a reply names, as the matcher reads it; None without one."""
    if question is None or question.rating is None:
        return None
    said = matched_phrase(reply, question)
    point = None if said is None else point_called(said, question.rating, question.labels)
    return None if point is None else int(point[0])


def _asked(question: Question | None) -> tuple[Cell, ...]:
    if question is None:
        return (None,) * 8
    key = question.key
    right = key_words(key)
    control = question.kind is QuestionKind.CONTROL
    return (
        question.text,
        _joined(question.options),
        None if right == "none" else right,
        _joined((*_texts(key.wrong), *map(kept_words, key.wrong_kept))),
        key.candidates or None,
        question.worth,
        _joined(question.guards),
        question.if_failed.value if control else None,
    )


def _texts(phrases: Iterable[Phrase]) -> tuple[str, ...]:
    return tuple(phrase.text for phrase in phrases)


def _joined(words: Sequence[str]) -> str | None:
    return _BAR.join(words) or None


def _mark(one: ExportTrial, place: Place, question: Question | None) -> tuple[Cell, ...]:
    """The mean mark over coders who count and have one, and how many those are."""
    if question is None or question.kind not in JUDGED:
        return None, None
    marks = [
        verdict.mark
        for coding in one.coded.codings
        if coding.counted
        and (verdict := coding.verdicts.get(place)) is not None
        and verdict.mark is not None
    ]
    return (sum(marks, Fraction(0)) / len(marks) if marks else None), len(marks)
