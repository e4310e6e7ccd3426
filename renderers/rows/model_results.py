"""Accuracies of many models in several concepts, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.number_words import Ends


@dataclass(frozen=True, slots=True)
class ConceptResult:
    """A concept on a board: mean accuracy of the models, of people, and by size.

    `items` and `chance` are None where unknown. `slope` is the rise of accuracy per tenfold
    parameters, `beyond` how much more that is than the rise of the last stage.
    """

    board: str
    concept: str
    stage: str
    items: int | None
    chance: float | None
    models: int
    accuracy: float
    people: float | None
    slope: float | None
    slope_ci95: Ends | None
    beyond: float | None
    beyond_ci95: Ends | None
    simulated: bool

    @property
    def over_chance(self) -> float | None:
        """Accuracy divided by chance (Li et al., 2025, appendix E)."""
        return None if self.chance is None else self.accuracy / self.chance

    @property
    def corrected(self) -> float | None:
        """(accuracy - chance) / (1 - chance), as Wang et al. (2024, equation 1) correct it."""
        return None if self.chance is None else (self.accuracy - self.chance) / (1 - self.chance)


@dataclass(frozen=True, slots=True)
class ModelResult:
    """A participant on a board: means over concepts (`macro`) and over items (`over_items`, None
    where numbers of items are unknown), of each stage the plain mean of its concepts, and the
    printed mean. `rank` is by the mean over items, else by the macro mean; None for people.
    """

    board: str
    rank: int | None
    participant: str
    simulated: bool
    accuracies: tuple[tuple[str, float | None], ...]
    stages: tuple[tuple[str, float], ...]
    macro: float | None
    over_items: float | None
    printed: float | None
    shown: int
    """Concepts that it has an accuracy in."""
    fail: float | None = None
    """Share of FAIL among its replies; None in a table of results."""
    left_out: bool = False
    """Whether that is too many for it to be in means; then it has no rank."""


@dataclass(frozen=True, slots=True)
class StageDifference:
    """A later stage minus an earlier one, paired by model. `cut` says of which models."""

    cut: str
    first: str
    second: str
    models: int
    difference: float
    ci95: Ends | None
    t: float | None
    p: float | None
    p_holm: float | None
    simulated: bool


@dataclass(frozen=True, slots=True)
class ConceptCorrelation:
    """Pearson's r of two concepts over models, or of a concept and another test."""

    board: str
    first: str
    second: str
    models: int
    r: float | None
    ci95: Ends | None
    p: float | None
    p_holm: float | None
    simulated: bool


@dataclass(frozen=True, slots=True)
class StageCorrelation:
    """The mean r of the concepts of two stages, or within one, of one cut."""

    cut: str
    models: int
    first: str
    second: str
    pairs: int
    r: float
    simulated: bool


@dataclass(frozen=True, slots=True)
class ModelResults:
    """All of it. `notes` say how it was computed, `left_out` what is not in it, `to_look_at` whose
    replies a person should look at.
    """

    source: str
    concepts: tuple[ConceptResult, ...]
    models: tuple[ModelResult, ...]
    differences: tuple[StageDifference, ...]
    correlations: tuple[ConceptCorrelation, ...]
    stage_correlations: tuple[StageCorrelation, ...]
    others: tuple[ConceptCorrelation, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...]
    to_look_at: tuple[str, ...] = ()

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards, the one with most models first."""
        count = {one.board: one.models for one in reversed(self.concepts)}
        return tuple(
            sorted(dict.fromkeys(one.board for one in self.concepts), key=lambda b: -count[b])
        )
