"""The rows of a summary over many experiments: of a run, and of a study that people coded.

Both have one row a cell with the same figures, so that the tables, the means of domains and the
document are made once. A run's own rows know nothing of coders, and those of a scored study much
that a summary leaves out; hence a third kind of row, and a Protocol for what means are made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from dsl.trial import Levels
from renderers.score_rows import ContrastScore, DomainScore, ExperimentScore, Figure, TellingApart


class Averaged(Protocol):
    """What the mean of an experiment or of a domain takes of a cell."""

    @property
    def experiment(self) -> str:
        """Its title."""

    @property
    def domain(self) -> str:
        """Empty where the script names none."""

    @property
    def wording(self) -> str:
        """Original or permuted."""

    @property
    def model(self) -> str:
        """Who answered."""

    @property
    def simulated(self) -> bool:
        """Whether that is a program."""

    @property
    def addition(self) -> bool:
        """Whether it is none of the paper's cells."""

    @property
    def reference(self) -> tuple[str, str] | None:
        """Whose LRS was published for it, and which."""

    @property
    def lrs(self) -> Figure:
        """The mean LRS, and its draws."""

    @property
    def linear(self) -> Figure:
        """The mean of the straight line beside the bands."""

    @property
    def share(self) -> Figure:
        """The mean share right."""


@dataclass(frozen=True, slots=True)
class SummaryCell:
    """A cell x wording x participant, in a line.

    `own_share` is the share right in the paper's own story and `twin_share` that in its twins; both
    None where the script has no versions. `gate_failed` is the share of trials that are 0 for a
    failed control. Of `trials`, `needs_human` wait for a person and `lost` are technical; neither
    are in the means.
    """

    experiment: str
    domain: str
    levels: Levels
    name: str
    wording: str
    model: str
    simulated: bool
    addition: bool
    trials: int
    n_texts: int
    lrs: Figure
    linear: Figure
    share: Figure
    own_share: Fraction | None
    twin_share: Fraction | None
    chance: Fraction | None
    gate_failed: Fraction | None
    needs_human: int
    lost: int
    reference: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A study at a glance: cells in the order in which they are reported, experiments, domains,
    contrasts, and what so many draws can tell apart.
    """

    cells: tuple[SummaryCell, ...]
    experiments: tuple[ExperimentScore, ...]
    domains: tuple[DomainScore, ...]
    contrasts: tuple[ContrastScore, ...]
    telling_apart: tuple[TellingApart, ...]
