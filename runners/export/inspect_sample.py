"""A finished trial as a sample of an Inspect log.

A trial is several conversations where a script forks or has versions, and a sample has one list of
messages. The list here holds every message once, in the order of the script; a message says in its
metadata to which call it belongs, and each call is among the sample's events with the whole
conversation that was sent. A sample for each conversation would have one LRS for many samples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dsl.tree import QuestionKind
from renderers.fields.field import pick
from renderers.fields.scales import whole_or_float
from renderers.fields.trials import LINEAR, MEASURES
from renderers.show import key_words
from runners.participants.base import Finish
from runners.participants.messages import data_uri

if TYPE_CHECKING:
    from dsl.trial import Session
    from renderers.prompt import Message
    from runners.engine.transcripts import Exchange
    from runners.export.exported_trials import ExportTrial
    from runners.store.records import CallRecord

Json = dict[str, object]

_HALVES = re.compile("[\ud800-\udfff]")
_STOPPED = {
    Finish.STOP: "stop",
    Finish.LENGTH: "max_tokens",
    Finish.REFUSAL: "content_filter",
    Finish.FILTERED: "content_filter",
    Finish.EMPTY: "stop",
    Finish.UNPARSABLE: "unknown",
    Finish.NOT_SHOWN: "unknown",
    Finish.UNKNOWN: "unknown",
}


def sample_document(one: ExportTrial, calls: Mapping[str, CallRecord]) -> Json:
    """The sample; `calls` are those of the trial, by key."""
    row, transcript = one.row, one.coded.finished.transcript
    trial = transcript.trial
    exchanges = [each for each in transcript.exchanges if each.reply is not None]
    made = [calls[each.key] for each in exchanges if each.key in calls]
    return {
        "id": " / ".join(
            part for part in (row.wording, row.condition, f"draw {row.draw}") if part
        ),
        "epoch": row.sample,
        "input": [_message(message) for message in exchanges[0].messages],
        "target": [
            key_words(each.turn.question.key)
            for each in exchanges
            if each.turn.question is not None and each.turn.question.kind is QuestionKind.TEST
        ],
        "messages": list(_messages(exchanges)),
        "output": _output(exchanges[-1], calls.get(exchanges[-1].key)),
        "scores": _scores(one),
        "metadata": {
            "trial": row.key,
            "simulated": row.simulated,
            "experiment": row.experiment,
            "condition": row.condition,
            "levels": dict(row.levels),
            "wording": row.wording,
            "draw": row.draw,
            "sample": row.sample,
            "seed": trial.seed,
            "counterbalance": dict(trial.balance),
            "words": {slot: whole(word) for slot, word in trial.words},
            "status": row.status,
            "reason": whole(row.reason),
            "gate": row.gate,
        },
        "events": [
            _event(each, calls[each.key]) for each in exchanges if each.key in calls
        ],
        "model_usage": usage_of(row.model, made),
        "started_at": min((call.at for call in made), default=None),
        "completed_at": max((call.at for call in made), default=None),
        "uuid": row.key,
    }  # fmt: skip


def usage_of(model: str, calls: Sequence[CallRecord]) -> Json:
    """Tokens by model; nothing where the provider counted none."""
    read = [call.input_tokens for call in calls if call.input_tokens is not None]
    written = [call.output_tokens for call in calls if call.output_tokens is not None]
    return usage_document(model, sum(read), sum(written)) if read or written else {}


def usage_document(model: str, read: int, written: int) -> Json:
    """Tokens as Inspect has them."""
    return {model: {"input_tokens": read, "output_tokens": written, "total_tokens": read + written}}


def whole(text: str) -> str:
    """The text with halves of characters made visible: Inspect reads none."""
    return _HALVES.sub(lambda half: f"<U+{ord(half.group()):04X}>", text)


def _messages(exchanges: Sequence[Exchange]) -> Iterator[Json]:
    """Every message once: of each call what no call before it in the same session had."""
    had: dict[int, list[tuple[Message, ...]]] = {}
    for one in exchanges:
        before = had.setdefault(one.number, [])
        shared = max((_alike(one.messages, other) for other in before), default=0)
        before.append(one.conversation)
        told = _told(one)
        for message in one.conversation[shared:]:
            yield _message(message) | {"metadata": told}


def _alike(one: Sequence[Message], other: Sequence[Message]) -> int:
    """How many messages two conversations begin with in common."""
    count = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        count += 1
    return count


def _told(one: Exchange) -> Json:
    """Where in the trial a call was made."""
    session: Session = one.session
    question = one.turn.question
    return {
        "session": one.number + 1,
        "version": session.version,
        "place": one.place,
        "kind": question.kind.value if question is not None else "listen",
        "question": question.title if question is not None else None,
        "call": one.key,
    }


def _message(message: Message) -> Json:
    found: Json = {"role": message.role.value, "content": whole(message.text)}
    if message.pictures:
        found["content"] = [
            {"type": "text", "text": whole(part)}
            if isinstance(part, str)
            else {"type": "image", "image": data_uri(part)}
            for part in message.parts
        ]
    return found


def _output(one: Exchange, call: CallRecord | None) -> Json:
    assert one.reply is not None
    text = whole(one.reply.text)
    said: Json = {"role": "assistant", "content": text, "source": "generate"}
    found: Json = {
        "model": (call.model_returned if call is not None else None) or "",
        "choices": [
            {"message": said, "stop_reason": _STOPPED[Finish(one.reply.finish)]},
        ],
        "completion": text,
        "metadata": {"finish": one.reply.finish},
    }
    if call is not None:
        found |= {"time": call.latency_s, "response_id": call.request_id}
        usage = usage_of("", [call])
        if usage:
            found["usage"] = usage[""]
    return found


def _event(one: Exchange, call: CallRecord) -> Json:
    return {
        "event": "model",
        "uuid": one.key,
        "timestamp": call.at,
        "working_start": 0,
        "model": call.model_returned or "",
        "input": [_message(message) for message in one.messages],
        "tools": [],
        "tool_choice": "none",
        "config": {},
        "output": _output(one, call),
        "retries": max(0, call.tries - 1),
        "metadata": _told(one),
    }


FIGURES = pick(MEASURES, "lrs", "share", LINEAR.name)
"""The figures of a sample."""


def _scores(one: ExportTrial) -> Json:
    """LRS and share, over coders and of each; a score that there is not is left out."""
    row = one.row
    found: Json = {}
    for figure in FIGURES:
        value = figure.json(row)
        if value is not None:
            found[figure.name] = {"value": value, "explanation": whole(row.reason) or None}
    for coder in row.coders:
        if coder.lrs is not None:
            found[f"lrs by {whole(coder.coder)}"] = {
                "value": whole_or_float(coder.lrs),
                "metadata": {
                    "kind": coder.kind,
                    "counted": coder.counted,
                    "gate": coder.gate,
                    "share": None if coder.share is None else float(coder.share),
                    "given_lrs": coder.given,
                },
            }
    return found
