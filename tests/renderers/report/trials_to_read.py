"""Trials to read that were made by hand, every text of them the same, and a page of them."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from dsl.experiment import IfFailed, Order, Scorer
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Cell, Clause, Key, Phrase, Quantity, Question, Session, Trial, Turn
from renderers.report.embedding import Embedded, TranscriptCounts
from renderers.report.page import ReportPage, render_page
from renderers.report.reader import reader_script, reader_section, reader_style
from renderers.rows.measures import measures
from renderers.rows.transcripts import Given, Mark, ReadTrial
from renderers.rows.trials import TrialRow


def key(*answers: str) -> Key:
    phrases = tuple(Phrase(answer, (answer,)) for answer in answers)
    clauses = (Clause(Quantity.ALL, phrases),) if phrases else ()
    return Key(clauses, (), (), Scorer.MATCH, 2, 1)


def asked(name: str, kind: QuestionKind = QuestionKind.TEST, right: str = "the box") -> Question:
    return Question(
        kind, name, "", "Where is it?", (), Order.FIXED, None, (), key(right), Fraction(1), (),
        IfFailed.SCORE_ZERO, None,
    )  # fmt: skip


def one(text: str, *, name: str = "Hat", number: int = 1) -> ReadTrial:
    """A trial of two stories, every text of which is that text."""
    place = (0, "1")
    sessions = (
        Session((("version", text),), True, Fraction(1), (text,),
                (Turn("1", (text,), asked(text, right=text)),)),
        Session((("version", "twin"),), False, Fraction(1), (), (Turn("1", (text,), None),)),
    )  # fmt: skip
    trial = Trial(name, Cell((("end", text),), "permuted"), number, 1, 1, (), ((text, "x"),),
                  sessions)  # fmt: skip
    return ReadTrial(
        score=TrialRow(
            experiment=name,
            levels=(("end", text),),
            wording="permuted",
            model=text,
            simulated=True,
            draw=number,
            sample=1,
            key=f"{number:064x}",
            text=1,
            status="scored",
            reason=text,
            gate="none",
            **(measures(lambda name: None) | {"share": Fraction(1, 2), "lrs": Fraction(5, 2)}),
        ),
        trial=trial,
        replies={place: text, (1, "1"): ""},
        marks={place: (Mark(text, "blind", True, "half", ("hedged",), text),)},
        ended={(1, "1"): "length"},
        given=(Given(text, "blind", True, 2, 5, False, text),),
    )


def unpacked(data: str) -> Any:
    """The transcripts in a page's data, as its program unpacks them."""
    return json.loads(gzip.decompress(b64decode(data, validate=True)))


def scored(read: ReadTrial, **changes: Any) -> ReadTrial:
    """The same trial, of whose score something is otherwise."""
    return replace(read, score=replace(read.score, **changes))


def page_of(*trials: ReadTrial) -> str:
    counts = TranscriptCounts(len(trials), len(trials), 1, len(trials), len(trials))
    section = reader_section(Embedded(trials, counts))
    return render_page(
        ReportPage(
            title="A study",
            version="0",
            banner=Markup(""),
            sections=[section],
            foot=Markup(""),
            styles=[reader_style()],
            scripts=[reader_script()],
        )
    )
