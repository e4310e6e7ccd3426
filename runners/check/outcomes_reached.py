"""Outcomes that no simulated participant reaches: W671.

What is said after such an outcome has never been seen by anybody who read what the script does.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.expanding.following import kind_of
from dsl.expanding.steps_within import questions_within, steers
from dsl.experiment import Experiment
from dsl.trial import Trial
from runners.check.places import Places

PLAYERS = ("oracle", "lure", "refuser", "inattentive", "random", "always-both", "hedger")
"""Who is asked: between them every outcome of a question that can be answered should come, mostly
by the first three.
"""

DRAWS = 6
"""So many draws of each cell; every choice has been shown first by then, or nearly so."""


def outcome_faults(expander: Expander, places: Places) -> Iterator[Fault]:
    """A warning for each outcome that has words of its own, or is named, and never comes."""
    experiment = expander.experiment
    if not steers(experiment):
        return
    from runners.check.taking import TakenTrial
    from runners.participants.sim import simulated

    missing = dict.fromkeys(_with_consequences(experiment))
    for draw in range(1, DRAWS + 1):
        for cell in cells(experiment):
            taken = TakenTrial(expander, cell, draw)
            for name in PLAYERS:
                if not missing:
                    return
                for reached in _outcomes(taken.taken_by(simulated(name), whole=True).trial):
                    missing.pop(reached, None)
    for question, outcome in missing:
        from dsl.faults.players import OutcomeNotReached

        yield OutcomeNotReached(
            span=places.question(question),
            question=question,
            outcome=outcome,
            players=len(PLAYERS),
        )


def _with_consequences(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """Each question with each of its outcomes that has words of its own, or is named."""
    named = {one.name: tuple(level.name for level in one.levels) for one in experiment.replies}
    seen: set[str] = set()
    for step in questions_within(experiment.steps):
        if step.steering is None or step.name in seen:
            continue
        seen.add(step.name)
        arms = (one for arm in step.steering.then for one in arm.outcomes)
        for outcome in (*arms, *named.get(step.name, ())):
            yield step.name, outcome


def _outcomes(trial: Trial) -> Iterator[tuple[str, str]]:
    """The question and the outcome of each reply on the path of a trial."""
    asked = {place: question for place, _, question in trial.asked()}
    for place, outcome in trial.path:
        if place in asked:
            yield asked[place].name, kind_of(outcome)
