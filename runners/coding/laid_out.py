"""What was coded of a study laid out by trial, once for all who ask: agreement first, then scores.

Of each trial there is everything that was brought home, hidden duplicates and rulings too; who asks
takes what is his. Codes may be let go of trial by trial, since those of a hundred thousand trials
are a tenth of a gigabyte while the rows made of them grow.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from coders.packets.shape import CoderKind, View
from dsl.record import replace
from runners.coding.judgements import (
    CodedPacket,
    CodedTrial,
    coded_trials,
    is_coded,
    visible_packets,
)


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
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


def laid_out(packets: Sequence[CodedPacket], trials: Container[str] | None = None) -> LaidOut:
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
    return LaidOut(shown, kinds, by_trial, frozenset(in_words))


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
