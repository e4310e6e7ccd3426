"""What an agent knows at a moment, and how it changes: values, each a function of replies alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from dsl.record import record
from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent_file import Memory
from runners.agents.recall import Likenesses

_NONE: Mapping[str, str] = MappingProxyType({})


@record
class LastAnswer:
    """How a question was answered in the last wave. `rating` is empty where none can be read;
    `people`: how people rated it then, empty where that is not known. `notes` are those of the
    question's steps that are always kept.
    """

    reply: str
    rating: str
    people: str = ""
    notes: Mapping[str, str] = _NONE


@record
class AgentState:
    """All that an agent takes from one wave into the next. `unread`: what was shown and not yet
    worked through. `notes` are by step, `last` is by question.
    """

    profile: str
    remembered: tuple[MemoryStatement, ...] = ()
    unread: tuple[str, ...] = ()
    notes: Mapping[str, str] = _NONE
    last: Mapping[str, LastAnswer] = MappingProxyType({})
    likenesses: Likenesses | None = None
    """Of what is remembered to the questions of the wave, by embeddings."""


def sifted(
    new: tuple[MemoryStatement, ...], memory: Memory
) -> tuple[tuple[MemoryStatement, ...], tuple[MemoryStatement, ...]]:
    """Which statements of a new batch are kept, highest score first, and which are forgotten.

    n statements leave n * (1 - forget), rounded half to even, of equal scores the first; this is
    the arithmetic of the published code of CogGPT, which keeps `round(n * 0.6)`.
    """
    kept = round(len(new) * (1 - Fraction(str(memory.forget))))
    ranked = sorted(new, key=lambda one: -one.score)
    return tuple(ranked[:kept]), tuple(ranked[kept:])
