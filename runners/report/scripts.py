"""The study and its scripts as a report says them: starts, hashes, design, published figures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import TypeVar

from dsl.experiment import Guard, Reference
from dsl.words import and_list
from renderers.design_words import design_sentence
from renderers.fields.design import DOMAIN_NAME, EXPERIMENT_TITLE
from renderers.fields.field import Field, Kind, Scale, each, field, of, pick
from renderers.fields.scales import KEY, OPTIONAL, TEXT, TEXTS, TIME, TRUTH, WHOLE
from runners.analysis.document import Json
from runners.store.study_queries import StartRecord
from runners.store.study_trials import StudyTrials
from runners.studies.study import OpenStudy, StudyExperiment

WHOLES = Scale[Sequence[int]](Kind.LIST, plain=list)

_TOLD = (
    "runs", "samples", "seed", "wording", "only", "framing", "models", "temperature", "max_tokens",
    "param",
)  # fmt: skip
"""Settings of a start that a report repeats."""

Value = TypeVar("Value", int, str)

_Started = tuple[OpenStudy, Sequence[StartRecord]]
_START: tuple[Field[StartRecord], ...] = (
    field(TIME, "at", "when it was started"),
    field(TEXT, "tool_version", "version of devrun"),
    field(
        Scale[Json](Kind.OBJECT), "settings", "what was asked for, without places of files",
        lambda one: _settings(one.settings),
    ),
)  # fmt: skip
_WHEN: tuple[Field[OpenStudy], ...] = (
    field(KEY, "id", "id of the study", "study.id"),
    field(TIME, "first_started", "when it was first started", "study.first_started"),
    field(TIME, "last_started", "when it was last started", "study.last_started"),
)
_TRIALS: tuple[Field[StudyTrials], ...] = (
    field(TEXTS, "wordings", "its wordings", lambda rows: _once(one.wording for one in rows.used)),
    field(WHOLE, "draws", "draws of a cell, at most", lambda rows: len(set(rows.draws))),
    field(WHOLE, "samples", "samples of a text, at most", lambda rows: len(set(rows.samples))),
    field(WHOLES, "seeds", "seeds of its draws", lambda rows: _once(row.seed for row in rows.used)),
    field(WHOLE, "trials", "trials, finished or not", len),
)  # fmt: skip


def _rows(found: _Started) -> StudyTrials:
    return found[0].rows


STUDY: tuple[Field[_Started], ...] = (
    *of(itemgetter(0), _WHEN),
    each("starts", "each start", _START, itemgetter(1)),
    *of(_rows, _TRIALS),
)


def _once(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(sorted(set(values)))


def _settings(kept: str) -> Json:
    """What was asked for at a start, without the places of files on somebody's computer."""
    found = json.loads(kept)
    return {name: found[name] for name in _TOLD if found.get(name) not in (None, [], "")}


@dataclass(frozen=True, slots=True)
class RanScript:
    """A script of a study, and its trials, which may be fewer than the script has, or more."""

    chapter: StudyExperiment
    rows: StudyTrials

    @property
    def design(self) -> str:
        """What was run, in words."""
        return design_sentence(
            self.chapter.experiment,
            runs=len(set(self.rows.draws)),
            samples=len(set(self.rows.samples)),
            wordings=sorted({one.wording for one in self.rows.used}),
            run_in={one.levels for one in self.rows.used},
        )


def ran(chapter: StudyExperiment, opened: OpenStudy) -> RanScript:
    """A script with those trials that were opened."""
    groups = opened.rows.groups
    mine = opened.rows.of_groups(one for one in groups if one.procedure == chapter.procedure)
    return RanScript(chapter, mine)


_REFERENCE: tuple[Field[Reference], ...] = (
    field(TEXT, "who", "of whom it was published"),
    field(TEXT, "value", "the figure, as the script has it", missing="it is unknown"),
    field(OPTIONAL, "unit", "LRS or %", missing="the script gives none"),
    field(TEXT, "for", "for which cells", lambda one: _words(one.guard), missing="for all"),
    field(OPTIONAL, "question", "the question that was put to them", missing="it is of a cell"),
    field(WHOLE, "n", "how many people it is of", missing="it is unknown"),
    field(OPTIONAL, "source", "where it was published", missing="the script does not say"),
)
_DRAWS, _SAMPLES = pick(_TRIALS, "draws", "samples")
SCRIPT: tuple[Field[RanScript], ...] = (
    EXPERIMENT_TITLE.read_by(attrgetter("chapter.experiment.title")),
    field(TEXT, "file", "name of its file", lambda one: _file(one.chapter.experiment.file)),
    DOMAIN_NAME.read_by(lambda one: dict(one.chapter.experiment.meta).get("domain", "")),
    field(
        OPTIONAL, "source", "the paper that it is of",
        lambda one: dict(one.chapter.experiment.meta).get("source", ""),
        missing="the script names none",
    ),
    field(KEY, "procedure", "hash of what was asked", "chapter.procedure"),
    field(KEY, "rubric", "hash of how replies are judged", "chapter.rubric"),
    field(
        TRUTH, "mended", "whether the rubric is of a file that was named, and not the study's",
        "chapter.mended",
    ),
    field(
        TEXTS, "errors", "codes of errors that the script has under the rules of today",
        "chapter.errors",
    ),
    _DRAWS.of(attrgetter("rows")),
    _SAMPLES.of(attrgetter("rows")),
    field(TEXT, "design", "what was run, in words"),
    each("references", "published figures", _REFERENCE, "chapter.experiment.references"),
)  # fmt: skip


def _file(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _words(guard: Guard) -> str | None:
    """For which cells a figure was published, by the names of levels; None for all."""
    needed = ", ".join(and_list(list(levels), "or") for _, levels in guard.needs)
    without = and_list([words for one in guard.excludes if (words := _words(one))], "or")
    return ", ".join(part for part in (needed, without and f"not {without}") if part) or None
