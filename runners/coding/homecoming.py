"""How far a coder is and how it went, for the owner, out of what the store has of one packet.

Everything is read from the log. Fast decisions and opened stories are for the owner only: a coder
who is shown such figures codes for them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from coders.desk.calibrating import GATES_ALLOWED, PASS_SHARE
from coders.packets.shape import CoderKind, Phase, View
from runners.coding.judgements import CodedPacket
from runners.coding.still_to_judge import StillToJudge
from runners.store.rows import KeptParticipant, PacketItem

FAST_MS = 1000
"""A judgement under so many milliseconds was hardly a reading of the reply."""


@dataclass(frozen=True, slots=True)
class GateForm:
    """How one form of the calibration went."""

    form: str
    right: int
    marks: int
    gates_wrong: int
    passed: bool

    @property
    def why(self) -> str:
        """What it was failed for; empty where it was passed, or where the log alone says so."""
        share, of = PASS_SHARE
        reasons = []
        if self.right * of < self.marks * share:
            reasons.append(f"fewer than {100 * share // of}% of the marks right")
        if self.gates_wrong > GATES_ALLOWED:
            reasons.append(f"{self.gates_wrong} control questions wrong")
        return "" if self.passed else " and ".join(reasons)


@dataclass(frozen=True, slots=True)
class CoderReport:
    """One coder on one packet. Counts are of items, except `fast` of `timed` judgements; an item is
    done when the coding desk says so (`still_to_judge`).

    `done` of `items` are the real ones with hidden duplicates; `gold_done` of `gold` those mixed
    in; `training_done` of `training` those before. `opened` of `done` had their story looked at.
    `overridden` of `rated` had the LRS of the rule overridden. `kin` are participants of the study
    that come from the judge's own vendor or family. `replaced` says that the coder did all of it
    again in a later packet, which counts instead.
    """

    coder: str
    kind: CoderKind
    packet: str
    study: str
    view: View
    locked: bool
    imported: bool
    done: int
    items: int
    gold_done: int
    gold: int
    training_done: int
    training: int
    gates: tuple[GateForm, ...]
    skipped: tuple[tuple[str, str], ...]
    opened: int
    overridden: int
    rated: int
    fast: int
    timed: int
    kin: tuple[str, ...] = ()
    replaced: bool = False


def coder_report(coded: CodedPacket, participants: Sequence[KeptParticipant]) -> CoderReport:
    """The report on one packet; `participants` are those of its study."""
    packet, folded = coded.packet, coded.folded
    parts: dict[str, list[PacketItem]] = {}
    for item in packet.items:
        parts.setdefault(item.phase, []).append(item)
    main, silent = parts.get(Phase.MAIN, []), parts.get(Phase.SILENT, [])
    training = parts.get(Phase.TRAINING, [])
    # Looked up once for each: of a large packet this is most of the work.
    real = [(item, folded.codes(item.item)) for item in (*main, *silent)]
    left = StillToJudge(coded)
    done = [codes for item, codes in real[: len(main)] if left.finished(item, codes)]
    given = [codes.lrs for _, codes in real if codes.lrs is not None]
    times = [j.ms for _, codes in real for j in codes.judgements.values() if j.ms is not None]
    return CoderReport(
        coder=packet.coder,
        kind=coded.kind,
        packet=packet.packet,
        study=packet.study,
        view=View(packet.view),
        locked=coded.locked,
        imported=coded.imported,
        done=len(done),
        items=len(main),
        gold_done=sum(left.finished(item, codes) for item, codes in real[len(main) :]),
        gold=len(silent),
        training_done=sum(left.finished(item, folded.codes(item.item)) for item in training),
        training=len(training),
        gates=tuple(GateForm(*gate) for gate in folded.gates),
        skipped=tuple((item.item, codes.skipped) for item, codes in real if codes.skipped),
        opened=sum("story" in codes.revealed for codes in done),
        overridden=sum(one.proposed is not None and one.lrs != one.proposed for one in given),
        rated=len(given),
        fast=sum(ms < FAST_MS for ms in times),
        timed=len(times),
        kin=_kin(coded, participants),
    )


def _kin(coded: CodedPacket, participants: Sequence[KeptParticipant]) -> tuple[str, ...]:
    """Participants from the vendor or the family of models that the judge is from."""
    if coded.kind is not CoderKind.AUTOMATIC:
        return ()
    settings = json.loads(coded.packet.settings)
    mine = _family(settings.get("identity") or {})
    return tuple(
        one.name
        for one in participants
        if not one.simulated and mine & _family(json.loads(one.identity))
    )


def _family(identity: object) -> set[str]:
    """What says where a model comes from: the vendor, if it was asked itself, and the first word of
    its name (`gpt` of `gpt-5.6`, `llama` of `meta/llama-3`).
    """
    if not isinstance(identity, dict) or identity.get("provider") == "sim":
        return set()
    model = str(identity.get("model", "")).rpartition("/")[2].casefold()
    word = model[: next((at for at, sign in enumerate(model) if not sign.isalpha()), len(model))]
    vendor = "" if identity.get("endpoint") else f"from {identity.get('provider', '')}"
    return {name for name in (word, vendor) if name}
