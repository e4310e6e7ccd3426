"""The players that explore a machine, each by a way of its own, and answer from what they saw."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.trial import Attempt
from runners.participants.base import Call
from runners.participants.sim import keyed
from runners.participants.sim.chance import Chance
from runners.participants.sim.keys import Saying
from runners.participants.sim.wording import reply_text

_ENDS = 0.125
"""How likely a random explorer ends before each try, where it can: after 7 tries on average."""


def random_explorer(call: Call, chance: Chance) -> str:
    """Any set of things, each as likely as any other."""
    question = call.question
    if question is None or question.attempt is None:
        return keyed.oracle(call, chance)
    attempt = question.attempt
    if attempt.done is not None and chance.happens(_ENDS):
        return keyed.attempt_text(call, question, attempt, (), chance)
    offered = [slot for slot, _ in attempt.offers]
    chosen: Sequence[str] = ()
    while not chosen:
        chosen = [slot for slot in offered if chance.happens(0.5)]
    return keyed.attempt_text(call, question, attempt, chosen, chance)


def wrong_rule(call: Call, chance: Chance) -> str:
    """Takes one kind of rule for the only one, and that is not how the machine works: it tries
    what settles most among its rules, and answers by those that are left.
    """
    question = call.question
    if question is None:
        return keyed.oracle(call, chance)
    if question.attempt is not None:
        attempt = question.attempt
        return keyed.attempt_text(call, question, attempt, _tried(attempt), chance)
    if question.machine is None:
        return keyed.oracle(call, chance)
    answers = dict(question.machine.by_rule)
    answers.pop(question.machine.rule, None)
    if not answers:
        return keyed.oracle(call, chance)
    said = next(iter(answers.values()))
    others = {form.casefold() for phrase in question.key.phrases for form in phrase.accepted}
    others -= {form.casefold() for phrase in said for form in phrase.accepted}
    return reply_text(Saying(said, tuple(sorted(others))), question, call.messages, chance)


def _tried(attempt: Attempt) -> tuple[str, ...]:
    """What settles most by the first kind of rule that is not the machine's."""
    wrong = [things for rule, things in attempt.by_rule if rule != attempt.rule]
    return wrong[0] if wrong else attempt.best
