"""What `devrun adjudicate --json` tells: the disagreements, and how each was settled so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from coders.adjudication.disagreements import Opinion, in_order, nameless
from coders.desk.log import Event
from coders.desk.state import Judgement
from coders.packets.shape import CoderKind
from renderers.fields.design import SIMULATED, STUDY
from renderers.fields.field import Field, each, field, nested, of
from renderers.fields.scales import KEY, OPTIONAL, TEXT, TEXTS, TRUTH, WHOLE
from runners.coding.coded_packets import CodedPacket
from runners.coding.disputes import Dispute, Disputes
from runners.store.records import Study


@dataclass(frozen=True, slots=True)
class Decision:
    """How an adjudicator settled a case."""

    by: str
    judgement: Judgement
    event: Event


@dataclass(frozen=True, slots=True)
class DisputeSoFar:
    """A dispute of a study, and how it was settled, if it was."""

    study: str
    dispute: Dispute
    settled: Decision | None


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The disputes of a study, and what was settled of them, by case."""

    study: Study
    found: Disputes
    settled: Mapping[str, Decision]

    @property
    def disagreements(self) -> Iterator[DisputeSoFar]:
        """Each in the order in which they are settled."""
        by_key = {one.case.key: one for one in self.found.disputes}
        for case in in_order((one.case for one in by_key.values()), seed=self.study.id):
            yield DisputeSoFar(self.study.id, by_key[case.key], self.settled.get(case.key))


def decisions(packets: Iterable[CodedPacket]) -> dict[str, Decision]:
    """The decisions in the logs of adjudicators, by case."""
    return {
        key: Decision(packet.packet.coder, judgement, packet.events[judgement.seq - 1])
        for packet in packets
        if packet.kind is CoderKind.ADJUDICATOR
        for key, codes in packet.state.items.items()
        for judgement in codes.judgements.values()
    }


HELD: tuple[Field[Any], ...] = (
    field(OPTIONAL, "mark", "right, half or wrong", missing="contents are coded"),
    field(TEXTS, "said", "what the reply says, where contents are coded"),
    field(TRUTH, "plain", "whether it says so plainly"),
    field(TEXTS, "flags", "flags of the reply"),
)
CODE: tuple[Field[Opinion], ...] = (
    field(TEXT, "coder", "the coder without a name: `coder 1`, `coder 2`, ..."),
    *HELD,
    field(OPTIONAL, "note", "the coder's note on the reply", missing="there is none"),
)
DECISION: tuple[Field[Decision], ...] = (
    field(TEXT, "by", "name of the adjudicator"),
    field(TEXT, "method", "discussion, third or median", lambda one: one.event.text("method")),
    *of(attrgetter("judgement"), HELD),
    field(TEXT, "reason", "why, in words", lambda one: one.event.text("reason")),
    field(
        OPTIONAL, "error", "where the disagreement came from",
        lambda one: one.event.text("error"), missing="the adjudicator did not say",
    ),
)  # fmt: skip
DISAGREEMENT: tuple[Field[DisputeSoFar], ...] = (
    field(KEY, "case", "key of the case", "dispute.case.key"),
    field(
        TEXTS, "trials", "the trials whose replies it is about",
        lambda one: tuple(sorted({trial for trial, *_ in one.dispute.behind})),
    ),
    field(WHOLE, "question", "number of the question in its item", "dispute.case.question"),
    field(TEXT, "text", "words of the question", "dispute.asked.text"),
    field(TRUTH, "control", "whether it is a control question", "dispute.case.control"),
    each(
        "codes", "what each coder holds", CODE,
        lambda one: nameless(one.dispute.case, seed=one.study),
    ),
    nested("settled", "how it was settled", DECISION, missing="it is not settled yet"),
)  # fmt: skip
ADJUDICATED: tuple[Field[Adjudicated], ...] = (
    STUDY.read_by(lambda one: one.study.id),
    SIMULATED.of(lambda one: one.study),
    field(WHOLE, "compared", "judgements that two coders or more made", "found.compared"),
    field(
        WHOLE, "waiting", "judgements left out until others hand in", "found.waiting"
    ),
    field(
        WHOLE, "mixed", "judgements left out: made in different views or with different codebooks",
        "found.mixed",
    ),
    field(TEXTS, "not_handed_in", "coders who have not handed in", "found.open_coders"),
    each("disagreements", "each disagreement", DISAGREEMENT),
)  # fmt: skip
