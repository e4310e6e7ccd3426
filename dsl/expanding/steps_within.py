"""The steps of an experiment, at any depth, and what they tell of the whole.

A step may lie in a branch, a copy of the conversation, a loop or a training.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import experiment as ex
from dsl.expanding.guards import EVERYWHERE, LevelOf, reachable
from dsl.experiment import Experiment
from dsl.tree import QuestionKind


def asks_tests(experiment: Experiment) -> bool:
    """Whether anything is scored: a script that gives a questionnaire needs no test."""
    return any(True for _ in questions_within(experiment.steps, QuestionKind.TEST))


def steers(experiment: Experiment) -> bool:
    """Whether what is sent depends on replies somewhere."""
    steps = steps_within(experiment.steps)
    return carries(experiment) or any(
        one.steering is not None if isinstance(one, ex.QuestionStep) else retells(one)
        for one in steps
    )


def carries(experiment: Experiment) -> bool:
    """Whether each wave depends on a reply in the one before, so that they are asked in order."""
    return experiment.waves is not None and bool(experiment.waves.carried)


def retells(step: ex.Step) -> bool:
    """Whether a step says what was tried in another trial."""
    return isinstance(step, ex.Retell) and bool(step.levels)


def steps_within(steps: Iterable[ex.Step], levels: LevelOf = EVERYWHERE) -> Iterator[ex.Step]:
    """Every step that is reached at these levels of some factors, at any depth, in the order
    written.
    """
    for step in steps:
        yield step
        match step:
            case ex.Either():
                for branch in reachable(step.branches, levels):
                    yield from steps_within(branch, levels)
            case ex.ForkStep():
                for branch in step.branches:
                    yield from steps_within(branch, levels)
            case ex.InOrder():
                for child in step.children:
                    yield from steps_within(child, levels)
            case ex.Repeat() | ex.ForEach() | ex.Train():
                yield from steps_within(step.steps, levels)
            case _:
                pass


def questions_within(steps: Iterable[ex.Step], *kinds: QuestionKind) -> Iterator[ex.QuestionStep]:
    """Every question in these steps (of these kinds, where some are named), wherever it is asked,
    in the order written.
    """
    for step in steps_within(steps):
        if isinstance(step, ex.QuestionStep) and (not kinds or step.kind in kinds):
            yield step


def forms_of(experiment: Experiment) -> dict[str, tuple[str, ...]]:
    """The names of all forms of each question, wherever in the script they are asked."""
    found: dict[str, dict[str, None]] = {}
    for step in questions_within(experiment.steps):
        found.setdefault(step.name, {}).update({form.name: None for form in step.forms})
    return {name: tuple(forms) for name, forms in found.items()}
