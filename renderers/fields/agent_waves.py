"""The figures of an agent's waves: what it was asked, what it remembers and what it forgot."""

from __future__ import annotations

from dsl.trial import Place
from renderers.fields.field import Document, Field, Kind, document, each, field
from renderers.fields.scales import DECIMAL, TEXT, TEXTS, TRUTH, WHOLE, WORDS
from renderers.rows.agent_waves import (
    AgentAccount,
    AnswerAccount,
    MemoryStatement,
    StepTry,
    WaveAccount,
)

STATEMENT: tuple[Field[MemoryStatement], ...] = (
    field(TEXT, "text", "the statement"),
    field(DECIMAL, "score", "its score, 1 to 5"),
    field(WHOLE, "wave", "the wave in which it was noted"),
)
RECALLED: tuple[Field[MemoryStatement], ...] = (
    *STATEMENT,
    field(
        DECIMAL, "likeness", "cosine of its embedding and the question's, -1 to 1",
        missing="it was recalled by words in common",
    ),
)  # fmt: skip
TRY: tuple[Field[StepTry], ...] = (
    field(TEXT, "step", "the agent's step"),
    field(TEXT, "place", "the place of the call"),
    field(TEXT, "prompt", "what was sent, verbatim"),
    field(TEXT, "reply", "what came back, verbatim"),
    field(TEXT, "unread", "why the reply cannot be read; empty where it can"),
)
WAVE: tuple[Field[WaveAccount], ...] = (
    field(WHOLE, "wave", "number of the wave, 0 before anything was shown"),
    field(TEXT, "profile", "the profile after the wave's steps"),
    each("tries", "every call of the wave's steps", TRY),
    field(TEXTS, "skipped", "steps of which no reply could be read"),
    each("noted", "statements noted in the wave", STATEMENT),
    each("forgotten", "those of them that were forgotten", STATEMENT),
    each("remembered", "all that is remembered after it", STATEMENT),
    field(WORDS, "notes", "notes by the step that made them"),
    field(TRUTH, "waits", "whether what was shown is kept for a later wave"),
)
RECALL: tuple[Field[AnswerAccount], ...] = (
    field(TEXT, "prompt", "what was sent in place of the script's words, verbatim"),
    each("recalled", "statements recalled for the question", RECALLED),
    field(WORDS, "notes", "notes made before the answer, by step"),
    each("tries", "every call of the question's steps", TRY),
)
AGENT: Field[AnswerAccount] = Field(
    "agent", Kind.OBJECT, "how an agent came to the reply, where one was asked", parts=RECALL
)


def agent_of_reply(agent: AgentAccount | None, place: Place) -> Document:
    """How an agent came to the reply at a place; empty without one."""
    told = agent.answers.get(place) if agent is not None else None
    return {} if told is None else {"agent": document(RECALL, told)}
