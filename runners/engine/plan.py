"""What a run is to do: its trials, without their words.

A planned trial knows its keys without being expanded, so that 100,000 finished ones are passed over
in seconds. Its words are made when a participant is about to read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from dsl.expand import Expander, chosen_cells
from dsl.expanding.after import After
from dsl.expanding.steps_within import steers
from dsl.identity import procedure_hash, trial_key
from dsl.protocol import asked_in
from dsl.trial import Cell, Trial
from dsl.ways.retelling import source_cells
from runners.store.keys import sitting_of
from runners.store.records import Sitting, StudyTrial

if TYPE_CHECKING:
    from runners.participants.base import Participant


@dataclass(frozen=True, slots=True)
class Planned:
    """One trial of an experiment, for whoever takes it. `expand` gives its words, and where these
    depend on replies `after` gives those that follow some outcomes; `procedure` is the experiment's
    procedure hash.
    """

    experiment: str
    procedure: str
    cell: Cell
    draw: int
    sample: int
    seed: int
    expand: Callable[[], Trial]
    after: After | None = None
    sources: tuple[Planned, ...] = ()
    """The trials whose tries this one says again; they come first."""

    def key(self, participant: str) -> str:
        """The key of this trial with a participant (its key)."""
        return trial_key(self.procedure, self.cell, self.draw, self.sample, self.seed, participant)

    def sitting(self, participant: str) -> Sitting:
        """The sitting of this trial with a participant (its key)."""
        return sitting_of(
            participant, self.experiment, self.cell, draw=self.draw, sample=self.sample
        )

    def of_study(self, study: str, participant: str) -> StudyTrial:
        """The row that notes this trial as part of a study."""
        key, sitting = self.key(participant), self.sitting(participant)
        return StudyTrial(study, key, sitting, self.procedure, self.seed)


@dataclass(frozen=True, slots=True)
class ParticipantPlan:
    """A participant and the trials it is to take, in this order; they are drawn lazily."""

    participant: Participant
    trials: Iterable[Planned]


def planned(trial: Trial, procedure: str) -> Planned:
    """A plan for a trial that is expanded already."""
    return Planned(
        trial.experiment, procedure, trial.cell, trial.draw, trial.sample, trial.seed, lambda: trial
    )


@dataclass(frozen=True)
class Plan:
    """The trials of an experiment: made again for each pass, never all at once.

    Draw by draw over all cells, so that a run that is stopped is balanced as far as it got.
    """

    expander: Expander
    procedure: str
    cells: tuple[Cell, ...]
    draws: int
    samples: int

    def __len__(self) -> int:
        return self.draws * self.samples * len(self.cells)

    def __iter__(self) -> Iterator[Planned]:
        for draw in range(1, self.draws + 1):
            for sample in range(1, self.samples + 1):
                for cell in self.cells:
                    yield self.one(cell, draw, sample)

    def asked_of(self, participant: Participant) -> Plan:
        """What of it a participant is asked: under a protocol of items, a base model is asked by
        other methods than one that writes answers.
        """
        base = participant.continues_text
        return replace(self, cells=asked_in(self.expander.experiment, self.cells, base=base))

    def one(self, cell: Cell, draw: int, sample: int) -> Planned:
        """One of its trials, with those whose tries it says again."""
        others = (self._one(source, draw, sample) for source in self._sources(cell))
        return self._one(cell, draw, sample, tuple(others))

    @cached_property
    def _sources(self) -> Callable[[Cell], tuple[Cell, ...]]:
        return cache(lambda cell: tuple(source_cells(self.expander.experiment, cell)))

    def _one(
        self, cell: Cell, draw: int, sample: int, sources: tuple[Planned, ...] = ()
    ) -> Planned:
        expander = self.expander
        expand = partial(expander.trial, cell, draw=draw, sample=sample)
        after = expander.after(cell, draw, sample) if self._steered else None
        title, seed = expander.experiment.title, expander.seed
        return Planned(title, self.procedure, cell, draw, sample, seed, expand, after, sources)

    @cached_property
    def _steered(self) -> bool:
        return steers(self.expander.experiment)


def plan_of(
    expander: Expander,
    *,
    runs: int | None = None,
    samples: int | None = None,
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
) -> Plan:
    """The trials of an experiment; what is not given is as the script's design says."""
    experiment = expander.experiment
    return Plan(
        expander,
        procedure_hash(experiment),
        chosen_cells(experiment, wordings=wordings, only=only),
        experiment.design.runs if runs is None else runs,
        experiment.design.samples if samples is None else samples,
    )
