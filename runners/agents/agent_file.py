"""What an agent's file may say, as declarations: TOML that msgspec reads.

A file holds words and settings, and nothing that runs. A class for each method was the alternative:
a stranger's agent would then have been a stranger's program.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

MOST_STEPS = 10
MOST_TRIES = 10
MOST_RECALLED = 50

Words = Annotated[str, Meta(min_length=1, description='"..."')]
Prompt = Annotated[str, Meta(min_length=1, description='"""..."""')]


class Reads(StrEnum):
    """What the reply to a step is read as."""

    STATEMENTS = "statements"
    """New statements to remember, each with a score from 1 to 5, as a JSON list."""
    PROFILE = "profile"
    """The profile from here on."""
    NOTE = "note"
    """Words that later prompts can show by the name of the step."""


class StepTime(StrEnum):
    """How often a step is taken."""

    WAVE = "each wave"
    QUESTION = "each question"


class NoteLife(StrEnum):
    """How long a note is kept. One of a question is kept for that question."""

    WAVE = "wave"
    ALWAYS = "always"


class Digest(StrEnum):
    """When what was shown is worked through by the steps of a wave, and part of it forgotten."""

    WAVE = "each wave"
    CAPACITY = "at capacity"


class Score(StrEnum):
    """What the score of a statement means."""

    CONFIDENCE = "confidence"
    PREFERENCE = "preference"


SCORES = {
    Score.CONFIDENCE: "how sure you are of it, as this person, from 1 (not at all) to 5 (wholly)",
    Score.PREFERENCE: "how much it interests you, as this person, from 1 (hardly) to 5 (greatly)",
}
"""The same as templates say it."""


class Recall(StrEnum):
    """How statements are found for a question."""

    WORDS = "words"
    """By the words that they have in common."""
    EMBEDDINGS = "embeddings"
    """By the likeness of their embeddings."""


class AgentTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class AgentStep(AgentTable, frozen=True):
    """A call of its own. `after`: only what follows a line that begins with these words and a colon
    is read; empty: the whole reply.
    """

    name: Annotated[
        str,
        Meta(
            pattern=r"\A[a-z][a-z0-9_]{0,29}\Z",
            description="a small letter, then small letters, digits or _, such as distil",
        ),
    ]
    reads: Reads
    prompt: Prompt
    when: StepTime = StepTime.WAVE
    keep: NoteLife = NoteLife.WAVE
    after: str = ""


class Memory(AgentTable, frozen=True):
    """How statements are kept. `forget`: the share of each new batch that is forgotten, those with
    the lowest scores. `digest` and `capacity` (in words of what was shown and not yet worked
    through) say when the steps of a wave are taken. `recall`: how statements are found for a
    question, by `embeddings` those of a model of this name, or of the participant's own;
    `recalled`: how many, from wave `recall_from` on. `skip_nearest`: one more is looked up, the
    best is dropped and the rest come worst first.
    """

    forget: Annotated[float, Meta(ge=0, le=1)] = 0.0
    digest: Digest = Digest.WAVE
    capacity: Annotated[int, Meta(ge=0)] = 0
    score: Score = Score.CONFIDENCE
    recall: Recall = Recall.WORDS
    embeddings: Annotated[
        str, Meta(description='"...", a model such as openai/text-embedding-3-small')
    ] = ""
    recalled: Annotated[int, Meta(ge=0, le=MOST_RECALLED)] = 3
    recall_from: Annotated[int, Meta(ge=0)] = 0
    skip_nearest: bool = False


class AnswerCall(AgentTable, frozen=True):
    """The call that answers a question."""

    prompt: Prompt


class AgentFile(AgentTable, frozen=True):
    """All of a file. `unknown`: what is not known of the published method that it follows. `tries`:
    how often a step is asked again, in all, while its reply cannot be read.
    """

    about: Words
    answer: AnswerCall
    unknown: tuple[str, ...] = ()
    tries: Annotated[int, Meta(ge=1, le=MOST_TRIES)] = 3
    memory: Memory = Memory()
    step: Annotated[
        tuple[AgentStep, ...],
        Meta(max_length=MOST_STEPS, description=f"up to {MOST_STEPS} tables [[step]]"),
    ] = ()
