"""Everything that `devrun score` says, as one JSON document. Keys may be added, none renamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from renderers.fields.banks.ages import BANK_AGE, PUBLISHED_AGE
from renderers.fields.banks.hacking import HACKING
from renderers.fields.banks.letters import LETTER
from renderers.fields.banks.majorities import MAJORITY
from renderers.fields.cells import CELL, PAPER_CELL
from renderers.fields.design import PROVISIONAL, SIMULATED, STUDY, WHERE
from renderers.fields.even import EVEN
from renderers.fields.field import Document, Field, Kind, Row, document, each, field, nested
from renderers.fields.kinds import ACCURACY, MEASURE, accuracies, measures
from renderers.fields.means import (
    ADJUSTMENT,
    CODER_MEAN,
    CONTRAST,
    DOMAIN,
    EXPERIMENT,
    QUESTION_SHARE,
    TELLING_APART,
)
from renderers.fields.scales import TEXT, TEXTS, WHOLE
from renderers.fields.script_measures import MEASURE_SCORE, RELIABILITY, TOTAL
from renderers.fields.trials import IN_DRAW, SCORE, TRIAL, WHO
from renderers.json_text import Piece, Pieced
from renderers.rows.scores import StudyScores
from renderers.rows.trials import AimGuess, CoderRemark, TrialRows

ROLE: Field[Any] = field(
    TEXT,
    "role",
    "by whom the scores are, in words; also in each trial, cell, experiment and domain",
)


PROTOCOLS = (
    ("battery", "matched stories in many draws of words; coders mark replies"),
    ("paper", "own stories, one text ten times; coders rate each run from 0 to 5"),
    ("paper-by-prompt", "the same; coders rate each prompt, and a run has the mean"),
)


class _Trials(Pieced):
    """The documents of trials, of which each is made when it is asked for."""

    def __init__(self, rows: TrialRows, role: str) -> None:
        self._rows, self._role = rows, role

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Document: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Document]: ...

    def __getitem__(self, at: int | slice) -> Document | Sequence[Document]:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        return _by_role(TRIAL, self._rows[at], self._role)

    def pieces(self, at: int) -> tuple[Piece, ...]:
        """Of which cell a trial is, which trial, and its score."""
        rows, cell, pattern = self._rows, self._rows.cell_of(at), self._rows.pattern_of(at)
        return (
            (("cell", cell), lambda: document(WHERE, rows.firsts[cell])),
            (None, lambda: document(IN_DRAW, rows.place(at))),
            (pattern, lambda: _by_role(SCORE, rows.patterns[pattern], self._role)),
        )


def _trials(scores: StudyScores) -> Sequence[Document]:
    if isinstance(scores.trials, TrialRows):
        return _Trials(scores.trials, scores.role)
    return [_by_role(TRIAL, row, scores.role) for row in scores.trials]


def _by_role(fields: Sequence[Field[Row]], row: Row, role: str) -> Document:
    return {**document(fields, row), ROLE.name: role}


def by_role(
    name: str, what: str, rows: Callable[[Any], Sequence[Row]], fields: tuple[Field[Row], ...]
) -> Field[Any]:
    """A list of documents, each of which names the role too: by whom the scores are."""
    return Field(
        name, Kind.LIST, what, parts=fields,
        json=lambda found: [_by_role(fields, row, found.role) for row in rows(found)],
    )  # fmt: skip


REMARK: tuple[Field[CoderRemark], ...] = (
    *WHO,
    field(TEXTS, "trials", "keys of the trials of the transcript"),
    field(TEXT, "place", "story and question, as in the script; empty: the whole transcript"),
    field(TEXT, "note", "the coder's words"),
)

AIM_GUESS: tuple[Field[AimGuess], ...] = (*WHO, field(TEXT, "guess", "the coder's words"))

SCORES: tuple[Field[StudyScores], ...] = (
    STUDY,
    SIMULATED,
    ROLE,
    PROVISIONAL,
    field(
        TEXT, "protocol", "how the study was asked and is rated", "protocol.value",
        levels=PROTOCOLS,
    ),
    field(TEXTS, "coders", "names of the coders in the means"),
    field(WHOLE, "planned", "planned trials"),
    Field("trials", Kind.LIST, "finished trials", json=_trials, parts=TRIAL),
    by_role("cells", "cells of the design", lambda found: found.cells, CELL),
    each(
        "paper_table", "cells as in the paper's Tables 3 to 6, under its protocol", PAPER_CELL,
        "paper_cells",
    ),
    by_role("experiments", "means over cells", lambda found: found.experiments, EXPERIMENT),
    by_role("domains", "means over experiments", lambda found: found.domains, DOMAIN),
    each("contrasts", "how often each was passed", CONTRAST),
    Field(
        "measures", Kind.LIST, "scores of the kinds that scripts name", parts=MEASURE,
        json=lambda found: measures(found.kind_scores),
    ),
    each(
        "ages", "ages by the norms of a bank, of each cell that asks a bank with groups", BANK_AGE,
        "bank_ages",
    ),
    each(
        "majorities", "the majority over samples, of the items of a bank and each group of them",
        MAJORITY,
    ),
    each("letters", "which letters were taken, of banks that are asked in every rotation", LETTER),
    each(
        "concept_hacking", "control and manipulated versions of the items of a bank", HACKING,
        "hacking",
    ),
    each("published_ages", "published participants of the bank of these norms", PUBLISHED_AGE),
    Field(
        "accuracies", Kind.LIST, "accuracies of cells", parts=ACCURACY,
        json=lambda found: accuracies(found.kind_scores),
    ),
    each("question_shares", "accuracy of questions that were put to others too", QUESTION_SHARE),
    each("even", "even questions: how often each of two answers was chosen", EVEN, "even_scores"),
    each(
        "script_measures", "measures that scripts declare, such as passes and totals",
        MEASURE_SCORE, "measure_scores",
    ),
    each(
        "questionnaires", "internal consistency of questionnaires, in each wave", RELIABILITY,
        "reliabilities",
    ),
    each("totals", "totals of passes: runs by total, and whether the tasks form a scale", TOTAL),
    each("coder_means", "each coder's own mean", CODER_MEAN),
    nested(
        "coder_adjustment", "how much coders differ", ADJUSTMENT, "adjustment",
        missing="there is nothing to adjust",
    ),
    each("telling_apart", "the differences that so many draws can detect", TELLING_APART),
    field(TEXTS, "untested", "experiments that ask no test question, and have no LRS"),
    field(TEXTS, "mended", "scripts whose key was changed after the run"),
    field(TEXTS, "notes", "what is not in the scores, in sentences"),
    each("aim_guesses", "what coders took the study to be about", AIM_GUESS),
    each("coder_notes", "what coders noted", REMARK, "remarks"),
)  # fmt: skip


def score_document(scores: StudyScores) -> Document:
    """What `devrun score --json` prints; null where something is not known. The trials are a
    sequence of which each is made when it is asked for: there may be a hundred thousand, and a page
    needs few.
    """
    return document(SCORES, scores)
