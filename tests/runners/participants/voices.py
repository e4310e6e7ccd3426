"""What the tests of participants share: one call, one question, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import anyio

from dsl.experiment import IfFailed, Order, Quantity, Scorer
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Clause, Key, Phrase, Question
from renderers.prompt import Message, Role
from runners.participants.base import NO_HINTS, Call, Hints, Participant, Reply, Settings
from runners.participants.openai import OpenAIChat
from runners.participants.registry import participant
from tests.patience import PATIENCE

STORY = (
    "This is Rose, and this is Nora. They are in a room with a drawer and a jar. "
    "Rose has a button. Rose puts the button into the drawer. Then Rose goes out for a walk. "
    "Nora takes the button out of the drawer and puts it into the jar. Now Rose comes back."
)
WHERE = "Where will Rose look for the button first?"


def told(*texts: str) -> tuple[Message, ...]:
    """User messages, with an assistant's `All right.` between each two."""
    messages: list[Message] = []
    for text in texts:
        if messages:
            messages.append(Message(Role.ASSISTANT, "All right."))
        messages.append(Message(Role.USER, text))
    return tuple(messages)


def phrase(text: str, *also: str) -> Phrase:
    return Phrase(text, (text, *also))


def asked(
    text: str = WHERE,
    *,
    right: tuple[str, ...] = (),
    quantity: Quantity = Quantity.ANY,
    answer: tuple[Clause, ...] = (),
    alternatives: tuple[tuple[Clause, ...], ...] = (),
    wrong: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    kind: QuestionKind = QuestionKind.TEST,
    rating: tuple[int, int] | None = None,
    kept: str | None = None,
    examples: tuple[tuple[str, str], ...] = (),
    name: str = "belief",
) -> Question:
    clauses = (Clause(quantity, tuple(map(phrase, right))),) if right else answer
    if kept:
        clauses = (*clauses, Clause(Quantity.ANY, (), (kept,)))
    return Question(
        kind=kind,
        name=name,
        form="",
        text=text,
        options=options,
        order=Order.FIXED,
        rating=rating,
        labels=(),
        key=Key(
            answer=clauses,
            wrong=tuple(map(phrase, wrong)),
            half=(),
            scorer=Scorer.MATCH,
            candidates=0,
            right=0,
            examples=examples,
            alternatives=alternatives,
        ),
        worth=Fraction(1),
        guards=(),
        if_failed=IfFailed.SCORE_ZERO,
        keep=None,
    )


def shown(question: Question, story: str = STORY) -> tuple[Message, ...]:
    """The message in which a participant meets this question after this story."""
    lines = [f"{'ABCDEFGH'[at]}) {option}" for at, option in enumerate(question.options)]
    if question.rating:
        lines = [str(point) for point in range(question.rating[0], question.rating[1] + 1)]
    return told("\n\n".join(part for part in (story, question.text, "\n".join(lines)) if part))


def call_for(
    question: Question | None, *, key: str = "key", story: str = STORY, hints: Hints = NO_HINTS
) -> Call:
    messages = shown(question, story) if question else told(story)
    return Call(key, messages, 0, question, hints)


def ask(participant: Participant, call: Call) -> Reply:
    """One reply, in an event loop of its own."""

    async def one() -> Reply:
        try:
            return await participant.ask(call)
        finally:
            await participant.aclose()

    return anyio.run(one)


def hosted(
    name: str,
    environment: Mapping[str, str],
    *,
    settings: Settings | None = None,
    timeout_s: float = PATIENCE,
) -> Participant:
    """A participant by its whole name, with nothing but this environment."""
    made = replace(settings or Settings(), timeout_s=timeout_s)
    return participant(name, made, environment=environment)


def openai_chat(
    environment: Mapping[str, str],
    *,
    model: str = "any",
    settings: Settings | None = None,
    timeout_s: float = PATIENCE,
) -> OpenAIChat:
    made = replace(settings or Settings(), timeout_s=timeout_s)
    return OpenAIChat(model, made, environment=environment)
