"""Who took part in a study: parameters, dates, the names returned, and what it took."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from renderers.fields.bills import COST
from renderers.fields.field import Document, document
from renderers.rows.bills import Bill
from runners.agents.identity import embedder_in
from runners.analysis.document import Json
from runners.prices.table import Price, is_free, price_name
from runners.store.call_queries import ModelReplies
from runners.store.records import ParticipantRecord
from runners.studies.study import OpenStudy
from runners.studies.unsupported_parameters import left_out

_USUAL = ("temperature", "max_tokens")
"""What a reader looks for, whether it was sent or not."""


def of_the_study(found: Sequence[ModelReplies], opened: OpenStudy) -> tuple[ModelReplies, ...]:
    """Those replies that are of the part of the study that was opened."""
    asked = {(one.participant, one.experiment, one.levels, one.wording) for one in opened.rows.used}
    return tuple(
        one for one in found if (one.participant, one.experiment, one.levels, one.wording) in asked
    )


def participants_document(
    opened: OpenStudy, found: Sequence[ModelReplies], labels: Mapping[str, str]
) -> list[Json]:
    """Every participant: what it was asked with, and under which names and when it answered.

    A parameter is null where none was sent: the provider's default counted.
    """
    said = [one for one in found if not one.embeddings]
    return [_participant(one, labels[one.key], _of(said, one.key)) for one in opened.participants]


def _participant(who: ParticipantRecord, label: str, found: Sequence[ModelReplies]) -> Json:
    identity = json.loads(who.identity)
    given = json.loads(identity.get("parameters") or "{}")
    parameters = {**({} if who.simulated else dict.fromkeys(_USUAL)), **given}
    names = dict.fromkeys(one.returned for one in found)
    return {
        "model": label,
        "simulated": who.simulated,
        "parameters": {name: _scalar(value) for name, value in parameters.items()},
        "endpoint": identity.get("endpoint"),
        "revision": identity.get("revision"),
        "asked_without": list(left_out(who)),
        "returned": [
            {
                "name": name,
                "replies": sum(one.replies for one in found if one.returned == name),
                "first": min(one.first for one in found if one.returned == name),
                "last": max(one.last for one in found if one.returned == name),
            }
            for name in names
        ],
        "replies": sum(one.replies for one in found),
        "first_reply": min((one.first for one in found), default=None),
        "last_reply": max((one.last for one in found), default=None),
    }


def costs_document(
    opened: OpenStudy,
    found: Sequence[ModelReplies],
    labels: Mapping[str, str],
    prices: Mapping[str, Price],
) -> list[Document]:
    """What the replies of every participant took, and what that costs by prices known here.
    Embeddings are a line of their own.
    """
    return [
        document(COST, _bill(one, labels[one.key], each, prices, embedder=embedder))
        for one in opened.participants
        for embedder in (None, *filter(None, [embedder_in(json.loads(one.identity))]))
        if (each := [r for r in _of(found, one.key) if r.embeddings == bool(embedder)])
        or embedder is None
    ]


def _bill(
    who: ParticipantRecord,
    label: str,
    found: Sequence[ModelReplies],
    prices: Mapping[str, Price],
    *,
    embedder: tuple[str, Mapping[str, str]] | None,
) -> Bill:
    name, identity = embedder or (who.name, json.loads(who.identity))
    return billed(
        Bill(
            f"{label}, embeddings of {name}" if embedder else label,
            who.simulated,
            _sum(found, lambda one: one.replies),
            _sum(found, lambda one: one.input_tokens),
            _sum(found, lambda one: one.output_tokens),
            _sum(found, lambda one: one.uncounted),
            None,
            None,
            attempts=_sum(found, lambda one: one.tries),
        ),
        prices.get(price_name(name, identity)),
        free=who.simulated or is_free(name),
    )


def billed(bill: Bill, price: Price | None, *, free: bool) -> Bill:
    """The bill with what it comes to."""
    if free:
        return replace(bill, usd=Decimal(0))
    if price is None:
        return bill
    known = not bill.uncounted
    usd = price.of(bill.input_tokens, bill.output_tokens) if known else None
    return replace(bill, usd=usd, price_of=price.date)


def _of(found: Iterable[ModelReplies], key: str) -> list[ModelReplies]:
    return [one for one in found if one.participant == key]


def _sum(found: Iterable[ModelReplies], what: Callable[[ModelReplies], int]) -> int:
    return sum(map(what, found))


def _scalar(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
