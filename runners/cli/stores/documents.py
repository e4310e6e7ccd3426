"""What `devrun studies`, `devrun merge` and `devrun store` tell in JSON, each figure with what it
means.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter, itemgetter

from dsl.trial import Cell
from renderers.fields.design import MODEL, SIMULATED, STORE, STUDY
from renderers.fields.field import Field, each, field, nested, of, read_by
from renderers.fields.questions import FINISH, TURN
from renderers.fields.scales import OPTIONAL, TEXT, TEXTS, TIME, TRUTH, WHOLE
from renderers.fields.trials import PLACED
from runners.store.checks.findings import Finding
from runners.store.checks.integrity import StoreReport
from runners.store.checks.store_counts import StoreCounts
from runners.store.merge import MergedStore
from runners.store.records import ParticipantRecord, Study
from runners.store.superseded import OtherReply, OtherSession
from runners.studies.unsupported_parameters import left_out

_ASKED_WITHOUT: tuple[Field[ParticipantRecord], ...] = (
    MODEL.read_by(attrgetter("name")),
    field(
        TEXTS,
        "left_out",
        "what of the request was left out, since it does not support it",
        left_out,
    ),
)

STORED_STUDY: tuple[Field[Study], ...] = (
    STUDY.read_by(attrgetter("id")),
    SIMULATED,
    field(TIME, "first_started", "when it was started"),
    field(TIME, "last_started", "when it was started last"),
    field(TEXTS, "experiments", "titles of its scripts"),
    field(
        TEXTS, "models", "names of its participants",
        lambda study: tuple(dict.fromkeys(one.name for one in study.participants)),
    ),
    each(
        "left_out", "participants that were asked without something", _ASKED_WITHOUT,
        lambda study: filter(left_out, study.participants),
    ),
    field(WHOLE, "trials", "trials of all participants"),
    field(WHOLE, "finished", "finished ones of them"),
    field(TEXT, "tool_version", "version of devrun that began it"),
)  # fmt: skip

_COUNTS: tuple[Field[StoreCounts], ...] = (
    field(WHOLE, "studies", "studies"),
    field(WHOLE, "trials", "trials, finished or not"),
    field(WHOLE, "calls", "calls with their replies"),
    field(WHOLE, "transcripts", "finished trials"),
    field(WHOLE, "packets", "packets for coders"),
    field(WHOLE, "codes", "lines of coding logs"),
    field(WHOLE, "others", "finished sessions of trials of which another session counts"),
    field(WHOLE, "preregistrations", "preregistrations"),
)

_FINDING: tuple[Field[Finding], ...] = (
    field(TEXT, "kind", "a short word for it that stays the same"),
    field(WHOLE, "count", "how many there are"),
    field(TEXT, "message", "what is wrong"),
    field(TEXTS, "examples", "some of them"),
    field(TEXT, "help", "what to do"),
)

CHECKED_STORE: tuple[Field[tuple[str, StoreReport]], ...] = (
    STORE.but(what="the store").read_by(itemgetter(0)),
    field(TRUTH, "whole", "whether nothing is wrong", lambda row: not row[1].findings),
    *of(itemgetter(1), _COUNTS),
    each("findings", "kinds of faults", _FINDING, lambda row: row[1].findings),
)

_OTHER_REPLY: tuple[Field[OtherReply], ...] = (
    *read_by(TURN, place=attrgetter("place")),
    field(TEXT, "text", "the superseded reply, verbatim", "call.text"),
    FINISH.of(lambda reply: reply.call.finish),
    field(TIME, "at", "when it was stored", "call.at"),
    field(
        TEXT, "counts", "the reply that counts",
        lambda reply: None if reply.counts is None else reply.counts.text,
        missing="this was not asked in the session that counts",
    ),
)  # fmt: skip

_SITTING: tuple[Field[OtherSession], ...] = read_by(
    PLACED,
    experiment=lambda one: one.sitting.experiment,
    condition=lambda one: Cell(one.sitting.levels, one.sitting.wording).condition,
    levels=lambda one: one.sitting.levels,
    wording=lambda one: one.sitting.wording,
    model=lambda one: one.model,
    draw=lambda one: one.sitting.draw,
    sample=lambda one: one.sitting.sample,
)

SUPERSEDED: tuple[Field[OtherSession], ...] = (
    *_SITTING,
    field(TRUTH, "finished", "whether it was finished", lambda one: bool(one.trial)),
    field(OPTIONAL, "trial", "the trial", missing="it was not finished"),
    field(OPTIONAL, "transcript", "hash of its transcript", "hash", missing="it was not finished"),
    each("turns", "its replies; of one that was not finished those that differ", _OTHER_REPLY,
         "replies"),
)  # fmt: skip

_SOURCE: tuple[Field[MergedStore], ...] = (
    STORE.but(what="the store"),
    field(TRUTH, "taken", "whether it was merged", lambda one: one.added is not None),
    nested("new", "what was new", _COUNTS, "added", missing="nothing was taken"),
    field(TEXTS, "contradictions", "what it contradicts"),
)

MERGED: tuple[Field[tuple[str, Sequence[MergedStore]]], ...] = (
    field(TEXT, "into", "the target", itemgetter(0)),
    each("sources", "what became of each other store", _SOURCE, itemgetter(1)),
)
