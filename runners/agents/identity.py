"""What an agent adds to the identity of the participant that it asks, and the agent out of that.

A run and a stored study take the agent from the same place, so that they cannot differ, and a study
is read without the agent's file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runners.agents.agent import Agent

AGENT, TEXT, TOLD, PEOPLE = "agent", "agent_file", "sees_feedback", "people"
"""Names in an identity: the agent's name, the text of its file, that it is shown how people rated,
and the digests of these ratings."""
EMBEDDINGS = "embeddings"
"""The identity of who compares texts for it, as JSON, where that is another model."""
RECALL = "recall"
"""The step in which statements are compared with questions by embeddings."""
EMBEDDED = f"/agent {RECALL}"
"""What the place of such a call ends with."""


@lru_cache(256)
def agent_identity(agent: Agent, people: tuple[str, ...] = ()) -> Mapping[str, str]:
    """What an agent adds to an identity; `people` are the digests of ratings that it is shown."""
    from hashlib import sha256  # loads OpenSSL

    from runners.agents.replies import READER

    found = {
        AGENT: agent.name,
        "agent_hash": sha256(agent.text.encode("utf-8", "surrogatepass")).hexdigest(),
        "agent_parameters": json.dumps(dict(agent.given), sort_keys=True),
        "agent_reader": READER,
        TEXT: agent.text,
    }
    if agent.sees_feedback:
        found |= {TOLD: "yes", PEOPLE: ",".join(people)}
    return MappingProxyType(found)


def embedder_in(identity: Mapping[str, str]) -> tuple[str, Mapping[str, str]] | None:
    """Name and identity of who compares texts for a participant, where that is another model."""
    if EMBEDDINGS not in identity:
        return None
    found: Mapping[str, str] = json.loads(identity[EMBEDDINGS])
    return f"{found['provider']}/{found['model']}", found


def agent_in(identity: Mapping[str, str]) -> Agent | None:
    """The agent of a participant, out of its identity; None where it has none."""
    if AGENT not in identity:
        return None
    given = tuple(sorted(json.loads(identity.get("agent_parameters", "{}")).items()))
    return _known(identity[AGENT], identity[TEXT], given)


@lru_cache(256)
def _known(name: str, text: str, given: tuple[tuple[str, str], ...]) -> Agent:
    from runners.agents.agent import agent_of_text
    from runners.agents.settings import with_settings

    return with_settings(agent_of_text(text, name, name), dict(given))
