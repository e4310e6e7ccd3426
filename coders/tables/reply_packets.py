"""Replies from a table as a packet, for models as judges and for people, and what they read there.

An item of such a packet is one reply with its question and choices, without key; whoever codes it
says which choice it takes. The same reply to the same question is one item. Its id follows from
these words, so that a log is matched with the table by what was read, whatever else changed in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from coders.choice_methods import choice_said
from coders.desk.log import Event
from coders.desk.state import replay
from coders.packets.codebook import codebook_check
from coders.packets.items import shuffled
from coders.packets.shape import (
    CoderKind,
    Header,
    Item,
    Line,
    LineKind,
    Packet,
    PacketQuestion,
    View,
)
from coders.tables.replies import TableReply
from dsl.projections import digest
from dsl.record import record, replace
from dsl.words import LABELS

CODER = "reader"
"""The coder that such a packet is made for; a judge goes by a name of its own."""

_BLIND_TO = ("who replied", "which choice is right")
_CODEBOOK = digest("devrun:reply-codebook:1", [])[:12]


@record
class LogReadings:
    """What one coder reads in replies: `read` has the choice by item, empty where it is none, or
    no single one. `judge`: a model, which is never taken for a person.
    """

    coder: str
    judge: bool
    simulated: bool
    read: Mapping[str, str]


def reply_packet(rows: Iterable[TableReply], *, made: str, tool_version: str) -> Packet:
    """A packet of these replies to choices; `made` is when, UTC in ISO 8601."""
    items = tuple({item_id(row): _item(row) for row in rows}.values())
    name = digest("devrun:reply-packet:1", [one.id for one in items])[:16]
    header = Header(
        packet=name, batch=name, coder=CODER, kind=CoderKind.BLIND, view=View.CONTENT,
        keyed=False, codebook_version=_CODEBOOK, tool_version=tool_version, made=made,
        items=len(items), blind_to=_BLIND_TO, not_blind_to=("the question and its choices",),
        statement="You see single replies with their questions, not who replied or what is right.",
        lrs_first_share=Fraction(0), masking_share=Fraction(0),
    )  # fmt: skip
    return Packet(replace(header, codebook_check=codebook_check(header)), (), (), (), items)


def is_of_table(codebook: str) -> bool:
    """Whether a packet or log with this codebook is of replies in a table, which no store knows."""
    return codebook == _CODEBOOK


def taken_by(log: object) -> str:
    """The command that takes the log of such a packet."""
    return f"devrun read --table TABLE --log {log}"


def item_id(row: TableReply) -> str:
    """The id of the item that a reply is in a packet."""
    asked = row.question
    return digest("devrun:reply:1", [asked.text, list(asked.options), row.reply])[:12]


def _item(row: TableReply) -> Item:
    choices = row.question.options
    listed = "\n".join(
        f"{LABELS[at]}) {one}" if at < len(LABELS) else one for at, one in enumerate(choices)
    )
    text = "\n\n".join(filter(None, (row.question.text, listed)))
    lines = (Line(LineKind.TOLD, text, 1), Line(LineKind.REPLY, row.reply, 1))
    question = PacketQuestion(1, "item", text, candidates=tuple(dict.fromkeys(choices)))
    content = digest("devrun:reply-content:1", [text, list(choices), row.reply])
    return shuffled(Item(item_id(row), content, lines, (question,)))


def readings_of(events: Sequence[Event]) -> LogReadings:
    """What the coder of a log reads; `events` are not empty. The first event of a judge's log says
    that it is one.
    """
    first = events[0]
    judgements = {
        item: codes.judgements[1]
        for item, codes in replay(events).items.items()
        if 1 in codes.judgements
    }
    return LogReadings(
        first.coder,
        first.kind == "judging",
        first.data.get("simulated") is True,
        {item: one.said[0] if len(one.said) == 1 else "" for item, one in judgements.items()},
    )


def with_readings(row: TableReply, logs: Sequence[LogReadings]) -> TableReply:
    """A reply with what the coders of these logs read in it: people's, if they agree, is what it
    takes where the table does not say; models are judges after those of the table.
    """
    if not logs or not row.question.options:
        return row
    here = item_id(row)
    options = row.question.options
    said = {
        choice_said((one.read[here],), options)
        for one in logs
        if not one.judge and here in one.read
    }
    takes = said.pop() if row.takes is None and len(said) == 1 else row.takes
    judges = tuple(
        choice_said((one.read[here],), options) if here in one.read else None
        for one in logs
        if one.judge
    )
    return replace(row, takes=takes, judges=(*row.judges, *judges))
