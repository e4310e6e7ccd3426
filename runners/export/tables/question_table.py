"""The table `questions`: every reply with its question and key."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from operator import attrgetter

from coders.even import Choice, choice_of
from coders.marks import Verdict
from coders.packets.shape import CoderKind
from coders.reply_outcomes import rated
from dsl.checking.warnings.shared_words import SharedWords
from dsl.experiment import Experiment
from dsl.tree import JUDGED, FactorKind, QuestionKind
from dsl.trial import Levels, Session, Turn
from renderers.fields.field import Field, Kind, Scale, field, of
from renderers.fields.questions import ASKED, FINISH, IN_LOOP, SESSION, TURN
from renderers.fields.scales import KEY, NUMBER, OPTIONAL, SHARE, TEXT, WHOLE
from renderers.rows.transcripts import handed_on
from runners.analysis.quorum import readings_of
from runners.coding.coded_packets import HUMAN
from runners.engine.transcripts import Exchange
from runners.export.csv_file import ExportTable
from runners.export.exported_trials import ExportTrial
from runners.export.factor_columns import factors_of
from runners.export.tables.trial_tables import HERE

_shared_words = lru_cache(maxsize=64)(SharedWords)


@dataclass(frozen=True, slots=True)
class ExportTurn:
    """A turn of a trial that asks the participant; `number` is that of its conversation, from 0."""

    trial: ExportTrial
    number: int
    turn: Turn

    @property
    def session(self) -> Session:
        """The conversation."""
        return self.trial.trial.sessions[self.number]

    @property
    def first_condition(self) -> str | None:
        """The first condition in which its scored question reads the same; else None."""
        question = self.turn.question
        if question is None or question.kind is not QuestionKind.TEST or not self.trial.row.levels:
            return None
        shared = _shared_words(self.trial.experiment)
        name = question.name, question.form
        return shared.first_condition(name, dict(self.trial.levels + self.session.levels))


TURN_OF: tuple[Field[ExportTurn], ...] = (
    field(
        NUMBER,
        "session",
        "number of the conversation in the trial, one for each version",
        lambda one: one.number + 1,
    ),
    *of(attrgetter("session"), SESSION),
    *of(attrgetter("turn"), TURN),
    field(
        OPTIONAL,
        "first_condition",
        "first condition in which the question reads the same, from the first word of its story: "
        "its own, or one with which it shares its words",
        missing="it is not scored, or the script has no conditions",
    ),
)
"""Where in the trial it is, and what is asked."""

CALL: Field[str] = field(
    KEY, "call", "the call of this reply: joins `questions` and `calls`", lambda key: key
)
MARK: Field[Fraction] = field(
    SHARE, "mark", "mark of the reply: 0 wrong, 0.5 half right, 1 right",
    lambda mark: mark, missing="a person is needed, nothing is keyed, or nobody judged it",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExportReply:
    """A reply. `marks` are those of the coders who count and have one; None where none is given."""

    at: ExportTurn
    exchange: Exchange
    text: str
    finish: str
    marks: tuple[Fraction, ...] | None

    @property
    def levels(self) -> Levels:
        """The levels of the trial and of this conversation."""
        return self.at.trial.levels + self.at.session.levels


def _value(one: ExportReply) -> int | None:
    """The point of the scale that the reply names, as the matcher reads it; None without one."""
    question = one.at.turn.question
    return None if question is None else rated(one.text, question)


def _label(one: ExportReply) -> str | None:
    """The label of that point."""
    value, question = _value(one), one.at.turn.question
    if value is None or question is None or question.rating is None or not question.labels:
        return None
    return question.labels[value - question.rating[0]]


def _chosen(one: ExportReply) -> str | None:
    question = one.at.turn.question
    if question is None or question.kind is not QuestionKind.EVEN or not one.marks:
        return None
    chosen = {choice_of(one) for one in _verdicts(one.at)}
    answers = dict(zip((Choice.FIRST, Choice.SECOND), question.even_answers, strict=True))
    return answers.get(chosen.pop()) if len(chosen) == 1 else None  # type: ignore[arg-type]


def _read_by(kinds: Container[CoderKind], one: ExportReply) -> str | None:
    """The choices that coders of these kinds read in a reply to an item; None if none has."""
    question, place = one.at.turn.question, (one.at.number, one.at.turn.place)
    if question is None or question.kind is not QuestionKind.ITEM or not question.options:
        return None
    codes = [each for each in one.at.trial.brought if each.kind in kinds and not each.twin]
    people = CoderKind.AUTOMATIC not in kinds
    names = [each.coder for each in codes] if people else one.at.trial.judges
    read = readings_of(names, codes, place, question)
    if people:
        read = [*{each for each in read if each is not None}]
        if len(read) != 1:
            return None
    elif all(each is None for each in read):
        return None
    return " | ".join(each or "none" for each in read)


REPLY: tuple[Field[ExportReply], ...] = (
    field(
        TEXT, "reply", "what the participant said, with controls and hidden marks made visible; "
        "verbatim in data/raw", "text", missing="the reply is empty: see finish",
    ),
    FINISH.of(lambda one: one.finish),
    field(
        Scale(Kind.NUMBER), "value", "point of the scale that the reply names, read by rule",
        _value, missing="there is no scale, or the reply names no one point",
    ),
    field(
        OPTIONAL, "label", "label of that point", _label, missing="no value, or no labels",
    ),
    field(
        TEXT, "chosen", "answer to an even question on which the coders that count agree",
        _chosen, missing="not an even question, or neither of its two answers",
    ),
    MARK.but(what=f"{MARK.what}; the mean over coders that count").of(
        lambda one: sum(one.marks, Fraction(0)) / len(one.marks) if one.marks else None
    ),
    field(
        WHOLE, "marked_by", "number of coders that count whose mark is in `mark`",
        lambda one: None if one.marks is None else len(one.marks),
        missing="nothing is judged there",
    ),
    field(
        OPTIONAL, "takes", "choice that people read in a reply to an item, where they agree; "
        "`none`: no choice", partial(_read_by, HUMAN),
        missing="no person has said, or people differ",
    ),
    field(
        OPTIONAL, "judges", "choices that models as judges read in a reply to an item, by the "
        "judges' names in order, separated by ` | `; `none`: no choice",
        partial(_read_by, {CoderKind.AUTOMATIC}),
        missing="no judge read it, or not all judges were given it",
    ),
    field(
        TEXT, "carried", "what the next wave has of the reply",
        lambda one: handed_on(
            one.at.trial.trial, (one.at.number, one.at.turn.place), one.at.turn.question
        ) or None,
        missing="nothing is carried, or the former text stays",
    ),
    CALL.of(lambda one: one.exchange.key),
)  # fmt: skip


def questions_table(experiments: Sequence[Experiment]) -> ExportTable[ExportReply]:
    """The table `questions`, whose factors are those of the study's scripts."""
    return ExportTable(
        "questions",
        "one reply in one finished trial",
        ("trial", "session", "place"),
        (
            *of(attrgetter("at.trial.row"), HERE[:4]),
            *of(attrgetter("levels"), factors_of(experiments, *FactorKind)),
            *of(attrgetter("at.trial.row"), HERE[4:]),
            *of(attrgetter("at"), TURN_OF),
            *of(attrgetter("at.turn"), IN_LOOP),
            *of(attrgetter("at.turn.question"), ASKED),
            *REPLY,
        ),
    )


def question_rows(one: ExportTrial) -> Iterator[ExportReply]:
    """A row for each reply of a trial, in the order of the script."""
    for exchange in one.coded.finished.transcript.exchanges:
        if exchange.reply is None:
            continue
        at = ExportTurn(one, exchange.number, exchange.turn)
        yield ExportReply(at, exchange, exchange.reply.text, exchange.reply.finish, _marks(at))


def _marks(at: ExportTurn) -> tuple[Fraction, ...] | None:
    question = at.turn.question
    if question is None or question.kind not in JUDGED:
        return None
    return tuple(one.mark for one in _verdicts(at) if one.mark is not None)


def _verdicts(at: ExportTurn) -> list[Verdict]:
    """Those of the coders who count, as far as they have a mark."""
    place = (at.number, at.turn.place)
    found = [one.verdicts.get(place) for one in at.trial.coded.codings if one.counted]
    return [one for one in found if one is not None and one.decided]
