"""Who judged which reply how: coding logs that came home, laid over the trials they are about.

Everything is read anew from the log lines and from what stands behind the items, so that a mended
key rescores what was coded by content, and an undo in a log is an undo in the scores. Gold and
training items have nothing behind them and so never get here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.adjudication.disagreements import Opinion
from coders.desk.log import Event, read_log
from coders.desk.state import HolisticScore, Judgement, LogState, replay
from coders.lrs import Place
from coders.packets.shape import CoderKind, Phase, View
from dsl.record import replace
from runners.coding.log_snapshots import (
    SCHEME,
    JudgementSet,
    Ways,
    is_imported,
    newest_of,
    unpacked,
)

if TYPE_CHECKING:
    from runners.store.records import PacketItem, PacketRecord
    from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class Hand:
    """Who coded a packet and how: what all of its trials share."""

    packet: str
    coder: str
    kind: CoderKind
    view: View
    keyed: bool


@dataclass(frozen=True, slots=True)
class CodedTrial:
    """One coder's judgements of one trial, from one packet (`hand`).

    `judgements` are by place in the trial. In rubric view they are marks, in content view what was
    said (the caller turns that into marks by the key). Trials that were judged alike in rubric view
    have one number for that, `judged`; it is 0 where that is not known. `lrs` and `first_lrs` are
    what the coder gave (rubric view only). `shown` is the item; of several of one trial the first.
    Those that are hidden duplicates (`twin` not empty) serve intra-coder agreement and no score.
    `at` is when the newest judgement was made.
    """

    hand: Hand
    shown: PacketItem
    trial: str
    transcript: str
    judgements: Mapping[Place, Judgement]
    lrs: HolisticScore | None
    first_lrs: HolisticScore | None
    at: str
    judged: int = 0

    @property
    def packet(self) -> str:
        """The packet's id."""
        return self.hand.packet

    @property
    def coder(self) -> str:
        """The coder's name."""
        return self.hand.coder

    @property
    def kind(self) -> CoderKind:
        """What kind of coder it is."""
        return self.hand.kind

    @property
    def view(self) -> View:
        """What was asked of the coder: marks, or what was said."""
        return self.hand.view

    @property
    def keyed(self) -> bool:
        """Whether the coder saw the keys."""
        return self.hand.keyed

    @property
    def item(self) -> str:
        """The id of the item."""
        return self.shown.item

    @property
    def twin(self) -> str:
        """The id of the item of which it is a hidden duplicate; empty for an original."""
        return self.shown.twin

    @property
    def order(self) -> int:
        """The item's position in the packet."""
        return self.shown.position

    @property
    def content(self) -> str:
        """The item's content hash."""
        return self.shown.content


@dataclass(frozen=True, slots=True)
class CodedPacket:
    """A packet with what came home of it. `locked`: the coder has ended and handed in.

    `newest` is when each item was judged last, by item; `imported` says that the codes came from a
    table. `events` are empty, and `state` is without moments, in a packet from `packets_standing`.
    """

    packet: PacketRecord
    state: LogState
    events: tuple[Event, ...]
    newest: Mapping[str, str]
    imported: bool

    @property
    def locked(self) -> bool:
        """Whether the coder has handed in."""
        return self.state.locked

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
    given: dict[tuple[str, str], set[tuple[str, str]]] = {}
    ended: dict[tuple[str, str], set[tuple[str, str]]] = {}
    standing: list[CodedPacket] = []
    counts = Counter(map(_whose, packets))
    for coded in reversed(packets):
        whose = _whose(coded)
        if counts[whose] == 1:
            # The usual one: there is no other to hold its hundred thousand trials against.
            if coded.locked or any(item.behind for item in coded.packet.items):
                standing.append(coded)
            continue
        later = ended if coded.state.items else given
        # Two sessions of one trial, of stores that were merged, are two things to code.
        trials = {(one.trial, one.transcript) for item in coded.packet.items for one in item.behind}
        if coded.locked or not trials <= later.setdefault(whose, set()):
            standing.append(coded)
        given.setdefault(whose, set()).update(trials)
        if coded.locked:
            ended.setdefault(whose, set()).update(trials)
    return tuple(reversed(standing))


def _whose(coded: CodedPacket) -> tuple[str, str]:
    return coded.packet.coder, coded.packet.coder_kind


def coded_packet(store: Store, packet: PacketRecord) -> CodedPacket:
    """A packet with what came home of it."""
    # Rows and text of a long log are gigabytes: neither is held while the other is read.
    text = "".join(f"{code.line}\n" for code in store.codes_of(packet.packet))
    events = read_log(text, f"the log of {packet.coder} in {store.where}")
    state = replay(events)
    return CodedPacket(packet, state, events, newest_of(state), is_imported(events))


def packets_standing(store: Store, study: str) -> tuple[CodedPacket, ...]:
    """The packets of a study as `coded_packets` gives them, with what stands and not how it came
    about: no events, and judgements that do not say when they were made (see `Snapshot`).
    """
    ways: Ways = {}
    # To see that no line is new the database counts millions of them, and needs no interpreter for
    # that: packets are read meanwhile.
    with ThreadPoolExecutor(1) as aside:
        kept = {
            key: aside.submit(store.log_snapshot, key, SCHEME) for key in store.packet_keys(study)
        }
        return not_replaced(
            [
                _standing(store, packet, kept.pop(packet.packet).result(), ways)
                for packet in store.packets_of(study)
                # One that was handed out just now is nobody's yet.
                if packet.packet in kept
            ]
        )


def _standing(store: Store, packet: PacketRecord, body: str | None, ways: Ways) -> CodedPacket:
    """A packet with what stands of its log; where that was not kept (None), the log is read."""
    kept = None if body is None else unpacked(body, ways)
    if kept is None:
        # The lines of a hundred thousand items are gigabytes, and are let go of.
        return replace(coded_packet(store, packet), events=())
    return CodedPacket(packet, kept.state, (), kept.newest, kept.imported)


def coded_trials(
    packets: Sequence[CodedPacket], trials: Container[str] | None = None
) -> Iterator[CodedTrial]:
    """Every trial that has some judgement, by packet and item; of `trials` (by key) only, where
    some are named.

    Of the items of one packet that a trial stands behind (content view: one for each question)
    all are joined; hidden duplicates give a CodedTrial of their own.
    """
    alike: Alike = {}
    for coded in packets:
        yield from _Laid(coded, alike).trials(trials)


def is_coded(coded: CodedPacket, item: PacketItem) -> bool:
    """Whether a trial stands behind an item that has some judgement."""
    codes = coded.state.items.get(item.item)
    judged = item.phase == Phase.MAIN and codes is not None and codes.judgements
    return bool(judged and item.behind)


Member = tuple["PacketItem", tuple[tuple[int, int, str], ...]]
"""An item, and the places in the trial of its questions: (number, session, place)."""


Alike = dict[tuple[object, tuple[tuple[int, int, str], ...]], tuple[int, dict[Place, Judgement]]]
"""Judgements by place and their number from 1, by the judgements by question and the places."""


class _Laid:
    """One packet's judgements laid over trials. Items that were judged alike share the mapping from
    places to judgements (`alike`), as they share the judgements where these were kept.
    """

    def __init__(self, coded: CodedPacket, alike: Alike) -> None:
        self.coded = coded
        packet = coded.packet
        keyed = '"keyed": true' in packet.header
        self.hand = Hand(packet.packet, packet.coder, coded.kind, View(packet.view), keyed)
        self.neutral = _said_back(packet)
        self.alike = alike

    def trials(self, wanted: Container[str] | None) -> Iterator[CodedTrial]:
        """Every trial of which something was judged, of those wanted."""
        joined: dict[tuple[str, str, str], list[Member]] = {}
        items, whole = self.coded.state.items, self.hand.view is View.RUBRIC
        newest, hand = self.coded.newest, self.hand
        for item in self.coded.packet.items:
            codes = items.get(item.item)
            if item.phase != Phase.MAIN or codes is None or not codes.judgements:
                continue
            if whole:
                # The item is all of the transcript: nothing is to be joined with it.
                at = newest.get(item.item, "")
                for one in item.behind:
                    if wanted is None or one.trial in wanted:
                        judged, found = self.placed(item, codes.judgements, one.places)
                        yield CodedTrial(
                            hand, item, one.trial, one.transcript, found, codes.lrs,
                            codes.first_lrs, at, judged,
                        )  # fmt: skip
                continue
            # An original is joined with originals, a duplicate stands alone.
            group = item.item if item.twin else ""
            for behind in item.behind:
                key = (behind.trial, behind.transcript, group)
                joined.setdefault(key, []).append((item, behind.places))
        for (trial, transcript, _), members in joined.items():
            if wanted is None or trial in wanted:
                yield self.joined(trial, transcript, members)

    def joined(self, trial: str, transcript: str, members: Sequence[Member]) -> CodedTrial:
        """One trial out of the items that it stands behind."""
        lrs: HolisticScore | None = None
        first: HolisticScore | None = None
        judgements: dict[Place, Judgement] = {}
        coded, newest = self.coded, ""
        for item, places in members:
            codes = coded.state.items[item.item]
            lrs, first = codes.lrs or lrs, codes.first_lrs or first
            judgements.update(self.placed(item, codes.judgements, places)[1])
            newest = max(newest, coded.newest.get(item.item, ""))
        return CodedTrial(
            self.hand, members[0][0], trial, transcript, judgements, lrs, first, newest
        )

    def placed(
        self,
        item: PacketItem,
        judged: dict[int, Judgement],
        places: tuple[tuple[int, int, str], ...],
    ) -> tuple[int, dict[Place, Judgement]]:
        """An item's judgements by the place in the trial of the question, and their number."""
        back = self.neutral.get(item.item)
        if back:
            said = {
                number: replace(one, said=tuple(back.get(each, each) for each in one.said))
                for number, one in judged.items()
            }
            return 0, _by_place(said, places)
        key = (_judged_as(judged), places)
        found = self.alike.get(key)
        if found is None:
            found = self.alike[key] = len(self.alike) + 1, _by_place(judged, places)
        # Judgements of a log say when they were made, each for itself.
        return found if isinstance(judged, JudgementSet) else (found[0], _by_place(judged, places))


def _by_place(
    judged: Mapping[int, Judgement], places: tuple[tuple[int, int, str], ...]
) -> dict[Place, Judgement]:
    return {
        (session, place): judged[number] for number, session, place in places if number in judged
    }


def _judged_as(judged: Mapping[int, Judgement]) -> object:
    """What was judged, without when: the same for items that were judged alike."""
    if isinstance(judged, JudgementSet):
        return judged.number
    return tuple(
        (one.question, one.mark, one.flags, one.said, one.plain) for one in judged.values()
    )


def _said_back(packet: PacketRecord) -> Mapping[str, Mapping[str, str]]:
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
