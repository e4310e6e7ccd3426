"""The table `codes`: every judgement of every reply, as its coder left it.

Nothing is laid over anything here: what an adjudicator settled stands in rows of its own, since
agreement is about what coders said before. Where no person has coded, the judgements are the
matcher's, or the key's where answers were weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from coders.marks import Verdict
from dsl.trial import Question, turns
from renderers.csv_text import Cell
from runners.analysis.replies import verdicts_of
from runners.export.dictionary import named
from runners.export.question_table import what, where
from runners.export.variables import DataFile, Row

if TYPE_CHECKING:
    from coders.desk.state import Judgement
    from coders.lrs import Place
    from runners.analysis.trial_scores import Coding
    from runners.export.exported_trials import ExportedTrials, ExportTrial

CODES = DataFile(
    "codes",
    "one judgement of one reply",
    ("trial", "session", "place", "coder", "coder_kind", "duplicate"),
    named(
        "trial", "simulated", "experiment", "condition", "wording", "model", "draw", "sample",
        "session", "version", "own_story", "place", "kind", "question", "form", "coder",
        "coder_kind", "counted", "duplicate", "mark", "verdict", "flags", "said", "plainly", "lure",
        "because", "view", "packet", "item", "order", "judged_at",
    ),
)  # fmt: skip

_PROGRAM: tuple[Cell, ...] = (None,) * 5


def code_rows(passing: ExportedTrials, one: ExportTrial) -> Iterator[Row]:
    """A row for each judgement of a trial."""
    asked = _asked(one)
    counted = {(coding.coder, coding.kind) for coding in one.coded.codings if coding.counted}
    for coding in one.coded.codings:
        # What people and judges coded comes below, without what was settled.
        if coding.kind in ("matcher", "likelihood"):
            yield from _by_program(one, coding, asked)
    for coded in one.brought:
        kind = coded.kind.value
        counts = (coded.coder, kind) in counted and not coded.twin
        trial = one.coded.told.transcript.trial
        verdicts = verdicts_of(trial, one.coded.answers, coded.judgements)
        for place, judgement in coded.judgements.items():
            verdict = verdicts.get(place)
            if verdict is None or place not in asked:
                continue
            yield (
                *_begin(one, place, asked), coded.coder, kind, counts, bool(coded.twin),
                *_said(verdict, judgement), coded.view.value, coded.packet,
                *passing.item_of(coded, place), coded.at or None,
            )  # fmt: skip


def _by_program(one: ExportTrial, coding: Coding, asked: Mapping[Place, Question]) -> Iterator[Row]:
    for place, verdict in coding.verdicts.items():
        yield (
            *_begin(one, place, asked), coding.coder, coding.kind, coding.counted, False,
            *_said(verdict, None), *_PROGRAM,
        )  # fmt: skip


def _asked(one: ExportTrial) -> Mapping[Place, Question]:
    return {
        (index, turn.place): turn.question
        for index, session in enumerate(one.coded.told.transcript.trial.sessions)
        for turn in turns(session.nodes)
        if turn.question is not None
    }


def _begin(one: ExportTrial, place: Place, asked: Mapping[Place, Question]) -> tuple[Cell, ...]:
    row = one.row
    number, name = place
    session = one.coded.told.transcript.trial.sessions[number]
    return (
        row.key, row.simulated, row.experiment, row.condition or None, row.wording, row.model,
        row.draw, row.sample, *where(number, session, name), *what(asked.get(place)),
    )  # fmt: skip


def _said(verdict: Verdict, judgement: Judgement | None) -> tuple[Cell, ...]:
    """The fields from the mark to the reason."""
    flags = "; ".join(flag.value for flag in verdict.flags) or None
    said = judgement.said if judgement is not None else ()
    return (
        verdict.mark,
        verdict.word.value,
        flags,
        "; ".join(said) or None,
        judgement.plain if judgement is not None and said else None,
        verdict.lure,
        verdict.reason or None,
    )
