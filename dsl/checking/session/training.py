"""`train NAME until CRITERION, at most N questions`: what it needs, and what can stand in it.

One question is asked again and again, until the criterion is met or the bound is reached; so no
other reply may be taken in between, and no copy of the conversation made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.nodes import head_span, nodes
from dsl.checking.outcomes import no_outcome, outcomes_of
from dsl.checking.session.walk import Walk
from dsl.diagnostic import Span
from dsl.expanding.steps_within import questions_within, steps_within
from dsl.patterns import lazy_pattern
from dsl.record import replace
from dsl.tree import TESTS, QuestionKind
from dsl.words import and_list, counted, folded

if TYPE_CHECKING:
    from dsl.criterion import Criterion

LONGEST_WINDOW = 12
"""So many of the last replies can be looked at: every state of them is followed for chance."""

_UNTIL = lazy_pattern(
    r"(?i)(?P<name>.*\S)\s+until\s+(?P<right>[0-9]{1,4})\s+(?:right\s+in\s+a\s+row|"
    r"of\s+the\s+last\s+(?P<window>[0-9]{1,4})\s+right)"
    r"(?P<bound>\s*,\s*at\s+most\s+(?P<most>[0-9]{1,4})\s+questions?)?"
)
_LIKE_UNTIL = lazy_pattern(r"(?i)(?P<name>.*?\S)[,;]?\s+(?:(?:un)?till?|to|for)\s+(?P<rest>.*)")
"""A criterion in another form than its own."""


def criterion_of(step: tree.TrainNode, found: Findings) -> tuple[tree.Name, Criterion] | None:
    """The name of a training and its criterion; None after reporting what is wrong with it."""
    from dsl.criterion import Criterion

    parted = _UNTIL.fullmatch(step.label.text)
    if parted is None or parted["bound"] is None:
        found.add(
            faults.training.NoCriterion(
                span=step.label.span,
                missing="when it ends" if parted is None else "when to give up",
                name=re.split(r"(?i)\s+(?:un)?till?\b", step.label.text)[0],
                meant=_meant(step.label.text),
            )
        )
        return None
    right, most = int(parted["right"]), int(parted["most"])
    window = int(parted["window"] or right)
    criterion = Criterion(right, window, most)
    if not 1 <= right <= window or right > most:
        found.add(
            faults.training.NeverReached(
                span=step.label.span, criterion=criterion.words, within=criterion.bound
            )
        )
        return None
    if right < window and window > LONGEST_WINDOW:
        found.add(faults.training.WindowTooLong(span=step.label.span, most=LONGEST_WINDOW))
        return None
    return step.label.part(0, parted.end("name")), criterion


def _meant(label: str) -> str:
    """What follows `train` in a label that says name, criterion and bound in another form; empty
    where a number of them is missing.
    """
    found = _LIKE_UNTIL.fullmatch(label)
    numbers = [int(number) for number in re.findall(r"[0-9]{1,4}", found["rest"])] if found else []
    if found is None or len(numbers) not in (2, 3):
        return ""
    from dsl.criterion import Criterion

    right, window, most = numbers[0], numbers[-2], numbers[-1]
    criterion = Criterion(right, window, most)
    return f"{found['name']} until {criterion.words}, at most {criterion.bound}"


def steps_of(step: tree.TrainNode) -> tuple[tree.Step, ...]:
    """What is said and asked in a training."""
    return tuple(one for one in step.items if not isinstance(one, tree.IfFailedNode))


def training(
    step: tree.TrainNode,
    resolved: Callable[[int], tuple[ex.Step, ...]],
    found: Findings,
    walk: Walk,
    *,
    repeated: bool,
) -> tuple[ex.Step, ...]:
    """A training as a step; after reporting what is wrong with it, the steps in it. `resolved`
    gives these, gone through so many times; `repeated`: it stands in a loop.
    """
    named = criterion_of(step, found)
    if named is not None:
        first = walk.trainings.get(folded(named[0].text))
        if first is not None and first != step.span:
            found.declared_twice("training", named[0], first)
        elif first is not None or repeated:
            found.add(faults.training.TrainedTwice(span=head_span(step), name=named[0].text))
        walk.trainings[folded(named[0].text)] = step.span
    action = _action(step, found)
    for span, what in _refused(step):
        found.add(faults.training.NotInTraining(span=span, what=what))
    steps = resolved(1 if named is None else named[1].most)
    question = _trained(step, steps, found, whole=not walk.blind)
    if named is None or not question:
        return steps
    return (ex.Train(named[0].text, named[1], question, steps, action, head_span(step)),)


def report_untested(steps: Sequence[ex.Step], found: Findings) -> None:
    """Reports a training in these steps of a copy of the conversation where no test is in them."""
    if any(True for _ in questions_within(steps, *TESTS)):
        return
    for one in steps_within(steps):
        if isinstance(one, ex.Train):
            found.add(faults.training.NothingTested(span=one.span, name=one.name))


def _action(step: tree.TrainNode, found: Findings) -> ex.IfFailed:
    """What failing does, which must be said."""
    actions = [one for one in step.items if isinstance(one, tree.IfFailedNode)]
    found.once(actions, "train")
    if not actions:
        found.add(faults.training.NoAction(span=head_span(step)))
        return ex.IfFailed.SCORE_ZERO
    return ex.IfFailed(actions[0].action)


def _trained(
    step: tree.TrainNode, steps: Sequence[ex.Step], found: Findings, *, whole: bool
) -> str:
    """The name of the question that is trained. Without `whole` some steps are not known, and none
    is missed.
    """
    asked = list(questions_within(steps))
    names = tuple(dict.fromkeys(one.name for one in asked))
    if (len(asked) != 1 and whole) or len(asked) > 1:
        here = "there is none"
        if len(names) > 1:
            here = f"there are {and_list([f'`{name}`' for name in names])}"
        elif names:
            here = f"`{names[0]}` is asked in {counted(len(asked), 'place')}"
        found.add(faults.training.OneQuestion(span=head_span(step), found=here))
    around = [one for one in steps_within(steps) if isinstance(one, ex.Either)]
    for one in asked:
        if any(one in steps_within([either]) for either in around):
            found.add(faults.training.NotAlwaysAsked(span=one.span, name=one.name))
    return names[0] if names else ""


def steering_of(
    asked: tree.QuestionNode, question: ex.QuestionStep, found: Findings
) -> ex.QuestionStep:
    """A question that is trained, with its outcomes, which decide when training ends."""
    if question.kind is not QuestionKind.PRACTICE:
        found.add(
            faults.training.NotPractice(
                span=asked.name.span, name=question.name, kind=question.kind.statement
            )
        )
        return question
    question = replace(question, kind=QuestionKind.TRAINING)
    if question.steering is not None:
        return question
    outcomes = outcomes_of(asked)
    if ex.Outcome.RIGHT not in outcomes:
        found.add(no_outcome(asked, asked.name.span))
        return question
    return replace(question, steering=ex.Steering(outcomes))


def _refused(step: tree.TrainNode) -> Iterator[tuple[Span, str]]:
    for one in nodes(steps_of(step), without=(tree.Prose, tree.Name)):
        match one:
            case tree.ListenNode():
                yield head_span(one), "listen"
            case tree.Separately():
                yield head_span(one), "separately"
            case tree.InOrderNode(mode="rotated" | "shuffled"):
                yield head_span(one), "another order"
            case tree.TrainNode():
                yield head_span(one), "train"
