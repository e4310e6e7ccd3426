"""Ages by the norms of a bank, and what others measured with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Mean


@dataclass(frozen=True, slots=True)
class AgeNorms:
    """The norms of an age: the bank, where the coefficients are from, `years` for an accuracy of 1
    in each stage, and the ages (youngest, oldest) of the people from whom they come.
    """

    bank: str
    source: str
    intercept: float
    years: Mapping[str, float]
    ages: tuple[float, float]


@dataclass(frozen=True, slots=True)
class BankAge(CellRow):
    """The age of one cell, in years, None where it is not calibrated: `why` says the reason.

    `ci95` covers items only. `extrapolated`: the age is beyond those of the norms. `stages` are the
    calibrated accuracies (aggregate form) by the names of the norms, and `macro` their mean over
    groups. `left_out` items of the bank were not asked.
    """

    age: float | None = None
    ci95: tuple[float, float] | None = None
    ci_method: str = ""
    extrapolated: bool = False
    norms: AgeNorms | None = None
    stages: Mapping[str, float] = field(default_factory=dict)
    macro: float | None = None
    left_out: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class PublishedAge:
    """A published participant of the same bank: stages and macro are means of the published
    accuracies of groups, 1 is all right; `age` is as printed, in years.
    """

    participant: str
    source: str
    groups: Mapping[str, float]
    stages: Mapping[str, float]
    macro: float
    age: float
    printed: bool = True
    """Whether it is published; else it is of the people by whom the norms were fitted."""


@dataclass(frozen=True, slots=True)
class TableAge:
    """A row of a table of published accuracies: `stages` by name and `macro`, their mean over
    groups, as calibrated accuracies (1 is all right), and the age in years; limits are over items.
    `printed_macro` and `printed_age` are the figures in the table, None where it has none.
    """

    participant: str
    stages: Mapping[str, Mean]
    macro: Mean
    printed_macro: float | None
    age: Mean
    extrapolated: bool
    printed_age: float | None
