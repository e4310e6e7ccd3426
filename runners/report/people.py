"""Who took part in a study: parameters, dates, the names returned, and what it took."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from operator import attrgetter

from renderers.fields.bills import COST
from renderers.fields.field import Document, document
from renderers.fields.studies import PARTICIPANT
from renderers.rows.bills import StudyBill
from runners.agents.identity import embedder_in
from runners.analysis.document import Json
from runners.prices.table import Price, is_free, price_name
from runners.store.records import ModelReplies, ParticipantRecord
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


@dataclass(frozen=True, slots=True)
class NamedReplies:
    """Replies of a participant: all, or those under a `name` that the provider returned."""

    every: Sequence[ModelReplies]
    name: str | None = None

    @property
    def replies(self) -> int:
        """How many there are."""
        return _sum(self.every, _REPLIES)

    @property
    def first(self) -> str | None:
        """When the first came."""
        return min((one.first for one in self.every), default=None)

    @property
    def last(self) -> str | None:
        """When the last came."""
        return max((one.last for one in self.every), default=None)


@dataclass(frozen=True, slots=True)
class AskedParticipant:
    """A participant under its label, and what `said` who answered as it."""

    record: ParticipantRecord
    label: str
    said: NamedReplies

    @property
    def identity(self) -> Mapping[str, str]:
        """What tells it from others."""
        found: Mapping[str, str] = json.loads(self.record.identity)
        return found

    @property
    def parameters(self) -> Json:
        """What was sent, and null for what a reader looks for and was not."""
        given = json.loads(self.identity.get("parameters") or "{}")
        usual = {} if self.record.simulated else dict.fromkeys(_USUAL)
        return {name: _scalar(value) for name, value in {**usual, **given}.items()}

    @property
    def asked_without(self) -> Sequence[str]:
        """Parameters that it does not take."""
        return left_out(self.record)

    @property
    def returned(self) -> Sequence[NamedReplies]:
        """What was said under each name that the provider returned."""
        found: dict[str | None, list[ModelReplies]] = {}
        for one in self.said.every:
            found.setdefault(one.returned, []).append(one)
        return [NamedReplies(some, name) for name, some in found.items()]


def participants_document(
    opened: OpenStudy, found: Sequence[ModelReplies], labels: Mapping[str, str]
) -> list[Document]:
    """Every participant."""
    said = [one for one in found if not one.embeddings]
    return [
        document(
            PARTICIPANT,
            AskedParticipant(one, labels[one.key], NamedReplies(_of(said, one.key))),
        )
        for one in opened.participants
    ]


def costs_document(
    opened: OpenStudy,
    found: Sequence[ModelReplies],
    labels: Mapping[str, str],
    prices: Mapping[str, Price],
) -> list[Document]:
    """What the replies of every participant took, and what that costs by prices known here.
    Embeddings are a line of their own.
    """
    bills: list[StudyBill] = []
    for one in opened.participants:
        asked: Mapping[str, str] = json.loads(one.identity)
        billed_to = [(False, one.name, asked)]
        if embedder := embedder_in(asked):
            billed_to.append((True, *embedder))
        for embeds, name, identity in billed_to:
            said = [each for each in _of(found, one.key) if each.embeddings == embeds]
            if embeds and not said:
                continue
            label = labels[one.key]
            bill = StudyBill(
                f"{label}, embeddings of {name}" if embeds else label,
                one.simulated,
                _sum(said, _REPLIES),
                _sum(said, lambda each: each.input_tokens),
                _sum(said, lambda each: each.output_tokens),
                _sum(said, lambda each: each.uncounted),
                None,
                None,
                attempts=_sum(said, lambda each: each.tries),
            )
            price = prices.get(price_name(name, identity))
            bills.append(billed(bill, price, free=one.simulated or is_free(name)))
    return [document(COST, bill) for bill in bills]


def billed(bill: StudyBill, price: Price | None, *, free: bool) -> StudyBill:
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


_REPLIES: Callable[[ModelReplies], int] = attrgetter("replies")


def _sum(found: Iterable[ModelReplies], what: Callable[[ModelReplies], int]) -> int:
    return sum(map(what, found))


def _scalar(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
