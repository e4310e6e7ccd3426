"""Who judged which reply how: collected coding logs, by the trials they are about.

Everything is read from the log lines and from the sources of items, so that a mended
key rescores what was coded by content, and an undo in a log is an undo in the scores. Gold and
training items have nothing behind them and so never get here.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq

import numpy as np
from numpy.typing import NDArray

from coders.desk.state import HolisticScore, ItemCodes, Judgement
from coders.packets.shape import CoderKind, Phase, View
from coders.statistics.ratings import distinct
from dsl.record import replace
from dsl.trial import Place
from runners.coding.coded_packets import CodedPacket, visible_packets
from runners.coding.log_snapshots import JudgementSet
from runners.store.coding_queries import Places
from runners.store.records import PacketItem, PacketRecord
from runners.store.text_column import taken

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Entries = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class PacketCoder:
    """Who coded a packet and how: what all of its trials share."""

    packet: str
    coder: str
    kind: CoderKind
    view: View


@dataclass(frozen=True, slots=True)
class CodedTrial:
    """One coder's judgements of one trial, from one packet (`by`).

    `judgements` are by place in the trial. In rubric view they are marks, in content view what was
    said (the caller turns that into marks by the key). Trials that were judged alike in rubric view
    have one number for that, `judged`; it is 0 where that is not known. `lrs` and `first_lrs` are
    what the coder gave (rubric view only). `shown` is the item; of several of one trial the first.
    Those that are hidden duplicates (`twin` not empty) serve intra-coder agreement and no score.
    `at` is when the newest judgement was made. `notes` are the coder's, by place; None: on all of
    the transcript.
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
    notes: Mapping[Place | None, str] | None = None

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
    def item(self) -> str:
        """The id of the item."""
        return self.shown.item

    @property
    def twin(self) -> str:
        """The id of the item of which it is a hidden duplicate; empty for an original."""
        return self.shown.twin


Member = tuple[int, ItemCodes, "Places"]
"""One of the items of a trial: its number in the packet, its codes and the places in the trial."""

Alike = dict[tuple[object, "Places"], tuple[int, dict[Place, Judgement]]]
"""Judgements by place and their number from 1, by the judgements by question and the places."""


class _PacketTrials:
    """One packet's judgements laid over trials. Items that were judged alike share the mapping from
    places to judgements (`alike`), as they share the judgements where these were kept.
    """

    def __init__(self, coded: CodedPacket, alike: Alike) -> None:
        self.code = coded
        packet = coded.packet
        self.by = PacketCoder(packet.packet, packet.coder, coded.kind, View(packet.view))
        self.neutral = _script_words(packet)
        self.alike = alike
        self.items = coded.columns
        self.members: list[tuple[str, str, list[Member]]] = []
        """In content view the items of each trial, which are joined."""

    def entries(self, keys: dict[str, int]) -> Entries:
        """An entry for each trial of which something was judged, an array of shape (entries, 7):
        the number of the trial (`keys`, to which new ones are added), the item and its source (in
        content view: which of the joined trials), the number of the judgements, the LRS given after
        the marks and before them (-1 for none), and whether it is a hidden duplicate.
        """
        items, (ways, numbers) = self.items, self.code.ways()
        main = np.array([phase == Phase.MAIN for phase in items.phases], dtype=np.bool_)
        judged = np.array([*(bool(one.judgements) for one in ways), False], dtype=np.bool_)
        way = np.array(numbers, dtype=np.int64)
        chosen = np.nonzero(main & judged[way])[0]
        if not self.by.view.whole:
            return self.joined_entries(keys, chosen.tolist(), numbers)
        # The item is all of the transcript: nothing is to be joined with it.
        ends = np.array(items.ends, dtype=np.int64)
        here = np.zeros(len(items), dtype=np.bool_)
        here[chosen] = True
        many = np.diff(ends)
        where = np.repeat(np.arange(len(items)), many)
        source = np.array(items.source, dtype=np.int64)[here[where]]
        where = where[here[where]]
        place = np.array(items.sources.place, dtype=np.int64)[source]
        apart = where if self.neutral else np.zeros_like(where)
        first, like = distinct([way[where], place, apart])
        placed = np.zeros(len(first), dtype=np.int64)
        for at in np.argsort(first).tolist():
            item = int(where[first[at]])
            places = items.sources.places[int(place[first[at]])]
            placed[at] = self.placed(item, ways[numbers[item]].judgements, places)[0]
        given, before = (
            np.array([-1 if one is None else one.lrs for one in every], dtype=np.int64)
            for every in ([one.lrs for one in ways], [one.first_lrs for one in ways])
        )
        used, of_used = np.unique(source, return_inverse=True)
        named = taken(items.sources.trials, used.tolist())
        trials = [keys.setdefault(trial, len(keys)) for trial in named]
        columns = (
            np.array(trials, dtype=np.int64)[of_used], where, source, placed[like],
            given[way[where]], before[way[where]], np.isin(where, list(items.twins)),
        )  # fmt: skip
        return np.array(columns, dtype=np.int32).T

    def joined_entries(
        self, keys: dict[str, int], chosen: Iterable[int], numbers: Sequence[int]
    ) -> Entries:
        """The entries of a packet in content view."""
        items, (ways, _) = self.items, self.code.ways()
        joined: dict[tuple[str, str, str], tuple[int, list[Member]]] = {}
        for at in chosen:
            twin = items.items[at] if at in items.twins else ""
            # An original is joined with originals, a duplicate is by itself.
            for one in items.behind(at):
                key = (one.trial, one.transcript, twin)
                joined.setdefault(key, (at, []))[1].append((at, ways[numbers[at]], one.places))
        found = []
        for (trial, transcript, _), (at, members) in joined.items():
            entry = (at, len(self.members), 0, -1, -1, at in items.twins)
            found.append((keys.setdefault(trial, len(keys)), *entry))
            self.members.append((trial, transcript, members))
        return np.array(found, dtype=np.int32).reshape(-1, 7)

    def coded(self, at: int, number: int) -> CodedTrial:
        """The codes of a trial, by its item and source (see `entries`)."""
        if not self.by.view.whole:
            return self.joined(*self.members[number])
        codes, one = self.code.state_of(at), self.items.sources[number]
        judged, found = self.placed(at, codes.judgements, one.places)
        return CodedTrial(
            self.by, self.items[at], one.trial, one.transcript, found, codes.lrs, codes.first_lrs,
            self.code.judged_last(at), judged, _notes(codes, one.places),
        )  # fmt: skip

    def transcripts(self, numbers: Iterable[int]) -> list[str]:
        """The transcripts (their hashes) that were coded, by sources (see `entries`)."""
        if not self.by.view.whole:
            return [self.members[number][1] for number in numbers]
        return list(taken(self.items.sources.transcripts, list(numbers)))

    def joined(self, trial: str, transcript: str, members: Sequence[Member]) -> CodedTrial:
        """One trial out of the items of which it is a source."""
        lrs: HolisticScore | None = None
        first: HolisticScore | None = None
        judgements: dict[Place, Judgement] = {}
        newest = ""
        notes: dict[Place | None, str] = {}
        for at, codes, places in members:
            notes.update(_notes(codes, places) or {})
            lrs, first = codes.lrs or lrs, codes.first_lrs or first
            judgements.update(self.placed(at, codes.judgements, places)[1])
            newest = max(newest, self.code.judged_last(at))
        shown = self.items[members[0][0]]
        return CodedTrial(
            self.by, shown, trial, transcript, judgements, lrs, first, newest, notes=notes
        )

    def placed(
        self,
        at: int,
        judged: dict[int, Judgement],
        places: Places,
    ) -> tuple[int, dict[Place, Judgement]]:
        """An item's judgements by the place in the trial of the question, and their number."""
        back = self.neutral.get(self.items.items[at]) if self.neutral else None
        if back:
            said = {
                number: replace(one, said=tuple(back.get(each, each) for each in one.said))
                for number, one in judged.items()
            }
            return 0, _by_place(said, places)
        key = (_judged_as(judged), places)
        found = self.alike.get(key)
        if found is None:
            by_place = _by_place(judged, places)
            found = self.alike[key] = len(self.alike) + 1 if by_place else 0, by_place
        # Judgements of a log say when they were made, each for itself.
        return found if isinstance(judged, JudgementSet) else (found[0], _by_place(judged, places))


def _notes(codes: ItemCodes, places: Places) -> dict[Place | None, str] | None:
    """The notes on an item by place; the note on an item of one question is on that question."""
    if not codes.notes:
        return None
    where: dict[int, Place | None] = {number: (session, place) for number, session, place in places}
    where.setdefault(0, where[1] if where.keys() == {1} else None)
    return {where[number]: note for number, note in codes.notes.items() if number in where}


def _by_place(judged: Mapping[int, Judgement], places: Places) -> dict[Place, Judgement]:
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


class CodeTable:
    """What was coded in some packets, an entry for each trial of a packet that has some judgement,
    by packet and item; of `trials` (by key) only, where some are named. Of the items of one packet
    of which a trial is a source (content view: one for each question) all are joined; hidden
    duplicates have an entry of their own.

    `trials` are numbers of trials (`keys`), `packets` and `items` places in the packets and among
    the items of one, `judged` the numbers of judgements in rubric view, 0 where that is not known;
    `given` and `first` the LRS, -1 for none. Arrays of shape (entries,).
    """

    def __init__(self, packets: Sequence[CodedPacket], trials: Container[str] | None) -> None:
        alike: Alike = {}
        self.readers = tuple(_PacketTrials(coded, alike) for coded in packets)
        self.keys: dict[str, int] = {}
        parts = [np.empty((0, 8), dtype=np.int32)]
        for packet, reader in enumerate(self.readers):
            parts.append(np.insert(reader.entries(self.keys), 1, packet, axis=1))
        made: Entries = np.concatenate(parts)
        self.originals: set[int] = set(made[made[:, -1] == 0, 1].tolist())
        """The packets that hold codes of anything but hidden duplicates."""
        if trials is not None:
            wanted = np.array([key in trials for key in self.keys], dtype=np.bool_)
            made = made[wanted[made[:, 0]]]
        self.trials, self.packets, self.items, self._numbers, *lrs_and_twin = map(
            np.ascontiguousarray, made.T
        )
        self.judged, self.given, self.first, self.twin = lrs_and_twin
        self._order = np.argsort(self.trials, kind="stable")
        self._starts = np.searchsorted(self.trials[self._order], np.arange(len(self.keys) + 1))

    def __len__(self) -> int:
        return len(self.trials)

    def coded(self, entry: int) -> CodedTrial:
        """The codes of an entry."""
        reader = self.readers[int(self.packets[entry])]
        return reader.coded(int(self.items[entry]), int(self._numbers[entry]))

    def judgements(self, entry: int) -> tuple[int, Mapping[Place, Judgement]]:
        """The number of an entry's judgements in rubric view, and these by place."""
        reader, at = self.readers[int(self.packets[entry])], int(self.items[entry])
        sources = reader.items.sources
        places = sources.places[sources.place[int(self._numbers[entry])]]
        return reader.placed(at, reader.code.state_of(at).judgements, places)

    def of(self, trial: str) -> list[CodedTrial]:
        """The codes of a trial."""
        number = self.keys.get(trial)
        if number is None:
            return []
        entries = self._order[self._starts[number] : self._starts[number + 1]].tolist()
        return list(map(self.coded, entries))

    def rows(self, trials: Iterable[str]) -> Ints:
        """The place of each entry's trial in a list of trials; -1 where it is not in it."""
        numbers = np.array([self.keys.get(trial, -1) for trial in trials], dtype=np.int64)
        found = np.full(len(self.keys) + 1, -1, dtype=np.int64)
        found[numbers] = np.arange(len(numbers))
        return np.asarray(found[self.trials], dtype=np.int64)

    def of_words(self, rows: Ints, transcripts: Sequence[str]) -> Flags:
        """Whether what was coded is the transcript of the row that each entry has."""
        same, words = np.zeros(len(self), dtype=np.bool_), list(transcripts)
        for packet, reader in enumerate(self.readers):
            mine = np.nonzero((self.packets == packet) & (rows >= 0))[0]
            coded = reader.transcripts(self._numbers[mine].tolist())
            here = map(words.__getitem__, rows[mine].tolist())
            same[mine] = list(map(eq, coded, here))
        return same


@dataclass(frozen=True, slots=True, eq=False)
class StudyCodes:
    """What was coded, by trial, in the order of packets and items. `packets` are those that may be
    looked at, `kinds` what kind of coder everybody is of whom there is any code.
    """

    packets: tuple[CodedPacket, ...]
    kinds: Mapping[str, CoderKind]
    table: CodeTable

    def of(self, trial: str) -> tuple[CodedTrial, ...]:
        """Each coder's newest coding of a trial, and what adjudicators settled."""
        found: dict[tuple[str, str, str], CodedTrial] = {}
        for coded in self.table.of(trial):
            if not coded.twin:
                # Of a trial that was run in two stores the codes of both sessions may be here.
                at = (coded.coder, coded.kind.value, coded.transcript)
                found[at] = _joined(found[at], coded) if at in found else coded
        return tuple(found.values())

    def twins_of(self, trial: str) -> tuple[CodedTrial, ...]:
        """Hidden duplicates, which serve the agreement of a coder with himself and no score."""
        return tuple(coded for coded in self.table.of(trial) if coded.twin)


def study_codes(packets: Sequence[CodedPacket], trials: Container[str] | None = None) -> StudyCodes:
    """What was coded in these packets, of these trials (by key) only where some are named."""
    shown = visible_packets(packets)
    table = CodeTable(shown, trials)
    kinds = {shown[at].packet.coder: shown[at].kind for at in sorted(table.originals)}
    return StudyCodes(shown, kinds, table)


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
