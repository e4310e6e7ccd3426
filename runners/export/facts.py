"""What the words of an export are about: which study, how much of it, and by whose codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Never

if TYPE_CHECKING:
    from runners.analysis.codings import RaterSelection
    from runners.export.csv_file import CsvFile
    from runners.export.scripts import Renamed
    from runners.preregistration.lookup import Preregistration
    from runners.store.study_queries import StartRecord
    from runners.studies.study import OpenStudy

SIMULATED = "SIMULATED, NOT DATA"
"""The label at the top of every file of a simulated study."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the description, the codebook, the README and CHANGES are made of.

    `narrowed` are the words after `devrun score` that narrow a study as this export was narrowed,
    and choose the codes as they were chosen here. `replied` are the times of the first and the last
    reply. `overridden` of `rated` LRS that coders left
    standing are not the rule's. `others` trials have another session in the store that does not
    count. `at` is the time of the export, UTC.
    """

    opened: OpenStudy
    whose: RaterSelection
    provisional: bool
    tables: Sequence[CsvFile[Never]]
    starts: Sequence[StartRecord]
    finished: int
    statuses: Sequence[tuple[str, int]]
    calls: int
    parts: int
    replied: Sequence[str]
    logs: Sequence[str]
    scripts: Sequence[str]
    mended: Sequence[str]
    renamed: Sequence[Renamed]
    narrowed: Sequence[str]
    notes: Sequence[str]
    rated: int
    overridden: int
    settled: Sequence[tuple[str, int]]
    others: int
    version: str
    at: str
    preregistration: Preregistration | None = None
    earlier: Sequence[str] = ()

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
