"""The players that are handed the key.

They prove a script before money is spent: the oracle must reach the top, the others must fall in
the way that the script is built to catch.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.scales import points
from dsl.tree import QuestionKind
from dsl.trial import Attempt, Phrase, Question
from dsl.words import folded
from runners.participants.base import Call
from runners.participants.sim import mindless
from runners.participants.sim.chance import Chance
from runners.participants.sim.erasures import erased_group
from runners.participants.sim.keys import Saying, is_candidate, right, unsaid_beside, wrong
from runners.participants.sim.player import Behaviour
from runners.participants.sim.wording import reply_text

_LISTENING = ("All right.", "I see.", "Okay, go on.", "I am listening.")
_NEUTRAL = ("Nothing more comes to mind.", "I have nothing to add.", "I leave that open.")
_EVASIVE = "I don't know."


_ANSWERED_RIGHTLY = (
    QuestionKind.CONTROL, QuestionKind.PRACTICE, QuestionKind.EVEN, QuestionKind.EXPLORING,
)  # fmt: skip
"""By one who is otherwise wrong: what shows that the story was followed, or has no wrong answer."""


def oracle(call: Call, chance: Chance) -> str:
    """Always right, in ever different words."""
    question = call.question
    if question is None:
        asked = call.hints.request
        if asked is None or asked.step is None:
            return chance.choice(_LISTENING)
        from runners.participants.sim.agent_steps import step_text

        return step_text(asked, chance)
    if question.attempt is not None:
        return attempt_text(call, question, question.attempt, question.attempt.best, chance)
    if question.kind is QuestionKind.EVEN:
        return _either(call, question, chance)
    saying = right(call, question, chance)
    if saying is not None:
        return reply_text(saying, question, call.messages, chance)
    anchors = [words for mark, words in question.key.examples if mark == "right"]
    return chance.choice(anchors) if anchors else _freely(call, question, chance)


def lure(call: Call, chance: Chance) -> str:
    """Falls for a lure wherever there is one, in training, too; controls and other practice are
    answered rightly.
    """
    question = call.question
    if question is None or question.kind in _ANSWERED_RIGHTLY:
        return oracle(call, chance)
    return _wrongly(call, question, chance)


def reality(call: Call, chance: Chance) -> str:
    """Says what is really so, whatever anybody thinks; else what was mentioned last."""
    question = call.question
    practised = QuestionKind.CONTROL, QuestionKind.PRACTICE, QuestionKind.EXPLORING
    if question is None or question.kind in practised:
        return oracle(call, chance)
    known = call.hints.reality
    truth = right(call, known, chance) if known is not None else None
    for phrase in truth.phrases if truth else ():
        candidate = is_candidate(phrase, question)
        if candidate is not None:
            saying = Saying((candidate,), unsaid_beside(candidate, question))
            return reply_text(saying, question, call.messages, chance)
    if question.kind is QuestionKind.RECORD and not question.key.answer:
        return _freely(call, question, chance)
    return mindless.last_mentioned(call, chance)


def inattentive(call: Call, chance: Chance) -> str:
    """Answers every control wrongly, and everything else rightly."""
    question = call.question
    if question is not None and question.kind is QuestionKind.CONTROL:
        return _wrongly(call, question, chance)
    return oracle(call, chance)


def child(p: float, gate: float) -> Behaviour:
    """Right with probability `p`, else wrong; in controls right with probability `gate`."""

    def answer(call: Call, chance: Chance) -> str:
        question = call.question
        practised = QuestionKind.PRACTICE, QuestionKind.EVEN, QuestionKind.EXPLORING
        if question is None or question.kind in practised:
            return oracle(call, chance)
        probability = gate if question.kind is QuestionKind.CONTROL else p
        if chance.happens(probability):
            return oracle(call, chance)
        return _wrongly(call, question, chance)

    return answer


def likert(trait: float, spread: float) -> Behaviour:
    """Answers scales by a trait from 0 (the lowest point) to 1; reversed items the other way round.

    Each trial is somebody else, whose trait is up to `spread` higher or lower, and each answer is
    up to half of that off. All else is answered rightly.
    """

    def answer(call: Call, chance: Chance) -> str:
        question = call.question
        if question is None or question.rating is None or question.key.answer:
            return oracle(call, chance)
        person = trait + spread * (2 * Chance("likert", call.hints.sitting).fraction() - 1)
        felt = person + spread / 2 * (2 * chance.fraction() - 1)
        felt = min(max(1 - felt if question.reversed else felt, 0), 1)
        low, high = question.rating
        return str(low + round((high - low) * felt))

    return answer


def learner(after: float) -> Behaviour:
    """Wrong in the first `after` questions of each conversation's training, then always right."""

    def answer(call: Call, chance: Chance) -> str:
        question = call.question
        trained = question is not None and question.kind is QuestionKind.TRAINING
        if question is not None and trained and call.hints.trained < after:
            return _wrongly(call, question, chance)
        return oracle(call, chance)

    return answer


def attempt_text(
    call: Call, question: Question, attempt: Attempt, things: Sequence[str], chance: Chance
) -> str:
    """The reply that puts these things, by their slots, on a machine; without any, that ends the
    exploration.
    """
    phrases = tuple(phrase for slot, phrase in attempt.offers if slot in things)
    others = [phrase for slot, phrase in attempt.offers if slot not in things]
    if attempt.done is not None:
        if not phrases:
            phrases = (attempt.done,)
        else:
            others.append(attempt.done)
    unsaid = {form.casefold() for phrase in others for form in phrase.accepted}
    return reply_text(Saying(phrases, tuple(sorted(unsaid))), question, call.messages, chance)


def _either(call: Call, question: Question, chance: Chance) -> str:
    """One of two answers of which neither is right, each equally likely."""
    taken = chance.choice(question.even_answers)
    others = tuple(option.casefold() for option in question.options if option != taken)
    return reply_text(Saying((Phrase(taken, (taken,)),), others), question, call.messages, chance)


def _wrongly(call: Call, question: Question, chance: Chance) -> str:
    saying = wrong(call, question, chance)
    if saying is not None:
        return reply_text(saying, question, call.messages, chance)
    if not question.key.answer:
        return _freely(call, question, chance)
    return _EVASIVE


def _freely(call: Call, question: Question, chance: Chance) -> str:
    """An answer where none is right: any choice, any point of a scale, or none."""
    offered: tuple[tuple[str, ...], ...] = tuple((option,) for option in question.options)
    if question.rating is not None:
        offered = points(question.rating, question.labels)
    if not offered:
        return chance.choice(_NEUTRAL)
    taken = chance.choice(offered)
    others = tuple(sorted({name.casefold() for one in offered if one is not taken for name in one}))
    return reply_text(Saying((Phrase(taken[0], taken),), others), question, call.messages, chance)


def erased(own: float, others: float, age: float) -> Behaviour:
    """Right, but under a framing of the set `erasures` it guesses: at items of the group that the
    framing takes away with probability `own`, at others with `others`; under one that gives the age
    alone with `age`.
    """

    def answer(call: Call, chance: Chance) -> str:
        question = call.question
        if question is None or question.kind is not QuestionKind.ITEM:
            return oracle(call, chance)
        group = erased_group(call.messages)
        if group is None:
            return oracle(call, chance)
        mine = folded(group) == folded(question.group)
        probability = age if not group else own if mine else others
        return (
            mindless.random(call, chance) if chance.happens(probability) else oracle(call, chance)
        )

    return answer
