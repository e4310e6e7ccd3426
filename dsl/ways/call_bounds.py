"""The fewest and the most calls of a trial in which words depend on replies; and the stretches in
which agents are shown it, each after a reply on which words depend, or after an open one.

Counted over the steps, and exact for each way through the script: which steps come follows from the
levels and from the outcomes that lines name, at most 256 combinations; beyond that, a question may
be asked again as often as its arms allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from dsl import experiment as ex
from dsl.expand import Expander, combinations_of
from dsl.expanding.following import arm_of
from dsl.expanding.guards import choose
from dsl.expanding.machines import evidence
from dsl.expanding.steps_within import questions_within
from dsl.experiment import Experiment
from dsl.record import record
from dsl.tree import FactorKind
from dsl.trial import Cell


@record
class CallBounds:
    """How many calls a trial takes: at least `fewest`, at most `most`."""

    fewest: int
    most: int

    def __add__(self, other: CallBounds) -> CallBounds:
        return CallBounds(self.fewest + other.fewest, self.most + other.most)

    def __mul__(self, times: int) -> CallBounds:
        return CallBounds(self.fewest * times, self.most * times)

    def joined(self, other: CallBounds) -> CallBounds:
        """The bounds where either way may be taken."""
        return CallBounds(min(self.fewest, other.fewest), max(self.most, other.most))


_NONE = CallBounds(0, 0)
_ONE = CallBounds(1, 1)


def call_bounds(
    expander: Expander, cell: Cell, *, draw: int = 1, stretches: bool = False
) -> CallBounds:
    """The bounds of one trial: all versions of one draw of a cell; `draw` counts from 1. With
    `stretches` those that begin after a reply or on a copy are counted, not calls.
    """
    experiment = expander.experiment
    within = _stretches if stretches else _within
    balance = expander.assignment.levels.named(draw - 1)
    named = [[(one.name, level.name) for level in one.levels] for one in experiment.replies]
    total = _NONE
    for version in combinations_of(experiment.of_kind(FactorKind.VERSIONS)):
        levels = dict((*cell.levels, *version, *balance))
        ways = [
            within(experiment, experiment.steps, {**levels, **dict(outcomes)})
            for outcomes in product(*named)
        ]
        session = ways[0]
        for way in ways[1:]:
            session = session.joined(way)
        total += session
    return total


def _stretches(
    experiment: Experiment, steps: Iterable[ex.Step], levels: Mapping[str, str]
) -> CallBounds:
    """Of one line of conversation. Nothing need follow its last reply."""
    waiting = _within(experiment, steps, levels, waiting=True)
    return CallBounds(max(0, waiting.fewest - 1), waiting.most)


def _copied(experiment: Experiment, fork: ex.ForkStep, levels: Mapping[str, str]) -> CallBounds:
    """The stretches of copies of the conversation, and that after them. There is none where no copy
    waits for a reply; else each begins one, if it has words of its own.
    """
    total = CallBounds(0, 1)
    waits = False
    for branch in fork.branches:
        waiting = _within(experiment, branch, levels, waiting=True)
        asked = _within(experiment, branch, levels)
        copies = asked.most if len(branch) == 1 else 1
        total += CallBounds(max(0, waiting.fewest - copies), waiting.most + copies)
        waits |= bool(waiting.most)
    return total if waits else _NONE


def _within(
    experiment: Experiment,
    steps: Iterable[ex.Step],
    levels: Mapping[str, str],
    *,
    waiting: bool = False,
) -> CallBounds:
    """The calls of some steps, or only those that are `waiting` for a reply before more is said."""
    total = _NONE
    for step in steps:
        match step:
            case ex.Listen():
                total += _ONE
            case ex.QuestionStep() if step.tries is not None:
                total += _explored(step, step.tries.most)
            case ex.QuestionStep() if waiting and step.steering is None:
                pass
            case ex.QuestionStep():
                forms = sum(choose(form.words, levels) is not None for form in step.forms)
                total += _asked(step, levels) * forms
            case ex.Either():
                chosen = choose(step.branches, levels)
                total += _within(experiment, chosen or (), levels, waiting=waiting)
            case ex.ForkStep() if waiting:
                total += _copied(experiment, step, levels)
            case ex.ForkStep():
                for branch in step.branches:
                    total += _within(experiment, branch, levels)
            case ex.InOrder():
                for child in step.children:
                    total += _within(experiment, child, levels, waiting=waiting)
            case ex.Repeat():
                total += _within(experiment, step.steps, levels, waiting=waiting) * step.times
            case ex.ForEach():
                rows = _rows(experiment, step.table, levels)
                total += _within(experiment, step.steps, levels, waiting=waiting) * rows
            case ex.Train():
                (question,) = questions_within(step.steps)
                each = _asked(question, levels)
                until = step.criterion
                total += CallBounds(each.fewest * until.right, each.most * until.most)
            case _:
                pass
    return total


def _explored(question: ex.QuestionStep, most: int) -> CallBounds:
    """An exploration. Who ends it, or names nothing to try as often as is asked again, is asked no
    more; before each try a participant can be asked again.
    """
    assert question.steering is not None
    arms = {one: arm_of(question.steering, one) for one in question.steering.outcomes}
    again = {one: 0 if arm is None else arm.again for one, arm in arms.items()}
    over = min(times for one, times in again.items() if one != ex.Outcome.TRIED)
    return CallBounds(min(most, 1 + over), most * (1 + max(again.values())))


def _asked(question: ex.QuestionStep, levels: Mapping[str, str]) -> CallBounds:
    """How often one form of a question is asked. With an outcome that asks again, it was asked as
    often as that arm allows.
    """
    if question.steering is None:
        return _ONE
    if question.name in levels:
        arm = arm_of(question.steering, levels[question.name])
        if arm is not None and arm.again:
            return CallBounds(1 + arm.again, 1 + arm.again)
    return CallBounds(1, 1 + max((arm.again for arm in question.steering.then), default=0))


def _rows(experiment: Experiment, name: str, levels: Mapping[str, str]) -> int:
    for table in experiment.tables:
        if table.name == name:
            return len(table.rows)
    machine = next(one for one in experiment.machines if one.name == name)
    return len(list(evidence(machine, levels).outcomes()))
