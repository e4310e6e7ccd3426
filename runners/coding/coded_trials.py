"""Who judged which reply how: collected coding logs, by the trials they are about.

Everything is read from the log lines and from what stands behind the items, so that a mended
key rescores what was coded by content, and an undo in a log is an undo in the scores. Gold and
training items have nothing behind them and so never get here.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.desk.state import HolisticScore, Judgement
from coders.lrs import Place
from coders.packets.shape import CoderKind, Phase, View
from dsl.record import replace
from runners.coding.coded_packets import CodedPacket, visible_packets
from runners.coding.log_snapshots import (
    JudgementSet,
)

if TYPE_CHECKING:
    from runners.store.records import PacketItem, PacketRecord


@dataclass(frozen=True, slots=True)
class PacketCoder:
    """Who coded a packet and how: what all of its trials share."""

    packet: str
    coder: str
    kind: CoderKind
    view: View
    keyed: bool


@dataclass(frozen=True, slots=True)
class CodedTrial:
    """One coder's judgements of one trial, from one packet (`by`).

    `judgements` are by place in the trial. In rubric view they are marks, in content view what was
    said (the caller turns that into marks by the key). Trials that were judged alike in rubric view
    have one number for that, `judged`; it is 0 where that is not known. `lrs` and `first_lrs` are
    what the coder gave (rubric view only). `shown` is the item; of several of one trial the first.
    Those that are hidden duplicates (`twin` not empty) serve intra-coder agreement and no score.
    `at` is when the newest judgement was made.
    """

    by: PacketCoder
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
        return self.by.packet

    @property
    def coder(self) -> str:
        """The coder's name."""
        return self.by.coder

    @property
    def kind(self) -> CoderKind:
        """What kind of coder it is."""
        return self.by.kind

    @property
    def view(self) -> View:
        """What was asked of the coder: marks, or what was said."""
        return self.by.view

    @property
    def keyed(self) -> bool:
        """Whether the coder saw the keys."""
        return self.by.keyed

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
        yield from _PacketTrials(coded, alike).trials(trials)


def is_coded(coded: CodedPacket, item: PacketItem) -> bool:
    """Whether a trial stands behind an item that has some judgement."""
    codes = coded.state.items.get(item.item)
    judged = item.phase == Phase.MAIN and codes is not None and codes.judgements
    return bool(judged and item.behind)


Member = tuple["PacketItem", tuple[tuple[int, int, str], ...]]
"""An item, and the places in the trial of its questions: (number, session, place)."""


Alike = dict[tuple[object, tuple[tuple[int, int, str], ...]], tuple[int, dict[Place, Judgement]]]
"""Judgements by place and their number from 1, by the judgements by question and the places."""


class _PacketTrials:
    """One packet's judgements laid over trials. Items that were judged alike share the mapping from
    places to judgements (`alike`), as they share the judgements where these were kept.
    """

    def __init__(self, coded: CodedPacket, alike: Alike) -> None:
        self.coded = coded
        packet = coded.packet
        keyed = '"keyed": true' in packet.header
        self.by = PacketCoder(packet.packet, packet.coder, coded.kind, View(packet.view), keyed)
        self.neutral = _script_words(packet)
        self.alike = alike

    def trials(self, wanted: Container[str] | None) -> Iterator[CodedTrial]:
        """Every trial of which something was judged, of those wanted."""
        joined: dict[tuple[str, str, str], list[Member]] = {}
        items, whole = self.coded.state.items, self.by.view is View.RUBRIC
        newest, by = self.coded.newest, self.by
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
                            by, item, one.trial, one.transcript, found, codes.lrs,
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
        return CodedTrial(self.by, members[0][0], trial, transcript, judgements, lrs, first, newest)

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


def _script_words(packet: PacketRecord) -> Mapping[str, Mapping[str, str]]:
    """Where words were made neutral: by item, the script's words of what coders were offered."""
    if '"said"' not in packet.settings:
        return {}
    said: Mapping[str, Mapping[str, str]] = json.loads(packet.settings).get("said", {})
    return said


@dataclass(frozen=True, slots=True, eq=False)
class StudyCodes:
    """What was coded, by trial, in the order of packets and items. `packets` are those that may be
    looked at, `kinds` what kind of coder everybody is of whom there is any code. Of the trials
    `in_words` (by key) somebody coded what was said.
    """

    packets: tuple[CodedPacket, ...]
    kinds: Mapping[str, CoderKind]
    by_trial: dict[str, list[CodedTrial]]
    in_words: frozenset[str]

    def of(self, trial: str) -> tuple[CodedTrial, ...]:
        """Each coder's newest coding of a trial, and what adjudicators settled."""
        every = self.by_trial.get(trial, ())
        found: dict[tuple[str, str, str], CodedTrial] = {}
        for coded in every:
            if not coded.twin:
                # Of a trial that was told in two stores the codes of both sessions may be here.
                at = (coded.coder, coded.kind.value, coded.transcript)
                found[at] = _joined(found[at], coded) if at in found else coded
        return tuple(found.values())

    def twins_of(self, trial: str) -> tuple[CodedTrial, ...]:
        """Hidden duplicates, which serve the agreement of a coder with himself and no score."""
        return tuple(coded for coded in self.by_trial.get(trial, ()) if coded.twin)

    def discard(self, trial: str) -> None:
        """Drops what was coded of a trial."""
        self.by_trial.pop(trial, None)


def study_codes(packets: Sequence[CodedPacket], trials: Container[str] | None = None) -> StudyCodes:
    """What was coded in these packets, of these trials (by key) only where some are named."""
    shown = visible_packets(packets)
    by_trial: dict[str, list[CodedTrial]] = {}
    in_words: set[str] = set()
    kinds: dict[str, CoderKind] = {}
    for packet in shown:
        if any(is_coded(packet, one) and not one.twin for one in packet.packet.items):
            kinds[packet.packet.coder] = packet.kind
    for coded in coded_trials(shown, trials):
        by_trial.setdefault(coded.trial, []).append(coded)
        if coded.view is not View.RUBRIC:
            in_words.add(coded.trial)
    return StudyCodes(shown, kinds, by_trial, frozenset(in_words))


def _joined(one: CodedTrial, other: CodedTrial) -> CodedTrial:
    """A coder's codes of one trial from two packets: of each question the newest judgement."""
    first, second = sorted((one, other), key=lambda each: each.at)
    return replace(
        second,
        judgements={**first.judgements, **second.judgements},
        lrs=second.lrs or first.lrs,
        first_lrs=first.first_lrs or second.first_lrs,
        judged=0,
    )
