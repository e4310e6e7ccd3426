"""The figures of what was run, as a report says it: the study and its starts, its scripts with what
was published for them, and who took part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from operator import attrgetter, itemgetter
from typing import Any, TypeVar

from dsl.experiment import Guard, Reference
from dsl.words import and_list
from renderers.fields.design import DOMAIN_NAME, EXPERIMENT_TITLE, MODEL, SIMULATED
from renderers.fields.field import Document, Field, Kind, Scale, each, field, of, pick
from renderers.fields.scales import KEY, OPTIONAL, TEXT, TEXTS, TIME, TRUTH, WHOLE

WHOLES = Scale[Sequence[int]](Kind.LIST, plain=list)
DOCUMENT = Scale[Document](Kind.OBJECT)

_TOLD = (
    "runs", "samples", "seed", "wording", "only", "framing", "models", "temperature", "max_tokens",
    "param",
)  # fmt: skip
"""Settings of a start that a report repeats."""

Value = TypeVar("Value", int, str)

_START: tuple[Field[Any], ...] = (
    field(TIME, "at", "when it was started"),
    field(TEXT, "tool_version", "version of devrun"),
    field(
        DOCUMENT, "settings", "what was asked for, without places of files",
        lambda one: _settings(one.settings),
    ),
)  # fmt: skip
_WHEN: tuple[Field[Any], ...] = (
    field(KEY, "id", "id of the study", "study.id"),
    field(TIME, "first_started", "when it was first started", "study.first_started"),
    field(TIME, "last_started", "when it was last started", "study.last_started"),
)
_TRIALS: tuple[Field[Any], ...] = (
    field(TEXTS, "wordings", "its wordings", lambda rows: _once(one.wording for one in rows.used)),
    field(WHOLE, "draws", "draws of a cell, at most", lambda rows: len(set(rows.draws))),
    field(WHOLE, "samples", "samples of a text, at most", lambda rows: len(set(rows.samples))),
    field(WHOLES, "seeds", "seeds of its draws", lambda rows: _once(row.seed for row in rows.used)),
    field(WHOLE, "trials", "trials, finished or not", len),
)  # fmt: skip

STUDY: tuple[Field[Any], ...] = (
    *of(itemgetter(0), _WHEN),
    each("starts", "each start", _START, itemgetter(1)),
    *of(lambda found: found[0].rows, _TRIALS),
)


def _once(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(sorted(set(values)))


def _settings(kept: str) -> Document:
    """What was asked for at a start, without the places of files on somebody's computer."""
    found: Document = json.loads(kept)
    return {name: found[name] for name in _TOLD if found.get(name) not in (None, [], "")}


REFERENCE: tuple[Field[Reference], ...] = (
    field(TEXT, "who", "of whom it was published", heading="sample"),
    field(
        TEXT, "value", "the figure, as the script has it", missing="it is unknown",
        heading="figure",
    ),
    field(OPTIONAL, "unit", "LRS or %", missing="the script gives none"),
    field(
        TEXT, "for", "for which cells", lambda one: _guarded(one.guard), missing="for all",
        heading="cells",
    ),
    field(OPTIONAL, "question", "the question that was put to them", missing="it is of a cell"),
    field(WHOLE, "n", "how many people it is of", missing="it is unknown"),
    field(OPTIONAL, "source", "where it was published", missing="the script does not say"),
)  # fmt: skip
_DRAWS, _SAMPLES = pick(_TRIALS, "draws", "samples")
SCRIPT: tuple[Field[Any], ...] = (
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
        "chapter.mended", heading="answers",
    ),
    field(
        TEXTS, "errors", "codes of errors that the script has under the rules of today",
        "chapter.errors",
    ),
    _DRAWS.of(attrgetter("rows")),
    _SAMPLES.of(attrgetter("rows")),
    field(TEXT, "design", "what was run, in words"),
    each("references", "published figures", REFERENCE, "chapter.experiment.references"),
)  # fmt: skip


def _file(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _guarded(guard: Guard) -> str | None:
    """For which cells a figure was published, by the names of levels; None for all."""
    needed = ", ".join(and_list(list(levels), "or") for _, levels in guard.needs)
    without = and_list([words for one in guard.excludes if (words := _guarded(one))], "or")
    return ", ".join(part for part in (needed, without and f"not {without}") if part) or None


_RETURNED: tuple[Field[Any], ...] = (
    field(TEXT, "name", "name that the provider returned", missing="it names none"),
    field(WHOLE, "replies", "replies under it"),
    field(TIME, "first", "when the first of them came"),
    field(TIME, "last", "when the last of them came"),
)
_NO_REPLY = "there is no reply"
PARTICIPANT: tuple[Field[Any], ...] = (
    MODEL.read_by(attrgetter("label")),
    SIMULATED.of(attrgetter("record")),
    field(
        DOCUMENT, "parameters",
        "what was sent with each call; null: not sent, so that the provider's default counted",
    ),
    field(
        TEXT, "endpoint", "where it was asked", lambda one: one.identity.get("endpoint"),
        missing="at its provider's usual address",
    ),
    field(
        TEXT, "revision", "revision of a local model", lambda one: one.identity.get("revision"),
        missing="it has none",
    ),
    field(TEXTS, "asked_without", "parameters that it does not take, and was asked without"),
    each("returned", "each name that was returned", _RETURNED, heading="name returned"),
    field(WHOLE, "replies", "all replies", "said.replies"),
    field(TIME, "first_reply", "when the first came", "said.first", missing=_NO_REPLY),
    field(TIME, "last_reply", "when the last came", "said.last", missing=_NO_REPLY),
)  # fmt: skip
"""What each was asked with, and under which names and when it answered."""
