"""What is read of a coded study before anything is scored or compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runners.analysis.marks import MarkSets
from runners.analysis.trials import TrialTable, finished_trials
from runners.coding.coded_packets import CodedPacket
from runners.coding.coded_trials import StudyCodes, study_codes
from runners.store.store import Store
from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True, eq=False)
class CodedStudy:
    """What was read of a study, once for all who ask: its finished trials, what was coded of them,
    and the sets of marks that were scored so far.
    """

    trials: TrialTable
    trial_codes: StudyCodes
    sets: MarkSets

    @classmethod
    def of(cls, store: Store, opened: OpenStudy, packets: Sequence[CodedPacket]) -> CodedStudy:
        """What was coded in these packets, and the trials that it is about."""
        codes = study_codes(packets)
        coded = opened.rows.with_keys(codes.table.keys)
        return cls(finished_trials(store, opened, coded), codes, MarkSets())
