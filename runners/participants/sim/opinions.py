"""The players that rate as people did, and take in what waves show them in ways that are known.

What they must score follows from people's ratings alone, so they prove how agreement with people
over waves is computed. A question that people did not rate is answered as by the oracle.
"""

from __future__ import annotations

from dsl.trial import Question
from runners.participants.base import Call
from runners.participants.sim import keyed
from runners.participants.sim.chance import Chance
from runners.participants.sim.player import Behaviour

_STAYED = "Nothing has changed my view."
_FOR, _AGAINST = "What I read last speaks for it.", "What I read last speaks against it."
_FORGOT = "I do not remember the rest."


def unmoved(call: Call, chance: Chance) -> str:
    """What people said before anything was shown."""
    rated = _rated(call)
    if rated is None:
        return keyed.oracle(call, chance)
    question, (first, *_) = rated
    return _said(question, first, _STAYED)


def follower(p: float) -> Behaviour:
    """With probability `p` what people say in the present wave, else any other point."""

    def answer(call: Call, chance: Chance) -> str:
        rated = _rated(call)
        if rated is None:
            return keyed.oracle(call, chance)
        question, views = rated
        point = views[-1]
        if question.rating is not None and not chance.happens(p):
            low, high = question.rating
            point = chance.choice([one for one in range(low, high + 1) if one != point])
        return _said(question, point, _reason(views))

    return answer


def forgetful(call: Call, chance: Chance) -> str:
    """What people said before anything was shown, moved by the last step that they took, as far as
    the scale goes: all steps before are forgotten.
    """
    rated = _rated(call)
    if rated is None or rated[0].rating is None:
        return keyed.oracle(call, chance)
    question, views = rated
    low, high = rated[0].rating
    moved = views[0] + _last_step(views)
    return _said(question, min(max(moved, low), high), f"{_reason(views)} {_FORGOT}")


def _rated(call: Call) -> tuple[Question, tuple[int, ...]] | None:
    """A question that people rated, and their majority by wave, the middle of the scale where they
    have none.
    """
    question = call.question
    if question is None or question.rating is None or not question.people:
        return None
    middle = sum(question.rating) // 2
    return question, tuple(middle if one is None else one for one in question.people)


def _last_step(views: tuple[int, ...]) -> int:
    return views[-1] - views[-2] if len(views) > 1 else 0


def _reason(views: tuple[int, ...]) -> str:
    step = _last_step(views)
    return _FOR if step > 0 else _AGAINST if step < 0 else _STAYED


def _said(question: Question, point: int, reason: str) -> str:
    """The rating and a reason, on the line on which it is looked for, if there is one."""
    if question.answer_line:
        return f"{reason}\n{question.answer_line}: {point}"
    return f"{point}. {reason}"
