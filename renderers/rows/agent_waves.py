"""What an agent made of each wave, for reading: its steps, its profile, what it remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dsl.trial import Place


@dataclass(frozen=True, slots=True)
class ReadStatement:
    """Something remembered, with its score from 1 to 5 and the wave in which it was noted."""

    text: str
    score: Fraction
    wave: int


@dataclass(frozen=True, slots=True)
class ReadTry:
    """One call of a step. `unread` says why its reply cannot be read, and is empty where it can."""

    step: str
    place: str
    prompt: str
    reply: str
    unread: str = ""


@dataclass(frozen=True, slots=True)
class ReadWave:
    """A wave as an agent worked through it. `skipped` are steps of which no reply could be read;
    `waits`: what was shown is kept for a later wave.
    """

    wave: int
    profile: str
    tries: tuple[ReadTry, ...]
    skipped: tuple[str, ...]
    noted: tuple[ReadStatement, ...]
    forgotten: tuple[ReadStatement, ...]
    remembered: tuple[ReadStatement, ...]
    notes: tuple[tuple[str, str], ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class ReadRecall:
    """How an agent came to an answer: the prompt that was sent, the statements recalled for it, and
    the tries of its steps.
    """

    prompt: str
    recalled: tuple[ReadStatement, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    tries: tuple[ReadTry, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadAgent:
    """All of a trial with an agent: its waves by the index of their session, and its answers by
    place.
    """

    waves: Mapping[int, ReadWave] = field(default_factory=dict)
    answers: Mapping[Place, ReadRecall] = field(default_factory=dict)
