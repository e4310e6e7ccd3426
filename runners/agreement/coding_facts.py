"""What the store knows of how a study was coded, for the paragraph of a method section."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from coders.desk.calibrating import GATE_RULE
from coders.packets.shape import CoderKind
from renderers.coding_methods import Calibration, CodingFacts, PrintedCoefficient, joined
from runners.coding.judgements import HUMAN, CodedPacket, packets_standing, visible_packets
from runners.studies.unsupported_parameters import omissions

if TYPE_CHECKING:
    from runners.agreement.measures import Reliability
    from runners.agreement.results import StudyAgreement
    from runners.store.store import Store


def coding_facts(
    store: Store, found: StudyAgreement, *, every: Sequence[CodedPacket] | None = None
) -> CodingFacts:
    """The facts about a study whose agreement was `found`; `every` are its packets, where they were
    read already.

    Raises PacketUnusable where a log in the store cannot be read.
    """
    if every is None:
        every = packets_standing(store, found.study)
    packets = visible_packets(every)
    handed = [one for one in packets if one.kind in HUMAN]
    # Who is still in training has coded nothing of the study, and is in no figure of it.
    people = [one for one in handed if _has_coded(one)]
    headers = [json.loads(one.packet.header) for one in people]
    settled = [one for one in packets if one.kind is CoderKind.ADJUDICATOR]
    imported = [one for one in people if one.imported]
    settled_by = Counter[str]()
    for one in settled:
        settled_by[str(json.loads(one.packet.settings).get("method", ""))] += _settled(one)
    exact = _figure(found.marks, "percent_agreement")
    return CodingFacts(
        simulated=found.simulated,
        total=found.trials,
        standing=found.standing,
        coded=found.coded,
        double_coded=found.double,
        blind_coders=len(_names(people, CoderKind.BLIND)),
        authors=len(_names(people, CoderKind.AUTHOR)),
        judges=len(_names(packets, CoderKind.AUTOMATIC)),
        # What stands in an imported packet says that nothing is known.
        statements=joined(
            [
                str(header.get("statement", ""))
                for header, one in zip(headers, people, strict=True)
                if not one.imported
            ]
        ),
        keyed=any(header.get("keyed") is True for header in headers),
        duplicates=sum(bool(item.twin) for one in people for item in one.packet.items),
        gold_notes=joined([str(header.get("gold_note", "")) for header in headers]),
        passed=tuple(
            (report.coder, form.right, form.marks)
            for report in found.reports
            for form in report.gates
            if form.passed
        ),
        codebooks=joined([one.packet.codebook_version for one in people if not one.imported]),
        exact=100 * exact.value if exact is not None and exact.value is not None else None,
        kappa=_figure(found.marks, "cohen_kappa"),
        gate_kappa=_figure(found.gate, "cohen_kappa"),
        within=_within(found.rule),
        clusters=found.marks.agreement.clusters,
        replicates=found.replicates if _intervals(found) else 0,
        settled=sum(_settled(one) for one in settled),
        how=joined([str(json.loads(one.packet.settings).get("method", "")) for one in settled]),
        unlocked=joined([one.packet.coder for one in handed if not one.locked]),
        asked=omissions(store.participants_of(found.study)),
        calibration=tuple(
            Calibration(
                report.coder,
                form.form,
                form.right,
                form.marks,
                form.gates_wrong,
                form.passed,
                form.why,
            )
            for report in found.reports
            for form in report.gates
        ),
        control_kappa=_figure(found.controls, "cohen_kappa"),
        settled_by=tuple((how, many) for how, many in settled_by.items() if how and many),
        imported=joined([one.packet.coder for one in imported]),
        desk=len(imported) < len(people),
        pairs=len(found.pooled) > 2,
        rule=GATE_RULE,
    )


def _intervals(found: StudyAgreement) -> bool:
    figures = (
        _figure(found.marks, "cohen_kappa"),
        _figure(found.gate, "cohen_kappa"),
        _within(found.rule),
    )
    return any(one is not None and one.ci95 is not None for one in figures)


def _names(packets: Sequence[CodedPacket], kind: CoderKind) -> set[str]:
    return {one.packet.coder for one in packets if one.kind is kind}


def _has_coded(packet: CodedPacket) -> bool:
    """Whether something of the study was judged, and not only gold."""
    return any(
        packet.state.codes(item.item).judgements for item in packet.packet.items if item.behind
    )


def _settled(packet: CodedPacket) -> int:
    return sum(len(codes.judgements) for codes in packet.state.items.values())


def _figure(part: Reliability, name: str) -> PrintedCoefficient | None:
    for one in part.agreement.coefficients:
        if one.name == name:
            return PrintedCoefficient(one.value, one.ci95, one.reason or "", one.n_items)
    return None


def _within(part: Reliability) -> PrintedCoefficient | None:
    for one in part.agreement.within_cell:
        if one.name == "krippendorff_alpha_ordinal":
            return PrintedCoefficient(one.value, one.ci95, one.reason or "", one.n_items)
    return None
