"""What a simulated participant that sees keys replies to the steps of an agent: what can be read.

The statements are sentences of what was shown, and the profile stays as it is, so that a script
with any agent can be tried before money is spent. Whoever is to think must be a model.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from runners.participants.base import Call
from runners.participants.sim.chance import Chance
from runners.participants.sim.player import Behaviour
from runners.participants.sim.reading import sentences

if TYPE_CHECKING:
    # An agent needs templates and msgspec, which no check of a script does.
    from runners.agents.steps import StepRequest

MOST = 10
"""Statements noted in a wave."""


def step_text(request: StepRequest, chance: Chance) -> str:
    """A reply that can be read. Which statements score high is drawn."""
    step = request.step
    assert step is not None
    shown = [one for one in sentences(request.unread) if one]
    if step.reads == "statements":
        noted = [{"statement": one, "score": 1 + chance.below(5)} for one in shown[:MOST]]
        return json.dumps(noted, ensure_ascii=False)
    text = request.profile or "No profile."
    if step.reads == "note":
        text = shown[0] if shown else "Nothing to note."
    return f"{step.after.rstrip(': ')}:\n{text}" if step.after else text


def garbled(unread: float) -> Behaviour:
    """Right, but the first `unread` replies to each step of an agent cannot be read."""
    from runners.participants.sim.keyed import oracle

    def answer(call: Call, chance: Chance) -> str:
        request = call.hints.request
        if request is not None and request.step is not None and request.attempt <= unread:
            return ""
        return oracle(call, chance)

    return answer
