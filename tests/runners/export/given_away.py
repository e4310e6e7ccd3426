"""A study that people coded, exported once, and readers of what came of it."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from coders.packets.shape import CoderKind
from dsl.trial import Question
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.agreement.coded_studies import at_hand, lot, ran
from tests.shell import Shell

Rows = list[dict[str, str]]


@dataclass(frozen=True)
class GivenAway:
    """A shell in the folder of a coded study, and the folder that was exported from it."""

    shell: Shell
    folder: Path

    def rows(self, table: str) -> Rows:
        """The rows of a table; fields as they stand in the file."""
        (place,) = (self.folder / "data").glob(f"*_description-{table}_data.csv")
        return table_at(place)


def table_at(place: Path) -> Rows:
    """The rows of a file; a reply may be longer than Python's reader expects of a field."""
    csv.field_size_limit(1_000_000)
    with place.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def opinion_of(coder: str, careless: float) -> object:
    """Says what all say, and another thing in a share of the questions."""

    def opinion(told: FinishedTrial, question: Question) -> str:
        own = lot(coder, told.key, question.name, "slip") < careless
        drawn = lot(coder if own else "", told.key, question.name)
        if question.kind == "control":
            return "right" if drawn < 0.8 else "wrong"
        return "right" if drawn < 0.5 else "half" if drawn < 0.7 else "wrong"

    return opinion


def given_away(folder: Path) -> GivenAway:
    """The shelf, run with two participants in forty trials; coded by two blind coders (one with
    hidden duplicates), an author and an adjudicator; exported.
    """
    run = ran(here(folder / "run"), "-m", "sim/random", "-m", "sim/child")
    study = at_hand(run, folder / "desk")
    with study.store:
        study.coded("Ada", opinion_of("Ada", 0.1), twins=3)  # type: ignore[arg-type]
        study.coded("Ben", opinion_of("Ben", 0.3))  # type: ignore[arg-type]
        study.coded("Cy", opinion_of("Cy", 0.2), kind=CoderKind.AUTHOR)  # type: ignore[arg-type]
        study.coded(
            "Di", opinion_of("Di", 0), kind=CoderKind.ADJUDICATOR, trials=study.told[:4],  # type: ignore[arg-type]
        )  # fmt: skip
    shell = here(folder / "desk")
    shell.run("export", "-o", "given")
    return GivenAway(shell, folder / "desk" / "given")
