"""Who judged which reply how: coding logs that came home, laid over the trials they are about.

Everything is read anew from the log lines and from what stands behind the items, so that a mended
key rescores what was coded by content, and an undo in a log is an undo in the scores. Gold and
training items have nothing behind them and so never get here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coders.adjudication.disagreements import Opinion
from coders.desk.folding import Folded, GivenLrs, Judgement, fold
from coders.desk.log import Event, read_log
from coders.lrs import Place
from coders.packets.shape import CoderKind, Phase, View

if TYPE_CHECKING:
    from runners.store.rows import KeptPacket, PacketItem
    from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class CodedTrial:
    """One coder's judgements of one trial, from one packet.

    `judgements` are by place in the trial. In rubric view they are marks, in content view what was
    said (the caller turns that into marks by the key). `lrs` and `first_lrs` are what the coder
    gave (rubric view only). `item` and `twin` tell originals from hidden duplicates: those that are
    duplicates (`twin` not empty) serve intra-coder agreement and no score. `seq` is the number of
    the newest judgement, `order` the item's position in the packet.
    """

    packet: str
    coder: str
    kind: CoderKind
    view: View
    keyed: bool
    trial: str
    transcript: str
    judgements: Mapping[Place, Judgement]
    lrs: GivenLrs | None
    first_lrs: GivenLrs | None
    item: str
    twin: str
    order: int
    content: str
    at: str


@dataclass(frozen=True, slots=True)
class CodedPacket:
    """A packet with what came home of it. `locked`: the coder has ended and handed in."""

    packet: KeptPacket
    folded: Folded
    events: tuple[Event, ...]

    @property
    def locked(self) -> bool:
        """Whether the coder has handed in."""
        return self.folded.locked

    @property
    def kind(self) -> CoderKind:
        """Who coded it."""
        return CoderKind(self.packet.coder_kind)


def coded_packets(store: Store, study: str) -> tuple[CodedPacket, ...]:
    """The packets of a study, each with what came home of it; oldest first. See `not_replaced`."""
    return not_replaced([coded_packet(store, packet) for packet in store.packets_of(study)])


def not_replaced(packets: Sequence[CodedPacket]) -> tuple[CodedPacket, ...]:
    """The packets but those that their coder was given anew, which nobody waits for.

    A packet of which nothing came home is given anew once later packets of its coder hold all of
    its trials. One that was begun and not handed in is given anew only when those are handed in;
    its codes then count nowhere. What was handed in stays.
    """
    given: dict[tuple[str, str], set[str]] = {}
    ended: dict[tuple[str, str], set[str]] = {}
    standing: list[CodedPacket] = []
    for coded in reversed(packets):
        whose = (coded.packet.coder, coded.packet.coder_kind)
        later = ended if coded.folded.items else given
        trials = {behind.trial for item in coded.packet.items for behind in item.behind}
        if coded.locked or not trials <= later.setdefault(whose, set()):
            standing.append(coded)
        given.setdefault(whose, set()).update(trials)
        if coded.locked:
            ended.setdefault(whose, set()).update(trials)
    return tuple(reversed(standing))


def coded_packet(store: Store, packet: KeptPacket) -> CodedPacket:
    """A packet with what came home of it."""
    # Rows and text of a long log are gigabytes: neither is held while the other is read.
    text = "".join(f"{code.line}\n" for code in store.codes_of(packet.packet))
    events = read_log(text, f"the log of {packet.coder} in {store.where}")
    return CodedPacket(packet, fold(events), events)


def coded_trials(packets: Sequence[CodedPacket]) -> Iterator[CodedTrial]:
    """Every trial that has some judgement, by packet and item.

    Of the items of one packet that a trial stands behind (content view: one for each question)
    all are joined; hidden duplicates give a CodedTrial of their own.
    """
    for coded in packets:
        neutral = _said_back(coded.packet)
        joined: dict[tuple[str, str, str], list[tuple[PacketItem, Mapping[Place, int]]]] = {}
        for item in coded.packet.items:
            if item.phase != Phase.MAIN or not coded.folded.codes(item.item).judgements:
                continue
            for behind in item.behind:
                # An original is joined with originals, a duplicate stands alone.
                group = item.item if item.twin else ""
                places = {(session, place): number for number, session, place in behind.places}
                key = (behind.trial, behind.transcript, group)
                joined.setdefault(key, []).append((item, places))
        for (trial, transcript, _), members in joined.items():
            yield _trial(coded, trial, transcript, members, neutral)


def _trial(
    coded: CodedPacket,
    trial: str,
    transcript: str,
    members: Sequence[tuple[PacketItem, Mapping[Place, int]]],
    neutral: Mapping[str, Mapping[str, str]],
) -> CodedTrial:
    judgements: dict[Place, Judgement] = {}
    lrs: GivenLrs | None = None
    first: GivenLrs | None = None
    for item, places in members:
        codes = coded.folded.codes(item.item)
        lrs, first = codes.lrs or lrs, codes.first_lrs or first
        back = neutral.get(item.item, {})
        for place, number in places.items():
            if number in codes.judgements:
                found = codes.judgements[number]
                said = tuple(back.get(one, one) for one in found.said)
                judgements[place] = replace(found, said=said) if back else found
    packet = coded.packet
    return CodedTrial(
        packet.packet,
        packet.coder,
        coded.kind,
        View(packet.view),
        '"keyed": true' in packet.header,
        trial,
        transcript,
        judgements,
        lrs,
        first,
        members[0][0].item,
        members[0][0].twin,
        members[0][0].position,
        members[0][0].content,
        max((one.at for one in judgements.values()), default=""),
    )


def _said_back(packet: KeptPacket) -> Mapping[str, Mapping[str, str]]:
    """Where words were made neutral: by item, the script's words of what coders were offered."""
    if '"said"' not in packet.settings:
        return {}
    said: Mapping[str, Mapping[str, str]] = json.loads(packet.settings).get("said", {})
    return said


HUMAN = frozenset({CoderKind.BLIND, CoderKind.AUTHOR})
"""People who code by themselves, not those who settle what others coded."""


def visible_packets(packets: Sequence[CodedPacket]) -> tuple[CodedPacket, ...]:
    """The packets that may be looked at: what a model judged stays hidden until every person who
    codes one of the same trials has handed in, so that nobody codes with its marks in mind.
    """
    open_trials = {
        behind.trial
        for coded in packets
        if coded.kind in HUMAN and not coded.locked
        for item in coded.packet.items
        for behind in item.behind
    }
    return tuple(
        coded
        for coded in packets
        if coded.kind is not CoderKind.AUTOMATIC
        or not any(b.trial in open_trials for item in coded.packet.items for b in item.behind)
    )


def opinion(coder: str, judgement: Judgement) -> Opinion:
    """A judgement as it is compared with others."""
    return Opinion(coder, judgement.mark, judgement.flags, judgement.said, judgement.plain)
