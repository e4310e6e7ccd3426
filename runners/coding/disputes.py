"""Where the blind coders of a study disagree, from the imported logs.

Coders have item ids of their own, so judgements are matched by their source: a trial, its words,
and a place in it. Places with the very same judgements (identical transcripts are coded once) are
one case. Nothing is settled while a coder of the same reply may still change it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from coders.adjudication.disagreements import Disagreement, Opinion
from coders.packets.parts import lines_to
from coders.packets.shape import (
    CoderKind,
    Item,
    PacketQuestion,
    PacketUnusable,
    Phase,
    QuestionOrder,
    View,
)
from dsl.projections import digest
from dsl.record import replace
from runners.coding.coded_packets import CodedPacket, opinion
from runners.store.records import PacketRecord

Where = tuple[str, str, int, str]
"""Trial, transcript, index of the session, place of the turn."""

Find = Callable[[str, str], Item | None]
"""The item of a packet (by the packet's id and its own), or None where it is not at hand."""

_LETTERS = 24


@dataclass(frozen=True, slots=True)
class Dispute:
    """One case with what is needed to show it and to keep what is settled.

    `behind` are its places in trials, `item` is what one coder saw of it, and `packet` that
    coder's packet, whose view, codebook and masks all its coders had.
    """

    case: Disagreement
    behind: tuple[Where, ...]
    item: Item
    packet: PacketRecord

    @property
    def asked(self) -> PacketQuestion:
        """The question that it is about."""
        return self.item.question(self.case.question)

    @property
    def view(self) -> View:
        """In which view it was coded."""
        return View(self.packet.view)

    @property
    def codebook_version(self) -> str:
        """Under which codebook it was coded."""
        return self.packet.codebook_version


@dataclass(frozen=True, slots=True)
class Disputes:
    """The cases of a study: `disputes` in no order yet, how many were `compared`, and how many that
    somebody judged are `waiting` for coders who have not handed in (`waited_for`, who are some of
    the `open_coders`). `mixed` were judged by several, but no two of them in one view and under one
    codebook; they cannot be settled as one, and are in none of these.
    """

    disputes: tuple[Dispute, ...]
    compared: int
    waiting: int
    open_coders: tuple[str, ...]
    mixed: int = 0
    waited_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    packet: CodedPacket
    item: str
    question: int

    @property
    def name(self) -> tuple[str, str, int]:
        """Names compare at once; a packet is too big to be compared again and again."""
        return self.packet.packet.packet, self.item, self.question


def find_disputes(
    packets: Sequence[CodedPacket],
    find: Find,
    *,
    trials: Collection[str] | None = None,
    gone: Collection[str] = (),
) -> Disputes:
    """The disputes between the blind coders of these packets; with `trials` only those on them.
    Coders who are `gone` will not hand in: what they judged counts, and nobody waits for the rest.

    Raises PacketUnusable where the words of a disputed item are not at hand.
    """
    blind = [one for one in packets if one.kind is CoderKind.BLIND]
    disputes: list[Dispute] = []
    compared = waiting = 0
    waited_for: dict[str, None] = {}
    together: set[Where] = set()
    alone: dict[Where, list[_Judged]] = {}
    for book in dict.fromkeys(map(_book, blind)):
        mine = [one for one in blind if _book(one) == book]
        held = _open_places([one for one in mine if one.packet.coder not in gone])
        for judged, behind in _judged_together(mine):
            if trials is not None and not any(trial in trials for trial, _, _, _ in behind):
                continue
            still = {coder for place in behind for coder in held.get(place, ())}
            if len({one.packet.packet.coder for one in judged} | still) < 2:
                for place in behind:
                    alone.setdefault(place, []).extend(judged)
                continue
            together.update(behind)
            if still:
                waiting += 1
                waited_for.update(dict.fromkeys(sorted(still)))
                continue
            compared += 1
            found = _dispute(judged, behind, find)
            if found is not None:
                disputes.append(found)
    mixed = {
        tuple(one.name for one in judged)
        for place, judged in alone.items()
        if place not in together and len({one.packet.packet.coder for one in judged}) > 1
    }
    unlocked = dict.fromkeys(one.packet.coder for one in blind if not one.ended)
    return Disputes(
        tuple(disputes), compared, waiting, tuple(unlocked), len(mixed), tuple(waited_for)
    )


def _book(coded: CodedPacket) -> tuple[str, str]:
    """In which view and under which codebook a packet is coded: only such codes can be compared."""
    return coded.packet.view, coded.packet.codebook_version


def _open_places(packets: Sequence[CodedPacket]) -> dict[Where, set[str]]:
    """The places at which a coder may still change something, with these coders."""
    held: dict[Where, set[str]] = {}
    for one in packets:
        for place in () if one.ended else _places(one):
            held.setdefault(place, set()).add(one.packet.coder)
    return held


def _places(coded: CodedPacket) -> list[Where]:
    return [
        (behind.trial, behind.transcript, session, place)
        for item in coded.packet.items
        for behind in item.behind
        for _, session, place in behind.places
    ]


def _judged_together(
    blind: Sequence[CodedPacket],
) -> list[tuple[tuple[_Judged, ...], tuple[Where, ...]]]:
    """Which judgements are of the same places."""
    at: dict[Where, list[_Judged]] = {}
    for coded in blind:
        for item in coded.packet.items:
            if item.phase != Phase.MAIN or item.twin:
                continue
            codes = coded.state.codes(item.item)
            for behind in item.behind:
                for number, session, place in behind.places:
                    if number in codes.judgements:
                        judged = _Judged(coded, item.item, number)
                        where = (behind.trial, behind.transcript, session, place)
                        at.setdefault(where, []).append(judged)
    names: dict[tuple[tuple[str, str, int], ...], tuple[_Judged, ...]] = {}
    places: dict[tuple[tuple[str, str, int], ...], list[Where]] = {}
    for where, judged_there in at.items():
        key = tuple(one.name for one in judged_there)
        names.setdefault(key, tuple(judged_there))
        places.setdefault(key, []).append(where)
    return [(names[key], tuple(sorted(places[key]))) for key in names]


def _dispute(judged: tuple[_Judged, ...], behind: tuple[Where, ...], find: Find) -> Dispute | None:
    newest: dict[str, Opinion] = {}
    for one in judged:
        # A coder with two packets on one reply is one coder: what was said last counts.
        coder = one.packet.packet.coder
        codes = one.packet.state.codes(one.item)
        notes = (codes.notes[number] for number in (one.question, 0) if number in codes.notes)
        newest[coder] = opinion(coder, codes.judgements[one.question], "; ".join(notes))
    opinions = tuple(newest.values())
    if not Disagreement("", "", 0, False, opinions).disputed:
        return None
    shown, item = _item_shown(judged, find)
    if item.question(shown.question).is_unscored:
        return None
    if json.loads(shown.packet.packet.header).get("question_order") == QuestionOrder.ASKED:
        item = replace(item, lines=lines_to(item.lines, shown.question))
    case = Disagreement(
        digest("devrun:case:2", [*_book(shown.packet), *map(list, behind)])[:_LETTERS],
        digest("devrun:case-item:1", sorted({one[0] for one in behind}))[:_LETTERS],
        shown.question,
        item.question(shown.question).is_control,
        opinions,
    )
    return Dispute(case, behind, item, shown.packet.packet)


def _item_shown(judged: tuple[_Judged, ...], find: Find) -> tuple[_Judged, Item]:
    """The case as the first of its coders saw it whose item is at hand."""
    for one in judged:
        item = find(one.packet.packet.packet, one.item)
        if item is not None:
            return one, item
    names = " or ".join(dict.fromkeys(one.packet.packet.coder for one in judged))
    raise PacketUnusable(
        f"no packet of {names} was found, so what they read cannot be shown",
        "name the folder with their packets: --packets FOLDER",
    )
