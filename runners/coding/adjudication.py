"""Adjudication: an adjudicator settles disagreements, which go to a log and to the store.

An adjudicator is a coder of a kind of its own: the coders' packets and logs stay as they are, and
the settled questions are a packet of their own with a log like any other. The log is written to
disk before the store; if one of the two lacks something, opening the adjudication adds it. Writing
the settled marks over the coders' own would be simpler, and would lose the disagreement.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from coders.adjudication.disagreements import (
    DisagreementSource,
    Opinion,
    in_order,
    median,
    nameless,
)
from coders.desk.log import Log, Scalar, judgement, read_log
from coders.desk.state import Judgement, replay
from coders.packets.shape import CoderKind, Header, Packet, PacketUnusable, Phase, View
from dsl import __devrun__
from dsl.errors import os_errors_as
from dsl.projections import digest
from runners.coding.coded_packets import CodedPacket
from runners.coding.disputes import Dispute
from runners.coding.log_files import ADJUDICATION
from runners.coding.log_import import log_lines
from runners.coding.packet_items import display_of
from runners.coding.packet_record import record_with_header
from runners.store.records import ItemSource, PacketItem, PacketRecord
from runners.store.store import Store

_LETTERS = 24


class Adjudication:
    """Disputes of one view and codebook, before one adjudicator. Use it in a `with` block.

    The adjudicator's file is `log`, else one in `folder` named after the adjudicator and the table.
    `method` is discussion, third or median. Opening it raises PacketUnusable where the file is
    another's, or says other things than the store.
    """

    def __init__(
        self,
        store: Store,
        study: str,
        disputes: Sequence[Dispute],
        *,
        adjudicator: str,
        method: str,
        folder: Path,
        log: Path | None = None,
        clock: Callable[[], str],
    ) -> None:
        self._store = store
        self._study = study
        self.method = method
        self._clock = clock
        view, codebook = disputes[0].view, disputes[0].codebook_version
        name = digest("devrun:adjudication:1", [study, adjudicator, view, codebook])[:_LETTERS]
        self._header = Header(
            packet=f"a{name}",
            batch=f"a{name}",
            coder=adjudicator,
            kind=CoderKind.ADJUDICATOR,
            view=view,
            keyed=display_of(disputes[0].packet).keyed,
            codebook_version=codebook,
            tool_version=__devrun__,
            made=clock(),
            items=len(disputes),
            blind_to=(),
            not_blind_to=("the codes of the others",),
            statement="The adjudicator sees what the coders saw, and their codes without names.",
        )
        by_key = {one.case.key: one for one in disputes}
        ordered = in_order((one.case for one in disputes), seed=self._header.packet)
        self.disputes = tuple(by_key[case.key] for case in ordered)
        plain = re.sub(r"[^\w.]+", "-", adjudicator).strip("-.") or "adjudicator"
        path = log or folder / f"{plain}{ADJUDICATION}{name[:6]}.log.jsonl"
        self._log = Log(
            path,
            Packet(self._header, (), (), (), ()),
            clock=clock,
            tool_version=__devrun__,
            if_damaged="move the file to another folder: the store has the decisions, and the same "
            "command writes it again",
        )
        self._row = self._packet_record()
        self._stored = 0

    def __enter__(self) -> Adjudication:
        stored = [code.line for code in self._store.codes_of(self._header.packet)]
        self._restore_file(stored)
        self._log.__enter__()
        try:
            mine = [event.line for event in self._log.events]
            if stored[: len(mine)] != mine[: len(stored)]:
                raise PacketUnusable(
                    f"{self._log.path} and the store {self._store.where} contain different "
                    f"decisions by {self._header.coder}",
                    "name the file that belongs to this store with --log, or adjudicate under "
                    "another name",
                )
            self._store.add_packets([self._row])
            self._stored = len(stored)
            self._keep()
        except BaseException:
            self._log.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._log.__exit__()

    @property
    def path(self) -> Path:
        """Where the adjudicator's log lies."""
        return self._log.path

    @property
    def content(self) -> bool:
        """Whether contents are coded."""
        return self._header.view is View.CONTENT

    @property
    def header(self) -> Header:
        """That of the packets: how it was coded."""
        return self._header

    @property
    def settled(self) -> Mapping[str, Judgement]:
        """The settled judgements, by the key of the case."""
        items = replay(self._log.events).items
        return {
            key: judgement
            for key, codes in items.items()
            for judgement in codes.judgements.values()
        }

    def reason(self, judgement: Judgement) -> str:
        """Why a settled judgement was given."""
        return self._log.events[judgement.seq - 1].text("reason")

    @property
    def left(self) -> tuple[Dispute, ...]:
        """What is still to be settled, in order."""
        settled = self.settled
        return tuple(one for one in self.disputes if one.case.key not in settled)

    @property
    def faults(self) -> tuple[tuple[DisagreementSource, int], ...]:
        """How often each cause of disagreement was named, in the order of the list."""
        named = [
            self._log.events[judgement.seq - 1].text("error") for judgement in self.settled.values()
        ]
        return tuple((fault, named.count(fault)) for fault in DisagreementSource if fault in named)

    def shown(self, dispute: Dispute) -> tuple[Opinion, ...]:
        """The opinions on a dispute without names."""
        return nameless(dispute.case, seed=self._header.packet)

    def settle(
        self, dispute: Dispute, given: Opinion, *, reason: str, fault: DisagreementSource | None
    ) -> None:
        """Settles a dispute by what is `given`. It is in the file and in the store when it returns.

        Raises PacketUnusable or StoreUnusable where one of them refuses.
        """
        error = str(fault) if fault else ""
        self._append(dispute, given, {"reason": reason, "error": error, "method": self.method})
        self._keep()

    def settle_together(self, given: Sequence[tuple[Dispute, Opinion]], method: str) -> None:
        """Settles disputes by what was found of each coder's codes (`method`: majority or median),
        in one step that one undo takes back.
        """
        first = len(self._log.events) + 1
        for dispute, opinion in given:
            reason = f"{method} of {len(dispute.case.opinions)}"
            told = {"reason": reason, "error": "", "method": method}
            self._append(dispute, opinion, {**told, "together": first})
        self._keep()

    def _append(self, dispute: Dispute, given: Opinion, told: Mapping[str, Scalar]) -> None:
        case, said = dispute.case, given.said
        kind, data = judgement(
            case.key, case.question, given.flags, mark=given.mark, said=said, plain=given.plain
        )
        self._log.append(kind, {**data, **told})

    def undo(self) -> Dispute | None:
        """Undoes the last settlement, or all that were settled together with it, and returns the
        dispute of the first; None if there is none.

        Settlements of cells that are not being adjudicated stay.
        """
        here = {one.case.key: one for one in self.disputes}
        undone: Dispute | None = None
        together: int | None = None
        for seq in reversed(replay(self._log.events).undoable):
            event = self._log.events[seq - 1]
            dispute = here.get(event.text("item"))
            if dispute is None:
                continue
            if undone is not None and (together is None or event.number("together") != together):
                break
            undone, together = dispute, event.number("together")
            self._log.append("undo", {"undoes": seq})
        self._keep()
        return undone

    def opened_story(self, dispute: Dispute) -> None:
        """Notes that the adjudicator looks at the story of a reply in content view."""
        self._log.append("reveal", {"item": dispute.case.key, "what": "story"})
        self._keep()

    def take_medians(self) -> int:
        """Settles by the median mark every dispute that has one; returns how many did."""
        middles = [(one, median(one.case.opinions)) for one in self.left]
        given = [(one, middle) for one, middle in middles if middle is not None]
        self.settle_together(given, "median")
        return len(given)

    def finish(self) -> bool:
        """Locks the log if nothing is left to settle; returns whether that is so."""
        if self.left:
            return False
        if not replay(self._log.events).locked:
            self._log.append("lock", {})
            self._keep()
        return True

    # ---------------------------------------------------------------- store and file

    def _keep(self) -> None:
        """Gives the store the events that it does not have yet."""
        events = self._log.events[self._stored :]
        if events:
            self._store.add_codes(tuple(log_lines(self._row, events)))
            self._stored = len(self._log.events)

    def _restore_file(self, stored: Sequence[str]) -> None:
        """Writes the file out of the store where it is missing (it may be on another machine) or
        ends before the store does (an older copy, a full disk): a decision that is added to such a
        file would have the number of one that is stored.
        """
        text = "".join(f"{line}\n" for line in stored)
        instead = "name another file with --log"
        with os_errors_as(PacketUnusable, f"{self._log.path} cannot be written", instead):
            there = self._log.path.read_bytes() if self._log.path.exists() else b""
            # What mail and editors do to line ends and to the beginning is no damage.
            there = there.removeprefix(BOM_UTF8).replace(b"\r", b"")
            if len(there) >= len(text) or not text.encode("utf-8").startswith(there):
                return
            read_log(text, f"the log of {self._header.coder} in {self._store.where}")
            self._log.path.write_text(text, encoding="utf-8", newline="\n")

    def _packet_record(self) -> PacketRecord:
        items = tuple(
            PacketItem(
                item=one.case.key,
                position=position,
                phase=str(Phase.MAIN),
                content=one.item.content,
                twin="",
                behind=tuple(
                    ItemSource(trial, transcript, ((one.case.question, session, place),))
                    for trial, transcript, session, place in one.behind
                ),
            )
            for position, one in enumerate(self.disputes, start=1)
        )
        settings = json.dumps({**_masks(self.disputes[0].packet), "method": self.method})
        return record_with_header(self._header, self._study, settings, items)


def settled_by_others(packets: Iterable[CodedPacket], adjudicator: str) -> dict[str, str]:
    """Which cases (by their keys) others than this adjudicator settled, and who; what both settled
    is left out.
    """
    others: dict[str, str] = {}
    own: set[str] = set()
    for one in packets:
        if one.kind is CoderKind.ADJUDICATOR:
            keys = [key for key, codes in one.state.items.items() if codes.judgements]
            if one.packet.coder == adjudicator:
                own.update(keys)
            else:
                others.update(dict.fromkeys(keys, one.packet.coder))
    return {key: coder for key, coder in others.items() if key not in own}


def _masks(packet: PacketRecord) -> dict[str, object]:
    """What of a packet's settings says how its words read; scores undo masks by it."""
    settings = json.loads(packet.settings)
    names = ("keyed", "plain_replies", "neutral_words", "names")
    return {name: settings[name] for name in names if name in settings}
