"""What the words that are sent draw on, and what the words that judge do; and which draws are sent
the same words.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl import experiment as ex
from dsl.drawing.word_sets import WordSet, places, word_set
from dsl.expand import ORIGINAL, Expander
from dsl.expanding.guards import EVERYWHERE, LevelOf, reachable
from dsl.expanding.machines import things_of
from dsl.expanding.steps_within import steps_within
from dsl.expanding.uses import Uses, uses
from dsl.experiment import Experiment, Permutation, Scorer, Template
from dsl.record import record, replace
from dsl.tree import FactorKind
from dsl.trial import Cell


@record
class Reach:
    """What the words that are sent draw on, and what the words that judge do."""

    sent: Uses
    judged: Uses
    rows_of: frozenset[str]
    """The tables and machines whose rows are shown."""
    drawn: frozenset[str]
    """The slots that are sent, or whose draw decides which words are."""


def reach_of(experiment: Experiment, levels: LevelOf = EVERYWHERE) -> Reach:
    """What the words of an experiment draw on at these levels of some factors."""
    sent, judged = uses(experiment, levels), uses(experiment, levels)
    rows_of: set[str] = set()
    asked: set[str] = set()
    for step in steps_within(experiment.steps, levels):
        match step:
            case ex.Say() | ex.Show():
                sent.add_all(reachable(step.words, levels))
            case ex.Scripted() | ex.System():
                sent.add(step.words)
            case ex.ForEach():
                rows_of.add(step.table)
            case ex.Retell():
                rows_of.add(step.machine)
                sent.add_all(reachable(step.words, levels))
            case ex.QuestionStep():
                if step.tries is not None:
                    rows_of.add(step.tries.machine)
                sent.add_all(_sent_templates(step, levels))
                if weighs_its_key(step) or step.steering is not None:
                    # The key decides what is put to a model, or said next.
                    sent.add_all(_judging(replace(step.rubric, half=(), guidance=())))
                judged.add_all(_judging(step.rubric))
                asked.update(case.value.machine for case in step.rubric.machine_keys())
            case _:
                pass
    if experiment.waves is not None:
        sent.add_all(one.first for one in experiment.waves.carried)
    for table in experiment.tables:
        if table.name in rows_of:
            sent.add_all(cell for row in table.rows for cell in row)
    for machine in experiment.machines:
        if machine.name in rows_of:
            sent.slots.update(dict.fromkeys(things_of(machine)))
            sent.add_all((machine.works, machine.fails))
        if machine.name in asked:
            judged.slots.update(dict.fromkeys(things_of(machine)))
            judged.add_all((machine.works, machine.fails))
    judged.add_all(words for _, words in experiment.guide)
    return Reach(sent, judged, frozenset(rows_of), _drawn(experiment, set(sent.slots)))


def word_sets(expander: Expander, cell: Cell, draws: Iterable[int]) -> frozenset[WordSet]:
    """The sets of words that are sent in these draws of a cell; draws count from 1."""
    assigned, experiment = expander.assignment, expander.experiment
    sent = reach_of(experiment, dict(cell.levels)).sent.slots
    groups = places(sent, experiment.of_kind(FactorKind.COUNTERBALANCE))
    words = assigned.original if cell.wording == ORIGINAL else assigned.permuted
    return frozenset(word_set(words(expander.assigned_at(draw)), groups) for draw in draws)


def _drawn(experiment: Experiment, found: set[str]) -> frozenset[str]:
    """The slots sent, and those tied to them by `together`, `different` or a swap."""
    design = experiment.design
    if design.permutation is Permutation.EVERY_COMBINATION:
        return frozenset(slot.name for slot in experiment.slots)
    ties = [set(group) for group in (*design.together, *design.different)]
    ties += [set(factor.swap) for factor in experiment.factors]
    grown = True
    while grown:
        grown = False
        for tie in ties:
            if not tie.isdisjoint(found) and not tie <= found:
                found |= tie
                grown = True
    return frozenset(found)


def _sent_templates(question: ex.QuestionStep, levels: LevelOf) -> Iterable[Template]:
    """The templates of a question that are sent."""
    for told in question.says:
        yield from reachable(told.words if isinstance(told, ex.Show) else told, levels)
    for form in question.forms:
        yield from reachable(form.words, levels)
    for templates in reachable(question.choices, levels):
        yield from templates
    if question.rating is not None:
        yield from question.rating.labels
    for framed in reachable(question.framed, levels):
        yield from (framed.before, framed.after)
    if question.steering is not None:
        yield from (arm.words for arm in question.steering.then)


def _judging(rubric: ex.Rubric) -> Iterable[Template]:
    """The templates of a question that judge."""
    for statement in rubric.answer:
        for case in statement:
            if isinstance(case.value, ex.ClauseTemplate):
                yield from case.value.phrases
    for lists in (*rubric.wrong, *rubric.half):
        for listed in lists:
            yield from listed.value
    for one in rubric.guidance:
        yield from (words.value for words in one.words)


def weighs_its_key(question: ex.QuestionStep) -> bool:
    """Whether the answers and lures of a question are what is weighed, and so put to a model."""
    return question.rubric.scorer is Scorer.LIKELIHOOD and not question.choices
