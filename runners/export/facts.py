"""What the words of an export are about: which study, how much of it, and by whose codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Never

from coders.packets.shape import CoderKind
from renderers.number_words import NOT_DATA
from runners.analysis.coder_means import overrides
from runners.export.scripts import Laid, Renamed, within
from runners.studies.participant_labels import labels_of

if TYPE_CHECKING:
    from runners.export.csv_file import CsvFile
    from runners.export.exported_trials import ExportTrial
    from runners.export.selection import ExportSelection
    from runners.store.study_queries import StartRecord
    from runners.studies.study import OpenStudy

SIMULATED = NOT_DATA.upper()
"""The label at the top of every file of a simulated study."""


@dataclass(slots=True)
class TrialCounts:
    """What is counted of the trials as they pass: their statuses, the LRS that coders left standing
    (`rated`) and how many of them are not the rule's (`overridden`), and the judgements of each
    adjudicator (`settled`).
    """

    statuses: Counter[str] = field(default_factory=Counter)
    settled: Counter[str] = field(default_factory=Counter)
    rated: int = 0
    overridden: int = 0

    def add(self, one: ExportTrial) -> None:
        """Count one trial more."""
        self.statuses[one.row.status] += 1
        found = overrides([(one.row, 1)])
        self.rated += found.given
        self.overridden += found.changed
        for coded in one.brought:
            if coded.kind is CoderKind.ADJUDICATOR:
                self.settled[coded.coder] += len(coded.judgements)


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the description, the codebook, the README and CHANGES are made of.

    `narrowed` are the words after `devrun score` that narrow a study as this export was narrowed,
    and choose the codes as they were chosen here. `replied` are the times of the first and the last
    reply. `others` trials have another session in the store that does not count.
    """

    opened: OpenStudy
    wanted: ExportSelection
    provisional: bool
    tables: Sequence[CsvFile[Never]]
    starts: Sequence[StartRecord]
    counts: TrialCounts
    calls: int
    parts: int
    replied: Sequence[str]
    logs: Sequence[str]
    scripts: Laid
    mended: Laid
    narrowed: Sequence[str]
    notes: Sequence[str]
    others: int
    earlier: Sequence[str]

    @property
    def finished(self) -> int:
        """How many trials are finished."""
        return self.counts.statuses.total()

    @property
    def renamed(self) -> tuple[Renamed, ...]:
        """The files that are not called as they were."""
        return (*within("scripts", self.scripts), *within("scripts-mended", self.mended))

    @property
    def participants(self) -> tuple[tuple[str, bool], ...]:
        """What each participant is called, and whether it was simulated."""
        called = labels_of(self.opened.participants)
        return tuple((called[one.key], one.simulated) for one in self.opened.participants)

    @property
    def study(self) -> str:
        """The study's id."""
        return self.opened.study.id

    @property
    def simulated(self) -> bool:
        """Whether nobody real took part."""
        return self.opened.simulated

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the scripts."""
        return tuple(one.experiment.title for one in self.opened.chapters)

    @property
    def raters(self) -> int:
        """How many coders' ratings are pooled."""
        names = [column.name for one in self.tables for column in one.table.columns]
        return sum(name.startswith("rater_") for name in names)

    def again(self, command: str) -> str:
        """The line that prints a table again, to be given in the folder of the export."""
        words = [command, *self.narrowed, "--store", "sqlite:///data/raw/study.sqlite"]
        return f"devrun {' '.join(words)}"
