"""What agreement is worked out from: the packets of a study that are shown, and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coders.packets.shape import CoderKind
from dsl.errors import DevrunError, Exit
from runners.agreement.ratings import study_ratings
from runners.agreement.readings import CodedReading, coded_readings
from runners.agreement.rows import StudyRatings
from runners.analysis.coded_study import CodedStudy
from runners.analysis.codings import Codings, RaterSelection
from runners.coding.coded_packets import CodedPacket, packets_standing, who_failed
from runners.coding.coder_progress import CoderReport, coder_report
from runners.store.store import Store
from runners.studies.study import OpenStudy


class NothingCoded(DevrunError):
    """There is nothing to compare yet; `message` says why. `packed`: there are packets, and no code
    of any has been collected.
    """

    code = "nothing-coded"
    exit_code = Exit.SCRIPT

    def __init__(self, message: str, *, packed: bool) -> None:
        """The help, which is the next command, is added where the command line is known."""
        super().__init__(message)
        self.packed = packed


@dataclass(frozen=True, slots=True, eq=False)
class AgreementInput:
    """All that agreement is worked out from: the rows, what is said of each packet, and what
    the figures are about. No more is held of what was read, and replicates take its place in
    memory.
    """

    study: str
    simulated: bool
    trials: int
    models: tuple[str, ...]
    rows: StudyRatings
    reports: tuple[CoderReport, ...]
    hidden: tuple[str, ...]
    rated: bool = False
    """Whether coders gave ratings from 0 to 5, and no marks."""
    readings: tuple[CodedReading, ...] = ()
    """Of the replies on which later words depended."""


def collect_ratings(
    store: Store,
    opened: OpenStudy,
    every: Sequence[CodedPacket] | None = None,
    *,
    read: CodedStudy | None = None,
) -> AgreementInput:
    """The rows of an opened study; `every` are its packets, where they were read already, and
    `read` what else was read of it.

    Raises NothingCoded.
    """
    if every is None:
        every = packets_standing(store, opened.study.id)
    if not every:
        raise NothingCoded(
            f"study {opened.study.id} has not been coded: it has no packets yet", packed=False
        )
    if read is None:
        read = CodedStudy.of(store, opened, every)
    shown_here = read.trial_codes.packets
    packets = [p for p in shown_here if p.kind is not CoderKind.ADJUDICATOR]
    settled = {
        behind.trial
        for packet in shown_here
        if packet.kind is CoderKind.ADJUDICATOR
        for item in packet.packet.items
        if packet.state.codes(item.item).judgements
        for behind in item.behind
    }
    rows = study_ratings(store, read, packets, settled=settled)
    if not len(rows.trials):
        raise NothingCoded(
            f"no coded item of study {opened.study.id} has been collected yet{who_failed(every)}",
            packed=True,
        )
    codings = Codings(store, opened, RaterSelection(), trial_codes=read.trial_codes)
    shown = {packet.packet.packet for packet in packets}
    hidden = {
        packet.packet.coder
        for packet in every
        if packet.kind is CoderKind.AUTOMATIC and packet.packet.packet not in shown
    }
    return AgreementInput(
        opened.study.id,
        opened.simulated,
        len(opened.rows),
        tuple(one.name for one in opened.study.participants),
        rows,
        tuple(coder_report(packet, opened.study.participants) for packet in packets),
        tuple(sorted(hidden)),
        opened.protocol.rated,
        tuple(coded_readings(store, opened, codings)),
    )
