"""What a script says that the analysis of its trials depends on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl import exact
from dsl import experiment as ex
from dsl.expanding.guards import holds
from dsl.expanding.steps_within import questions_within
from dsl.experiment import METHOD, Experiment, Method, Scorer
from dsl.tree import JUDGED, QuestionKind
from dsl.trial import Levels
from dsl.words import folded
from renderers.rows.published import PublishedLRS


def words_decide(experiment: Experiment) -> bool:
    """Whether marks may hang on what a reply says though people coded: an answer that is kept for a
    later question, and one that was weighed, are read by rule.
    """
    if experiment.design.protocol.of_items:
        return True  # of base models
    return keeps_answers(experiment) or any(
        step.rubric.scorer is Scorer.LIKELIHOOD for step in questions_within(experiment.steps)
    )


def judged_weighed(experiment: Experiment, asked: Iterable[Levels] = ()) -> set[bool]:
    """Of the questions that are judged, whether they are scored by likelihood: both, where some
    are. Under a protocol of items that hangs on the cells that were `asked`.
    """
    if experiment.design.protocol.of_items:
        return {dict(levels)[METHOD] != Method.WRITTEN.value for levels in asked}
    judged = questions_within(experiment.steps, *JUDGED)
    return {step.rubric.scorer is Scorer.LIKELIHOOD for step in judged}


def keeps_answers(experiment: Experiment) -> bool:
    """Whether an answer of the participant's is the key of a later question."""
    return any(step.keep is not None for step in questions_within(experiment.steps))


def even_questions(experiment: Experiment) -> dict[str, ex.QuestionStep]:
    """The even questions of a script, by name. None where runs are rated: a rating says how good a
    reply is, and not which of two answers it chooses.
    """
    if experiment.design.protocol.rated:
        return {}
    return {one.name: one for one in questions_within(experiment.steps, QuestionKind.EVEN)}


_ADDITION = re.compile(r"addition\b(?:\s+in\s+(?P<levels>[^.;]+))?", re.IGNORECASE)


def is_addition(experiment: Experiment, levels: Levels) -> bool:
    """Whether the cell with these levels is marked as an addition to the paper's, or has a framing,
    which adds words that the paper did not have. Of the two methods by which a base model is asked
    a bank, letters are the addition: the mean of both would be the score of neither.
    """
    if experiment.framing_at(levels):
        return True
    if experiment.design.protocol.of_items and dict(levels)[METHOD] == Method.LETTERS.value:
        return True
    for name, words in experiment.meta:
        found = _ADDITION.match(words.strip()) if name == "fidelity" else None
        if found is None:
            continue
        if found["levels"] is None:
            return True
        named = {folded(level) for level in found["levels"].split(",")}
        if any(folded(level) in named for _, level in levels):
            return True
    return False


def reference(experiment: Experiment, levels: Levels) -> PublishedLRS | None:
    """Whose LRS was published for this cell, and what it is, where the script gives a number."""
    here = dict(levels)
    for one in experiment.references:
        if one.unit == "LRS" and one.value is not None and holds(one.guard, here):
            lrs = exact.number(one.value)
            return None if lrs is None else PublishedLRS(one.who, one.value, lrs)
    return None
