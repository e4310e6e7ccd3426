"""The log of a model as judge: which coder it is, and the tokens that it has used.

A judge codes a packet that was made for somebody else. Its judgements are kept apart by a packet id
of its own, made of the packet it read, the model with its parameters, and the prompt: the same
judge on the same packet is the same coder, and a changed prompt is another one. Writing into the
person's log would mix the two; a packet made for the judge would need the owner's store. Costs and
their estimate come from the log alone, since a judge knows no store.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coders.desk.log import Data, Event
from coders.packets.shape import CoderKind, Header, Packet
from dsl.projections import digest
from dsl.record import replace

if TYPE_CHECKING:
    from runners.coding.judges.judge_prompts import JudgePrompts
    from runners.engine.cost_budget import CostBudget
    from runners.participants.base import Participant, Settings

JUDGING = "judging"
"""The kind of the first event in a judge's log: which packet, model, parameters and prompt."""

JUDGE = "judge"
"""The kind of an event that keeps one raw reply of a judge."""

_LETTERS = 24


def judge_packet_id(packet: str, identity: Mapping[str, str], prompt: str) -> str:
    """The id under which a judge's codes of a packet are kept; `prompt` is the prompt's hash."""
    return "j" + digest("devrun:judge:1", [packet, dict(identity), prompt])[:_LETTERS]


def judge_name(model: str, identity: Mapping[str, str]) -> str:
    """The judge's name as a coder: `judge openai/NAME`, with the parameters that were asked for.

    The name of a simulated one has its parameters already.
    """
    if identity.get("provider") == "sim":
        return f"judge {model}"
    try:
        asked = json.loads(identity.get("parameters") or "{}")
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not asked:
        return f"judge {model}"
    told = ", ".join(f"{name}={value}" for name, value in sorted(asked.items()))
    return f"judge {model} ({told})"


def judge_header(header: Header, identity: Mapping[str, str], prompt: str, name: str) -> Header:
    """The header of a judge's own packet, which is otherwise the one it reads."""
    return replace(
        header,
        packet=judge_packet_id(header.packet, identity, prompt),
        coder=name,
        kind=CoderKind.AUTOMATIC,
    )


def identity_in(event: Event) -> dict[str, str]:
    """The judge's identity out of a `judging` event; empty where there is none to be read."""
    try:
        found = json.loads(event.text("identity"))
    except (ValueError, RecursionError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def judged_packet(events: tuple[Event, ...]) -> str | None:
    """The packet that a judge read, if this is a judge's log, with the id and the name that follow
    from its first line; so a log cannot take the name of a person or of another judge.
    """
    first = events[0]
    if first.kind != JUDGING:
        return None
    of, identity = first.text("of"), identity_in(first)
    right = judge_packet_id(of, identity, first.text("prompt"))
    named = judge_name(first.text("model"), identity)
    return of if (first.packet, first.coder) == (right, named) else None


def judge_log_path(packet: Path, name: str) -> Path:
    """Where a judge's log is: next to the packet, `A.judge-openai-NAME.log.jsonl`."""
    stem = packet.name.removesuffix(".jsonl").removesuffix(".packet")
    plain = re.sub(r"[^A-Za-z0-9.]+", "-", name.removeprefix("judge ")).strip("-.")
    return packet.with_name(f"{stem}.judge-{plain}.log.jsonl")


def judging_fields(
    packet: Packet,
    judge: Participant,
    identity: dict[str, str],
    settings: Settings,
    prompts: JudgePrompts,
) -> Data:
    """The first line of a judge's log: which packet it read, and who it is."""
    return {
        "of": packet.header.packet,
        "made_for": packet.header.coder,
        "checksum": packet.checksum,
        "model": judge.name,
        "simulated": judge.simulated,
        "identity": json.dumps(identity, sort_keys=True),
        "prompt": prompts.hash,
        "prompt_version": prompts.version,
        "settings": json.dumps(
            {
                "temperature": settings.temperature,
                "max_tokens": settings.max_tokens,
                "params": [list(pair) for pair in settings.params],
            }
        ),
    }


Paying = Callable[["Participant", "Bill"], "CostBudget | None"]
"""Gives the cost budget of a judge, or raises why nothing may be asked."""


@dataclass(frozen=True, slots=True)
class Bill:
    """`read` and `written` are the tokens of the replies in the log; `items` are still to be
    judged, and their messages have so many `characters`.
    """

    read: int
    written: int
    items: int
    characters: int


def bill(events: Iterable[Event], sizes: Iterable[int]) -> Bill:
    """The bill of a judge with this log, and messages of these `sizes` in characters to be sent.

    A reply without a count of tokens is taken to have a token for every character of its body.
    """
    read = written = 0
    for event in events:
        if event.kind == JUDGE:
            body = len(event.text("raw"))
            read += _count(event, "input_tokens", body)
            written += _count(event, "output_tokens", body)
    found = tuple(sizes)
    return Bill(read, written, len(found), sum(found))


def _count(event: Event, name: str, otherwise: int) -> int:
    value = event.data.get(name)
    return value if isinstance(value, int) else otherwise
