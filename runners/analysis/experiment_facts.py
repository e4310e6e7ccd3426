"""What reading the trials of an experiment has to heed, as its script says."""

from __future__ import annotations

from dsl import experiment as ex
from dsl.expand import steps_within
from dsl.experiment import Experiment, Order, Scorer


def words_decide(experiment: Experiment) -> bool:
    """Whether marks may hang on what a reply says though people coded: an answer that is kept for a
    later question, and one that was weighed, are read by rule.
    """
    return keeps_answers(experiment) or any(
        isinstance(step, ex.QuestionStep) and step.rubric.scorer is Scorer.LIKELIHOOD
        for step in steps_within(experiment.steps)
    )


def keeps_answers(experiment: Experiment) -> bool:
    """Whether an answer of the participant's is the key of a later question."""
    steps = steps_within(experiment.steps)
    return any(isinstance(step, ex.QuestionStep) and step.keep is not None for step in steps)


def ambiguous_places(experiment: Experiment) -> bool:
    """Whether a place does not say which question stands there: two questions have one name, and
    come in an order that varies.
    """
    steps = tuple(steps_within(experiment.steps))
    ordered = (step.order for step in steps if isinstance(step, ex.InOrder | ex.ForEach))
    if all(order is Order.FIXED for order in ordered):
        return False
    asked = [step for step in steps if isinstance(step, ex.QuestionStep)]
    return len({(one.kind, one.name) for one in asked}) < len(asked)
