"""Where an export is and what is in it, as `devrun export` tells when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from renderers.fields.design import SIMULATED, STUDY
from renderers.fields.field import Field, each, field
from renderers.fields.scales import TEXT, TEXTS, WHOLE
from runners.export.scripts import Renamed
from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True)
class Exported:
    """Where an export is, of how many trials, its files, and which are not called as they were."""

    place: str
    trials: int
    files: tuple[str, ...]
    renamed: tuple[Renamed, ...] = ()


RENAMED: tuple[Field[Renamed], ...] = (
    field(TEXT, "was", "its name in the study"),
    field(TEXT, "called", "its name in the export"),
)
EXPORTED: tuple[Field[tuple[OpenStudy, str, Exported]], ...] = (
    STUDY.read_by(lambda told: told[0].study.id),
    SIMULATED.of(itemgetter(0)),
    field(TEXT, "format", "what was written: psych-ds, parquet, inspect or jsonl", itemgetter(1)),
    field(TEXT, "place", "the folder or file", lambda told: told[2].place),
    field(WHOLE, "trials", "trials that are in it", lambda told: told[2].trials),
    field(TEXTS, "files", "its files", lambda told: told[2].files),
    each("renamed", "files that have another name there", RENAMED, lambda told: told[2].renamed),
)
"""Of a study and a format."""
