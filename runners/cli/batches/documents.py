"""The figures of batches in JSON, each with what it means."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from renderers.fields.design import MODEL, STUDY
from renderers.fields.field import Field, Kind, Scale, each, field, of
from renderers.fields.scales import COUNTS, KEY, OPTIONAL, TEXT, TIME, WHOLE
from runners.batches.lines import TakenIn
from runners.store.batches import BatchRecord, BatchState

if TYPE_CHECKING:
    from runners.batches.frontier import Frontier

Written: TypeAlias = "tuple[str, list[BatchRecord], list[Frontier]]"
"""A study, the batches that were written of it, and what was left out of them."""

_OPTIONAL_TIME = Scale[str](Kind.TIME, plain=lambda at: at or None)

BATCH: tuple[Field[BatchRecord], ...] = (
    field(KEY, "batch", "id of the batch", "key"),
    STUDY,
    MODEL.read_by(lambda one: f"{one.provider}/{one.model}"),
    field(
        TEXT, "state", "how far it is",
        levels=(
            (BatchState.WRITING, "its file is being written"),
            (BatchState.WRITTEN, "its file is there, and devrun has not sent it"),
            (BatchState.SENDING, "it may have been sent"),
            (BatchState.SENT, "the provider has it"),
            (BatchState.ENDED, "the provider is done with it, and not all results are here"),
            (BatchState.DONE, "nothing more is to be expected"),
        ),
    ),
    field(
        OPTIONAL, "vendor_id", "what the provider calls it", "named",
        missing="the provider does not have it",
    ),
    field(TEXT, "file", "path of its file of requests"),
    field(KEY, "sha256", "SHA-256 of that file"),
    field(WHOLE, "calls", "calls that were written to it"),
    field(TIME, "written_at", "when it was written", "at"),
    field(_OPTIONAL_TIME, "sent_at", "when it was sent", missing="it was not"),
    field(_OPTIONAL_TIME, "ended_at", "when it ended", missing="it has not"),
)  # fmt: skip

WRITTEN: tuple[Field[Written], ...] = (
    STUDY.read_by(itemgetter(0)),
    field(WHOLE, "calls", "calls that were written", lambda row: sum(one.calls for one in row[1])),
    field(
        WHOLE, "tried", "of these, calls that came back without a reply from an earlier batch",
        lambda row: sum(one.tried for one in row[2]),
    ),
    field(
        WHOLE, "out", "calls that are in batches already and were not written again",
        lambda row: sum(one.out for one in row[2]),
    ),
    field(
        WHOLE, "failed", "calls that failed in earlier batches and were left out",
        lambda row: sum(one.failed for one in row[2]),
    ),
    each("batches", "the batches", BATCH, itemgetter(1)),
)  # fmt: skip

LISTED: tuple[Field[tuple[BatchRecord, int]], ...] = (
    *of(itemgetter(0), BATCH),
    field(WHOLE, "waiting", "calls of it that wait for their replies", itemgetter(1)),
)

TAKEN: tuple[Field[TakenIn], ...] = (
    field(WHOLE, "lines", "lines that were read", "read"),
    field(WHOLE, "stored", "replies that were stored"),
    field(WHOLE, "already", "lines of calls that had their reply, or this failure, already"),
    field(WHOLE, "failed", "calls that got no reply"),
    field(WHOLE, "silent", "of these, calls that had no line in the results of their batch"),
    field(WHOLE, "unknown", "lines of calls that are not in this store", "foreign"),
    field(WHOLE, "unreadable", "lines that are no results", "broken"),
    field(COUNTS, "messages", "how many calls failed with which message"),
)
