"""What a model as judge reads of a reason for a rating in a wave: the packet of people who rate
reasons, in a frozen prompt of its own.

It is apart from the prompt by which replies are marked, so that neither changes the other's judges.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from renderers.judge_prompt import PromptSpeech, rendered
from renderers.prompt import Message, Role

PROMPT_VERSION = "rationality-1"
"""Counts up when the prompt changes; ratings under two versions are of two judges."""


def rationality_messages(
    speeches: Sequence[PromptSpeech],
    question: str,
    *,
    scale: Sequence[tuple[int, str]],
    rules: Sequence[str],
) -> tuple[Message, ...]:
    """The messages that ask a judge about one reason. `rules` are the guidelines of people."""
    system = rendered("rationality_system", scale=scale, rules=rules)
    item = rendered("rationality_item", speeches=speeches, question=question)
    return (Message(Role.SYSTEM, system), Message(Role.USER, item.removesuffix("\n")))


def prompt_hash(scale: Sequence[tuple[int, str]], rules: Sequence[str]) -> str:
    """The prompt's name in logs: it covers the version, the templates, scale and rules."""
    speech = PromptSpeech("what the person said", "``` and ````")
    asked = rationality_messages([speech], "Which?", scale=scale, rules=rules)
    told = json.dumps([[message.role, message.text] for message in asked])
    return hashlib.sha256(f"{PROMPT_VERSION}\n{told}".encode()).hexdigest()[:16]
